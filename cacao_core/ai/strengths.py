"""The levels by name, and their search settings; all that is needed to offer them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Strength(NamedTuple):
    """The search settings of a level.

    Attributes:
        width: number of turns that it compares; 1 uses the turn with the largest immediate gain.
        depth: number of turns that its playouts look ahead.
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
"""Levels that use the learned tables; ``easy`` works differently."""

LEVELS: Final = ("easy", *STRENGTHS)
"""Names of the levels, weakest first."""
