"""A game that does not go on: reminding somebody, ending it with the others, and resigning."""

from __future__ import annotations

from collections.abc import Callable

from cacao_core.fair import Device
from cacao_web.board.forms.level import level_of
from cacao_web.features.together.dialogs import END_GAME, RESIGN
from cacao_web.features.together.links.outbox import Outbox
from cacao_web.features.together.model import dealer
from cacao_web.features.together.parting import parting_view
from cacao_web.game.origin import About
from cacao_web.game.players import COMPUTER
from cacao_web.game.session import Session
from cacao_web.saves.saves import new_id
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup


class Parting:
    """Ends the game on the page, or leaves it.

    Args:
        outbox: copies what reminds somebody.
    """

    def __init__(self, shell: Shell, outbox: Outbox) -> None:
        self._games = shell.games
        self._table = shell.table
        self._dialogs = shell.dialogs
        self._outbox = outbox
        self._level = COMPUTER  # of computers that play on

    def remind(self) -> None:
        """Copy a sentence for whoever has to go on, with a link that opens the game there."""
        if session := self._dealt():
            self._outbox.remind(session)

    def ask_end(self) -> None:
        """Ask whether the person wants to end the game, because somebody is silent."""
        self._dialogs.show(END_GAME)

    def end_markup(self) -> Markup | None:
        session = self._dealt()
        return parting_view.end(session, self._level) if session and session.reach.silent else None

    def choose(self, name: str, value: str) -> None:
        """A field of that dialog was changed."""
        if name == parting_view.LEVEL and (level := level_of(value)):
            self._level = level
            self._dialogs.redraw()

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

    def stand_in(self) -> None:
        """Agree that a computer plays on for somebody who is silent."""
        session = self._dealt()
        if session and session.reach.silent and dealer(session).device.may_pass_on:
            dealer(session).level = self._level
            self._say(session, Device.pass_on)

    def go_alone(self) -> None:
        """Go on in a copy, in which computers play for all others.

        Of two devices, the one that is left ends the game itself.
        """
        session = self._dealt()
        device = dealer(session).device if session else None
        if session is None or device is None or session.game.is_over:
            return
        has_agreed = set(device.passed_by) & set(device.seats)
        if not (session.reach.silent or device.is_ended or has_agreed):
            return
        if device.may_end and len(device.devices) == 2:
            self._say(session, Device.end)
        self._dialogs.close()
        sitters = tuple(
            sitter._replace(kind=self._level) if sitter.is_elsewhere else sitter
            for sitter in session.sitters
        )
        copy = Session(new_id(), device.record(), sitters, session.options)
        self._games.begin(copy, About(replayed=True))

    def resign(self) -> None:
        if (session := self._dealt()) and dealer(session).device.may_leave:
            self._say(session, Device.leave)

    def stay(self) -> None:
        """Play on after all."""
        session = self._dealt()
        device = dealer(session).device if session else None
        if session and device and not (device.is_ended or device.has_passed_on):
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
