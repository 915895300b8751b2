"""Circles and arrows on the board, drawn and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import pieces
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.board.plane import TILE
from cacao_web.game.texts import words
from cacao_web.game.texts.marks import Mark, named
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

_CIRCLE: Final = 42
"""Radius of a circle, in units of the plane."""


def drawn(marks: Sequence[Mark]) -> Markup:
    """The marks, on the plane of the board."""
    return join(_drawn(mark) for mark in marks)


def _drawn(mark: Mark) -> Markup:
    shape = _circle(mark.start) if mark.is_circle else _arrow(mark)
    return h("g", {"class": "drawn", "role": "img", "aria-label": named(mark)}, shape)


def _circle(cell: Cell) -> Markup:
    """A ring, and a wider one below it that keeps it visible on every tile."""
    x, y = plane.corner(cell)
    place = {"cx": x + TILE / 2, "cy": y + TILE / 2, "r": _CIRCLE}
    return join(h("circle", {"class": "casing", **place}), h("circle", place))


def _arrow(mark: Mark) -> Markup:
    outline = pieces.arrow(mark.start, mark.end)
    return h("polygon", {"points": " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)})


def task(first: Cell | None) -> str:
    """What is to be done while cells are marked, perhaps after a first one was chosen."""
    if first is None:
        return _("Choose a cell twice for a circle, or two cells for an arrow; the same again "
                 "removes it.")  # fmt: skip
    return _("{cell} again for a circle, or another cell for an arrow from there.").format(
        cell=words.cell_name(first)
    )


def removed(mark: Mark) -> str:
    """Says that a mark is gone."""
    return _("Removed: {what}.").format(what=named(mark))
