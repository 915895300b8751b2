"""All games with other devices that this tab has, and what it shares with other tabs."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from cacao_core import CacaoError
from cacao_core.fair import Device
from cacao_core.tiles import MAX_PLAYERS
from cacao_web.features.together import model
from cacao_web.features.together.browser import Support
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.carriers import KINDS
from cacao_web.features.together.events import TogetherEvents
from cacao_web.features.together.model import dealer, is_dealt
from cacao_web.features.together.shared_game import SharedGame, Tab
from cacao_web.game.dealer import Relay
from cacao_web.game.session import Session
from cacao_web.saves.codec import from_json
from cacao_web.saves.saves import Saves
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _

_BROWSER: Final = "browser"
"""The slot of the key that tells this browser from others of the same person."""
_HEARD: Final = "heard-"
"""Before the name of a game that a tab holds, if it only hears of it and does not show it."""
_RELEASE: Final = "release"
"""The text of another tab that takes a game over."""
_DELETED: Final = "deleted"
"""The text of another tab that has deleted a game."""
_ASK: Final = "connected?"
"""The text of another tab that asks whether anybody is connected here."""


class SharedGames:
    """The games with other devices that this tab has.

    Args:
        events: shows people what happens.
    """

    def __init__(self, shell: Shell, support: Support, events: TogetherEvents) -> None:
        self.shows_tile = False  # whether others see the tile that is tried, not only its space
        self._shell = shell
        self._games = shell.games
        self._saves = shell.games.saves
        self._table = shell.table
        self.support = support
        self._live = support.live
        self._marking = asyncio.Lock()
        self._tab = Tab(shell, support, _this_browser(shell.saves), events, KINDS, {})

    def has(self, token: str) -> bool:
        """Whether this tab has a game."""
        return token in self._tab.shared_games

    @property
    def is_live(self) -> bool:
        """Whether any device is connected."""
        return any(shared.is_connected for shared in self._tab.shared_games.values())

    def of(self, session: Session) -> SharedGame:
        """The live part of a game."""
        return self.for_device(dealer(session).device)

    def for_device(self, device: Device) -> SharedGame:
        """The same, before the game is shown."""
        if device.token not in self._tab.shared_games:
            self._tab.shared_games[device.token] = SharedGame(self._tab, device)
        return self._tab.shared_games[device.token]

    # --- By any carrier --------------------------------------------------------------------------

    def place(self, device: Device) -> Relay | None:
        """The place where the messages of a new game of this host lie for the others, if any."""
        places = (kind.place(self._shell, self.support, device) for kind in KINDS)
        return next(filter(None, places), None)

    def all_seats(self, sessions: Sequence[Session]) -> tuple[Carrier, str]:
        """The carrier that brings all seats here to another browser, and the fragment.

        Raises:
            CacaoError: there are none; a sentence.
        """
        codes = [kind.all_seats(self._shell, self.support, sessions) for kind in KINDS]
        if bringing := [one for one in codes if one[1]]:
            return bringing[-1]
        raise CacaoError(_("No game by a relay goes on here."))

    def wake(self) -> None:
        """Do not wait any longer for those who could not be reached."""
        for shared in self._tab.shared_games.values():
            shared.tell(Carrier.wake)

    def look_around(self) -> None:
        """Time has passed: perhaps somebody has been silent for a week now."""
        session = self._games.session
        own = session and session.dealer
        if own and (shared := self._tab.shared_games.get(own.token)):
            shared.changed()

    def waiting(self, token: str) -> tuple[tuple[str, ...], ...] | None:
        """The people who want to join a game: names by device; None if it is not heard of."""
        shared = self._tab.shared_games.get(token)
        return shared.applicants.names if shared else None

    def game(self, id: str) -> Session | None:
        """A game of this tab, on the page or saved."""
        shared = self._tab.shared_games.get(model.token_of(id))
        return shared.any_game() if shared else None

    def heard(self) -> list[tuple[Session, SharedGame]]:
        """The games of this tab of which it hears without a person."""
        on = (shared for shared in self._tab.shared_games.values() if shared.is_on)
        return [(session, shared) for shared in on if (session := shared.any_game())]

    async def hear(self, id: str, stays: bool) -> None:
        """Look what lies at the relay for a game that is not on the page.

        Args:
            stays: whether to stay connected.

        Raises:
            CacaoError: the relay cannot be reached, or the game is damaged.
        """
        token = model.token_of(id)
        shared = self._tab.shared_games.get(token)
        if (shared and shared.is_on) or not await self._takes(token):
            return
        session = self._shown(token) or self._saves.load(id).session
        shared = self.of(session)
        shared.applicants.recall(session)
        await self._mark(token)
        if stays or session is self._games.session:
            self._live.await_mail(token, partial(self._mail, token))
            await shared.work(Carrier.fetch, session, stays=True)
            return
        try:
            for _seat in range(MAX_PLAYERS):  # if somebody else was first, it joins again
                await shared.work(Carrier.fetch, session, stays=False)
                session, before = self._saves.load(id).session, shared
                shared = self.of(session)
                if shared is before:
                    break
        finally:
            if shown := self._shown(token):
                self.of(shown).tell(Carrier.begin, shown)
            else:
                self.let_go(token)

    async def _takes(self, token: str) -> bool:
        """Take a game for this tab, unless another one shows it or is connected.

        A tab that only hears of it gives way, because it may be asleep.
        """
        heard = _HEARD + token
        if not await self._is_held(token):
            is_shown = await self._live.hold(heard, _nothing)
            if is_shown or await self._live.post(token, _ASK):
                self._live.let_go(heard)
                return False
            await self._is_held(token, seize=True)
        return True

    async def _mark(self, token: str) -> None:
        """Let other tabs know whether this one only hears of a game that it has taken."""
        heard = _HEARD + token
        async with self._marking:
            await self._live.hold(heard, _nothing, seize=True)
            if self._shown(token) or not self.has(token):
                self._live.let_go(heard)

    def left(self) -> None:
        """The game on the page is left; what comes for it is heard."""
        for token, shared in self._tab.shared_games.items():
            if shared.is_on:
                self._shell.tasks.run(self._mark(token))

    def rejoin(self, session: Session, device: Device, earlier: tuple[str, ...]) -> None:
        """Go on with another device in a game: it has a place of its own at the relay.

        Args:
            session: the game; its former device is given up.
            device: the new one.
            earlier: what is kept of former ones.
        """
        former = self._tab.shared_games.pop(device.token, None)
        dealer(session).rejoin(device, earlier)
        session.sitters = model.guests(device)
        session.deal_fairly()
        shared = self.of(session)
        shared.here.keep(session)
        if former:
            stays = former.stays
            shared.adopt(session, former)
            former.close()
            if stays:
                shared.tell(Carrier.begin, session)
        if session is self._games.session:
            shared.entered(session)
            self._table.changed(None, automatic=False)

    def adopt(self, session: Session, token: str) -> bool:
        """Take over the connections of an earlier game; returns whether there are any."""
        earlier, shared = self._tab.shared_games.get(token), self.of(session)
        return bool(earlier and earlier is not shared and shared.adopt(session, earlier))

    # --- The game on the page ---------------------------------------------------------------------

    def entered(self, session: Session) -> None:
        """A game is about to be shown: this tab takes it."""
        self._shell.notices.clear()
        session.deal_fairly()
        own = self.of(session)
        own.entered(session)
        self._shell.tasks.run(self._hold(session))

    # --- Tabs -----------------------------------------------------------------------------------

    async def is_new(self, token: str) -> bool:
        """Take a game that is not here yet, for this tab.

        Returns:
            False if a tab of this browser takes part already; that device must be kept.
        """
        return await self._is_held(token) and not self._saves.text(model.saved_as(token))

    async def _is_held(self, token: str, seize: bool = False) -> bool:
        return await self._live.hold(token, partial(self._let_go, token), seize)

    async def _hold(self, session: Session) -> None:
        """Make sure that no other tab plays the game; take its messages.

        A tab in which nobody is connected gives way, also if it is asleep or just being closed.
        """
        token = dealer(session).token
        if not await self._is_held(token):
            if await self._live.post(token, _ASK):
                self._tab.shared_games.pop(token, None)
                self._pause(token)
                return
            await self._seize(session.id)
        await self._mark(token)
        self._live.await_mail(token, partial(self._mail, token))
        if shown := self._shown(token):
            self.of(shown).tell(Carrier.begin, shown)
            self.of(shown).gestures.catch_up()
            self._tab.events.taken_here(shown)

    async def _seize(self, id: str) -> None:
        """Take a game from another tab.

        It is stored once more: so the other tab, if it wakes up, cannot store its older state.
        """
        token = model.token_of(id)
        await self._is_held(token, seize=True)
        if session := self._shown(token):
            if self._saves.is_known(id):
                self.of(session).here.keep(session)
            else:
                self._games.resume(id)

    def _mail(self, token: str, text: str) -> bool:
        """Another tab of this browser has something for the game."""
        if text == _ASK:
            return token in self._tab.shared_games and self._tab.shared_games[token].is_connected
        if text == _RELEASE:
            self._let_go(token)
        elif text == _DELETED:
            self._depart(token)
        elif self._shown(token) or (self.has(token) and self._tab.shared_games[token].is_connected):
            self._tab.events.posted(text)
        else:
            return False  # a tab in which somebody opens a link goes on with it
        return True

    def _let_go(self, token: str) -> None:
        """Another tab goes on with the game."""
        self.let_go(token)
        self._pause(token)

    def let_go(self, token: str) -> None:
        """This tab has the game no longer."""
        if shared := self._tab.shared_games.pop(token, None):
            shared.close()
        self._live.end_mail(token)
        self._live.let_go(token)
        self._live.let_go(_HEARD + token)

    def _pause(self, token: str) -> None:
        """Show that the game is played in another tab."""
        if session := self._shown(token):
            self._table.leave()
            self._tab.events.taken_elsewhere(session.id)

    def is_handed_on(self, session: Session) -> bool:
        """Whether another browser of the same person goes on with a game, shown or saved."""
        return any(kind.is_handed_on(session, self._tab.browser) for kind in KINDS)

    def may_fetch(self, session: Session) -> bool:
        """Whether news of a saved game can be brought without the others."""
        return any(kind.may_fetch(session) for kind in KINDS)

    def end_watching(self, token: str) -> None:
        """A game that was only watched here gives way to a seat in it."""
        id = model.saved_as(token)
        if self._saves.text(id) and self._saves.load(id).session.is_watching:
            if self._shown(token):
                self._games.go_home()
            self.let_go(token)
            self._saves.remove(id)

    def deleted(self, id: str, text: str) -> None:
        """A game was deleted in this tab, which may not be the one that has it.

        Args:
            text: what was stored of it.
        """
        token = model.token_of(id)
        if self.has(token):
            self._depart(token)
        else:
            self._shell.tasks.run(self._tell_deleted(token, id, text))

    async def _tell_deleted(self, token: str, id: str, text: str) -> None:
        """Tell the tab that has the game; if none hears of it, this one tells the relay."""
        if await self._live.post(token, _DELETED):
            return
        with suppress(CacaoError):  # nobody can read it
            session = from_json(id, text).session
            if session.dealer and not session.is_watching:
                goes_on = not (session.game.is_over or self.is_handed_on(session))
                self.of(session).depart(session if goes_on else None)
                self.let_go(token)

    def _depart(self, token: str) -> None:
        """Leave a game for good."""
        if self._shown(token):
            self._games.go_home()
        self._tab.shared_games[token].depart()
        self._let_go(token)

    def overtaken(self, session: Session) -> None:
        """Another tab has stored the game since: it has it."""
        self._let_go(dealer(session).token)

    async def take_over(self, id: str) -> None:
        """Go on with a saved game that another tab has, or has had."""
        await self._live.post(model.token_of(id), _RELEASE)
        await self._is_held(model.token_of(id), seize=True)
        self._games.resume(id)
        if session := self._shown(model.token_of(id)):
            self.of(session).here.keep(session)

    def _shown(self, token: str) -> Session | None:
        """The game on the page if it is that one."""
        session = self._games.session
        return session if session and is_dealt(session, token) else None


def _nothing() -> None:
    """Nothing: a tab that only hears of a game is not asked."""


def _this_browser(saves: Saves) -> bytes:
    """8 random bytes of this browser, the same as long as it keeps what is stored."""
    stored = saves.kept(_BROWSER)
    if not re.fullmatch("[0-9a-f]{16}", stored):
        stored = os.urandom(8).hex()
        saves.keep(_BROWSER, stored)
    return bytes.fromhex(stored)
