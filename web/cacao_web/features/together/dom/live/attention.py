"""Calls for the person's attention: title, notifications, screen; a part of ``Live``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from pyodide.ffi import JsException
from pyscript import document, window

from cacao_web.browser.containers import container
from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import keep, listen, plain
from cacao_web.ui.i18n import _

_ICON: Final = "./icons/touch-180.png"


class Attention:
    """Calls for a person's attention, and a screen that stays on."""

    def __init__(self) -> None:
        super().__init__()
        self._errands = Tasks()
        self._badge = 0
        self._wakes = False
        self._wake: Any = None
        self._clicked: Any = None
        listen(document, "visibilitychange", lambda _event: self._errands.run(self._awake()))

    # --- The browser -------------------------------------------------------------------------

    @property
    def container(self) -> str:
        """An installed page has no window of another app, although iOS says the same of both."""
        own = window.matchMedia("(display-mode: standalone)").matches
        return "" if own else container(str(window.navigator.userAgent))

    def keep_storage(self) -> None:
        with suppress(JsException, AttributeError):
            window.navigator.storage.persist()

    def await_return(self, back: Callable[[], None]) -> None:
        listen(document, "visibilitychange", lambda _event: None if document.hidden else back())
        listen(window, "online", lambda _event: back())

    # --- The screen --------------------------------------------------------------------------

    def stay_awake(self, wanted: bool) -> None:
        self._wakes = wanted
        self._errands.run(self._awake())

    async def _awake(self) -> None:
        """Ask again when the page is seen again: a browser ends it when the page is hidden."""
        with suppress(JsException, AttributeError):
            asleep = self._wake is None or self._wake.released
            if self._wakes and asleep and not self.is_hidden():
                self._wake = await window.navigator.wakeLock.request("screen")
            if not self._wakes and self._wake is not None:
                wake, self._wake = self._wake, None
                await wake.release()

    def is_hidden(self) -> bool:
        return bool(document.hidden)

    # --- The title and the icon -----------------------------------------------------------------

    def set_title(self, title: str) -> None:
        usual = document.querySelector("title").getAttribute("data-text")
        document.title = title or _(str(usual))

    def set_badge(self, count: int) -> None:
        if count != self._badge:
            self._badge = count
            self._errands.run(_set_badge(count))

    # --- Notifications -----------------------------------------------------------------------

    def may_ask_to_notify(self) -> bool:
        return _permission() == "default"

    def may_notify(self) -> bool:
        return _permission() == "granted"

    async def ask_to_notify(self) -> bool:
        with suppress(JsException, AttributeError):
            return str(await window.Notification.requestPermission()) == "granted"
        return False

    def must_install(self) -> bool:
        """On iPhones and iPads, browsers know notifications only in pages that are installed."""
        is_apple = hasattr(window.navigator, "standalone") and not window.navigator.standalone
        return is_apple and not _permission() and int(window.navigator.maxTouchPoints) > 1

    def notify(self, title: str, text: str, address: str) -> None:
        if _permission() != "granted":
            return
        options = plain({"body": text, "tag": address, "icon": _ICON, "data": address})
        self._clicked = self._clicked or keep(_show_page)
        try:
            window.Notification.new(title, options).onclick = self._clicked
        except JsException:  # on phones only service workers can
            self._errands.run(_notify_by_worker(title, options))


def _permission() -> str:
    """Empty if the browser has no notifications."""
    with suppress(JsException, AttributeError):
        return str(window.Notification.permission)
    return ""


async def _set_badge(count: int) -> None:
    with suppress(JsException, AttributeError):
        await window.navigator.setAppBadge(count)


def _show_page(event: Any) -> None:
    window.focus()
    event.target.close()


async def _notify_by_worker(title: str, options: Any) -> None:
    with suppress(JsException, AttributeError):
        registration = await window.navigator.serviceWorker.getRegistration()
        await registration.showNotification(title, options)
