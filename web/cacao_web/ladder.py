"""The solo ladder: eight games against the levels, each with a target; who reaches it climbs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core.scoring import Score
from cacao_core.tiles import Seat


class Rung(NamedTuple):
    """One game of the ladder.

    Attributes:
        levels: the computers that sit there besides the person.
        gold: what the person has to reach at least.
        wins: whether the person has to win as well, alone or with others.
    """

    levels: tuple[str, ...]
    gold: int
    wins: bool = False

    def reached(self, scores: Sequence[Score], winners: Sequence[Seat], seat: Seat) -> bool:
        """Whether the person at a seat has reached the target of a game that is over."""
        return scores[seat].total >= self.gold and (not self.wins or seat in winners)


RUNGS: Final = (
    Rung(("easy",), 25),
    Rung(("easy", "easy"), 30, wins=True),
    Rung(("medium",), 40),
    Rung(("easy", "medium", "easy"), 35, wins=True),
    Rung(("medium",), 50, wins=True),
    Rung(("medium", "medium"), 45, wins=True),
    Rung(("hard",), 55, wins=True),
    Rung(("expert",), 60, wins=True),
)
