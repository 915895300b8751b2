"""The level `master`: what the next player answers to a turn, and a closer look at what follows.

As in :mod:`cacao_core.ai.search`, turns are tried on many re-deals and the worse half is dropped
after each stage. But a playout is short: the next player thinks about the few turns that look best
at once, each valued by :class:`~cacao_core.ai.outlook.Outlook`, and plays the best of them.

The work of a stage is divided into parts that need nothing of each other, so that several workers
can share it. A part draws from its own source of randomness and the results are added in the order
of the parts, so the move is the same whatever the number of workers::

    choice = Choice(root, seed, budget)
    while not choice.is_decided:
        results = [run(root, part) for part in choice.parts]  # anywhere, in any order
        choice.join(results)
    best = choice.best
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from cacao_core.ai.encoding import turns_of
from cacao_core.ai.evaluation import evaluate, lead_of
from cacao_core.ai.outlook import Outlook, outlook_for
from cacao_core.ai.policy import best_action
from cacao_core.ai.replies import picks
from cacao_core.ai.search import Root
from cacao_core.ai.state import State
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.game import Game, Phase

PARTS: Final = 4
"""Parts of a stage; more workers than this do not help."""
_ANSWERS: Final = 6
"""Turns that the next player thinks about."""
SOLVED: Final = 5
"""Number of remaining turns of the game from which on its end is solved, if nothing is hidden."""
NODES: Final = 2000
"""Positions that solving may look at; five turns seldom need more."""
TO_THE_END: Final = 6
"""Number of remaining turns of the game from which on playouts go to its end."""


_THOUGHTFUL: Final = 3
"""Turns of such a playout in which players think; then they play as the fast player does."""
_LONG: Final = 3
"""Playouts to the end of the game are so much fewer."""


class Part(NamedTuple):
    """Work that can be done anywhere: the same part of the same decision gives the same result.

    Attributes:
        seed: of this part's randomness.
        deals: number of re-deals on which each turn is tried.
        ways: the turns, as positions in the root's ways.
    """

    seed: int
    deals: int
    ways: tuple[int, ...]


class Choice:
    """A decision: which turns to try how often, and the results so far.

    Args:
        root: the decision; hidden tiles have no influence.
        seed: of all randomness.
        budget: playouts in all.

    Attributes:
        parts: what is to be done next.
        is_decided: whether nothing is left to do.
    """

    def __init__(self, root: Root[Any, Any], seed: int, budget: int) -> None:
        width = STRENGTHS["master"].width
        self._seeds = Random(seed)
        self._alive = list(range(min(width, len(root.ways))))
        self._stages = self._left = (len(self._alive) - 1).bit_length()
        self._budget = budget
        self._sums = [0.0] * len(self._alive)
        self._tries = [0] * len(self._alive)
        self.parts = self._next_parts()

    @property
    def is_decided(self) -> bool:
        """Whether one turn is left."""
        return not self._left

    @property
    def best(self) -> int:
        """The best turn so far, as a position in the root's ways."""
        return self._alive[0]

    @property
    def share(self) -> float:
        """Share of the stages that are done, 0 to 1."""
        return 1 - self._left / self._stages

    @property
    def playouts(self) -> int:
        """Playouts of :attr:`parts`."""
        return sum(part.deals * len(part.ways) for part in self.parts)

    def join(self, results: Sequence[Sequence[float]]) -> None:
        """Take the results of :attr:`parts`, in their order, and go on to the next stage.

        Args:
            results: for each part, for each of its ways the sum of the leads in gold.
        """
        for part, sums in zip(self.parts, results, strict=True):
            for way, lead in zip(part.ways, sums, strict=True):
                self._sums[way] += lead
                self._tries[way] += part.deals
        self._alive.sort(key=lambda way: -self._sums[way] / self._tries[way])
        del self._alive[(len(self._alive) + 1) // 2 :]
        self._left -= 1
        self.parts = self._next_parts() if self._left else ()

    def _next_parts(self) -> tuple[Part, ...]:
        if not self._left:
            return ()
        deals = max(1, self._budget // (self._stages * len(self._alive)))
        ways = tuple(self._alive)
        shares = [deals // PARTS + (number < deals % PARTS) for number in range(PARTS)]
        return tuple(Part(self._seeds.getrandbits(32), share, ways) for share in shares if share)


def playouts_for(view: Game, budget: int) -> int:
    """The number of playouts for a decision; those that go to the end of the game are long."""
    turns = turns_left(view) - (view.phase is Phase.PLACE)
    return max(1, budget // _LONG) if turns <= TO_THE_END else budget


def turns_left(view: Game) -> int:
    """Tiles that all players have still to place."""
    return sum(player.tiles_left for player in view.players)


def run(root: Root[Any, Any], part: Part) -> list[float]:
    """The result of a part: for each of its ways the sum of the leads in gold."""
    *_, sums = running(root, part)
    return sums


def running(root: Root[Any, Any], part: Part) -> Iterator[list[float]]:
    """:func:`run` in small steps: yields the sums so far after each playout."""
    rng = Random(part.seed)
    sums = [0.0] * len(part.ways)
    ways = [root.ways[way] for way in part.ways]
    for _deal in range(part.deals):
        dealt = root.deal(rng)
        for at, way in enumerate(ways):
            sums[at] += lead_of(values_after(root.after(dealt, way)), root.seat)
            yield sums


def deciding(root: Root[Any, Any], seed: int, budget: int) -> Iterator[tuple[float, int]]:
    """Decide alone: yields the share of the work done, and the best way so far.

    The last one is that of the whole work.
    """
    choice = Choice(root, seed, budget)
    done = 0
    while not choice.is_decided:
        results = []
        for part in choice.parts:
            for sums in running(root, part):
                latest, done = sums, done + 1
                yield min(0.999, done / budget), choice.best
            results.append(latest)
        choice.join(results)
    yield 1.0, choice.best


def values_after(state: State) -> Sequence[float]:
    """Each seat's expected gold, after the next player's answer."""
    turns = sum(map(turns_of, state.held))
    if not turns:
        return evaluate(state)
    outlook = outlook_for(state.tables)
    values: Sequence[float] = ()
    if turns > TO_THE_END:
        return _answered(state, outlook)[1]
    for _turn in range(min(turns, _THOUGHTFUL)):
        state, values = _answered(state, outlook)
    if state.is_over:
        return values
    while not state.is_over:
        state.play(best_action(state))
    return evaluate(state)


def _answered(state: State, outlook: Outlook) -> tuple[State, Sequence[float]]:
    """The state after the answer that leaves the player best off, and its values."""
    seat = state.turn
    best_lead, best = float("-inf"), (state, evaluate(state))
    for action in picks(state, _ANSWERS):
        after = state.copy()
        after.play(action)
        values = outlook.values(after)
        lead = lead_of(values, seat)
        if lead > best_lead:
            best_lead, best = lead, (after, values)
    return best
