"""Steps per second of random play in environments for reinforcement learning, in turn: medians.

Every step asks for the observation, draws one of the legal actions and plays it, as a learner does.
With ``--classics`` PettingZoo's own ``connect_four_v3`` and ``chess_v6`` take turns with it; they
need ``pip install pygame chess``.

    python tests/bench/learning.py [--rounds 7] [--seconds 1.0] [--classics]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import pettingzoo

CLASSICS = ("connect_four_v3", "chess_v6")


def rate(environment: Any, seconds: float) -> float:
    """Steps per second over whole games that last about so long."""
    rng, steps, seed = np.random.default_rng(1), 0, 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        environment.reset(seed=seed)
        seed += 1
        for _agent in environment.agent_iter():
            observation, _reward, terminated, truncated, _info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return steps / spent


def makers(classics: bool) -> dict[str, Callable[[], Any]]:
    """Name -> what makes an environment."""
    found: dict[str, Callable[[], Any]] = {
        f"cacao, {players} players": partial(pettingzoo.env, players) for players in (2, 3, 4)
    }
    found["with effects"] = partial(pettingzoo.env, 2, effects=True)
    for name in CLASSICS if classics else ():
        found[name] = import_module(f"pettingzoo.classic.{name}").env
    return found


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--classics", action="store_true")
    given = parser.parse_args()
    environments = {name: make() for name, make in makers(given.classics).items()}
    measured: dict[str, list[float]] = {name: [] for name in environments}
    for _round in range(given.rounds):
        for name, environment in environments.items():
            measured[name].append(rate(environment, given.seconds))
    for name, found in measured.items():
        print(f"{name:20} {median(found):9.0f} steps/s")


if __name__ == "__main__":
    main()
