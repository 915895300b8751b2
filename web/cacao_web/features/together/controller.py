"""Games with other devices: inviting, joining, playing live and by link."""

from __future__ import annotations

from typing import Final

from cacao_core import Deal
from cacao_core.fair import Parcel
from cacao_web.features.together import model, view
from cacao_web.features.together.browser import Support
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.dialogs import INVITE, OPEN_ELSEWHERE, REPLY, SEND_ON, TOLD
from cacao_web.features.together.events import TogetherEvents
from cacao_web.features.together.joining.beginning import Beginning
from cacao_web.features.together.joining.inviting import Inviting
from cacao_web.features.together.joining.opening import JoinOpening
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.links.outbox import Outbox
from cacao_web.features.together.links.sending import LinkSending
from cacao_web.features.together.model import dealer
from cacao_web.features.together.news.calls import Calls
from cacao_web.features.together.news.dailies import Dailies
from cacao_web.features.together.news.hearing import Hearing
from cacao_web.features.together.parting import ended, parting_view
from cacao_web.features.together.parting.giving import Giving
from cacao_web.features.together.parting.parting import Parting
from cacao_web.features.together.relay.bells import Bells
from cacao_web.features.together.relay.rematch import Rematch
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.features.together.talking.speaking import Speaking
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.saves.codec import Saved
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

_ASKED: Final = "keep-storage"
"""The slot that says when the browser was asked to keep our data."""
_COMPARING: Final = 60
"""Seconds for which the characters to compare are shown, if the person does nothing."""
_SEEN_AS: Final = {Presence.ASLEEP: Presence.AWAY}
"""The states that ``window.cacao.table`` does not tell apart."""


class TogetherController(TogetherEvents, Controller):
    """Games with other devices."""

    def __init__(self, shell: Shell, support: Support) -> None:
        live = support.live
        self._shell = shell
        self._games = shell.games
        self._saves = shell.games.saves
        self._dialogs = shell.dialogs
        self._answers = shell.others.answers
        self._live = live
        self._told = ("", "")
        self._id = ""  # saved game that is open in another tab
        self.shared_games = SharedGames(shell, support, self)
        self.bells = Bells(shell, self.shared_games)
        self.calls = Calls(shell, self.shared_games, self._mark, self.bells)
        self.hearing = Hearing(shell, live, self.shared_games, self.calls, self.bells)
        self.outbox = Outbox(shell, self.shared_games, self.calls, self)
        self.beginning = Beginning(shell, self.shared_games, self.calls.count)
        self.early_end = Parting(shell, self.outbox)
        parts = JoinParts(shell, self.shared_games, self.outbox, self.beginning, self)
        self.giving = Giving(shell, self.shared_games, self.outbox)
        self.inviting = Inviting(parts)
        self.opening = JoinOpening(parts)
        self.joining = self.opening.joining
        self.sending = LinkSending(parts, self.inviting, self.joining)
        self.rematch = Rematch(parts, self.opening)
        self.dailies = Dailies(shell, self.shared_games)
        self.speaking = Speaking(shell, self.shared_games, self.rematch.goes_on)

    # --- Beginning -------------------------------------------------------------------------------

    def begin_game(
        self,
        players: tuple[Sitter, ...],
        deal: Deal,
        options: Options,
        before: tuple[str, ...] | None = None,
    ) -> None:
        """A new game, perhaps of a match, in which somebody plays on another device: invite them.

        After a live game its people are asked at once. A guest asks the host to begin.
        """
        earlier = self._games.session
        if earlier and self.rematch.begin(earlier, players, deal, options, before):
            return
        over = earlier if earlier and earlier.dealer and earlier.game.is_over else None
        if over and self._asks_again(over):
            return
        late = options.late_watchers
        device = model.hosted(players, deal, before=before, late=late)
        session = self.beginning.enter(device, players, options, self.shared_games.place(device))
        adopted = over is not None and self.shared_games.adopt(session, dealer(over).token)
        if not adopted and not session.reach.unsaved:
            self.invite("")

    def begin_round(
        self, players: tuple[Sitter, ...], deal: Deal, options: Options, before: tuple[str, ...]
    ) -> bool | None:
        self.begin_game(players, deal, options, before)
        return True

    def _asks_again(self, over: Session) -> bool:
        """Ask the host of a finished game for another one, if a guest can do that at once."""
        shared = self.shared_games.of(over)
        is_invited = shared.is_connected and self.joining.shows_rematch(shared.token)
        return is_invited or any(shared.ask(Carrier.asks_again, over))

    # --- Inviting --------------------------------------------------------------------------------

    def invite(self, seat: str) -> None:
        """Show the invitation for a seat, for the next one, or for everybody."""
        self.inviting.invite(self.sending.dealt(), seat)

    def invite_markup(self) -> Markup | None:
        session = self._games.session
        return self.inviting.markup(session) if session and session.dealer else None

    def seat_guest(self, key: str, wanted: bool) -> None:
        """Seat somebody who wants to join, or do not."""
        self.inviting.seat_guest(self.sending.dealt(), key, wanted)

    def asked(self, session: Session) -> None:
        self._shell.tasks.run(self._ask(session))

    async def _ask(self, session: Session) -> None:
        """Tell who wants to join, but those who play again: they are let in."""
        if await self.rematch.welcome(session):
            return
        self.calls.ask(
            session, people.wanting_to_join(self.shared_games.of(session).applicants.names)
        )
        if session is self._games.session:
            self.inviting.asked(session)

    def taken_here(self, session: Session) -> None:
        self.calls.call(session)
        if self.shared_games.of(
            session
        ).applicants.waiting:  # they have come before the game was opened
            self.asked(session)

    def news(self, session: Session) -> None:
        self.calls.news(session)

    def called(self, token: str, text: str) -> None:
        hearers = (self.speaking.heard, self.dailies.heard, self.giving.heard)
        if not any(heard(token, text) for heard in hearers):
            self.rematch.heard(token, text)

    def daily(self, session: Session) -> str:
        return self.dailies.text(session)

    def tell_daily(self) -> bool | None:
        self.dailies.tell()
        return True

    def lies(self, session: Session) -> None:
        self.rematch.lies(session)

    async def joins_again(self, old: Session, key: bytes) -> None:
        await self.rematch.joined(old, key)

    def wanted(self, old: Session, told: str) -> None:
        self.calls.ask(old, told)
        self.shared_games.of(old).here.draw()
        if old is self._games.session:
            self._dialogs.redraw()

    def _mark(self, session: Session) -> None:
        """Note in a game who waits for somebody here, besides the game itself."""
        applicants = self.shared_games.waiting(model.token_of(session.id))
        session.reach.applicants = session.reach.applicants if applicants is None else applicants
        self.rematch.mark(session)

    def outrun(self, session: Session, text: str) -> bool:
        return self.opening.rejoining.outrun(session, text)

    def ask_seat(self) -> None:
        """Let a person with a new device say which seat was theirs; they watch until it is."""
        if self.opening.watching.is_offered:
            self._shell.tasks.run(self._watch_and_ask())
        else:
            self.giving.show_seats()

    async def _watch_and_ask(self) -> None:
        await self.opening.watching.enter()
        self.giving.show_seats()

    def seated(self, session: Session) -> None:
        session.about = session.about._replace(watched=False)
        self.shared_games.rejoin(session, dealer(session).device, ())
        if session is self._games.session:
            self._dialogs.close()
            self._shell.notices.tell(_("All have agreed: you play on here."))

    def left_out(self, session: Session, parcel: Parcel) -> None:
        self.opening.watching.left_out(session, parcel)

    def claim(self) -> None:
        """Decide in this browser from now on."""
        self.shared_games.of(self.sending.dealt()).tell(Carrier.claim)

    def try_now(self) -> None:
        """Do not wait for the next attempt to reach the relay."""
        self.shared_games.of(self.sending.dealt()).tell(Carrier.wake, is_asked=True)

    def remind_host(self) -> None:
        """Copy a note for the host, who has to let this device in."""
        self.outbox.remind_host(self.sending.dealt())

    def take(self) -> None:
        """Open what was pasted."""
        if self.inviting.pasted.strip():
            self.opening.run(self.inviting.pasted)

    def drawn(self, code: str) -> None:
        self._shell.notices.answer(view.compare(code), _COMPARING)

    def invited(self, token: str, message: str) -> None:
        self.joining.rematch(token, message)

    def connected(self) -> None:
        """A device has been connected: what was to be sent to it is not needed any more."""
        self._shell.notices.clear()  # perhaps one that says it is lost
        if self._dialogs.open in (REPLY, SEND_ON):
            self._dialogs.close()

    def moved(self, session: Session) -> None:
        """Somebody has come or gone: close the invitation, or show the next one."""
        self.sending.end_reply(session)
        self._dialogs.redraw(REPLY)
        self.inviting.moved(session)

    def joined(self, session: Session) -> None:
        self.inviting.joined(session)

    # --- What is said ----------------------------------------------------------------------------

    def posted(self, text: str) -> None:
        self.opening.run(text, posted=True)

    def taken_elsewhere(self, id: str) -> None:
        self._id = id
        self.calls.left()
        self._dialogs.show(OPEN_ELSEWHERE)

    def open_elsewhere_markup(self) -> Markup:
        """The game is open in another tab."""
        return view.open_elsewhere(self._id)

    def take_over(self, id: str) -> None:
        """Go on in this tab."""
        self._shell.tasks.run(self.shared_games.take_over(id))

    def cheated(self, text: str) -> None:
        self._tell(_("Something is wrong in this game"), text)

    def failed(self, text: str) -> None:
        session = self._games.session
        if session and session.reach.unsaved:  # there is no link; the tray says what helps
            self._dialogs.close()
        elif self._dialogs.open in (INVITE, SEND_ON):  # which may still be needed
            self._shell.notices.tell(text)
        else:
            self._tell(_("This link cannot be used"), text)

    def _tell(self, title: str, text: str) -> None:
        self._told = title, text
        self._dialogs.show(TOLD)

    def told_markup(self) -> Markup:
        """A sentence that nobody must miss."""
        return view.told(*self._told)

    # --- For the rest of the page ----------------------------------------------------------------

    def open_game(self, text: str, owner: str) -> None:
        self.opening.follow(text, owner)

    def load_game(self, text: str) -> bool:
        """An address is opened by a program, without questions; an address may follow."""
        self.opening.run(text, told=False)
        return True

    def dialog_closed(self) -> None:
        """The same invitation may be opened again."""
        if self._games.at_home and not self._live.container:
            self._shell.page.set_fragment("")

    def apart(self) -> None:
        self.hearing.look()

    def left(self) -> None:
        """A game is left; its connections stay."""
        self.shared_games.left()
        self.calls.left()

    def stored(self, id: str) -> None:
        """Another tab has heard of news, or a deleted game is here again."""
        self.calls.count()
        self.hearing.stored(id)

    def may_reload(self) -> bool:
        return not self.shared_games.is_live

    def chosen(self, session: Session) -> None:
        self.shared_games.of(session).gestures.chosen(session, self.shared_games.shows_tile)

    def entered(self, session: Session) -> None:
        if session.dealer:
            self.shared_games.entered(session)
            self.giving.recall(session)
            self.rematch.mark(session)
            self.mark(session)  # loads what shows the points of a match

    def saved(self, session: Session) -> None:
        """Ask the browser once to keep what is stored: others depend on it."""
        if session.dealer and not self._saves.kept(_ASKED):
            self._saves.keep(_ASKED, self._games.now)
            self._live.keep_storage()

    def decided(self, session: Session) -> None:
        self.shared_games.of(session).decided(session)

    def kept(self, session: Session) -> None:
        self.shared_games.of(session).kept(session)
        self.went_on(session)

    def went_on(self, session: Session) -> None:
        self.calls.call(session)
        self.bells.look(session)
        self.opening.moving.offer(session)
        self.sending.end_reply(session)
        if session.game.is_over:
            self._dialogs.redraw()  # the result says whether the deal is checked

    def overtaken(self, session: Session, stored: Saved) -> None:
        if session.dealer:
            self.shared_games.overtaken(session)

    def mark(self, session: Session) -> str:
        if session.dealer is None:
            return _("watched") if session.is_watching else ""
        match = (
            [] if session.about.before is None else self._answers(Controller.match_mark, session)
        )
        kind = _("watched") if session.is_watching else _("with other devices")
        return " · ".join((kind, *match))

    def parting(self, session: Session) -> str:
        if session.dealer is None or session.is_watching:
            return ""
        return parting_view.loss(session, self.shared_games.is_handed_on(session))

    def deleted(self, id: str, text: str) -> None:
        self.hearing.deleted(id, text)
        self.bells.deleted(model.token_of(id))

    def ending(self, session: Session) -> ResultPart | None:
        """The result of the check, in the dialog at the end."""
        if session.dealer is None or not session.dealer.is_loaded:
            return None
        match = (
            [] if session.about.before is None else self._answers(Controller.match_part, session)
        )
        return ended.part(session, match)

    def ask_invite(self, _argument: str) -> None:
        """``window.cacao.invite``: the address follows."""
        self._shell.tasks.run(self.outbox.expected(self.inviting.by_program(self.sending.dealt())))

    def ask_table(self, _argument: str) -> dict[str, str]:
        """``window.cacao.table``: where each player is."""
        where = self.sending.dealt().reach.presence
        return {str(seat): _SEEN_AS.get(where[seat], where[seat]).value for seat in sorted(where)}
