"""Giving the seat of a lost device to a new one: the new device asks, and all others agree.

By a relay, a no is ``n=`` and the key of the new device, and ``&p=`` with a signature of the device
for the text before that (docs/relay.md, "New devices").
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cacao_core import CacaoError
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import ASK_SEAT, GIVE_SEAT
from cacao_web.features.together.links.outbox import Outbox
from cacao_web.features.together.model import dealer
from cacao_web.features.together.parting import giving_view
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

_MARK: Final = "n="
_ROLE: Final = "no"
"""The use for which a device signs, see ``Device.prove``."""
_REFUSED: Final = "seats-refused"
"""The slot of the new devices to which somebody here has said no."""
_MOST_REFUSED: Final = 20


class Giving:
    """Asks for a seat in the game on the page, or gives one there.

    Args:
        outbox: makes the link by which somebody is asked.
    """

    def __init__(self, shell: Shell, shared_games: SharedGames, outbox: Outbox) -> None:
        self._shell = shell
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._shared_games = shared_games
        self._outbox = outbox
        self._key = b""  # of the new device in the dialog
        self._is_carried = False  # whether the others are asked without a link

    # --- The new device --------------------------------------------------------------------------

    def show_seats(self) -> None:
        """Let a person who watches say which seat was theirs, or show what was asked."""
        if (session := self._dealt()) and dealer(session).device.asks_for:
            self._write(session)
        self._dialogs.show(ASK_SEAT)

    def seats_markup(self) -> Markup | None:
        session = self._dealt()
        if session is None:
            return None
        device = dealer(session).device
        return giving_view.ask(session, device, self._outbox.link, self._is_carried)

    def ask_for(self, seat: str) -> None:
        """Ask all who play for a seat."""
        session = self._dealt()
        if session and seat.isdecimal() and dealer(session).device.may_ask_for(Seat(seat)):
            dealer(session).device.ask_for(Seat(seat))
            self._write(session)
            self._shell.table.changed(None, automatic=False)
            self._dialogs.redraw(ASK_SEAT)

    def _write(self, session: Session) -> None:
        """Keep the game before it is asked, and ask."""
        if not self._shared_games.of(session).here.keep(session):
            raise CacaoError(session.reach.unsaved)
        self._is_carried = any(self._shared_games.of(session).ask(Carrier.asks, session))
        fragment = model.fragment(dealer(session).device.asking())
        self._outbox.address = self._shell.export.address(fragment)

    # --- The others ------------------------------------------------------------------------------

    def show(self, key: str) -> None:
        """Ask whether the person gives a seat to a new device."""
        self._key = bytes.fromhex(key)
        self._dialogs.show(GIVE_SEAT)

    def markup(self) -> Markup | None:
        session = self._dealt()
        asked = dealer(session).device.asked_for if session else ()
        request = next((one for one in asked if one.key == self._key and one.may_agree), None)
        return giving_view.give(session, request) if session and request else None

    def give(self) -> None:
        """Agree."""
        session = self._dealt()
        asked = dealer(session).device.asked_for if session else ()
        self._dialogs.close()
        if session and any(one.key == self._key and one.may_agree for one in asked):
            dealer(session).device.give(self._key)
            session.deal_fairly()
            self._shell.table.changed(None, automatic=False)

    def refuse(self) -> None:
        """Say no; whoever asks reads that, if there is a relay. The person may still agree."""
        session = self._dealt()
        self._dialogs.close()
        if session is None or not self._key:
            return
        key, device = self._key.hex(), dealer(session).device
        others = [one for one in self._shell.saves.kept(_REFUSED).split() if one != key]
        self._shell.saves.keep(_REFUSED, " ".join([*others, key][-_MOST_REFUSED:]))
        text = f"{_MARK}{key}"
        proof = device.prove(_ROLE, text.encode(), b"")
        self._shared_games.of(session).tell(Carrier.call, f"{text}&p={proof}")
        self.recall(session)
        self._shell.table.changed(None, automatic=False)

    def recall(self, session: Session) -> None:
        """The game is about to be shown: note to which new devices somebody here has said no."""
        device = dealer(session).device
        for key in self._shell.saves.kept(_REFUSED).split():
            _note(session, bytes.fromhex(key), device.seats)

    def heard(self, token: str, text: str) -> bool:
        """Take what lies beside a game; returns whether somebody has said no."""
        if not text.startswith(_MARK):
            return False
        body, _mark, proof = text.rpartition("&p=")
        session = self._shared_games.game(model.saved_as(token))
        if session is None:
            return True
        seats = dealer(session).device.proved_by(proof, _ROLE, body.encode(), b"")
        with suppress(ValueError):
            _note(session, bytes.fromhex(body.removeprefix(_MARK)), seats)
        self._shared_games.of(session).here.draw()
        return True

    def _dealt(self) -> Session | None:
        session = self._games.session
        return session if session and session.dealer else None


def _note(session: Session, key: bytes, seats: tuple[Seat, ...]) -> None:
    """Note in a game who has said no to a new device."""
    refused = session.reach.refused_by
    both = {*refused.get(key, ()), *seats}
    session.reach.refused_by = refused | ({key: tuple(sorted(both))} if both else {})
