"""Flat search: try the most promising turns on many re-deals, a few turns deep, and value the end.

Each round deals the hidden tiles again and plays every turn that is still in the running on the
same deal, so that luck falls on all alike (common random numbers); after each stage the worse half
is left (sequential halving: Karnin, Koren and Somekh, ICML 2013). Playouts stop after a few turns,
for :func:`~cacao_core.ai.evaluation.evaluate` knows more than further turns of the quick player
would tell (early playout termination: Lorentz, ACG 2015).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, Generic, Protocol, TypeVar

from cacao_core.ai.encoding import turns_of
from cacao_core.ai.evaluation import evaluate, win_chances
from cacao_core.ai.policy import best_action
from cacao_core.ai.state import State
from cacao_core.moves import Move
from cacao_core.tiles import Seat

_TO_THE_END: Final = 6
"""With so few turns of the game to come, playouts go on to its end."""


Way = TypeVar("Way")
"""Something that the seat to move may do."""
Dealt = TypeVar("Dealt")
"""The position with the hidden tiles dealt again."""


class Root(Protocol[Way, Dealt]):
    """What is to be decided."""

    @property
    def seat(self) -> Seat:
        """Who decides."""

    @property
    def ways(self) -> Sequence[Way]:
        """What the seat may do, the most promising first; at least one."""

    def deal(self, rng: Random) -> Dealt:
        """Deal the tiles again that the seat does not see."""

    def after(self, dealt: Dealt, way: Way) -> State:
        """The start of the next turn, if the seat does so; ``dealt`` stays as it is."""

    def first_move(self, way: Way) -> Move:
        """The first move of a way."""

    def line(self, way: Way) -> tuple[Move, ...]:
        """A way's moves of this turn, as far as nothing hidden decides about them."""


class Option(Generic[Way]):
    """A way under study, and what its playouts came to.

    Attributes:
        way: what is done.
        simulations: number of playouts.
        gold: for each seat the sum, over the playouts, of its gold at the end.
        wins: for each seat the sum of its chances of winning.
        margins: sum of the deciding seat's gold above the best of the others.
    """

    __slots__ = ("gold", "margins", "simulations", "way", "wins")

    def __init__(self, way: Way, seats: int) -> None:
        self.way = way
        self.simulations = 0
        self.margins = 0.0
        self.gold = [0.0] * seats
        self.wins = [0.0] * seats

    @property
    def margin(self) -> float:
        """Expected gold of the deciding seat at the end, above the best of the others."""
        return self.margins / self.simulations


class Search(Generic[Way, Dealt]):
    """Which of the ways is best for the seat that decides.

    Args:
        root: what is to be decided; hidden tiles have no influence.
        width: how many of its ways are compared.
        depth: turns that a playout goes on after the present one.
        rng: the only source of chance.
        kept: a way that is studied to the end, however it does.
    """

    def __init__(
        self,
        root: Root[Way, Dealt],
        width: int,
        depth: int,
        rng: Random,
        kept: Way | None = None,
    ) -> None:
        self._root = root
        self._seat = root.seat
        self._depth = depth
        self._rng = rng
        seats = len(root.after(root.deal(Random(0)), root.ways[0]).held)
        self.options = [Option(way, seats) for way in root.ways[:width]]
        self.kept: Option[Way] | None = None
        if kept is not None:
            self.kept = Option(kept, seats)
            self.options.append(self.kept)

    def steps(self, budget: int) -> Iterator[float]:
        """Use up to about ``budget`` playouts; yields the share of them done, after each.

        Afterwards, and after each round, :attr:`options` are in their order, best first.
        """
        alive = len(self.options)
        stages = max(1, (alive - 1).bit_length())
        done = 0
        for _stage in range(stages):
            for _deal in range(max(1, budget // (stages * alive))):
                dealt = self._root.deal(self._rng)
                for option in self.options[:alive]:
                    self._try(option, dealt)
                    done += 1
                    yield min(0.999, done / budget)
                best = sorted(self.options[:alive], key=lambda option: -option.margin)
                self.options[:alive] = best
            alive = self._halve(alive)
        yield 1.0

    def _halve(self, alive: int) -> int:
        """How many options stay in the running."""
        half = (alive + 1) // 2
        if self.kept and self.kept in self.options[half:alive]:
            self.options.remove(self.kept)
            self.options.insert(half, self.kept)
            half += 1
        return half

    def _try(self, option: Option[Way], dealt: Dealt) -> None:
        """One playout."""
        state = self._root.after(dealt, option.way)
        turns = sum(map(turns_of, state.held))
        for _turn in range(turns if turns <= _TO_THE_END else self._depth):
            state.play(best_action(state))
        values = evaluate(state)
        option.simulations += 1
        for seat, (value, chance) in enumerate(
            zip(values, win_chances(state, values), strict=True)
        ):
            option.gold[seat] += value
            option.wins[seat] += chance
        mine = values.pop(self._seat)
        option.margins += mine - max(values)
