"""Saving the game at the table after every change; its link in the address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.play.drawing import Drawing
from cacao_web.play.events import Events, Tell
from cacao_web.play.notices import Notices
from cacao_web.saves.saves import Overtaken, Refusal, Saves
from cacao_web.ui.i18n import _


def fragment(session: Session) -> str:
    """The fragment of a game's link."""
    if session.mode.guides:
        return session.mode.fragment  # not of this game, but of a new one like it
    if session.dealer and session.dealer.is_open:
        return link.own_fragment(session.dealer.token)  # nothing hidden is in the address
    return link.fragment(session.record, session.alone)


class Keeping:
    """Saves games.

    Args:
        drawing: the address of the game that is shown gets its link.
        notices: tell if the browser refuses that.
        tell: tells of it.
    """

    def __init__(self, drawing: Drawing, saves: Saves, notices: Notices, tell: Tell) -> None:
        self._drawing = drawing
        self._page = drawing.page
        self._saves = saves
        self._notices = notices
        self._tell = tell
        self.opening = False  # whether a game is being shown that may be saved already

    def keep(self, session: Session) -> bool:
        """Save the game, and put its link into the address if it is still shown.

        What is only tried is not saved.

        Returns:
            False if another tab has saved it since.
        """
        if session.mode.is_trial:
            self._show_address(session)
            return True
        try:
            self._saves.save(session, self._page.now())
        except Overtaken as overtaken:
            self._tell(Events.overtaken, session, overtaken.stored)
            return False
        self._tell(Events.saved, session)
        if session.dealer is None:  # else it waits, and says so in its tray
            self._notices.saved()
        self._show_address(session)
        return True

    def keep_dealt(self, session: Session) -> None:
        """Save a game with other devices at once, because messages leave after that.

        If it is as it was saved, another tab may have it.
        """
        saves, id = self._saves, session.id
        if self.opening and saves.is_known(id) and saves.is_stored(id):
            self._show_address(session)
            return
        self._tell(Events.decided, session)
        if self.keep_dealer(session):
            self._tell(Events.kept, session)

    def keep_dealer(self, session: Session) -> bool:
        """Save a game with other devices; returns whether it is stored, so messages may leave.

        What was said and then forgotten in a reload would look like cheating.
        """
        if not self.keep(session):
            return False
        session.reach.unsaved = ""
        if not self._saves.is_stored(session.id):
            session.reach.unsaved = _WAITS[self._saves.refused or Refusal.FULL]()
            session.onward.coming = None
        return not session.reach.unsaved

    def _show_address(self, session: Session) -> None:
        if session is self._drawing.session:
            self._page.set_fragment(fragment(session), session.id)


_WAITS: Final[dict[Refusal, Callable[[], str]]] = {
    Refusal.FULL: lambda: _(
        "There is no room left to save this game: it waits. Delete old games, then try again."
    ),
    Refusal.BLOCKED: lambda: _(
        "This browser does not let the page save: the game waits. Allow it, then try again."
    ),
}
