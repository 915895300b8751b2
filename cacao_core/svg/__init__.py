"""Pictures: positions, tiles, village boards, charts, analyses and films of games.

>>> from cacao_core import Deal, Record, svg
>>> record = Record(Deal.shuffled(players=2, seed=7), ["W2101@1,0"])
>>> picture = svg.board(record, theme="dark", coordinates=True)

Games, records, worker tiles and analyses show themselves in notebooks with these pictures.
Every picture is one ``<svg>`` element without fonts, files or scripts from elsewhere; a film is an
HTML file of that kind. The same input gives the same text on every Python.
"""

from cacao_core.game import Game
from cacao_core.record import Record
from cacao_core.svg.boards import board
from cacao_core.svg.cards import SHAPES, card
from cacao_core.svg.charts import analysis, chart
from cacao_core.svg.films import Words, film
from cacao_core.svg.marks import Arrow, Mark
from cacao_core.svg.sheet import THEMES
from cacao_core.svg.sheets import score_sheet
from cacao_core.svg.single import tile, village_board
from cacao_core.tiles import WorkerTile

__all__ = [
    "SHAPES",
    "THEMES",
    "Arrow",
    "Mark",
    "Words",
    "analysis",
    "board",
    "card",
    "chart",
    "film",
    "score_sheet",
    "shown",
    "tile",
    "village_board",
]

_BOARD, _ROWS, _TILE = 720, 560, 120
"""Widths in a notebook, in pixels."""


def shown(value: object) -> str:
    """The picture that a value shows in a notebook.

    Raises:
        CacaoError: there is no picture of it.
    """
    if isinstance(value, Game | Record):
        return board(value, villages=True, size=_BOARD)
    if isinstance(value, WorkerTile):
        return tile(value, size=_TILE)
    return analysis(value, size=_ROWS)  # type: ignore[arg-type]  # it says so if it is none
