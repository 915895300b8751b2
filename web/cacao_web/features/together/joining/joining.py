"""Joining a game: the invitation that somebody has opened, and their form."""

from __future__ import annotations

from cacao_core import CacaoError, fair
from cacao_core.fair import Device, Glimpse
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import JOIN, TAKEN
from cacao_web.features.together.joining import form, joining_view
from cacao_web.features.together.joining.answering import Answering
from cacao_web.features.together.joining.form import Form
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.joining.rejoining import Rejoining
from cacao_web.features.together.model import Opened, dealer
from cacao_web.features.together.parting.moving import Moving
from cacao_web.features.together.watching import Watching
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.saves.codec import Saved
from cacao_web.ui.i18n import _, isolated
from cacao_web.ui.markup import Markup


class Joining:
    """Shows invitations, and accepts them."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, self._outbox, self._beginning, self._events = parts
        self._games = parts.shell.games
        self._dialogs = parts.shell.dialogs
        self._live = parts.shared_games.support.live
        self.answering = Answering(parts)
        self.moving = Moving(parts)
        self.rejoining = Rejoining(parts)
        self.watching = Watching(parts)
        self.former: Session | None = None  # the game whose people join again
        self._invitation: Opened | None = None  # that is shown
        self._earlier = ""  # token of the game whose people are invited again
        self._joins_again = False  # whether another device has got the seat that this one wanted
        self._form = Form((), (), shows_tile=False)

    # --- Invitations -----------------------------------------------------------------------------

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
            self._form = Form(seats, glimpse.names, self._shared_games.shows_tile)
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

    async def arrive(self, opened: Opened, told: bool, again: bool = False) -> str:
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
        if glimpse.kind in ("news", "asking"):
            raise CacaoError(_("This link belongs to a game that this device does not take part "
                               "in. Open it where you have joined the game."))  # fmt: skip
        if not glimpse.free_seats:
            raise CacaoError(model.all_taken())
        own = self._typed(opened.token) or self._shell.preferences.settings.name
        self._invitation, self._earlier, self._joins_again = opened, "", again
        first = opened.seat if opened.seat in glimpse.free_seats else glimpse.free_seats[0]
        assert first is not None, "one of them"
        self._form = Form(
            (first,),
            form.names(glimpse, first, own),
            self._shared_games.shows_tile,
        )
        if former := self.former if opened.is_carried and self.former else self._before(glimpse):
            seats = model.own_seats(glimpse, former) or glimpse.free_seats[:1]
            named = former.about.before is not None
            self._form = Form(seats, glimpse.names, self._shared_games.shows_tile, is_named=named)
        if again:
            taken = _("Somebody else was faster. This seat is still free.")
            self._form = self._form._replace(problem=taken)
        if told:
            if not opened.is_carried:
                self.cover_address(opened)
            self._dialogs.show(JOIN)
            return ""
        return await self._join(opened, glimpse)

    def _typed(self, token: str) -> str:
        """The name that a person has typed in the invitation to a game; else empty."""
        is_shown = self._invitation is not None and self._invitation.token == token
        return next((self._form.name(seat) for seat in self._form.seats if is_shown), "")

    def _before(self, glimpse: Glimpse) -> Session | None:
        """The game of a match after which another one is played, if it is here."""
        before = model.match_in(glimpse.options, glimpse.players)
        saved = self._games.saves.look(before[-1]) if before else None
        return saved.session if isinstance(saved, Saved) else None

    def _keep_name(self, glimpse: Glimpse, seat: Seat) -> None:
        """Keep the name that a person has entered, unless it is the one that was proposed."""
        if (name := self._form.name(seat)) != glimpse.names[seat]:
            self._shell.preferences.change(name=name)

    def markup(self) -> Markup | None:
        if self._invitation is None:
            return None
        glimpse = fair.look(self._invitation.message)
        container = self._live.container
        sitters, opened = model.invited(glimpse), self._invitation
        waiting = [isolated(name) for name in opened.waiting]
        return joining_view.join_in(
            glimpse, sitters, self._form, container, opened.is_carried, waiting
        )

    def copy_invitation(self) -> None:
        """Copy the invitation that is shown, to be opened in another browser."""
        if self._invitation:
            address = self._shell.export.address(model.written(self._invitation))
            self._shell.export.copy_link(address)

    def fill_in(self, name: str, value: str) -> None:
        self._form = self._form.filled_in(name, value)
        if name == "ghost":
            self._shared_games.shows_tile = self._form.shows_tile

    def join(self) -> None:
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
        shown = self._games.session
        if again and shown and model.is_dealt(shown, device.token):
            self.rejoining.go_on(shown, device)
            return await self.answering.reply(shown, opened)
        if not await self._shared_games.is_new(device.token):
            self.show_kept(device.token)
            return ""
        relay, sitters = opened.relay, model.guests(device)
        if (former := self.former) and relay:
            relay = relay._replace(former=dealer(former).token)
            sitters = model.as_before(sitters, device, former)
            await self._events.joins_again(former, device.key)
        options = self._shell.preferences.options
        session = self._beginning.enter(device, sitters, options, relay)
        if any(await self._shared_games.of(session).work(Carrier.lies_there)):
            if self._live.container and session is self._games.session:
                self.moving.start()  # the game may be forgotten here: a link leads back to it
            return ""
        if self._earlier and self._shared_games.adopt(session, self._earlier):
            return ""
        return await self.answering.reply(session, opened)

    def cover_address(self, opened: Opened) -> None:
        """Take an address out of sight that has been read; a reload still finds it.

        Inside another app it stays: the menu of that app opens it in the browser.
        """
        self.cover(model.written(opened), link.own_fragment(opened.token))

    def cover(self, address: str, instead: str) -> None:
        """Take an address out of sight, or leave it there inside another app."""
        if self._games.at_home:
            self._shell.page.set_fragment(address if self._live.container else instead, address)

    def show_kept(self, token: str) -> None:
        """This device takes part already: another tab has joined since the invitation was shown."""
        id = model.saved_as(token)
        if not self._games.saves.text(id):
            self._dialogs.show(TAKEN)  # by a tab that is just joining
            return
        self._games.resume(id)
        self._shell.notices.tell(_("You take part in this game already: here it is."))
