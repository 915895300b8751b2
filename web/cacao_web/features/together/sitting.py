"""A game with other devices while this tab has it: its connections, and what goes through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cacao_core import BadLink, CacaoError, fair
from cacao_core.fair import Cheating, Device
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.applicants import Applicants
from cacao_web.features.together.browser import Support
from cacao_web.features.together.browser.live import Signal
from cacao_web.features.together.contact import Contact
from cacao_web.features.together.front import Front
from cacao_web.features.together.gestures import Gestures
from cacao_web.features.together.model import dealer, is_dealt
from cacao_web.features.together.offers import Offers
from cacao_web.features.together.relay.relayed import RelayCarrier, is_handed_on
from cacao_web.features.together.room import Peer
from cacao_web.features.together.spares import Spares
from cacao_web.game.session import Session
from cacao_web.saves.saves import Overtaken
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _


class Tab(NamedTuple):
    """The objects that all games with other devices share in this tab."""

    shell: Shell
    support: Support
    browser: bytes  # tells this browser from others of the same person
    front: Front  # shows people what happens
    sittings: dict[str, Sitting]  # the games, by token


class Sitting(Offers):
    """The live part of one game. It stays while other games or screens are shown.

    Args:
        tab: what all of them share.
        device: this device's part in the game.
        servers: gives the addresses of STUN servers, which may change.
    """

    def __init__(self, tab: Tab, device: Device, servers: Callable[[], tuple[str, ...]]) -> None:
        super().__init__(device, tab.support.live, servers)
        self._tab = tab
        self._shell = tab.shell
        self._token = device.token
        self._sent = ""  # the newest message that may leave
        self._findings = 0  # how many there were before the newest message
        self._knew_draw = bool(device.fingerprint)
        self.contact = Contact(tab.shell, self.shown_game)
        self.gestures = Gestures(tab.shell, self.send, self.shown_game)
        self.spares = Spares(self, tab.support.live, device.token, servers, tab.shell.tasks.run)
        self.applicants = Applicants(tab.front, self)
        self.relayed = RelayCarrier(tab.shell, tab.support, tab.browser, tab.front, self)

    async def answer(self, offer: str) -> str:
        text = await super().answer(offer)
        if text:
            self.contact.answered, self.contact.answered_at = text, self._shell.games.now
        return text

    # --- The game on the page has changed ---------------------------------------------------------

    def entered(self, session: Session) -> None:
        """The game is about to be shown."""
        self.gestures.forget()
        self.applicants.recall(session)
        self.look_around(session)
        self._tell_draw(session)
        session.since = session.since or self._shell.games.now
        self.contact.begin(session)

    def look_around(self, session: Session) -> None:
        """Find out where everybody is."""
        device = dealer(session).device
        session.presence = model.presence(device, self.relayed.where(device) | self.live())
        self.relayed.look(session)
        session.answering = bool(self.contact.answered)
        session.silent = self.contact.is_silent(session)

    def close(self) -> None:
        super().close()
        self.spares.close()
        self.relayed.end()

    def depart(self, unheard: Session | None = None) -> None:
        """This device deletes the game: tell those who are connected, unless the seat goes on.

        Args:
            unheard: the game, if this tab has not heard of it until now.
        """
        if unheard and not (unheard.game.is_over or is_handed_on(unheard, self._tab.browser)):
            self.relayed.prepare_goodbye(unheard)
        leaves = not self.relayed.is_handed_on
        if leaves:
            self.send("left", self._seats[0])
        self.relayed.end(is_deleted=leaves)
        self.close()
        self._shell.tasks.run(self.spares.forget())

    def decided(self, session: Session) -> None:
        """Let the decisions leave if somebody is connected; the device must be kept after that."""
        self._prepare(dealer(session).device)
        self.look_around(session)
        self.contact.time(session)
        session.distant = None
        self.gestures.forget()

    def _prepare(self, device: Device) -> None:
        if self.is_open or self.relayed.is_on:
            device.message()

    def kept(self, session: Session) -> None:
        """The device has been kept: send news to everybody who is connected."""
        if session is self.shown_game():
            self._tell_draw(session)
        message = dealer(session).device.message() if self.is_open else ""
        if message:
            self._sent = message
            self._spread()
        self.relayed.kept(session)

    def _spread(self) -> None:
        """Send the newest message to whoever needs it and does not have it."""
        for peer in self.addressed():
            if self._sent and peer.sent != self._sent and peer.signal is Signal.OPEN:
                peer.sent = self._sent
                self.send("fair", self._sent, [peer])

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

    def shown_game(self) -> Session | None:
        """The game, if it is on the page."""
        session = self._shell.games.session
        return session if session and is_dealt(session, self._token) else None

    def any_game(self) -> Session | None:
        """The game, on the page or saved."""
        return self.shown_game() or self._saved_game()

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
        try:
            if model.token_in(message) != self._token:
                if self.allows(peer, "told"):
                    self._tab.front.invited(self._token, message)
            elif not self.take_in(message, is_welcome=not peer.has_joined):
                self.allows(peer, "known")
            peer.has_joined = True
        except (BadLink, Cheating) as error:
            self._shell.page.report(f"message: {error}")
            self.allows(peer, "refused")

    def take_in(self, message: str, is_welcome: bool) -> bool:
        """Take a message in; returns whether anything in it is new.

        Args:
            message: the message.
            is_welcome: whether the host seats its sender without asking.

        Raises:
            BadLink: it is damaged, or does not fit.
            Cheating: no honest device makes it; the person has been told.
        """
        session = self.any_game()
        device = dealer(session).device if session else None
        seats = device is not None and device.is_host and not device.is_full
        if session and seats and fair.look(message).kind == "join":
            return self.applicants.hear(session, message, is_welcome)
        return self.take_text(message)

    def take_text(self, message: str) -> bool:
        """The same with all of a message: the host seats everybody in it."""
        session = self.shown_game()
        try:
            return self._receive(session, message)
        except Cheating as error:
            if session:
                self._tell_finding(session, error)
            raise

    def _receive(self, session: Session | None, message: str) -> bool:
        """Take all of a message in, and remember what was found before."""
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
        session = self.any_game()
        if session is None or peer.connection is None:
            return
        device, (role, own, other) = dealer(session).device, peer.connection.ends
        seats = device.proved_by(proof, "answer" if role == "offer" else "offer", other, own)
        if seats and not peer.has_proof:
            self._prove(device, peer)  # first: who is not proved says nothing
        was_known = bool(peer.seats)
        self.seat(peer, seats)
        if peer.seats and not was_known:
            self.contact.returned(peer.seats)
            self.spares.exchange(peer.seats[0], peer)

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
        self._tab.front.news(session)
        return True

    def opened(self, peer: Peer) -> None:
        """A connection is open: tell the other device everything."""
        if not peer.is_proved:
            self._shell.tasks.run(self.await_proof(peer))
        shown, session = self.shown_game(), self.any_game()
        if session is None:
            return
        device = dealer(session).device
        device.message()
        if self.keep(session):
            self._sent = peer.sent = device.message()
            self.send("fair", self._sent, [peer])
            self._prove(device, peer)
            self.tell_where(model.presence(device, self.live()))
        else:
            self._sent = ""  # the next message will have everything for everybody
        if shown:
            self.contact.made()
            self._tab.front.connected()

    def moved(self) -> None:
        session = self.shown_game()
        self._spread()
        self.spares.look(dealer(session).device if session else None)
        if session is None:
            return
        before = session.presence
        self.look_around(session)
        self.contact.time(session)
        self.tell_where(session.presence)
        self.contact.lost(session, before, self.spares.returns)
        self._shell.table.drawing.waiting()
        self._live.stay_awake(session.is_live and not session.game.is_over)
        self._tab.front.moved(session)

    def unreachable(self) -> None:
        """An invitation was answered, but the devices do not reach each other."""
        self.contact.failed(bool(self._servers()))

    def flooded(self, seats: tuple[Seat, ...]) -> None:
        session = self.any_game()
        if session:
            self.contact.flooded(session, seats)

    def unproved(self) -> None:
        session = self.any_game()
        if session:
            self.contact.unproved(session)

    def departed(self, seat: Seat) -> None:
        session = self.any_game()
        if session and seat < len(session.sitters):
            self.contact.departed(session, model.device_of(dealer(session).device, seat))

    def asked_again(self, seat: Seat) -> None:
        session = self.shown_game()
        if session and seat < len(session.sitters):
            told = _("{name} would like a rematch.").format(name=session.sitters[seat].said)
            self._shell.notices.tell(told)

    def spare_offered(self, seat: Seat, offer: str) -> None:
        self.spares.offered(seat, offer)

    def spare_answered(self, seat: Seat, answer: str) -> None:
        self.spares.answered(seat, answer)

    def shown(self, seat: Seat, notation: str) -> None:
        self.gestures.shown(seat, notation)

    def said(self, seat: Seat, remark: int) -> None:
        self.gestures.said(seat, remark)
