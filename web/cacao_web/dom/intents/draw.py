"""Circles and arrows that the right button of a mouse draws on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyscript import document

from cacao_core.tiles import Cell
from cacao_web.dom.camera import Camera, lost
from cacao_web.dom.proxies import listen
from cacao_web.game.texts.words import cell_name
from cacao_web.ui.commands import Command

_RIGHT: Final = 2


class MarkDrawing:
    """At most one mark is being drawn: from the cell where the button goes down to where it is.

    Args:
        camera: knows where the cells are.
        intent: receives the marks.
    """

    def __init__(self, camera: Camera, intent: Callable[[str, str], None]) -> None:
        self._camera = camera
        self._intent = intent
        self._start: Cell | None = None
        self._end: Cell | None = None
        self._has_drawn = False  # since the last click on the board
        # The camera stops other buttons, so these are caught before it gets them.
        listen(document, "pointerdown", self._pressed, capture=True)
        listen(document, "pointermove", self._moved, passive=True)
        listen(document, "pointerup", self._lifted)
        listen(document, "pointercancel", lambda _event: self._give_up())
        listen(document.getElementById("table"), "contextmenu", self._opens_menu)

    def _opens_menu(self, event: Any) -> None:
        """The browser is about to show its menu: not for the button that draws."""
        if event.button == _RIGHT and getattr(event, "pointerType", "") != "touch":
            event.preventDefault()

    def _pressed(self, event: Any) -> None:
        if not _is_on_board(event.target):
            return
        if event.button == _RIGHT:
            self._start = self._end = self._cell(event)
            self._tell(Command.MARK_DRAFT)
        elif self._has_drawn and not event.button:
            self._has_drawn = False
            self._intent(Command.MARK_CELLS, "")

    def _moved(self, event: Any) -> None:
        if self._start is None or not event.isPrimary:
            return
        if lost(event):
            self._give_up()
        elif (cell := self._cell(event)) != self._end:
            self._end = cell
            self._tell(Command.MARK_DRAFT)

    def _lifted(self, event: Any) -> None:
        if self._start is None or not event.isPrimary:
            return
        if not _is_on_board(event.target):
            self._give_up()
            return
        self._has_drawn = True
        self._tell(Command.MARK_CELLS)
        self._start = self._end = None

    def _give_up(self) -> None:
        if self._start is not None:
            self._start = self._end = None
            self._intent(Command.MARK_DRAFT, "")

    def _tell(self, name: str) -> None:
        assert self._start is not None, "a mark is being drawn"
        assert self._end is not None, "it has two ends"
        self._intent(name, f"{cell_name(self._start)}>{cell_name(self._end)}")

    def _cell(self, event: Any) -> Cell:
        return self._camera.cell_at(event.clientX, event.clientY)


def _is_on_board(target: Any) -> bool:
    """Whether an event is of something on the board; beside the page its target is no element."""
    return hasattr(target, "closest") and bool(target.closest("#table"))
