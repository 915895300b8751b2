"""The game that is being played: a person's intents, computers' turns, saving, drawing."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from cacao_core import CacaoError, Move, Phase
from cacao_web import framing, motion, scene, share
from cacao_web.computers import Computers
from cacao_web.hints import Hints
from cacao_web.motion import Effect
from cacao_web.opponent import Opponent
from cacao_web.page import Page
from cacao_web.saved import Saved
from cacao_web.scene import Before
from cacao_web.session import Session
from cacao_web.speaker import Speaker
from cacao_web.storage import Overtaken, Saves
from cacao_web.tasks import Tasks
from cacao_web.thinking import Thinking
from cacao_web.views import screen
from cacao_web.words import cell_name, cell_of

LESSON: Final = "learn"
"""The fragment that opens the guided first game."""
_PAUSES: Final = {Phase.PLACE: 0.55, Phase.FILL: 0.4, Phase.ACTIVATE: 0.25}
"""Seconds before a computer's decision is shown, so that a person can follow."""
_AUTOMATIC_PAUSE: Final = 0.2
_END_PAUSE: Final = 1.2


class Host(Protocol):
    """Who has to know what happens at the table."""

    def saved(self) -> None:
        """It was tried to save the game."""

    def ended(self, played: bool) -> None:
        """A game that is over has been seen, for the first time.

        Args:
            played: whether it was played to its end here, and not only opened.
        """

    def notice(self, text: str) -> None:
        """The person should read this."""

    def overtaken(self, session: Session, stored: Saved) -> None:
        """A game was not saved, because another tab has saved it since."""


class Table:
    """One session at most, drawn and saved after every change.

    Args:
        page: where it is drawn.
        saves: where it is kept.
        tasks: runs what takes time.
        host: told of what concerns more than the table.
    """

    def __init__(self, page: Page, saves: Saves, tasks: Tasks, host: Host) -> None:
        self.page = page
        self.saves = saves
        self.session: Session | None = None
        self._tasks = tasks
        self._host = host
        self.opponent = Opponent(page.start_worker, page.report)
        self.computers = Computers(self.opponent)
        self._thinking = Thinking(page, self.computers)
        self._hints = Hints(page, self.opponent, self.draw_choice, host.notice)
        self._speaker = Speaker(page)
        self._ticket = 0  # counts changes of course, so that late answers are known as such
        self._end_due = False  # whether the end of the game is still to be told
        self._played = False  # whether anything was played since the game was opened
        self._hurried = False  # whether the person skips what others do
        self._moving = 0.0  # seconds that what was drawn last is in motion
        self._course: asyncio.Future[None] | None = None  # what comes by itself

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""
        self.leave()
        self.session = session
        self._end_due = True
        self.page.show_only("game")
        self.page.frame(framing.extent(session.shown), anew=True)
        self._changed(None, automatic=False)
        self._keep(session)  # at once: the browser's way back starts from here
        self.opponent.worker.forgive()
        if any(sitter.level for sitter in session.sitters):
            self.page.later(self.opponent.worker.wake)

    def leave(self) -> None:
        """Let go of the game; what a computer is thinking about it is forgotten."""
        self._turn_away()
        self.session = None
        self._hurried = self._played = False
        self.page.hurry()

    @property
    def settled(self) -> bool:
        """Whether nothing happens before somebody at the page decides or asks for something."""
        return not self._hints.searching and (self._course is None or self._course.done())

    def rest(self) -> bool:
        """Let the computer's worker rest; tells whether it does, and loads nothing any more."""
        return self.opponent.worker.rest()

    def fragment(self) -> str:
        """The fragment of the game's link; empty without a game."""
        session = self.session
        if session and session.coach:
            return LESSON  # whoever gets this address shall have a lesson of their own
        return share.fragment(session.record, session.sitters) if session else ""

    def play_exactly(self, notation: str) -> None:
        """Play a move for whoever must decide; nothing of people's follows by itself.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        if session := self.session:
            before = self._now()
            session.play(notation)
            self._changed(before, automatic=False)
            self._keep(session)  # programs do not wait for a paint

    # --- Intents: choosing -------------------------------------------------------------------

    def choose_hand(self, index: str) -> None:
        """Take another hand tile, or turn the one taken."""
        if self.session:
            self.session.choose_hand(int(index))
            self._chosen()

    def take_hand(self, index: str) -> None:
        """Begin to drag a hand tile."""
        if self.session:
            self.session.take_hand(int(index))
            self.draw_choice()

    def choose_display(self, index: str) -> None:
        """Take another tile of the display."""
        if self.session:
            self.session.choose_display(int(index))
            self._chosen()

    def choose_cell(self, name: str) -> None:
        """Choose where the tile goes; without confirmations, put it there."""
        if self.session:
            if self.session.options.confirm:
                self.session.choose_cell(cell_of(name))
                self._chosen()
            else:
                self._put(name, dropped=False)

    def drop(self, name: str) -> None:
        """Let a dragged tile fall on a cell: that is a choice and its confirmation."""
        self._put(name, dropped=True)

    def _put(self, name: str, dropped: bool) -> None:
        """Play the chosen tile, turned as it is, on a cell."""
        if self.session and (move := self.session.move_on(cell_of(name))):
            self._play(move, dropped)

    def suggestion(self, number: str) -> None:
        """Choose tile, rotation and cell as suggested."""
        if self.session:
            self.session.take_suggestion(int(number))
            self._chosen()

    def hint(self, number: str = "") -> None:
        """Ask for the best moves; if they are known, take that one up, or else the next."""
        session = self.session
        if not session or session.coach or len(session.legal) < 2:
            return
        if session.advice is None:
            self._hints.ask(session)
        elif session.hints:
            before = session.advice.chosen
            following = 0 if before is None else (before + 1) % len(session.hints)
            session.take_hint(int(number) if number else following)
            self._chosen()
            move = session.candidate
            self.page.focus(f"c{cell_name(move.cell)}" if move else f"act-{session.suggested}")

    def no_hint(self, _value: str = "") -> None:
        """Take the hints away, or give the search for them up."""
        if self.session:
            self._hints.stop(self.session)
            self.draw_choice()

    def point(self, name: str) -> None:
        """The mouse or the focus is on a cell that a tile may go to, or on none."""
        if self.session and self.session.point_at(cell_of(name) if name else None):
            self.page.patch(screen.pointed_regions(self.session))

    def turn_tile(self, by: str) -> None:
        """Turn the chosen tile by so many quarters."""
        if self.session:
            self.session.rotate(int(by or 1))
            self._chosen()

    def cancel(self, _value: str = "") -> None:
        """Give the chosen cell up; when looking back, return to the game."""
        if self.session and self.session.looking is not None:
            self.back_to_now()
        elif self.session:
            self._hints.stop(self.session)
            self.session.cancel()
            self.draw_choice()

    # --- Intents: playing --------------------------------------------------------------------

    def confirm(self, _value: str = "") -> None:
        """Play what is chosen."""
        if self.session and (move := self.session.candidate):
            self._play(move)

    def accept(self, name: str) -> None:
        """Enter: play what is chosen or suggested; on another cell, choose that first."""
        if not self.session or not self.session.deciding:
            return
        if name and cell_of(name) != self.session.choice.cell:
            self.choose_cell(name)
        elif self.session.game.phase is Phase.ACTIVATE:
            self._play(self.session.suggested)
        else:
            self.confirm()

    def activate(self, notation: str) -> None:
        """Play an activation."""
        if self.session and self.session.deciding:
            self._play(notation)

    def undo(self, _value: str = "") -> None:
        """One decision back, or to the start of the turn before."""
        if self.session and self.session.can_undo:
            self.session.undo()
            self._changed(None, automatic=False)

    def uncover(self, _value: str = "") -> None:
        """The next person is ready."""
        if self.session:
            self.session.uncover()
            self._draw()

    # --- Intents: looking --------------------------------------------------------------------

    def look(self, moves: int, replaying: bool = False) -> None:
        """Look at the position after so many moves; computers wait meanwhile.

        Args:
            moves: how many; all of them are the present.
            replaying: whether the ones after it follow by themselves.
        """
        if session := self.session:
            self.page.hurry()  # what still flies belongs to another position
            before = self._now()
            self._turn_away()
            session.thinking, session.coming, session.replaying = False, None, replaying
            session.look_at(moves)
            effects = list[Effect]()
            if len(session.shown_moves) > before.at:
                effects = self._effects(before)
            self._moving = motion.duration(effects)
            if session.looking is None:
                self._changed(None, automatic=True, effects=effects)
            else:
                self._draw(effects)
                self._speaker.looked(session)

    async def rest_awhile(self, seconds: float) -> None:
        """Wait until what moves has come to rest, and a position could be seen for so long."""
        await self.page.dwell(max(seconds, self._moving))

    def back_to_now(self, _value: str = "") -> None:
        """Back from an earlier position to the game, which goes on."""
        if self.session:
            self.look(len(self.session.record.moves))

    def hurry(self, _value: str = "") -> None:
        """Skip what computers do, up to a person's next decision."""
        if self.session and self.session.actor and self.session.actor.is_computer:
            self._hurried = True
            self.page.hurry()

    def zoom(self, by: int) -> None:
        """Make the board larger or smaller; 0 fits it to the screen."""
        self.page.zoom(by)

    # --- Changes -----------------------------------------------------------------------------

    def _play(self, move: Move | str, dropped: bool = False) -> None:
        """Play a move of a person at this page; what follows by itself follows."""
        assert self.session is not None
        before = self._now()._replace(dropped=dropped)
        self.session.play(move)
        self._changed(before, automatic=True)

    def _now(self) -> Before:
        assert self.session is not None
        return scene.now(self.session)

    def _changed(
        self, before: Before | None, automatic: bool, effects: list[Effect] | None = None
    ) -> None:
        """The record has changed: show it, keep it, and go on with what needs nobody.

        That is what computers decide, and, if ``automatic``, a person's only sensible move.

        Args:
            before: the position before, if what has happened since is to be seen.
            automatic: whether people's only sensible moves follow by themselves.
            effects: what else is to be seen.
        """
        session = self.session
        assert session is not None
        self._turn_away()
        session.thinking = False
        session.coming = session.automatic_move() if automatic else None
        if session.deciding or session.covered:
            self._hurried = False
        effects = effects or self._effects(before)
        self._played = self._played or before is not None
        self._draw(effects)
        self.page.later(lambda: self._keep(session))
        self._speaker.changed(before, session)
        self._course = self._tasks.run(self._go_on(self._ticket, motion.duration(effects)))

    def _turn_away(self) -> None:
        """Whatever is going on belongs to the past: what is searched for is not wanted any more."""
        self._ticket += 1
        self._thinking.stop()
        self._hints.stop(self.session)

    def _keep(self, session: Session) -> None:
        """Save the game, and put its link into the address if it is still the one that is shown."""
        try:
            self.saves.save(session, self.page.now())
        except Overtaken as overtaken:
            self._host.overtaken(session, overtaken.stored)
            return
        self._host.saved()
        if session is self.session:
            self.page.set_fragment(self.fragment(), session.id)

    async def _go_on(self, ticket: int, busy: float) -> None:
        """Play the next move if it comes by itself; tell when the game is over.

        Args:
            ticket: this change of course; any later one ends it.
            busy: seconds until what the last move has set in motion has come to rest.
        """
        session = self.session
        if session is None or ticket != self._ticket:
            return
        if session.actor is None:
            self._hurried = False
            await self._pause(max(_END_PAUSE, busy))
            if ticket == self._ticket and self._end_due:
                self._end_due = False
                self._host.ended(self._played)
            return
        move: Move | str | None = session.coming
        if move is not None:
            await self._pause(max(_AUTOMATIC_PAUSE, busy))
        elif session.actor.is_computer and not session.held:
            move = await self._computers_move(session, busy)
        if move is not None and ticket == self._ticket:
            before = self._now()
            session.play(move)
            self._changed(before, automatic=True)

    async def _computers_move(self, session: Session, busy: float) -> str | None:
        """A computer's move, when a person could follow the one before; None if there is none."""
        pause = self._pause(max(_PAUSES[session.game.phase], busy))
        try:
            return await self._thinking.move(session, pause)
        except CacaoError as error:
            session.thinking = False
            self._draw()
            self._host.notice(str(error))
            return None

    async def _pause(self, seconds: float) -> None:
        if not self._hurried:
            await self.page.pause(seconds)

    # --- Showing -----------------------------------------------------------------------------

    def _effects(self, before: Before | None) -> list[Effect]:
        """What is to be seen of the way to what is shown now; nothing for those in a hurry."""
        assert self.session is not None
        if before is None or self._hurried:
            return []
        return scene.effects(before, self.session)

    def _draw(self, effects: list[Effect] | None = None) -> None:
        """Draw everything; with effects, as motion from what was drawn before."""
        if session := self.session:
            regions, extent = screen.regions(session), framing.extent(session.shown)

            def redraw() -> None:
                self.page.patch(regions)
                self.page.frame(extent)

            self.page.animate(effects or [], redraw)

    def redraw(self) -> None:
        """Draw what is there once more, as in another language."""
        self._draw()

    def _chosen(self) -> None:
        """Something else is chosen: that is to be seen and heard."""
        self.draw_choice()
        if self.session:
            self._speaker.chosen(self.session)

    def draw_choice(self) -> None:
        """Draw what choosing changes."""
        if self.session:
            self.page.patch(screen.choice_regions(self.session))
