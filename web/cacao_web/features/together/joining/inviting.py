"""Inviting people at other devices: everybody by one link through a relay, or seat by seat."""

from __future__ import annotations

from typing import Final

from cacao_core import CacaoError
from cacao_core.tiles import Seat
from cacao_web.features.together import model, view
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import INVITE, REPLY, SEND_ON
from cacao_web.features.together.joining import applying
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import dealer
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

NEXT: Final = "next"
"""Instead of a seat: the next one, without the relay."""


class Inviting:
    """The dialog with the invitation."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, self._outbox, _beginning, _events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._seat: Seat | None = None  # who is invited; None for everybody, by the relay
        self._invited: list[Seat] = []  # by a program: each seat once, before any again
        self.pasted = ""

    # --- Inviting --------------------------------------------------------------------------------

    def invite(self, session: Session, seat: str) -> None:
        """Show the invitation for a seat, or for the next one; with a relay, for everybody.

        Raises:
            CacaoError: nobody can be invited; a sentence.
        """
        if session.reach.unsaved:
            raise CacaoError(session.reach.unsaved)
        self._outbox.address, self.pasted = "", ""
        if not seat and (address := self._outbox.to_everybody(session)):
            self._seat, self._outbox.address = None, address
            self._dialogs.show(INVITE)
            return
        device, open_seats = dealer(session).device, self._open_seats(session)
        chosen = int(seat) if seat.isdigit() else next(iter(open_seats), None)
        if chosen is None or not 0 <= chosen < device.players:
            raise CacaoError(_("Everybody is connected."))
        self._seat = chosen
        self._dialogs.show(INVITE)
        self._shell.tasks.run(self._outbox.quietly(self._offered(session, chosen)))

    async def _offered(self, session: Session, seat: Seat) -> str:
        """The address that invites to a seat; the dialog with it is drawn again."""
        offer = "".join(await self._shared_games.of(session).work(Carrier.offer, seat))
        address = self._outbox.written(session, seat, offer)
        is_shown = session is self._games.session and self._dialogs.open == INVITE
        if is_shown and seat == self._seat:
            self._outbox.address = address
            self._dialogs.redraw(INVITE)
        return address

    async def by_program(self, session: Session) -> str:
        """The address that a program gets; who joins by it is seated at once.

        Raises:
            CacaoError: nobody can be invited; a sentence.
        """
        if address := self._outbox.to_everybody(session):
            shared = self._shared_games.of(session)
            shared.applicants.seats_all = True
            await shared.work(Carrier.lies_there)
            return address
        open_seats = self._open_seats(session)
        fresh = [seat for seat in open_seats if seat not in self._invited]
        seat = next(iter(fresh or open_seats), None)
        if seat is None:
            raise CacaoError(_("Everybody is connected."))
        self._invited = [*self._invited, seat] if fresh else [seat]
        return await self._offered(session, seat)

    def _open_seats(self, session: Session) -> list[Seat]:
        """The seats that an invitation may be for: one for each device that is not connected.

        Seats that nobody has taken come first.
        """
        device, where = dealer(session).device, self._shared_games.of(session).where(session)
        seats: list[Seat] = []
        for seat in range(device.players):
            own = seat in device.seats or model.device_of(device, seat)[0] != seat
            passed_on = not device.is_host and seat not in device.host_seats
            if not (own or passed_on or where[seat].is_live):
                seats.append(seat)
        return sorted(seats, key=lambda seat: seat not in device.free_seats)

    def markup(self, session: Session) -> Markup | None:
        shared, link = self._shared_games.of(session), self._outbox.link
        waiting = applying.waiting(shared.applicants)
        if self._seat is None:
            return shared.first(Carrier.invitation, session)[0].invite(session, link, waiting)
        seats, tile = self._open_seats(session), self._shared_games.shows_tile
        return view.invite(session, self._seat, seats, link, tile, waiting)

    def choose(self, name: str, value: str) -> None:
        """A field of the dialog was changed, or of that with the next link."""
        if name == "ghost":
            self._shared_games.shows_tile = value == "on"
        elif name == "answer":
            self.pasted = value

    def seat_guest(self, session: Session, key: str, wanted: bool) -> None:
        """Seat somebody who wants to join, or do not.

        Raises:
            CacaoError: the seat was given to somebody else; a sentence.
        """
        shared = self._shared_games.of(session)
        was_crowded = shared.applicants.is_crowded
        try:
            if wanted:
                shared.applicants.accept(bytes.fromhex(key))
            elif game := shared.applicants.refuse(bytes.fromhex(key)):
                shared.kept(game)
        finally:
            shared.tell(Carrier.answered, was_crowded)
            self._dialogs.redraw(INVITE)

    # --- What happens meanwhile ------------------------------------------------------------------

    def asked(self, session: Session) -> None:
        """Somebody wants to join: the dialog says so, unless another one is open."""
        if self._dialogs.open == INVITE:
            self._dialogs.redraw(INVITE)
        elif not self._dialogs.open:
            self.invite(session, "")

    def joined(self, session: Session) -> None:
        """An answer was opened here: the connection opens in a moment, or never."""
        free = dealer(session).device.free_seats
        if self._dialogs.open == INVITE and free:
            self.invite(session, "" if self._seat is None else str(free[0]))
        elif self._dialogs.open in (INVITE, SEND_ON, REPLY):
            self._dialogs.close()

    def moved(self, session: Session) -> None:
        """Somebody has come or gone: close the invitation, or show the next one."""
        if self._dialogs.open != INVITE:
            return
        if self._seat is None and session.mode.is_joining:
            self._dialogs.redraw(INVITE)
            return
        seats = self._open_seats(session)
        if not seats or self._seat is None:
            self._dialogs.close()
        elif self._seat in seats:
            self._dialogs.redraw(INVITE)
        else:
            self.invite(session, NEXT)
