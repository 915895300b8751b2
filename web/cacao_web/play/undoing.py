"""Taking back what was played, and playing it again."""

from __future__ import annotations

from cacao_web.board.regions import tray
from cacao_web.game.session import Session
from cacao_web.play.events import Events
from cacao_web.play.table import Table
from cacao_web.ui.i18n import _


def undo(table: Table, _value: str = "") -> None:
    """Undo the last placement with all that followed from it; else say why not."""
    session = table.session
    if session is None:
        return
    if not session.can_undo:
        table.notices.tell(_why_not(session))
        return
    session.undo()
    table.changed(None, automatic=False)
    if session.turns_undone > 1:
        table.tell(Events.taken_back, session)


def redo(table: Table, _value: str = "") -> None:
    """Play again what was undone last."""
    if table.session and table.session.can_redo:
        table.session.redo()
        table.changed(None, automatic=False)


def _why_not(session: Session) -> str:
    """The reason why nothing can be taken back now."""
    if session.game.is_over or not session.deciding:
        return tray.call(session)
    if not session.record.moves:
        return _("Nothing has been placed yet.")
    if session.is_contest or session.mode.guides or len(session.persons) > 1:
        return _("Your last turn cannot be taken back: new tiles have been drawn since.")
    return _("Your last turn cannot be taken back: new tiles have been drawn since. To take back "
             "whole turns as well, allow it when you start a game.")  # fmt: skip
