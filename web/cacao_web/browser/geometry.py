"""Rectangles, and the view of a plane in a window."""

from __future__ import annotations

from typing import Final, NamedTuple


class Box(NamedTuple):
    """A rectangle of the plane."""

    left: float
    top: float
    width: float
    height: float


class Area(NamedTuple):
    """A part of the plane that must be visible.

    Attributes:
        box: around all of it.
        parts: what nothing may cover.
        core: what must be visible in the narrowest window, too.
    """

    box: Box
    parts: tuple[Box, ...]
    core: Box


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
    """Pixels of a window that stay free, at each of its sides."""

    left: float = 0.0
    right: float = 0.0
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
    room = _room(width, height, free)
    scale = min(room[0] / box.width, room[1] / box.height, largest)
    return _centred(box, room, scale, free)


def _room(width: float, height: float, free: Margins) -> tuple[float, float]:
    """Width and height of what margins leave of a window."""
    wide, high = width - free.left - free.right, height - free.below - free.above
    return max(wide, 1.0), max(high, 1.0)


def _centred(box: Box, room: tuple[float, float], scale: float, free: Margins) -> View:
    left = free.left + (room[0] - box.width * scale) / 2
    top = free.above + (room[1] - box.height * scale) / 2
    return View(scale, left / scale - box.left, top / scale - box.top)


def cut(area: Area, by: float, least: float, width: float, height: float, free: Margins) -> View:
    """The view at the least scale; or at a smaller one, if more than a rim were out of sight.

    Args:
        area: what should be visible.
        by: the most that may be out of sight on the left and on the right, in units of the plane;
            nothing of the core may.
        least: the scale wanted, in pixels per unit of the plane.
        width: of the window, in pixels.
        height: of the window.
        free: what stays free of the box.
    """
    box, core = area.box, area.core
    left = min(by, core.left - box.left)
    right = min(by, box.left + box.width - core.left - core.width)
    shown = Box(box.left + left, box.top, box.width - left - right, box.height)
    room = _room(width, height, free)
    scale = min(least, room[0] / shown.width, room[1] / shown.height)
    return _centred(shown, room, scale, free)


def fit_beside(
    area: Area,
    covers: tuple[Box, Box],
    width: float,
    height: float,
    largest: float,
    free: Margins,
) -> View:
    """The view that shows all of a box, besides what covers its lower corners only if it must.

    Args:
        area: what must be visible.
        covers: what covers the window on the left and on the right, in pixels of the window.
        width: of the window, in pixels.
        height: of the window.
        largest: largest scale, in pixels per unit of the plane.
        free: what stays free of the box, if it must.
    """
    sides = [(left, right) for left in (0.0, free.left) for right in (0.0, free.right)]
    views = [
        fit(area.box, width, height, largest, free._replace(left=left, right=right))
        for left, right in sides
    ]
    views.sort(key=lambda view: -view.scale)  # stable: of the same scale, the one without margins
    for view in views:
        if not any(_meet(view.show(part), cover) for part in area.parts for cover in covers):
            return view
    return fit(area.box, width, height, largest, free)


def _meet(first: Box, second: Box) -> bool:
    """Whether two rectangles have a place in common."""
    return (
        first.left < second.left + second.width
        and second.left < first.left + first.width
        and first.top < second.top + second.height
        and second.top < first.top + first.height
    )


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
