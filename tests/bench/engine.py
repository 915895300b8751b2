"""Decisions per second of random play, with two, three and four players in turn: medians.

Every decision lists the legal moves, draws one and plays it, through the public interface.

    python tests/bench/engine.py [--rounds 7] [--seconds 1.0] [--profile]
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time
import tracemalloc
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import Deal, Game


def play(players: int, rng: Random, seed: int) -> int:
    """Play one game by chance; returns the number of decisions."""
    game = Game(Deal.shuffled(players, seed))
    decisions = 0
    while moves := game.legal_moves():
        game.play(rng.choice(moves))
        decisions += 1
    return decisions


def rate(players: int, seconds: float) -> float:
    """Decisions per second over whole games that last about so long."""
    rng, seeds, decisions = Random(1), count(), 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play(players, rng, next(seeds))
    return decisions / spent


def rates(rounds: int, seconds: float) -> None:
    """Print the median for each number of players."""
    measured: dict[int, list[float]] = {2: [], 3: [], 4: []}
    for _round in range(rounds):
        for players, found in measured.items():
            found.append(rate(players, seconds))
    for players, found in measured.items():
        print(f"{f'{players} players':24} {median(found):9.0f} decisions/s")


def copies() -> None:
    """Print copies per second, and the memory of a position, in the middle of a game of four."""
    game, rng = Game(Deal.shuffled(4, 3)), Random(3)
    while len(game.workers) < 18:
        game.play(rng.choice(game.legal_moves()))
    number = 20000
    start = time.perf_counter()
    for _ in range(number):
        game.copy()
    print(f"{'copies':24} {number / (time.perf_counter() - start):9.0f} positions/s")
    tracemalloc.start()
    kept = [game.copy() for _ in range(1000)]
    size, _peak = tracemalloc.get_traced_memory()
    print(f"{'memory':24} {size / len(kept):9.0f} bytes a position")


def profile(seconds: float) -> None:
    """Print where the time of random play goes."""
    profiler = cProfile.Profile()
    profiler.enable()
    rate(4, seconds)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(16)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    if options.profile:
        profile(options.seconds)
    else:
        rates(options.rounds, options.seconds)
        copies()


if __name__ == "__main__":
    main()
