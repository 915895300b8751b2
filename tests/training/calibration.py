"""Compares the chances of winning that the analysis tells with what happens.

    python -m tests.training.calibration --games 100 --players 2
    python -m tests.training.calibration --games 3000 --players 2 --learn

Games of self-play by the level ``hard``. The position before each turn is analysed with as many
playouts as the page uses to review a game. Told are, with intervals of 95 % over the games:

- deciles: how often seats win that were told 10 to 20 %, and so on;
- the change for the seat that has just moved, on average; 0 if a turn brings what was expected;
- the correlation of successive changes of a seat's chance; 0 if nothing is taken back later.

With ``--learn``, the numbers of ``cacao_core/ai/chances_weights.py`` are printed as the games
teach them. docs/dev/ai.md tells where those that are shipped come from.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from itertools import pairwise
from multiprocessing import Pool
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from cacao_core import Deal, Game, Phase, ai
from cacao_core.ai.chances_weights import TEMPOS
from cacao_core.ai.estimates import Estimate
from cacao_core.ai.levels import root_of

_LEVEL: Final = "hard"
_RESAMPLED: Final = 400
"""Samples of the games for an interval."""

Measure = Callable[[Sequence["Played"]], float]
Vector = np.ndarray[Any, np.dtype[np.float64]]


class Told(NamedTuple):
    """A position before a turn.

    Attributes:
        seat: who moves.
        wins: each seat's chance as told.
        exact: whether the end of the game was solved.
    """

    seat: int
    wins: tuple[float, ...]
    exact: bool


class Played(NamedTuple):
    """A game: what was told along it, and each seat's share of the victory."""

    told: list[Told]
    results: tuple[float, ...]


def one_game(task: tuple[int, int, int]) -> Played:
    """Play a game and analyse every turn."""
    seed, players, budget = task
    game, rng = Game(Deal.shuffled(players, seed)), Random(seed)
    told = []
    while not game.is_over:
        if game.phase is Phase.PLACE:
            found = ai.analyse(game, budget)
            told.append(Told(game.turn, found.wins, found.exact))
        game.apply(ai.choose(game, _LEVEL, seed=rng.getrandbits(32)))
    return Played(told, ai.analyse(game).wins)


# --- Measures ------------------------------------------------------------------------------------


def changes(game: Played) -> tuple[list[float], list[tuple[float, float]]]:
    """The changes for the seat that has just moved, and all pairs of successive changes."""
    wins = np.array([told.wins for told in game.told])
    steps = wins[1:] - wins[:-1]
    movers = [step[told.seat] for step, told in zip(steps, game.told, strict=False)]
    return movers, [(a, b) for one, two in pairwise(steps) for a, b in zip(one, two, strict=True)]


def bias(games: Sequence[Played]) -> float:
    """The mean change for the seat that has just moved."""
    return float(np.mean([change for game in games for change in changes(game)[0]]))


def correlation(games: Sequence[Played]) -> float:
    """The correlation of successive changes of a seat's chance."""
    pairs = np.array([pair for game in games for pair in changes(game)[1]])
    return float(np.corrcoef(pairs.T)[0, 1])


def deciles(games: Sequence[Played]) -> list[tuple[float, float, int]]:
    """Chances in tenths: mean told, share won, number of seats."""
    seen = np.array(
        [
            (win, won)
            for game in games
            for told in game.told
            for win, won in zip(told.wins, game.results, strict=True)
        ]
    )
    tenths = np.minimum(9, (seen[:, 0] * 10).astype(int))
    parts = [seen[tenths == tenth] for tenth in range(10)]
    return [
        (float(part[:, 0].mean()), float(part[:, 1].mean()), len(part))
        for part in parts
        if len(part)
    ]


def interval(games: Sequence[Played], measure: Measure) -> str:
    """A measure with its interval, from samples of the games."""
    rng = Random(0)
    found = sorted(measure(rng.choices(games, k=len(games))) for _sample in range(_RESAMPLED))
    low, high = found[len(found) // 40], found[-1 - len(found) // 40]
    return f"{measure(games):+.3f} ({low:+.3f} to {high:+.3f})"


# --- Learning ------------------------------------------------------------------------------------


class Searched(NamedTuple):
    """A position before a turn that is not solved: what :class:`Forecast` is given.

    Attributes:
        left: turns left.
        seat: who moves.
        gold: each seat's gold after playouts of the best turn, moderated by the outlook.
    """

    left: int
    seat: int
    gold: list[float]


def searched(task: tuple[int, int, int]) -> tuple[list[Searched], tuple[float, ...]]:
    """Play a game and search before every turn; the searches, and the result."""
    seed, players, budget = task
    game, rng = Game(Deal.shuffled(players, seed)), Random(seed)
    found = []
    while not game.is_over:
        if game.phase is Phase.PLACE:
            view_rng = Random(seed)
            estimate = Estimate(root_of(game.view(game.turn, view_rng)), view_rng)
            for _share in estimate.steps(budget):
                pass
            found.append(_moderated(estimate, game))
        game.apply(ai.choose(game, _LEVEL, seed=rng.getrandbits(32)))
    return found, ai.analyse(game).wins


def _moderated(estimate: Estimate, game: Game) -> Searched:
    left = sum(player.tiles_left for player in game.players)
    gold = estimate.gold()
    gold[game.turn] -= TEMPOS[len(gold)][left] / 100
    return Searched(left, game.turn, gold)


def learned(games: Sequence[tuple[list[Searched], tuple[float, ...]]], players: int) -> None:
    """Print spreads and tempos by turns left, each fitted with those a round before and after."""
    rows = [(one, result) for found, result in games for one in found]
    spreads, tempos = ["0", "0"], ["0", "0"]
    for left in range(2, max(one.left for one, _result in rows) + 1):
        near = {left - players, left, left + players} if left > 2 * players else {left}
        part = [row for row in rows if row[0].left in near]
        slope, tempo = fit(
            np.array([one.gold for one, _result in part]),
            np.array([[seat == one.seat for seat in range(players)] for one, _result in part]),
            np.array([result for _one, result in part]),
        )
        spreads.append(f"{100 / slope:.0f}")
        tempos.append(f"{100 * tempo / slope:.0f}")
    print(f"spreads: {', '.join(spreads)}\ntempos: {', '.join(tempos)}")


def fit(gold: Vector, moves: Vector, results: Vector) -> tuple[float, float]:
    """The most likely slope, and advantage of the seat to move, of a softmax; Newton's method."""
    features = np.stack([gold - gold.mean(1, keepdims=True), moves], 2).astype(float)
    weights, ridge = np.array([0.2, 0.0]), np.diag([1e-6, 2.0])
    for _step in range(40):
        scores = features @ weights
        odds = np.exp(scores - scores.max(1, keepdims=True))
        chances = odds / odds.sum(1, keepdims=True)
        mean = np.einsum("ij,ijk->ik", chances, features)
        slope = np.einsum("ij,ijk->k", chances - results, features) + ridge @ weights
        curve = np.einsum("ij,ijk,ijl->kl", chances, features, features) - mean.T @ mean + ridge
        weights = weights - np.clip(np.linalg.solve(curve, slope), -0.4, 0.4)
    return float(weights[0]), float(weights[1])


# --- Command -------------------------------------------------------------------------------------


def show(games: Sequence[Played]) -> None:
    """Print all measures."""
    print("| told | won | seats |\n| --- | --- | --- |")
    for told, won, number in deciles(games):
        print(f"| {told:.1%} | {won:.1%} | {number} |")
    print(f"change for the seat that has moved: {interval(games, bias)}")
    print(f"correlation of successive changes: {interval(games, correlation)}")
    known = [told.exact for game in games for told in game.told]
    print(f"solved: {sum(known) / len(known):.1%} of {len(known)} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--budget", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    parser.add_argument("--learn", action="store_true", help="print spreads and tempos instead")
    options = parser.parse_args()
    tasks = [
        (seed, options.players, options.budget)
        for seed in range(options.seed, options.seed + options.games)
    ]
    with Pool(os.cpu_count()) as pool:
        if options.learn:
            learned(pool.map(searched, tasks, chunksize=2), options.players)
        else:
            show(pool.map(one_game, tasks, chunksize=2))


if __name__ == "__main__":
    main()
