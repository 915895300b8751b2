"""All games with other devices that this tab has, and what arrives through their connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from cacao_core import BadLink, CacaoError, fair
from cacao_core.moves import Move
from cacao_core.tiles import Seat
from cacao_web.browser.live import Live, is_stun
from cacao_web.features.together import model, remarks
from cacao_web.features.together.room import Heard, Peer
from cacao_web.features.together.sitting import Sitting
from cacao_web.game.dealer import Dealer
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.saves.saves import Overtaken
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _

_REMARK_SECONDS: Final = 5
_RELEASE: Final = "release"
"""What another tab posts to take a game over."""
_TRIES: Final = 5
_PAUSE: Final = 0.2
"""How often a game's name is asked for: a tab that is being reloaded lets go a little late."""


class Calls(NamedTuple):
    """Callbacks."""

    posted: Callable[[str], None]  # another tab of this browser has an address for a game here
    busy: Callable[[str], None]  # a game is played in another tab; with the name of its saved game
    was_busy: Callable[[str], bool]
    """Whether that is still shown for a game; it is then no longer shown."""
    connected: Callable[[Session], None]  # a device of the game on the page has been connected
    moved: Callable[[Session], None]  # somebody of the game on the page has come or gone
    found: Callable[[str], None]  # an offence was found; with a sentence
    invited: Callable[[str, str], None]
    """People of a game here are invited to another one; with the token of the old game and the
    message."""


class Sittings:
    """The games with other devices that this tab has.

    Args:
        shell: the parts of the page.
        live: the browser's support for live play.
        calls: callbacks.
    """

    def __init__(self, shell: Shell, live: Live, calls: Calls) -> None:
        self.shows_ghost = True  # whether the others see one's tile while it is being placed
        self._shell = shell
        self._games = shell.games
        self._saves = shell.games.saves
        self._table = shell.table
        self._live = live
        self._calls = calls
        self._sittings: dict[str, Sitting] = {}  # by token
        self._shown_ghost = ""  # the placement that the others see

    def has(self, token: str) -> bool:
        """Whether this tab has a game."""
        return token in self._sittings

    @property
    def is_live(self) -> bool:
        """Whether any device is connected."""
        return any(sitting.room.is_open for sitting in self._sittings.values())

    def of(self, session: Session) -> Sitting:
        """The live part of a game."""
        device = dealer(session).device
        if device.token not in self._sittings:
            wanted = self._shell.preferences.settings.servers.split()
            servers = tuple(filter(is_stun, wanted)) or self._live.servers
            sitting = Sitting(device, self._live, servers, self._heard_by(device.token))
            self._sittings[device.token] = sitting
        return self._sittings[device.token]

    def _heard_by(self, token: str) -> Heard:
        return Heard(
            opened=lambda peer: self._connected(token, peer),
            fair=lambda text: self._heard(token, text),
            shows=lambda seat, notation: self._shows(token, seat, notation),
            says=lambda seat, number: self._says(token, seat, number),
            again=lambda seat: self._asked_again(token, seat),
            changed=lambda: self._moved(token),
            failed=lambda: self._failed(token),
            sender=lambda text: self._sender(token, text),
        )

    # --- Tabs ------------------------------------------------------------------------------------

    def entered(self, session: Session) -> None:
        """A game is about to be shown: this tab takes it."""
        self._shell.notices.clear()
        session.deal_fairly()
        self._look_around(session)
        self._shell.tasks.run(self._hold(session))

    async def is_new(self, token: str) -> bool:
        """Take a game that is not here yet, for this tab.

        Returns:
            False if a tab of this browser takes part already; that device must be kept.
        """
        return await self._live.hold(token) and not self._saves.text(model.saved_as(token))

    async def _hold(self, session: Session) -> None:
        """Make sure that no other tab plays the game; take its messages."""
        token = dealer(session).token
        for attempt in range(_TRIES):
            if await self._live.hold(token):
                self._live.await_mail(token, lambda text: self._mail(token, text))
                if attempt and self._calls.was_busy(session.id):
                    self._games.resume(session.id)
                elif self._shown(token):
                    self._call(session)
                return
            if not attempt:
                self._sittings.pop(token, None)
                self._pause(token)
            await asyncio.sleep(_PAUSE)

    def _mail(self, token: str, text: str) -> bool:
        """Another tab of this browser has something for the game."""
        if text == _RELEASE:
            self._let_go(token)
        else:
            self._calls.posted(text)
        return True

    def _let_go(self, token: str) -> None:
        """Another tab goes on with the game."""
        if sitting := self._sittings.pop(token, None):
            sitting.room.close()
        self._live.end_mail(token)
        self._live.let_go(token)
        self._pause(token)

    def _pause(self, token: str) -> None:
        """Show that the game is played in another tab."""
        if session := self._shown(token):
            self._table.leave()
            self.left()
            self._calls.busy(session.id)

    async def take_over(self, id: str) -> None:
        """Go on with a saved game that another tab has."""
        await self._live.post(model.token_of(id), _RELEASE)
        self._games.resume(id)

    def left(self) -> None:
        """A game is left; its connections stay."""
        self._live.set_title("")
        self._live.stay_awake(False)
        self._shown_ghost = ""

    # --- The game has changed here ---------------------------------------------------------------

    def decided(self, session: Session) -> None:
        """The game on the page has changed, and is not saved yet."""
        self.of(session).prepare(dealer(session).device)
        self._look_around(session)
        session.distant = None
        self._shown_ghost = ""

    def _look_around(self, session: Session) -> None:
        """Find out where everybody is."""
        live = self.of(session).room.live()
        session.presence = model.presence(dealer(session).device, live)

    def kept(self, session: Session) -> None:
        """The game on the page has been saved."""
        self.of(session).send(dealer(session).device)
        self._call(session)

    def keep(self, session: Session) -> bool:
        """Save a game now; returns whether it is stored, so that messages may leave."""
        if session is self._games.session:
            return self._table.keep()
        try:
            self._saves.save(session, self._games.now)
        except Overtaken:
            return False
        return self._saves.is_stored(session.id)

    def chosen(self, session: Session) -> None:
        """The choice has changed: the others see it, if they may."""
        if not self.shows_ghost or not session.deciding:
            return
        move, seat = session.candidate, session.game.to_move
        notation = str(move) if move and move.kind != "A" else ""
        if notation != self._shown_ghost and seat is not None:
            self._shown_ghost = notation
            self.of(session).room.show(seat, notation)

    def _call(self, session: Session) -> None:
        """Call the person to the game: the tab's title, a notification, the screen."""
        mine = session.deciding
        self._live.set_title(_("Your turn – Cacao") if mine else "")
        self._live.stay_awake(session.is_live and not session.game.is_over)
        if mine and self._live.is_hidden():
            self._live.notify(_("Your turn"), session.title)

    # --- Something comes through a connection ----------------------------------------------------

    def _shown(self, token: str) -> Session | None:
        """The game on the page if it is that one."""
        session = self._games.session
        dealt = session and session.dealer and session.dealer.token == token
        return session if dealt else None

    def _heard(self, token: str, text: str) -> None:
        """A message of fair dealing has come."""
        session = self._shown(token)
        try:
            if model.token_in(text) != token:
                self._calls.invited(token, text)
            elif session:
                self._table.receive(text)
            else:
                self._receive_unseen(token, text)
        except fair.Cheating as found:
            if session:
                self.keep(session)
                self._calls.found(model.cheating(found, session))
        except BadLink as error:
            self._shell.page.report(f"message: {error}")

    def _sender(self, token: str, text: str) -> tuple[Seat, ...]:
        """The seats of the device that has made a message; empty if that is not known."""
        session = self._shown(token) or self._saved(token)
        try:
            return dealer(session).device.sender(text) if session else ()
        except BadLink:
            return ()

    def _receive_unseen(self, token: str, text: str) -> None:
        """The same for a game that is not on the page."""
        session = self._saved(token)
        if session is None or not session.receive(text):
            return
        sitting, device = self.of(session), dealer(session).device
        sitting.prepare(device)
        if not self.keep(session):
            told = _("{title} waits: it cannot be saved.").format(title=session.title)
            self._shell.notices.tell(told)
            return
        sitting.send(device)
        if session.deciding:
            self._shell.notices.tell(_("It is your turn: {title}").format(title=session.title))

    def _saved(self, token: str) -> Session | None:
        """A game that is not on the page; its connections end if it is not here any more."""
        try:
            return self._saves.load(model.saved_as(token)).session
        except CacaoError:
            if sitting := self._sittings.pop(token, None):
                sitting.room.close()
            return None

    def _connected(self, token: str, peer: Peer) -> None:
        """A connection is open: tell the other device everything."""
        shown = self._shown(token)
        session = shown or self._saved(token)
        if session is None:
            return
        device = dealer(session).device
        device.message()
        sitting = self.of(session)
        if self.keep(session):
            sitting.welcome(peer, device, model.presence(device, sitting.room.live()))
        else:
            sitting.owe()
        if shown:
            self._calls.connected(shown)

    def _moved(self, token: str) -> None:
        """Somebody has come or gone."""
        session = self._shown(token)
        if session is None:
            return
        before = session.presence
        self._look_around(session)
        self.of(session).room.tell_where(session.presence)
        self._tell_lost(session, before)
        self._table.draw_waiting()
        self._live.stay_awake(session.is_live and not session.game.is_over)
        self._calls.moved(session)

    def _failed(self, token: str) -> None:
        """An invitation was answered, but the devices do not reach each other."""
        if self._shown(token):
            told = _("These devices cannot reach each other directly. Go on by link.")
            self._shell.notices.tell(told)

    def _tell_lost(self, session: Session, before: dict[Seat, Presence]) -> None:
        """Say whose connection has just been lost."""
        lost = [
            seat
            for seat, where in before.items()
            if where.is_connected and not session.presence[seat].is_connected
        ]
        if lost:
            session.distant = None
            text = _("The connection to {name} is lost. Go on by link, or invite again.")
            self._shell.notices.tell(text.format(name=model.names(session, lost)))

    def _asked_again(self, token: str, seat: Seat) -> None:
        """A guest would like a rematch."""
        session = self._shown(token)
        if session and seat < len(session.sitters):
            told = _("{name} would like a rematch.").format(name=session.sitters[seat].said)
            self._shell.notices.tell(told)

    def adopt(self, session: Session, token: str) -> bool:
        """Take over the connections of an earlier game; returns whether there are any.

        The devices at the other end get the newest message of this game.
        """
        earlier, sitting = self._sittings.get(token), self.of(session)
        if earlier is None or earlier is sitting or not earlier.room.is_open:
            return False
        sitting.room.adopt(earlier.room)
        device = dealer(session).device
        device.message()
        if self.keep(session):
            sitting.send(device)
        return True

    def _shows(self, token: str, seat: Seat, notation: str) -> None:
        """Somebody is trying a placement."""
        session = self._shown(token)
        if session is None or session.game.to_move != seat:
            return
        try:
            move = Move.parse(notation) if notation else None
        except CacaoError:
            return
        session.distant = None if move and move.kind == "A" else move
        self._table.draw_choice()

    def _says(self, token: str, seat: Seat, number: int) -> None:
        session = self._shown(token)
        if session and seat < len(session.sitters):
            self.remark(session, seat, number)

    def remark(self, session: Session, seat: Seat, number: int) -> None:
        """Show a remark for some seconds."""
        self._shell.tasks.run(self._show_remark(session, seat, remarks.remark(number)))

    async def _show_remark(self, session: Session, seat: Seat, text: str) -> None:
        session.remarks[seat] = text
        self._table.draw_waiting()
        self._shell.page.say(f"{session.sitters[seat].said}: {text}")
        await asyncio.sleep(_REMARK_SECONDS)
        if session.remarks.get(seat) == text:
            del session.remarks[seat]
            self._table.draw_waiting()


def dealer(session: Session) -> Dealer:
    """The dealer of a game with other devices."""
    assert session.dealer is not None, "a game with other devices"
    return session.dealer
