"""Tells what the others did, as soon as its motion has ended."""

from __future__ import annotations

import asyncio

from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import screen
from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.game.session import Session


class Recap:
    """At most one update at a time.

    Args:
        tasks: runs background tasks.
        overlays: further parts of the board.
    """

    def __init__(self, page: Page, tasks: Tasks, overlays: Overlays) -> None:
        self._page = page
        self._tasks = tasks
        self._overlays = overlays
        self._course: asyncio.Future[None] | None = None
        self._ticket = 0  # changed by each update, to recognize outdated ones

    @property
    def settled(self) -> bool:
        """Whether everything that happened has been told."""
        return self._course is None or self._course.done()

    def tell(self, session: Session, seconds: float) -> None:
        """Tell what has happened, after some seconds."""
        self.stop()
        self._course = self._tasks.run(self._tell(session, seconds, self._ticket))

    def stop(self) -> None:
        """The game is left, or goes on."""
        self._ticket += 1

    async def _tell(self, session: Session, seconds: float, ticket: int) -> None:
        if seconds and ticket == self._ticket:
            await self._page.pause(seconds)
        if ticket == self._ticket:
            session.tell_others()
            pointed = screen.pointed_regions(session, self._overlays)
            self._page.patch({**screen.recap_regions(session, self._overlays), **pointed})
