"""Alpha-beta over the last turns of three and four players, once no jungle tile is left.

One seat takes the most that it can secure, and all others keep it from that.
"""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core.ai.endings.field import (
    COUNT_BITS,
    INFINITE,
    EndingTurn,
    Field,
    PlayerState,
    Temples,
)
from cacao_core.ai.endings.search import Budget, Window
from cacao_core.ai.playouts.encoding import SEAT_BITS
from cacao_core.tiles import Seat


class TempleCrowd:
    """The search.

    Args:
        field: the cells, tiles and temples.
        budget: counts the nodes.
        seat: whose lead over the best of the others is searched.
    """

    def __init__(self, field: Field, budget: Budget, seat: Seat) -> None:
        self._field = field
        self._budget = budget
        self._seat = seat

    def search(
        self,
        places: int,
        temples: Temples,
        scores: tuple[int, ...],
        movers: tuple[tuple[Seat, PlayerState], ...],
        window: Window,
    ) -> int:
        """The seat's lead at the end, in standing.

        Args:
            places: the open cells.
            temples: the workers at the temples.
            scores: each seat's standing without temples.
            movers: the players with a tile left, the one to move first.
            window: the results that matter.
        """
        if not movers:
            return self._lead(temples, scores)
        self._budget.spend()
        (mover, side), *rest = movers
        mine, later = mover == self._seat, tuple(rest)
        alpha, beta = window
        best = -INFINITE if mine else INFINITE
        for step in self._steps(places, temples, mover, side, not rest):
            gain, _held, _kind, place, _covered, change = step
            value = self.search(
                places - (1 << COUNT_BITS * place) if place >= 0 else places,
                temples + (change << SEAT_BITS * mover),
                (*scores[:mover], scores[mover] + gain, *scores[mover + 1 :]),
                later,
                (alpha, beta),
            )
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    def _steps(
        self, places: int, temples: Temples, mover: Seat, side: PlayerState, last: bool
    ) -> Iterable[EndingTurn]:
        """The turns of a player with one tile; of the last one only those that differ."""
        steps = self._field.steps(mover, side, places, temples)
        if not last:
            return steps
        best: dict[Temples, EndingTurn] = {}
        for step in steps:
            best.setdefault(step.temples, step)  # most gain first
        return best.values()

    def _lead(self, temples: Temples, scores: tuple[int, ...]) -> int:
        totals = [
            score + paid for score, paid in zip(scores, self._field.payments(temples), strict=True)
        ]
        mine = totals.pop(self._seat)
        return mine - max(totals)
