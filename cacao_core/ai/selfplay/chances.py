"""The numbers of the chances of winning (``ai/learned/chances.py``), as they are learned.

Games of the level ``hard`` are played to the end, and some of their positions are estimated as in
an analysis. So the numbers say how such an estimate errs. They do not change what a level plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import log
from random import Random
from typing import Any, Final, NamedTuple

from cacao_core.ai.chances import TRUST, spread_of
from cacao_core.ai.estimates import Estimate
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.evaluation import lead_of, softmax
from cacao_core.ai.playouts.state import State
from cacao_core.ai.search import Search, play_on
from cacao_core.ai.selfplay.games import GameTask
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.ai.suggesting import suggest
from cacao_core.ai.turns import Placing
from cacao_core.deal import Deal
from cacao_core.game import Game, Phase
from cacao_core.tiles import Seat

_PLAYOUTS: Final = 40
"""Playouts of an estimate."""
_FIRSTS: Final = tuple(round(0.2 * 1.05**step, 3) for step in range(40))
_POWERS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Spreads with one round left, and powers with which they grow, to choose from."""
_LEAST: Final = 1e-9
"""The least chance that is believed."""
_HEAD: Final = '''"""Numbers of the chances of winning: learned from self-play (docs/dev/ai.md).

They come from

    {}
"""

from __future__ import annotations

from typing import Final

SPREAD: Final = {}
"""Gold with one round left, and the power of the rounds left with which it grows."""
TEMPOS: Final = {}
"""Correction in gold for the seat that moves next, by number of players."""
'''


class Numbers(NamedTuple):
    """The numbers."""

    spread: tuple[float, float]
    """Gold with one round left, and the power of the rounds left with which it grows."""
    tempos: dict[int, float]
    """Correction in gold for the seat that moves next, by number of players."""


class EstimatedPosition(NamedTuple):
    """A position at the start of a turn, and the end of its game."""

    left: int
    """Turns left in the game."""
    mover: Seat
    outlook: list[float]
    """Each seat's expected gold without a search."""
    searched: list[float]
    """Each seat's expected gold by playouts of the best turn."""
    totals: list[int]
    won: list[float]
    """Each seat's share of the victory."""


class Prediction(NamedTuple):
    """Each seat's expected gold, the rounds left, and each seat's share of the victory."""

    gold: list[float]
    rounds: float
    won: list[float]


def estimated_positions(tasks: Iterable[GameTask]) -> list[EstimatedPosition]:
    """Positions of some games."""
    return [moment for task in tasks for moment in _of_game(task)]


def _of_game(task: GameTask) -> Iterator[EstimatedPosition]:
    tables = tables_for(task.players)
    rng = Random(task.seed)
    game = Game(Deal.shuffled(task.players, task.seed))
    tables.shrink()
    estimated = []
    for number in range(sum(player.tiles_left for player in game.players)):
        root = Placing(game, tables)
        left = sum(player.tiles_left for player in game.players)
        if task.counts(number) and left > 1:
            estimated.append((left, root.seat, *_estimated(root, rng)))
        for move in root.line(_best(root, rng)):
            game.play(move)
        while game.phase is Phase.ACTIVATE:
            game.play(suggest(game))
    totals, winners = [score.total for score in game.score()], game.winners()
    won = [(seat in winners) / len(winners) for seat in range(task.players)]
    for moment in estimated:
        yield EstimatedPosition(*moment, totals, won)


def _best(root: Placing, rng: Random) -> Any:  # noqa: ANN401  # one of its ways
    """The turn that the level ``hard`` plays."""
    width, depth, budget = STRENGTHS["hard"]
    search: Search[Any, Any, State] = Search(root, root.ways[:width], partial(play_on, depth), rng)
    for _share in search.steps(budget):
        pass
    return search.options[0].way


def _estimated(root: Placing, rng: Random) -> tuple[list[float], list[float]]:
    """Each seat's expected gold without a search and by playouts."""
    estimate = Estimate(root, rng)
    for _share in estimate.steps(_PLAYOUTS):
        pass
    return estimate.forecast.outlook, estimate.searched()


def numbers_of(seen: Sequence[EstimatedPosition]) -> Numbers:
    """The numbers that explain some games best.

    Tempos take back what playouts promise the seat to move beyond the outlook, whose average is
    right because it was learned so. The spread makes the winners likeliest.
    """
    surplus: dict[int, list[float]] = {}
    for moment in seen:
        more = lead_of(moment.searched, moment.mover) - lead_of(moment.outlook, moment.mover)
        surplus.setdefault(len(moment.won), []).append(more)
    tempos = {
        players: round(-TRUST * sum(more) / len(more), 2) for players, more in surplus.items()
    }
    spreads = product(_FIRSTS, _POWERS)
    return Numbers(min(spreads, key=partial(surprise, predictions(seen, tempos))), tempos)


def expected(moment: EstimatedPosition, tempos: Mapping[int, float]) -> list[float]:
    """Each seat's expected gold."""
    both = zip(moment.searched, moment.outlook, strict=True)
    gold = [TRUST * mine + (1 - TRUST) * general for mine, general in both]
    gold[moment.mover] += tempos[len(gold)]
    return gold


def predictions(seen: Iterable[EstimatedPosition], tempos: Mapping[int, float]) -> list[Prediction]:
    """Some positions, as chances are told of them."""
    return [
        Prediction(expected(moment, tempos), moment.left / len(moment.won), moment.won)
        for moment in seen
    ]


def surprise(seen: Iterable[Prediction], spread: tuple[float, float]) -> float:
    """The negative logarithm of the chance of all winners; those of a draw share it."""
    return sum(
        -share * log(max(_LEAST, chance))
        for gold, rounds, won in seen
        for chance, share in zip(softmax(gold, spread_of(spread, rounds)), won, strict=True)
        if share
    )


def text(numbers: Numbers, how: str) -> str:
    """The module of Python with the numbers."""
    return _HEAD.format(how, *numbers)
