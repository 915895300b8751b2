"""Learning from mistakes: a person's costly turns, one after the other, to be played better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from cacao_core import CacaoError
from cacao_web.board.overlay import Overlay
from cacao_web.features.analysis import mistakes_view as view
from cacao_web.features.analysis import model
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.features.analysis.retry import Judged, Retry, Verdict
from cacao_web.game.players import COMPUTER, PERSON
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import ngettext
from cacao_web.ui.markup import Markup

_ID: Final = "mistake"
"""Name of the session; it is never saved."""
_T = TypeVar("_T")


class Mistakes:
    """The costly turns of one finished game; at most one is on the board.

    Args:
        shell: the parts of the page.
        back: shows the game with its analysis again.
    """

    def __init__(self, shell: Shell, back: Callable[[Session], None]) -> None:
        self._page = shell.page
        self._tasks = shell.tasks
        self._table = shell.table
        self._games = shell.games
        self._notices = shell.notices
        self._back = back
        self._game: Session | None = None  # the finished game
        self._turns: list[Reviewed] = []
        self._number = 0  # of the turn on the board, from 0
        self._tried: set[int] = set()  # turns that were tried, or whose better turn was shown
        self._found: set[int] = set()  # turns that were played well at the first try
        shell.table.overlays.add(
            Overlay(
                marks=self._drawn(view.marks),
                story=self._drawn(self._card),
                actions=self._drawn(self._buttons),
                task=self._drawn(view.task),
            )
        )

    # --- Which turn --------------------------------------------------------------------------

    def begin(self, session: Session, known: Review) -> None:
        """Put the first costly turn on the board."""
        self._turns = model.mistakes(session, known)
        self._game, self._number = session, 0
        self._tried, self._found = set(), set()
        self._put()

    def _put(self) -> None:
        """Put the present costly turn on the board."""
        game = self._game
        if game is None or self._number >= len(self._turns):
            self.leave()
            return
        turn = self._turns[self._number]
        sitters = tuple(
            sitter._replace(kind=PERSON if seat == turn.seat else COMPUTER)
            for seat, sitter in enumerate(game.sitters)
        )
        address = link.fragment(game.record, game.sitters)
        guide = Retry(game.record, turn, address, self._rested)
        options = game.options._replace(suggestions=False)
        session = Session(_ID, guide.record, sitters, options, guide=guide)
        self._games.enter(session)
        self._table.drawing.chosen()

    def again(self) -> None:
        """Put the same turn on the board once more."""
        if self._present():
            self._put()

    def following(self) -> None:
        """Put the next costly turn on the board; after the last, show the analysis."""
        if self._present():
            self._number += 1
            self._put()

    def leave(self) -> None:
        """Show the game and its analysis again."""
        game, self._game = self._game, None
        if game is None:
            return
        found, total = len(self._found), len(self._turns)
        done = self._number >= total
        self._back(game)
        if done:
            told = ngettext("{found} of {n} turn found at the first try.",
                            "{found} of {n} turns found at the first try.",
                            total, found=str(found))  # fmt: skip
            self._notices.tell(told)

    def _present(self) -> tuple[Session, Retry] | None:
        """The costly turn on the board."""
        session = self._table.session
        if session and self._game and isinstance(session.guide, Retry):
            return session, session.guide
        return None

    # --- The verdict -------------------------------------------------------------------------

    def _rested(self) -> None:
        self._tasks.run(self._judge())

    async def _judge(self) -> None:
        """The new turn is over: judge it, if it was not judged yet."""
        found = self._present()
        if not found or not found[0].held or found[1].verdict:
            return
        session, retry = found
        verdict = retry.known(session.record) or await self._compared(session, retry)
        if self._table.session is not session or retry.shown or retry.verdict:
            return
        retry.verdict, retry.failed = verdict, verdict is None
        if verdict and verdict.how is Judged.GOOD and retry.turn.at not in self._tried:
            self._found.add(retry.turn.at)
        self._tried.add(retry.turn.at)
        self._table.drawing.choice()
        self._page.say(view.verdict(retry))

    async def _compared(self, session: Session, retry: Retry) -> Verdict | None:
        """The verdict of the computer on a turn that is new; None if it has failed."""
        record = session.record
        try:
            answers = await self._table.opponent.review(record, lambda _share: None, retry.start)
            turn = model.read(record, answers).turns[0]
        except (CacaoError, IndexError) as error:
            self._page.report(f"mistakes: {error!r}")
            return None
        except Exception as error:
            self._notices.bug(error)
            return None
        return retry.judged(turn.loss, turn.played.error)

    def show(self) -> None:
        """Show the better turn, step by step."""
        if found := self._present():
            session, retry = found
            begun = len(session.record.moves) > retry.start
            if retry.shown or (begun and not session.held):
                return  # only its key leads here then, not a button
            self._tried.add(retry.turn.at)
            retry.show(session, retry.better())
            self._table.look(retry.start)
            self.step(1)
            self._page.focus("mistake-step")

    def step(self, by: int) -> None:
        """Go on or back in the better turn."""
        if found := self._present():
            here = found[1].stepped(found[0], by)
            if here is not None:
                self._table.look(here)

    # --- Drawing -----------------------------------------------------------------------------

    def _drawn(self, draw: Callable[[Session, Retry], _T]) -> Callable[[Session], _T | None]:
        """Draw a part while a costly turn is on the board."""

        def drawn(session: Session) -> _T | None:
            found = self._present()
            return draw(session, found[1]) if found and found[0] is session else None

        return drawn

    @property
    def _place(self) -> view.Place:
        return view.Place(self._number + 1, len(self._turns))

    def _card(self, session: Session, retry: Retry) -> Markup:
        return view.card(session, retry, self._place)

    def _buttons(self, session: Session, retry: Retry) -> Markup | None:
        return view.actions(retry, self._place) if session.held else None
