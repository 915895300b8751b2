"""Cells that a feature asks for: any of the board, not only those where a tile may go."""

from __future__ import annotations

from typing import Final

from cacao_core.tiles import Cell
from cacao_web.board import board, narration
from cacao_web.board.overlay import Cells
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui.i18n import cached
from cacao_web.ui.markup import Markup, h

_BOX: Final = {"x": 0, "y": 0, "width": 100, "height": 100, "rx": 9}


def targets(session: Session, cells: Cells) -> dict[str, Markup]:
    """The cells that a feature asks for, row by row; one can be reached with the Tab key."""
    entry = cells.chosen or cells.entry
    return {
        f"c{words.cell_name(cell)}": _target(
            cell,
            cells.label.format(cell=words.cell_name(cell)),
            _here(session, cell),
            cell == cells.chosen,
            cell == entry,
        )
        for cell in sorted(cells.all, key=lambda cell: (cell[1], cell[0]))
    }


def _here(session: Session, cell: Cell) -> str:
    """The tile on a cell; around an empty one, those beside it."""
    game = session.shown
    if code := game.jungle.get(cell):
        return words.tile_name(code)
    if tile := game.workers.get(cell):
        return board.workers_on(session, tile)
    return narration.neighbours(session, cell)


@cached
def _target(cell: Cell, label: str, here: str, chosen: bool, entry: bool) -> Markup:
    attributes = board.to_choose(cell, "asked", f"{label}; {here}", chosen, entry)
    return h("g", attributes, h("rect", {"class": "halo", **_BOX}),
             h("rect", {"class": "reach", **_BOX}))  # fmt: skip
