"""Clicks, taps, keys, the wheel and forms, as intents."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from pyscript import document, window

from cacao_web.board import plane
from cacao_web.browser.tasks import Tasks
from cacao_web.dom.camera import Camera
from cacao_web.dom.drag import Drag
from cacao_web.dom.proxies import listen
from cacao_web.game.words import cell_of
from cacao_web.saves.game_file import LARGEST

Intent: TypeAlias = Callable[[str, str], None]
"""Receives an intent: its name and a value."""

_NAMED: Final = ("data-command", "data-hand", "data-display", "data-cell")
_ARROWS: Final = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
_WALKING: Final = (*_ARROWS, "Home", "End")
_NEAR: Final = 24
"""Greatest distance from a cell, in pixels, at which a tap still counts for it."""
_WHEEL: Final = 60
"""Pixels of wheel movement that turn a tile once; see the next constant for how often."""
_WHEEL_PAUSE: Final = 160
_TYPING: Final = ("INPUT", "TEXTAREA", "SELECT")
_SLIDING: Final = (*_ARROWS, "Home", "End", "PageUp", "PageDown")
_FOCUS_PLACES: Final = (
    "#coach .primary",
    "#tray [data-command=uncover]",
    "#tray .edges .primary",
    "#content [data-command=hurry], #content [data-command=now], #content [data-command=result]",
    "#board-targets [aria-pressed=true]",
    "#board-targets .target",
)


class Input:
    """One listener for each kind of event, at the root of the page.

    Args:
        camera: knows where the cells are, and whether the board is being moved.
        intent: receives the intents.
        tasks: runs background tasks.
    """

    def __init__(self, camera: Camera, intent: Intent, tasks: Tasks) -> None:
        self._camera = camera
        self._intent = intent
        self._tasks = tasks
        self._drag = Drag(camera, intent)
        self._clicked_last = ("", "")
        self._keyboard = False  # whether the keyboard was used last
        self._wheel = (0.0, 0.0)  # wheel movement so far, and when it last turned a tile
        self._listen()

    def _listen(self) -> None:
        listen(document, "pointerdown", lambda _event: self._use_pointer(), capture=True)
        listen(document, "click", self._clicked)
        listen(document, "pointerover", self._pointed)
        listen(document, "focusin", self._focused)
        listen(document, "keydown", self._pressed)
        listen(document, "input", self._entered)
        listen(document, "submit", self._submitted)
        listen(window, "hashchange", lambda _event: self._intent("address", ""))
        dialog = document.getElementById("dialog")
        listen(dialog, "close", lambda _event: self._closed(dialog))
        table = document.getElementById("table")
        listen(table, "wheel", self._wheeled, passive=False, capture=True)

    def _closed(self, dialog: Any) -> None:
        """A dialog was closed; the event comes late, when another may already be open."""
        if not dialog.open:
            self._intent("closed", "")
            self.catch_focus()

    def _use_pointer(self) -> None:
        """A pointer goes down: forget what the last one did."""
        self._keyboard = False
        self._camera.dragged = self._drag.done = False

    def _clicked(self, event: Any) -> None:
        dragged = self._camera.dragged or self._drag.done
        self._camera.dragged = self._drag.done = False
        if dragged and event.detail:  # a click by the keyboard has no detail
            return
        if self._folds(event):
            return
        wanted = self._wanted(event)
        # The second half of a double click must not hit a control that has just appeared there.
        if wanted and (event.detail <= 1 or wanted == self._clicked_last):
            self._intent(*wanted)
        self._clicked_last = wanted or ("", "")

    def _folds(self, event: Any) -> bool:
        """Fold village boards on a click beside them; close the log's sheet on a click in it."""
        if event.target.closest("#side .turn"):
            close_sheet()
        if unfolded() and not event.target.closest("#villages, #boards, dialog"):
            self._intent("boards", "")
            return True
        return False

    def _wanted(self, event: Any) -> tuple[str, str] | None:
        """The intent of a click: a command, a tile, a cell, or the nearest cell to a tap."""
        for name in _NAMED:
            element = event.target.closest(f"[{name}]")
            if element and not getattr(element, "disabled", False):
                if name == "data-command":
                    return _command(element)
                if name != "data-cell" or element.classList.contains("target"):
                    return name.removeprefix("data-"), str(element.getAttribute(name))
        if event.target.closest("#table"):
            cell = self._nearest_target(event.clientX, event.clientY)
            return ("cell", cell) if cell else None
        return None

    def _nearest_target(self, x: float, y: float) -> str:
        """The target cell nearest to a tap, if it is near enough."""
        best, nearest = "", float(_NEAR)
        for name in self._targets():
            place = self._camera.rectangle(cell_of(name))
            dx = max(place.left - x, x - place.left - place.width, 0)
            dy = max(place.top - y, y - place.top - place.height, 0)
            if max(dx, dy) < nearest:
                best, nearest = name, max(dx, dy)
        return best

    def _targets(self) -> list[str]:
        elements = document.querySelectorAll("#board-targets .target")
        return [str(element.getAttribute("data-cell")) for element in elements]

    def _pointed(self, event: Any) -> None:
        if event.pointerType != "mouse" or event.buttons:
            return
        element = event.target.closest(".target, .tick, .star")
        if not element or element.classList.contains("target"):
            self._intent("point", element.getAttribute("data-cell") if element else "")

    def _focused(self, event: Any) -> None:
        """The keyboard has focused a cell: show the preview there, and make it visible."""
        target = event.target.closest(".target")
        if target and self._keyboard:
            name = str(target.getAttribute("data-cell"))
            self._camera.reveal(cell_of(name))
            self._intent("point", name)

    def _walk(self, event: Any) -> bool:
        """Move from cell to cell in reading order; returns whether the focus is on a cell."""
        target = event.target.closest(".target")
        if not target:
            return False
        event.preventDefault()
        here = cell_of(str(target.getAttribute("data-cell")))
        cells = [cell_of(name) for name in self._targets()]
        found = plane.next_cell(cells, here, str(event.key))
        if found:
            document.getElementById(f"c{found[0]},{found[1]}").focus()
        return True

    def _pressed(self, event: Any) -> None:
        self._keyboard = True
        if not hasattr(event, "key"):
            return  # some browsers send such events when they fill in a form automatically
        if event.key == "Escape" and document.querySelector("#side:popover-open"):
            return  # Escape closes the sheet
        if event.key == "Escape" and unfolded():
            self._intent("boards", "")
            return
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        accepts = event.key in ("Enter", " ")
        if accepts and event.repeat:
            event.preventDefault()  # a key that is held down confirms once
        elif _takes(event.target, event.key) or document.getElementById("dialog").open:
            return
        elif accepts:
            self._accepted(event)
        elif event.key not in _WALKING or not self._walk(event):
            self._intent("key", event.key)
            self._drag.refresh()

    def _accepted(self, event: Any) -> None:
        """Enter or Space: a click on a board element, otherwise confirm."""
        if event.target.tagName in ("BUTTON", "A", "SUMMARY"):
            return  # the browser makes a click of it
        event.preventDefault()
        command = event.target.closest("[role=button][data-command]")
        target = event.target.closest(".target")
        if command:
            self._intent(*_command(command))
        elif target:
            self._intent("accept", target.getAttribute("data-cell"))
        elif event.key == "Enter":
            self._intent("accept", "")

    def focus(self, id: str) -> None:
        """Focus an element, if the keyboard was used last."""
        element = document.getElementById(id)
        if self._keyboard and element:
            element.focus()

    def catch_focus(self) -> None:
        """Focus another element when the focused one has been removed."""
        active = document.activeElement
        lost = not active or active.tagName in ("BODY", "DIALOG") or not active.checkVisibility()
        if self._keyboard and lost and not document.getElementById("dialog").open:
            for place in _FOCUS_PLACES:
                element = document.querySelector(place)
                if element:
                    element.focus()
                    return

    def _entered(self, event: Any) -> None:
        field = event.target
        if field.name:
            if field.type == "file":
                self._tasks.run(self._read_file(field))
                return
            value = field.value
            if field.type == "checkbox":
                value = "on" if field.checked else "off"
            self._intent("field", json.dumps([field.name, value]))

    async def _read_file(self, field: Any) -> None:
        """Send the content of a file that was chosen in a form."""
        if field.files.length:
            text = await field.files.item(0).slice(0, LARGEST + 1).text()
            self._intent("field", json.dumps([field.name, text]))

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        self._intent(event.target.dataset.form, "")

    def _wheeled(self, event: Any) -> None:
        """Over a target cell the wheel turns the tile, elsewhere it zooms."""
        if event.ctrlKey or not event.target.closest(".target, .star, .tick"):
            return
        event.preventDefault()
        far, last = self._wheel
        far += event.deltaY
        if abs(far) >= _WHEEL and event.timeStamp - last > _WHEEL_PAUSE:
            self._intent("rotate", "1" if far > 0 else "-1")
            far, last = 0.0, event.timeStamp
            self._drag.refresh()
        self._wheel = (far, last)


def _takes(element: Any, key: str) -> bool:
    """Whether an element uses a key itself: a text field all keys, a slider those that move it."""
    if element.tagName == "INPUT" and element.type == "range":
        return key in _SLIDING
    return element.tagName in _TYPING


def _command(element: Any) -> tuple[str, str]:
    """The intent of an element with a command."""
    value = element.getAttribute("data-value")
    return str(element.getAttribute("data-command")), str(value) if value else ""


def close_sheet() -> None:
    """Close the log's sheet if it is open."""
    side = document.getElementById("side")
    if side.matches(":popover-open"):
        side.hidePopover()


def unfolded() -> bool:
    """Whether the village boards are unfolded over the page, on a small screen."""
    return bool(document.getElementById("game").getAttribute("data-boards") == "yes")
