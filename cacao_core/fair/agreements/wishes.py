"""Signed wishes of devices about a game that does not go on (docs/fair.md, "Ending a game early").

A device says so in its newest statement, in the place of an answer to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from cacao_core.fair.agreements.statements import QUESTION, Statement
from cacao_core.fair.hashes import digest

Wanted: TypeAlias = Literal["over", "left", "pass", "give"]
"""``over``: the game ends where it stands. ``left``: the device has left, whatever follows.
``pass``: the seats of the device for which the game waits pass on. ``give``: they are given to a
new device, see :mod:`cacao_core.fair.agreements.claims`."""
LABELS: Final[tuple[Wanted, ...]] = ("over", "left", "pass")


class Wish(NamedTuple):
    """A device's wish about a game that does not go on."""

    at: int
    """Number of moves."""
    draws: bool
    """Whether a draw is awaited after them."""
    wanted: Wanted
    claim: bytes = b""
    """With ``give``, the hash of the claim of that device."""

    @property
    def passes(self) -> bool:
        """Whether the seats for which the game waits shall not stay with their device."""
        return self.wanted in {"pass", "give"}

    @property
    def leaves(self) -> bool:
        """Whether the device has left; any other wish is gone when the game goes on."""
        return self.wanted == "left"

    def value(self, history: bytes) -> bytes:
        """The fields that are signed, given the hash of the moves."""
        claim = (self.claim,) if self.claim else ()
        return digest(self.wanted, self.at, int(self.draws), history, *claim)[:QUESTION]


def wish_in(
    statement: Statement | None, device: int, hashes: Sequence[bytes], claims: Sequence[bytes] = ()
) -> Wish | None:
    """The wish in a device's newest statement; None if it plays.

    Args:
        statement: the statement.
        hashes: of the moves, after each number of them.
        claims: the hashes of the claims that are known.
    """
    value = statement.answer_to(device) if statement else b""
    if not (statement and value):
        return None
    wanted = [Wish(0, False, label) for label in LABELS]
    wanted += [Wish(0, False, "give", claim) for claim in claims]
    wishes = (
        wish._replace(at=count, draws=draws)
        for count in range(statement.count, len(hashes))
        for draws in (False, True)
        for wish in wanted
    )
    return next((wish for wish in wishes if wish.value(hashes[wish.at]) == value), None)
