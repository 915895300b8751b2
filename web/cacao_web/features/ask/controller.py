"""What somebody wants to know about a cell of the board."""

from __future__ import annotations

from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.board import plane
from cacao_web.features.ask import view
from cacao_web.game.session import Session
from cacao_web.game.words import cell_of
from cacao_web.play.table import Table
from cacao_web.shell.notices import Notices


class AskController:
    """Answers with a message that stays until the person does something else.

    Args:
        table: the game that is shown.
        notices: show the message.
    """

    def __init__(self, table: Table, notices: Notices) -> None:
        self._table = table
        self._notices = notices
        self._last: Cell | None = None  # the jungle tile that the keyboard has asked about

    def about(self, name: str) -> None:
        """Tell what the tile on a cell does, or why nothing can be done there."""
        if session := self._table.session:
            self._notices.answer(view.answer(session, self._table.overlays, cell_of(name)))

    def around(self) -> None:
        """Tell what the jungle tiles beside the present cell do, one after the other.

        Without a present cell, all jungle tiles in reading order.
        """
        session = self._table.session
        if not session or not (cells := _tiles(session)):
            return
        at = cells.index(self._last) + 1 if self._last in cells else 0
        self._last = cells[at % len(cells)]
        self._notices.answer(view.answer(session, self._table.overlays, self._last))
        self._table.page.focus(view.RULES)


def _tiles(session: Session) -> list[Cell]:
    """The jungle tiles beside the present cell; all of them if there are none."""
    jungle, here = session.shown.jungle, session.choice.shown
    beside = [cell for cell in NEIGHBOURS[here] if cell in jungle] if here else []
    return beside or [cell for cell, _code in sorted(jungle.items(), key=plane.reading_order)]
