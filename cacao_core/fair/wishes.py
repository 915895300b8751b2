"""Signed wishes of devices to end a game that does not go on (docs/fair.md, "Ending a game early").

A device says so in its newest statement, in the place of an answer to itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cacao_core.fair.hashes import digest
from cacao_core.fair.statements import QUESTION

if TYPE_CHECKING:
    from cacao_core.fair.ledger import Ledger


class Wish(NamedTuple):
    """That a device wants to end the game where it stands, or that it has left it."""

    at: int
    """Number of moves."""
    draws: bool
    """Whether a draw is awaited after them."""
    leaves: bool
    """Whether it has left, whatever follows; else the wish is gone when the game goes on."""

    def value(self, history: bytes) -> bytes:
        """The fields that are signed, given the hash of the moves."""
        label = "left" if self.leaves else "over"
        return digest(label, self.at, int(self.draws), history)[:QUESTION]


def wish_of(ledger: Ledger, device: int) -> Wish | None:
    """The wish in a device's newest statement; None if it plays."""
    statement = ledger.statements[device]
    value = statement.answer_to(device) if statement else b""
    if not (statement and value):
        return None
    hashes = ledger.course.hashes
    found = (
        Wish(count, draws, leaves)
        for count in range(statement.count, len(hashes))
        for draws in (False, True)
        for leaves in (False, True)
    )
    return next((wish for wish in found if wish.value(hashes[wish.at]) == value), None)


def ended_at(ledger: Ledger) -> int | None:
    """The number of moves after which the devices have ended the game; None if it goes on.

    One of two devices ends it alone. Of more, all must agree but those for which it waits: these
    are known to everybody, so nobody is called silent by one device alone.
    """
    wishes = {device: wish_of(ledger, device) for device in ledger.devices}
    made = {device: wish for device, wish in wishes.items() if wish}
    left = {device for device, wish in made.items() if wish.leaves}
    if made and (len(ledger.devices) == 2 or len(left) >= len(ledger.devices) - 1):
        return max(wish.at for wish in made.values())
    for count, draws in {(wish.at, wish.draws) for wish in made.values() if not wish.leaves}:
        agreed = left | {d for d, wish in made.items() if wish == (count, draws, False)}
        if _waits_only_for(ledger, set(ledger.devices) - agreed, count, draws):
            return count
    return None


def _waits_only_for(ledger: Ledger, others: set[int], count: int, draws: bool) -> bool:
    """Whether the game waited for no devices but some, after a number of moves."""
    course = ledger.course
    if draws and not count:
        shown = [device for device in others if ledger.chains[device].newest >= 0]
        return len(others) == 1 or not shown
    if draws:
        return any(c.at == count and others <= {c.second} for c in course.closings)
    if count < len(course.moves):
        return others <= {course.owners[course.deciders[count]]}
    turn = course.game.to_move
    return turn is not None and not course.drawing and others <= {course.owners[turn]}
