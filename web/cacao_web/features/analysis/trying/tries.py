"""Trying turns freely in a finished game: each try is valued, and kept as a variation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from cacao_core import CacaoError, Move, Record
from cacao_core.moves import turns_begun
from cacao_core.notes import Variation
from cacao_web.board.overlay import Overlay, during
from cacao_web.features.analysis.judging import judged
from cacao_web.features.analysis.marking import Marking
from cacao_web.features.analysis.trying import tries_view as view
from cacao_web.features.analysis.trying import variations
from cacao_web.features.analysis.trying.tried import Try
from cacao_web.features.analysis.trying.variations import Value
from cacao_web.game.players import PERSON
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

NOTE: Final = "note"
"""Name of the dialog for the comment on a turn."""
_ID: Final = "try"
"""Name of the session; it is never saved."""


class Noted(NamedTuple):
    """The thing that the open comment is on."""

    session: Session
    turn: int  # from 1
    line: tuple[Move, ...] = ()  # the moves of a variation of this turn; empty for the turn itself


class Tries:
    """The tries in one finished game; at most one turn is on the board.

    Args:
        back: shows the game with its analysis again, at a number of moves.
    """

    marking: Marking  # circles and arrows at its turns

    def __init__(self, shell: Shell, back: Callable[[Session, int], None]) -> None:
        self._shell = shell
        self._page = shell.page
        self._tasks = shell.tasks
        self._table = shell.table
        self._games = shell.games
        self._notices = shell.notices
        self._dialogs = shell.dialogs
        self._saves = shell.saves
        self._back = back
        self._game: Session | None = None  # the finished game
        self._noted: Noted | None = None  # the turn or variation whose comment is open
        self.marking = Marking(shell, self._save)
        shell.table.overlays.add(
            Overlay(
                card=during(Try, view.card),
                actions=during(Try, view.actions),
                task=during(Try, view.task),
            )
        )

    # --- On the board ------------------------------------------------------------------------

    def begin(self) -> None:
        """Try another turn at the earlier position that is shown, also in a variation."""
        session = self._table.session
        if session and session.look.at is not None and view.is_free(session):
            self._game = session
            self._put(*variations.begun(session.record, session.look.at, session.look.variation))

    def _put(self, record: Record, begins: int) -> None:
        game = self._game
        assert game is not None, "something is tried in it"
        guide = Try(record, begins, link.fragment(game.record, game.sitters))
        sitters = tuple(
            sitter._replace(kind=PERSON) if seat == guide.seat or sitter.is_elsewhere else sitter
            for seat, sitter in enumerate(game.sitters)
        )
        options = game.options._replace(suggestions=False, hide_hands=False)
        session = Session(_ID, guide.record, sitters, options, mode=guide)
        self._games.enter(session)
        self._table.drawing.chosen()

    def again(self) -> None:
        """Try this turn once more; what was tried is kept."""
        if present := self._present():
            self._put(present[1].record, present[1].begins)

    def go_on(self) -> None:
        """Try the next turn after the one that was tried."""
        present = self._present()
        if present and present[0].is_paused and not present[0].game.is_over:
            self._put(present[0].record, present[1].begins)

    def layers(self) -> list[Callable[[], None]]:
        """The way out of the turn that is tried."""
        return [self.leave] if self._present() else []

    def leave(self) -> None:
        """Show the game and its analysis again, where the variation begins."""
        present, game = self._present(), self._game
        if present and game:
            self._game = None
            self._back(game, present[1].begins)

    def _present(self) -> tuple[Session, Try] | None:
        session = self._table.session
        if session and self._game and isinstance(session.mode, Try):
            return session, session.mode
        return None

    # --- Its value ---------------------------------------------------------------------------

    def rested(self) -> None:
        self._tasks.run(self._value())

    async def _value(self) -> None:
        """The turn is over: keep it, and tell what it is worth."""
        present, game = self._present(), self._game
        if not present or game is None or not present[0].is_paused or present[1].valued:
            return
        session, tried = present
        record = session.record
        tried.valued = await judged(self._shell, record, tried.start)
        tried.failed = tried.valued is None
        self._keep(game, tried, record)
        if self._table.session is session:
            self._table.drawing.choice()
            self._page.say(view.told(session, tried))

    def _keep(self, game: Session, tried: Try, record: Record) -> None:
        turn = turns_begun(record.moves[: tried.begins]) + 1
        played = tried.valued and tried.valued.played
        value = Value(played.margin, played.win) if played else None
        self._save(
            game, lambda: variations.added(game.record, turn, record.moves[tried.begins :], value)
        )

    def _save(self, game: Session, change: Callable[[], Record]) -> None:
        """Change the notes of a game, and save it."""
        try:
            record = change()
        except CacaoError as error:
            self._notices.tell(str(error))
            return
        if record != game.record:
            game.record = record
            if self._saves.text(game.id):  # it may have been deleted meanwhile
                self._table.keep_notes(game)

    # --- What was tried ----------------------------------------------------------------------

    def show(self, index: int) -> None:
        """Show a variation on the board; if it is shown already, go back."""
        session = self._table.session
        if session and index < len(session.record.notes.variations):
            variation = session.record.notes.variations[index]
            self._dialogs.close()
            moves = () if view.is_shown(session, variation) else variation.moves
            self._table.look(variations.at(session.record, variation.turn), variation=moves)

    def drop(self, index: int) -> None:
        """Delete a variation; that can be undone."""
        session = self._table.session
        if session is None or index >= len(session.record.notes.variations):
            return
        variation = session.record.notes.variations[index]
        self._save(session, lambda: variations.dropped(session.record, index))
        self._notices.tell(
            _("Variation deleted."), partial(self._put_back, session, index, variation)
        )
        self._redraw()

    def _put_back(self, session: Session, index: int, one: Variation) -> None:
        """Bring a deleted variation back."""
        self._save(session, lambda: variations.restored(session.record, index, one))
        self._redraw()

    def _redraw(self) -> None:
        self._dialogs.redraw("analysis")
        self._table.drawing.choice()

    # --- Comments ----------------------------------------------------------------------------

    def open_note(self) -> None:
        """Open the comment on the turn that is looked at, or follows the shown position.

        While a variation is shown, the comment on it.
        """
        session = self._table.session
        if session and session.look.at is not None and view.is_free(session):
            moves = session.record.moves[: session.look.at + 1]
            turn = turns_begun(moves)
            line = session.look.variation + session.look.ahead
            variation = variations.kept(session.record, turn, line)
            self._noted = Noted(session, turn, variation.moves if variation else ())
            self._dialogs.show(NOTE)

    def note(self, text: str) -> None:
        """Change the comment; it is saved as it is typed."""
        if noted := self._noted:
            session, turn, line = noted
            if line:
                change = partial(variations.described, session.record, turn, line, text)
            else:
                change = partial(variations.commented, session.record, turn, text)
            self._save(session, change)
            self._table.drawing.choice()

    def markup(self) -> Markup | None:
        return view.note(*self._noted) if self._noted else None
