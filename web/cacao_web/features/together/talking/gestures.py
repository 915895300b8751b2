"""The gestures between people at connected devices besides the game: choices and remarks."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError
from cacao_core.moves import ACTIVATE, Move
from cacao_core.tiles import Cell, Seat
from cacao_web.features.together.game_here import GameHere
from cacao_web.features.together.talking import remarks
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.shell.shell import Shell

_REMARK_SECONDS: Final = 5
LONG: Final = 20
"""The same for a remark that was not made just now."""
MUTED: Final = "mute-remarks"
"""The slot that says that remarks of others are not shown."""
_MOST_LATER: Final = 8
_CELL: Final = re.compile(r"@(-?[0-9]{1,3}),(-?[0-9]{1,3})", re.ASCII)
"""The written form of a space: as in a move."""


class Gestures:
    """The gestures of this device, and those of others.

    Args:
        send: sends something to all who are connected.
    """

    def __init__(self, shell: Shell, here: GameHere, send: Callable[[str, object], None]) -> None:
        self._shell = shell
        self._here = here
        self._send = send
        self._sent = ""  # the choice that the others see
        self._said = "", 0  # the newest remark of this device, and the turn in which it was made
        self._later: list[tuple[Seat, int]] = []  # remarks that came while the game was not shown

    # --- Choices ---------------------------------------------------------------------------------

    def forget(self) -> None:
        """The others see no choice of this device any more."""
        self._sent = ""

    def chosen(self, session: Session, with_tile: bool) -> None:
        """The choice has changed: the others see its space.

        Args:
            with_tile: whether they see the tile too, which is a secret of the hand.
        """
        move, seat = session.choosing.candidate, session.game.to_move
        text = written(move, with_tile) if move else ""
        if session.deciding and text != self._sent and seat is not None:
            self._sent = text
            self._send("shows", [seat, text])

    def shown(self, seat: Seat, text: str) -> None:
        """A seat at another device is trying something."""
        session = self._here.shown()
        if session and session.game.to_move == seat:
            session.reach.distant = read(text)
            self._shell.table.drawing.choice()

    # --- Remarks ---------------------------------------------------------------------------------

    def say(self, session: Session, seat: Seat, remark: int) -> None:
        self._send("says", [seat, remark])
        self._said = remarks.code(seat, remark), words.present_turn(session.record)
        self._shell.tasks.run(self._show_remark(session, seat, remarks.remark(remark)))

    def for_link(self, session: Session) -> str:
        """The remark that a link carries: that of this turn or of the one before; else empty."""
        code, turn = self._said
        return code if words.present_turn(session.record) <= turn + 1 else ""

    def said(self, seat: Seat, remark: int, seconds: int = _REMARK_SECONDS) -> None:
        """A seat at another device has made a remark; one that is not seen now is shown later."""
        session = self._here.shown()
        if self._shell.saves.kept(MUTED):
            return
        if session is None:
            self._later = [*self._later, (seat, remark)][-_MOST_LATER:]
        elif seat < len(session.sitters):
            text = remarks.remark(remark)
            self._shell.tasks.run(self._show_remark(session, seat, text, seconds))

    def catch_up(self) -> None:
        """The game is shown: so are the remarks that have come before."""
        later, self._later = self._later, []
        for seat, remark in later:
            self.said(seat, remark, LONG)

    async def _show_remark(
        self, session: Session, seat: Seat, text: str, seconds: int = _REMARK_SECONDS
    ) -> None:
        """Show a remark for some seconds."""
        session.reach.remarks = session.reach.remarks | {seat: text}
        self._here.draw()
        self._shell.page.say(f"{session.sitters[seat].said}: {text}")
        await asyncio.sleep(seconds)
        if session.reach.remarks.get(seat) == text:
            others = {one: remark for one, remark in session.reach.remarks.items() if one != seat}
            session.reach.remarks = others
            self._here.draw()


def written(move: Move, with_tile: bool) -> str:
    """A choice as it is sent: its space, or the whole placement; empty for an activation."""
    if move.kind == ACTIVATE:
        return ""
    x, y = move.cell
    return str(move) if with_tile else f"@{x},{y}"


def read(text: str) -> Move | Cell | None:
    """A choice as it was sent; None if nothing is to be shown."""
    if match := _CELL.fullmatch(text):
        return int(match[1]), int(match[2])
    try:
        move = Move.parse(text)
    except CacaoError:
        return None
    return None if move.kind == ACTIVATE else move
