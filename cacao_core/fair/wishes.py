"""Signed wishes of devices to end a game that does not go on (docs/fair.md, "Ending a game early").

A device says so in its newest statement, in the place of an answer to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cacao_core.fair.hashes import digest
from cacao_core.fair.statements import QUESTION, Statement


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
        Wish(count, draws, leaves)
        for count in range(statement.count, len(hashes))
        for draws in (False, True)
        for leaves in (False, True)
    )
    return next((wish for wish in found if wish.value(hashes[wish.at]) == value), None)
