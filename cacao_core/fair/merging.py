"""Taking in a message: everything in it is checked before anything is believed (docs/fair.md).

All functions change the ledger that they get, also if they fail; callers give a copy.
"""

from __future__ import annotations

from cacao_core.errors import BadLink
from cacao_core.fair.agreements.statements import SignedCourse, Statement
from cacao_core.fair.agreements.successions import has_played, pass_on, take_claim
from cacao_core.fair.dealing.hidden import first_not_held
from cacao_core.fair.errors import Cheating
from cacao_core.fair.hashes import commitment, is_same
from cacao_core.fair.ledger import Ledger
from cacao_core.tiles import Seat


class Fork(Exception):  # a finding, not an error
    """Two continuations of one position: the signed course has another move at index ``at``.

    Seats that pass on in one of them are such a move.
    """

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def merge(ledger: Ledger, signed: SignedCourse) -> None:
    """Take in a signed course.

    Raises:
        BadLink: it is not one of this game, or something in it is not signed.
        Cheating: a device has signed what no honest device signs.
        Fork: it continues an earlier position differently.
    """
    if len(signed.statements) != len(ledger.devices):
        raise BadLink("message: it is not of as many devices as the game has")
    before = len(ledger.course.moves)
    foreign = _take_links(ledger, _newer(ledger, signed))
    foreign |= _take_moves(ledger, signed)
    for device, statement in _newer(ledger, signed).items():
        if statement.count > len(ledger.course.moves):
            continue  # the signed course stops before it, see below
        if statement.count < ledger.since(device):
            raise BadLink("message: a new device signs in it what was before its time")
        if not ledger.is_signed(statement, device):
            raise BadLink("message: a statement in it is forged; its signature is not valid")
        if device in foreign:
            reason = f"link {statement.link} is not of the chain to which the device is committed"
            raise ledger.cheating(reason, device, statement.count, "value")
        _check(ledger, device, statement)
        ledger.statements[device] = statement
    if len(ledger.course.moves) < signed.count:
        raise BadLink("message: its moves go on before the draw that is due")
    _check_authors(ledger, before)
    _take_claims(ledger, signed)
    for seat, value in ledger.course.open_values.items():
        _check_held(ledger, seat, value)


def replay(ledger: Ledger, signed: SignedCourse) -> None:
    """Take in what this device itself has kept; nothing is checked that was checked before.

    Raises:
        BadLink, Fork: it does not fit.
    """
    statements = {n: one for n, one in enumerate(_told(ledger, signed)) if one is not None}
    if len(signed.statements) != len(ledger.devices) or _take_links(ledger, statements):
        raise BadLink("its values are not those of the devices")
    if _take_moves(ledger, signed):
        raise BadLink("its values are not those of the new devices")
    if len(ledger.course.moves) < signed.count:
        raise BadLink("its moves go on before the draw that is due")
    ledger.statements = list(signed.statements)
    ledger.claims = signed.claims


def _newer(ledger: Ledger, signed: SignedCourse) -> dict[int, Statement]:
    """The statements of devices of which only older ones are known; all others are old.

    This device may find one of its own as well, which it has forgotten.
    """
    newer = {}
    told_of = _told(ledger, signed)
    for device, (known, heard) in enumerate(zip(ledger.statements, told_of, strict=True)):
        if heard is None or heard == known:
            continue
        is_other = device == ledger.own and known is not None and heard.order == known.order
        if known is None or heard.order > known.order or is_other:
            newer[device] = heard
    return newer


def _told(ledger: Ledger, signed: SignedCourse) -> list[Statement | None]:
    """The statements of the devices that play now; of lost ones, those that their others kept."""
    statements = list(signed.statements)
    for device in range(len(statements)):
        given = sum(
            one.claim is not None and one.claim.device == device for one in ledger.successions
        )
        lost = [one for one in signed.successions if one.claim and one.claim.device == device]
        if len(lost) < given:
            statements[device] = None
        elif len(lost) > given:
            statements[device] = (*lost[given].statements, None)[device]
    return statements


def _take_links(ledger: Ledger, statements: dict[int, Statement]) -> set[int]:
    """Take in the links of statements; numbers of the devices whose link does not fit."""
    return {
        device
        for device, statement in statements.items()
        if not ledger.chains[device].show(statement.link, statement.value)
    }


def _take_moves(ledger: Ledger, signed: SignedCourse) -> set[int]:
    """Take in the moves, as far as the draws between them are known.

    Returns:
        the numbers of new devices whose link does not fit.
    """
    course, number = ledger.course, signed.moves
    taken = {one.at: (one.draws, one.claim) for one in ledger.successions}
    told_of = {one.at: (one.draws, one.claim) for one in signed.successions}
    foreign = set[int]()
    for at, (index, radix) in enumerate(course.digits[: signed.count]):
        if taken.get(at) != told_of.get(at):
            raise Fork(at)
        number, index_heard = divmod(number, radix)
        if index_heard != index:
            raise Fork(at)
    foreign |= _take_successions(ledger, signed, draws=True)
    ledger.advance()
    while len(course.moves) < signed.count and not course.drawing:
        if len(course.moves) not in told_of:
            legal = len(course.game.legal_moves())
            if not legal:
                raise BadLink("message: it has moves after the end of the game")
            number, index = divmod(number, legal)
            course.play_digit(index)
        else:
            foreign |= _take_successions(ledger, signed, draws=False)
        foreign |= _take_successions(ledger, signed, draws=True)
        ledger.advance()
    if number and len(course.moves) >= signed.count:
        raise BadLink("message: more in it than belongs there")
    return foreign


def _take_successions(ledger: Ledger, signed: SignedCourse, draws: bool) -> set[int]:
    """Take in that seats pass on at this stage, if they do, while a draw is awaited or not.

    Returns:
        as :func:`_take_moves`.
    """
    foreign = set[int]()
    for succession in signed.successions:
        if (succession.at, succession.draws) != (len(ledger.course.moves), draws):
            continue
        if draws and not ledger.course.drawing:
            raise Fork(succession.at)  # here the draw is known
        pass_on(ledger, succession)
        device = succession.claim.device if succession.claim else None
        statement = _told(ledger, signed)[device] if device is not None else None
        if device is not None and statement is not None:
            foreign |= _take_links(ledger, {device: statement})
        if not draws:
            break  # a draw may follow before the next one
    return foreign


def _take_claims(ledger: Ledger, signed: SignedCourse) -> None:
    """Take in the claims to which somebody has agreed, unless they come too late."""
    for claim in signed.claims:
        if claim.device in ledger.live and not has_played(ledger, claim.key):
            take_claim(ledger, claim)


def _check_authors(ledger: Ledger, known: int) -> None:
    """Every new move is signed by the device that decided it."""
    course = ledger.course
    for at in range(known, len(course.moves)):
        if not ledger.has_signed(course.authors[at], at):
            raise BadLink("message: it has a move that its device has not signed")


# --- What no honest device signs -----------------------------------------------------------------


def _check(ledger: Ledger, device: int, statement: Statement) -> None:
    """Check what a device has signed about moves that are known."""
    course, count = ledger.course, statement.count
    if statement.link > course.newest_link(count):
        raise ledger.cheating("a link is shown before its time", device, count, "early")
    if statement.link < course.needed_link(device, count):
        reason = "a segment ends without the link that belongs to it"
        raise ledger.cheating(reason, device, count, "missing")
    has_finished = course.has_finished(device, count)
    if statement.private is not None:
        _check_private(ledger, device, statement.private, has_finished)
    elif has_finished:
        reason = "the last tile is placed without the value that proves the hand"
        raise ledger.cheating(reason, device, count, "withheld")


def _check_private(ledger: Ledger, device: int, private: bytes, has_finished: bool) -> None:
    party, count = ledger.parties[device], len(ledger.course.moves)
    if not is_same(commitment(party.key, private), party.commitment):
        reason = "the value shown at the end is not the one to which the device is committed"
        raise ledger.cheating(reason, device, count, "value")
    if not has_finished:
        reason = "the value that proves the hand is shown before the last placement"
        raise ledger.cheating(reason, device, count, "early")
    for seat in party.seats:
        _check_held(ledger, seat, ledger.course.open_values.get(seat, private))


def _check_held(ledger: Ledger, seat: Seat, private: bytes) -> None:
    """Check the placements of a seat, given the value that determines its draws."""
    number = first_not_held(seat, private, ledger.course)
    if number is not None:
        tile = ledger.course.played_by(seat)[number]
        reason = f"{tile} was placed, which that seat had not drawn"
        turn = number * len(ledger.roster.owners) + seat + 1
        raise Cheating(f"{ledger.roster.names[seat]}: {reason}", seat, turn, "tile")


def holds_own(ledger: Ledger) -> bool:
    """Whether the seats of this device placed only what they had drawn."""
    private, course = ledger.secrets.private, ledger.course
    values = dict.fromkeys(ledger.seats_of(ledger.own), private) | course.open_values
    return all(first_not_held(seat, value, course) is None for seat, value in values.items())


def decided_twice(ledger: Ledger, at: int) -> Cheating:
    """The finding about two continuations of one position, both signed by who decided there.

    Args:
        at: index of the first move in which the two differ.
    """
    seat = ledger.course.deciders[at]
    reason = "decided twice; this also happens when an older state was restored"
    return ledger.cheating(reason, ledger.course.authors[at], at + 1, "twice", seat)
