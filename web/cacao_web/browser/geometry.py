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
    reach: tuple[Box, ...] = ()
    """What a person may hit now, in a small window at a size for fingers."""


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
_GAP: Final = 4.0
"""Space between a cell and the end of the window, in units of the plane."""
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
    """The view that shows all of a box; it gives way to what covers the window only if it must.

    Args:
        area: what must be visible.
        covers: what covers the window at its corners, in pixels of the window.
        width: of the window, in pixels.
        height: of the window.
        largest: largest scale, in pixels per unit of the plane.
        free: what stays free of the box in any case.
    """
    ways = [
        (NO_MARGINS, _beside(cover, width, height), _along(cover, width, height))
        for cover in covers
    ]
    views = [fit(area.box, width, height, largest, _most((free, *way))) for way in product(*ways)]
    views.sort(key=lambda view: -view.scale)  # stable: of the same scale, the one without margins
    for view in views:
        if not any(_meet(view.show(part), cover) for part in area.parts for cover in covers):
            return view
    return views[-1]


def _beside(cover: Box, width: float, height: float) -> Margins:
    """The margin that leaves a cover at its side."""
    right = cover.left + cover.width / 2 > width / 2
    margins = Margins(right=width - cover.left) if right else Margins(left=cover.left + cover.width)
    return margins.within(width, height)


def _along(cover: Box, width: float, height: float) -> Margins:
    """The margin that leaves a cover above or below."""
    low = cover.top + cover.height / 2 > height / 2
    margins = Margins(below=height - cover.top) if low else Margins(above=cover.top + cover.height)
    return margins.within(width, height)


def _most(margins: Iterable[Margins]) -> Margins:
    return Margins(*map(max, zip(*margins, strict=True)))


def over_most(
    area: Area, now: View, scale: float, width: float, height: float, free: Margins
) -> View:
    """The view at a given scale that shows as much as possible of what must be in reach.

    The present view is kept if it shows no less.

    Args:
        area: whose cells must be in reach.
        now: the present view.
        scale: in pixels per unit of the plane.
        width: of the window, in pixels.
        height: of the window.
        free: what stays free of the cells.
    """
    wide, high = _room(width, height, free)
    room = Box(0, 0, wide / scale, high / scale)
    lefts = _starts([(part.left, part.width) for part in area.reach], area.box[::2], room.width)
    tops = _starts([(part.top, part.height) for part in area.reach], area.box[1::2], room.height)
    middle = _middle(area.box)

    def worth(window: Box) -> tuple[int, float]:
        x, y = _middle(window)
        seen = sum(_holds(window, part) for part in area.reach)
        return seen, -abs(x - middle[0]) - abs(y - middle[1])

    best = max((room._replace(left=left, top=top) for left in lefts for top in tops), key=worth)
    there = Box(free.left / scale - now.x, free.above / scale - now.y, room.width, room.height)
    if abs(now.scale - scale) < 0.001 and worth(there)[0] >= worth(best)[0]:
        return now
    return View(scale, free.left / scale - best.left, free.above / scale - best.top)


def _starts(
    parts: Iterable[tuple[float, float]], whole: tuple[float, ...], room: float
) -> list[float]:
    """Where a window may begin along one axis, so that parts lie at one of its ends."""
    start, length = whole
    if room >= length:
        return [start - (room - length) / 2]
    ends = {start, start + length - room, start + (length - room) / 2}
    for at, size in parts:
        ends |= {at - _GAP, at + size + _GAP - room}
    return sorted({min(max(end, start), start + length - room) for end in ends})


def _middle(box: Box) -> tuple[float, float]:
    return box.left + box.width / 2, box.top + box.height / 2


def _holds(window: Box, part: Box) -> bool:
    """Whether a part lies wholly within a window."""
    return (
        window.left <= part.left
        and window.top <= part.top
        and part.left + part.width <= window.left + window.width
        and part.top + part.height <= window.top + window.height
    )


def _meet(first: Box, second: Box) -> bool:
    """Whether two rectangles overlap."""
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
