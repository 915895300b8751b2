"""One game with its direct connections: what comes through them, and who is at the other end."""

from __future__ import annotations

from typing import Final

from cacao_core import BadLink
from cacao_core.fair import Cheating, Device
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.browser.live import Signal, is_stun
from cacao_web.features.together.carrier import Carrier, CarrierView
from cacao_web.features.together.direct.offers import Offers
from cacao_web.features.together.direct.room import Peer, Room, RoomEvents
from cacao_web.features.together.direct.spares import Spares
from cacao_web.features.together.model import Opened, dealer
from cacao_web.features.together.shared_game import SharedGame
from cacao_web.game.matches import rounds
from cacao_web.game.session import Session
from cacao_web.game.texts import people

_SCHEMES: Final = ("stun:", "stuns:", "turn:", "turns:")
"""The beginnings of servers' addresses; only the first two are used."""


class DirectCarrier(Carrier, RoomEvents):
    """The work of a game with its connections. They stay while other games or screens are shown.

    Args:
        device: this device's part in it.
    """

    with_watchers = False

    def __init__(self, game: SharedGame, device: Device) -> None:
        live = game.tab.support.live
        self._game = game
        self._shell, self._events = game.tab.shell, game.tab.events
        self._seats = device.seats
        self._sent = ""  # the newest message that may leave
        self.room = Room(device.seats, device.host_seats, self)
        self.offers = Offers(self.room, live, self._servers)
        tasks = self._shell.tasks
        self.spares = Spares(self.room, live, device.token, tasks, self._servers)

    def _servers(self) -> tuple[str, ...]:
        """The STUN servers of the settings as they are now, or those of the site."""
        wanted = self._shell.preferences.settings.servers.split()
        addresses = [one if one.startswith(_SCHEMES) else f"stun:{one}" for one in wanted]
        return tuple(filter(is_stun, addresses)) or self._game.tab.support.live.servers

    # --- What the game asks ----------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        self.spares.begin(dealer(session).device)

    def adopt(self, session: Session, earlier: Carrier) -> bool:
        """The devices at the other end get the newest message of this game."""
        if not isinstance(earlier, DirectCarrier) or not earlier.is_connected:
            return False
        self.room.adopt_peers(earlier.room)
        device = dealer(session).device
        device.message()
        if self._game.here.keep(session):
            self._game.kept(session)
        if not device.is_host:  # it has joined by what it has just sent; the host answers
            for peer in self.room.peers:
                self._prove(device, peer)
        return True

    def wake(self, is_asked: bool = False) -> None:
        self.spares.wake()

    def end(self) -> None:
        self.room.close()
        self.spares.close()

    def leave(self, unheard: Session | None, is_told: bool) -> None:
        if is_told:
            self.room.send("left", self._seats[0])
        self.end()
        self._shell.tasks.run(self.spares.forget())

    @property
    def is_on(self) -> bool:
        return self.room.is_open

    @property
    def is_connected(self) -> bool:
        return self.room.is_open

    def send(self, session: Session) -> None:
        if message := dealer(session).device.message() if self.is_on else "":
            self._sent = message
            self._spread()

    def _spread(self) -> None:
        """Send the newest message to whoever needs it and does not have it."""
        for peer in self.room.addressed():
            if self._sent and peer.sent != self._sent and peer.signal is Signal.OPEN:
                peer.sent = self._sent
                self.room.send("fair", self._sent, [peer])

    def show(self, kind: str, content: object) -> None:
        self.room.send(kind, content)

    def changed(self, session: Session) -> None:
        self.room.tell_where(session.reach.presence)

    def look(self, session: Session) -> CarrierView:
        return CarrierView(self.room.live())

    def returning(self) -> frozenset[Seat]:
        return self.spares.returning()

    def asks_again(self, session: Session) -> bool:
        if not self.is_connected or dealer(session).device.is_host:
            return False
        self.show("again", session.persons[0])
        host = session.said(dealer(session).device.host_seats[:1])
        self._game.contact.say(people.asked_for_rematch(host, rounds.goes_on(session)))
        return True

    async def offer(self, seat: Seat) -> str:
        return await self.offers.offer(seat)

    async def answer(self, opened: Opened) -> str:
        text = await self.offers.answer(opened.offer) if opened.offer else ""
        if text:
            contact = self._game.contact
            contact.answered, contact.answered_at = text, self._shell.games.now
        return text

    async def take(self, opened: Opened) -> bool:
        return bool(opened.answer) and await self.offers.take(opened.answer)

    # --- What comes through the connections ------------------------------------------------------

    def fair(self, peer: Peer, message: str) -> None:
        try:
            if model.token_in(message) != self._game.token:
                if self.room.allows(peer, "told"):
                    self._events.invited(self._game.token, message)
            elif not self._game.take_in(message, is_welcome=not peer.has_joined):
                self.room.allows(peer, "known")
            peer.has_joined = True
        except (BadLink, Cheating) as error:
            self._shell.page.report(f"message: {error}")
            self.room.allows(peer, "refused")

    def _prove(self, device: Device, peer: Peer) -> None:
        """Let the other end know which device this is."""
        assert peer.connection, "it is open"
        peer.has_proof = True
        self.room.send("proves", device.prove(*peer.connection.ends), [peer])

    def proved(self, peer: Peer, proof: str) -> None:
        session = self._game.any_game()
        if session is None or peer.connection is None:
            return
        device, (role, own, other) = dealer(session).device, peer.connection.ends
        seats = device.proved_by(proof, "answer" if role == "offer" else "offer", other, own)
        if seats and not peer.has_proof:
            self._prove(device, peer)  # first: who is not proved says nothing
        was_known = bool(peer.seats)
        self.room.seat(peer, seats)
        if peer.seats and not was_known:
            self._game.contact.returned(peer.seats)
            self.spares.exchange(peer.seats[0], peer)

    def opened(self, peer: Peer) -> None:
        """A connection is open: tell the other device everything."""
        if not peer.is_proved:
            self._shell.tasks.run(self.room.await_proof(peer))
        shown, session = self._game.here.shown(), self._game.any_game()
        if session is None:
            return
        device = dealer(session).device
        device.message()
        if self._game.here.keep(session):
            self._sent = peer.sent = device.message()
            self.room.send("fair", self._sent, [peer])
            self._prove(device, peer)
            self.room.tell_where(self._game.where(session))
        else:
            self._sent = ""  # the next message will have everything for everybody
        if shown:
            self._game.contact.made()
            self._events.connected()

    def moved(self) -> None:
        session = self._game.here.shown()
        self._spread()
        self.spares.look(dealer(session).device if session else None)
        self._game.changed()

    def unreachable(self) -> None:
        """An invitation was answered, but the devices do not reach each other."""
        self._game.contact.failed(bool(self._servers()))

    def flooded(self, seats: tuple[Seat, ...]) -> None:
        if session := self._game.any_game():
            self._game.contact.flooded(session, seats)

    def unproved(self) -> None:
        if session := self._game.any_game():
            self._game.contact.unproved(session)

    def departed(self, seat: Seat) -> None:
        session = self._game.any_game()
        if session and seat < len(session.sitters):
            seats = model.device_of(dealer(session).device, seat)
            self._game.contact.departed(session, seats)

    def asked_again(self, seat: Seat) -> None:
        session = self._game.here.shown()
        if session and seat < len(session.sitters):
            sentence = people.wanting_rematch(session.said([seat]), rounds.goes_on(session))
            self._shell.notices.tell(sentence)

    def spare_offered(self, seat: Seat, offer: str) -> None:
        self.spares.offered(seat, offer)

    def spare_answered(self, seat: Seat, answer: str) -> None:
        self.spares.answered(seat, answer)

    def shown(self, seat: Seat, notation: str) -> None:
        self._game.gestures.shown(seat, notation)

    def said(self, seat: Seat, remark: int) -> None:
        self._game.gestures.said(seat, remark)
