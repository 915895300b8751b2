"""Decisions per second of random play: cacao_core beside catanatron and python-chess.

The three play in turn, in one process, several rounds; medians and their ratios are printed.
Every decision lists the legal moves, draws one and plays it, through each public interface.

    python tests/bench/engine.py [--rounds 7] [--seconds 1.0] [--profile]

``catanatron`` and ``chess`` come from PyPI (tests/bench/requirements.txt); without them only
cacao_core is measured.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import Deal, Game

Play = Callable[[Random, int], int]
"""Plays one game by chance, the seed given; returns the number of decisions."""


def play_cacao(players: int) -> Play:
    """Random play through ``legal_moves`` and ``play``."""

    def play(rng: Random, seed: int) -> int:
        game = Game(Deal.shuffled(players, seed))
        decisions = 0
        while moves := game.legal_moves():
            game.play(rng.choice(moves))
            decisions += 1
        return decisions

    return play


def play_catan() -> Play | None:
    """Catanatron's own random players, four of them."""
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return None

    def play(_rng: Random, seed: int) -> int:
        game = Catan([RandomPlayer(color) for color in Color], seed=seed)
        decisions = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
        return decisions

    return play


def play_chess() -> Play | None:
    """Random legal moves on a python-chess board."""
    try:
        import chess
    except ImportError:
        return None

    def play(rng: Random, _seed: int) -> int:
        board = chess.Board()
        decisions = 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            decisions += 1
        return decisions

    return play


def rate(play: Play, seconds: float, seeds: Iterator[int]) -> float:
    """Decisions per second over whole games that last about so long."""
    rng, decisions = Random(1), 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play(rng, next(seeds))
    return decisions / spent


def compare(rounds: int, seconds: float) -> None:
    """Print medians of all contestants, and how often cacao_core is as fast."""
    known = {f"cacao_core, {n} players": play_cacao(n) for n in (2, 3, 4)}
    for name, play in (("catanatron, 4 players", play_catan()), ("python-chess", play_chess())):
        if play is not None:
            known[name] = play
    rates: dict[str, list[float]] = {name: [] for name in known}
    for _round in range(rounds):
        for name, play in known.items():
            rates[name].append(rate(play, seconds, count()))
    ours = median(rates["cacao_core, 4 players"])
    for name, measured in rates.items():
        middle = median(measured)
        print(
            f"{name:24} {middle:9.0f} decisions/s   cacao_core is {ours / middle:5.2f} times that"
        )


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
    rate(play_cacao(4), seconds, count())
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
        compare(options.rounds, options.seconds)
        copies()


if __name__ == "__main__":
    main()
