"""Alpha-beta over whole turns, once no jungle tile is left.

Alpha-beta as in Knuth and Moore (An Analysis of Alpha-Beta Pruning, 1975), fail-soft, with null
windows for all but the first turn (Reinefeld, An Improvement to the Scout Tree Search Algorithm,
1983) and a table of the positions met before. The gain of a turn is known before it is played, and
nothing that one player owns changes what another may do. So values are gains from here on:
positions that differ in gold only are met once, and a turn whose gain, with the most that can
follow, is too small is not tried.
"""

from __future__ import annotations

from typing import TypeAlias

from cacao_core.ai.endings.field import INFINITE, EndingTurn, Field, PlayerState, Temples
from cacao_core.tiles import Seat

Window: TypeAlias = tuple[int, int]
"""Alpha and beta: a result up to alpha is an upper bound, one from beta on is a lower bound."""
FieldPosition: TypeAlias = tuple[int, Temples, PlayerState, PlayerState, Seat]
"""A position: open cells, workers at temples, the mover, the other, and the mover's seat."""


class TooMuch(Exception):
    """The budget is used up."""


class Budget:
    """A number of nodes that a search may visit.

    Attributes:
        nodes: nodes visited so far.
        most: the largest number allowed.
    """

    __slots__ = ("most", "nodes")

    def __init__(self, most: int) -> None:
        self.nodes = 0
        self.most = most

    def spend(self) -> None:
        """Count a node.

        Raises:
            TooMuch: more than allowed.
        """
        self.nodes += 1
        if self.nodes > self.most:
            raise TooMuch


class DuelSearch:
    """The search for two players.

    Args:
        field: the cells, tiles and temples.
        budget: counts the nodes.
    """

    def __init__(self, field: Field, budget: Budget) -> None:
        self.field = field
        self._budget = budget
        self._known: dict[FieldPosition, tuple[int, int, EndingTurn | None]] = {}
        self._alone: dict[tuple[int, Temples, PlayerState, Seat], int] = {}

    def search(self, at: FieldPosition, window: Window) -> int:
        """The most that the mover gains on the other from here on, in standing.

        Args:
            at: the position.
            window: the results that matter.

        Raises:
            TooMuch: the budget is used up.
        """
        places, temples, me, other, seat = at
        if not me[1]:
            return 0
        if not other[1]:
            return self.field.best_gain(seat, me, places, temples)
        alpha, beta = window
        low, high, first = self._known.get(at, (-INFINITE, INFINITE, None))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self._budget.spend()
        best, first = self._best(at, window, first)
        if best > alpha:
            low = best
        if best < beta:
            high = best
        self._known[at] = (low, high, first)
        return best

    def _best(
        self, at: FieldPosition, window: Window, first: EndingTurn | None
    ) -> tuple[int, EndingTurn | None]:
        """The best value within a window, and its turn; ``first`` is tried first."""
        places, temples, me, other, seat = at
        alpha, beta = window
        steps = self.field.steps(seat, me, places, temples)
        if first:
            steps.insert(0, first)
        sure = self.field.sure_gain(1 - seat, other, places)
        best, best_step = -INFINITE, first
        for step in steps:
            most = step.gain - sure  # the others' turns may bring them no more than this one
            if len(me[1]) > 1 or most > alpha:
                after, workers, side = self.field.played(places, temples, me, seat, step)
                most += self.alone(after, workers, side, seat)
            if most <= alpha:
                best = max(best, most)
                continue
            child = (after, workers, other, side, 1 - seat)
            value = self._value(step.gain, child, (alpha, beta), best == -INFINITE)
            if value > best:
                best, best_step = value, step
                alpha = max(alpha, value)
                if value >= beta:
                    break
        return best, best_step

    def _value(self, gain: int, child: FieldPosition, window: Window, is_first: bool) -> int:
        """The value of a turn: its gain, less what the other gains afterwards."""
        alpha, beta = window
        if not is_first and beta > alpha + 1:
            value = gain - self.search(child, (gain - alpha - 1, gain - alpha))
            if not alpha < value < beta:
                return value
        return gain - self.search(child, (gain - beta, gain - alpha))

    def alone(self, places: int, temples: Temples, side: PlayerState, seat: Seat) -> int:
        """The most that a seat gains if the other does nothing; an upper bound.

        The other's turns take cells and add workers to temples. Neither brings more to the seat.
        """
        if not side[1]:
            return 0
        if len(side[1]) == 1:
            return self.field.best_gain(seat, side, places, temples)
        key = (places, temples, side, seat)
        best = self._alone.get(key)
        if best is None:
            self._budget.spend()
            best = -INFINITE
            for step in self.field.steps(seat, side, places, temples):
                after, workers, rest = self.field.played(places, temples, side, seat, step)
                best = max(best, step.gain + self.alone(after, workers, rest, seat))
            self._alone[key] = best
        return best
