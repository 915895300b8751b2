"""A second look at the best turns of a search, by playouts that had no part in choosing them.

The best of many noisy results is too good to be true: whoever values a choice by the playouts that
chose it, flatters it. So the best few turns are played again, all on the same fresh deals: once as
in the search, and once with the next player's thoughtful answer (:mod:`cacao_core.ai.master`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from cacao_core.ai.master import values_after
from cacao_core.ai.playouts.evaluation import lead_of, win_chances
from cacao_core.ai.search import QuickRoot, SearchOption, play_on

_PER_DEAL: Final = 15
"""So many playouts of the budget for each seat give one deal; with more seats, luck counts less."""


class Appraised:
    """The results of a turn's fresh playouts.

    Attributes:
        option: the turn, with its results in the search.
        gold: for each seat the sum of its final gold.
        wins: for each seat the sum of its chances of winning, in the half as in the search.
        leads: for each deal the deciding seat's lead over the best of the others, in gold.
    """

    __slots__ = ("gold", "leads", "option", "wins")

    def __init__(self, option: SearchOption[Any]) -> None:
        self.option = option
        self.gold = [0.0] * len(option.gold)
        self.wins = [0.0] * len(option.gold)
        self.leads: list[float] = []

    @property
    def deals(self) -> int:
        """Number of deals; there are two playouts for each."""
        return len(self.leads)


class Appraisal:
    """Fresh playouts of some turns.

    Args:
        options: the turns.
        depth: number of turns that a playout as in the search continues.
        rng: the only source of randomness.
    """

    def __init__(
        self,
        root: QuickRoot[Any, Any],
        options: Sequence[SearchOption[Any]],
        depth: int,
        rng: Random,
    ) -> None:
        self._root = root
        self._depth = depth
        self._rng = rng
        self.turns = [Appraised(option) for option in options]
        """The turns with their results."""
        self.is_done = False
        """Whether all playouts have been run."""

    def steps(self, budget: int) -> Iterator[float]:
        """Run the playouts; yields the share done, after each turn on each deal."""
        seats = len(self.turns[0].gold)
        deals = max(1, budget // (_PER_DEAL * seats))
        for deal in range(deals):
            dealt = self._root.deal(self._rng)
            for at, turn in enumerate(self.turns, start=1):
                self._try(turn, dealt)
                yield (deal + at / len(self.turns)) / deals
        self.is_done = True

    def _try(self, turn: Appraised, dealt: object) -> None:
        state = self._root.after(dealt, turn.option.way)
        answered = values_after(state.copy())
        values = play_on(self._depth, state)
        gold = [(one + other) / 2 for one, other in zip(values, answered, strict=True)]
        turn.leads.append(lead_of(gold, self._root.seat))
        for seat, chance in enumerate(win_chances(state, values)):
            turn.gold[seat] += gold[seat]
            turn.wins[seat] += chance
