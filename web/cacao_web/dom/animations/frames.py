"""The pictures, places and keyframes of animations, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from cacao_web.browser.effects import Count, Dust, Figure, Flight, Glow
from cacao_web.browser.geometry import Box, beside, middle
from cacao_web.ui.markup import Markup, h

Frame: TypeAlias = Mapping[str, object]

_HELD: Final = "translateY(-5%) scale(1.06)"
"""The pose of a tile above its place, before it is put down."""
_PUT_DOWN: Final = 0.12
"""Seconds of that."""
_PUFFS: Final = ((-2, 18), (0, 62), (20, 104), (55, 107), (88, 103), (103, 60), (101, 20))
"""The places where dust rises, in hundredths of a tile."""
_SETTLED: Final[Frame] = {"transform": "none", "opacity": 1}


class Shown(NamedTuple):
    """A picture above the page, and its motion."""

    picture: Markup  # it is visible only while it moves
    box: Box  # its place on the page, in pixels
    frames: tuple[Frame, ...]  # keyframes of the Web Animations API
    start: float  # in seconds at normal speed
    length: float  # in seconds at normal speed


def flight(effect: Flight, source: Box, target: Box) -> Shown:
    """A picture on its way."""
    box = _around(target, effect.size or min(target.width, target.height))
    dx, dy = (a - b for a, b in zip(middle(source), middle(box), strict=True))
    size = effect.size or min(source.width, source.height)
    scale = size / box.width if box.width else 1
    begin = {"transform": f"translate({dx:.1f}px, {dy:.1f}px) scale({scale:.3f})", "opacity": 1}
    frames: tuple[Frame, ...] = (begin, _SETTLED)
    if effect.settles:
        held = max(1 - _PUT_DOWN / effect.length, 0.0)
        above: Frame = {"transform": _HELD, "opacity": 1, "offset": held}
        frames = (begin, above, _SETTLED) if held else ({**above, "offset": 0}, _SETTLED)
    picture = h("div", {"class": "flight"}, effect.picture)
    return Shown(picture, box, frames, effect.start, effect.length)


def count(effect: Count, place: Box, width: float) -> Shown:
    """A text that rises on a cell, or beside a figure where the window has room.

    Args:
        effect: the text.
        place: of the cell or the figure.
        width: of the window, in pixels.
    """
    side, box = "", place
    if not effect.anchor.startswith("cell:"):
        box = beside(place, width)
        side = " after" if box.left > place.left else " before"
    steps = ((0, 0, 0), (-6, 1, 0.15), (-10, 1, 0.8), (-18, 0, 1))
    frames = tuple(
        {"transform": f"translateY({rise}px)", "opacity": opacity, "offset": offset}
        for rise, opacity, offset in steps
    )
    picture = h("div", {"class": f"risen{side}"}, h("span", None, effect.text))
    return Shown(picture, box, frames, effect.start, effect.length)


def dust(effect: Dust, place: Box) -> Shown:
    """Puffs around a tile."""
    puffs = [h("circle", {"cx": x, "cy": y, "r": 4 + at % 3}) for at, (x, y) in enumerate(_PUFFS)]
    svg = h("svg", {"class": "dust", "viewBox": "0 0 100 100"}, puffs)
    frames: tuple[Frame, ...] = (
        {"transform": "scale(0.94)", "opacity": 0.9},
        {"transform": "scale(1.16)", "opacity": 0},
    )
    picture = h("div", {"class": "flight"}, svg)
    return Shown(picture, place, frames, effect.start, effect.length)


def glow(effect: Glow, place: Box) -> Shown:
    """A ring of light around a cell."""
    steps = ((1.12, 0, 0), (1, 1, 0.2), (1, 1, 0.8), (1.04, 0, 1))
    frames = tuple(
        {"transform": f"scale({scale})", "opacity": opacity, "offset": offset}
        for scale, opacity, offset in steps
    )
    return Shown(h("div", {"class": "glow"}), place, frames, effect.start, effect.length)


def figure(effect: Figure, place: Box) -> Shown:
    """An earlier value over the present one."""
    picture = h("div", {"class": "figure-before"}, h("span", None, effect.text))
    shown: Frame = {"opacity": 1}
    return Shown(picture, place, (shown, shown), effect.start, effect.length)


def _around(box: Box, size: float) -> Box:
    """A square of a given size around the middle of a place."""
    x, y = middle(box)
    return Box(x - size / 2, y - size / 2, size, size)
