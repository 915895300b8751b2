"""What a search says about a position: ranked moves with margin and chance of winning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from cacao_core.moves import Move
from cacao_core.tiles import Seat


class Candidate(NamedTuple):
    """One move that was looked at.

    Attributes:
        move: the move.
        line: the move and those of the same seat that are expected to follow in this turn, as
            far as nothing hidden decides about them.
        margin: expected gold at the end of the game above the best of the others (below: < 0).
        win: chance of winning, 0 to 1; a shared victory counts for each winner's share.
        simulations: continuations that were tried for it.
    """

    move: Move
    line: tuple[Move, ...]
    margin: float
    win: float
    simulations: int


@dataclass(frozen=True)
class Analysis(Sequence[Candidate]):
    """The moves of the seat to move, best first, and what the position is worth.

    Attributes:
        seat: who is to move; None when the game is over.
        candidates: the moves that were looked at, best first; empty when the game is over.
        margins: for each seat the expected gold at the end above the best of the others.
        wins: for each seat the chance of winning; they add up to 1.
    """

    seat: Seat | None
    candidates: tuple[Candidate, ...]
    margins: tuple[float, ...]
    wins: tuple[float, ...]

    @overload
    def __getitem__(self, index: int) -> Candidate: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Candidate, ...]: ...

    def __getitem__(self, index: int | slice) -> Candidate | tuple[Candidate, ...]:
        return self.candidates[index]

    def __len__(self) -> int:
        return len(self.candidates)
