"""Signed wishes of devices about a game that does not go on (docs/fair.md, "Ending a game early").

A device says so in its newest statement, in the place of an answer to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from cacao_core.fair.hashes import digest
from cacao_core.fair.statements import QUESTION, Statement

Wanted: TypeAlias = Literal["over", "left", "pass"]
"""``over``: the game ends where it stands. ``left``: the device has left, whatever follows.
``pass``: the seats of the device for which the game waits pass on."""
LABELS: Final[tuple[Wanted, ...]] = get_args(Wanted)


class Wish(NamedTuple):
    """A device's wish about a game that does not go on."""

    at: int
    """Number of moves."""
    draws: bool
    """Whether a draw is awaited after them."""
    wanted: Wanted

    @property
    def leaves(self) -> bool:
        """Whether the device has left; any other wish is gone when the game goes on."""
        return self.wanted == "left"

    def value(self, history: bytes) -> bytes:
        """The fields that are signed, given the hash of the moves."""
        return digest(self.wanted, self.at, int(self.draws), history)[:QUESTION]


def wish_in(statement: Statement | None, device: int, hashes: Sequence[bytes]) -> Wish | None:
    """The wish in a device's newest statement; None if it plays.

    Args:
        statement: the statement.
        device: its number.
        hashes: of the moves, after each number of them.
    """
    value = statement.answer_to(device) if statement else b""
    if not (statement and value):
        return None
    found = (
        Wish(count, draws, wanted)
        for count in range(statement.count, len(hashes))
        for draws in (False, True)
        for wanted in LABELS
    )
    return next((wish for wish in found if wish.value(hashes[wish.at]) == value), None)
