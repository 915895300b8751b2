"""The game that is being played: a person's intents, computers' turns, saving, drawing."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

from cacao_core import Move, Phase, ai
from cacao_core.tiles import Cell
from cacao_web import share
from cacao_web.opponent import Opponent
from cacao_web.page import Page
from cacao_web.session import Session
from cacao_web.storage import Saves
from cacao_web.tasks import Tasks
from cacao_web.views import board, screen

_PAUSES: Final = {Phase.PLACE: 0.9, Phase.FILL: 0.5, Phase.ACTIVATE: 0.45}
"""Seconds before a computer's decision is shown, so that a person can follow."""
_AUTOMATIC_PAUSE: Final = 0.35
_END_PAUSE: Final = 1.2


class Table:
    """One session at most, drawn and saved after every change.

    Args:
        page: where it is drawn.
        saves: where it is kept.
        tasks: runs what takes time.
        on_saved: called after each try to save.
        on_end: called when the game that was being played has ended, and people have seen it.
    """

    def __init__(
        self,
        page: Page,
        saves: Saves,
        tasks: Tasks,
        on_saved: Callable[[], None],
        on_end: Callable[[], None],
    ) -> None:
        self.page = page
        self.saves = saves
        self.session: Session | None = None
        self._tasks = tasks
        self._on_saved = on_saved
        self._on_end = on_end
        self._opponent = Opponent(page.ask_worker, page.report)
        self._ticket = 0  # counts changes of course, so that late answers are known as such

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""
        self.session = session
        self.page.show_only("game")
        self._changed(automatic=False)

    def leave(self) -> None:
        """Let go of the game; what a computer is thinking about it is forgotten."""
        self.session = None
        self._ticket += 1

    def fragment(self) -> str:
        """The fragment of the game's link; empty without a game."""
        session = self.session
        return share.fragment(session.record, session.sitters) if session else ""

    def play_exactly(self, notation: str) -> None:
        """Play a move for whoever must decide; nothing of people's follows by itself.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        if self.session:
            self.session.play(notation)
            self._changed(automatic=False)

    # --- Intents ---------------------------------------------------------------------

    def choose_hand(self, index: str) -> None:
        """Take another hand tile, or turn the one taken."""
        if self.session:
            self.session.choose_hand(int(index))
            self._draw()

    def choose_display(self, index: str) -> None:
        """Take another tile of the display."""
        if self.session:
            self.session.choose_display(int(index))
            self._draw()

    def choose_cell(self, name: str) -> None:
        """Choose where the tile goes."""
        if self.session:
            self.session.choose_cell(_cell(name))
            self._draw()

    def point(self, name: str) -> None:
        """The mouse is over a cell that a tile may go to, or over none."""
        if self.session and self.session.point_at(_cell(name) if name else None):
            self.page.patch(screen.pointed_regions(self.session))

    def turn_tile(self, by: str) -> None:
        """Turn the chosen tile by so many quarters."""
        if self.session:
            self.session.rotate(int(by or 1))
            self._draw()

    def confirm(self, _value: str = "") -> None:
        """Play what is chosen."""
        if self.session and (move := self.session.candidate):
            self._play(move)

    def accept(self, name: str) -> None:
        """Enter: play what is chosen or suggested; on another cell, choose that first."""
        if not self.session or not self.session.deciding:
            return
        if name and _cell(name) != self.session.choice.cell:
            self.choose_cell(name)
        elif self.session.game.phase is Phase.ACTIVATE:
            self._play(ai.suggest(self.session.game))
        else:
            self.confirm()

    def activate(self, notation: str) -> None:
        """Play an activation."""
        if self.session and self.session.deciding:
            self._play(notation)

    def cancel(self, _value: str = "") -> None:
        """Give the chosen cell up."""
        if self.session:
            self.session.cancel()
            self._draw()

    def undo(self, _value: str = "") -> None:
        """Back to the start of the turn."""
        if self.session and self.session.can_undo:
            self.session.undo()
            self._changed(automatic=False)

    def uncover(self, _value: str = "") -> None:
        """The next person is ready."""
        if self.session:
            self.session.uncover()
            self._draw()

    def key(self, name: str) -> None:
        """A key of the keyboard, by its name."""
        if name in ("1", "2", "3") and self.session:
            filling = self.session.chosen_code is not None
            (self.choose_display if filling else self.choose_hand)(str(int(name) - 1))
        elif name in _KEYS:
            command, value = _KEYS[name]
            COMMANDS[command](self, value)

    # --- Changes -----------------------------------------------------------------------------

    def _play(self, move: Move | str) -> None:
        """Play a move of a person at this page; what follows by itself follows."""
        assert self.session is not None
        self.session.play(move)
        self._changed(automatic=True)

    def _changed(self, automatic: bool) -> None:
        """The record has changed: keep it, show it, and go on with what needs nobody.

        That is what computers decide, and, if ``automatic``, a person's only sensible move.
        """
        assert self.session is not None
        self._ticket += 1
        self.session.thinking = False
        self.session.coming = self.session.automatic_move() if automatic else None
        self.saves.save(self.session, self.page.now())
        self._on_saved()
        self.page.set_fragment(self.fragment())
        self._draw()
        self._tasks.run(self._go_on(self._ticket))

    async def _go_on(self, ticket: int) -> None:
        """Play the next move if it comes by itself; tell when the game is over."""
        session = self.session
        if session is None:
            return
        if session.actor is None:
            await self.page.pause(_END_PAUSE)
            if ticket == self._ticket:
                self._on_end()
            return
        if session.coming is not None:
            move: Move | str = session.coming
            await self.page.pause(_AUTOMATIC_PAUSE)
        elif not session.actor.is_person:
            move = await self._think(session)
        else:
            return
        if ticket == self._ticket:
            session.play(move)
            self._changed(automatic=True)

    async def _think(self, session: Session) -> str:
        """A computer's move; takes as long as a person needs to follow."""
        actor = session.actor
        assert actor is not None
        session.thinking = True
        self._draw()
        wait = asyncio.ensure_future(self.page.pause(_PAUSES[session.game.phase]))
        seed = random.getrandbits(32)
        move = await self._opponent.choose(session.record, actor.kind, seed)
        await wait
        return move

    # --- Showing -----------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.session:
            self.page.set_attribute("board", "viewBox", board.view_box(self.session.game))
            self.page.patch(screen.regions(self.session))


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "hand": Table.choose_hand,
    "display": Table.choose_display,
    "cell": Table.choose_cell,
    "point": Table.point,
    "rotate": Table.turn_tile,
    "confirm": Table.confirm,
    "accept": Table.accept,
    "activate": Table.activate,
    "cancel": Table.cancel,
    "undo": Table.undo,
    "uncover": Table.uncover,
    "key": Table.key,
}
"""Name of an intent -> what it does with its value."""

_KEYS: Final = {
    "r": ("rotate", "1"),
    "R": ("rotate", "-1"),
    "u": ("undo", ""),
    "Escape": ("cancel", ""),
}


def _cell(name: str) -> Cell:
    """The cell of a ``data-cell`` attribute."""
    x, _comma, y = name.partition(",")
    return int(x), int(y)
