"""The browser's localStorage, and a report of errors in background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException
from pyscript import window

from cacao_web.browser.store import Full
from cacao_web.dom.proxies import listen


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


def on_failure(handler: Callable[[BaseException], None]) -> None:
    """Report errors in background tasks to the app; otherwise nobody would see them."""

    def handle(_loop: Any, context: dict[str, Any]) -> None:
        handler(context.get("exception") or RuntimeError(context.get("message")))

    asyncio.get_event_loop().set_exception_handler(handle)
