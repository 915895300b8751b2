"""The exact value of a position for one seat, against best play of the others.

The value is a difference of standings (16 × gold + cacao): that of the seat less the best of the
others. Its sign says who wins, as docs/rules.md 5 does: most gold, then most cacao; 0 is a shared
victory. The seat takes the largest value, and all others the smallest. With two players, who cannot
both gain, that is the best play of both. With more it is what the seat can secure, whatever the
others do.
"""

from __future__ import annotations

from functools import cached_property

from cacao_core.ai.endings.crowd import TempleCrowd
from cacao_core.ai.endings.field import INFINITE, EndingTurn, Field, PlayerState
from cacao_core.ai.endings.goods import POINT, results, worth_at_end
from cacao_core.ai.endings.search import Budget, DuelSearch, Window
from cacao_core.ai.endings.turns import PendingEdges, turns_in
from cacao_core.ai.playouts.encoding import TEMPLE_NUMBER, Holding
from cacao_core.ai.playouts.state import State
from cacao_core.tiles import Seat

EVERYTHING: Window = (-INFINITE, INFINITE)
"""The window of all values."""


class Node:
    """A state at the start of a turn, with what was computed for its cells."""

    state: State
    """Its goods may be changed."""

    def __init__(self, state: State, budget: Budget) -> None:
        self.state = state
        self._budget = budget

    @cached_property
    def field(self) -> Field | None:
        """Its cells, tiles and temples; None while there are jungle tiles."""
        return None if self.state.display or self.state.jungle else Field(self.state)

    @cached_property
    def duel(self) -> DuelSearch | None:
        """The search on its field for two players."""
        return (
            DuelSearch(self.field, self._budget)
            if self.field and len(self.state.held) == 2
            else None
        )

    def own(self, seat: Seat, gold: int, held: Holding) -> None:
        """Give a player other goods."""
        self.state.gold[seat], self.state.held[seat] = gold, held

    def movers(self) -> tuple[tuple[Seat, PlayerState], ...]:
        """The players with a tile left, the one to move first."""
        seats = len(self.state.held)
        order = [(self.state.turn + later) % seats for later in range(seats)]
        field = self.field
        assert field is not None, "all jungle tiles are in the area"
        return tuple((seat, field.side(seat)) for seat in order if self.state.hands[seat])

    def scores(self) -> tuple[int, ...]:
        """Each seat's standing without temples, as if the game ended now."""
        state = self.state
        return tuple(
            POINT * gold + worth_at_end(held)
            for gold, held in zip(state.gold, state.held, strict=True)
        )

    def standings(self) -> list[int]:
        """Each seat's standing, as if the game ended now."""
        state = self.state
        points = list(self.scores())
        for space, facing in state.facing.items():
            if state.land[space] == TEMPLE_NUMBER:
                for seat, gold in enumerate(state.tables.temple(facing)):
                    points[seat] += POINT * gold
        return points


class EndingTree:
    """The search for one seat.

    Args:
        seat: whose value is searched.
        budget: counts the nodes.
    """

    def __init__(self, seat: Seat, budget: Budget) -> None:
        self.seat = seat
        self.budget = budget

    def value(self, node: Node, window: Window) -> int:
        """The value of a position at the start of a turn.

        Args:
            window: a value up to its first number is an upper bound; from its second on, a lower.

        Raises:
            TooMuch: the budget is used up.
        """
        if node.state.is_over:
            return self.lead(node.standings())
        if node.duel:
            return self._of_duel(node, node.duel, window)
        if node.field:
            return self._of_crowd(node, node.field, window)
        return self._of_turns(node, window)

    def lead(self, standings: list[int]) -> int:
        """The seat's standing less the best of the others."""
        return standings[self.seat] - max(
            standing for seat, standing in enumerate(standings) if seat != self.seat
        )

    def settle(self, node: Node, pending: PendingEdges, window: Window) -> int:
        """The value when some players have still to choose what their edges bring.

        Args:
            node: the position after all of it.
            pending: the players, in order, with their edges.
            window: as in :meth:`value`.
        """
        if not pending:
            return self.value(node, window)
        (seat, edges), *rest = pending
        state = node.state
        gold, held = state.gold[seat], state.held[seat]
        mine = seat == self.seat
        best = -INFINITE if mine else INFINITE
        alpha, beta = window
        for earned, after in results(held, edges):
            state.gold[seat], state.held[seat] = gold + earned, after
            value = self.settle(node, tuple(rest), (alpha, beta))
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        state.gold[seat], state.held[seat] = gold, held
        return best

    def _of_turns(self, node: Node, window: Window) -> int:
        """The value while there are jungle tiles."""
        mine = node.state.turn == self.seat
        best = -INFINITE if mine else INFINITE
        alpha, beta = window
        for child, pending in self._children(node):
            value = self.settle(child, pending, (alpha, beta))
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    def _children(self, node: Node) -> list[tuple[Node, PendingEdges]]:
        """The positions after each turn, the most promising first."""
        seat = node.state.turn
        children = []
        for number, turn in enumerate(turns_in(node.state)):
            self.budget.spend()
            after = node.state.copy()
            after.lay_out(turn.square, turn.orientation, turn.filling)
            child = Node(after, self.budget)
            children.append((-self.promise(child, turn.pending, seat), number, child, turn.pending))
        children.sort(key=lambda one: one[:2])
        return [one[2:] for one in children]

    def promise(self, node: Node, pending: PendingEdges, seat: Seat) -> int:
        """A guess at a turn's worth for a seat: its lead, if all take the most gold at once."""
        standings = node.standings()
        for other, edges in pending:
            held = node.state.held[other]
            gold, after = results(held, edges)[0]
            change = worth_at_end(after) - worth_at_end(held)
            standings[other] += POINT * gold + change
        return standings[seat] - max(
            standing for other, standing in enumerate(standings) if other != seat
        )

    # --- Without jungle tiles --------------------------------------------------------------------

    def _of_duel(self, node: Node, duel: DuelSearch, window: Window) -> int:
        """The value for two players."""
        seat, field = node.state.turn, duel.field
        now = self.lead(node.standings())
        at = (field.open, field.temples, field.side(seat), field.side(1 - seat), seat)
        value = duel.search(at, self._for_mover(seat, now, window))
        return now + (value if seat == self.seat else -value)

    def _for_mover(self, seat: Seat, now: int, window: Window) -> Window:
        """A window of values as one of gains of the seat to move."""
        alpha, beta = window[0] - now, window[1] - now
        return (alpha, beta) if seat == self.seat else (-beta, -alpha)

    def _of_crowd(self, node: Node, field: Field, window: Window) -> int:
        """The value for three and four players."""
        crowd = TempleCrowd(field, self.budget, self.seat)
        scores = node.scores()
        return crowd.search(field.open, field.temples, scores, node.movers(), window)

    def after(self, node: Node, step: EndingTurn, window: Window) -> int:
        """The value after a turn, one of those of the seat to move.

        Args:
            node: the position before it, without jungle tiles.
            step: the turn.
            window: as in :meth:`value`.
        """
        field = node.field
        assert field is not None
        (seat, side), *later = node.movers()
        places, temples, rest = field.played(field.open, field.temples, side, seat, step)
        if node.duel:
            now = self.lead(node.standings())
            low, high = self._for_mover(seat, now, window)
            child = (places, temples, field.side(1 - seat), rest, 1 - seat)
            value = step.gain - node.duel.search(child, (step.gain - high, step.gain - low))
            return now + (value if seat == self.seat else -value)
        scores = list(node.scores())
        scores[seat] += step.gain
        crowd = TempleCrowd(field, self.budget, self.seat)
        return crowd.search(places, temples, tuple(scores), tuple(later), window)
