"""Dragging a tile from the hand or the display onto the board, by mouse, pen or finger."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from pyscript import document

from cacao_web.dom.camera import STILL, Camera, lost
from cacao_web.dom.proxies import listen

_OVER: Final = ".target"


class Drag:
    """At most one tile follows the pointer; dropping it is an intent like any other."""

    def __init__(self, camera: Camera, intent: Callable[[str, str], None]) -> None:
        self._camera = camera
        self._intent = intent
        self._slot: Any = None  # where the tile comes from
        self._start = (0.0, 0.0)
        self._flyer: Any = None  # the tile that follows the pointer
        self.done = False  # whether the pointer that was just released has dragged a tile
        listen(document, "pointerdown", self._pressed)
        listen(document, "pointermove", self._moved, passive=True)
        listen(document, "pointerup", self._lifted)
        listen(document, "pointercancel", lambda _event: self._end())

    def refresh(self) -> None:
        """Draw the dragged tile again, because it has changed, for example its rotation."""
        if self._flyer is not None:
            self._flyer.innerHTML = self._slot.innerHTML

    def _pressed(self, event: Any) -> None:
        self.done = False
        slot = _closest(event.target, "[data-hand], [data-display]")
        if slot and not slot.disabled and event.isPrimary and not event.button:
            self._slot = slot
            self._start = (event.clientX, event.clientY)
            if event.target.hasPointerCapture(event.pointerId):
                event.target.releasePointerCapture(event.pointerId)  # touch captures implicitly

    def _moved(self, event: Any) -> None:
        if self._slot is None or not event.isPrimary:
            return
        if lost(event):
            self._end()
            return
        x, y = event.clientX, event.clientY
        if self._flyer is None:
            if math.hypot(x - self._start[0], y - self._start[1]) < STILL:
                return
            self._begin()
        cell = self._cell(x, y)
        size = 100 * self._camera.view.scale
        style = self._flyer.style
        style.left, style.top = f"{x - size / 2:.0f}px", f"{y - size / 2:.0f}px"
        style.width = style.height = f"{size:.0f}px"
        style.opacity = "0.25" if cell else "0.9"
        self._intent("point", cell)

    def _begin(self) -> None:
        for name in ("hand", "display"):
            if index := self._slot.getAttribute(f"data-{name}"):
                self._intent(f"take-{name}", index)
        self._flyer = document.createElement("div")
        self._flyer.className = "flight dragged"
        document.getElementById("drag").replaceChildren(self._flyer)
        self.refresh()

    def _lifted(self, event: Any) -> None:
        if self._flyer is None or not event.isPrimary:
            self._slot = None
            return
        self.done = True
        cell = self._cell(event.clientX, event.clientY)
        self._end()
        if cell:
            self._intent("drop", cell)

    def _end(self) -> None:
        if self._flyer is not None:
            self._flyer.remove()
            self._intent("point", "")
        self._slot = self._flyer = None

    def _cell(self, x: float, y: float) -> str:
        """The target cell under a point, or an empty text."""
        for below in document.elementsFromPoint(x, y):  # a mark or a tick may lie over the cell
            if target := below.closest(_OVER):
                return str(target.getAttribute("data-cell"))
        return ""


def _closest(target: Any, selector: str) -> Any:
    """The nearest element around the target of an event, if it is an element."""
    return target.closest(selector) if hasattr(target, "closest") else None
