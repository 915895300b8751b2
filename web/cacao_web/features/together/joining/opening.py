"""Opening addresses of games with other devices: invitations, answers, messages."""

from __future__ import annotations

from cacao_core import BadLink, CacaoError, fair
from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import TAKEN
from cacao_web.features.together.joining.joining import Joining
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import Opened, dealer
from cacao_web.features.together.relay.arrival import Arrival
from cacao_web.features.together.talking import remarks
from cacao_web.features.together.talking.gestures import LONG
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.ui.i18n import _


class JoinOpening:
    """Opens addresses."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, self._outbox, _beginning, self._events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._live = parts.shared_games.support.live
        self.joining = Joining(parts)
        self.moving = self.joining.moving
        self.rejoining = self.joining.rejoining
        self.watching = self.joining.watching
        self.arrival = Arrival(parts, self.joining)

    def follow(self, text: str, owner: str) -> None:
        """Open an address, for a person.

        Args:
            text: the address.
            owner: what belongs to it, see ``Page.owner``; perhaps an invitation that was shown.
        """
        if self.arrival.takes(owner or text):
            self.run(owner or text)
            return
        try:
            opened = _read(text)
            id = model.saved_as(opened.token)
            if not opened.message and self._games.saves.text(id):
                self._games.resume(id)  # after a reload, at once
                return
            if not opened.message and owner:
                text, opened = owner, _read(owner)
        except CacaoError as error:
            self._events.failed(str(error))
            return
        self.joining.cover_address(opened)
        self.run(text)

    def run(self, text: str, told: bool = True, posted: bool = False) -> None:
        """Open an address in the background, see :meth:`open`."""
        self._shell.tasks.run(self._outbox.expected(self.open(text, told, posted)))

    async def open(self, text: str, told: bool, posted: bool) -> str:
        """Open an address; returns the address of an answer, if there is one.

        Args:
            text: the address.
            told: whether the person may be asked.
            posted: whether it comes from another tab of this browser.

        Raises:
            CacaoError: it cannot be used; a sentence for the person.
        """
        if self.arrival.takes(text):
            if told:
                self.joining.cover(*self.arrival.covers(text))
            return await self.arrival.open(text, told)
        opened = _read(text)
        there = not posted and not self._shared_games.has(opened.token)
        if there and await self._live.post(opened.token, text):
            self._dialogs.show(TAKEN)
            return ""
        id = model.saved_as(opened.token)
        if opened.message and fair.look(opened.message).kind == "seat":
            if self._games.saves.text(id) and not self._games.saves.load(id).session.is_watching:
                self.joining.show_kept(opened.token)
            else:
                self.moving.arrive([opened], told)
            return ""
        if not self._games.saves.text(id):
            return await self.joining.arrive(opened, told)
        session = self._games.session
        if session is None or session.id != id:
            self._games.resume(id)
        assert self._games.session is not None, "it has been entered"
        return await self._go_on(self._games.session, opened, told) if opened.message else ""

    # --- A game that this device takes part in ---------------------------------------------------

    async def _go_on(self, session: Session, opened: Opened, told: bool) -> str:
        """An address of the game on the page."""
        before, glimpse = len(session.record.moves), fair.look(opened.message)
        kind, device = glimpse.kind, dealer(session).device
        if kind == "invitation" and (device.is_host or not session.mode.is_joining):
            own = _("This is your own invitation. The other person opens it on their device.")
            accepted = _("This invitation has been accepted: here is the game.")
            self._shell.notices.tell(own if session.mode.is_joining else accepted)
            return ""
        try:
            is_new, connects = self._receive(session, opened.message), False
        except fair.SeatTaken:
            return await self.joining.arrive(opened, told, again=True)
        if (by := remarks.read(opened.remark)) and by[0] not in device.seats and is_new:
            self._shared_games.of(session).gestures.said(*by, LONG)
        if opened.answer:
            connects = any(await self._shared_games.of(session).work(Carrier.take, opened))
            if session is not self._games.session:  # the person has gone on to something else
                return ""
        if opened.offer or (kind == "invitation" and session.mode.is_joining):
            return await self.joining.answering.reply(session, opened)
        if kind == "join" and not device.is_host and glimpse.seats == device.seats:
            self.joining.answering.show_own(session)
            return ""
        reach = session.reach
        if connects and not self._shared_games.of(session).is_connected:
            self._shared_games.of(session).contact.say(
                _("The connection is being made…"), told=False
            )
        elif is_new and reach.answering and not (reach.is_live or session.mode.is_joining):
            self._shared_games.of(session).contact.given_up()
        if sentence := _beside(session, opened, connects):
            self._shell.notices.tell(sentence)
        elif not is_new and not connects:
            self._shell.notices.tell(_("There is nothing new in this link."))
        self._events.joined(session)
        if len(session.record.moves) > before and not session.reach.is_live:
            self._shell.replay.since(before)
        return ""

    def _receive(self, session: Session, message: str) -> bool:
        """Take a message into the game on the page; returns whether it was new.

        Raises:
            SeatTaken: the host has given this device's seat to another one.
            CacaoError: it does not fit; a sentence for the person.
        """
        device, shared = dealer(session).device, self._shared_games.of(session)
        try:
            if device.is_host and not device.is_full:
                return shared.take_in(message, is_welcome=True)
            return shared.receive(session, message)
        except (BadLink, fair.Cheating) as error:
            if isinstance(error, fair.SeatTaken) and not dealer(session).is_host:
                raise
            self._shared_games.of(session).here.keep(session)  # what was found
            self._shell.page.report(f"message: {error}")
            raise CacaoError(model.refused(error, session)) from None

    async def join_again(self, former: Session, text: str) -> None:
        """By the relay: join a game of the people of another one; with the invitation.

        Raises:
            CacaoError: that is not possible; a sentence.
        """
        self.joining.former = former
        try:
            await self.arrival.open(text, told=False)
        finally:
            self.joining.former = None


def _read(text: str) -> Opened:
    try:
        return model.read(text)
    except BadLink as error:
        raise CacaoError(model.damaged(error)) from None


def _beside(session: Session, opened: Opened, connects: bool) -> str:
    """The contents of an address besides the course of the game, or its lost powers; else empty."""
    device = dealer(session).device
    if session.reach.is_live:
        return ""
    if opened.answer and not connects:
        return _("The invitation that this answers is no longer open: go on by link, or invite "
                 "again.")  # fmt: skip
    if session.mode.forgetful:
        return people.forgetful(session.said(session.mode.forgetful))
    return model.asked_again() if device.is_asked else ""
