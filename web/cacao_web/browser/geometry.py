"""Rectangles, and how what lies on a plane is shown in a window."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle of the plane."""

    left: float
    top: float
    width: float
    height: float


class View(NamedTuple):
    """How the plane lies in a window: a point p of it is at scale · (p + shift) pixels."""

    scale: float
    x: float
    y: float

    def show(self, part: Box) -> Box:
        """Where a part of the plane is in the window."""
        left, top = self.scale * (part.left + self.x), self.scale * (part.top + self.y)
        return Box(left, top, self.scale * part.width, self.scale * part.height)


def fit(
    box: Box, width: float, height: float, largest: float, beside: float = 0.0, below: float = 0.0
) -> View:
    """The view that shows all of a box as large as a window allows, in its middle.

    Args:
        box: what has to be in sight.
        width: of the window, in pixels.
        height: of the window.
        largest: pixels that a unit of the plane has at most.
        beside: pixels on the left and on the right that are to stay free.
        below: pixels at the bottom that are to stay free.
    """
    room = max(width - 2 * beside, 1.0), max(height - below, 1.0)
    scale = min(room[0] / box.width, room[1] / box.height, largest)
    x = (width / scale - box.width) / 2 - box.left
    y = (room[1] / scale - box.height) / 2 - box.top
    return View(scale, x, y)


def shift_into_sight(part: Box, width: float, height: float, margin: float) -> tuple[float, float]:
    """By how many pixels a part of a window must move so that all of it is in sight."""
    return (
        _shift(part.left, part.width, width, margin),
        _shift(part.top, part.height, height, margin),
    )


def _shift(start: float, length: float, room: float, margin: float) -> float:
    if start < margin:
        return margin - start
    over = start + length + margin - room
    return -over if over > 0 else 0.0
