"""The window on the board: it fits the board, and people pan, zoom and pinch it (Panzoom)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from pyscript import document, window
from pyscript.js_modules import panzoom

from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.browser import geometry
from cacao_web.browser.geometry import Area, Box, Margins, View
from cacao_web.dom.proxies import keep, listen, plain

STILL: Final = 6
"""A pointer that moves less than this many pixels is a click, not a drag."""
_STEP: Final = 0.3
_LIMITS: Final = (0.12, 2.4)
_STEADY: Final = 0.62
"""Scale below which signs no longer get smaller with the board."""
_GROWN: Final = 1.6
"""By how much they are larger than the board at most."""
_SMALL: Final = 0.62
"""Below this scale the ghost shows less, for lack of room."""
_CLOSE: Final = 0.5
"""Least scale after a double tap."""
_TICK: Final = 30
"""Half of the tick and some space, in units of the plane."""
_GAP: Final = 6
"""Pixels that stay free around buttons."""
_SIGHT: Final = 48
"""Pixels of the board that stay visible when it is panned."""
_PAPER: Final = (680, 480)
"""Width and height of the window on paper, as in print.css."""
_MOVE: Final[Mapping[str, object]] = {
    "animate": True,
    "duration": 320,
    "easing": "ease-out",
    "force": True,
}
_JUMP: Final[Mapping[str, object]] = {"animate": False, "force": True}


_EMPTY: Final = Box(0, 0, plane.PITCH, plane.PITCH)


class Camera:
    """Positions the plane of the board in its window.

    Until the person moves it, it shows all of the box given to it, and follows when that grows, but
    not while a pointer is down.

    Args:
        sentence: how many pixels of the window a grown sentence covers, above and below.
    """

    def __init__(self, sentence: Callable[[], tuple[float, float]]) -> None:
        self._sentence = sentence
        self._under = (0.0, 0.0)  # the same, as the board was last fitted to it
        self._window = document.getElementById("table")
        self._world = document.getElementById("world")
        options = {"origin": "0 0", "cursor": "", "canvas": True, "overflow": "clip"}
        scales = {"minScale": _LIMITS[0], "maxScale": _LIMITS[1], "step": _STEP}
        settings = plain({**options, **scales})
        settings.handleStartEvent = keep(lambda _event: None)  # keep clicks and focus working
        self._lib = panzoom.default(self._world, settings)
        self._area = Area(_EMPTY, ())
        self._moved = False  # by the person; then it does not fit the board automatically
        self._whole = False  # whether the person wants to see all of the board, however small
        self.is_part = False  # whether only a part is in sight, because all would be too small
        self._late = False  # whether to fit the board when the pointer is up
        self._down: dict[int, tuple[float, float]] = {}
        self._from: tuple[float, float, float, float] | None = None
        self.on_move: Callable[[], None] = lambda: None  # called before the board is fitted again
        self.on_part: Callable[[], None] = lambda: None  # called when only a part is in sight
        self.dragged = False  # whether the pointer that was just released has moved the board
        self.pointer = (0.0, 0.0)  # where it was last, on the screen
        self._at: tuple[float, float] | None = None  # position on the page, as long as it is known
        self._margins: Margins | None = None  # what is covered, as long as it is known
        self._marked = ("", "", "")  # values last set for the style sheet
        self._listen()

    def _listen(self) -> None:
        listen(self._window, "pointerdown", self._only_main_button, capture=True)
        listen(self._window, "pointerdown", self._pressed)
        listen(document, "pointermove", self._pointed, passive=True)
        for kind in ("pointerup", "pointercancel"):
            listen(document, kind, self._lifted)
        listen(self._window, "wheel", self._wheeled, passive=False)
        listen(window, "beforeprint", lambda _event: self._printed())
        observer = window.ResizeObserver.new(keep(lambda *_changes: self._resized()))
        observer.observe(self._window)

    # --- The view -----------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The position of the plane in the window, when all motion has ended."""
        shift = self._lib.getPan()
        return View(float(self._lib.getScale()), float(shift.x), float(shift.y))

    def rectangle(self, cell: Cell) -> Box:
        """The place of a cell on the page, in pixels."""
        place = plane.place(self.view, cell)
        left, top = self._corner()
        return place._replace(left=place.left + left, top=place.top + top)

    def cell_at(self, x: float, y: float) -> Cell:
        """The cell at a point of the page."""
        left, top = self._corner()
        return plane.cell_at(self.view, x - left, y - top)

    def keep_tick(self) -> None:
        """Place the tick at the best corner of its cell that is visible."""
        tick = document.querySelector("#board-tick .tick")
        if not tick:
            return
        view = self.view
        margin = _TICK * max(view.scale, min(_STEADY, _GROWN * view.scale))
        width, height = self._window.clientWidth, self._window.clientHeight
        for place in str(tick.dataset.places).split():
            x, y, css = place.split(",")
            at = view.show(Box(float(x), float(y), 0, 0))
            if (
                margin <= at.left <= width - margin
                and margin <= at.top <= height - margin - self._covered().below
            ):
                tick.setAttribute("transform", f"translate({x} {y})")
                tick.setAttribute("class", f"tick {css}")
                return

    def _corner(self) -> tuple[float, float]:
        """The window's place on the page; cached, because reading it makes the browser lay out."""
        if self._at is None:
            frame = self._window.getBoundingClientRect()
            self._at = (frame.left, frame.top)
        return self._at

    def frame(self, area: Area, anew: bool) -> None:
        """Keep a part of the plane visible."""
        if anew:
            self._moved = self._whole = False
        changed = area != self._area  # a new cell may lie below a button
        self._area = area
        if changed:
            self._under = (0.0, 0.0)
        if (changed or anew) and not self._moved:
            self._fit(_JUMP if anew else _MOVE)

    def zoom(self, by: int) -> None:
        """Zoom in or out around the middle; 0 fits the board again."""
        if by == 0:
            self._moved = False
            self._whole = True
            self._under = self._sentence()
            self._fit(_MOVE)
            return
        self._moved = True
        self._whole = False
        frame = self._window.getBoundingClientRect()
        middle = {"clientX": frame.left + frame.width / 2, "clientY": frame.top + frame.height / 2}
        scale = self.view.scale * math.exp(by * _STEP)
        self._lib.zoomToPoint(scale, plain(middle), plain({"animate": True}))
        self._mark()

    def reveal(self, cell: Cell) -> None:
        """Scroll a cell into view if it is not visible, or lies below the hints."""
        frame = self._window.getBoundingClientRect()
        cover = document.getElementById("hints").getBoundingClientRect()
        lies_on_it = cover.height and cover.top > frame.top and cover.left < frame.right
        bottom = min(frame.bottom, cover.top) if lies_on_it else frame.bottom
        place, margin = plane.place(self.view, cell), 8
        dx, dy = geometry.shift_into_sight(place, frame.width, bottom - frame.top, margin)
        if dx or dy:
            self._shift(dx, dy, _MOVE)

    def _fit(self, how: Mapping[str, object]) -> None:
        width, height = self._window.clientWidth, self._window.clientHeight
        if self._down or not width or not height:
            self._late = True
            return
        self._late = False
        was_part, view = self.is_part, self._best(width, height)
        if self.is_part and not was_part:
            self.on_part()
        if view == self.view:
            self._mark()
            return
        self.on_move()
        # Panzoom starts a little later than it is made, and uses these values.
        start = {"startX": view.x, "startY": view.y, "startScale": view.scale}
        self._lib.setOptions(plain({**start, "minScale": min(_LIMITS[0], view.scale)}))
        self._lib.zoom(view.scale, plain(how))
        self._lib.pan(view.x, view.y, plain(how))
        self._mark()

    def _best(self, width: float, height: float) -> View:
        """The view of all of the board; or of what people may hit, if that would be too small."""
        free = self._covered()._replace(left=0, right=0)
        view = plane.fitted(self._area, width, height, free, self._corners())
        self.is_part = view.scale < plane.NEAR and bool(self._area.reach) and not self._whole
        return plane.near(self._area, self.view, width, height, free) if self.is_part else view

    def _printed(self) -> None:
        """Fit the board to paper; Panzoom would do so in the next frame, which is too late."""
        view = plane.fitted(self._area, *_PAPER, Margins(0, 0, 0, 0))
        put = f"scale({view.scale}) translate({view.x}px, {view.y}px)"
        self._world.style.setProperty("--printed", put)

    def closer(self, x: float, y: float) -> None:
        """Zoom in at a point of the page until tiles are easily hit; or show the whole board."""
        if self._moved or self.is_part:
            self.zoom(0)
            return
        self._moved = True
        scale = max(_CLOSE, 1.5 * self.view.scale)
        self._lib.zoomToPoint(scale, plain({"clientX": x, "clientY": y}), plain({"animate": True}))
        self._mark()

    def _covered(self) -> Margins:
        """How much of the window is covered: at each side, below, and above (see game.css).

        Cached, because reading it makes the browser compute styles.
        """
        if self._margins is None:
            style = window.getComputedStyle(self._window)
            names = ("left", "right", "bottom", "top")
            read = (style.getPropertyValue(f"scroll-padding-{name}") for name in names)
            self._margins = Margins(*(float(text.removesuffix("px")) for text in read))
        above, below = self._under
        left, right, under, over = self._margins
        return Margins(left, right, under + below, max(over, above))

    def _corners(self) -> list[Box]:
        """What lies in the corners of the window: the buttons for zooming, and others opposite."""
        zoom = document.getElementById("zoom")
        x, y = float(zoom.offsetLeft), float(zoom.offsetTop)
        wide, high = zoom.offsetWidth + 2 * _GAP, zoom.offsetHeight + 2 * _GAP
        corners = [Box(x - _GAP, y - _GAP, wide, high)]
        if beside := self._covered().left:
            corners.append(Box(0, y - _GAP, beside, high))
        return corners

    def _shift(self, dx: float, dy: float, how: Mapping[str, object]) -> None:
        scale = self.view.scale
        self._lib.pan(dx / scale, dy / scale, plain({**how, "relative": True}))

    def _mark(self) -> None:
        """Tell the style sheet how small tiles are, and whether the board is as fitted.

        Each value makes the browser compute all styles again, so only changes are set.
        """
        scale = self.view.scale
        steady = f"{min(max(_STEADY / scale, 1.0), _GROWN):.1f}"
        small = "yes" if scale < _SMALL else "no"
        moved = "yes" if self._moved or self.is_part else "no"
        if (steady, small, moved) != self._marked:
            self._marked = (steady, small, moved)
            self._world.style.setProperty("--steady", steady)
            self._window.dataset.small = small
            self._window.dataset.moved = moved
        self.keep_tick()

    def _resized(self) -> None:
        self._at = self._margins = None
        self._under = self._sentence()
        if self._moved:
            self._hold()
        else:
            self._fit(_JUMP)

    # --- Panning and pinching ------------------------------------------------------------------

    def _only_main_button(self, event: Any) -> None:
        """Hide other mouse buttons from Panzoom, which would drag with them too."""
        if event.button:
            event.stopImmediatePropagation()

    def _pressed(self, event: Any) -> None:
        self._down[event.pointerId] = (event.clientX, event.clientY)
        if len(self._down) == 1:
            view = self.view
            self._from = (event.clientX, event.clientY, view.x, view.y)
        elif len(self._down) == 2:
            # Panzoom adds to the scale; with this step it follows the fingers exactly.
            (x, y), (u, v) = self._down.values()
            step = 80 * self.view.scale / max(math.hypot(x - u, y - v), 1)
            self._lib.setOptions(plain({"step": step}))

    def _pointed(self, event: Any) -> None:
        self.pointer = (event.screenX, event.screenY)
        if event.pointerId not in self._down:
            return
        if lost(event):
            self._lib.handleUp(event)
            self._lifted(event)
            return
        old = self._middle()
        self._down[event.pointerId] = (event.clientX, event.clientY)
        if len(self._down) == 2:  # Panzoom pans with a single pointer only
            new = self._middle()
            self._shift(new[0] - old[0], new[1] - old[1], _JUMP)
            self.dragged = True

    def _middle(self) -> tuple[float, float]:
        points = self._down.values()
        return sum(x for x, _y in points) / len(points), sum(y for _x, y in points) / len(points)

    def _lifted(self, event: Any) -> None:
        if event.pointerId not in self._down:
            return
        del self._down[event.pointerId]
        if self._down:
            return
        self._lib.setOptions(plain({"step": _STEP}))
        if self._from is not None:
            x, y, pan_x, pan_y = self._from
            if math.hypot(event.clientX - x, event.clientY - y) > STILL:
                self.dragged = True
            elif not self.dragged:
                self._lib.pan(pan_x, pan_y, plain(_JUMP))
        if self.dragged:
            self._moved = True
            self._hold()
        if self._late and not self._moved:
            self._fit(_MOVE)
        self._mark()

    def _hold(self) -> None:
        """Keep part of the board visible while panning."""
        place = self.view.show(self._area.box)
        width, height = self._window.clientWidth, self._window.clientHeight
        dx = _back(place.left, place.width, width)
        dy = _back(place.top, place.height, height)
        if dx or dy:
            self._shift(dx, dy, _MOVE)

    def _wheeled(self, event: Any) -> None:
        if event.defaultPrevented:
            return
        step = min(_STEP, abs(event.deltaY or event.deltaX) * 0.01)
        self._lib.zoomWithWheel(event, plain({"step": step}))
        self._moved = True
        self._mark()


def _back(start: float, length: float, room: float) -> float:
    """Pixels by which to move something back that is almost out of sight."""
    if start + length < _SIGHT:
        return _SIGHT - start - length
    return min(room - _SIGHT - start, 0)


def lost(event: Any) -> bool:
    """Whether a mouse button was released without an event."""
    return bool(event.pointerType == "mouse" and not event.buttons)
