"""Rectangles, and the view of a plane in a window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple


class Box(NamedTuple):
    """A rectangle of the plane."""

    left: float
    top: float
    width: float
    height: float


_APART: Final = 8
"""Pixels between a figure and what appears beside it."""


def beside(place: Box, width: float) -> Box:
    """The room beside a place on the side where a window of a width has more of it."""
    before, after = place.left, width - place.left - place.width
    if before > after:
        return place._replace(left=0.0, width=before - _APART)
    return place._replace(left=width - after + _APART, width=after - _APART)


class Area(NamedTuple):
    """A part of the plane that must be visible."""

    box: Box  # around all of it
    parts: tuple[Box, ...]  # what nothing may cover


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

    def within(self, width: float, height: float) -> Margins:
        """The same, but smaller where they would take more than their share of a small window."""
        aside = min(1.0, _SHARE * width / max(self.left + self.right, 1))
        along = min(1.0, _SHARE * height / max(self.below + self.above, 1))
        return Margins(
            aside * self.left, aside * self.right, along * self.below, along * self.above
        )


_SHARE: Final = 0.6
"""The largest share of a window that margins take."""
_LEAST: Final = 40.0
"""Pixels of a window that covers leave at least, in both directions."""
NO_MARGINS: Final = Margins()
"""All of the window may be covered."""


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
    return width - free.left - free.right, height - free.below - free.above


def _centred(box: Box, room: tuple[float, float], scale: float, free: Margins) -> View:
    left = free.left + (room[0] - box.width * scale) / 2
    top = free.above + (room[1] - box.height * scale) / 2
    return View(scale, left / scale - box.left, top / scale - box.top)


def fit_beside(
    area: Area,
    covers: Sequence[Box],
    width: float,
    height: float,
    largest: float,
    free: Margins,
) -> View:
    """The largest view in which nothing covers a part; if there is none, where least is covered.

    A cover may lie on a corner of the box that no part needs.

    Args:
        area: what must be visible.
        covers: what covers the window, in pixels of the window.
        width: of the window, in pixels.
        height: of the window.
        largest: largest scale, in pixels per unit of the plane.
        free: what stays free of the box in any case.
    """
    views = [
        (fit(area.box, width, height, largest, margins), sum(margins))
        for margins in rooms(covers, width, height, free)
    ]
    views.sort(key=lambda one: (-one[0].scale, one[1]))
    seen: dict[View, int] = {}
    for view, _margins in views:
        if view not in seen:
            seen[view] = len(hidden(area.parts, view, covers, width, height))
            if not seen[view]:
                return view
    return min(seen, key=lambda view: seen[view])


def rooms(
    covers: Sequence[Box], width: float, height: float, free: Margins = NO_MARGINS
) -> list[Margins]:
    """All margins that leave some of the covers at the sides of a window; first none of them."""
    sides = [[side] for side in free]
    for left, top, wide, high in covers:
        if left + wide / 2 > width / 2:
            sides[1].append(width - left)
        else:
            sides[0].append(left + wide)
        if top + high / 2 > height / 2:
            sides[2].append(height - top)
        else:
            sides[3].append(top + high)
    ways = product(*([max(one, side[0]) for one in dict.fromkeys(side)] for side in sides))
    margins = [Margins(*way) for way in ways]
    return [one for one in margins if min(_room(width, height, one)) >= _LEAST] or [free]


def hidden(
    parts: Iterable[Box], view: View, covers: Sequence[Box], width: float, height: float
) -> set[Box]:
    """The parts of the plane that something covers, or that are not wholly in the window."""
    window = Box(0, 0, width, height)
    boxes = set()
    for part in parts:
        place = view.show(part)
        if not _holds(window, place) or any(_meet(place, cover) for cover in covers):
            boxes.add(part)
    return boxes


def around(parts: Iterable[Box]) -> Box:
    """The smallest box around some others."""
    sides = [(one.left, one.top, one.left + one.width, one.top + one.height) for one in parts]
    lefts, tops, rights, bottoms = zip(*sides, strict=True)
    left, top = min(lefts), min(tops)
    return Box(left, top, max(rights) - left, max(bottoms) - top)


def middle(box: Box) -> tuple[float, float]:
    """The middle of a box."""
    return box.left + box.width / 2, box.top + box.height / 2


def _holds(window: Box, part: Box) -> bool:
    """Whether a part lies within a window; a pixel may be cut."""
    return (
        window.left <= part.left + 1
        and window.top <= part.top + 1
        and part.left + part.width <= window.left + window.width + 1
        and part.top + part.height <= window.top + window.height + 1
    )


def _meet(first: Box, second: Box) -> bool:
    return (
        first.left < second.left + second.width
        and second.left < first.left + first.width
        and first.top < second.top + second.height
        and second.top < first.top + first.height
    )


def shift_into_sight(
    place: Box, width: float, height: float, margins: Margins
) -> tuple[float, float]:
    """The shift in pixels that brings a place into what margins leave of a window."""
    return (
        _shift(place.left, place.width, margins.left, width - margins.right),
        _shift(place.top, place.height, margins.above, height - margins.below),
    )


def _shift(start: float, length: float, first: float, last: float) -> float:
    if start < first:
        return first - start
    return min(last - start - length, 0.0)
