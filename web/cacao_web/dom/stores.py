"""The browser's stores for texts, and a report of errors in background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from pyodide.ffi import JsException
from pyscript import window

from cacao_web.browser.store import Full
from cacao_web.dom.proxies import listen

_OWNER: Final = "cacao.owner"
"""Key of the sessionStorage: a second copy of the name of the address's saved game."""
_PLACE: Final = "cacao.place"
"""Key of the sessionStorage: what is shown over the page."""


class LocalStorage:
    """The browser's localStorage; any refusal becomes an OSError."""

    def get(self, key: str) -> str | None:
        value = self._try(lambda: window.localStorage.getItem(key))
        return value if isinstance(value, str) else None

    def set(self, key: str, value: str) -> None:
        self._try(lambda: window.localStorage.setItem(key, value))

    def remove(self, key: str) -> None:
        self._try(lambda: window.localStorage.removeItem(key))

    def names(self) -> list[str]:
        return list(self._try(lambda: window.Object.keys(window.localStorage).to_py()))

    def listen(self, changed: Callable[[str], None]) -> None:
        def heard(event: Any) -> None:
            if isinstance(event.key, str):  # no key: all of them were removed
                changed(event.key)

        listen(window, "storage", heard)

    def _try(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except JsException as error:
            full = "QuotaExceeded" in str(error) or "NS_ERROR_DOM_QUOTA" in str(error)
            raise (Full if full else OSError)(f"localStorage: {error}") from None


def keep_owner(name: str) -> None:
    """Note the saved game of the address, for a reload."""
    with suppress(JsException):  # storage may be blocked
        window.sessionStorage.setItem(_OWNER, name)


def keep_place(place: str) -> None:
    """Note what is shown over the page, for a reload."""
    with suppress(JsException):  # storage may be blocked
        window.sessionStorage.setItem(_PLACE, place)


def place_before_reload() -> str:
    """The place that was noted, after a reload; empty otherwise."""
    return _before_reload(_PLACE)


def owner_before_reload() -> str:
    """The saved game of the address after a reload; empty otherwise.

    The history has that name too. But browsers lose it if the address is set during a reload, for
    example by a computer's move.
    """
    return _before_reload(_OWNER)


def _before_reload(key: str) -> str:
    """The text of a key of the sessionStorage after a reload; empty otherwise."""
    with suppress(JsException):  # storage may be blocked
        visits = window.performance.getEntriesByType("navigation")
        if any(visit.type == "reload" for visit in visits):
            noted = window.sessionStorage.getItem(key)
            return noted if isinstance(noted, str) else ""
    return ""


def on_failure(handler: Callable[[BaseException], None]) -> None:
    """Report errors in background tasks to the app; otherwise nobody would see them."""

    def handle(_loop: Any, context: dict[str, Any]) -> None:
        handler(context.get("exception") or RuntimeError(*map(str, context.values())))

    asyncio.get_event_loop().set_exception_handler(handle)
