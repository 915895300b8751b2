"""The browser's knowledge of the person: languages, time zone, and the form of numbers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from pyodide.ffi import to_js
from pyscript import document, window

from cacao_web.dom.proxies import plain

_EXACT: Final = {"timeStyle": "short"}


class BrowserHabits:
    """A part of ``browser.page.Page``."""

    def languages(self) -> list[str]:
        return [str(code) for code in window.navigator.languages]

    def translations(self) -> list[str]:
        return str(document.documentElement.getAttribute("data-languages") or "").split()

    def language_name(self, code: str) -> str:
        name = str(window.Intl.DisplayNames.new([code], plain({"type": "language"})).of(code))
        return name[:1].upper() + name[1:]

    def writes_comma(self) -> bool:
        wishes = to_js(self.languages())
        return "," in str(window.Intl.NumberFormat.new(wishes).format(1.5))

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="milliseconds")

    def today(self) -> str:
        return datetime.now().astimezone().date().isoformat()

    def moment(self, when: str, exact: bool) -> str:
        return self._moment(when, {"dateStyle": "medium"} | (_EXACT if exact else {}))

    def clock(self, when: str) -> str:
        days = {str(window.Date.new(time).toDateString()) for time in (when, window.Date.now())}
        return self._moment(when, _EXACT) if len(days) == 1 else self.moment(when, exact=True)

    def _moment(self, when: str, style: dict[str, str]) -> str:
        time, code = window.Date.new(when), str(document.documentElement.lang)
        if not window.isFinite(time):
            return ""
        # A person with "en-GB" reads English as in Britain.
        wishes = [wish for wish in self.languages() if wish.partition("-")[0] == code]
        return str(time.toLocaleString(to_js([*wishes, code]), plain(style)))
