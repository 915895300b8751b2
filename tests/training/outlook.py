"""Learn the values of `cacao_core/ai/playouts/outlook_weights.py` from self-play, and write them.

    python -m tests.training.outlook                  # all numbers of players; an hour
    python -m tests.training.outlook --games 500      # quick and rough

A player like `hard` plays against itself, sometimes with a turn that is not its first choice. Each
position at the start of a turn gives one equation for each seat: its further gain over the others'
average is the sum of the values of all features, less the same for the others. Least squares gives
the values, with neighbouring numbers of turns left tied together. The same arguments give the same
values. docs/dev/ai.md tells where those that are shipped come from.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts import outlook_weights as shipped
from cacao_core.ai.playouts.encoding import (
    CODES,
    MOST_TURNS,
    NUMBER,
    SIDE_SHIFTS,
    TEMPLE_NUMBER,
    cacao_of,
    suns_of,
    turns_left_of,
    water_of,
)
from cacao_core.ai.playouts.evaluation import evaluate
from cacao_core.ai.playouts.grid import Grid
from cacao_core.ai.playouts.options import actions
from cacao_core.ai.playouts.replies import two_best
from cacao_core.ai.playouts.state import Action, State
from cacao_core.ai.search import Search, play_on
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.deal import Deal
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import Seat

_TURNS: Final = MOST_TURNS + 1
_STARTS: Final = {
    "income": 0,
    "tempo": 1,
    "cacao": 2,
    "suns": 8,
    "water": 12,
    "kinds": 21,
    "hand": 24,
    "closed": 27,
    "temples": 28,
    "waiting": 44,
    "few": 50,
    "price": 51,
    "open": 54,
    "best": 60,
    "markets": 64,
}
"""Feature -> its first column among those of one number of turns left; see `Rates`."""
_WIDTH: Final = 67
_KIND_COLUMN: Final = {0: 0, 2: 1, 3: 2}
_MARKET_CODES: Final = ("M4", "M3", "M2")
_EXPLORES: Final = 0.1
_SMOOTH: Final = 1e-3
_RIDGE: Final = 1e-5

Vector = np.ndarray[Any, np.dtype[np.float64]]


class Whole:
    """The whole turns of a state, for a search."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat: Seat = state.turn
        self.ways = actions(state)

    def deal(self, rng: Random) -> State:
        """The state with the tiles hidden from the seat dealt again."""
        dealt = self.state.copy()
        dealt.shuffle(self.seat, rng)
        return dealt

    def after(self, dealt: State, way: Action) -> State:
        """The start of the next turn."""
        state = dealt.copy()
        state.play(way)
        return state

    def standing(self, dealt: State) -> State:
        """The state itself."""
        return dealt

    def first_move(self, way: Action) -> Move:
        """States have no moves."""
        raise NotImplementedError

    def line(self, way: Action) -> tuple[Move, ...]:
        """States have no moves."""
        raise NotImplementedError


# --- Features ----------------------------------------------------------------------------------


def features(state: State) -> Vector:
    """One row for each seat; `Outlook.values` computes their sum with the learned values."""
    found = np.zeros((len(state.held), _WIDTH))
    for seat, row in enumerate(found):
        _add_own(state, seat, row)
        _add_chances(state, seat, row)
    for space, facing in state.facing.items():
        if state.land[space] == TEMPLE_NUMBER:
            _add_temple(state, space, facing, found)
        elif state.land[space] <= 0 and state.display:
            _add_waiting(state, space, facing, found)
    found[state.turn, _STARTS["tempo"]] = 1
    found[state.turn, _STARTS["markets"] + 2] = 0.1 * len(state.open)
    return found


def _add_own(state: State, seat: Seat, row: Vector) -> None:
    held = state.held[seat]
    row[0] = 1
    row[_STARTS["cacao"] + cacao_of(held)] = 1
    row[_STARTS["suns"] + suns_of(held)] = 1
    row[_STARTS["water"] + water_of(held)] = 1
    for kind in state.hands[seat] + state.piles[seat]:
        if kind in _KIND_COLUMN:
            row[_STARTS["kinds"] + _KIND_COLUMN[kind]] += 1
    for kind in state.hands[seat]:
        if kind in _KIND_COLUMN:
            row[_STARTS["hand"] + _KIND_COLUMN[kind]] += 1
    start = _STARTS["best"] + (0 if seat == state.turn else 2)
    row[start : start + 2] = two_best(state, seat)


def _add_chances(state: State, seat: Seat, row: Vector) -> None:
    held = state.held[seat]
    cacao, suns, water = cacao_of(held), suns_of(held), water_of(held)
    beside = Counter(
        CODES[state.profile[square] >> shift & NUMBER]
        for square in state.open
        for shift in SIDE_SHIFTS
    )
    left = Counter(CODES[number] for number in state.display + state.jungle)
    markets = sum(beside[code] for code in _MARKET_CODES)
    for at, code in enumerate(_MARKET_CODES):
        if beside[code]:
            row[_STARTS["price"] + at] = cacao
            break
    start = _STARTS["open"]
    row[start] = (5 - cacao) * (beside["P1"] + 2 * beside["P2"]) * 0.1
    row[start + 1] = (8 - water) * beside["W"] * 0.1
    row[start + 2] = (3 - suns) * beside["S"] * 0.3
    row[start + 3] = cacao * sum(left[code] for code in _MARKET_CODES) * 0.1
    row[start + 4] = (8 - water) * left["W"] * 0.1
    row[start + 5] = suns * len(state.jungle) * 0.1
    row[_STARTS["markets"]] = cacao * markets * 0.1
    row[_STARTS["markets"] + 1] = cacao * beside["M4"] * 0.3


def _add_temple(state: State, space: int, facing: int, found: Vector) -> None:
    counts = [facing >> 4 * seat & 15 for seat in range(len(found))]
    free = sum(not state.land[space + step] for step in state.grid.steps)
    for seat, gold in enumerate(state.tables.temple(facing) if facing else ()):
        if free == 0:
            found[seat, _STARTS["closed"]] += gold
            continue
        start = _STARTS["temples"] + 8 * (min(free, 2) - 1)
        lead = counts[seat] - max(counts[:seat] + counts[seat + 1 :])
        found[seat, start] += gold
        found[seat, start + 4 + max(-3, min(3, lead))] += 1


def _add_waiting(state: State, space: int, facing: int, found: Vector) -> None:
    near = sum(space + step in state.open for step in state.grid.steps)
    for seat, row in enumerate(found):
        workers = facing >> 4 * seat & 15
        row[_STARTS["waiting"] + near] += workers
        row[_STARTS["waiting"] + 4] += workers >= 2
        row[_STARTS["waiting"] + 5] += workers >= 3
        row[_STARTS["few"]] += workers if len(state.jungle) < 6 else 0


# --- Self-play ---------------------------------------------------------------------------------


def moments(seats: int, seed: int) -> tuple[list[State], list[float]]:
    """The states at each turn's start of one game, and the final scores."""
    rng = Random(seed)
    tables = tables_for(seats)
    tables.shrink()
    state = State.of(Game(Deal.shuffled(seats, seed)), tables, Grid.roomy())
    width, depth, budget = STRENGTHS["hard"]
    found = []
    while not state.is_over:
        found.append(state.copy())
        root = Whole(state)
        if rng.random() < _EXPLORES:
            state.play(root.ways[min(len(root.ways) - 1, int(rng.expovariate(0.25)))])
            continue
        search: Search[Action, State] = Search(
            root, root.ways[:width], partial(play_on, depth), rng
        )
        for _share in search.steps(budget):
            pass
        state.play(search.options[0].way)
    return found, evaluate(state)


def equations(task: tuple[int, Sequence[int]]) -> tuple[Vector, Vector, float, int]:
    """The normal equations of some games: matrix, right side, squares of the left sides, number."""
    seats, seeds = task
    size = _TURNS * _WIDTH
    matrix, side, squares, count = np.zeros((size, size)), np.zeros(size), 0.0, 0
    share = 1 / (seats - 1)
    for seed in seeds:
        states, final = moments(seats, seed)
        rows, targets = [], []
        for state in states:
            gains = [end - gold for end, gold in zip(final, state.gold, strict=True)]
            seen = features(state)
            for seat in range(1 if seats == 2 else seats):
                row = np.zeros((_TURNS, _WIDTH))
                target = 0.0
                for other in range(seats):
                    factor = 1.0 if other == seat else -share
                    row[turns_left_of(state.held[other])] += factor * seen[other]
                    target += factor * gains[other]
                rows.append(row.ravel())
                targets.append(target)
        design, goal = np.array(rows), np.array(targets)
        matrix += design.T @ design
        side += design.T @ goal
        squares += float(goal @ goal)
        count += len(goal)
    return matrix, side, squares, count


def solve(matrix: Vector, side: Vector, rows: int) -> Vector:
    """The value of each feature, by turns left."""
    ties = np.zeros_like(matrix)
    for column in range(len(side) - _WIDTH):
        if column % _WIDTH == 0:
            continue  # the gain of the remaining turns differs from turn to turn
        other = column + _WIDTH
        strength = _SMOOTH * rows * (0.05 if column < 2 * _WIDTH else 1.0)
        ties[column, column] += strength
        ties[other, other] += strength
        ties[column, other] -= strength
        ties[other, column] -= strength
    ridge = _RIDGE * rows * np.eye(len(side))
    return np.asarray(np.linalg.solve(matrix + ties + ridge, side)).reshape(_TURNS, _WIDTH)


def learn(seats: int, games: int) -> Vector:
    """The values for a number of players."""
    part = max(1, games // 64)
    tasks = [(seats, range(at, min(at + part, games))) for at in range(0, games, part)]
    size = _TURNS * _WIDTH
    matrix, side, squares, count = np.zeros((size, size)), np.zeros(size), 0.0, 0
    with Pool(os.cpu_count()) as pool:
        for one, other, more, number in pool.imap(equations, tasks):
            matrix, side = matrix + one, side + other
            squares, count = squares + more, count + number
    values = solve(matrix, side, count)
    flat = values.ravel()
    rest = squares - 2 * flat @ side + flat @ matrix @ flat
    off, of = (rest / count) ** 0.5, (squares / count) ** 0.5
    print(f"{seats} players: off by {off:.2f} gold of {of:.2f}", flush=True)
    return values


def write(learned: dict[int, Vector]) -> None:
    """Replace the values in `outlook_weights.py`."""
    path = Path(shipped.__file__)
    kept = path.read_text(encoding="utf-8").partition("# fmt: off\n")[0]
    lines = ["# fmt: off", "ROWS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {"]
    for seats, values in sorted(learned.items()):
        lines.append(f"    {seats}: (")
        for row in np.rint(values * 100).astype(int).tolist():
            lines.append(f"        ({', '.join(map(str, row))}),")
        lines.append("    ),")
    path.write_text(kept + "\n".join([*lines, "}", ""]), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=12000, help="games for each number of players")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    options = parser.parse_args()
    learned = {seats: np.array(shipped.ROWS[seats]) / 100 for seats in shipped.ROWS}
    for seats in options.players:
        learned[seats] = learn(seats, options.games)
        write(learned)


if __name__ == "__main__":
    main()
