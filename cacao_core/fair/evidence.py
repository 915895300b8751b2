"""Two versions of one game: who is to blame, once the keys of the tags are known (docs/fair.md)."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core.fair import hashes
from cacao_core.fair.errors import Cheating
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.letters import News
from cacao_core.tiles import Seat


class Evidence(NamedTuple):
    """Another version than the one that was accepted first, received before its key was known.

    Attributes:
        author: number of the device in whose name both versions are.
        passer: number of the device in whose name the message came.
        covers: the number of moves in the history of the author's tag in it.
        key: number of the link that is the key of the tag.
        history: hash of these moves.
        tag: the author's tag.
        seat: of the author, that decided in two ways.
        turn: in which it did.
    """

    author: int
    passer: int
    covers: int
    key: int
    history: bytes
    tag: bytes
    seat: Seat
    turn: int

    def judged(self, ledger: Ledger) -> Cheating | None:
        """Who did it, once it can be told."""
        if ledger.chains[self.author].newest < self.key:
            return None
        link = ledger.chains[self.author][self.key]
        tag = hashes.tag(ledger.game, self.author, link, self.covers, self.history)
        if hashes.is_same(tag, self.tag):
            return Cheating(_TWO.format(ledger.roster.names[self.seat]), self.seat, self.turn)
        passer = ledger.seats_of(self.passer)[0]
        name = ledger.roster.names[self.seat]
        return Cheating(_CHANGED.format(ledger.roster.names[passer], name), passer, self.turn)


_TWO = "{} made two different moves in one position"
_CHANGED = "{} passed on moves of {} that are not what was played"


def of_fork(ledger: Ledger, other: Ledger, news: News, at: int) -> tuple[Cheating, Evidence | None]:
    """What two versions of a game say.

    Args:
        ledger: the version that was accepted first.
        other: the version of the message.
        news: the message.
        at: index of the first move in which they differ.
    """
    seat, turn = ledger.course.deciders[at], ledger.course.turn_of(at)
    author, passer = ledger.roster.owners[seat], news.sender
    name, sender = (ledger.roster.names[one] for one in (seat, ledger.seats_of(passer)[0]))
    first = ledger.seats_of(passer)[0]
    if author == ledger.own:  # whoever passed it on may have been told so by another device
        others = [ledger.seats_of(device)[0] for device in ledger.others]
        return Cheating(_CHANGED.format(sender, name), first, turn, [first, *others]), None
    if author == passer and len(ledger.devices) == 2:
        return Cheating(_TWO.format(name), seat, turn), None
    tag = news.tags[author]
    assert tag is not None  # noqa: S101  # a message with moves has the tag of their author
    key = other.course.key_index(tag.covers)
    if key <= ledger.chains[author].newest:
        reason = f"{sender} passed on another move of {name}, which anybody can have made by now"
        return Cheating(reason, first, turn), None
    history = other.course.hashes[tag.covers]
    evidence = Evidence(author, passer, tag.covers, key, history, tag.value, seat, turn)
    if author == passer:
        return Cheating(_TWO.format(name), seat, turn), evidence
    reason = f"{name} made two different moves in one position, or {sender} changed one"
    return Cheating(reason, seat, turn, [seat, first]), evidence
