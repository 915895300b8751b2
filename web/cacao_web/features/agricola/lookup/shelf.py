"""The file of the look-up, read when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.features.agricola.lookup import entries
from cacao_web.features.agricola.lookup.entries import Entry
from cacao_web.ui import i18n

FILE: Final = "./agricola.json"
"""The file, in the page's folder."""


class Shelf:
    """The entries in the present language; none before the file was read.

    Args:
        page: fetches the file.
        tasks: waits for it.
        arrived: is called when it has arrived, or has not.

    Attributes:
        failed: whether it did not arrive the last time.
    """

    def __init__(self, page: Page, tasks: Tasks, arrived: Callable[[], None]) -> None:
        self._page = page
        self._tasks = tasks
        self._arrived = arrived
        self._data = b""
        self._read = ("", dict[str, Entry]())
        self._is_loading = False
        self.failed = False

    @property
    def entries(self) -> dict[str, Entry]:
        """Id -> entry."""
        language = i18n.language()
        if self._data and self._read[0] != language:
            self._read = (language, entries.read(self._data, language))
        return self._read[1]

    def load(self) -> None:
        """Read the file unless it is there already."""
        if not self._data and not self._is_loading:
            self._tasks.run(self._load())

    async def _load(self) -> None:
        self._is_loading, self.failed = True, False
        data = await self._page.fetch(FILE) or b""
        self._is_loading = False
        try:
            entries.read(data, i18n.language())
            self._data = data
        except (ValueError, LookupError, TypeError) as error:
            self._page.report(f"agricola: {error}")
            self.failed = True
        self._arrived()
