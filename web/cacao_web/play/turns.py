"""Moves without a person: computers' decisions, only sensible moves, and the pauses between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from cacao_core import CacaoError, Move, Phase
from cacao_web.board.village import THINKING
from cacao_web.browser.progress import in_steps
from cacao_web.browser.tasks import Tasks
from cacao_web.engine.computers import Computers
from cacao_web.game.session import Session
from cacao_web.play.drawing import Drawing
from cacao_web.play.events import Events, Tell
from cacao_web.play.notices import Notices

_PAUSES: Final = {Phase.PLACE: 0.55, Phase.FILL: 0.4, Phase.ACTIVATE: 0.25, Phase.DECIDE: 0.4}
"""Seconds before a computer's decision is shown, so that a person can follow."""
_AUTOMATIC_PAUSE: Final = 0.2
_END_PAUSE: Final = 1.2


class Conductor:
    """Plays all moves up to the next decision of a person, or to the end; one task at a time.

    Args:
        drawing: the game that is shown.
        computers: decide.
        notices: tell if none of them can.
        tasks: runs background tasks.
        tell: tells of the end, and of a turn that was tried.
        play: plays a move that no person at this page has chosen.
    """

    def __init__(
        self,
        drawing: Drawing,
        computers: Computers,
        notices: Notices,
        tasks: Tasks,
        tell: Tell,
        play: Callable[[Move], None],
    ) -> None:
        self.hurried = False  # whether the person skips the others' moves
        self._drawing, self._page = drawing, drawing.page
        self._computers, self._notices = computers, notices
        self._tell, self._play = tell, play
        self._tasks = tasks
        self._end_due = False  # whether the end must still be told
        self._played = False  # whether a move was played since the game was opened
        self._ticket = 0  # changed by each stop, to recognize outdated answers
        self._choosing: asyncio.Future[Move] | None = None
        self._course: asyncio.Future[None] | None = None  # the pending automatic move

    @property
    def settled(self) -> bool:
        """Whether nothing happens without a person's decision."""
        return self._course is None or self._course.done()

    def stop(self) -> None:
        """Cancel the pending move: nothing of it is played any more."""
        self._ticket += 1
        if self._choosing is not None:
            self._choosing.cancel()
            self._choosing = None

    def begin(self, end_seen: bool) -> None:
        """Another game is shown; with whether its end has been told before."""
        self._end_due, self._played = not end_seen, False

    def go_on(self, session: Session, busy: float, played: bool) -> None:
        """Play the next move if it needs no person; tell the end of the game, once.

        Args:
            busy: seconds until the animation of the last move ends.
            played: whether a move was played just now.
        """
        self._played = self._played or played
        self._course = self._tasks.run(self._go_on(session, self._ticket, busy))

    async def _go_on(self, session: Session, ticket: int, busy: float) -> None:
        if ticket != self._ticket:
            return
        if session.is_paused:
            if session.mode.awaits_motion:
                await self._pause(busy)
            if ticket == self._ticket and session.mode.rests:
                self._tell(Events.rested)
            return
        if session.asked.any:
            return
        if session.game.is_over:
            self.hurried = False
            await self._pause(max(_END_PAUSE, busy))
            if ticket == self._ticket and self._end_due:
                self._end_due = False
                self._tell(Events.ended, self._played)
            return
        move = session.onward.coming
        if move is not None:
            await self._pause(max(_pause_before(session), busy))
        elif _computer_decides(session):
            move = await self._computers_move(session, busy)
        if move is not None and ticket == self._ticket:
            self._play(move)

    async def _computers_move(self, session: Session, busy: float) -> Move | None:
        """A computer's move, after a person could follow the last one; None if there is none."""
        pause = self._pause(max(_PAUSES[session.game.phase], busy))
        try:
            return await self._chosen(session, pause)
        except Exception as error:
            session.thinking = False
            if session.real_table:  # the game goes on there, whatever happens here
                session.real_table.by_hand = True
                self._drawing.all()
            self._drawing.waiting()
            if not isinstance(error, CacaoError):
                raise
            self._notices.tell(str(error))
            return None

    async def _chosen(self, session: Session, pause: Awaitable[None]) -> Move | None:
        """The move, once it is chosen and the pause is over; None if it was cancelled.

        Raises:
            CacaoError: there is none.
        """
        session.thinking = True
        self._drawing.waiting()
        waiting = asyncio.ensure_future(pause)
        self._choosing = choosing = asyncio.ensure_future(self._decide(session))
        try:
            move = await choosing
        except asyncio.CancelledError:
            move = None
        await waiting
        return move

    async def _decide(self, session: Session) -> Move:
        seat = session.game.to_move
        assert seat is not None, "somebody has to decide"
        assert session.actor is not None, "and sits there"
        if answer := session.mode.answer(session.moment):
            return answer
        record = session.mode.known_to(session.record, seat)

        def show(share: float) -> None:
            if session.thinking:
                self._page.set_attribute(THINKING, "value", str(share))

        return await self._computers.decide(record, session.actor, in_steps(show))

    async def _pause(self, seconds: float) -> None:
        if not self.hurried:
            await self._page.pause(seconds)


def _pause_before(session: Session) -> float:
    """Seconds before a move that nobody chooses; a computer's can be followed in a lesson, too."""
    by_computer = session.actor is not None and session.actor.is_computer
    return _PAUSES[session.game.phase] if by_computer else _AUTOMATIC_PAUSE


def _computer_decides(session: Session) -> bool:
    actor = session.actor
    free = not (session.is_paused or session.mode.awaited or session.reach.waits)
    return actor is not None and actor.is_computer and free
