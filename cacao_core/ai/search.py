"""Flat search: playouts of the most promising turns, a few turns deep, on many re-deals.

Each round deals the hidden tiles again and plays every remaining turn on the same deal, so that
luck is the same for all (common random numbers). After each stage the worse half is dropped
(sequential halving: Karnin, Koren and Somekh, ICML 2013). Playouts stop after a few turns, because
:func:`~cacao_core.ai.playouts.evaluation.evaluate` is more exact than further turns of the fast
player (early playout termination: Lorentz, ACG 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from cacao_core.ai.playouts.encoding import turns_left_of
from cacao_core.ai.playouts.evaluation import evaluate, lead_of
from cacao_core.ai.playouts.policy import best_action
from cacao_core.ai.playouts.state import State
from cacao_core.moves import Move
from cacao_core.position import Phase, Position
from cacao_core.tiles import Seat

EQUAL: Final = 0.01
"""Turns whose gains differ by less than this, in gold, are equally good: one is drawn at random."""
_SMALL_PART: Final = 3
"""Fills, activations and huts have few choices, so they get a turn's budget divided by this."""
_TO_THE_END: Final = 6
"""Number of remaining turns of the game from which on playouts go to its end."""


Way = TypeVar("Way")
"""A choice of the seat to move."""
Dealt = TypeVar("Dealt")
"""The position with the hidden tiles dealt again."""
After = TypeVar("After")
"""The position at the start of a turn."""


class Root(Protocol[Way, Dealt, After]):
    """A decision."""

    @property
    def seat(self) -> Seat:
        """The seat that decides."""

    @property
    def seats(self) -> int:
        """Number of players."""

    @property
    def ways(self) -> Sequence[Way]:
        """The choices, most promising first; at least one."""

    def deal(self, rng: Random) -> Dealt:
        """Deal the tiles hidden from the seat again."""

    def after(self, dealt: Dealt, way: Way) -> After:
        """The start of the next turn after a choice; ``dealt`` is not changed."""

    def chances(self, state: After, values: Sequence[float]) -> Sequence[float]:
        """Each seat's chance of winning, given the expected gold of all."""

    def first_move(self, way: Way) -> Move:
        """The first move of a choice."""

    def line(self, way: Way) -> tuple[Move, ...]:
        """The moves of a choice in this turn, up to the first that depends on hidden tiles."""


class QuickRoot(Root[Way, Dealt, State], Protocol[Way, Dealt]):
    """A decision for the quick player."""

    def standing(self, dealt: Dealt) -> State:
        """The start of a turn that is nearest to the decision; ``dealt`` is not changed."""


Play: TypeAlias = Callable[[After], Sequence[float]]
"""A playout: each seat's expected gold, from the start of a turn."""


class SearchOption(Generic[Way]):
    """A choice, and the results of its playouts.

    Attributes:
        way: the choice.
        simulations: number of playouts.
        gold: for each seat the sum of its final gold over the playouts.
        wins: for each seat the sum of its chances of winning.
        leads: for each playout the deciding seat's lead over the best of the others, in gold. The
            playouts of all options begin on the same deals.
        margins: the sum of these leads.
    """

    __slots__ = ("gold", "leads", "margins", "simulations", "way", "wins")

    def __init__(self, way: Way, seats: int) -> None:
        self.way = way
        self.simulations = 0
        self.leads: list[float] = []
        self.margins = 0.0
        self.gold = [0.0] * seats
        self.wins = [0.0] * seats

    @property
    def margin(self) -> float:
        """Expected final lead in gold of the deciding seat over the best of the others."""
        return self.margins / self.simulations


def playouts_of(view: Position, budget: int) -> int:
    """The part of a turn's budget for the next decision."""
    return budget if view.phase is Phase.PLACE else max(1, budget // _SMALL_PART)


class Search(Generic[Way, Dealt, After]):
    """Finds the best choice of the deciding seat.

    Args:
        root: the decision; hidden tiles have no influence.
        ways: the choices that are compared; at least one.
        play: the playout, from the start of the next turn.
        rng: the only source of randomness.
        kept: a choice that is never dropped. It has no influence on the others.
        drops: whether the worse half is dropped after each stage.
    """

    def __init__(
        self,
        root: Root[Way, Dealt, After],
        ways: Sequence[Way],
        play: Play[After],
        rng: Random,
        kept: Way | None = None,
        drops: bool = True,
    ) -> None:
        self._root = root
        self._seat = root.seat
        self._play = play
        self._rng = rng
        seats = root.seats
        self.options = [SearchOption(way, seats) for way in ways]
        self._drops = drops
        self._beside = 0
        self.kept: SearchOption[Way] | None = None
        if kept is not None:
            self.kept = next((one for one in self.options if one.way is kept), None)
        if kept is not None and self.kept is None:
            self.kept = SearchOption(kept, seats)
            self.options.append(self.kept)
            self._beside = 1

    def steps(self, budget: int) -> Iterator[float]:
        """Run about ``budget`` playouts; yields the share done, after each one.

        After each round, those of :attr:`options` that remain are sorted, best first.
        """
        alive = len(self.options) - self._beside
        stages = max(1, (alive - 1).bit_length()) if self._drops else 1
        done = 0
        for _stage in range(stages):
            for _deal in range(max(1, budget // (stages * alive))):
                dealt = self._root.deal(self._rng)
                for option in self.options[:alive]:
                    self._try(option, dealt)
                    done += 1
                    yield min(0.999, done / budget)
                if self.kept and self.kept not in self.options[:alive]:
                    self._try(self.kept, dealt)
                best = sorted(self.options[:alive], key=lambda option: -option.margin)
                self.options[:alive] = best
            alive = (alive + 1) // 2
        yield 1.0

    def _try(self, option: SearchOption[Way], dealt: Dealt) -> None:
        """Run one playout."""
        state = self._root.after(dealt, option.way)
        values = self._play(state)
        option.simulations += 1
        for seat, (value, chance) in enumerate(
            zip(values, self._root.chances(state, values), strict=True)
        ):
            option.gold[seat] += value
            option.wins[seat] += chance
        option.leads.append(lead_of(values, self._seat))
        option.margins += option.leads[-1]


def play_on(depth: int, state: State) -> list[float]:
    """Play further turns as the fast player does; each seat's expected gold after them.

    Args:
        depth: number of turns, unless the end of the game is near.
        state: is changed.
    """
    turns = sum(map(turns_left_of, state.held))
    for _turn in range(turns if turns <= _TO_THE_END else depth):
        state.play(best_action(state))
    return evaluate(state)
