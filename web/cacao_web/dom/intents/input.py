"""Clicks, taps, keys and the wheel, as intents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from pyscript import document, window

from cacao_web.board import plane
from cacao_web.browser.tasks import Tasks
from cacao_web.dom.camera import Camera
from cacao_web.dom.folds import close_sheet, fold_swatches, is_chosen, unfolded
from cacao_web.dom.intents.drag import Drag
from cacao_web.dom.intents.draw import MarkDrawing
from cacao_web.dom.intents.forms import Forms
from cacao_web.dom.intents.holding import Holding
from cacao_web.dom.lights import Lights
from cacao_web.dom.lists import follow_when_opened
from cacao_web.dom.proxies import listen, plain
from cacao_web.game.texts.words import cell_name, cell_of
from cacao_web.play import keyboard
from cacao_web.play.keyboard import Press
from cacao_web.ui.commands import Command

Intent: TypeAlias = Callable[[str, str], None]
"""Receives an intent: its name and a value."""

_NAMED: Final = ("data-command", "data-hand", "data-display", "data-cell")
_UNDOING: Final = ("Ctrl+z", "Ctrl+y", "Ctrl+Shift+z")
"""Undo and redo as in other programs; all other keys with Control are the browser's."""
_FINAL: Final = ("confirm", "confirm-singly", "activate")
"""Commands whose second click would answer the next question."""
_NEAR: Final = 24
"""Greatest distance from a cell, in pixels, at which a tap still counts for it."""
_EDGE: Final = 0.25
"""The same for a tap on another tile, as a share of its side."""
_WHEEL: Final = 60
"""Pixels of wheel movement that turn a tile once; see the next constant for how often."""
_WHEEL_PAUSE: Final = 160
_DOUBLE: Final = 400
"""Longest time between the two taps of a double tap, in milliseconds."""
_KEYPAD: Final = ".keypad"
_PRESSED: Final = "button, a, summary, [role=button]"
_TYPING: Final = ("INPUT", "TEXTAREA", "SELECT")
_FOCUS_PLACES: Final = (
    "#coach .primary",
    "#tray .handover",
    "#tray .edges .primary",
    "#steps [data-command=hurry], #content [data-command=now], #content [data-command=result]",
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
        self._drag = Drag(camera, intent)
        MarkDrawing(camera, intent)
        Forms(intent, tasks)
        self._holding = Holding(intent, tasks)
        self.lights = Lights(camera.look_again)
        self._clicked_last = ("", "")
        self._tapped = 0.0  # when that was, in milliseconds
        self._typed = False  # whether that was a key of a keypad, of which each tap counts
        self._by_pointer: Any = None  # what a pointer has put the focus on
        self._left = ""  # id of the cell that had the focus before a message
        self._keyboard = False  # whether the keyboard was used last
        self._rest: tuple[float, float] | None = None  # the mouse's place, until it moves
        self._mouse: tuple[float, float] | None = None  # where it last pointed at something
        self._points = ("", "")  # what the mouse or the focus is on: an intent and its value
        self._touch = bool(window.matchMedia("(pointer: coarse)").matches)
        self._wheel = (0.0, 0.0)  # wheel movement so far, and when it last turned a tile
        self._listen()

    @property
    def raises_keyboard(self) -> bool:
        """Whether a text field that gets the focus brings up a keyboard on the screen."""
        return self._touch and not self._keyboard

    def _listen(self) -> None:
        listen(document, "pointerdown", self._use_pointer, capture=True)
        listen(document, "click", self._clicked)
        listen(document, "pointerover", self._pointed)
        listen(document, "focusin", self._focused)
        listen(document, "keydown", self._pressed)
        dialog = document.getElementById("dialog")
        listen(dialog, "close", lambda _event: self._closed(dialog))
        log = document.getElementById("side")
        # before it is seen, so that Back closes it however soon it comes
        listen(log, "beforetoggle", lambda event: self._intent("sheet", str(event.newState)))
        follow_when_opened()
        table = document.getElementById("table")
        listen(table, "wheel", self._wheeled, passive=False, capture=True)

    def _closed(self, dialog: Any) -> None:
        """A dialog was closed; the event comes late, when another may already be open."""
        if not dialog.open:
            self.lights.off()
            self._intent("closed", "")
            self._leave_dialog()

    def _leave_dialog(self) -> None:
        """A dialog is closed: who has opened it by a click goes on at the board."""
        active = document.activeElement
        if active and self._was_clicked(active):
            active.blur()
            self._focus_board()
        else:
            self.catch_focus()

    def _use_pointer(self, event: Any) -> None:
        """A pointer goes down: forget what the last one did."""
        self._keyboard = False
        self._by_pointer = event.target.closest(_PRESSED)
        self._touch = event.pointerType == "touch"
        self._camera.dragged = self._drag.done = False
        if event.pointerType == "mouse":  # a finger may only scroll: its click counts
            self.lights.press(event.target)

    def _clicked(self, event: Any) -> None:
        dragged = self._camera.dragged or self._drag.done
        self._camera.dragged = self._drag.done = False
        repeated, self._holding.has_repeated = self._holding.has_repeated, False
        if (dragged or repeated) and event.detail:  # a click by the keyboard has no detail
            return
        touch = self._touch and not self._keyboard
        if self.lights.click(event.target, touch=touch) or self._folds(event):
            return
        wanted = self._wanted(event)
        if wanted == self._clicked_last and wanted[0] == Command.ASK and self._is_second_tap(event):
            self._camera.closer(event.clientX, event.clientY)
            wanted = ("nothing", "")
        # The second half of a double click must not hit a control that has just appeared there.
        again = wanted == self._clicked_last and wanted[0] not in _FINAL
        typed, self._typed = self._typed, bool(event.target.closest(_KEYPAD))
        if event.detail <= 1 or again or (typed and self._typed):
            self._intent(*wanted)
        self._clicked_last, self._tapped = wanted, float(event.timeStamp)

    def _is_second_tap(self, event: Any) -> bool:
        """Whether a finger has just tapped before."""
        return self._touch and float(event.timeStamp) - self._tapped < _DOUBLE

    def _folds(self, event: Any) -> bool:
        """Fold village boards on a click beside them; close the log's sheet on a click in it."""
        fold_swatches(event.target)
        if event.target.closest("#side .turn"):
            close_sheet()
        if unfolded() and not event.target.closest("#villages, #boards, dialog"):
            self._intent("boards", "")
            return True
        return False

    def _wanted(self, event: Any) -> tuple[str, str]:
        """The intent of a click: a command, a tile, a cell, or the nearest cell to a tap.

        Elsewhere on the board it asks about the cell, and elsewhere on the page it does nothing.
        """
        for name in _NAMED:
            element = event.target.closest(f"[{name}]")
            if element and not getattr(element, "disabled", False):
                if name == "data-command":
                    return _command(element)
                if name != "data-cell" or element.classList.contains("target"):
                    return name.removeprefix("data-"), str(element.getAttribute(name))
        if event.target.closest("#table"):
            x, y = event.clientX, event.clientY
            here = self._camera.cell_at(x, y)
            near = float(_NEAR)
            if document.getElementById(f"t{cell_name(here)}"):
                near = min(near, _EDGE * self._camera.rectangle(here).width)
            cell = self._nearest_target(x, y, near)
            return ("cell", cell) if cell else (Command.ASK, cell_name(here))
        return "nothing", ""

    def _nearest_target(self, x: float, y: float, near: float) -> str:
        """The target cell nearest to a tap, if it is near enough."""
        best, nearest = "", near
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
        if event.pointerType != "mouse" or event.buttons or self._lies_still(event):
            return
        if not self._is_resting(event):
            self.lights.point(event.target)
        self._show_more(event.target)
        element = event.target.closest(".target, .tick, .star")
        if not element or element.classList.contains("target"):
            self._intent("point", element.getAttribute("data-cell") if element else "")

    def _lies_still(self, event: Any) -> bool:
        """Whether only the page has moved under the mouse of somebody who uses the keyboard.

        What the keyboard has focused stays pointed at.
        """
        before, self._mouse = self._mouse, (event.screenX, event.screenY)
        return self._keyboard and before in (None, self._mouse)

    def rest(self) -> None:
        """A dialog is shown: nobody has pointed at what it puts under the mouse."""
        self._rest = self._camera.pointer

    def _is_resting(self, event: Any) -> bool:
        """Whether the mouse is over an element only because the dialog with it was shown there."""
        if (event.screenX, event.screenY) != self._rest:
            self._rest = None
        return self._rest is not None and bool(event.target.closest("dialog"))

    def _focused(self, event: Any) -> None:
        """The keyboard has focused a cell: show the preview there, and make it visible."""
        if self._keyboard:
            self.lights.point(event.target)
            self._show_more(event.target)
        target = event.target.closest(".target")
        if target and self._keyboard:
            name = str(target.getAttribute("data-cell"))
            self._camera.reveal(cell_of(name))
            self._intent("point", name)

    def _show_more(self, element: Any) -> None:
        """The mouse or the focus has reached or left something about which the board shows more."""
        tip = element.closest("[data-points]")
        wanted = ("", "")
        if tip:
            wanted = (str(tip.getAttribute("data-points")), _command(tip)[1])
        before, self._points = self._points, wanted
        if wanted != before:
            self._intent(wanted[0] or before[0], wanted[1])

    def _walk(self, event: Any) -> bool:
        """Move from cell to cell; returns whether the focus is on a cell."""
        target = event.target.closest(".target")
        if not target:
            return False
        event.preventDefault()
        here = cell_of(str(target.getAttribute("data-cell")))
        cells = [cell_of(name) for name in self._targets()]
        cell = plane.next_cell(cells, here, str(event.key))
        if cell:
            document.getElementById(f"c{cell[0]},{cell[1]}").focus()
        return True

    def _pressed(self, event: Any) -> None:
        self._keyboard = True
        if not hasattr(event, "key"):
            return  # some browsers send such events when they fill in a form automatically
        if event.isComposing or (event.key == "Escape" and self._escaped(event)):
            return
        busy = _takes(event.target, event.key) or document.getElementById("dialog").open
        name = keyboard.name(_press(event))
        if event.ctrlKey or event.metaKey or event.altKey:
            if name in _UNDOING and not busy:
                event.preventDefault()
                self._intent("key", name)
        elif event.key in ("Enter", " "):
            if event.repeat:
                event.preventDefault()  # a key that is held down confirms once
            elif not busy:
                self._accepted(event)
        elif name and not busy and (name not in plane.WALKING or not self._walk(event)):
            self._intent("key", name)
            self._drag.refresh()

    def _escaped(self, event: Any) -> bool:
        """Escape closes what lies over the page; returns whether there was anything."""
        if document.querySelector("#side:popover-open"):
            return True  # the browser closes the sheet
        folds = fold_swatches()
        if folds or document.getElementById("dialog").open:
            event.preventDefault()  # the browser would close dialogs that lie below, too
            if not folds:
                self._intent("escape", "")
            return True
        return False

    def _accepted(self, event: Any) -> None:
        """Enter or Space: a click on a board element, otherwise confirm."""
        if event.key == "Enter" and event.shiftKey:
            event.preventDefault()
            self._intent("key", "Shift+Enter")
            return
        clicked = event.key == "Enter" and self._was_clicked(event.target) and is_chosen()
        if event.target.tagName in ("BUTTON", "A", "SUMMARY") and not clicked:
            return  # the browser makes a click of it
        event.preventDefault()
        command = None if clicked else event.target.closest("[role=button][data-command]")
        target = event.target.closest(".target")
        if command:
            self._intent(*_command(command))
        elif target:
            self._intent("accept", target.getAttribute("data-cell"))
        elif event.key == "Enter":
            self._intent("accept", "")

    def _was_clicked(self, element: Any) -> bool:
        """Whether an element has the focus only because a pointer has pressed it."""
        return bool(self._by_pointer) and bool(element.isSameNode(self._by_pointer))

    def focus(self, id: str) -> None:
        """Focus an element, if the keyboard was used last."""
        element, active = document.getElementById(id), document.activeElement
        if self._keyboard and element:
            if active and active.closest(".target"):
                self._left = str(active.id)
            element.focus()

    def catch_focus(self) -> None:
        """Focus another element when the focused one has been removed."""
        active = document.activeElement
        lost = not active or active.tagName in ("BODY", "DIALOG") or not active.checkVisibility()
        if self._keyboard and lost and not document.getElementById("dialog").open:
            self._focus_board()

    def _focus_board(self) -> None:
        """Focus the cell that was left for something else, or what is to be done next."""
        left, self._left = self._left, ""
        for place in (f"#board-targets [id='{left}']", *_FOCUS_PLACES):
            element = document.querySelector(place)
            if element:
                element.focus(plain({"preventScroll": True}))
                return

    def _wheeled(self, event: Any) -> None:
        """Over a target cell the wheel turns the tile, elsewhere it zooms."""
        if event.ctrlKey or not event.target.closest(".target:not(.asked), .star, .tick"):
            return
        event.preventDefault()
        far, last = self._wheel
        far += event.deltaY
        if abs(far) >= _WHEEL and event.timeStamp - last > _WHEEL_PAUSE:
            self._intent("rotate", "1" if far > 0 else "-1")
            far, last = 0.0, event.timeStamp
            self._drag.refresh()
        self._wheel = (far, last)


def _press(event: Any) -> Press:
    """A key press, as a plain value."""
    control = bool(event.ctrlKey or event.metaKey)
    alt = bool(event.altKey or event.getModifierState("AltGraph"))
    key, code = str(event.key), str(event.code)
    return Press(key, code, bool(event.shiftKey), control, alt, bool(event.repeat))


def _takes(element: Any, key: str) -> bool:
    """Whether an element uses a key itself: a text field all keys, a slider those that move it."""
    if element.tagName == "INPUT" and element.type == "range":
        return key in plane.WALKING
    return element.tagName in _TYPING


def _command(element: Any) -> tuple[str, str]:
    """The intent of an element with a command."""
    value = element.getAttribute("data-value")
    return str(element.getAttribute("data-command")), str(value) if value else ""
