"""Answers to questions about a cell of the board, or about a player."""

from __future__ import annotations

from typing import Final

from cacao_core.tiles import NEIGHBOURS, Cell, Seat
from cacao_web.board import plane
from cacao_web.features.ask import view, village
from cacao_web.game.session import Session
from cacao_web.game.texts.words import cell_of
from cacao_web.play.notices import Notices
from cacao_web.play.table import Table
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.ui.markup import Markup

VILLAGE: Final = "village"


class AskController(Controller):
    """Answers with a message that stays until the person does something else.

    Args:
        table: the game that is shown.
        notices: show the message.
        dialogs: show a village board.
    """

    def __init__(self, table: Table, notices: Notices, dialogs: Dialogs) -> None:
        self._table = table
        self._notices = notices
        self._dialogs = dialogs
        self._seat: Seat = 0  # of the village board that was opened last
        self._last: Cell | None = None  # the jungle tile that the keyboard has asked about

    def about(self, name: str) -> None:
        """Say what the tile on a cell does, or why nothing can be done there."""
        if session := self._table.session:
            self._notices.answer(view.answer(session, self._table.overlays, cell_of(name)))

    def around(self) -> None:
        """Say what the jungle tiles beside the present cell do, one after the other.

        Without a present cell, all jungle tiles in reading order.
        """
        session = self._table.session
        if not session or not (cells := _tiles(session)):
            return
        at = cells.index(self._last) + 1 if self._last in cells else 0
        self._last = cells[at % len(cells)]
        self._notices.answer(view.answer(session, self._table.overlays, self._last))
        self._table.page.focus(view.RULES)

    # --- A village board -----------------------------------------------------------------------

    def village(self, seat: str) -> None:
        """Open a player's village board."""
        session = self._table.session
        if session and seat.isdigit() and int(seat) < len(session.sitters):
            self._seat = int(seat)
            self._dialogs.show(VILLAGE)

    def markup(self) -> Markup | None:
        """The village board; nothing once the game was left."""
        session = self._table.session
        if session is None or self._seat >= len(session.sitters):
            return None
        return village.board(session, self._seat)

    def moved_on(self) -> None:
        """Draw an open village board again."""
        if self._dialogs.open == VILLAGE:
            self._table.page.later(lambda: self._dialogs.redraw(VILLAGE))


def _tiles(session: Session) -> list[Cell]:
    """The jungle tiles beside the present cell; all of them if there are none."""
    jungle, here = session.shown.jungle, session.choice.shown
    beside = [cell for cell in NEIGHBOURS[here] if cell in jungle] if here else []
    return beside or [cell for cell, _code in sorted(jungle.items(), key=plane.reading_order)]
