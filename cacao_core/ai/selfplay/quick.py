"""Games of the quick player, which plays the rulebook's game a hundred times as fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Final

from cacao_core.ai.playouts.evaluation import evaluate
from cacao_core.ai.playouts.grid import Grid
from cacao_core.ai.playouts.policy import best_action
from cacao_core.ai.playouts.replies import picks
from cacao_core.ai.playouts.state import State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.playouts.weights import Weights
from cacao_core.ai.selfplay.games import GameSample, GameTask, passed_over
from cacao_core.ai.selfplay.linear import Linear
from cacao_core.deal import Deal
from cacao_core.game import Game
from cacao_core.rules import BASE

_GRID: Final = Grid(BASE.start_tiles, 24)
"""A grid with room for a whole game."""


@lru_cache(maxsize=4)
def tables_with(players: int, weights: Weights) -> Tables:
    """The tables of some weights, which remember what they are asked."""
    return Tables(players, weights)


def positions(task: GameTask, tables: Tables) -> Iterator[State]:
    """The positions of a game at the start of each turn, and at its end.

    They are one :class:`State`, which changes.
    """
    rng = Random(task.seed)
    state = State.of(Game(Deal.shuffled(task.players, task.seed)), tables, _GRID)
    tables.shrink()
    while not state.is_over:
        yield state
        better = passed_over(rng)
        state.play(picks(state, better + 1)[-1] if better else best_action(state))
    yield state


def sample(task: GameTask, tables: Tables, believe: Callable[[State], list[Linear]]) -> GameSample:
    """The positions of a game as they are believed, and the gold at its end."""
    believed = []
    for number, state in enumerate(positions(task, tables)):
        if state.is_over:
            break
        if task.counts(number):
            believed.append(believe(state))
    return GameSample(believed, totals_of(state))


def totals_of(state: State) -> list[int]:
    """Each seat's gold at the end of the game, without the fruits that decide ties."""
    return [round(value) for value in evaluate(state)]
