"""The only module that touches the browser: markup in, intents out, and the browser's stores."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from pyodide.ffi import JsException, create_proxy
from pyscript import document, window
from pyscript.js_modules import morphdom

from cacao_web.views.html import Markup

Intent = Callable[[str, str], None]
"""Receives what the person wants: its name and a value."""

_NAMED: Final = ("data-command", "data-cell", "data-hand", "data-display")
_TYPING: Final = ("INPUT", "TEXTAREA", "SELECT")
_WORKER: Final = "opponent"
_FOCUS_PLACES: Final = (
    "#tray [data-command=uncover]",
    "#tray .edges .primary",
    "#board-targets [aria-pressed=true]",
    "#board-targets .target",
)


class Browser:
    """The document of this page; ``page.py`` says what each method is for."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._options = window.JSON.parse('{"childrenOnly": true}')
        self._template = document.createElement("template")
        self._proxies: list[Any] = []
        self._worker: Any = None
        self._clicked_last = ("", "")
        self._keyboard = False

    # --- Showing -----------------------------------------------------------------------------

    def patch(self, regions: Mapping[str, Markup | None]) -> None:
        for id, markup in regions.items():
            text = markup or ""
            if self._shown.get(id) == text:
                continue
            element = document.getElementById(id)
            drawing = element.namespaceURI.endswith("svg")
            wrapper = "<svg><g>{}</g></svg>" if drawing else "<div>{}</div>"
            self._template.innerHTML = wrapper.format(text)
            wanted = self._template.content.firstChild
            morphdom.default(element, wanted.firstChild if drawing else wanted, self._options)
            self._shown[id] = text
        self._catch_focus()

    def set_attribute(self, id: str, name: str, value: str) -> None:
        document.getElementById(id).setAttribute(name, value)

    def show_only(self, screen: str) -> None:
        for name in ("home", "game"):
            document.getElementById(name).hidden = name != screen

    def show_dialog(self, markup: Markup | None) -> None:
        dialog = document.getElementById("dialog")
        if markup is None:
            if dialog.open:
                dialog.close()
            return
        self.patch({"dialog": markup})
        if not dialog.open:
            dialog.showModal()

    def show_notice(self, markup: Markup | None) -> None:
        notice = document.getElementById("notice")
        self.patch({"notice": markup})
        if hasattr(notice, "showPopover"):
            if notice.matches(":popover-open"):
                notice.hidePopover()
            if markup:
                notice.showPopover()  # anew, so that it lies above a dialog that came later

    def set_state(self, state: str) -> None:
        document.documentElement.dataset.state = state

    def set_theme(self, theme: str) -> None:
        dark = theme == "dark" or (not theme and self._matches("(prefers-color-scheme: dark)"))
        document.documentElement.dataset.theme = "dark" if dark else "light"

    def is_dark(self) -> bool:
        return bool(document.documentElement.dataset.theme == "dark")

    def set_language(self, code: str, translate: Callable[[str], str]) -> None:
        document.documentElement.lang = code
        for element in document.querySelectorAll("[data-text]"):
            element.textContent = translate(element.dataset.text)
        for element in document.querySelectorAll("[data-label]"):
            element.setAttribute("aria-label", translate(element.dataset.label))

    async def pause(self, seconds: float) -> None:
        still = self._matches("(prefers-reduced-motion: reduce)") or document.hidden
        await asyncio.sleep(0 if still else seconds)

    def _matches(self, query: str) -> bool:
        return bool(window.matchMedia(query).matches)

    # --- Listening ---------------------------------------------------------------------------

    def listen(self, intent: Intent) -> None:
        self._on("click", lambda event: self._clicked(event, intent))
        self._on("pointerover", lambda event: self._pointed(event, intent))
        self._on("keydown", lambda event: self._pressed(event, intent))
        self._on("pointerdown", lambda _event: self._use_pointer())
        self._on("input", lambda event: self._entered(event, intent))
        self._on("submit", lambda event: self._submitted(event, intent))
        window.addEventListener("hashchange", self._keep(lambda _event: intent("address", "")))
        dialog = document.getElementById("dialog")
        dialog.addEventListener("close", self._keep(lambda _event: intent("closed", "")))
        board = document.getElementById("board")
        board.addEventListener("wheel", self._keep(lambda event: self._wheeled(event, intent)))

    def _on(self, kind: str, handler: Callable[[Any], None]) -> None:
        document.addEventListener(kind, self._keep(handler))

    def _keep(self, handler: Callable[..., Any]) -> Any:
        proxy = create_proxy(handler)
        self._proxies.append(proxy)
        return proxy

    def _use_pointer(self) -> None:
        self._keyboard = False

    def _clicked(self, event: Any, intent: Intent) -> None:
        for name in _NAMED:
            element = event.target.closest(f"[{name}]")
            if element and not getattr(element, "disabled", False):
                wanted = (name.removeprefix("data-"), element.getAttribute(name))
                if name == "data-command":
                    wanted = (wanted[1], element.getAttribute("data-value") or "")
                # The second half of a double click must not hit what has just come up there.
                if event.detail <= 1 or wanted == self._clicked_last:
                    intent(*wanted)
                self._clicked_last = wanted
                return

    def _pointed(self, event: Any, intent: Intent) -> None:
        if event.pointerType != "mouse":
            return
        element = event.target.closest(".target, .tick")
        if not (element and element.classList.contains("tick")):
            intent("point", element.getAttribute("data-cell") if element else "")

    def _pressed(self, event: Any, intent: Intent) -> None:
        self._keyboard = True
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        accepts = event.key in ("Enter", " ")
        if accepts and event.repeat:
            event.preventDefault()  # a key held down decides once
        elif event.target.tagName in _TYPING or document.getElementById("dialog").open:
            return
        elif accepts:
            self._accepted(event, intent)
        else:
            intent("key", event.key)

    def _accepted(self, event: Any, intent: Intent) -> None:
        """Enter or the space bar: on an element of the board it is a click, elsewhere a yes."""
        if event.target.tagName in ("BUTTON", "A", "SUMMARY"):
            return  # the browser makes a click of it
        event.preventDefault()
        command = event.target.closest("[role=button][data-command]")
        target = event.target.closest(".target")
        if command:
            intent(command.getAttribute("data-command"), "")
        elif target:
            intent("accept", target.getAttribute("data-cell"))
        elif event.key == "Enter":
            intent("accept", "")

    def _catch_focus(self) -> None:
        """Give the keyboard a place when what had the focus is gone."""
        at_body = document.activeElement is None or document.activeElement.tagName == "BODY"
        if self._keyboard and at_body and not document.getElementById("dialog").open:
            for place in _FOCUS_PLACES:
                element = document.querySelector(place)
                if element:
                    element.focus()
                    return

    def _entered(self, event: Any, intent: Intent) -> None:
        field = event.target
        if field.name:
            value = field.value
            if field.type == "checkbox":
                value = "on" if field.checked else "off"
            intent("field", json.dumps([field.name, value]))

    def _submitted(self, event: Any, intent: Intent) -> None:
        event.preventDefault()
        intent(event.target.dataset.form, "")

    def _wheeled(self, event: Any, intent: Intent) -> None:
        if event.target.closest(".target"):
            event.preventDefault()
            intent("rotate", "1" if event.deltaY > 0 else "-1")

    # --- Address, clipboard, time --------------------------------------------------------------

    def fragment(self) -> str:
        return str(window.location.hash).removeprefix("#")

    def set_fragment(self, fragment: str) -> None:
        with suppress(JsException):  # browsers limit how often; the next move sets it again
            window.history.replaceState(None, "", self.address(fragment))

    def keep_in_history(self) -> None:
        with suppress(JsException):
            window.history.pushState(None, "", window.location.href)

    def address(self, fragment: str) -> str:
        start = str(window.location.href).partition("#")[0]
        return f"{start}#{fragment}" if fragment else start

    async def copy(self, text: str) -> bool:
        try:
            await window.navigator.clipboard.writeText(text)
        except (JsException, AttributeError):
            return False
        return True

    def can_share(self) -> bool:
        return hasattr(window.navigator, "share")

    async def share(self, link: str) -> None:
        try:
            await window.navigator.share(window.JSON.parse(json.dumps({"url": link})))
        except JsException:
            return

    def languages(self) -> list[str]:
        return [str(code) for code in window.navigator.languages]

    def translations(self) -> list[str]:
        return str(document.documentElement.getAttribute("data-languages") or "").split()

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="seconds")

    async def fetch(self, path: str) -> bytes | None:
        try:
            response = await window.fetch(path)
            return bytes((await response.arrayBuffer()).to_py()) if response.ok else None
        except JsException:
            return None

    # --- The page interface, the worker --------------------------------------------------------

    def expose(self, answer: Callable[[str, str], str]) -> None:
        window.cacao.connect(self._keep(answer))

    def early_choice(self) -> str:
        return str(document.documentElement.getAttribute("data-early") or "")

    def report(self, text: str) -> None:
        window.console.error(text)

    async def ask_worker(self, request: str) -> str:
        if self._worker is None:
            from pyscript import create_named_worker

            self._worker = await create_named_worker("./app/opponent.py", _WORKER)
        return str(await self._worker.answer(request))


class LocalStorage:
    """The browser's localStorage; a refusal of any kind is an OSError."""

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        value = self._try(lambda: window.localStorage.getItem(key))
        return value if isinstance(value, str) else None

    def set(self, key: str, value: str) -> None:
        """Keep a text."""
        self._try(lambda: window.localStorage.setItem(key, value))

    def remove(self, key: str) -> None:
        """Forget a text."""
        self._try(lambda: window.localStorage.removeItem(key))

    def names(self) -> list[str]:
        """All keys."""
        return list(self._try(lambda: window.Object.keys(window.localStorage).to_py()))

    def _try(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except JsException as error:
            raise OSError(f"localStorage: {error}") from None


def on_failure(handler: Callable[[str], None]) -> None:
    """Tell the app of errors in background tasks, which nobody would see otherwise."""

    def handle(_loop: Any, context: dict[str, Any]) -> None:
        handler(repr(context.get("exception") or context.get("message")))

    asyncio.get_event_loop().set_exception_handler(handle)
