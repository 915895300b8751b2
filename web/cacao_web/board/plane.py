"""Where things lie on the plane of the board: which part has to be in sight, and at what size.

The plane has one unit for a hundredth of a tile; cell (0, 0) begins at its origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import Game
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.browser.geometry import Box, View

PITCH: Final = 104
"""Distance from one tile's corner to the next's."""
TILE: Final = 100
LARGEST: Final = 1.7
"""No tile is drawn larger than so many times its units in pixels, unless somebody zooms."""
_SMALLEST_SIDE: Final = 5
"""The part in sight has at least so many cells each way, so that the first tiles are not huge."""
_MARGIN: Final = 0.12
"""Free space around it, in cells."""
STEPS: Final[tuple[tuple[int, int], ...]] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where each side lies, by x and y."""
_ENDS: Final = {"Home": 0, "End": -1}
_STEPS_ASIDE: Final = {"ArrowLeft": -1, "ArrowRight": 1}


def place(view: View, cell: Cell) -> Box:
    """Where a cell's tile is in the window."""
    return view.show(Box(*corner(cell), TILE, TILE))


def corner(cell: Cell) -> tuple[int, int]:
    """Upper left corner of a cell's tile."""
    return cell[0] * PITCH, cell[1] * PITCH


def extent(game: Game) -> Box:
    """The part of the plane that holds every tile and every cell where one may go next."""
    cells = {*game.jungle, *game.workers, *game.open_spaces}
    cells |= {beside for space in game.jungle for beside in NEIGHBOURS[space]}
    xs, ys = [x for x, _y in cells], [y for _x, y in cells]
    left, width = _span(min(xs), max(xs))
    top, height = _span(min(ys), max(ys))
    return Box(left, top, width, height)


def _span(first: int, last: int) -> tuple[float, float]:
    """Start and length of a side of the part that shows some cells, with a small margin."""
    count = max(last - first + 1, _SMALLEST_SIDE)
    middle = (first + last + 1) / 2
    start = (middle - count / 2 - _MARGIN) * PITCH - (PITCH - TILE) / 2
    return start, (count + 2 * _MARGIN) * PITCH


def reading_order(item: tuple[Cell, object]) -> tuple[int, int]:
    """Sorts pairs of a cell and something row by row, as one reads."""
    (x, y), _what = item
    return y, x


def next_cell(cells: Sequence[Cell], here: Cell, key: str) -> Cell | None:
    """Where a key leads among some cells in reading order, for those who go by the keyboard.

    Left and right lead through all of them, row by row, up and down to the nearest row that way,
    and there to the nearest cell. None if there is nothing that way.
    """
    if key in _ENDS:
        return cells[_ENDS[key]]
    if key in _STEPS_ASIDE:
        at = cells.index(here) + _STEPS_ASIDE[key]
        return cells[at] if 0 <= at < len(cells) else None
    down = 1 if key == "ArrowDown" else -1
    rows = [cell for cell in cells if (cell[1] - here[1]) * down > 0]
    return min(rows, key=lambda c: ((c[1] - here[1]) * down, abs(c[0] - here[0])), default=None)
