"""Rounds of self-play: each plays with the values that the rounds before it have learned."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeVar

from cacao_core.ai.selfplay.games import GameTask, Model, equations
from cacao_core.ai.selfplay.squares import Squares
from cacao_core.modules import CHOCOLATL, DIAMANTE, NAMES
from cacao_core.rules import Rules, expanded

_PART: Final = 20
"""Games whose sums are made together, whatever the number of processes."""
_EARLIER: Final = 0.5
"""Weight of what the rounds before have seen, whose games were played a little worse."""
_SEATS: Final = (2, 2, 2, 2, 3, 4)
"""Numbers of players, as often as they are played with rules that are not told."""

Report = Callable[[str], None]
Result = TypeVar("Result")


class Effort(NamedTuple):
    """Number of games, and how they are played."""

    games: int
    """In each round."""
    rounds: int
    seed: int
    """Of the first game."""
    jobs: int
    """Processes; -1 for one a core."""


def learn(
    model: Model,
    values: Sequence[float],
    effort: Effort,
    tasks: Callable[[int], GameTask],
    say: Report,
) -> list[float]:
    """The values after some rounds.

    Args:
        model: what is learned.
        values: with which the first round is played.
        effort: how much is played.
        tasks: seed -> a game.
        say: is told of each round.
    """
    learned, sums = list(values), Squares(model.columns)
    for number in range(effort.rounds):
        begin = effort.seed + number * effort.games
        played = [tasks(seed) for seed in range(begin, begin + effort.games)]
        before, sums = sums, summed(model, learned, played, effort.jobs)
        sums.add_all(before, _EARLIER)
        learned = model.solved(sums.copy())
        say(f"round {number + 1} of {effort.rounds}: off by {sums.off(learned):.2f} gold")
    return learned


def summed(model: Model, values: Sequence[float], tasks: Sequence[GameTask], jobs: int) -> Squares:
    """The equations of some games."""
    sums = Squares(model.columns)
    for part in in_parts(partial(equations, model, values), tasks, jobs):
        sums.add_all(part)
    return sums


def in_parts(
    work: Callable[[Sequence[GameTask]], Result], tasks: Sequence[GameTask], jobs: int
) -> Iterator[Result]:
    """The results of some work on some games at a time, by so many processes."""
    parts = [tasks[at : at + _PART] for at in range(0, len(tasks), _PART)]
    if jobs == 1 or len(parts) == 1:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(os.cpu_count() if jobs == -1 else jobs) as pool:
        yield from pool.map(work, parts)


def mixed(seed: int) -> GameTask:
    """A game with modules: alone, all of an expansion, all, or any of them."""
    rng, at = Random(seed), seed % (2 * len(NAMES))
    rules, players = _mixed(rng, at), rng.choice(_SEATS)
    return GameTask(rules, players if players in rules.players else rng.choice(rules.players), seed)


def _mixed(rng: Random, at: int) -> Rules:
    if at < len(NAMES):
        return expanded(NAMES[at])
    more = at - len(NAMES)
    if more < 2:
        return expanded(*(CHOCOLATL, DIAMANTE)[more])
    return expanded(big=True) if more == 2 else expanded(*rng.sample(NAMES, rng.randint(2, 8)))


def of_rules(rules: Sequence[Rules], seed: int) -> GameTask:
    """A game of one of some rules."""
    rng, its = Random(seed), rules[seed % len(rules)]
    players = rng.choice(_SEATS)
    return GameTask(its, players if players in its.players else rng.choice(its.players), seed)
