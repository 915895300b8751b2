"""Taking in a message: everything in it is checked before anything is believed (docs/fair.md).

All functions change the ledger that they get, also if they fail; callers give a copy.
"""

from __future__ import annotations

from cacao_core.errors import BadLink
from cacao_core.fair.course import Course, first_not_held
from cacao_core.fair.errors import Cheating
from cacao_core.fair.hashes import commitment, is_same
from cacao_core.fair.ledger import Ledger, Received
from cacao_core.fair.letters import ROSTER_CHECK, News
from cacao_core.fair.table import Roster
from cacao_core.game import Phase
from cacao_core.tiles import Seat

MOST_TAGS = 6
"""Tags of one device that are kept until their keys are known."""


class Fork(Exception):  # a finding, not an error
    """Two continuations of one position: the message has another move at index ``at``."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def merge(ledger: Ledger, news: News, is_mine: bool = True) -> list[Cheating]:
    """Take in a message.

    Args:
        ledger: the game.
        news: the message.
        is_mine: whether new moves of this device have to be true.

    Returns:
        what was found, but does not stop the game.

    Raises:
        BadLink: it is not a message of this game.
        Cheating: no honest device makes such a message.
        Fork: it continues an earlier position differently.
    """
    _check_roster(ledger, news)
    known, has_shown_all = len(ledger.course.moves), ledger.has_shown_all
    _take_links(ledger, news)
    _take_moves(ledger, news)
    _check_links(ledger, news)
    _take_tags(ledger, news, has_shown_all)
    if is_mine:
        _check_own_moves(ledger, news, known)
    _take_privates(ledger, news)
    ledger.advance()
    return [wrong for device in ledger.others for wrong in _check_tags(ledger, device)]


def two_versions(ledger: Ledger, sender: int, at: int) -> Cheating:
    """The error about a message that has another move than the accepted one.

    Args:
        ledger: the version that was accepted first.
        sender: number of the device in whose name the message came.
        at: index of the first move in which they differ.
    """
    seat, turn = ledger.course.deciders[at], ledger.course.turn_of(at)
    author = ledger.roster.owners[seat]
    if author == ledger.own:
        return ledger.cheating("a message has another move of this device", sender, turn)
    return ledger.cheating("there are two different moves in one position", author, turn, seat)


def replay(ledger: Ledger, news: News) -> None:
    """Take in the links and moves that this device itself has kept.

    Raises:
        BadLink, Cheating, Fork: they do not fit.
    """
    _take_links(ledger, news)
    _take_moves(ledger, news)


def _check_roster(ledger: Ledger, news: News) -> None:
    roster, host = ledger.roster, ledger.roster.host
    is_same_roster = news.check == roster.hash[:ROSTER_CHECK]
    if news.parties is not None:
        is_same_roster &= Roster(roster.invitation, news.parties).hash == roster.hash
    if not is_same_roster:
        reason = "the others were told another list of players, or other names"
        raise ledger.cheating(reason, host, 0)
    if len(news.links) != len(ledger.devices):
        raise BadLink("message: it is not of as many devices as the game has")


# --- Links ---------------------------------------------------------------------------------------


def _take_links(ledger: Ledger, news: News) -> None:
    for device, shown in enumerate(news.links):
        if shown is not None and not ledger.chains[device].show(*shown):
            # Whoever passes a link on has checked it before.
            reason = f"link {shown[0]} is not of the chain to which the device was committed"
            raise ledger.cheating(reason, news.sender, _turn_of_link(ledger.course, shown[0]))


def _turn_of_link(course: Course, number: int) -> int:
    """Number of the turn to whose draw a link belongs."""
    if number <= len(course.closings):
        return course.turn_of(course.closings[number - 1].at - 1)
    is_between = course.held is not None or course.game.phase is Phase.PLACE
    return course.turn + is_between


def _check_links(ledger: Ledger, news: News) -> None:
    """Links are shown after the segment's closing decision, and the decider's with it."""
    course = ledger.course
    closings = course.closings[: course.key_index(news.count) - 1]
    is_end = course.is_over and news.count == len(course.moves)
    for device, shown in enumerate(news.links):
        if shown is not None and shown[0] > len(closings) + is_end:
            raise ledger.cheating("a link is shown before its time", device)
    for number, closing in enumerate(closings, 1):
        if closing.decider != ledger.own and ledger.chains[closing.decider].newest < number:
            reason = "a segment ends without the link that belongs to it"
            raise ledger.cheating(reason, news.sender)


# --- Moves ---------------------------------------------------------------------------------------


def _take_moves(ledger: Ledger, news: News) -> None:
    course, number = ledger.course, news.moves
    for at, (index, radix) in enumerate(course.digits[: news.count]):
        number, told = divmod(number, radix)
        if told != index:
            raise Fork(at)
    ledger.advance()
    while len(course.moves) < news.count:
        if course.held is not None:
            raise ledger.cheating("moves go on before the draw that is due", news.sender)
        legal = len(course.game.legal_moves())
        if not legal:
            raise BadLink("message: it has moves after the end of the game")
        number, index = divmod(number, legal)
        course.play_digit(index)
        ledger.advance()
    if number:
        raise BadLink("message: more in it than belongs there")


def _check_own_moves(ledger: Ledger, news: News, known: int) -> None:
    """This device's unknown moves are true if its tag is: an old backup was restored."""
    own = ledger.own
    last = ledger.course.last_move_of(own, news.count)
    if last <= known:
        return
    if not holds_own(ledger) or not has_own_tag(ledger, news, last):
        reason = "a message has moves in the name of this device that it did not make"
        raise ledger.cheating(reason, news.sender, ledger.course.turn_of(last - 1))


def has_own_tag(ledger: Ledger, news: News, least: int) -> bool:
    """Whether a message has this device's own tag for at least ``least`` moves.

    Its key must not have been shown, or anybody could have made it.
    """
    tag = news.tags[ledger.own]
    if tag is None or tag.covers < least:
        return False
    if ledger.course.key_index(tag.covers) <= ledger.chains[ledger.own].newest:
        return False
    return is_same(tag.value, ledger.own_tag(tag.covers).value)


def holds_own(ledger: Ledger) -> bool:
    """Whether the seats of this device placed only what they had drawn."""
    private, course = ledger.secrets.private, ledger.course
    return all(first_not_held(s, private, course) is None for s in ledger.seats_of(ledger.own))


# --- Tags ----------------------------------------------------------------------------------------


def _take_tags(ledger: Ledger, news: News, is_late: bool) -> None:
    """Take in the tags of a message, unless it is too late for any.

    Once this device has shown its last link, the others show theirs, and anybody can make their
    tags. So only those that were here before count.
    """
    sent = news.tags[news.sender]
    if sent is None or sent.covers != news.count:
        raise BadLink("message: it is without the tag of its sender")
    for device, tag in enumerate(news.tags):
        last = ledger.course.last_move_of(device, news.count)
        if (tag.covers if tag else 0) < last:
            reason = "moves are passed on without the tag of the device that made them"
            raise ledger.cheating(reason, news.sender)
        if tag is None or device == ledger.own or is_late:
            continue
        known = ledger.tags[device]
        if all((other.covers, other.value) != (tag.covers, tag.value) for other in known):
            ledger.tags[device] = (*known, Received(tag.covers, tag.value, news.sender))


def _check_tags(ledger: Ledger, device: int) -> list[Cheating]:
    """Check the tags whose keys have been shown; keep the newest valid one, and those to come.

    Returns:
        wrong tags that do not stop the game: a valid one covers the same moves, so the wrong one
        only shows that somebody damages messages, or has changed moves in them.
    """
    course, newest = ledger.course, ledger.chains[device].newest
    open_ = [tag for tag in ledger.tags[device] if course.key_index(tag.covers) <= newest]
    closed = [tag for tag in ledger.tags[device] if tag not in open_]
    valid = [tag for tag in open_ if ledger.is_tag_of(device, tag.covers, tag.value)]
    proven = max((tag.covers for tag in valid), default=0)
    wrong = [tag for tag in open_ if tag not in valid]
    for tag in wrong:
        if course.last_move_of(device, tag.covers) > proven:
            raise _bad_tag(ledger, device, tag.covers)
    ledger.tags[device] = (*sorted(valid)[-1:], *sorted(closed)[-MOST_TAGS:])
    covered = max((tag.covers for tag in ledger.tags[device]), default=0)
    shown = _moves_with_known_keys(course, newest)
    if course.last_move_of(device, shown) > covered:
        raise _bad_tag(ledger, device, shown)
    if ledger.has_end and newest >= course.segment and proven < len(course.moves):
        raise _bad_tag(ledger, device, len(course.moves))
    return [_bad_tag(ledger, device, tag.covers) for tag in wrong]


def _moves_with_known_keys(course: Course, newest: int) -> int:
    """How many moves have tags whose keys are known, given the links up to ``newest``."""
    if newest > len(course.closings):
        return len(course.moves)
    return course.closings[newest - 1].at - 1 if newest else 0


def _bad_tag(ledger: Ledger, device: int, count: int) -> Cheating:
    """A device's tag does not fit the first moves as they came in its name."""
    course = ledger.course
    at = course.last_move_of(device, count)
    seat = course.deciders[at - 1] if at else ledger.seats_of(device)[0]
    reason = "the tag does not fit the moves that came in that name"
    return ledger.cheating(reason, device, course.turn_of(at - 1), seat)


# --- The end -------------------------------------------------------------------------------------


def _take_privates(ledger: Ledger, news: News) -> None:
    for device, private in enumerate(news.privates):
        if private is None or device == ledger.own:
            continue
        party = ledger.roster.parties[device]
        if not is_same(commitment(party.salt, private), party.commitment):
            reason = "the secret shown at the end is not that to which the device was committed"
            raise ledger.cheating(reason, news.sender)
        if not ledger.course.has_finished(device):
            raise ledger.cheating("the secret is shown before its last placement", device)
        ledger.privates[device] = private
        for seat in party.seats:
            _check_hand(ledger, seat, private)


def _check_hand(ledger: Ledger, seat: Seat, private: bytes) -> None:
    number = first_not_held(seat, private, ledger.course)
    if number is None:
        return
    turn = number * len(ledger.roster.owners) + seat + 1
    tile = ledger.course.played_by(seat)[number]
    reason = f"{tile} was placed, which that seat had not drawn"
    raise ledger.cheating(reason, ledger.roster.owners[seat], turn, seat)
