"""Fair dealing in figures: length of messages, time for each, and whether draws are uniform.

    python tests/bench/fair.py [--games 1000]

Times are processor time in CPython.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core.ai import choose as choose_well
from cacao_core.fair import Device
from cacao_core.rules import BASE
from tests.core.fair_tables import NAMES, Seats, can_play, chi_squared, choose, play_on, table

T = TypeVar("T")
SETUPS: tuple[Seats, ...] = (
    ((0,), (1,)), ((0,), (1,), (2,)), ((0,), (1,), (2,), (3,)), ((0, 2), (1, 3)),
)  # fmt: skip


class Watch:
    """Lengths of texts, and times in milliseconds, by name."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.lengths: dict[str, list[int]] = {}

    def timed(self, name: str, call: Callable[[], T]) -> T:
        start = process_time()
        result = call()
        self.times.setdefault(name, []).append(1000 * (process_time() - start))
        return result

    def measured(self, name: str, text: str) -> str:
        self.lengths.setdefault(name, []).append(len(text))
        return text

    def report(self) -> None:
        for name, lengths in self.lengths.items():
            print(f"  {name:12} {median(lengths):5.0f} characters, at most {max(lengths)}")
        for name, times in self.times.items():
            print(f"  {name:12} {median(times):6.2f} ms, at most {max(times):.2f}")


def gathered(setup: Seats, seed: int, watch: Watch) -> list[Device]:
    """A table, with the lengths of what is sent for it."""
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], NAMES[:players], secret=b"bench %d" % seed)
    invitation = watch.measured("invitation", host.message())
    guests = [
        Device.join(invitation, seats, secret=b"%d %d" % (seed, seats[0])) for seats in setup[1:]
    ]
    for guest in guests:
        host.receive(watch.measured("join", guest.message()))
    start = watch.measured("start", host.message())
    for guest in guests:
        guest.receive(start)
    return [host, *guests]


def measured_game(setup: Seats, seed: int, watch: Watch) -> None:
    """A random game, in which every message and every kept text is measured."""
    devices, rng = gathered(setup, seed, watch), Random(seed)
    while not all(device.is_verified for device in devices):
        for device in devices:
            while can_play(device):
                move = choose(device, rng)
                watch.timed("play", lambda: device.play(move))
            if not device.has_news:
                continue
            text = watch.timed("message", device.message)
            watch.measured("message", text)
            for other in devices:
                if other is not device:
                    watch.timed("receive", lambda: other.receive(text))
        kept = watch.measured("kept", watch.timed("to_text", devices[0].to_text))
        watch.timed("from_text", lambda: Device.from_text(kept))
    watch.measured("finished", devices[0].message())


def messages_by_link(games: int) -> float:
    """Messages of a game of two, played as the level ``medium`` plays, each as late as possible."""
    messages = 0
    for seed in range(games):
        devices = table(((0,), (1,)), seed)
        while not all(device.is_verified for device in devices):
            for device, other in (devices, devices[::-1]):
                while can_play(device):
                    device.play(choose_well(device.game, "medium", seed=seed, budget=20))
                if device.has_news:
                    messages += 1
                    other.receive(device.message())
    return messages / games


def print_uniform(setup: Seats, games: int) -> None:
    """Chi² of every draw of whole games, in standard deviations."""
    drawn: Counter[tuple[int, int, str]] = Counter()
    players = sum(map(len, setup))
    for seed in range(games):
        devices = table(setup, 10_000 + seed)
        play_on(devices, Random(seed))
        deal = devices[0].record().deal
        for pile, tiles in enumerate((*deal.worker_piles, deal.jungle_pile)):
            for place, tile in enumerate(tiles):
                drawn[pile, place, tile] += 1
    chi, free = 0.0, 0
    for pile in range(players + 1):
        counts = BASE.worker_tiles[players] if pile < players else BASE.jungle_tiles[players]
        for place in range(sum(counts.values()) - (players if pile < players else 8)):
            one, more = chi_squared(Counter({t: drawn[pile, place, t] for t in counts}), counts)
            chi, free = chi + one, free + more
    sigmas = (chi - free) / sqrt(2 * free)
    print(f"{setup}: chi² {chi:.0f} of {free} degrees of freedom, {sigmas:+.1f} σ, {games} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for chi²")
    parser.add_argument("--measured", type=int, default=30, help="games for lengths and times")
    arguments = parser.parse_args()
    for setup in SETUPS:
        watch = Watch()
        for seed in range(arguments.measured):
            measured_game(setup, seed, watch)
        print(setup)
        watch.report()
    print(f"messages of a game of two by link: {messages_by_link(10):.1f}")
    for setup in SETUPS:
        print_uniform(setup, arguments.games // len(setup))


if __name__ == "__main__":
    main()
