"""A game with other devices while this tab has it: its connections, and what goes through them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from cacao_core import fair
from cacao_core.fair import Cheating, Device
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.browser import Support
from cacao_web.features.together.carrier import Carrier, CarrierView
from cacao_web.features.together.contact import Contact
from cacao_web.features.together.events import TogetherEvents
from cacao_web.features.together.game_here import GameHere
from cacao_web.features.together.joining.applicants import Applicants
from cacao_web.features.together.model import dealer
from cacao_web.features.together.talking.gestures import Gestures
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _

P = ParamSpec("P")
_T = TypeVar("_T")


class Tab(NamedTuple):
    """The objects that all games with other devices share in this tab."""

    shell: Shell
    support: Support
    browser: bytes  # tells this browser from others of the same person
    events: TogetherEvents  # shows people what happens
    kinds: Sequence[Callable[[SharedGame, Device], Carrier]]  # make the carriers of a game
    shared_games: dict[str, SharedGame]  # the games, by token


class SharedGame:
    """The live part of one game. It stays while other games or screens are shown.

    Args:
        tab: what all of them share.
        device: this device's part in the game.
    """

    def __init__(self, tab: Tab, device: Device) -> None:
        self.tab = tab
        self.token = device.token
        self._shell = tab.shell
        self._knew_draw = bool(device.fingerprint)
        self.here = GameHere(tab.shell, device.token)
        self.contact = Contact(tab.shell, self.here)
        self.gestures = Gestures(tab.shell, self.here, self._show)
        self.applicants = Applicants(tab.events, self.here, self.take_text)
        self._watches = device.is_watching
        made = [kind(self, device) for kind in tab.kinds]
        self.carriers = [one for one in made if one.with_watchers or not self._watches]

    # --- For all carriers ------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether decisions leave without a person."""
        return any(carrier.is_on for carrier in self.carriers)

    @property
    def is_connected(self) -> bool:
        """Whether another device hears at once what is sent."""
        return any(carrier.is_connected for carrier in self.carriers)

    @property
    def stays(self) -> bool:
        """True if a carrier stays connected, although nobody may be there."""
        return any(carrier.stays for carrier in self.carriers)

    def tell(
        self, act: Callable[Concatenate[Carrier, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Tell all carriers something, such as ``tell(Carrier.claim)``."""
        self.ask(act, *args, **kwargs)

    def ask(
        self, question: Callable[Concatenate[Carrier, P], _T], *args: P.args, **kwargs: P.kwargs
    ) -> list[_T]:
        """The answers of all carriers."""
        name = question.__name__
        return [getattr(carrier, name)(*args, **kwargs) for carrier in self.carriers]

    async def work(
        self,
        question: Callable[Concatenate[Carrier, P], Awaitable[_T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[_T]:
        """The answers of all carriers that take some time, one after the other."""
        name = question.__name__
        return [await getattr(carrier, name)(*args, **kwargs) for carrier in self.carriers]

    def first(
        self, question: Callable[Concatenate[Carrier, P], str], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Carrier, str]:
        """The carrier with the best answer, and this; it is empty if no carrier has one."""
        answers = zip(self.carriers, self.ask(question, *args, **kwargs), strict=True)
        return next((one for one in reversed([*answers]) if one[1]), (Carrier(), ""))

    def _show(self, kind: str, content: object) -> None:
        """Show something to those who look at the game now."""
        self.tell(Carrier.show, kind, content)

    # --- The game on the page has changed ---------------------------------------------------------

    def entered(self, session: Session) -> None:
        """The game is about to be shown."""
        self.here.forget_drawn()
        self.gestures.forget()
        self.applicants.recall(session)
        self.look_around(session)
        self._tell_draw(session)
        session.reach.since = session.reach.since or self._shell.games.now
        self.contact.begin(session)

    def look_around(self, session: Session) -> None:
        """Find out where everybody is, and whether somebody may decide here."""
        reach, looks = session.reach, self.ask(Carrier.look, session)
        reach.presence = _merged(dealer(session).device, looks)
        reach.applicants = self.applicants.names
        reach.is_told = any(look.is_told for look in looks)
        reach.retries = any(look.retries for look in looks)
        reach.gone = frozenset().union(*(look.gone for look in looks))
        reach.paused = next((look.paused for look in looks if look.paused), "")
        reach.is_left_out = any(look.is_left_out for look in looks)
        reach.is_elsewhere = any(carrier.is_elsewhere for carrier in self.carriers)
        reach.answering = bool(self.contact.answered)
        reach.silent = self.contact.is_silent(session)

    def where(self, session: Session) -> dict[Seat, Presence]:
        """The presence of each player."""
        return _merged(dealer(session).device, self.ask(Carrier.look, session))

    def changed(self) -> None:
        """Somebody has come or gone, or a carrier knows more: show it, if the game is shown."""
        session = self.here.shown()
        if session is None:
            return
        before, was_paused = session.reach.presence, bool(session.reach.paused)
        self.look_around(session)
        self.contact.time(session)
        self.tell(Carrier.changed, session)
        returning = frozenset[Seat]().union(*self.ask(Carrier.returning))
        self.contact.lost(session, before, returning)
        if was_paused != bool(session.reach.paused):
            self._shell.table.changed(None, automatic=not session.reach.paused)
            self.here.drew(session)
        self.here.draw()
        is_live = session.reach.is_live and not session.game.is_over
        self.tab.support.live.stay_awake(is_live)
        self.tab.events.moved(session)

    def close(self) -> None:
        """This tab has the game no longer."""
        self.tell(Carrier.end)

    def depart(self, unheard: Session | None = None) -> None:
        """This device deletes the game: tell the others, unless the seat goes on elsewhere.

        Args:
            unheard: the game, if this tab has not heard of it until now, and it goes on here.
        """
        if self._watches:
            self.close()
            return
        leaves = not any(carrier.is_elsewhere for carrier in self.carriers)
        self.tell(Carrier.leave, unheard, is_told=leaves)

    def decided(self, session: Session) -> None:
        """Let the decisions leave if somebody is connected; the device must be kept after that."""
        if self.is_on:
            dealer(session).device.message()
        self.look_around(session)
        self.contact.time(session)
        session.reach.distant = None
        self.gestures.forget()

    def kept(self, session: Session) -> None:
        """The device has been kept: send news to everybody who is connected."""
        if session is self.here.shown():
            self._tell_draw(session)
        self.tell(Carrier.send, session)
        self.here.forget_drawn()

    def _tell_draw(self, session: Session) -> None:
        """Once, after the first draw: the characters that people at three devices can compare."""
        device = dealer(session).device
        if device.fingerprint and not self._knew_draw:
            self._knew_draw = True
            if len(device.devices) > 2:
                self.tab.events.drawn(device.fingerprint)

    def settle(self, session: Session) -> None:
        """Play what needs no person here: then it is in the next message, and none follows."""
        if session is self._shell.games.session:
            self._shell.table.settle()

    def adopt(self, session: Session, earlier: SharedGame) -> bool:
        """Take over the connections of an earlier game of the same people, if there are any."""
        former = {type(one): one for one in earlier.carriers}
        pairs = [(one, former[type(one)]) for one in self.carriers if type(one) in former]
        adopted = [new.adopt(session, old) for new, old in pairs]
        return any(adopted)

    # --- Something has come -------------------------------------------------------------------

    def any_game(self) -> Session | None:
        """The game, on the page or saved; the connections end if it is not here any more."""
        session = self.here.any()
        if session is None and self.tab.shared_games.get(self.token) is self:
            del self.tab.shared_games[self.token]
            self.close()
        return session

    def take_in(self, message: str, is_welcome: bool) -> bool:
        """Take a message in; returns whether anything in it is new.

        Args:
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
        session = self.any_game()
        if session is None:
            return False
        offences = len(dealer(session).device.cheats)
        try:
            return self.receive(session, message)
        except Cheating as error:
            is_new = len(dealer(session).device.cheats) > offences
            if is_new and session is self.here.shown():
                self.here.keep(session)
                self.tab.events.cheated(model.cheating(error, session))
            raise

    def receive(self, session: Session, message: str) -> bool:
        """Take all of a message into the game, and answer it; nobody is told what is wrong in it.

        Returns:
            Whether anything is new.

        Raises:
            BadLink: it is damaged, or belongs to another game.
            Cheating: no honest device makes such a message; the game has not changed.
        """
        table = self._shell.table
        before = table.now() if session is self.here.shown() else None
        if before is None:
            self.look_around(session)
            self.contact.begin(session)
        if not session.receive(message):
            return False
        self.decided(session)
        is_kept = self.here.keep(session)
        if is_kept:
            self.kept(session)
        if before is None and is_kept:
            self.tab.events.news(session)
        elif before is None:
            sentence = _("{title} waits: it cannot be saved.").format(title=session.title)
            self._shell.notices.tell(sentence)
        elif session is self.here.shown():  # not if another tab has it since
            session.onward.coming = session.automatic_move() if session.look.at is None else None
            self.tab.events.went_on(session)
            table.received(before)
            self.here.drew(session)
        if self._watches and not dealer(session).device.is_watching:
            self.tab.events.seated(session)
        return True


def _merged(device: Device, looks: Sequence[CarrierView]) -> dict[Seat, Presence]:
    """The presence of each player, as the carriers know it together."""
    places = dict.fromkeys(range(device.players), Presence.LINK)
    for look in looks:
        places |= {seat: where for seat, where in look.where.items() if seat in places}
    places |= dict.fromkeys(() if device.has_passed_on else device.seats, Presence.HERE)
    return places | {seat: places[device.holder(seat)] for seat, _moves in device.passed_on}
