"""Asks for hints, once for each position, and shows how far the search is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError, Record
from cacao_web import advice
from cacao_web.advice import Advice, Hint
from cacao_web.opponent import Opponent
from cacao_web.page import Page
from cacao_web.session import Session
from cacao_web.views.hints import PROGRESS

TIME: Final = 2000
"""Milliseconds that a search for hints may take."""
_STEPS: Final = 50


class Hints:
    """At most one search for hints at a time.

    Args:
        page: shows how far it is.
        opponent: searches.
        draw: called when there is something new to be shown.
        notice: tells the person something.
    """

    def __init__(
        self,
        page: Page,
        opponent: Opponent,
        draw: Callable[[], None],
        notice: Callable[[str], None],
    ) -> None:
        self._page = page
        self._opponent = opponent
        self._draw = draw
        self._notice = notice
        self._known: tuple[Record, tuple[Hint, ...]] | None = None
        self._search: asyncio.Task[None] | None = None

    def ask(self, session: Session) -> None:
        """Search for hints in the position, unless they are known."""
        if self._known and self._known[0] is session.record:
            session.advice = Advice(*self._known)
            self._draw()
            return
        session.advice = Advice(session.record)
        self._draw()
        self._search = asyncio.ensure_future(self._find(session))

    @property
    def searching(self) -> bool:
        """Whether a search goes on."""
        return self._search is not None and not self._search.done()

    def stop(self, session: Session | None) -> None:
        """No hints are wanted any more; a search for them ends."""
        if self._search:
            self._search.cancel()
            self._search = None
        if session:
            session.advice = None

    async def _find(self, session: Session) -> None:
        record, shown = session.record, -1

        def on_progress(share: float) -> None:
            nonlocal shown
            step = int(share * _STEPS)
            if step > shown:
                shown = step
                self._page.set_attribute(PROGRESS, "value", str(step / _STEPS))

        session_advice = None
        try:
            found = advice.read(await self._opponent.hints(record, TIME, on_progress))
            self._known = (record, found)
            session_advice = Advice(record, found)
        except CacaoError as error:
            self._notice(str(error))
        if session.record is record:
            session.advice = session_advice
            self._draw()
