"""Circles and arrows on the board, drawn and in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, hypot
from typing import Final

from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.board.plane import TILE
from cacao_web.features.analysis.marks import Mark
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

_RING: Final = (
    "M-45 0A45 45 0 1 1 45 0A45 45 0 1 1 -45 0ZM-37 0A37 37 0 1 0 37 0A37 37 0 1 0 -37 0Z"
)
_SHORT: Final = 24
"""How far an arrow stays away from the middle of its cells, whose pictures are to be seen."""
_HEAD: Final = 32
"""Length of an arrow's head."""


def drawn(marks: Sequence[Mark]) -> Markup:
    """The marks, on the plane of the board."""
    return join(_drawn(mark) for mark in marks)


def _drawn(mark: Mark) -> Markup:
    (x, y), (right, below) = map(plane.corner, mark)
    placed = f"translate({x + TILE / 2:g} {y + TILE / 2:g})"
    path = _RING
    if not mark.is_circle:
        right, below = right - x, below - y
        placed += f" rotate({degrees(atan2(below, right)):.1f})"
        path = _arrow(hypot(right, below))
    attributes = {"class": "drawn", "transform": placed, "role": "img", "aria-label": named(mark)}
    return h("g", attributes, h("path", {"d": path}))


def _arrow(length: float) -> str:
    """The outline of an arrow that points to the right."""
    neck, tip = round(length - _SHORT - _HEAD, 1), round(length - _SHORT, 1)
    return f"M{_SHORT} -7H{neck}V-21L{tip} 0L{neck} 21V7H{_SHORT}Z"


def named(mark: Mark) -> str:
    """A mark in words."""
    start, end = map(words.cell_name, mark)
    if mark.is_circle:
        return _("circle on {cell}").format(cell=start)
    return _("arrow from {start} to {end}").format(start=start, end=end)


def told(marks: Sequence[Mark]) -> str:
    """The marks of a turn in words."""
    return _("Marks: {marks}").format(marks="; ".join(map(named, marks)))


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
