"""Cells as numbers of a grid slightly larger than the area: neighbours are found by an addition."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

from cacao_core.tiles import Cell

Square: TypeAlias = int
"""A cell as a number of the grid."""

_MARGIN: Final = 5
"""Margin for the growth of the area in the playouts; the two outermost rings stay empty."""


class Grid:
    """Converts cells to squares and back.

    Args:
        cells: cells that must fit.
        margin: squares around them.
    """

    __slots__ = ("height", "inside", "left", "steps", "top", "width")

    def __init__(self, cells: Collection[Cell], margin: int = _MARGIN) -> None:
        columns = [x for x, _ in cells]
        rows = [y for _, y in cells]
        self.left = min(columns) - margin
        self.top = min(rows) - margin
        self.width = max(columns) - self.left + margin + 1
        self.height = max(rows) - self.top + margin + 1
        self.steps = (-self.width, 1, self.width, -1)
        self.inside = [
            1 < row < self.height - 2 and 1 < column < self.width - 2
            for row in range(self.height)
            for column in range(self.width)
        ]

    def square(self, cell: Cell) -> Square:
        """The number of a cell."""
        return (cell[1] - self.top) * self.width + cell[0] - self.left

    def cell(self, square: Square) -> Cell:
        """The cell of a number."""
        return square % self.width + self.left, square // self.width + self.top
