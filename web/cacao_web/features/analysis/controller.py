"""The analysis of a game: asked for, kept with the game, and looked at turn by turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError
from cacao_web.features.analysis import model, view
from cacao_web.game.session import Session
from cacao_web.shell.host import Host
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

ANALYSIS: Final = "analysis"
_STEPS: Final = 100


class Insight:
    """At most one analysis at a time; it goes on while the game is played or looked at.

    Args:
        app: where it is shown.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._session: Session | None = None  # whose game is being analysed
        self._search: asyncio.Task[None] | None = None
        self._share = 0.0

    def open(self, _value: str = "") -> None:
        """Show what is known of the game; if nothing is, begin to find out."""
        session = self._app.table.session
        if session is None or not session.record.moves:
            return
        if self._known(session) is None and not self._works_on(session):
            self._begin(session)
        self._app.show(ANALYSIS)

    def markup(self) -> Markup | None:
        """The dialog with the analysis."""
        session = self._app.table.session
        if session is None:
            return None
        if found := self._known(session):
            return view.analysis(session, found)
        return view.working(self._share, stopped=not self._works_on(session))

    def _known(self, session: Session) -> model.Review | None:
        """The analysis of the game as it stands, if there is one."""
        if session.review is None or session.review.record is not session.record:
            text = self._app.saves.noted(session.id)
            session.review = model.from_text(session.record, text) if text else None
        return session.review

    def _works_on(self, session: Session) -> bool:
        return self._search is not None and self._session is session

    @property
    def searching(self) -> bool:
        """Whether an analysis goes on."""
        return self._search is not None

    def _begin(self, session: Session) -> None:
        self.stop()
        self._session, self._share = session, 0.0
        self._search = asyncio.ensure_future(self._find(session))

    def stop(self, _value: str = "") -> None:
        """Give the analysis up that goes on."""
        if self._search:
            self._search.cancel()
        self._search = self._session = None
        self._redraw()

    async def _find(self, session: Session) -> None:
        record = session.record
        try:
            answers = await self._app.table.opponent.review(record, self._told)
            found = model.read(record, answers)
        except CacaoError as error:
            self._app.page.report(f"analysis: {error}")
            self._app.notice(_("The analysis has failed. Try it again."))
        else:
            self._app.saves.note(session.id, model.to_text(record, answers))
            self._app.saved()
            if session.record is record:
                session.review = found
        self._search = self._session = None
        self._redraw()
        if self._app.dialog != ANALYSIS:
            self._app.table.draw_choice()

    def _told(self, share: float) -> None:
        if int(share * _STEPS) > int(self._share * _STEPS) and self._app.dialog == ANALYSIS:
            self._app.page.set_attribute(view.PROGRESS, "value", f"{share:.2f}")
        self._share = share

    def _redraw(self) -> None:
        if self._app.dialog == ANALYSIS:
            self._app.show(ANALYSIS)

    def next_costly(self, _value: str) -> None:
        """From a costly turn to the one that gave away a little less."""
        session = self._app.table.session
        if session is None or session.review is None:
            return
        turns = [turn.at for turn in session.review.costly()]
        here = turns.index(session.looking) + 1 if session.looking in turns else 0
        if turns:
            self._app.table.look(turns[here % len(turns)])


COMMANDS: Final[dict[str, Callable[[Insight, str], None]]] = {
    "analyse": Insight.open,
    "stop-analysis": Insight.stop,
    "analyse-again": Insight.open,
    "next-costly": Insight.next_costly,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[Insight], Markup | None]]] = {ANALYSIS: Insight.markup}
"""Name of a dialog -> what is in it."""
