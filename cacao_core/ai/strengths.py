"""The levels by name, and how hard each of them thinks; no more, for who only offers them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Strength(NamedTuple):
    """How hard a level thinks about a turn.

    Attributes:
        width: turns that it compares; 1 takes what brings most at once.
        depth: turns that its playouts look ahead.
        budget: playouts for a turn.
    """

    width: int
    depth: int
    budget: int


STRENGTHS: Final = {
    "medium": Strength(width=1, depth=0, budget=1),
    "hard": Strength(width=4, depth=2, budget=8),
    "expert": Strength(width=24, depth=4, budget=600),
}
"""Levels that play by the learned tables; ``easy`` has a head of its own."""

LEVELS: Final = ("easy", *STRENGTHS)
"""Names of the levels, weakest first."""
