"""Keeps the screen on."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from pyodide.ffi import JsException
from pyscript import document, window

from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import listen


class Wake:
    """The browser's wake lock. It ends when the page is hidden, and begins again afterwards.

    Args:
        tasks: wait for the browser.
    """

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._wanted = False
        self._asking = False
        self._lock: Any = None
        listen(document, "visibilitychange", lambda _event: tasks.run(self._settle()))

    def keep(self, on: bool) -> None:
        """Keep the screen on from now on, or no longer."""
        if on != self._wanted:
            self._wanted = on
            self._tasks.run(self._settle())

    async def _settle(self) -> None:
        if self._asking:
            return  # it looks again when it has its answer
        if not self._wanted and self._lock:
            lock, self._lock = self._lock, None
            await lock.release()
        elif self._wanted and document.visibilityState == "visible":
            self._asking = True
            # Browsers without it have no such attribute; others refuse while the battery is low.
            with suppress(JsException, AttributeError):
                if not self._lock or self._lock.released:
                    self._lock = await window.navigator.wakeLock.request("screen")
            self._asking = False
            if not self._wanted:
                await self._settle()
