"""The numbers of the closer look (``ai/playouts/outlook_weights.py``), as they are learned.

Each number of players and of turns left has values of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from cacao_core.ai.general.worths import Worths, worths_for
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import MOST_TURNS
from cacao_core.ai.playouts.outlook import Outlook
from cacao_core.ai.playouts.outlook_weights import ROWS, rates_in
from cacao_core.ai.playouts.state import State
from cacao_core.ai.selfplay.linear import Linear, as_linear, unknown
from cacao_core.ai.selfplay.squares import Squares, smooth
from cacao_core.game import Game
from cacao_core.rules import Rules

_WIDTH: Final = len(ROWS[2][0])
"""Values for each number of turns left; the first is the gain of these turns."""
_HUNDREDTHS: Final = 100


class Outlooks:
    """The numbers of the closer look for a number of players; games are played by the tables."""

    columns = (MOST_TURNS + 1) * _WIDTH

    def worths(self, _values: Sequence[float], rules: Rules, players: int) -> Worths:
        """The worths with which games are played."""
        return worths_for(rules, players)

    def believed(self, game: Game) -> list[Linear]:
        """Each seat's gold at the end, as the closer look expects it."""
        players = len(game.players)
        return list(map(as_linear, _unknown(players).values(State.of(game, tables_for(players)))))

    def solved(self, sums: Squares) -> list[float]:
        """The values that explain some games best, in gold."""
        smooth(sums, _WIDTH, alone=(0,))
        return sums.values()


@cache
def _unknown(players: int) -> Outlook:
    rows = [
        tuple(_HUNDREDTHS * unknown(at) for at in range(start, start + _WIDTH))
        for start in range(0, Outlooks.columns, _WIDTH)
    ]
    return Outlook(tables_for(players), rates_in(rows))


def rows_of(values: Sequence[float]) -> list[tuple[int, ...]]:
    """The values by turns left, in hundredths of gold."""
    hundredths = [round(_HUNDREDTHS * value) for value in values]
    return [tuple(hundredths[at : at + _WIDTH]) for at in range(0, len(values), _WIDTH)]


def text(rows_by_players: Mapping[int, Sequence[tuple[int, ...]]], how: str) -> str:
    """The end of the module of Python with the numbers, by number of players."""
    lines = [f"# {how}", "# fmt: off", "ROWS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {"]
    for players, rows in rows_by_players.items():
        lines += [f"    {players}: (", *(f"        {row!r}," for row in rows), "    ),"]
    return "\n".join([*lines, "}", "# fmt: on", ""])
