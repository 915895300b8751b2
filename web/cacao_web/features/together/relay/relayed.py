"""One game with its relay: what comes from there, who is there, and who may decide here."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from cacao_core import CacaoError, fair
from cacao_core.fair import Device, Parcel, Pen, RelayKeys
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.applicants import Applicants
from cacao_web.features.together.browser import Support
from cacao_web.features.together.contact import Contact
from cacao_web.features.together.front import Front
from cacao_web.features.together.model import dealer
from cacao_web.features.together.relay import texts
from cacao_web.features.together.relay.box import RelayBox
from cacao_web.features.together.relay.inbox import either
from cacao_web.features.together.relay.owner import Place
from cacao_web.game.dealer import Relay
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell

_LYING: Final = 30.0
"""Seconds after which nobody waits any longer for a game to lie at the relay."""


class Played(Protocol):
    """The game, as its relay sees it."""

    contact: Contact
    applicants: Applicants

    def any_game(self) -> Session | None:
        """The game, on the page or saved."""

    def shown_game(self) -> Session | None:
        """The game, if it is on the page."""

    def take_in(self, message: str, is_welcome: bool) -> bool:
        """Take a message in; returns whether anything in it is new.

        Args:
            message: the message.
            is_welcome: whether the host seats its sender without asking.
        """

    def keep(self, session: Session) -> bool:
        """Save the game now; returns whether it is stored, so that messages may leave."""

    def look_around(self, session: Session) -> None:
        """Find out where everybody is."""


class RelayCarrier:
    """The work of a game with its relay.

    Args:
        shell: the parts of the page.
        support: the browser's support for games with other devices.
        browser: 8 bytes that tell this browser from others of the same person.
        front: shows people what happens.
        game: the game.
    """

    def __init__(
        self,
        shell: Shell,
        support: Support,
        browser: bytes,
        front: Front,
        game: Played,
    ) -> None:
        self._shell, self._support, self._browser = shell, support, browser
        self._front, self._game = front, game
        self._salt = b""
        self._pen: Pen | None = None  # the highest one that is kept
        self.box: RelayBox | None = None
        self.claims = False  # whether this browser decides from now on, whoever did
        self._has_said = False  # whether it was told that the game lies at the relay
        self._lies, self._asked = asyncio.Event(), asyncio.Event()
        self._gone: set[bytes] = set()  # who has deleted the game
        self._left_out = ""  # why this device has no seat, if others have taken all
        self._is_outrun = False  # whether the host has given its seat to another device
        self.is_visiting = False  # whether it only looks once what lies there

    # --- Beginning and end -----------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        """Connect with the game's relay, if it has one."""
        if self.box is None and (box := self._made(session)):
            self.box = box
            if self.claims:
                box.claim()
            self._prepare(session)
            self._shell.tasks.run(box.run())
        else:  # it was heard before it was shown
            self.box_changed()

    async def visit(self, session: Session) -> None:
        """Look once what lies there, for a game that is not on the page.

        Raises:
            RelayError: the relay cannot be reached.
        """
        if box := self._made(session):
            self.box, self.is_visiting = box, True
            self._prepare(session)
            try:
                await box.visit()
            finally:
                self.box, self.is_visiting = None, False

    def prepare_goodbye(self, session: Session) -> None:
        """Let :meth:`end` reach the relay, for a game that was not heard of."""
        self.box = self._made(session)
        if self.box:
            self._shell.tasks.run(self.box.run())

    def _prepare(self, session: Session) -> None:
        """Send the news of this device, once they are stored."""
        saves, device = self._shell.saves, dealer(session).device
        is_kept = saves.is_known(session.id) and saves.is_stored(session.id)
        if device.has_news or not is_kept:
            device.message()
            is_kept = self._game.keep(session)
        if is_kept:
            self.kept(session)

    def _made(self, session: Session) -> RelayBox | None:
        device, relay = dealer(session).device, relay_of(session)
        if relay is None or not self._support.relays.is_possible:
            return None
        self._salt = bytes.fromhex(relay.salt)
        keys, pen = RelayKeys.from_text(relay.key), _pen_of(relay.pen)
        others, is_full = _others(device), device.is_full
        place = Place(relay.address, keys, device.key, self._browser, pen, others, is_full)
        return RelayBox(self._support.relays, place, self, self._shell.tasks.run)

    def wake(self) -> None:
        """Try at once to reach the relay, if it could not be reached."""
        if self.box:
            self.box.wake()

    def try_now(self) -> None:
        """The same because the person wants it, who sees that it is tried."""
        if self.box and self.box.trouble:
            self._game.contact.say(texts.trying(self.box.address), told=False)
        self.wake()

    def end(self, is_deleted: bool = False) -> None:
        """Leave the relay; with whether this device has deleted the game."""
        if self.box:
            self.box.close(says_goodbye=is_deleted)
            self.box = None

    # --- What the game asks ----------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether decisions leave by the relay."""
        return self.box is not None

    @property
    def is_reached(self) -> bool:
        """Whether the relay is reached now."""
        return self.box is not None and self.box.is_open

    @property
    def is_handed_on(self) -> bool:
        """Whether another browser decides for this seat."""
        return self.box is not None and self.box.is_elsewhere

    def where(self, device: Device) -> dict[Seat, Presence]:
        """The presence of the players whom the relay reaches."""
        box = self.box
        if box is None or not box.is_open:
            return {}
        return {
            seat: Presence.RELAY if box.present.is_here(key) else Presence.ASLEEP
            for key in box.devices
            for seat in device.seats_of(key)
            if seat not in device.seats
        }

    def _left_by(self, device: Device) -> frozenset[Seat]:
        """The seats whose devices have deleted the game."""
        gone = filter(self.box.present.is_gone, self.box.devices) if self.box else ()
        return frozenset(seat for key in gone for seat in device.seats_of(key))

    def look(self, session: Session) -> None:
        """Find out whether somebody may decide here."""
        relay, box, device = relay_of(session), self.box, dealer(session).device
        session.applicants = self._game.applicants.names
        session.is_told = box is not None and box.is_told
        session.gone = self._left_by(device) if box else frozenset()
        session.is_elsewhere = box is not None and box.is_elsewhere
        asks = relay is not None and self._support.relays.is_possible and not (box and box.is_asked)
        session.paused = ""
        if session.is_elsewhere:
            session.paused = texts.elsewhere()
        elif asks and relay:
            session.paused = texts.asking(relay.address)
        elif self._left_out:
            session.paused = self._left_out
        elif device.is_refused:
            session.paused = texts.refused(model.names(session, device.host_seats[:1]))

    async def asked(self) -> None:
        """Wait until the relay has said what lies there, or cannot be reached."""
        await either(self._asked, _LYING)

    async def lies_there(self) -> None:
        """Wait until the game lies at the relay, or cannot."""
        if self._support.relays.is_possible:
            await either(self._lies, _LYING)

    def kept(self, session: Session) -> None:
        """The game has been stored: what it may tell leaves."""
        device = dealer(session).device
        if self.box and self.box.own == device.key:
            self.box.know(_others(device), device.is_full)
            self.box.publish(device.parcel(self._salt))
            session.is_told = self.box.is_told

    def answered(self, was_crowded: bool) -> None:
        """Somebody who wants to join has an answer; perhaps there is room for others."""
        if self.box and was_crowded:
            self.box.read_again()
        self.box_changed()

    def claim(self) -> None:
        """Decide in this browser from now on."""
        session = self._game.any_game()
        self.claims = True
        if self.box and session:
            dealer(session).device.step_back()  # the other browser may have decided more
            self._game.keep(session)
            self.box.claim()
            self.box_changed()

    # --- What comes from the relay ---------------------------------------------------------------

    def signed(self, pen: Pen) -> bytes:
        session = self._game.any_game()
        assert session is not None, "it is here"
        assert self.box is not None, "it asks"
        return dealer(session).device.pen(self.box.keys, pen)

    def call(self, invitation: str) -> None:
        """Tell the players of this game, which is over, something about another one."""
        if self.box:
            self.box.call(invitation)

    def called(self, text: str) -> None:
        if session := self._game.any_game():
            self._front.called(dealer(session).token, text)

    def arrived(self, parcel: Parcel) -> None:
        session = self._game.any_game()
        if session is None:
            return
        try:
            if not dealer(session).device.is_full:
                self._game.take_in(parcel.invitation, is_welcome=False)
            if parcel.news:
                self._game.take_in(parcel.news, is_welcome=False)
        except CacaoError as error:
            self._refuse_letter(session, parcel, error)
        if dealer(session).earlier:
            self._forget_earlier()
        self.box_changed()

    def _forget_earlier(self) -> None:
        """Once this device takes part, those that it was before are not needed any more."""
        session = self._game.any_game()
        if session and dealer(session).device.is_full:
            dealer(session).earlier = ()
            self._game.keep(session)

    def _refuse_letter(self, session: Session, parcel: Parcel, error: CacaoError) -> None:
        """A parcel does not fit; who can do something about it is told."""
        self._shell.page.report(f"parcel: {error}")
        is_host = dealer(session).device.is_host
        if isinstance(error, fair.SeatTaken) and not is_host:
            if not self._is_outrun:
                self._is_outrun = True
                self._front.outrun(session, fair.as_signed(parcel.invitation))
        elif isinstance(error, fair.TooLate) and not is_host and not self._left_out:
            if self._front.outrun(session, parcel.news):
                return
            self._left_out = model.refused(error, session)
            is_shown = session is self._game.shown_game()
            game = "" if is_shown else f"{session.title}: "
            self._shell.notices.tell(f"{game}{self._left_out}")

    def box_changed(self) -> None:
        box = self.box
        if box and box.is_asked:
            self._asked.set()
        if box and (box.has_put or box.has_failed):
            self._lies.set()
        if box and box.pen:
            self._keep_pen(box.pen)
        if box and box.is_told and not self._has_said and (kept := self._game.any_game()):
            self._has_said = True
            self._front.lies(kept)
        session = self._game.shown_game()  # another tab may have taken it just now
        if session is None or box is None:
            return
        was_paused = bool(session.paused)
        self._tell_gone(session, box)
        self._game.look_around(session)
        self._tell_trouble(session, box)
        if was_paused != bool(session.paused):
            self._shell.table.changed(None, automatic=not session.paused)
        else:
            self._shell.table.drawing.waiting()
        self._front.moved(session)

    def _keep_pen(self, pen: Pen) -> None:
        """Remember which browser decides: a relay may forget it, or be out of reach."""
        if self._pen == pen:
            return
        self._pen = pen
        if (session := self._game.any_game()) and (relay := relay_of(session)):
            dealer(session).relay = relay._replace(pen=_pen_text(pen))
            self._game.keep(session)

    def _tell_gone(self, session: Session, box: RelayBox) -> None:
        """Say who has deleted the game."""
        device = dealer(session).device
        gone = {key for key in box.devices if box.present.is_gone(key)}
        for key in gone - self._gone:
            self._game.contact.departed(session, device.seats_of(key))
        for key in self._gone - gone:
            self._game.contact.returned(device.seats_of(key))
        self._gone = gone

    def _tell_trouble(self, session: Session, box: RelayBox) -> None:
        """Say that the relay cannot be reached, or is flooded, as long as that is so."""
        told = texts.flooded() if box.is_flooded else ""
        if box.trouble:
            told = texts.trouble(box.trouble, box.address)
        session.retries = bool(box.trouble)
        if (told or session.contact in texts.troubles(box.address)) and session.contact != told:
            self._game.contact.say(told, told=False)


def _others(device: Device) -> tuple[bytes, ...]:
    """The public keys of the other devices that are known to take part."""
    return tuple(key for key in device.keys if key != device.key)


def relay_of(session: Session) -> Relay | None:
    """The relay of a game, if it has one."""
    return session.dealer.relay if session.dealer else None


def is_handed_on(session: Session, browser: bytes) -> bool:
    """Whether another browser decides for the seat, as it was kept here."""
    relay = relay_of(session)
    pen = _pen_of(relay.pen) if relay else None
    return pen is not None and pen.browser != browser


def _pen_text(pen: Pen) -> str:
    """A pen as it is kept; :func:`_pen_of` reads it."""
    return f"{pen.tenure:04x}{pen.browser.hex()}"


def _pen_of(text: str) -> Pen | None:
    kept = bytes.fromhex(text)
    return Pen(int.from_bytes(kept[:2], "big"), kept[2:]) if kept[:2].strip(b"\0") else None
