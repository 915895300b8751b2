"""The tables of the rulebook's goods (``ai/learned/tables.py``), as they are learned.

Each number of players and of turns left has values of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from math import log
from typing import Any, Final

from cacao_core.ai.playouts import tables as playouts
from cacao_core.ai.playouts.encoding import (
    KINDS,
    MOST_TURNS,
    STORAGE_SPACES,
    SUN_SITES,
    turns_left_of,
)
from cacao_core.ai.playouts.evaluation import evaluate, softmax, win_chances
from cacao_core.ai.playouts.state import State
from cacao_core.ai.playouts.weights import PLAIN, Weights
from cacao_core.ai.selfplay import quick
from cacao_core.ai.selfplay.games import GameSample, GameTask
from cacao_core.ai.selfplay.linear import Linear, as_linear, unknown
from cacao_core.ai.selfplay.squares import Squares, smooth
from cacao_core.rules import BASE

_TURNS: Final = MOST_TURNS + 1
_AMOUNTS: Final = {"cacao": STORAGE_SPACES + 1, "suns": SUN_SITES + 1, "water": len(BASE.water)}
_FACTORS: Final = ("temples", "waiting", "tempo", "income")
_SIZES: Final = {**_AMOUNTS, **dict.fromkeys(_FACTORS, 1), "tiles": len(KINDS)}
_STARTS: Final = dict(zip(_SIZES, accumulate(_SIZES.values(), initial=0), strict=False))
"""Feature -> its first column among those of one number of turns left."""
WIDTH: Final = sum(_SIZES.values())
"""Values for each number of turns left."""
USUAL: Final = _STARTS["tiles"] + KINDS.index("2101")
"""The place among them of the tile with which the others are compared; it is 0."""
_LEAST: Final = 1e-9
"""The least chance that is believed."""
_SPREADS: Final = tuple(round(1.05**step, 2) for step in range(50))
"""Temperatures of the chances of winning, in gold."""
_HEAD: Final = '''"""Values in gold by number of players: learned from self-play (docs/dev/ai.md).

The numbers come from

    {}
"""

from __future__ import annotations

from typing import Final

from cacao_core.ai.playouts.weights import Weights

# fmt: off
WEIGHTS: Final = {{
'''


class TrainingTables:
    """The tables for a number of players, from games of the quick player."""

    columns = _TURNS * WIDTH

    def sample(self, values: Sequence[float], task: GameTask) -> GameSample:
        """A game of the quick player with some values."""
        weights = weights_of(values) if values else PLAIN
        return quick.sample(task, quick.tables_with(task.players, weights), believe)

    def solved(self, sums: Squares) -> list[float]:
        """The values that explain some games best; neighbouring numbers of turns are tied."""
        smooth(sums, WIDTH, alone=(_STARTS["income"],))
        return sums.values()


def believe(state: State) -> list[Linear]:
    """Each seat's gold at the end, as the quick player expects it."""
    seen = state.copy()
    seen.tables = _unknown(len(state.held))
    return list(map(as_linear, evaluate(seen)))


@cache
def _unknown(players: int) -> playouts.Tables:
    """The tables with all values unknown but those of the end."""
    tables: dict[str, Any] = {}
    for name, size in _SIZES.items():
        rows: list[Any] = [getattr(PLAIN, name)[0]]
        for start in range(WIDTH + _STARTS[name], TrainingTables.columns, WIDTH):
            columns = range(start, start + size)
            row = tuple(0.0 if at % WIDTH == USUAL else unknown(at) for at in columns)
            rows.append(row if name in (*_AMOUNTS, "tiles") else row[0])
        tables[name] = tuple(rows)
    return playouts.Tables(players, Weights(**tables, spread=PLAIN.spread))


def weights_of(values: Sequence[float]) -> Weights:
    """The values as tables; with no turn left they follow from the rules."""
    rows = [values[start : start + WIDTH] for start in range(WIDTH, len(values), WIDTH)]
    end: list[Sequence[float]] = [
        [0.01 * fruits for fruits in range(STORAGE_SPACES + 1)],
        range(SUN_SITES + 1),
        BASE.water,
    ]
    tables: dict[str, Any] = {}
    for (name, size), last in zip(_AMOUNTS.items(), end, strict=True):
        learned = [_rising(row[_STARTS[name] :][:size], float(last[0])) for row in rows]
        tables[name] = (tuple(map(float, last)), *learned)
    for name, at_end in (("temples", 1.0), ("waiting", 0.0), ("tempo", 0.0)):
        tables[name] = (at_end, *(round(row[_STARTS[name]], 2) for row in rows))
    kinds = (row[_STARTS["tiles"] :][: len(KINDS)] for row in rows)
    tables["tiles"] = ((0.0,) * len(KINDS), *(tuple(round(x, 2) for x in row) for row in kinds))
    # The value of a turn left is that for a player who has nothing yet.
    empty = [
        sum(values[at * WIDTH + _STARTS[name]] for name in (*_AMOUNTS, "income"))
        for at in range(_TURNS)
    ]
    tables["income"] = tuple(round(x - empty[0], 2) for x in empty)
    return Weights(**tables, spread=PLAIN.spread)


def _rising(row: Sequence[float], first: float) -> tuple[float, ...]:
    """Values of 0, 1, 2 … of a good: more are never worth less."""
    return tuple(round(x, 2) for x in accumulate((x - row[0] + first for x in row), max))


def spread_of(weights: Weights, tasks: Iterable[GameTask]) -> tuple[float, ...]:
    """For each number of turns left the temperature that makes the winners of games likeliest."""
    seen: list[list[tuple[list[float], list[float]]]] = [[] for _turns in range(_TURNS)]
    for task in tasks:
        expected = []
        for state in quick.positions(task, quick.tables_with(task.players, weights)):
            gold = evaluate(state)
            if not state.is_over:
                expected.append((turns_left_of(state.held[state.turn]), gold))
        won = win_chances(state, gold)
        for turns, believed in expected:
            seen[turns].append((believed, won))
    spread = [1.0]
    for moments in seen[1:]:
        spread.append(min(_SPREADS, key=partial(_surprise, moments)) if moments else spread[-1])
    return tuple(spread)


def _surprise(moments: Sequence[tuple[Sequence[float], Sequence[float]]], spread: float) -> float:
    """The negative logarithm of the chance of all winners; those of a draw share it."""
    return sum(
        -share * log(max(_LEAST, chance))
        for gold, won in moments
        for chance, share in zip(softmax(gold, spread), won, strict=True)
        if share
    )


def text(weights_by_players: Mapping[int, Weights], how: str) -> str:
    """The module of Python with tables by number of players."""
    lines = []
    for players, weights in weights_by_players.items():
        lines.append(f"    {players}: Weights(")
        lines += [f"        {name}={value!r}," for name, value in weights._asdict().items()]
        lines.append("    ),")
    return _HEAD.format(how) + "\n".join([*lines, "}", ""])
