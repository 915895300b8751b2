"""Places on the plane of the board: which part must be visible, and at what size.

One unit of the plane is a hundredth of a tile; cell (0, 0) begins at its origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cacao_core import Game, pieces
from cacao_core.pieces import PITCH, TILE, cells_of, corner
from cacao_core.tiles import Cell
from cacao_web.browser import geometry
from cacao_web.browser.geometry import Area, Box, Margins, View

__all__ = ["PITCH", "TILE", "cells_of", "corner"]

LARGEST: Final = 1.7
"""Largest scale in pixels per unit, except when the person zooms."""
_HALF: Final = 0.5
"""The share of its size below which covers do not shrink the board: only a part gives way."""
_LITTLE: Final = 1.08, 48
"""A board that can be this much larger, or lies this many pixels beside its place, stays."""
STEPS: Final[tuple[tuple[int, int], ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Offset of the neighbour at each side, as x and y."""
_ENDS: Final = {"Home": 0, "End": -1}
_PAGES: Final = {"PageUp": -1, "PageDown": 1}
_ARROWS: Final = {
    "ArrowUp": (0, -1),
    "ArrowRight": (1, 0),
    "ArrowDown": (0, 1),
    "ArrowLeft": (-1, 0),
}
WALKING: Final = (*_ARROWS, *_ENDS, *_PAGES)
"""Keys that lead from cell to cell."""
_WIDEST: Final = 2
"""Greatest slope at which a cell still lies in the direction of an arrow key."""


def place(view: View, cell: Cell) -> Box:
    """The place of a cell's tile in the window."""
    return view.show(box_of(cell))


def extent(game: Game) -> Box:
    """The part of the plane that holds every tile and every cell where the next tile may go."""
    return around(cells_of(game))


def around(cells: Iterable[Cell]) -> Box:
    """The part of the plane that holds some cells."""
    return Box(*pieces.around(cells))


def fitted(
    area: Area,
    width: float,
    height: float,
    free: Margins,
    covers: Sequence[Box] = (),
    needed: Sequence[Box] = (),
) -> View:
    """The view that shows all of a board; below large covers, only what is needed of it.

    Args:
        width: of the window, in pixels.
        height: of the window.
        free: what stays free of the board.
        covers: what lies over the window besides.
        needed: the places in the area that nothing may hide.
    """
    free = free.within(width, height)
    view = geometry.fit_beside(area, covers, width, height, LARGEST, free)
    usual = geometry.fit(area.box, width, height, LARGEST, free).scale
    if not needed or view.scale >= _HALF * usual:
        return view
    part = Area(geometry.around(needed), tuple(needed))
    return max(view, geometry.fit_beside(part, covers, width, height, usual, free))


def is_near(area: Area, now: View, best: View, anywhere: bool = False) -> bool:
    """Whether a view is so similar to the best one that the board need not move.

    Args:
        now: the present view.
        best: the best one.
        anywhere: whether only the size counts.
    """
    larger, aside = _LITTLE
    (x, y), (u, v) = (geometry.middle(view.show(area.box)) for view in (now, best))
    lies_near = anywhere or max(abs(x - u), abs(y - v)) <= aside
    return lies_near and best.scale <= larger * now.scale


def area(cells: Iterable[Cell]) -> Area:
    """All of a board, with the places that nothing may cover."""
    cells = set(cells)
    return Area(around(cells), tuple(map(box_of, cells)))


def box_of(cell: Cell) -> Box:
    """The place of a cell's tile on the plane."""
    return Box(*corner(cell), TILE, TILE)


def reading_order(item: tuple[Cell, object]) -> tuple[int, int]:
    """Sort key for pairs of a cell and a value: row by row."""
    (x, y), _what = item
    return y, x


def cell_at(view: View, x: float, y: float) -> Cell:
    """The cell at a point of the window."""
    return cell_of(x / view.scale - view.x, y / view.scale - view.y)


def cell_of(x: float, y: float) -> Cell:
    """The cell at a point of the plane."""
    return round((x - TILE / 2) / PITCH), round((y - TILE / 2) / PITCH)


def next_cell(cells: Sequence[Cell], here: Cell, key: str) -> Cell | None:
    """The cell that a key leads to, among cells in reading order; None if there is none.

    An arrow key leads to the nearest cell in its direction. Home and End lead to the first and the
    last cell, Page Up and Page Down to the one before and the one after.
    """
    if key in _ENDS:
        return cells[_ENDS[key]]
    if key in _PAGES:
        at = cells.index(here) + _PAGES[key]
        return cells[at] if 0 <= at < len(cells) else None
    ways = [(way, cell) for cell in cells if (way := _way(here, cell, key))]
    return min(ways)[1] if ways else None


def _way(here: Cell, there: Cell, key: str) -> tuple[bool, float, int] | None:
    """The distance of a cell in the direction of an arrow key; None if it does not lie there.

    Cells within 45 degrees come first. Left and right stay in the row if they can. Up and down lead
    to the next row, alternately to the left and to the right, so that they stay in the column.
    """
    dx, dy = _ARROWS[key]
    u, v = there[0] - here[0], there[1] - here[1]
    along, aside = u * dx + v * dy, u * dy + v * dx
    if along <= 0 or abs(aside) > _WIDEST * along:
        return None
    turn = aside if here[0] % 2 else -aside
    return abs(aside) > along, along + (1.5 if dx else 0.75) * abs(aside), turn
