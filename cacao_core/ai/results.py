"""The result of an analysis: ranked moves with expected margin and chance of winning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, overload

from cacao_core.ai.playouts.evaluation import lead_of
from cacao_core.moves import Move
from cacao_core.notebook import shown
from cacao_core.tiles import Seat

_FEW: Final = 20
"""Playouts below which an estimate is rough: chance moves it by several gold."""

_DIGITS: Final = 9


class Candidate(NamedTuple):
    """A move that was examined."""

    move: Move
    line: tuple[Move, ...]
    """The move and the expected following ones of the same seat in this turn, up to the first that
    depends on hidden tiles."""
    margin: float
    """Expected lead in gold at the end of the game (negative: behind)."""
    win: float
    """Chance of winning, 0 to 1; a shared victory counts for each winner's share."""
    simulations: int
    """Number of playouts for it; 0 if its value is exact."""
    error: float = 0.0
    """Half of the 95 % interval of its distance in margin from the first candidate, for all
    candidates that were looked at closely together; 0 for the first, and if its value is exact,
    ``inf`` after a single deal. Both were played on the same deals."""

    @property
    def is_rough(self) -> bool:
        """True if it was looked at so briefly that its figures may be far off."""
        return 0 < self.simulations < _FEW


@dataclass(frozen=True)
class Analysis(Sequence[Candidate]):
    """The moves of the seat to move, best first, and the value of the position."""

    seat: Seat | None
    """The seat to move; None when the game is over."""
    candidates: tuple[Candidate, ...]
    """The examined moves, best first; empty when the game is over."""
    margins: tuple[float, ...]
    """Each seat's expected lead in gold over the best of the others."""
    wins: tuple[float, ...]
    """Each seat's chance of winning; they add up to 1."""
    exact: bool = False
    """True if nothing is estimated: the end of the game was solved, or it is over. Chances are then
    1, 0, or shares of a victory. Margins are those of best play; with three and four players, when
    others have still to decide, they are what the seat can secure."""
    _repr_svg_ = shown

    @overload
    def __getitem__(self, index: int) -> Candidate: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Candidate, ...]: ...

    def __getitem__(self, index: int | slice) -> Candidate | tuple[Candidate, ...]:
        return self.candidates[index]

    def first(self, count: int) -> Analysis:
        """This analysis with so many candidates at most."""
        return replace(self, candidates=self.candidates[:count])

    def __len__(self) -> int:
        return len(self.candidates)


class AnalysedTurn(NamedTuple):
    """A turn as it was played, beside the best one."""

    analysis: Analysis
    """The position before it."""
    played: Candidate
    """The turn as played."""
    change: tuple[float, ...]
    """The change in each seat's expected lead in gold, beside the best turn."""
    wins: tuple[float, ...]
    """Each seat's chance of winning after it; they add up to 1."""


def rounded(*figures: float) -> tuple[float, ...]:
    """Figures as they are told: without the digits in which Pythons differ.

    From 3.12 on, ``sum`` loses less in adding. Figures that are differences of such figures stay
    without them too, if they are rounded again.
    """
    return tuple(round(figure, _DIGITS) + 0.0 for figure in figures)  # and no -0.0


def margins_of(gold: Sequence[float]) -> tuple[float, ...]:
    """Each seat's lead over the best of the others."""
    return tuple(lead_of(gold, seat) for seat in range(len(gold)))
