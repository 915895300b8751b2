"""The window on the board: it fits the board, and people pan, zoom and pinch it (Panzoom)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from pyscript import document, window
from pyscript.js_modules import panzoom

from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.browser import geometry
from cacao_web.browser.geometry import Area, Box, Margins, View
from cacao_web.dom.proxies import keep, listen, plain
from cacao_web.dom.sight import Sight

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
_SIGHT: Final = 0.25
"""Share of the window at each side of the part in which something of the board always is."""
_BESIDE: Final = Margins(8, 8, 8, 8)
"""Pixels that stay free around a cell that is moved into sight."""
_PAPER: Final = (680, 480)
"""Width and height of the window on paper, as in print.css."""
_MOVE: Final[Mapping[str, object]] = {
    "animate": True,
    "duration": 320,
    "easing": "ease-out",
    "force": True,
}
_JUMP: Final[Mapping[str, object]] = {"animate": False, "force": True}


class Camera:
    """Positions the plane of the board in its window.

    It shows all of some cells, and whatever is told about, beside what lies over the window. The
    board stays where it is as long as it can. What the person has moved stays until something that
    is needed would be hidden. Nothing moves while a pointer is down.

    Args:
        moves: is called before the board is fitted again.
    """

    def __init__(self, moves: Callable[[], None]) -> None:
        self._moves = moves
        self._sight = Sight(self._resized)
        self._window = document.getElementById("table")
        self._world = document.getElementById("world")
        options = {"origin": "0 0", "cursor": "", "canvas": True, "overflow": "clip"}
        scales = {"minScale": _LIMITS[0], "maxScale": _LIMITS[1], "step": _STEP}
        settings = plain({**options, **scales})
        settings.handleStartEvent = keep(lambda _event: None)  # keep clicks and focus working
        self._lib = panzoom.default(self._world, settings)
        self._cells: Collection[Cell] = ((0, 0),)  # of the board
        self._legal: frozenset[Cell] = frozenset()  # where the person may act
        self._needed: frozenset[Box] = frozenset()  # what may not be hidden
        self._covers: dict[str, Box] = {}  # what lies over the window
        self._moved = False  # by the person; then it does not fit the board automatically
        self._borne: set[Box] = set()  # what the person has moved out of sight
        self._anew = True  # whether to forget that, and where the board lies now
        self._waits = False  # whether it is to look again before the next paint
        self._late = False  # whether to fit the board when the pointer is up
        self._down: dict[int, tuple[float, float]] = {}
        self._from: tuple[float, float, float, float] | None = None
        self.dragged = False  # whether the pointer that was just released has moved the board
        self.pointer = (0.0, 0.0)  # where it was last, on the screen
        self._at: tuple[float, float] | None = None  # position on the page, as long as it is known
        self._lay = (0.0, 0.0)  # the same when the board was fitted, and the window's size
        self._fitted_to = (0.0, 0.0)
        self._margins: Margins | None = None  # what stays free, as long as it is known
        self._marked = ("", "", "")  # values last set for the style sheet
        self._repaint = keep(lambda _time: self._looked_again())
        self._listen()

    def _listen(self) -> None:
        listen(self._window, "pointerdown", self._only_main_button, capture=True)
        listen(self._window, "pointerdown", self._pressed)
        listen(document, "pointermove", self._pointed, passive=True)
        for kind in ("pointerup", "pointercancel"):
            listen(document, kind, self._lifted)
        listen(self._window, "wheel", self._wheeled, passive=False)
        listen(window, "beforeprint", lambda _event: self._printed())

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

    def _keep_tick(self) -> None:
        """Place the tick at the best corner of its cell that is visible."""
        tick = document.querySelector("#board-tick .tick")
        if not tick:
            return
        view = self.view
        size = 2 * _TICK * max(1, min(_STEADY / view.scale, _GROWN))
        for place in str(tick.dataset.places).split():
            x, y, css = place.split(",")
            box = Box(float(x) - size / 2, float(y) - size / 2, size, size)
            if not self._hidden([box], view):
                tick.setAttribute("transform", f"translate({x} {y})")
                tick.setAttribute("class", f"tick {css}")
                return

    def _corner(self) -> tuple[float, float]:
        """The window's place on the page; cached, because reading it makes the browser lay out."""
        if self._at is None:
            frame = self._window.getBoundingClientRect()
            self._at = (frame.left, frame.top)
        return self._at

    def frame(self, cells: Collection[Cell]) -> None:
        self._cells = cells
        self._look(_JUMP if self._anew else _MOVE, larger=True)

    def frame_anew(self) -> None:
        """Forget the person's moving and zooming when the board is framed next."""
        self._anew = True

    def look_again(self) -> None:
        """Before the next paint, look whether something has come to lie over what is needed."""
        if not self._waits:
            self._waits = True
            window.requestAnimationFrame(self._repaint)

    def _looked_again(self) -> None:
        self._waits = False
        self._look(_MOVE)

    def zoom(self, by: int) -> None:
        """Zoom in or out around the middle; 0 fits the board again."""
        if by == 0:
            self._anew = True
            self._look(_MOVE)
            return
        frame = self._window.getBoundingClientRect()
        middle = {"clientX": frame.left + frame.width / 2, "clientY": frame.top + frame.height / 2}
        scale = self.view.scale * math.exp(by * _STEP)
        self._lib.zoomToPoint(scale, plain(middle), plain({"animate": True}))
        self._hold()

    def closer(self, x: float, y: float) -> None:
        """Zoom in at a point of the page until tiles are easily hit; or show the whole board."""
        if self._moved:
            self.zoom(0)
            return
        scale = max(_CLOSE, 1.5 * self.view.scale)
        self._lib.zoomToPoint(scale, plain({"clientX": x, "clientY": y}), plain({"animate": True}))
        self._hold()

    def reveal(self, cell: Cell) -> None:
        """Move a cell that the person has moved away to where it can be seen."""
        if not self._moved or not self._hidden([plane.box_of(cell)], self.view):
            return
        place, size = plane.place(self.view, cell), self._size()
        shifts = [
            geometry.shift_into_sight(place, *size, room)
            for room in geometry.rooms(list(self._covers.values()), *size, _BESIDE)
        ]
        self._shift(*min(shifts, key=lambda shift: abs(shift[0]) + abs(shift[1])), _MOVE)
        self._bear()

    def _size(self) -> tuple[float, float]:
        return float(self._window.clientWidth), float(self._window.clientHeight)

    def _hidden(self, parts: Iterable[Box], view: View) -> set[Box]:
        """The parts of the plane that cannot be seen, or not wholly."""
        return geometry.hidden(parts, view, list(self._covers.values()), *self._size())

    def _look(self, how: Mapping[str, object], larger: bool = False) -> None:
        """See what lies over the board, and move it if something that is needed is hidden.

        Args:
            how: it moves.
            larger: whether it moves only to be drawn larger, too.
        """
        size = self._size()
        if self._down or not all(size):
            self._late = True
            return
        self._late, self._at = False, None
        if size != self._fitted_to:
            how, larger = _JUMP, True
        covers = self._sight.covers()
        larger |= covers.keys() != self._covers.keys()  # one has gone, or another has come
        self._covers = covers
        area = self._needs()
        if self._moved and not self._anew:
            if self._hidden(self._needed, self.view) <= self._borne:
                self._mark()
                return
            larger = True
        now, needed = self._now(), tuple(self._needed)
        best = plane.fitted(area, *size, self._free(), list(covers.values()), needed)
        in_part = bool(self._hidden(area.parts, best))
        is_fine = not self._anew and not self._hidden(needed if in_part else area.parts, now)
        stays = is_fine and (not larger or plane.is_near(area, now, best, in_part))
        self._anew = self._moved = False
        self._fitted_to, self._lay = size, self._corner()
        self._put(now if stays else best, how)

    def _needs(self) -> Area:
        """All that must be visible now; the person bears only what is hidden of the same cells."""
        legal, told = self._sight.legal(), self._sight.told()
        if legal != self._legal:
            self._legal, self._borne = legal, set()
        self._needed = frozenset(map(plane.box_of, legal | told))
        return plane.area({*self._cells, *legal, *told})

    def _now(self) -> View:
        """The view in which the board stays where it is, though its window may have moved."""
        view, (left, top), (x, y) = self.view, self._corner(), self._lay
        return View(view.scale, view.x + (x - left) / view.scale, view.y + (y - top) / view.scale)

    def _put(self, view: View, how: Mapping[str, object]) -> None:
        if view != self.view:
            self._moves()
            # Panzoom starts a little later than it is made, and uses these values.
            start = {"startX": view.x, "startY": view.y, "startScale": view.scale}
            self._lib.setOptions(plain({**start, "minScale": min(_LIMITS[0], view.scale)}))
            self._lib.zoom(view.scale, plain(how))
            self._lib.pan(view.x, view.y, plain(how))
        self._mark()

    def _printed(self) -> None:
        """Fit the board to paper; Panzoom would do so in the next frame, which is too late."""
        view = plane.fitted(self._needs(), *_PAPER, geometry.NO_MARGINS)
        put = f"scale({view.scale}) translate({view.x}px, {view.y}px)"
        self._world.style.setProperty("--printed", put)

    def _free(self) -> Margins:
        """The margins of the window that stay free of the board in any case (see game.css).

        Cached, because reading it makes the browser compute styles.
        """
        if self._margins is None:
            style = window.getComputedStyle(self._window)
            read = (style.getPropertyValue(f"scroll-padding-{name}") for name in ("bottom", "top"))
            self._margins = Margins(0, 0, *(float(text.removesuffix("px")) for text in read))
        return self._margins

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
        moved = "yes" if self._moved else "no"
        if (steady, small, moved) != self._marked:
            self._marked = (steady, small, moved)
            self._world.style.setProperty("--steady", steady)
            self._window.dataset.small = small
            self._window.dataset.moved = moved
        self._keep_tick()

    def _resized(self) -> None:
        self._at = self._margins = None
        self._look(_MOVE)

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
            self._hold()
        if self._late:
            self._look(_MOVE)
        self._mark()

    def _hold(self) -> None:
        """The person has moved the board: it stays so, but something of it stays in the middle."""
        self._moved = True
        width, height = self._size()
        room = Margins(_SIGHT * width, _SIGHT * width, _SIGHT * height, _SIGHT * height)
        middles = (geometry.middle(plane.place(self.view, cell)) for cell in self._cells)
        shifts = [
            geometry.shift_into_sight(Box(x, y, 0, 0), width, height, room) for x, y in middles
        ]
        dx, dy = min(shifts, key=lambda shift: abs(shift[0]) + abs(shift[1]))
        if dx or dy:
            self._shift(dx, dy, _MOVE)
        self._bear()

    def _bear(self) -> None:
        """Forget the things that the person has moved out of sight, as long as the same is told."""
        self._borne = self._hidden(self._needed, self.view)
        self._mark()

    def _wheeled(self, event: Any) -> None:
        if event.defaultPrevented:
            return
        step = min(_STEP, abs(event.deltaY or event.deltaX) * 0.01)
        self._lib.zoomWithWheel(event, plain({"step": step}))
        self._hold()


def lost(event: Any) -> bool:
    """Whether a mouse button was released without an event."""
    return bool(event.pointerType == "mouse" and not event.buttons)
