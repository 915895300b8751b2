"""The things over the board, and those on it that nothing may hide, as they are now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyscript import document, window

from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.browser.geometry import Box, middle
from cacao_web.dom.growth import Growth
from cacao_web.dom.proxies import keep

_OVER: Final = (
    "#zoom, #steps > *, #recap > *, .advice, #hints > .reviewed, .coach-card, .stops, .spare, "
    "#task[data-grown=yes], .hand + .actions"
)
"""The elements that may lie over the board."""
_GROWING: Final = ("table", "task", "hints", "coach", "content", "villages")
"""The elements whose size decides what lies over it."""
_LAYERS: Final = ("targets", "ghost", "stars", "lights")
"""The layers of the board that tell of cells, first of those where a person may act."""
_GAP: Final = 6
"""Pixels that stay free around them."""


class Sight:
    """Measures the page.

    Args:
        changed: called when something around the board has another size.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._growth = Growth()  # the first to learn of a change
        self._game = document.getElementById("game")
        self._table = document.getElementById("table")
        self._layers = [document.getElementById(f"board-{name}") for name in _LAYERS]
        observer = window.ResizeObserver.new(keep(lambda *_changes: changed()))
        for name in _GROWING:
            observer.observe(document.getElementById(name))

    def covers(self) -> dict[str, Box]:
        """Name of what lies over the board -> its place in the board's window, in pixels."""
        self._growth.measure()
        frame = self._table.getBoundingClientRect()
        boxes: dict[str, Box] = {}
        for element in self._game.querySelectorAll(_OVER):  # not those of a dialog
            box = element.getBoundingClientRect()
            left, right = max(box.left, frame.left), min(box.right, frame.right)
            top, bottom = max(box.top, frame.top), min(box.bottom, frame.bottom)
            if box.width and left < right and top < bottom:
                name = f"{element.id} {element.getAttribute('class')} {len(boxes)}"
                boxes[name] = Box(
                    left - frame.left - _GAP,
                    top - frame.top - _GAP,
                    right - left + 2 * _GAP,
                    bottom - top + 2 * _GAP,
                )
        return boxes

    def legal(self) -> frozenset[Cell]:
        """The cells where a person may act."""
        return frozenset(map(_cell, self._layers[0].children))

    def told(self) -> frozenset[Cell]:
        """The cells that something on the board tells of: ghosts, rings, stars, lights."""
        return frozenset(_cell(one) for layer in self._layers[1:] for one in layer.children)


def _cell(element: Any) -> Cell:
    """The cell on whose place an element of the board is drawn."""
    if name := element.getAttribute("data-cell"):
        x, y = map(int, str(name).split(","))
        return x, y
    box, shift = element.getBBox(), element.transform.baseVal.consolidate()
    u, v = middle(Box(box.x, box.y, box.width, box.height))
    if shift:
        u, v = u + shift.matrix.e, v + shift.matrix.f
    return plane.cell_of(u, v)
