"""The analysis of a game: requested, saved with the game, and viewed turn by turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError
from cacao_web.board.overlay import Overlay
from cacao_web.browser.progress import in_steps
from cacao_web.features.analysis import model, view
from cacao_web.game.session import Session
from cacao_web.play.table import Table
from cacao_web.saves.saves import NOTES, Saves
from cacao_web.saves.slot import Slot
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.notices import Notices
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

ANALYSIS: Final = "analysis"


class AnalysisController:
    """At most one analysis at a time; it continues while the game is played or viewed.

    Args:
        saves: where analyses are kept with their games.
        table: shows the game under analysis.
        dialogs: show the analysis.
        notices: report a failure.
    """

    def __init__(self, saves: Saves, table: Table, dialogs: Dialogs, notices: Notices) -> None:
        self._notes = Slot(saves, NOTES, str, str)
        self._table = table
        self._dialogs = dialogs
        self._notices = notices
        self._session: Session | None = None  # game under analysis
        self._search: asyncio.Task[None] | None = None
        self._share = 0.0
        self._known: model.Review | None = None  # of the shown game
        table.overlays.add(
            Overlay(
                ghosts=self._with_turn(view.ghosts),
                badges=self._with_turn(lambda _session, turn: view.badges(turn)),
                panel=self._with_turn(view.panel),
            )
        )

    def _with_turn(
        self, draw: Callable[[Session, model.Reviewed], Markup]
    ) -> Callable[[Session], Markup | None]:
        """Draw a part for the turn that follows the shown position."""

        def drawn(session: Session) -> Markup | None:
            known = self._known
            if session.looking is None or known is None or known.record is not session.record:
                return None
            turn = known.before(session.looking)
            return draw(session, turn) if turn else None

        return drawn

    def open(self, _value: str = "") -> None:
        """Show the analysis of the game; if there is none, start it."""
        session = self._table.session
        if session is None or not session.record.moves:
            return
        if self._found(session) is None and not self._works_on(session):
            self._begin(session)
        self._dialogs.show(ANALYSIS)

    def markup(self) -> Markup | None:
        """The dialog with the analysis."""
        session = self._table.session
        if session is None:
            return None
        if found := self._found(session):
            return view.analysis(session, found)
        return view.working(self._share, stopped=not self._works_on(session))

    def _found(self, session: Session) -> model.Review | None:
        """The saved analysis of the present game, if there is one."""
        if self._known is None or self._known.record is not session.record:
            text = self._notes.get(session.id)
            self._known = model.from_text(session.record, text) if text else None
        return self._known

    def show(self, found: model.Review) -> None:
        """Show an analysis while the person looks at the game."""
        self._known = found

    def _works_on(self, session: Session) -> bool:
        return self._search is not None and self._session is session

    @property
    def searching(self) -> bool:
        """Whether an analysis is in progress."""
        return self._search is not None

    def _begin(self, session: Session) -> None:
        self.stop()
        self._session, self._share = session, 0.0
        self._search = asyncio.ensure_future(self._find(session))

    def stop(self, _value: str = "") -> None:
        """Cancel the analysis in progress."""
        if self._search:
            self._search.cancel()
        self._search = self._session = None
        self._redraw()

    async def _find(self, session: Session) -> None:
        record = session.record
        try:
            answers = await self._table.opponent.review(record, in_steps(self._show_progress))
            found = model.read(record, answers)
        except CacaoError as error:
            self._table.page.report(f"analysis: {error}")
            self._notices.tell(_("The analysis has failed. Try it again."))
        else:
            self._notes.set(model.to_text(record, answers), session.id)
            self._notices.saved()
            if session.record is record:
                self.show(found)
        self._search = self._session = None
        self._redraw()
        if self._dialogs.open != ANALYSIS:
            self._table.draw_choice()

    def _show_progress(self, share: float) -> None:
        self._share = share
        if self._dialogs.open == ANALYSIS:
            self._table.page.set_attribute(view.PROGRESS, "value", f"{share:.2f}")

    def _redraw(self) -> None:
        self._dialogs.redraw(ANALYSIS)

    def next_costly(self) -> None:
        """Go to the next costly turn, in order of cost."""
        session = self._table.session
        if session is None or self._known is None or self._known.record is not session.record:
            return
        turns = [turn.at for turn in self._known.costly()]
        here = turns.index(session.looking) + 1 if session.looking in turns else 0
        if turns:
            self._table.look(turns[here % len(turns)])
