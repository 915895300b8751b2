"""The clock for turns on the page: beside a game that is written down, and on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_web.board.overlay import Overlay
from cacao_web.features.companion.evenings import clock, clock_view
from cacao_web.features.companion.evenings.clock import Clock
from cacao_web.features.companion.people import label
from cacao_web.features.companion.table import ScorePad
from cacao_web.game.session import Session
from cacao_web.saves.book import Book
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup, h

_SECOND: Final = 1.0


class Turns:
    """The clocks.

    Args:
        redraw: shows the screen of the clock again, if it is shown; returns whether it is.
    """

    def __init__(self, shell: Shell, redraw: Callable[[], bool]) -> None:
        self._own = Book(shell.saves, "companion-own-clock", clock.from_data, Clock._asdict)
        self._slot = Slot(shell.saves, "companion-clock", clock.from_text, clock.to_text)
        self._page = shell.page
        self._tasks = shell.tasks
        self._games = shell.games
        self._redraw = redraw
        self._ticking = False
        shell.table.overlays.add(Overlay(panel=self._panel))

    # --- On its own ------------------------------------------------------------------------------

    def screen(self, table: ScorePad) -> Markup:
        """The clock of those at the table."""
        people = [(colour, label(table, seat)) for seat, colour in enumerate(table.colours)]
        clock, wanted = self._own.now.of(len(people)), self._slot.get().wanted
        if clock.since:
            self._tick()
        return clock_view.screen(clock, people, self._page.now(), wanted, self._own.can_undo)

    def tap(self, table: ScorePad, tap: str) -> None:
        """A tap on that screen.

        Raises:
            ValueError, IndexError: there is no such tap.
        """
        what, now = tap.removeprefix("clock:"), self._page.now()
        if what in ("on", "off"):
            self._slot.update(lambda clocks: clocks._replace(wanted=what == "on"))
            return
        players = len(table.names)

        def change(before: Clock) -> Clock:
            clock = before.of(players)
            if what == "pause":
                return clock.paused(now)
            if what == "anew":
                return Clock().of(players)
            seat = {"next": (clock.seat + 1) % players, "go": clock.seat}.get(what)
            return clock.going(range(players)[int(what)] if seat is None else seat, now)

        self._own.change(change)

    def undo(self) -> None:
        """Take the last tap back."""
        self._own.undo()

    # --- Beside a game ---------------------------------------------------------------------------

    def follow(self, session: Session) -> None:
        """A game has gone on: whoever is to play thinks now, unless the clock was stopped."""
        if not self._is_shown(session):
            return
        now, game = self._page.now(), session.game

        def change(clock: Clock) -> Clock:
            if game.is_over:
                return clock.paused(now)
            return clock.going(game.turn, now) if clock.since or not any(clock.spent) else clock

        self._change(session, change)

    def entered(self, session: Session) -> None:
        """A game is shown, perhaps after a reload: its clock may go."""
        if self._is_shown(session):
            self._tick()

    def stop(self) -> None:
        """The game is left: nobody thinks any more."""
        now = self._page.now()
        for running in self._slot.get().clocks:
            if running.since:
                players = len(running.spent)
                self._slot.update(lambda all, id=running.game, n=players: all.changed(  # type: ignore[misc]
                    id, n, lambda clock: clock.paused(now)))  # fmt: skip

    def toggle(self) -> None:
        """Stop the clock of the game on the page, or let it go on."""
        session = self._games.session
        if session and self._is_shown(session) and not session.game.is_over:
            now, turn = self._page.now(), session.game.turn
            self._change(
                session, lambda one: one.paused(now) if one.since else one.going(turn, now)
            )
            self._show(session)

    def _is_shown(self, session: Session) -> bool:
        return session.mode.is_written and self._slot.get().wanted

    def _change(self, session: Session, change: Callable[[Clock], Clock]) -> None:
        players = len(session.sitters)
        self._slot.update(lambda clocks: clocks.changed(session.id, players, change))
        self._tick()

    def _panel(self, session: Session) -> Markup | None:
        """The line; screen readers are not told each second."""
        if not self._is_shown(session):
            return None
        clock = self._slot.get().of(session.id, len(session.sitters))
        line = clock_view.line(clock, session.sitters, self._page.now(), session.game.is_over)
        return h("div", {"aria-live": "off"}, line)

    def _show(self, session: Session) -> None:
        self._page.patch({"hints": self._games.table.overlays.first.panel(session)})

    # --- The time --------------------------------------------------------------------------------

    def _tick(self) -> None:
        if not self._ticking:
            self._ticking = True
            self._tasks.run(self._go_on())

    async def _go_on(self) -> None:
        """Show the time each second while a clock goes that can be seen."""
        try:
            while True:
                await asyncio.sleep(_SECOND)
                if not self._shown_again():
                    return
        finally:
            self._ticking = False

    def _shown_again(self) -> bool:
        """Show the time; whether a clock goes that can be seen."""
        clocks, session = self._slot.get(), self._games.session
        going = {one.game for one in clocks.clocks if one.since}
        if session and session.id in going and self._is_shown(session):
            self._show(session)
            return True
        return bool(self._own.now.since) and self._redraw()
