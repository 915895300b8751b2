"""Cells of the board that are lit while a person points at something that names them.

Any element may have ``data-lights``, a list of cells such as ``1,0 2,0``. The mouse over it, the
keyboard's focus in it, or a tap on it lights them, until one of these happens elsewhere.
"""

from __future__ import annotations

from typing import Any

from pyscript import document

from cacao_web.board.plane import corner
from cacao_web.game.texts.words import cell_of
from cacao_web.ui.markup import Markup, h, join


class Lights:
    """At most one element's cells are lit."""

    def __init__(self) -> None:
        self._layer = document.getElementById("board-lights")
        self._source: Any = None
        self._cells = ""
        self._aside = False  # whether the dialog gives way to the board

    def point(self, target: Any) -> None:
        """Somebody points at an element: light its cells; if it names none, all lights go out."""
        source = _source(target)
        if source or self._source:
            self._show(source)

    def press(self, target: Any) -> None:
        """A pointer goes down, or a finger has tapped.

        A dialog that gives way comes back only with the click.
        """
        if not self._aside or _source(target):
            self.point(target)

    def brings_back(self, target: Any) -> bool:
        """A click: if a dialog gives way, one beside the lights brings it back.

        Returns whether that is all the click does: nobody could see what lies there.
        """
        back = self._aside and not _source(target)
        if back:
            self._show(None)
        return back

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
        # A dialog covers the board: it gives way to what is there only to be pointed at.
        self._aside = bool(
            source and source.closest("dialog") and not source.hasAttribute("data-command")
        )
        document.getElementById("dialog").toggleAttribute("data-aside", self._aside)


def _source(target: Any) -> Any:
    """The element that names cells, at or around a target."""
    return target.closest("[data-lights]") if hasattr(target, "closest") else None


def _light(name: str) -> Markup:
    x, y = corner(cell_of(name))
    box = {"x": x, "y": y, "width": 100, "height": 100, "rx": 10}
    return h("g", None, h("rect", {"class": "casing", **box}), h("rect", {"class": "light", **box}))
