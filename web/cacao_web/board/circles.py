"""Circles and arrows that somebody has drawn on the board."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core import pieces
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.board.plane import TILE
from cacao_web.game.texts import marks
from cacao_web.game.texts.marks import CellMark
from cacao_web.ui.markup import Markup, h, join


def drawn(marks: Iterable[CellMark]) -> Markup:
    """Marks on the plane of the board."""
    return join(_drawn(mark) for mark in marks)


def _drawn(mark: CellMark) -> Markup:
    shape = _circle(mark.start) if mark.is_circle else _arrow(mark)
    return h("g", {"class": "drawn", "role": "img", "aria-label": marks.named(mark)}, shape)


def _circle(cell: Cell) -> Markup:
    """A ring, and a wider one below it that keeps it visible on every tile."""
    x, y = plane.corner(cell)
    place = {"cx": x + TILE / 2, "cy": y + TILE / 2, "r": pieces.CIRCLE}
    return join(h("circle", {"class": "casing", **place}), h("circle", place))


def _arrow(mark: CellMark) -> Markup:
    outline = pieces.arrow(mark.start, mark.end)
    return h("polygon", {"points": " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)})
