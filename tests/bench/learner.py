"""The learning curve of docs/learning/learner.py: how often it beats a level, with intervals.

Some runs learn from so many games, each from another seed. Then each plays the same deals from both
seats, with its best moves. The interval (95 %) is Student's over the runs.

    python tests/bench/learner.py [--runs 6] [--deals 100] [--games 100 200 400 800 1600]
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core.gymnasium import CacaoEnv

PROGRAM: Final = Path(__file__).parents[2] / "docs" / "learning" / "learner.py"
FRESH: Final = 10**6
"""The first seed of the deals that are played to measure."""
_STUDENT: Final = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36}
"""Number of runs -> the 97.5 % quantile of Student's distribution."""


def learner() -> Any:
    """The program of the documents."""
    spec = importlib.util.spec_from_file_location("learner", PROGRAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def victories(program: Any, weights: Any, deals: int, level: str) -> tuple[float, float]:
    """The share of games won, shared victories by their parts, and the mean margin."""
    won, margins = 0.0, []
    for seat in (0, 1):
        env = CacaoEnv(opponents=level, seat=seat)
        for deal in range(FRESH, FRESH + deals):
            margin, _gradient = program.play(env, weights, seed=deal)
            winners = env.game.winners()
            won += (seat in winners) / len(winners)
            margins.append(margin)
    return won / len(margins), mean(margins)


def run(seed: int, games: int, deals: int, level: str) -> tuple[float, float, float]:
    """Learn from so many games: share of victories, margin, and seconds of learning."""
    program, start = learner(), time.thread_time()
    weights = program.train(games, level, seed)
    spent = time.thread_time() - start
    return (*victories(program, weights, deals, level), spent)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=6, choices=_STUDENT)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--games", type=int, nargs="+", default=[100, 200, 400, 800, 1600])
    parser.add_argument("--level", default="easy")
    given = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        for games in given.games:
            jobs = [
                pool.submit(run, seed, games, given.deals, given.level)
                for seed in range(given.runs)
            ]
            shares, margins, seconds = zip(*(job.result() for job in jobs), strict=True)
            half = _STUDENT[given.runs] * stdev(shares) / given.runs**0.5
            print(
                f"{games:5} games  {mean(shares):6.1%} ± {half:5.1%}  margin {mean(margins):+5.1f}"
                f"  {mean(seconds):4.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
