"""A button that is held repeats what it does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from pyscript import document

from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import listen

_FIRST: Final = 0.45
"""Seconds before a held button repeats."""
_NEXT: Final = 0.12
_PRESSED: Final = "[data-repeats]:not([disabled])"


class Holding:
    """Repeats the intent of a button with ``data-repeats`` until it is released.

    Args:
        intent: receives the intents.
        tasks: wait between them.
    """

    def __init__(self, intent: Callable[[str, str], None], tasks: Tasks) -> None:
        self._intent = intent
        self._tasks = tasks
        self._press = 0
        self.has_repeated = False
        listen(document, "pointerdown", self._pressed)
        for name in ("pointerup", "pointercancel", "blur"):
            listen(document, name, self._released)
        listen(document, "contextmenu", self._held)

    def _pressed(self, event: Any) -> None:
        self._press += 1
        self.has_repeated = False
        button = event.target.closest(_PRESSED)
        if button and event.isPrimary and not event.button:
            self._tasks.run(self._repeat(self._press, button))

    def _released(self, _event: Any) -> None:
        self._press += 1

    def _held(self, event: Any) -> None:
        """A long press on a phone opens no menu."""
        if event.target.closest("[data-repeats]"):
            event.preventDefault()

    async def _repeat(self, press: int, button: Any) -> None:
        await asyncio.sleep(_FIRST)
        while press == self._press and button.isConnected and not button.disabled:
            self.has_repeated = True
            self._intent(str(button.dataset.command), str(button.dataset.value))
            await asyncio.sleep(_NEXT)
