"""The numbers of the closer look (``ai/learned/outlooks.py``), as they are learned.

Each number of players and of turns left has values of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from cacao_core.ai.learned.outlooks import ROWS
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import MOST_TURNS
from cacao_core.ai.playouts.outlook import Outlook
from cacao_core.ai.playouts.rates import rates_in
from cacao_core.ai.playouts.state import State
from cacao_core.ai.selfplay import quick
from cacao_core.ai.selfplay.games import GameSample, GameTask
from cacao_core.ai.selfplay.linear import Linear, as_linear, unknown
from cacao_core.ai.selfplay.squares import Squares, smooth

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""Hundredths of gold by turns left."""

_WIDTH: Final = len(ROWS[2][0])
"""Values for each number of turns left; the first is the gain of these turns."""
_HUNDREDTHS: Final = 100
_HEAD: Final = '''"""Hundredths of gold of the closer look: learned from self-play (docs/dev/ai.md).

For each number of players and of turns left, in the order of
:class:`~cacao_core.ai.playouts.rates.Rates`. They come from

    {}
"""

from __future__ import annotations

from typing import Final

# fmt: off
ROWS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {{
'''


class Outlooks:
    """The numbers of the closer look, from games of the quick player."""

    columns = (MOST_TURNS + 1) * _WIDTH

    def sample(self, _values: Sequence[float], task: GameTask) -> GameSample:
        """A game; it is played by the tables, whatever was learned."""
        return quick.sample(task, tables_for(task.players), believe)

    def solved(self, sums: Squares) -> list[float]:
        """The values that explain some games best, in gold."""
        smooth(sums, _WIDTH, alone=(0,))
        return sums.values()


def believe(state: State) -> list[Linear]:
    """Each seat's gold at the end, as the closer look expects it."""
    return list(map(as_linear, _unknown(len(state.held)).values(state)))


@cache
def _unknown(players: int) -> Outlook:
    """The closer look with all numbers unknown."""
    rows = [
        tuple(_HUNDREDTHS * unknown(at) for at in range(start, start + _WIDTH))
        for start in range(0, Outlooks.columns, _WIDTH)
    ]
    return Outlook(tables_for(players), rates_in(rows))


def rows_of(values: Sequence[float]) -> Rows:
    """The values by turns left, in hundredths of gold."""
    hundredths = [round(_HUNDREDTHS * value) for value in values]
    return tuple(tuple(hundredths[at : at + _WIDTH]) for at in range(0, len(values), _WIDTH))


def text(rows_by_players: Mapping[int, Rows], how: str) -> str:
    """The module of Python with the numbers by number of players."""
    lines = []
    for players, rows in rows_by_players.items():
        lines += [f"    {players}: (", *(f"        {row!r}," for row in rows), "    ),"]
    return _HEAD.format(how) + "\n".join([*lines, "}", ""])
