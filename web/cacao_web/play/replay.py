"""Going through a game: turn by turn, or by itself, decision after decision."""

from __future__ import annotations

import asyncio
from typing import Final

from cacao_core import Phase
from cacao_web.board.log import turn_ends
from cacao_web.browser.tasks import Tasks
from cacao_web.play.table import Table

_PAUSES: Final = {Phase.PLACE: 0.9, Phase.FILL: 0.7, Phase.ACTIVATE: 0.45}
"""Seconds that a position is to be seen at least, by the phase of what comes next."""


class Replay:
    """Moves what is looked at through the game at the table.

    Args:
        table: shows it.
        tasks: runs what takes time.
    """

    def __init__(self, table: Table, tasks: Tasks) -> None:
        self._table = table
        self._tasks = tasks
        self._course: asyncio.Future[None] | None = None  # positions that show by themselves

    def step(self, by: int) -> None:
        """To the turn before or after the one that is looked at."""
        session = self._table.session
        if session and (session.looking is not None or session.game.is_over):
            ends = [0, *turn_ends(session.record)]
            now = len(session.shown_moves)
            beyond = [end for end in ends if (end - now) * by > 0]
            if beyond:
                self._table.look(min(beyond, key=lambda end: abs(end - now)))

    def slide(self, turn: int) -> None:
        """To the position after a turn; after all of them it is the present."""
        if session := self._table.session:
            ends = [0, *turn_ends(session.record)]
            self._table.look(ends[max(0, min(turn, len(ends) - 1))])

    def play(self) -> None:
        """Let the positions from here on show by themselves, or stop that."""
        session = self._table.session
        if session is None or session.looking is None:
            return
        if session.replaying:
            self._table.look(session.looking)
        else:
            self.since(session.looking)

    def since(self, moves: int) -> None:
        """Show by itself what has happened since so many moves, up to the present."""
        if session := self._table.session:
            self._table.look(moves)
            session.replaying = session.looking is not None
            self._table.draw_choice()
            self._course = self._tasks.run(self._go_on())

    @property
    def settled(self) -> bool:
        """Whether nothing shows by itself."""
        return self._course is None or self._course.done()

    async def _go_on(self) -> None:
        session, table = self._table.session, self._table
        while session and session is table.session and session.replaying:
            here = session.looking
            assert here is not None, "what is replayed is looked at"
            await table.rest_awhile(_PAUSES[session.shown.phase])
            if session is not table.session or session.looking != here or not session.replaying:
                return
            table.look(here + 1, replaying=True)
