"""The levels by name, and their search settings; all that is needed to offer them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Strength(NamedTuple):
    """The search settings of a level."""

    width: int
    """Number of turns that it compares; 1 uses the turn with the largest immediate gain."""
    depth: int
    """Number of turns that its playouts look ahead."""
    budget: int
    """Playouts for a turn."""


class Habits(NamedTuple):
    """The habits that tell a level below ``medium`` from it; see :mod:`cacao_core.ai.beginner`."""

    insight: float = 0.0
    """From 0, a beginner's idea of what goods are worth, to 1, the learned values. It is also the
    weight of what others gain, and decides how long cacao is kept for a better price."""
    overlooked: float = 0.0
    """Share of the cells that it overlooks."""
    blind: bool = False
    """Whether these may be near the latest tiles, too."""
    haze: float = 0.0
    """Standard deviation of its errors in judging a turn, in gold."""
    vague: float = 0.0
    """The same for a cell as a whole."""
    hasty: float = 0.0
    """Share of the ways to turn the tile and to fill that it does not think of."""
    narrow: float = 0.0
    """Share of the turns in which it thinks of one kind of thing only."""


HABITS: Final = {
    "newcomer": Habits(overlooked=0.6, blind=True, haze=1.1, vague=2.6, hasty=0.92, narrow=1.0),
    "beginner": Habits(overlooked=0.5, blind=True, haze=0.8, vague=1.6, hasty=0.65, narrow=0.75),
    "relaxed": Habits(overlooked=0.45, blind=True, haze=0.75, vague=0.9, hasty=0.4, narrow=0.45),
    "gentle": Habits(overlooked=0.35, blind=True, haze=0.7, vague=0.3, hasty=0.12, narrow=0.15),
    "easy": Habits(overlooked=0.3, haze=0.7),
    "casual": Habits(insight=0.17, overlooked=0.26, haze=0.62),
    "fair": Habits(insight=0.37, overlooked=0.2, haze=0.52),
    "steady": Habits(insight=0.57, overlooked=0.15, haze=0.42),
    "able": Habits(insight=0.75, overlooked=0.115, haze=0.35),
}
"""Levels that play like people who learn the game."""

STRENGTHS: Final = {
    "medium": Strength(width=1, depth=0, budget=1),
    "hard": Strength(width=4, depth=2, budget=8),
    "expert": Strength(width=24, depth=4, budget=600),
    "master": Strength(width=24, depth=1, budget=700),
}
"""Levels that compare whole turns by the learned tables."""

LEVELS: Final = (*HABITS, *STRENGTHS)
"""Names of the levels, weakest first."""

SEARCHING: Final = tuple(level for level, strength in STRENGTHS.items() if strength.width > 1)
"""The levels that compare turns by playouts; others need no budget."""
