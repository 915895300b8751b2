"""A computer's turn as a person sees it: how far it is, and its move when that can be followed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Final

from cacao_web.computers import Computers
from cacao_web.page import Page
from cacao_web.session import Session
from cacao_web.views import screen
from cacao_web.views.village import THINKING

_STEPS: Final = 50
"""So many different lengths the bar of progress has."""


class Thinking:
    """At most one computer at a time chooses a move.

    Args:
        page: shows how far it is.
        computers: whoever decides for the seats.
    """

    def __init__(self, page: Page, computers: Computers) -> None:
        self._page = page
        self._computers = computers
        self._choosing: asyncio.Future[str] | None = None

    def stop(self) -> None:
        """Let nobody choose any more; the search ends, wherever it runs."""
        if self._choosing is not None:
            self._choosing.cancel()
            self._choosing = None

    async def move(self, session: Session, pause: Awaitable[None]) -> str | None:
        """The move, once it is chosen and the pause is over; None if it is not wanted any more.

        Raises:
            CacaoError: there is none.
        """
        actor = session.actor
        assert actor is not None, "somebody has to decide"
        session.thinking = True
        self._page.patch(screen.thinking_regions(session))
        waiting = asyncio.ensure_future(pause)
        choosing = asyncio.ensure_future(self._decide(session))
        self._choosing = choosing
        try:
            move = await choosing
        except asyncio.CancelledError:
            move = None
        await waiting
        return move

    async def _decide(self, session: Session) -> str:
        assert session.actor is not None, "somebody has to decide"
        shown = -1

        def on_progress(share: float) -> None:
            nonlocal shown
            step = int(share * _STEPS)
            if step > shown and session.thinking:
                shown = step
                self._page.set_attribute(THINKING, "value", str(step / _STEPS))

        return await self._computers.decide(session.record, session.actor, on_progress)
