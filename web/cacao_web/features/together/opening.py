"""Opening addresses of games with other devices: invitations, answers, messages."""

from __future__ import annotations

from cacao_core import BadLink, CacaoError, fair
from cacao_core.fair import Device, Glimpse
from cacao_core.tiles import Seat
from cacao_web.features.together import form, model, remarks, view
from cacao_web.features.together.browser.live import Live
from cacao_web.features.together.dialogs import JOIN, REPLY, TAKEN
from cacao_web.features.together.form import Form
from cacao_web.features.together.front import Front
from cacao_web.features.together.gestures import LONG
from cacao_web.features.together.model import Opened, dealer
from cacao_web.features.together.moving import Moving
from cacao_web.features.together.outbox import Outbox
from cacao_web.features.together.rejoining import Rejoining
from cacao_web.features.together.relay import links
from cacao_web.features.together.relay.arrival import Arrival
from cacao_web.features.together.sittings import Sittings
from cacao_web.features.together.watching import Watching
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.texts import words
from cacao_web.saves.codec import Saved
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup


class JoinOpening:
    """Opens addresses.

    Args:
        shell: the parts of the page.
        live: the browser's support for live play.
        sittings: the games that this tab has.
        outbox: makes answers.
        front: shows people what is opened.
    """

    def __init__(
        self,
        shell: Shell,
        live: Live,
        sittings: Sittings,
        outbox: Outbox,
        front: Front,
    ) -> None:
        self._shell = shell
        self._games = shell.games
        self._dialogs = shell.dialogs
        self._live = live
        self._sittings = sittings
        self._outbox = outbox
        self._front = front
        self.moving = Moving(shell, sittings, outbox, front)
        self.rejoining = Rejoining(shell, sittings, front)
        self.watching = Watching(shell, sittings, outbox, front)
        self.arrival = Arrival(
            shell, sittings, self._arrive, self.moving.arrive, self.watching.arrive
        )
        self._invitation: Opened | None = None  # that is shown
        self._earlier = ""  # token of the game whose people are invited again
        self._former: Session | None = None  # by the relay: the game whose people join again
        self._joins_again = False  # whether another device has got the seat that this one wanted
        self._form = Form((), (), shows_tile=False)

    def follow(self, text: str, owner: str) -> None:
        """Open an address, for a person.

        Args:
            text: the address.
            owner: what belongs to it, see ``Page.owner``; perhaps an invitation that was shown.
        """
        if links.is_link(owner or text):
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
            self._front.failed(str(error))
            return
        self._cover_address(opened)
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
        if links.is_link(text):
            if told:
                address = links.fragment(text)
                self._cover(address, links.instead(address))
            return await self.arrival.open(text, told)
        opened = _read(text)
        there = not posted and not self._sittings.has(opened.token)
        if there and await self._live.post(opened.token, text):
            self._dialogs.show(TAKEN)
            return ""
        id = model.saved_as(opened.token)
        if opened.message and fair.look(opened.message).kind == "seat":
            if self._games.saves.text(id) and not self._games.saves.load(id).session.is_watching:
                self._show_kept(opened.token)
            else:
                self.moving.arrive([opened], told)
            return ""
        if not self._games.saves.text(id):
            return await self._arrive(opened, told)
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
            return await self._arrive(opened, told, again=True)
        if (by := remarks.read(opened.remark)) and by[0] not in device.seats and is_new:
            self._sittings.of(session).gestures.said(*by, LONG)
        if opened.answer:
            connects = await self._sittings.of(session).take(opened)
            if session is not self._games.session:  # the person has gone on to something else
                return ""
        if opened.offer or (kind == "invitation" and session.mode.is_joining):
            return await self.reply(session, opened)
        if kind == "join" and not device.is_host and glimpse.seats == device.seats:
            self._show_own(session)
            return ""
        reach = session.reach
        if connects and not self._sittings.of(session).is_connected:
            self._sittings.of(session).contact.say(_("The connection is being made…"), told=False)
        elif is_new and reach.answering and not (reach.is_live or session.mode.is_joining):
            self._sittings.of(session).contact.given_up()
        if said := _beside(session, opened, connects):
            self._shell.notices.tell(said)
        elif not is_new and not connects:
            self._shell.notices.tell(_("There is nothing new in this link."))
        self._front.joined(session)
        if len(session.record.moves) > before and not session.reach.is_live:
            self._shell.replay.since(before)
        return ""

    def _show_own(self, session: Session) -> None:
        """A person has opened the answer that was made here."""
        if not session.mode.is_joining:
            self._shell.notices.tell(_("This answer has been opened: here is the game."))
            return
        host = model.names(session, dealer(session).device.host_seats[:1])
        own = _("This is your own answer: {name} has to open it.").format(name=host)
        self._shell.notices.tell(own)
        self._dialogs.show(REPLY)

    def may_reply(self, session: Session) -> bool:
        """Whether the answer to an invitation is still to be shown by itself."""
        return session.mode.is_joining or (bool(session.reach.answering) and not session.deciding)

    def _receive(self, session: Session, message: str) -> bool:
        """Take a message into the game on the page; returns whether it was new.

        Raises:
            SeatTaken: the host has given this device's seat to another one.
            CacaoError: it does not fit; a sentence for the person.
        """
        device, sitting = dealer(session).device, self._sittings.of(session)
        try:
            if device.is_host and not device.is_full:
                return sitting.take_in(message, is_welcome=True)
            return sitting.receive(session, message)
        except (BadLink, fair.Cheating) as error:
            if isinstance(error, fair.SeatTaken) and not dealer(session).is_host:
                raise
            self._sittings.of(session).keep(session)  # what was found
            self._shell.page.report(f"message: {error}")
            raise CacaoError(model.refused(error, session)) from None

    def rematch(self, token: str, message: str) -> None:
        """People of a game on this device are invited to another one.

        Args:
            token: of the earlier game, whose connections are used.
            message: the invitation.
        """
        glimpse = fair.look(message)
        id = model.saved_as(glimpse.token)
        session = self._games.session
        shown = session is not None and session.id == model.saved_as(token)
        if session is None or not shown or not session.game.is_over:
            return
        if glimpse.kind != "invitation" or not glimpse.free_seats or self._games.saves.text(id):
            return
        before = self._invitation if self._earlier == token else None
        self._invitation, self._earlier = Opened(message, glimpse.token), token
        self._joins_again = False
        is_other = before is None or before.token != glimpse.token
        if is_other or not set(self._form.seats) & set(glimpse.free_seats):
            seats = model.own_seats(glimpse, session) or glimpse.free_seats[:1]
            self._form = Form(seats, glimpse.names, self._sittings.shows_tile)
        if before is None:
            self._dialogs.show(JOIN)
        elif is_other:  # one dialog of a game's people opens by itself, not one after the other
            host = model.invited(glimpse)[glimpse.seats[0]].said
            self._shell.notices.tell(_("{name} invites you").format(name=host))
        self._dialogs.redraw(JOIN)

    def shows_rematch(self, token: str) -> bool:
        """Show the invitation of :meth:`rematch` again, if there is one."""
        if self._invitation is None or self._earlier != token:
            return False
        self._dialogs.show(JOIN)
        return True

    async def join_again(self, former: Session, text: str) -> None:
        """By the relay: join a game of the people of another one; with the invitation.

        Raises:
            CacaoError: that is not possible; a sentence.
        """
        self._former = former
        try:
            await self.arrival.open(text, told=False)
        finally:
            self._former = None

    # --- A game that it does not take part in ----------------------------------------------------

    async def _arrive(self, opened: Opened, told: bool, again: bool = False) -> str:
        """An address of a game that this device does not take part in, or not any more.

        Args:
            opened: the address.
            told: whether the person may be asked.
            again: whether another device has the seat that this one wanted.
        """
        if not opened.message:
            raise CacaoError(_("This address opens a game on the device where it is played. To "
                               "join a game you need an invitation."))  # fmt: skip
        glimpse = fair.look(opened.message)
        if glimpse.kind == "news" and opened.watch:
            self.watching.arrive(opened, told)
            return ""
        if glimpse.kind == "news":
            raise CacaoError(_("This link belongs to a game that this device does not take part "
                               "in. Open it where you have joined the game."))  # fmt: skip
        if not glimpse.free_seats:
            raise CacaoError(model.all_taken())
        self._invitation, self._earlier, self._joins_again = opened, "", again
        first = opened.seat if opened.seat in glimpse.free_seats else glimpse.free_seats[0]
        assert first is not None, "one of them"
        self._form = Form(
            (first,),
            form.names(glimpse, first, self._shell.preferences.settings.name),
            self._sittings.shows_tile,
        )
        if former := self._former if opened.relay and self._former else self._before(glimpse):
            seats = model.own_seats(glimpse, former) or glimpse.free_seats[:1]
            named = former.about.before is not None
            self._form = Form(seats, glimpse.names, self._sittings.shows_tile, is_named=named)
        if again:
            taken = _("Somebody else was faster. This seat is still free.")
            self._form = self._form._replace(problem=taken)
        if told:
            if not opened.relay:
                self._cover_address(opened)
            self._dialogs.show(JOIN)
            return ""
        return await self._join(opened, glimpse)

    def _before(self, glimpse: Glimpse) -> Session | None:
        """The game of a match after which another one is played, if it is here."""
        before = model.match_in(glimpse.options, glimpse.players)
        found = self._games.saves.look(before[-1]) if before else None
        return found.session if isinstance(found, Saved) else None

    def _cover_address(self, opened: Opened) -> None:
        """Take an address out of sight that has been read; a reload still finds it.

        Inside another app it stays: the menu of that app opens it in the browser.
        """
        self._cover(model.written(opened), link.own_fragment(opened.token))

    def _cover(self, address: str, instead: str) -> None:
        """Take an address out of sight, or leave it there inside another app."""
        if self._games.at_home:
            self._shell.page.set_fragment(address if self._live.container else instead, address)

    def _keep_name(self, glimpse: Glimpse, seat: Seat) -> None:
        """Keep the name that a person has entered, unless it is the one that was proposed."""
        if (name := self._form.name(seat)) != glimpse.names[seat]:
            self._shell.preferences.change(name=name)

    def markup(self) -> Markup | None:
        if self._invitation is None:
            return None
        glimpse = fair.look(self._invitation.message)
        container = self._live.container
        by_relay = self._invitation.relay is not None
        return view.join_in(glimpse, model.invited(glimpse), self._form, container, by_relay)

    def copy_invitation(self) -> None:
        """Copy the invitation that is shown, to be opened in another browser."""
        if self._invitation:
            address = self._shell.export.address(model.written(self._invitation))
            self._shell.export.copy_link(address)

    def fill_in(self, name: str, value: str) -> None:
        self._form = self._form.filled_in(name, value)
        if name == "ghost":
            self._sittings.shows_tile = self._form.shows_tile

    def join(self) -> None:
        """Accept the invitation."""
        opened = self._invitation
        if opened is None:
            return
        glimpse = fair.look(opened.message)
        self._form = self._form.checked(glimpse)
        if self._form.problem:
            self._dialogs.show(JOIN)
            return
        self._shell.tasks.run(self._outbox.expected(self._join(opened, glimpse)))

    async def _join(self, opened: Opened, glimpse: Glimpse) -> str:
        seats = [seat for seat in self._form.seats if seat in glimpse.free_seats]
        if seats:
            self._keep_name(glimpse, seats[0])
        names = [self._form.name(seat) or glimpse.names[seat] for seat in seats]
        device = Device.join(opened.message, seats or None, names or None)
        self._invitation, again, self._joins_again = None, self._joins_again, False
        kept = self._games.session
        if again and kept and model.is_dealt(kept, device.token):
            self.rejoining.go_on(kept, device)
            return await self.reply(kept, opened)
        if not await self._sittings.is_new(device.token):
            self._show_kept(device.token)
            return ""
        relay, sitters = opened.relay, model.guests(device)
        if (former := self._former) and relay:
            relay = relay._replace(former=dealer(former).token)
            sitters = model.as_before(sitters, device, former)
            await self._front.joins_again(former, device.key)
        options = self._shell.preferences.options
        session = self._front.enter(device, sitters, options, relay)
        if await self._sittings.of(session).lies_there():
            if self._live.container and session is self._games.session:
                self.moving.start()  # the game may be forgotten here: a link leads back to it
            return ""
        if self._earlier and self._sittings.adopt(session, self._earlier):
            return ""
        return await self.reply(session, opened)

    def _show_kept(self, token: str) -> None:
        """This device takes part already: another tab has joined since the invitation was shown."""
        id = model.saved_as(token)
        if not self._games.saves.text(id):
            self._dialogs.show(TAKEN)  # by a tab that is just joining
            return
        self._games.resume(id)
        self._shell.notices.tell(_("You take part in this game already: here it is."))

    async def reply(self, session: Session, opened: Opened) -> str:
        """The answer to an invitation, which is shown until the connection is open."""
        answer, sitting = "", self._sittings.of(session)
        if opened.offer:
            try:
                answer = await sitting.answer(opened)
            except CacaoError as error:
                self._shell.page.report(f"offer: {error}")
        self._outbox.address = self._outbox.written(session, answer=answer)
        if session is self._games.session:
            self._tell_reply(session, is_possible=bool(answer) or not opened.offer)
        return self._outbox.address

    def _tell_reply(self, session: Session, is_possible: bool) -> None:
        """Show the answer, or only say how it leaves, so that it never covers one's own turn.

        Args:
            session: the game.
            is_possible: whether this browser can connect.
        """
        contact = self._sittings.of(session).contact
        if not is_possible:
            contact.say(_("This browser does not connect to the other device. Go on by link."))
        elif not session.mode.is_joining:
            told = _("You play live as soon as {name} has opened your answer or next link.")
            contact.say(told.format(name=model.inviter(session)), told=session.deciding)
        if self.may_reply(session):
            self._dialogs.show(REPLY)


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
        return words.forgetful(session.said(session.mode.forgetful))
    return model.asked_again() if device.is_asked else ""
