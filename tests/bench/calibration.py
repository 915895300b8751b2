"""Compares the analysis' chances of winning with the actual winners.

    python -m tests.bench.calibration --games 500 --players 2

Games of self-play by the level `hard` with few playouts. In each, some positions at the start of a
turn are analysed with a few hundred playouts, and each seat's chance is compared with its result.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from multiprocessing import Pool
from random import Random

from cacao_core import Deal, Game, Phase, ai

_LEVEL = "hard"
_PLAYOUTS = 40
_POSITIONS = 4

Seen = tuple[float, float, float, float]
"""Chance and result of a seat; expected margin and margin."""


def one_game(task: tuple[int, int, int]) -> list[Seen]:
    """The analysis of some positions of a game, and the game's result."""
    seed, players, budget = task
    game, rng = Game(Deal.shuffled(players, seed)), Random(seed)
    turns = sum(player.tiles_left for player in game.players)
    chosen = set(rng.sample(range(turns), _POSITIONS))
    told = []
    while not game.is_over:
        if game.phase is Phase.PLACE and len(game.workers) in chosen:
            chosen.discard(len(game.workers))
            told.append(ai.analyse(game, budget))
        game.apply(ai.choose(game, _LEVEL, seed=rng.getrandbits(32), budget=_PLAYOUTS))
    seen: list[Seen] = []
    winners = game.winners()
    totals = [score.total for score in game.score()]
    for analysis in told:
        for seat, (win, margin) in enumerate(zip(analysis.wins, analysis.margins, strict=True)):
            result = 1 / len(winners) if seat in winners else 0.0
            best = max(total for other, total in enumerate(totals) if other != seat)
            seen.append((win, result, margin, totals[seat] - best))
    return seen


def table(seen: Sequence[Seen]) -> None:
    """Print chances in tenths and the actual results."""
    print("| told | won | positions |\n| --- | --- | --- |")
    for tenth in range(10):
        part = [one for one in seen if tenth / 10 <= one[0] < (tenth + 1) / 10 + (tenth == 9)]
        if part:
            told = sum(one[0] for one in part) / len(part)
            won = sum(one[1] for one in part) / len(part)
            print(f"| {told:.0%} | {won:.0%} | {len(part)} |")
    brier = sum((one[0] - one[1]) ** 2 for one in seen) / len(seen)
    bias = sum(one[2] - one[3] for one in seen) / len(seen)
    print(f"\nBrier score {brier:.3f}; margins too high by {bias:.2f} gold on average")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--budget", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first deal")
    options = parser.parse_args()
    tasks = [
        (seed, options.players, options.budget)
        for seed in range(options.seed, options.seed + options.games)
    ]
    with Pool(os.cpu_count()) as pool:
        parts = pool.map(one_game, tasks, chunksize=5)
    table([one for part in parts for one in part])


if __name__ == "__main__":
    main()
