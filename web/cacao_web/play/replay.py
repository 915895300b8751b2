"""Going through a game: turn by turn, or automatically, decision by decision."""

from __future__ import annotations

import asyncio
from itertools import accumulate
from typing import Final

from cacao_core import Phase
from cacao_core.moves import by_turn
from cacao_web.board.regions.log import turn_ends
from cacao_web.browser.tasks import Tasks
from cacao_web.game.session import Session
from cacao_web.play.table import Table

_PAUSES: Final = {Phase.PLACE: 0.9, Phase.FILL: 0.7, Phase.ACTIVATE: 0.45, Phase.DECIDE: 0.7}
"""Least seconds that a position is shown, by the phase of the next one."""


class Replay:
    """Changes the shown position of the game.

    Args:
        table: shows the positions.
        tasks: runs background tasks.
    """

    def __init__(self, table: Table, tasks: Tasks) -> None:
        self._table = table
        self._tasks = tasks
        self._course: asyncio.Future[None] | None = None  # automatic replay

    def step(self, by: int) -> None:
        """Go to the turn before or after the shown one, in a variation as far as it goes."""
        session = self._replayed
        if session and not self._step_in_variation(session, by):
            ends = [0, *turn_ends(session.record)]
            now = len(session.record.moves) if session.look.at is None else session.look.at
            beyond = [end for end in ends if (end - now) * by > 0]
            if beyond:
                self._table.look(min(beyond, key=lambda end: abs(end - now)))

    def _step_in_variation(self, session: Session, by: int) -> bool:
        """The same in a variation, if one is shown that has such a turn; returns whether it has.

        Before its first turn is the position where it leaves the game.
        """
        line, shown = session.look.variation + session.look.ahead, len(session.look.variation)
        ends = [0, *accumulate(map(len, by_turn(line)))]
        beyond = [end for end in ends if (end - shown) * by > 0]
        if not shown or not beyond or session.look.at is None:
            return False
        end = min(beyond, key=lambda end: abs(end - shown))
        self._table.look(session.look.at, variation=line[:end], ahead=line[end:])
        return True

    def jump(self, to_end: bool) -> None:
        """Go to the first or to the last position."""
        if session := self._replayed:
            self._table.look(len(session.record.moves) if to_end else 0)

    @property
    def _replayed(self) -> Session | None:
        """The game, if it is over or an earlier position of it is shown."""
        session = self._table.session
        return (
            session if session and (session.look.at is not None or session.game.is_over) else None
        )

    def slide(self, turn: int) -> None:
        """Go to the position after a turn; after the last one it is the present."""
        if session := self._table.session:
            ends = [0, *turn_ends(session.record)]
            self._table.look(ends[max(0, min(turn, len(ends) - 1))])

    def play(self) -> None:
        """Start or stop the automatic replay."""
        session = self._table.session
        if session is None or session.look.at is None:
            return
        if session.look.replaying:
            self._table.look(session.look.at)
        else:
            self.since(session.look.at, wanted=True)

    def since(self, moves: int, wanted: bool = False) -> None:
        """Replay what has happened since a number of moves, perhaps because the person wants it."""
        if session := self._table.session:
            session.look.wanted = wanted
            self._table.look(moves)
            session.look.replaying = session.look.at is not None
            self._table.drawing.choice()
            self._course = self._tasks.run(self._go_on())

    def again(self) -> None:
        """Replay what the others did since the person's own last turn."""
        session = self._table.session
        if session and session.look.at is None and session.others.turns:
            self.since(session.others.at, wanted=True)

    @property
    def settled(self) -> bool:
        """Whether no replay is running."""
        return self._course is None or self._course.done()

    async def _go_on(self) -> None:
        session, table = self._table.session, self._table
        while session and session is table.session and session.look.replaying:
            here = session.look.at
            assert here is not None, "what is replayed is looked at"
            await table.drawing.dwell(_PAUSES[session.shown.phase])
            look = session.look
            if session is not table.session or look.at != here or not look.replaying:
                return
            table.look(here + 1, replaying=True)
