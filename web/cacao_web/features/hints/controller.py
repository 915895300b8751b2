"""Hints: searched once in each position, drawn on the board, chosen one after the other."""

from __future__ import annotations

import asyncio
from typing import Final

from cacao_core import CacaoError, Move, Phase, Record
from cacao_core.moves import BLIND
from cacao_web.board.overlay import Overlay
from cacao_web.board.regions import choices, screen
from cacao_web.browser.progress import in_steps
from cacao_web.engine import advice
from cacao_web.engine.advice import Advice, Hint
from cacao_web.features.hints import view
from cacao_web.game.choice import Choice
from cacao_web.game.preview import Preview, preview
from cacao_web.game.session import Session
from cacao_web.game.texts.words import cell_name
from cacao_web.play.notices import Notices
from cacao_web.play.table import Table
from cacao_web.shell.controller import Controller
from cacao_web.shell.registry import Registry
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

TIME: Final = 4000
"""Milliseconds that a search for hints may take. Most devices need less than half of them; a search
that is cut off may differ from the analysis after the game, and says so."""


class HintsController(Controller):
    """At most one search for hints at a time.

    Args:
        table: the game that hints are for.
        notices: report that there are none.
        others: offer the help of a lesson or a puzzle.
    """

    def __init__(self, table: Table, notices: Notices, others: Registry) -> None:
        self._page = table.page
        self._table = table
        self._notices = notices
        self._others = others
        self._advice: Advice | None = None  # shown advice; None if nobody has asked
        self._known: tuple[Record, tuple[Hint, ...]] | None = None
        self._search: asyncio.Task[None] | None = None
        self._taken: Choice | None = None
        self._before: tuple[Record, Choice] | None = None  # the choice before any hint was taken
        self._pointed: int | None = None  # index of the hint that the mouse or the focus is on
        self._seen: tuple[Record, Hint, Preview] | None = None
        table.overlays.add(
            Overlay(
                ghosts=self._ghosts,
                badges=self._badges,
                panel=self._panel,
                preview=self._preview,
                task=self._task,
                activation=self._activation,
                helps=self._given,
            )
        )

    # --- What is known -----------------------------------------------------------------------

    @property
    def advice(self) -> Advice | None:
        """The shown advice; None if nobody has asked."""
        return self._advice

    def show(self, advice: Advice | None) -> None:
        """Show advice; None removes it."""
        self._advice = advice
        self._table.drawing.choice()

    def busy(self) -> bool:
        return self._search is not None and not self._search.done()

    def hints(self, session: Session) -> tuple[Hint, ...]:
        """The hints for this position; empty while unknown."""
        given = self._given(session)
        return given.hints or () if given and session.deciding else ()

    def _given(self, session: Session) -> Advice | None:
        """The advice for the shown position; None if nobody has asked."""
        given = self._advice
        return given if given and given.record is session.record else None

    def _shown(self, session: Session) -> int | None:
        """Index of the hint of which all is shown: the one pointed at, else the chosen one."""
        hints, given = self.hints(session), self._advice
        if self._pointed is not None and self._pointed < len(hints):
            return self._pointed
        if not hints or given is None or given.chosen is None:
            return None
        move = hints[given.chosen].move
        return given.chosen if move.kind == "A" or move == session.choosing.shown_move else None

    def _preview(self, session: Session) -> Preview | None:
        """The effects of all of the hint that is shown."""
        number = self._shown(session)
        if number is None:
            return None
        hint = self.hints(session)[number]
        if hint.move.what == BLIND:
            return None  # nobody knows that tile
        seen = self._seen
        if seen is None or seen[0] is not session.record or seen[1] is not hint:
            seen = self._seen = (session.record, hint, preview(session.game, *hint.line))
        return seen[2]

    def _task(self, session: Session) -> str | None:
        number, seen = self._shown(session), self._preview(session)
        return None if number is None or seen is None else view.task(session, number, seen)

    def _ghosts(self, session: Session) -> Markup | None:
        """The tiles of all hints; if one of them is shown whole, what is likely to follow it."""
        hints, number = self.hints(session), self._shown(session)
        if number is None:
            return view.ghosts(session, hints)
        return view.following(session, hints[number])

    def _badges(self, session: Session) -> Markup | None:
        given = self._given(session)
        if given is None or not session.deciding:
            return None
        return view.badges(session, given, self._preview(session) or session.choosing.preview)

    def _panel(self, session: Session) -> Markup | None:
        given = self._given(session)
        return view.panel(session, given) if given else None

    def _activation(self, session: Session) -> Move | None:
        hints, given = self.hints(session), self._advice
        return hints[given.chosen].move if given and given.chosen is not None and hints else None

    # --- Commands ----------------------------------------------------------------------------

    def ask(self, number: str = "") -> None:
        """Ask for the best moves; if they are known, choose the given one, else the next."""
        session = self._table.session
        if session and session.mode.guides:
            if session.mode.help:
                self._others.run(session.mode.help)
        elif not session or len(session.legal) < 2 or session.game.phase is Phase.DECIDE:
            return
        elif session.mode.is_written:
            self._notices.tell(
                _("The page does not know the hands at the table, so there are no hints.")
            )
        elif session.is_contest:
            self._notices.tell(_("No hints in games that count, or against people elsewhere."))
        elif self._given(session) is None:
            self._look_for(session)
        elif self._advice and (hints := self.hints(session)):
            before = self._advice.chosen
            following = 0 if before is None else (before + 1) % len(hints)
            self.take(session, int(number) if number else following)

    def take(self, session: Session, number: int) -> None:
        """Choose the move of a hint."""
        hints = self.hints(session)
        if self._advice and 0 <= number < len(hints):
            self._advice = self._advice._replace(chosen=number)
            if self._before is None:
                self._before = (session.record, session.choice)
            elif self._before[0] is session.record:
                self._turn_back(session, self._before[1])
            session.choosing.take(hints[number].move)
            session.onward.hinted = hints[number].line
            self._taken = session.choice
            self._table.drawing.chosen()
            move = session.choosing.candidate
            self._page.focus(f"c{cell_name(move.cell)}" if move else self._proposed(session))

    def _proposed(self, session: Session) -> str:
        """Id of the button that plays the chosen activation."""
        plan = self._table.overlays.plan(session)
        return choices.proposed(session, plan) if plan else ""

    def point(self, number: str) -> None:
        """Show all of a hint on the board while the mouse or the focus is on it.

        Args:
            number: its index; empty if the mouse and the focus are on none.
        """
        self._pointed = int(number) if number else None
        if session := self._table.session:
            self._page.patch(screen.pointed_regions(session, self._table.overlays))

    def dismiss(self) -> None:
        """Remove the hints, or cancel the search."""
        self.moved_on()
        self._table.drawing.choice()

    def moved_on(self) -> None:
        """Remove the hints; a search ends."""
        if self._search:
            self._search.cancel()
            self._search = None
        self._advice = self._pointed = None
        before, self._before = self._before, None
        session = self._table.session
        if before and session and session.record is before[0]:
            self._turn_back(session, before[1])

    def _turn_back(self, session: Session, before: Choice) -> None:
        """Turn tiles back to what the person had chosen, unless they were changed since."""
        now, taken = session.choice, self._taken
        if now == taken:
            session.choice = before
        elif taken and now.turned == taken.turned and now.hand != taken.hand:
            session.choice = now._replace(turned=before.turned)

    # --- The search --------------------------------------------------------------------------

    def _look_for(self, session: Session) -> None:
        """Search for hints in the position, unless they are known; the game notes it."""
        if not (session.about.hinted or session.mode.is_trial):
            session.about = session.about._replace(hinted=True)
            self._table.keep_notes(session)
        if self._known and self._known[0] is session.record:
            self.show(Advice(*self._known))
            return
        self.show(Advice(session.record))
        self._search = asyncio.ensure_future(self._find(session))

    async def _find(self, session: Session) -> None:
        record, new_advice = session.record, None

        def show(share: float) -> None:
            self._page.set_attribute(view.PROGRESS, "value", str(share))

        try:
            answer = await self._table.computers.hints(record, TIME, in_steps(show))
            hints = advice.read(answer)
            self._known = (record, hints)
            new_advice = Advice(record, hints)
        except CacaoError as error:
            self._notices.tell(str(error))
        except Exception as error:
            self._notices.bug(error)
        if session.record is record:
            self.show(new_advice)
