"""Learn the tables of `cacao_core/ai/playouts/weights.py` from self-play, and write them.

    python -m tests.training.train              # all numbers of players, as shipped; half an hour
    python -m tests.training.train --games 500  # quick and rough

The fast player of the playouts plays against itself, sometimes with a turn that is not its first
choice. Each position at the start of a turn gives one equation for each seat: its further gain over
the others' average is the sum of the values of its cacao, suns, water, temples and waiting
workers, less the same for the others. Least squares gives the tables, with neighbouring numbers of
turns left tied together; then the player uses the new tables. At the end, the temperature of the
chances of winning is fitted to the winners. The same arguments give the same tables.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from cacao_core.ai.playouts import weights as shipped
from cacao_core.ai.playouts.encoding import (
    KINDS,
    MOST_TURNS,
    TEMPLE_NUMBER,
    cacao_of,
    suns_of,
    turns_left_of,
    water_of,
)
from cacao_core.ai.playouts.evaluation import evaluate
from cacao_core.ai.playouts.grid import Grid
from cacao_core.ai.playouts.options import actions
from cacao_core.ai.playouts.policy import best_action
from cacao_core.ai.playouts.state import State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.playouts.weights import Weights
from cacao_core.deal import Deal
from cacao_core.game import Game
from cacao_core.rules import BASE

_TURNS: Final = MOST_TURNS + 1
_AMOUNTS: Final = {"cacao": 6, "suns": 4, "water": 9}
_KINDS: Final = len(KINDS)
_USUAL: Final = KINDS.index("2101")
_FACTORS: Final = ("temples", "waiting", "tempo", "income")
_SIZES: Final = {**_AMOUNTS, **dict.fromkeys(_FACTORS, 1), "tiles": _KINDS}
_STARTS: Final = dict(zip(_SIZES, np.cumsum([0, *_SIZES.values()])[:-1].tolist(), strict=True))
"""Feature -> its first column among those of one number of turns left."""
_WIDTH: Final = sum(_SIZES.values())
_COLUMNS: Final = _TURNS * _WIDTH
_EXPLORES: Final = 0.1
_SMOOTH: Final = 2e-3
_RIDGE: Final = 1e-5

Vector = np.ndarray[Any, np.dtype[np.float64]]


class Sums(NamedTuple):
    """Sums for the normal equations: matrix, right side, squares of the left sides, equations."""

    matrix: Vector
    side: Vector
    squares: float
    rows: int


# --- Self-play ---------------------------------------------------------------------------------


def moments(seed: int, tables: Tables) -> tuple[list[State], list[float]]:
    """The states at each turn's start of one game, and the final scores."""
    rng = Random(seed)
    tables.shrink()
    state = State.of(Game(Deal.shuffled(tables.seats, seed)), tables, Grid.roomy())
    found = []
    while not state.is_over:
        found.append(state.copy())
        if rng.random() < _EXPLORES:
            choice = actions(state)
            state.play(choice[min(len(choice) - 1, int(rng.expovariate(0.25)))])
        else:
            state.play(best_action(state))
    return found, evaluate(state)


def features(state: State) -> list[dict[int, float]]:
    """For each seat column -> value."""
    seats = range(len(state.held))
    temples, waiting = [0] * len(seats), [0] * len(seats)
    for space, facing in state.facing.items():
        if state.land[space] == TEMPLE_NUMBER:
            temples = [a + b for a, b in zip(temples, state.tables.temple(facing), strict=True)]
        elif state.land[space] <= 0 and state.display:
            waiting = [n + (facing >> 4 * seat & 15) for seat, n in enumerate(waiting)]
    found = []
    for seat, held in enumerate(state.held):
        start = turns_left_of(held) * _WIDTH
        left = Counter(state.hands[seat] + state.piles[seat])
        found.append(
            {start + _STARTS["tiles"] + kind: float(left[kind]) for kind in left if kind != _USUAL}
            | {
                start + _STARTS["cacao"] + cacao_of(held): 1.0,
                start + _STARTS["suns"] + suns_of(held): 1.0,
                start + _STARTS["water"] + water_of(held): 1.0,
                start + _STARTS["temples"]: float(temples[seat]),
                start + _STARTS["waiting"]: float(waiting[seat]),
                start + _STARTS["tempo"]: float(seat == state.turn),
                start + _STARTS["income"]: 1.0,
            }
        )
    return found


def equations(task: tuple[Sequence[int], int, Weights]) -> Sums:
    """The normal equations of some games."""
    seeds, seats, weights = task
    tables = Tables(seats, weights)
    matrix, side = np.zeros((_COLUMNS, _COLUMNS)), np.zeros(_COLUMNS)
    squares, count = 0.0, 0
    for seed in seeds:
        states, final = moments(seed, tables)
        for state in states:
            gains = [end - gold for end, gold in zip(final, state.gold, strict=True)]
            seen = features(state)
            for seat in range(seats):
                factors = [1.0 if other == seat else -tables.share for other in range(seats)]
                row: dict[int, float] = {}
                for factor, columns in zip(factors, seen, strict=True):
                    for column, value in columns.items():
                        row[column] = row.get(column, 0.0) + factor * value
                target = sum(f * gain for f, gain in zip(factors, gains, strict=True))
                at = np.fromiter(row, dtype=int)
                values = np.fromiter(row.values(), dtype=float)
                matrix[np.ix_(at, at)] += np.outer(values, values)
                side[at] += target * values
                squares += target * target
                count += 1
    return Sums(matrix, side, squares, count)


# --- Tables ------------------------------------------------------------------------------------


def solve(sums: Sums) -> Vector:
    """The value of each feature."""
    ties = np.zeros((_COLUMNS, _COLUMNS))
    for column in range(_COLUMNS - _WIDTH):
        if column % _WIDTH == _STARTS["income"]:
            continue
        other = column + _WIDTH
        strength = _SMOOTH * sums.rows * (0.05 if column < 2 * _WIDTH else 1.0)
        ties[column, column] += strength
        ties[other, other] += strength
        ties[column, other] -= strength
        ties[other, column] -= strength
    ridge = _RIDGE * sums.rows * np.eye(_COLUMNS)
    return np.asarray(np.linalg.solve(sums.matrix + ties + ridge, sums.side))


def tables_of(worths: Vector, spread: Sequence[float]) -> Weights:
    """The values as tables; with no turn left they follow from the rules."""
    by_turn = worths.reshape(_TURNS, _WIDTH)

    # The value of a turn left for a player who has nothing yet.
    starts = [_STARTS[name] for name in (*_AMOUNTS, "income")]
    empty = by_turn[:, starts].sum(axis=1)

    start = _STARTS["tiles"]
    kinds = by_turn[1:, start : start + _KINDS]
    tiles = ((0.0,) * _KINDS, *(tuple(round(float(x), 2) for x in row) for row in kinds))

    def amounts(name: str, first: float, last: Sequence[float]) -> tuple[tuple[float, ...], ...]:
        start = _STARTS[name]
        rows = by_turn[1:, start : start + _SIZES[name]]
        rising = np.maximum.accumulate(rows - rows[:, :1] + first, axis=1)
        learned = [tuple(round(float(x), 2) for x in row) for row in rising]
        return (tuple(map(float, last)), *learned)

    def factors(name: str, last: float) -> tuple[float, ...]:
        return (last, *(round(float(x), 2) for x in by_turn[1:, _STARTS[name]]))

    return Weights(
        cacao=amounts("cacao", 0.0, [0.01 * fruits for fruits in range(6)]),
        suns=amounts("suns", 0.0, range(4)),
        water=amounts("water", BASE.water[0], BASE.water),
        temples=factors("temples", 1.0),
        waiting=factors("waiting", 0.0),
        tempo=factors("tempo", 0.0),
        tiles=tiles,
        income=tuple(round(float(x - empty[0]), 2) for x in empty),
        spread=tuple(round(s, 2) for s in spread),
    )


# --- Chances of winning ------------------------------------------------------------------------


def outcomes(task: tuple[Sequence[int], int, Weights]) -> list[tuple[int, list[float], int]]:
    """For each moment of some games: turns left, the evaluation, and a winner."""
    seeds, seats, weights = task
    tables = Tables(seats, weights)
    found = []
    for seed in seeds:
        states, final = moments(seed, tables)
        winner = max(range(seats), key=final.__getitem__)
        for state in states:
            found.append((turns_left_of(state.held[state.turn]), evaluate(state), winner))
    return found


def fit_spread(seen: Sequence[tuple[int, list[float], int]]) -> list[float]:
    """For each number of turns left, the temperature that makes the winners most likely."""
    spread = [1.0]
    candidates = np.geomspace(1.0, 100.0, 200)
    for turns in range(1, _TURNS):
        chosen = [(values, winner) for left, values, winner in seen if left == turns]
        if not chosen:
            spread.append(spread[-1])
            continue
        values = np.array([values for values, _ in chosen])
        ahead = values - values.max(axis=1, keepdims=True)
        won = ahead[np.arange(len(chosen)), [winner for _, winner in chosen]]
        costs = [
            float(np.mean(np.log(np.exp(ahead / s).sum(axis=1)) - won / s)) for s in candidates
        ]
        spread.append(float(candidates[int(np.argmin(costs))]))
    return spread


# --- All of it ---------------------------------------------------------------------------------


def learn(seats: int, games: int, rounds: int) -> Weights:
    """The tables for a number of players, after some rounds of self-play."""
    weights = shipped.PLAIN
    with Pool(os.cpu_count()) as pool:
        for turn in range(rounds):
            tasks = _tasks(seats, games, turn, weights)
            parts = pool.map(equations, tasks, chunksize=1)
            sums = Sums(*(sum(column) for column in zip(*parts, strict=True)))
            worths = solve(sums)
            rest = sums.squares - 2 * worths @ sums.side + worths @ sums.matrix @ worths
            print(
                f"{seats} players, round {turn + 1}: off by {(rest / sums.rows) ** 0.5:.2f} gold "
                f"of {(sums.squares / sums.rows) ** 0.5:.2f}",
                flush=True,
            )
            weights = tables_of(worths, weights.spread)
        seen = pool.map(outcomes, _tasks(seats, games // 2, rounds, weights), chunksize=1)
        spread = fit_spread([moment for part in seen for moment in part])
    return weights._replace(spread=tuple(round(s, 2) for s in spread))


def _tasks(
    seats: int, games: int, turn: int, weights: Weights
) -> list[tuple[Sequence[int], int, Weights]]:
    part = max(1, games // 16)
    seeds = range(turn * games, (turn + 1) * games)
    return [(seeds[at : at + part], seats, weights) for at in range(0, games, part)]


def write(learned: dict[int, Weights]) -> None:
    """Replace the tables in `weights.py`."""
    path = Path(shipped.__file__)
    kept = path.read_text(encoding="utf-8").partition("# fmt: off\n")[0]
    lines = ["# fmt: off", "WEIGHTS: Final = {"]
    for seats, weights in learned.items():
        lines.append(f"    {seats}: Weights(")
        for name, value in weights._asdict().items():
            lines.append(f"        {name}={value!r},")
        lines.append("    ),")
    path.write_text(kept + "\n".join([*lines, "}", ""]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=6000, help="games for each round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    options = parser.parse_args()
    learned = dict(shipped.WEIGHTS)
    for seats in options.players:
        learned[seats] = learn(seats, options.games, options.rounds)
        write(learned)


if __name__ == "__main__":
    main()
