"""Cells of the board that are lit while a person points at something that names them.

Any element may have ``data-lights``, a list of cells such as ``1,0 2,0``. The mouse over it, the
keyboard's focus in it, or a tap on it lights them, until one of these happens elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyscript import document, window

from cacao_web.board.plane import corner
from cacao_web.game.texts.words import cell_of
from cacao_web.ui.markup import Markup, h, join


class Lights:
    """At most one element's cells are lit.

    Args:
        changed: called when other cells are lit.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._layer = document.getElementById("board-lights")
        self._source: Any = None
        self._cells = ""
        self._aside = False  # whether the dialog gives way to the board

    def point(self, target: Any) -> None:
        """Somebody points at an element: light its cells; if it names none, all lights go out.

        A dialog over all of the board only gives way to a click: what is pointed at there would
        become invisible.
        """
        source = _source(target)
        if self._covers and (self._aside or _gives_way(source)):
            return
        if source or self._source:
            self._show(source)

    def press(self, target: Any) -> None:
        """A pointer goes down. A dialog that gives way comes back only with the click."""
        if not self._aside or _source(target):
            self.point(target)

    def click(self, target: Any, *, touch: bool) -> bool:
        """A click: light what it is on; if a dialog gives way, bring it back.

        Returns whether that is all the click does: nobody could see what lies there.

        Args:
            target: what it is on.
            touch: whether a finger did it.
        """
        source = _source(target)
        back = self._aside and (touch or self._covers or not source)
        if back or source or self._source:
            self._show(None if back else source)
        return back

    def off(self) -> None:
        self._show(None)

    @property
    def _covers(self) -> bool:
        """Whether dialogs leave nothing of the board visible, as on a phone; see style.css."""
        style = window.getComputedStyle(document.getElementById("dialog"))
        return bool(style.getPropertyValue("--covers"))

    def refresh(self) -> None:
        """The page has changed: follow the element whose cells are lit."""
        if self._source:
            self._show(self._source if self._source.isConnected else None)

    def _show(self, source: Any) -> None:
        cells = str(source.getAttribute("data-lights") or "") if source else ""
        self._source = source
        if cells == self._cells:
            return
        self._cells = cells
        self._layer.innerHTML = join(_light(name) for name in cells.split())
        self._changed()
        # A dialog covers the board: it gives way to what is there only to be pointed at.
        self._aside = _gives_way(source)
        document.getElementById("dialog").toggleAttribute("data-aside", self._aside)


def _source(target: Any) -> Any:
    """The element that names cells, at or around a target."""
    return target.closest("[data-lights]") if hasattr(target, "closest") else None


def _gives_way(source: Any) -> bool:
    """Whether an element in a dialog is there only to be pointed at."""
    return bool(source and source.closest("dialog") and not source.hasAttribute("data-command"))


def _light(name: str) -> Markup:
    x, y = corner(cell_of(name))
    box = {"x": x, "y": y, "width": 100, "height": 100, "rx": 10}
    return h("g", None, h("rect", {"class": "casing", **box}), h("rect", {"class": "light", **box}))
