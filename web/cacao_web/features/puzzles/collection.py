"""All puzzles of the site, read when somebody first opens them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Final

from cacao_core import CacaoError
from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.features.puzzles import model

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

FILE: Final = "./puzzles.txt"
"""The file of all puzzles, in the page's folder."""


class Collection:
    """All puzzles by their ids; none before the file was read.

    Args:
        page: fetches the file.
        tasks: waits for it.
        missed: called when it did not arrive.

    Attributes:
        failed: whether it did not arrive the last time.
    """

    def __init__(self, page: Page, tasks: Tasks, missed: Callable[[], None]) -> None:
        self._page = page
        self._tasks = tasks
        self._missed = missed
        self._found: Mapping[str, Puzzle] = {}
        self._loading: asyncio.Future[None] | None = None
        self.failed = False

    @property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """Id -> puzzle, easiest first."""
        return self._found

    def of_day(self, day: date) -> Puzzle:
        """The puzzle of a day."""
        return model.of_day(self._found.values(), day)

    def when_loaded(self, then: Callable[[], None]) -> None:
        """Do something once the puzzles are there; the file is read the first time."""
        if self._found:
            then()
        else:
            self._tasks.run(self._load(then))

    async def _load(self, then: Callable[[], None]) -> None:
        self.failed = False
        if self._loading is None or self._loading.done():
            self._loading = asyncio.ensure_future(self._fetch())
        await self._loading
        if self._found:
            then()
        else:
            self.failed = True
            self._missed()

    async def _fetch(self) -> None:
        from cacao_core import puzzles  # noqa: PLC0415  # not needed when the page starts

        try:
            data = await self._page.fetch(FILE)
            loaded = puzzles.load((data or b"").decode())
        except (OSError, ValueError, CacaoError) as error:
            self._page.report(f"puzzles: {error}")
            return
        self._found = {puzzle.id: puzzle for puzzle in loaded}
