"""Rectangles, and the view of a plane in a window."""

from __future__ import annotations

from typing import Final, NamedTuple


class Box(NamedTuple):
    """A rectangle of the plane."""

    left: float
    top: float
    width: float
    height: float


class View(NamedTuple):
    """The position of the plane in a window: a point p is at scale · (p + shift) pixels."""

    scale: float
    x: float
    y: float

    def show(self, part: Box) -> Box:
        """The place of a part of the plane in the window."""
        left, top = self.scale * (part.left + self.x), self.scale * (part.top + self.y)
        return Box(left, top, self.scale * part.width, self.scale * part.height)


class Margins(NamedTuple):
    """Pixels of a window that stay free.

    Attributes:
        beside: on the left and on the right.
        below: at the bottom.
        above: at the top.
    """

    beside: float = 0.0
    below: float = 0.0
    above: float = 0.0


NO_MARGINS: Final = Margins()
"""A window of which all may be covered."""


def fit(box: Box, width: float, height: float, largest: float, free: Margins = NO_MARGINS) -> View:
    """The view that shows all of a box as large as the window allows, centred.

    Args:
        box: what must be visible.
        width: of the window, in pixels.
        height: of the window.
        largest: largest scale, in pixels per unit of the plane.
        free: what stays free of it.
    """
    room = max(width - 2 * free.beside, 1.0), max(height - free.below - free.above, 1.0)
    scale = min(room[0] / box.width, room[1] / box.height, largest)
    x = (width / scale - box.width) / 2 - box.left
    top = free.above + (room[1] - box.height * scale) / 2
    return View(scale, x, top / scale - box.top)


def shift_into_sight(part: Box, width: float, height: float, margin: float) -> tuple[float, float]:
    """The shift in pixels that makes all of a part of a window visible."""
    return (
        _shift(part.left, part.width, width, margin),
        _shift(part.top, part.height, height, margin),
    )


def _shift(start: float, length: float, room: float, margin: float) -> float:
    if start < margin:
        return margin - start
    over = start + length + margin - room
    return -over if over > 0 else 0.0
