"""Rectangles, and the view of a plane in a window."""

from __future__ import annotations

from typing import NamedTuple


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


def fit(
    box: Box, width: float, height: float, largest: float, beside: float = 0.0, below: float = 0.0
) -> View:
    """The view that shows all of a box as large as the window allows, centred.

    Args:
        box: what must be visible.
        width: of the window, in pixels.
        height: of the window.
        largest: largest scale, in pixels per unit of the plane.
        beside: pixels that stay free on the left and on the right.
        below: pixels that stay free at the bottom.
    """
    room = max(width - 2 * beside, 1.0), max(height - below, 1.0)
    scale = min(room[0] / box.width, room[1] / box.height, largest)
    x = (width / scale - box.width) / 2 - box.left
    y = (room[1] / scale - box.height) / 2 - box.top
    return View(scale, x, y)


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
