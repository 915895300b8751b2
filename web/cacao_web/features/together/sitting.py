"""A game with other devices while this tab has it: its connections, and what goes through them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from cacao_core import BadLink, CacaoError
from cacao_core.fair import Cheating, Device
from cacao_core.tiles import Seat
from cacao_web.browser.live import Live, Offered
from cacao_web.features.together import model
from cacao_web.features.together.contact import Contact
from cacao_web.features.together.front import Front
from cacao_web.features.together.gestures import Gestures
from cacao_web.features.together.room import Peer, Room
from cacao_web.game.dealer import Dealer
from cacao_web.game.session import Session
from cacao_web.saves.saves import Overtaken
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _

_NO_OFFER: Final = ""


class Tab(NamedTuple):
    """What all games with other devices share in this tab."""

    shell: Shell
    live: Live
    front: Front  # shows people what happens
    sittings: dict[str, Sitting]  # the games, by token


class _Offer(NamedTuple):
    """An offer, and what its connection belongs to."""

    peer: Peer
    offered: Offered


class _Wish(NamedTuple):
    """What an offer is made for."""

    seat: Seat
    servers: tuple[str, ...]  # STUN servers that help


class Sitting(Room):
    """The live part of one game. It stays while other games or screens are shown.

    Args:
        tab: what all of them share.
        device: this device's part in the game.
        servers: gives the addresses of STUN servers, which may change.
    """

    def __init__(self, tab: Tab, device: Device, servers: Callable[[], tuple[str, ...]]) -> None:
        super().__init__(device.seats, device.is_host)
        self._tab = tab
        self._shell = tab.shell
        self._token = device.token
        self._live = tab.live
        self._servers = servers
        self._offered: dict[_Wish, asyncio.Future[_Offer | None]] = {}  # until it is answered
        self._invited: list[Seat] = []  # by a program
        self._sent = ""
        self._findings = 0  # how many there were before the newest message
        self._knew_draw = bool(device.fingerprint)
        self.contact = Contact(tab.shell, self._shown_game)
        self.gestures = Gestures(tab.shell, self.send, self._shown_game)

    # --- Invitations ----------------------------------------------------------------------------

    async def offer(self, seat: Seat) -> str:
        """The offer for whoever takes a seat; the same again until it is answered.

        With other servers it is another one. The earlier one may still be answered.

        Returns:
            Its text; empty if the browser cannot connect to others.
        """
        if not self._live.is_possible:
            return _NO_OFFER
        wish = _Wish(seat, self._servers())
        if wish not in self._offered:
            self._offered[wish] = asyncio.ensure_future(self._make_offer(wish.servers))
        made = await self._offered[wish]
        if made is None:
            self._offered.pop(wish, None)  # several may have been waiting for it
        return made.offered.text if made else _NO_OFFER

    async def _make_offer(self, servers: tuple[str, ...]) -> _Offer | None:
        peer = self.peer()
        try:
            offered = await self._live.offer(peer, servers)
        except CacaoError:
            self.drop(peer)
            return None
        peer.connection = offered.connection
        return _Offer(peer, offered)

    async def answer(self, offer: str) -> str:
        """Accept an offer; the text for the device that has made it, empty if it cannot be.

        Raises:
            CacaoError: the offer is damaged, or the browser does not allow it.
        """
        if not self._live.is_possible:
            return _NO_OFFER
        peer = self.peer()
        try:
            answered = await self._live.answer(offer, peer, self._servers())
        except CacaoError:
            self.drop(peer)
            raise
        peer.connection = answered.connection
        self.contact.answered, self.contact.answered_at = answered.text, self._shell.games.now
        return answered.text

    async def take(self, answer: str) -> bool:
        """Take the answer to one of the offers; returns whether it fits one."""
        for wish, making in tuple(self._offered.items()):
            made = await making
            if made is None:
                continue
            try:
                await made.offered.take(answer)
            except CacaoError:
                continue
            self._offered.pop(wish, None)
            return True
        return False

    def next_seat(self, device: Device) -> Seat | None:
        """Whom a program invites next: each seat once, before any is invited again."""
        open_seats = self.open_seats(device)
        fresh = [seat for seat in open_seats if seat not in self._invited]
        seat = next(iter(fresh or open_seats), None)
        if seat is not None:
            self._invited = [*self._invited, seat] if fresh else [seat]
        return seat

    def open_seats(self, device: Device) -> list[Seat]:
        """The seats that an invitation may be for: one for each device that is not connected."""
        live = self.live()
        found: list[Seat] = []
        for seat in range(device.players):
            first = model.device_of(device, seat)[0]
            own = seat in device.seats or first != seat
            passed_on = not device.is_host and seat not in device.host_seats
            if not own and not passed_on and seat not in live:
                found.append(seat)
        return found

    # --- The game on the page has changed ---------------------------------------------------------

    def entered(self, session: Session) -> None:
        """The game is about to be shown."""
        self.gestures.forget()
        self._look_around(session)
        self._tell_draw(session)
        session.since = session.since or self._shell.games.now
        self.contact.begin(session)

    def _look_around(self, session: Session) -> None:
        """Find out where everybody is."""
        session.presence = model.presence(dealer(session).device, self.live())
        session.answering = bool(self.contact.answered)

    def depart(self) -> None:
        """This device deletes the game: tell those who are connected."""
        self.send("left", self._seats[0])
        self.close()

    def decided(self, session: Session) -> None:
        """Let the decisions leave if somebody is connected; the device must be kept after that."""
        self._prepare(dealer(session).device)
        self._look_around(session)
        self.contact.time(session)
        session.distant = None
        self.gestures.forget()

    def _prepare(self, device: Device) -> None:
        if self.is_open:
            device.message()

    def kept(self, session: Session) -> None:
        """The device has been kept: send news to everybody who is connected."""
        if session is self._shown_game():
            self._tell_draw(session)
        message = dealer(session).device.message() if self.is_open else ""
        if message and message != self._sent:
            self._sent = message
            self.send("fair", message)

    def _tell_draw(self, session: Session) -> None:
        """Once, after the first draw: the characters that people at three devices can compare."""
        device = dealer(session).device
        if device.fingerprint and not self._knew_draw:
            self._knew_draw = True
            if len(device.devices) > 2:
                self._tab.front.drawn(device.fingerprint)

    def keep(self, session: Session) -> bool:
        """Save the game now; returns whether it is stored, so that messages may leave."""
        games = self._shell.games
        if session is games.session:
            return self._shell.table.keep()
        try:
            games.saves.save(session, games.now)
        except Overtaken:
            return False
        return games.saves.is_stored(session.id)

    def settle(self, session: Session) -> None:
        """Play what needs no person here: then it is in the next message, and none follows."""
        if session is self._shell.games.session:
            self._shell.table.settle()

    def adopt(self, session: Session, earlier: Sitting) -> None:
        """Take over the connections of an earlier game of the same people.

        The devices at the other end get the newest message of this game.
        """
        self.adopt_peers(earlier)
        device = dealer(session).device
        device.message()
        if self.keep(session):
            self.kept(session)
        if not device.is_host:  # it has joined by what it has just sent; the host answers
            for peer in self.peers:
                self._prove(device, peer)

    # --- Something comes through a connection -----------------------------------------------------

    def _shown_game(self) -> Session | None:
        """The game, if it is on the page."""
        session = self._shell.games.session
        return session if session and is_dealt(session, self._token) else None

    def _saved_game(self) -> Session | None:
        """The game, if it is not on the page; the connections end if it is not here any more."""
        try:
            return self._shell.saves.load(model.saved_as(self._token)).session
        except CacaoError:
            if self._tab.sittings.get(self._token) is self:
                del self._tab.sittings[self._token]
                self.close()
            return None

    def fair(self, peer: Peer, message: str) -> None:
        session = self._shown_game()
        try:
            if model.token_in(message) != self._token:
                if self.allows(peer, "told"):
                    self._tab.front.invited(self._token, message)
            elif not self._receive(session, message):
                self.allows(peer, "known")
        except (BadLink, Cheating) as error:
            self._shell.page.report(f"message: {error}")
            if isinstance(error, Cheating) and session:
                self._tell_finding(session, error)
            self.allows(peer, "refused")

    def _receive(self, session: Session | None, message: str) -> bool:
        """Take a message in; returns whether anything in it is new."""
        self._findings = len(dealer(session).device.cheats) if session else 0
        return self._shell.table.receive(message) if session else self._receive_unseen(message)

    def _tell_finding(self, session: Session, found: Cheating) -> None:
        """Tell of something that no honest device signs; the same again is not told again."""
        if len(dealer(session).device.cheats) > self._findings:
            self.keep(session)
            self._tab.front.cheated(model.cheating(found, session))

    def _prove(self, device: Device, peer: Peer) -> None:
        """Let the other end know which device this is."""
        assert peer.connection, "it is open"
        peer.has_proof = True
        self.send("proves", device.prove(*peer.connection.ends), [peer])

    def proved(self, peer: Peer, proof: str) -> None:
        session = self._shown_game() or self._saved_game()
        if session is None or peer.connection is None:
            return
        device, (role, own, other) = dealer(session).device, peer.connection.ends
        seats = device.proved_by(proof, "answer" if role == "offer" else "offer", other, own)
        if seats and not peer.has_proof:
            self._prove(device, peer)  # first: who is not proved says nothing
        self.seat(peer, seats)

    def _receive_unseen(self, message: str) -> bool:
        """A message for the game while it is not on the page; returns whether it is new."""
        session = self._saved_game()
        if session is None:
            return False
        self.contact.begin(session)
        if not session.receive(message):
            return False
        self.contact.time(session)
        self._prepare(dealer(session).device)
        if not self.keep(session):
            told = _("{title} waits: it cannot be saved.").format(title=session.title)
            self._shell.notices.tell(told)
            return True
        self.kept(session)
        if session.deciding:
            self._shell.notices.tell(_("It is your turn: {title}").format(title=session.title))
        return True

    def opened(self, peer: Peer) -> None:
        """A connection is open: tell the other device everything."""
        if not peer.is_proved:
            self._shell.tasks.run(self.await_proof(peer))
        shown = self._shown_game()
        session = shown or self._saved_game()
        if session is None:
            return
        device = dealer(session).device
        device.message()
        if self.keep(session):
            self.send("fair", device.message(), [peer])
            self._prove(device, peer)
            self.tell_where(model.presence(device, self.live()))
        else:
            self._sent = ""  # the next message will have everything for everybody
        if shown:
            self.contact.made()
            self._tab.front.connected()

    def moved(self) -> None:
        session = self._shown_game()
        if session is None:
            return
        before = session.presence
        self._look_around(session)
        self.contact.time(session)
        self.tell_where(session.presence)
        self.contact.lost(session, before)
        self._shell.table.drawing.waiting()
        self._live.stay_awake(session.is_live and not session.game.is_over)
        self._tab.front.moved(session)

    def unreachable(self) -> None:
        """An invitation was answered, but the devices do not reach each other."""
        self.contact.failed(bool(self._servers()))

    def flooded(self, seats: tuple[Seat, ...]) -> None:
        session = self._shown_game() or self._saved_game()
        if session:
            self.contact.flooded(session, seats)

    def unproved(self) -> None:
        session = self._shown_game() or self._saved_game()
        if session:
            self.contact.unproved(session)

    def departed(self, seat: Seat) -> None:
        session = self._shown_game() or self._saved_game()
        if session and seat < len(session.sitters):
            self.contact.departed(session, model.device_of(dealer(session).device, seat))

    def asked_again(self, seat: Seat) -> None:
        session = self._shown_game()
        if session and seat < len(session.sitters):
            told = _("{name} would like a rematch.").format(name=session.sitters[seat].said)
            self._shell.notices.tell(told)

    def shown(self, seat: Seat, notation: str) -> None:
        self.gestures.shown(seat, notation)

    def said(self, seat: Seat, remark: int) -> None:
        self.gestures.said(seat, remark)


def is_dealt(session: Session, token: str) -> bool:
    """Whether a session is the game of a token."""
    return session.dealer is not None and session.dealer.token == token


def dealer(session: Session) -> Dealer:
    """The dealer of a game with other devices."""
    assert session.dealer is not None, "a game with other devices"
    return session.dealer
