"""One game with its relay: what comes from there, who is there, and who may decide here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from cacao_core.fair import Device, Pen, RelayKeys
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.browser import Support
from cacao_web.features.together.carrier import Carrier, CarrierView
from cacao_web.features.together.model import dealer
from cacao_web.features.together.relay import links, texts, view
from cacao_web.features.together.relay.inbox import either
from cacao_web.features.together.relay.letters import Letters
from cacao_web.features.together.relay.mailbox import Mailbox
from cacao_web.features.together.relay.place import Place
from cacao_web.features.together.relay.settings.known import KnownRelays
from cacao_web.features.together.shared_game import SharedGame
from cacao_web.features.together.view import Link
from cacao_web.game.dealer import Relay
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup

_LYING: Final = 30.0
"""Seconds after which nobody waits any longer for a game to lie at the relay."""


class RelayCarrier(Carrier):
    """The work of a game with its relay.

    Args:
        device: this device's part in it.
    """

    def __init__(self, game: SharedGame, device: Device) -> None:
        self._game, tab = game, game.tab
        self._shell, self._support, self._browser = tab.shell, tab.support, tab.browser
        self._events = tab.events
        self._known = KnownRelays(tab.shell, tab.support.relays)
        self._salt = b""
        self._pen: Pen | None = None  # the highest one that is kept
        self.mailbox: Mailbox | None = None
        self._claims = False  # whether this browser decides from now on, whoever did
        self._has_said = False  # whether it was told that the game lies at the relay
        self._is_late = True  # whether what lies there may have left later than it was decided
        self._lies, self._asked = asyncio.Event(), asyncio.Event()
        self._gone: set[bytes] = set()  # who has deleted the game
        self._letters = Letters(game, self.mailbox_changed)
        self._is_visiting = False  # whether it only looks once what lies there

    # --- Beginning and end -----------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        """Connect with the game's relay, if it has one."""
        if self.mailbox is None and (mailbox := self._made(session)):
            self.mailbox = mailbox
            self.asks(session)
            if self._claims:
                mailbox.claim()
            self._prepare(session)
            self._shell.tasks.run(mailbox.run())
        else:  # it was heard before it was shown
            self.mailbox_changed()

    async def fetch(self, session: Session, stays: bool) -> None:
        if stays:
            self.begin(session)
            await either(self._asked, _LYING)
        elif mailbox := self._made(session):
            self.mailbox, self._is_visiting = mailbox, True
            self._prepare(session)
            try:
                await mailbox.visit()
            finally:
                self.mailbox, self._is_visiting = None, False

    def _prepare(self, session: Session) -> None:
        """Send the news of this device, once they are stored."""
        saves, device = self._shell.saves, dealer(session).device
        is_kept = saves.is_known(session.id) and saves.is_stored(session.id)
        if device.has_news or not is_kept:
            device.message()
            is_kept = self._game.here.keep(session)
        if is_kept:
            self.send(session)

    def _made(self, session: Session) -> Mailbox | None:
        device, relay = dealer(session).device, relay_of(session)
        if relay is None or not self._support.relays.is_possible:
            return None
        self._salt = bytes.fromhex(relay.salt)
        keys, pen = RelayKeys.from_text(relay.key), _pen_of(relay.pen)
        others, is_full = _others(device), device.is_full
        watches = device.is_watching
        place = Place(relay.address, keys, device.key, self._browser, pen, others, is_full, watches)
        relays, tasks = self._support.relays, self._shell.tasks
        mailbox = Mailbox(relays, place, self._letters, tasks, self.mailbox_changed)
        mailbox.tell_daily(self._events.daily(session))
        return mailbox

    def wake(self, is_asked: bool = False) -> None:
        """Try at once to reach the relay, if it could not be reached; a person sees that."""
        if self.mailbox and self.mailbox.trouble and is_asked:
            self._game.contact.say(texts.trying(self.mailbox.address), told=False)
        if self.mailbox:
            self.mailbox.wake()

    def end(self) -> None:
        self._end(is_deleted=False)

    def leave(self, unheard: Session | None, is_told: bool) -> None:
        if unheard and (mailbox := self._made(unheard)):
            self.mailbox = mailbox
            self._shell.tasks.run(mailbox.run())
        self._end(is_deleted=is_told)

    def _end(self, is_deleted: bool) -> None:
        if self.mailbox:
            self.mailbox.close(says_goodbye=is_deleted)
            self.mailbox = None

    # --- Saved games -----------------------------------------------------------------------------

    @staticmethod
    def may_fetch(session: Session) -> bool:
        return relay_of(session) is not None

    @staticmethod
    def is_handed_on(session: Session, browser: bytes) -> bool:
        relay = relay_of(session)
        pen = _pen_of(relay.pen) if relay else None
        return pen is not None and pen.browser != browser

    # --- Before there is a game ------------------------------------------------------------------

    @staticmethod
    def place(shell: Shell, support: Support, device: Device) -> Relay | None:
        salt = device.relay_salt
        own = KnownRelays(shell, support.relays).own if support.relays.is_possible else ""
        return Relay(own, device.relay_keys(salt).text, salt.hex()) if own and salt else None

    @staticmethod
    def all_seats(
        shell: Shell, support: Support, sessions: Sequence[Session]
    ) -> tuple[Carrier, str]:
        address = next((relay.address for one in sessions if (relay := relay_of(one))), "")
        codes = _codes(sessions, address)
        foreign = _foreign(address, KnownRelays(shell, support.relays))
        return AllSeats(len(codes)), links.seat("".join(codes), foreign) if codes else ""

    # --- What the game asks ----------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        return self.mailbox is not None

    @property
    def stays(self) -> bool:
        return self.mailbox is not None and not self._is_visiting

    @property
    def is_elsewhere(self) -> bool:
        return self.mailbox is not None and self.mailbox.is_elsewhere

    def _where(self, device: Device) -> dict[Seat, Presence]:
        """The presence of the players whom the relay reaches."""
        mailbox = self.mailbox
        if mailbox is None or not mailbox.is_open:
            return {}
        return {
            seat: Presence.RELAY if mailbox.present.is_here(key) else Presence.ASLEEP
            for key in mailbox.devices
            for seat in device.seats_of(key)
            if seat not in device.seats
        }

    def _left_by(self, device: Device) -> frozenset[Seat]:
        """The seats whose devices have deleted the game."""
        gone = filter(self.mailbox.present.is_gone, self.mailbox.devices) if self.mailbox else ()
        return frozenset(seat for key in gone for seat in device.seats_of(key))

    def look(self, session: Session) -> CarrierView:
        mailbox, device = self.mailbox, dealer(session).device
        paused = self._paused(session)
        if mailbox is None:
            return CarrierView(paused=paused)
        gone, retries = self._left_by(device), bool(mailbox.trouble)
        is_left_out = bool(self._letters.left_out)
        return CarrierView(self._where(device), gone, mailbox.is_told, retries, paused, is_left_out)

    def _paused(self, session: Session) -> str:
        """The reason why nobody decides here now; empty if there is none."""
        relay, mailbox, device = relay_of(session), self.mailbox, dealer(session).device
        if self.is_elsewhere:
            return texts.elsewhere()
        if relay and self._support.relays.is_possible and not (mailbox and mailbox.is_asked):
            return texts.asking(relay.address)
        if device.is_refused and not self._letters.left_out:
            return texts.refused(model.names(session, device.host_seats[:1]))
        return self._letters.left_out

    async def lies_there(self) -> bool:
        session = self._game.any_game()
        if session is None or relay_of(session) is None:
            return False
        if self._support.relays.is_possible:
            await either(self._lies, _LYING)
        return True

    def send(self, session: Session) -> None:
        device = dealer(session).device
        if self.mailbox and self.mailbox.own == device.key and not device.is_watching:
            self.mailbox.know(_others(device), device.is_full)
            self.mailbox.publish(device.parcel(self._salt))
            session.reach.is_told = self.mailbox.is_told

    def call(self, text: str) -> None:
        if self.mailbox:
            self.mailbox.call(text)

    def asks(self, session: Session) -> bool:
        device = dealer(session).device
        if self.mailbox and (seats := device.asks_for):
            lost = next(key for key in device.keys if device.seats_of(key) == seats)
            self.mailbox.ask(lost, device.asking())
        return relay_of(session) is not None

    def tell_daily(self, text: str) -> None:
        if self.mailbox:
            self.mailbox.tell_daily(text)

    # --- Who takes part --------------------------------------------------------------------------

    def invitation(self, session: Session) -> str:
        relay = relay_of(session) if session.mode.is_joining else None
        return links.invitation(relay.key, _foreign(relay.address, self._known)) if relay else ""

    def showing(self, session: Session) -> str:
        relay = relay_of(session)
        return links.invitation(relay.key, _foreign(relay.address, self._known)) if relay else ""

    def invite(self, session: Session, link: Link, waiting: Sequence[Markup]) -> Markup | None:
        relay = relay_of(session)
        return view.invite(session, link, waiting, relay.address) if relay else None

    def seat(self, session: Session) -> str:
        relay = relay_of(session)
        if relay is None or self.mailbox is None or not self.mailbox.is_open:
            return ""
        codes = _codes([session], relay.address)
        return links.seat("".join(codes), _foreign(relay.address, self._known))

    def move(self, link: Link, in_match: bool) -> Markup:
        return view.seat(link, in_match)

    def answered(self, was_crowded: bool) -> None:
        if self.mailbox and was_crowded:
            self.mailbox.read_again()
        self.mailbox_changed()

    def claim(self) -> None:
        self._claims = True
        if self.mailbox and (session := self._game.any_game()):
            dealer(session).device.step_back()  # the other browser may have decided more
            self._game.here.keep(session)
            self.mailbox.claim()
            self.mailbox_changed()

    # --- What comes from the relay ---------------------------------------------------------------

    def mailbox_changed(self) -> None:
        mailbox = self.mailbox
        if mailbox and mailbox.is_asked:
            self._asked.set()
        if mailbox and (mailbox.has_put or mailbox.has_failed):
            self._lies.set()
        if mailbox and mailbox.pen.highest:
            self._keep_pen(mailbox.pen.highest)
        if mailbox and mailbox.is_told and not self._has_said and (game := self._game.any_game()):
            self._has_said = True
            self._events.lies(game)
        if mailbox:
            self._note_told(mailbox)
        session = self._game.here.shown()  # another tab may have taken it just now
        if session is None or mailbox is None:
            return
        self._tell_gone(session, mailbox)
        self._tell_trouble(session, mailbox)
        self._game.changed()

    def _keep_pen(self, pen: Pen) -> None:
        """Remember which browser decides: a relay may forget it, or be out of reach."""
        if self._pen == pen:
            return
        self._pen = pen
        if (session := self._game.any_game()) and (relay := relay_of(session)):
            dealer(session).relay = relay._replace(pen=_pen_text(pen))
            self._game.here.keep(session)

    def _note_told(self, mailbox: Mailbox) -> None:
        """Let the game wait from now on, if the relay was out of reach when it was decided."""
        self._is_late |= bool(mailbox.trouble) and not mailbox.is_told
        if not (self._is_late and mailbox.is_told):
            return
        self._is_late = False
        if mailbox.has_put and (session := self._game.any_game()):
            self._game.contact.sent(session)
            self._game.here.keep(session)

    def _tell_gone(self, session: Session, mailbox: Mailbox) -> None:
        """Say who has deleted the game."""
        device = dealer(session).device
        gone = {key for key in mailbox.devices if mailbox.present.is_gone(key)}
        for key in gone - self._gone:
            self._game.contact.departed(session, device.seats_of(key))
        for key in self._gone - gone:
            self._game.contact.returned(device.seats_of(key))
        self._gone = gone

    def _tell_trouble(self, session: Session, mailbox: Mailbox) -> None:
        """Say that the relay cannot be reached, or is flooded, as long as that is so."""
        sentence = texts.flooded() if mailbox.is_flooded else ""
        if mailbox.trouble:
            sentence = texts.trouble(mailbox.trouble, mailbox.address)
        contact = session.reach.contact
        if (sentence or contact in texts.troubles(mailbox.address)) and contact != sentence:
            self._game.contact.say(sentence, told=False)


class AllSeats(Carrier):
    """The carrier of a link with all seats of a person; with their number."""

    def __init__(self, count: int) -> None:
        self._count = count

    def move(self, link: Link, in_match: bool) -> Markup:
        return view.all_seats(link, self._count, in_match)


def _codes(sessions: Sequence[Session], address: str) -> list[str]:
    """The codes with which the seats here go on in another browser, in the games of a relay."""
    carried = [(one, relay) for one in sessions if (relay := relay_of(one))]
    here = [(dealer(one).device, relay) for one, relay in carried if relay.address == address]
    return [device.seat_code(bytes.fromhex(relay.salt)) for device, relay in here][: links.MOST]


def _foreign(address: str, known: KnownRelays) -> str:
    """The address of a relay, if a link has to name it."""
    return "" if address == known.preset else address


def _others(device: Device) -> tuple[bytes, ...]:
    """The public keys of the other devices that are known to take part."""
    return tuple(key for key in device.keys if key != device.key)


def relay_of(session: Session) -> Relay | None:
    """The relay of a game, if it has one."""
    return session.dealer.relay if session.dealer else None


def _pen_text(pen: Pen) -> str:
    """A pen as it is kept; :func:`_pen_of` reads it."""
    return f"{pen.tenure:04x}{pen.browser.hex()}"


def _pen_of(text: str) -> Pen | None:
    stored = bytes.fromhex(text)
    return Pen(int.from_bytes(stored[:2], "big"), stored[2:]) if stored[:2].strip(b"\0") else None
