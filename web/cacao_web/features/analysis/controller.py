"""The analysis of a game: requested, saved with the game, and viewed turn by turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError, Move
from cacao_core.tiles import Cell
from cacao_web.board import caption
from cacao_web.board.overlay import Overlay
from cacao_web.browser.progress import in_steps
from cacao_web.features.analysis import codec, costly_view, luck, model, view
from cacao_web.features.analysis.learning.kept import KeptMistakes
from cacao_web.features.analysis.learning.mistakes import Mistakes
from cacao_web.features.analysis.trying import tries_view
from cacao_web.features.analysis.trying.tries import Tries
from cacao_web.game.session import Session
from cacao_web.saves.saves import NOTES
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

ANALYSIS: Final = "analysis"


class AnalysisController(Controller):
    """At most one analysis at a time; it continues while the game is played or viewed."""

    mistakes: Mistakes  # the costly turns of the game, to be played better
    own: KeptMistakes  # those of all games, which come back
    tries: Tries  # turns that are tried freely

    def __init__(self, shell: Shell) -> None:
        self._notes = Slot(shell.saves, NOTES, str, str)
        self._table = table = shell.table
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._games = shell.games
        self.mistakes = Mistakes(shell, self._back)
        self.own = KeptMistakes(shell, self.mistakes)
        self.tries = Tries(shell, self._back_at)
        self._session: Session | None = None  # game under analysis
        self._search: asyncio.Task[None] | None = None
        self._share = 0.0
        self._known: model.Review | None = None  # of the shown game
        self._opened = False  # whether the column beside the board is open
        self._chosen: int | None = None  # position that was chosen for the turn after it
        table.overlays.add(
            Overlay(
                ghosts=self._with_turn(view.ghosts),
                badges=self._with_turn(view.badges),
                panel=self._panel,
                beside=self._column,
                task=self._task,
            )
        )

    def _with_turn(
        self, draw: Callable[[Session, model.Reviewed], Markup | None]
    ) -> Callable[[Session], Markup | None]:
        """Draw a part for the turn that follows the shown position."""

        def drawn(session: Session) -> Markup | None:
            turn = self._turn(session)
            return draw(session, turn) if turn else None

        return drawn

    def _turn(self, session: Session) -> model.Reviewed | None:
        """The turn that follows the earlier position that is shown."""
        review = self._of(session)
        return review.before(session.look.at) if review and session.look.at is not None else None

    def open(self) -> None:
        """Show the analysis of the game; if there is none, start it."""
        session = self._table.session
        if session is None or not session.record.moves:
            return
        if session.mode.is_written and not session.record.deal.is_known:
            self._notices.tell(
                _(
                    "The page does not know the hands at the table, so the analysis comes after "
                    "the game."
                )
            )
            return
        review = self.found(session)
        if review:
            self.own.keep(session, review, codec.answers(self._notes.get(session.id)))
        elif not self._works_on(session):
            self._begin(session)
        self._opened = self._table.page.is_wide()
        if self._opened:
            self._dialogs.close()
            self._table.drawing.choice()
            self._table.page.focus("beside-title")
        else:
            self._dialogs.show(ANALYSIS, again=True)

    def close(self) -> None:
        """Close the column beside the board."""
        self._opened = False
        self._table.drawing.choice()

    def layers(self) -> list[Callable[[], None]]:
        column = [self.close] if self._opened and self._table.session else []
        return [*column, *self.mistakes.layers(), *self.tries.layers()]

    def left(self) -> None:
        self._opened, self._chosen = False, None

    def learn(self) -> None:
        """Put the costly turns on the board, one after the other, to be played better."""
        session = self._table.session
        review = self.found(session) if session else None
        if session and review and session.game.is_over:
            self.mistakes.begin(session, review)

    def moved_on(self) -> None:
        self.tries.marking.end()

    def picked(self, cell: Cell | None) -> None:
        self.tries.marking.pick(cell)

    def rested(self) -> None:
        self.mistakes.rested()
        self.tries.rested()

    def _back(self, session: Session | None) -> None:
        """Show a game with its analysis again, or the mistakes that are kept."""
        if session is None:
            self._games.go_home()
            self.own.open()
            return
        self._games.enter(session, end_seen=True)
        self.open()

    def _back_at(self, session: Session, at: int) -> None:
        """Show a game with its analysis again, before one of its turns."""
        self._back(session)
        self.review(at)

    # --- Drawing -----------------------------------------------------------------------------

    def markup(self) -> Markup | None:
        session = self._table.session
        return view.in_dialog(self._parts(session)) if session else None

    def _parts(self, session: Session) -> list[Markup | None]:
        if not self._works_on(session) and (review := self.found(session)):
            return view.analysis(session, review)
        return [*view.working(self._share, stopped=not self._works_on(session))]

    @property
    def _beside(self) -> bool:
        """Whether the analysis is shown beside the board."""
        return self._opened and self._table.page.is_wide()

    def _column(self, session: Session) -> Markup | None:
        if not self._beside:
            return None
        review, turn = self._of(session), self._turn(session)
        marking = self.tries.marking.on
        shown = view.ways(session, review, turn, marking=marking) if review and turn else None
        return view.in_column(self._parts(session), shown)

    def _panel(self, session: Session) -> Markup | None:
        """The turn as the analysis knows it; without one, what was noted on it."""
        review, turn, marking = self._of(session), self._turn(session), self.tries.marking.on
        if review is None or turn is None:
            return tries_view.panel(session, marking=marking)
        return None if self._beside else view.panel(session, review, turn, marking=marking)

    def _task(self, session: Session) -> str | None:
        """The turn that was chosen, until it is shown."""
        turn = self._turn(session)
        if turn is None or session.look.variation or session.look.at != self._chosen:
            return None
        return caption.before(session, turn.number, turn.seat)

    # --- What is known -----------------------------------------------------------------------

    def _of(self, session: Session) -> model.Review | None:
        """The known analysis, if it is that of the present game."""
        review, record = self._known, session.record
        if review is None or review.record is record:
            return review
        noted = (review.record.deal, review.record.moves) == (record.deal, record.moves)
        return review if noted else None  # only its notes have changed

    def found(self, session: Session) -> model.Review | None:
        """The saved analysis of the present game, if there is one."""
        if self._of(session) is None:
            text = self._notes.get(session.id)
            self._known = codec.from_text(session.record, text) if text else None
        return self._known

    def show(self, review: model.Review) -> None:
        """Show an analysis while the person looks at the game."""
        self._known = review

    def _works_on(self, session: Session) -> bool:
        return self._search is not None and self._session is session

    def busy(self) -> bool:
        return self._search is not None

    def _begin(self, session: Session) -> None:
        self.stop()
        self._session, self._share = session, 0.0
        self._search = asyncio.ensure_future(self._find(session))

    def stop(self) -> None:
        if self._search:
            self._search.cancel()
        self._search = self._session = None
        self._redraw()

    async def _find(self, session: Session) -> None:
        record = session.record
        try:
            answers = await self._table.computers.review(record, in_steps(self._show_progress))
            review = codec.read(record, answers)
        except CacaoError as error:
            self._table.page.report(f"analysis: {error}")
            self._notices.tell(_("The analysis failed. Try again."))
        except Exception as error:
            self._notices.bug(error)
        else:
            self._notes.set(codec.to_text(record, answers, luck.sums(review)), session.id)
            self._notices.saved()
            self.own.keep(session, review, answers)
            if session is self._table.session and session.record is record:
                self.show(review)
        self._search = self._session = None
        self._redraw()
        if self._dialogs.open != ANALYSIS:
            self._table.drawing.choice()

    def _show_progress(self, share: float) -> None:
        self._share = share
        session = self._table.session
        beside = self._beside and session is not None and self._works_on(session)
        if self._dialogs.open == ANALYSIS or beside:
            self._table.page.set_attribute(view.PROGRESS, "value", f"{share:.2f}")

    def _redraw(self) -> None:
        self._dialogs.redraw(ANALYSIS)
        if self._beside:
            self._table.drawing.choice()

    # --- On the board ------------------------------------------------------------------------

    def review(self, at: int) -> None:
        """Show the position before a turn, with better turns.

        Args:
            at: number of moves before the turn.
        """
        self._chosen = at
        self._dialogs.close()
        self._table.look(at)
        self._table.page.follow(view.PARTS, costly_view.costly_id(at))

    def vary(self, number: int) -> None:
        """Show one of the ways to play the turn on the board; if it is shown already, go back.

        Args:
            number: of :attr:`model.Reviewed.ways`.
        """
        session = self._table.session
        turn = self._turn(session) if session else None
        if session is None or turn is None or not 0 <= number < len(turn.ways):
            return
        moves, ahead = tuple[Move, ...](), tuple[Move, ...]()
        if not view.is_shown(session, turn, number):
            moves, ahead = model.shown_line(session.record, turn, number)
        self._table.look(turn.at, variation=moves, ahead=ahead)

    def next_costly(self) -> None:
        """Go to the next costly turn, in order of cost."""
        session = self._table.session
        review = self._of(session) if session else None
        if session is None or review is None:
            return
        turns = list(dict.fromkeys(one.turn.at for one in review.costly(model.own_seats(session))))
        here = turns.index(session.look.at) + 1 if session.look.at in turns else 0
        if turns:
            self.review(turns[here % len(turns)])
