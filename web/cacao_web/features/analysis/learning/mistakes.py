"""Learning from mistakes: a person's costly turns, one after the other, to be played better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, NamedTuple

from cacao_core import Record
from cacao_web.board.overlay import Overlay, during
from cacao_web.features.analysis import model, starred
from cacao_web.features.analysis.judging import judged
from cacao_web.features.analysis.learning import mistakes_view as view
from cacao_web.features.analysis.learning.retry import Rank, Retry, RetryVerdict
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.game.learning import repetition
from cacao_web.game.options import Options
from cacao_web.game.players import COMPUTER, PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup

_ID: Final = "mistake"
"""Name of the session; it is never saved."""


class MistakeTask(NamedTuple):
    """A costly turn that is to be played better."""

    id: str  # of the mistake, see ``game.learning.repetition``
    record: Record  # the game, up to the end of the turn or further
    turn: Reviewed
    sitters: tuple[Sitter, ...]  # the person at the seat of the turn, and computers
    options: Options
    fragment: str  # of the game's address


class Mistakes:
    """Costly turns, one after the other; at most one is on the board.

    Args:
        back: shows the finished game that the turns came from, or where they are kept.
    """

    def __init__(self, shell: Shell, back: Callable[[Session | None], None]) -> None:
        self._shell = shell
        self._page = shell.page
        self._tasks = shell.tasks
        self._table = shell.table
        self._games = shell.games
        self._notices = shell.notices
        self._deck = Slot(shell.saves, repetition.SLOT, repetition.from_text, repetition.to_text)
        self._back = back
        self._from: Session | None = None  # the game that the turns came from
        self._label = ""  # of the button that leads back; empty if no turn is on the board
        self._tasks_here: Sequence[MistakeTask] = ()
        self._number = 0  # of the turn on the board, from 0
        self._tried: set[str] = set()  # mistakes that were tried, or whose better turn was shown
        self._found: set[str] = set()  # those that were put right at the first try
        shell.table.overlays.add(
            Overlay(
                marks=during(Retry, view.marks),
                card=during(Retry, self._card),
                actions=during(Retry, self._buttons),
                task=during(Retry, view.task),
            )
        )

    # --- Which turn --------------------------------------------------------------------------

    def begin(self, session: Session, known: Review) -> None:
        """Put the first costly turn of a finished game on the board."""
        tasks = [_task(session, turn) for turn in model.mistakes(session, known)]
        self.put(tasks, _("Back to the analysis"), session)

    def put(self, tasks: Sequence[MistakeTask], label: str, session: Session | None = None) -> None:
        """Put the first of some costly turns on the board.

        Args:
            tasks: the turns.
            label: of the button that leads back.
            session: the game that they came from, if it is to be shown again.
        """
        self._tasks_here, self._number = tasks, 0
        self._from, self._label = session, label
        self._tried, self._found = set(), set()
        self._put()

    def _put(self) -> None:
        """Put the present costly turn on the board."""
        if not self._label or self._number >= len(self._tasks_here):
            self.leave()
            return
        task = self._tasks_here[self._number]
        guide = Retry(task.record, task.turn, task.fragment)
        guide.starred = starred.is_starred(task.record, task.turn, task.options)
        options = task.options._replace(suggestions=False)
        session = Session(_ID, guide.record, task.sitters, options, mode=guide)
        self._games.enter(session)
        self._table.drawing.chosen()

    def again(self) -> None:
        """Put the same turn on the board once more."""
        if self._present():
            self._put()

    def following(self) -> None:
        """Put the next costly turn on the board; after the last, lead back."""
        if self._present():
            self._number += 1
            self._put()

    def layers(self) -> list[Callable[[], None]]:
        """The way out of the turn that is on the board."""
        return [self.leave] if self._present() else []

    def leave(self) -> None:
        """Lead back to where the turns came from."""
        if not self._label:
            return
        self._label = ""
        solved, total = len(self._found), len(self._tasks_here)
        done = self._number >= total
        self._back(self._from)
        if done:
            sentence = ngettext("{found} of {n} turn found at the first try.",
                                "{found} of {n} turns found at the first try.",
                                total, found=str(solved))  # fmt: skip
            self._notices.tell(sentence)

    def _present(self) -> tuple[Session, Retry] | None:
        """The costly turn on the board."""
        session = self._table.session
        if session and self._label and isinstance(session.mode, Retry):
            return session, session.mode
        return None

    # --- The verdict -------------------------------------------------------------------------

    def rested(self) -> None:
        self._tasks.run(self._judge())

    async def _judge(self) -> None:
        """The new turn is over: judge it, if it was not judged yet."""
        present = self._present()
        if not present or not present[0].is_paused or present[1].verdict:
            return
        session, retry = present
        verdict = retry.known(session.record) or await self._compared(session, retry)
        if self._table.session is not session or retry.shown or retry.verdict:
            return
        retry.verdict, retry.failed = verdict, verdict is None
        if verdict:
            self._count(right=verdict.how is Rank.GOOD)
        self._table.drawing.choice()
        self._page.say(view.verdict(session, retry))

    def _count(self, *, right: bool) -> None:
        """The present mistake was tried, or its better turn is shown: the first time counts."""
        id = self._tasks_here[self._number].id
        if id not in self._tried:
            self._tried.add(id)
            if right:
                self._found.add(id)
            today = date.fromisoformat(self._page.today())
            self._deck.update(lambda deck: deck.answered(id, today, right=right))

    async def _compared(self, session: Session, retry: Retry) -> RetryVerdict | None:
        """The verdict of the computer on a turn that is new; None if it has failed."""
        turn = await judged(self._shell, session.record, retry.start)
        return retry.compared(turn) if turn else None

    def show(self) -> None:
        """Show the better turn, step by step."""
        if present := self._present():
            session, retry = present
            begun = len(session.record.moves) > retry.start
            if retry.shown or (begun and not session.is_paused):
                return  # only its key leads here then, not a button
            self._count(right=False)
            then = [(one.moves, view.after(session, one)) for one in retry.best.follows]
            retry.show(session, retry.better(), then)
            self._table.look(retry.start)
            self.step(1)
            self._page.focus("mistake-step")

    def step(self, by: int) -> None:
        """Go on or back in the better turn."""
        if present := self._present():
            here = present[1].stepped(present[0], by)
            if here is not None:
                self._table.look(here)

    # --- Drawing -----------------------------------------------------------------------------

    @property
    def _place(self) -> view.MistakePlace:
        return view.MistakePlace(self._number + 1, len(self._tasks_here), self._label)

    def _card(self, session: Session, retry: Retry) -> Markup:
        return view.card(session, retry, self._place)

    def _buttons(self, session: Session, retry: Retry) -> Markup | None:
        return view.actions(retry, self._place) if session.is_paused else None


def _task(session: Session, turn: Reviewed) -> MistakeTask:
    """A costly turn of a finished game."""
    sitters = tuple(
        sitter._replace(kind=PERSON if seat == turn.seat else COMPUTER)
        for seat, sitter in enumerate(session.sitters)
    )
    record = session.record
    address = link.fragment(record, session.sitters)
    id = repetition.id_of(record, turn.at)
    return MistakeTask(id, record, turn, sitters, session.options, address)
