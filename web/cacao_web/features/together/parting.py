"""A game that does not go on: reminding somebody, ending it with the others, and resigning."""

from __future__ import annotations

from collections.abc import Callable

from cacao_core.fair import Device
from cacao_web.features.together import parting_view
from cacao_web.features.together.dialogs import END_GAME, RESIGN
from cacao_web.features.together.model import dealer
from cacao_web.features.together.outbox import Outbox
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup


class Parting:
    """Ends the game on the page, or leaves it.

    Args:
        shell: the parts of the page.
        outbox: copies what reminds somebody.
    """

    def __init__(self, shell: Shell, outbox: Outbox) -> None:
        self._games = shell.games
        self._table = shell.table
        self._dialogs = shell.dialogs
        self._outbox = outbox

    def remind(self) -> None:
        """Copy a sentence for whoever has to go on, with a link that opens the game there."""
        if session := self._dealt():
            self._outbox.remind(session)

    def ask_end(self) -> None:
        """Ask whether the person wants to end the game, because somebody is silent."""
        self._dialogs.show(END_GAME)

    def end_markup(self) -> Markup | None:
        session = self._dealt()
        return parting_view.end(session) if session and session.reach.silent else None

    def ask_resign(self) -> None:
        """Ask whether the person wants to leave the game."""
        self._dialogs.show(RESIGN)

    def resign_markup(self) -> Markup | None:
        session = self._dealt()
        may = session is not None and dealer(session).device.may_leave
        return parting_view.resign(session) if session and may else None

    def end(self) -> None:
        """Agree to end the game."""
        if (session := self._dealt()) and session.reach.silent:
            self._say(session, Device.end)

    def resign(self) -> None:
        """Leave the game."""
        if (session := self._dealt()) and dealer(session).device.may_leave:
            self._say(session, Device.leave)

    def stay(self) -> None:
        """Play on after all."""
        if (session := self._dealt()) and not dealer(session).device.is_ended:
            self._say(session, Device.stay)

    def _say(self, session: Session, wish: Callable[[Device], None]) -> None:
        """Sign something about the end of the game, and tell the others."""
        wish(dealer(session).device)
        session.deal_fairly()
        self._dialogs.close()
        self._table.changed(None, automatic=False)

    def _dealt(self) -> Session | None:
        session = self._games.session
        return session if session and session.dealer else None
