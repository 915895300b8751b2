"""Asks the bells of relays to call this browser when the page is closed (docs/relay.md, *A bell*).

A bell learns where to push for which game, and when a parcel changes. It cannot read anything.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final

from cacao_core import CacaoError
from cacao_core.fair import RelayKeys
from cacao_core.fair.hashes import hkdf
from cacao_web.browser.json_text import read_json
from cacao_web.features.together.browser.push import Subscription
from cacao_web.features.together.browser.relay import RelayError, RelayLine, Relays, Trouble
from cacao_web.features.together.model import dealer
from cacao_web.features.together.relay.inbox import either
from cacao_web.features.together.relay.relayed import relay_of
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.game.dealer import Relay
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.saves.slot import Slot
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _

ANNOUNCED: Final = "cacao/bell"
"""The topic where a relay's bell says that it is there."""
_PATIENCE: Final = 5.0
"""Seconds after which a relay that says nothing of a bell has none."""
_AGAIN: Final = 600.0
"""Seconds until a game is asked for again after a failure."""
_RENEWED: Final = timedelta(days=10)
_SEEN: Final = timedelta(hours=1)
"""The age at which the notes for the service worker are renewed while the page is open."""
_KEPT_SECONDS: Final = 60 * 24 * 3600
_WANTED: Final = "wanted"


@dataclass(frozen=True)
class Request:
    """A request for one game, and the words that the service worker may say of it."""

    relay: str
    game: str
    """The user name there."""
    topic: str
    goodbye: str
    """The message that takes it back; sealed at once, because the game may be deleted by then."""
    vapid: str
    """The bell's key."""
    endpoint: str
    """The hash of where it pushes to."""
    number: int
    """Bells take what has a higher one than they know."""
    asked: str
    """The time of the request, ISO 8601."""
    mark: str
    """The text that the bell pushes; only this browser knows which game it means."""
    title: str = ""
    told: str = ""
    seen: str = ""


Requests = dict[str, Request]
"""Those of all games, by token."""


def _read(text: str) -> Requests:
    with suppress(ValueError, TypeError, AttributeError):
        return {str(token): Request(**fields) for token, fields in read_json(text).items()}
    return {}


def _write(requests: Requests) -> str:
    return json.dumps({token: asdict(request) for token, request in requests.items()})


class _Ear:
    """Waits for what a bell says of itself, or for an own message, which comes after it."""

    def __init__(self, echo: str = "") -> None:
        self._echo = echo
        self.told: dict[str, Any] = {}
        self.done = asyncio.Event()

    def arrived(self, topic: str, payload: bytes) -> None:
        if topic == self._echo:
            self.done.set()
        with suppress(ValueError):
            announced = read_json(payload.decode(errors="replace"))
            if topic == ANNOUNCED and isinstance(announced, dict) and announced.get("version") == 1:
                self.told = announced
                self.done.set()

    def flooded(self) -> None:
        """Nothing: there is one topic."""

    def lost(self, trouble: Trouble) -> None:
        self.done.set()


class Bells:
    """The requests of this browser to bells of relays.

    Args:
        shared_games: the games with other devices.
    """

    def __init__(self, shell: Shell, shared_games: SharedGames) -> None:
        self._shell, self._shared_games = shell, shared_games
        self._slot = Slot(shell.saves, "bells", _read, _write)
        self._not_before: dict[str, float] = {}  # relays that have no bell, or are out of reach
        self._noted = ""
        self._is_checked = False
        self._turn = asyncio.Lock()

    @property
    def _relays(self) -> Relays:
        return self._shared_games.support.relays

    @property
    def is_wanted(self) -> bool:
        """Whether the person wants to be called also when the page is closed."""
        return bool(self._shell.saves.kept(f"bells-{_WANTED}"))

    def may_want(self, session: Session) -> bool:
        """Whether the person may want it for a game, and has not said so yet."""
        return session.mode.is_carried and not self.is_wanted and self._relays.pushes.is_possible

    def calls_for(self, session: Session) -> bool:
        """Whether a bell calls this browser for a game."""
        return dealer(session).token in self._slot.get()

    async def want(self) -> None:
        """The person wants it: ask for all games."""
        self._shell.saves.keep(f"bells-{_WANTED}", self._shell.games.now)
        self._not_before.clear()
        shown = self._shell.games.session
        for session in [shown, *(saved.session for saved in self._shell.saves.dealt())]:
            if session and session.dealer and self._lacks(session):
                await self._keep_in_step(session)

    # --- Whether it is asked ---------------------------------------------------------------------

    def look(self, session: Session) -> None:
        """A game has changed, or is looked up: ask for it, or do not any longer."""
        if session.dealer and self.is_wanted and self._lacks(session):
            self._shell.tasks.run(self._keep_in_step(session))

    def deleted(self, token: str) -> None:
        if token in self._slot.get():
            self._shell.tasks.run(self._end(token))

    def _goes_on(self, session: Session) -> bool:
        is_over = session.game.is_over or session.is_watching
        is_ours = not is_over and not self._shared_games.is_handed_on(session)
        return is_ours and relay_of(session) is not None and self._relays.is_possible

    def _lacks(self, session: Session) -> bool:
        """Whether something has to be done for a game."""
        token = dealer(session).token
        request = self._slot.get().get(token)
        if not self._goes_on(session):
            return request is not None
        if request is None or self._age(request.asked) > _RENEWED or not self._is_checked:
            relay = relay_of(session)
            return relay is not None and monotonic() >= self._not_before.get(relay.address, 0.0)
        noted = request.title, request.told
        return noted != (session.title, _told(session)) or self._age(request.seen) > _SEEN

    def _age(self, when: str) -> timedelta:
        with suppress(ValueError, TypeError):
            return datetime.fromisoformat(self._shell.games.now) - datetime.fromisoformat(when)
        return timedelta.max

    async def _keep_in_step(self, session: Session) -> None:
        token = dealer(session).token
        async with self._turn:
            if not self._lacks(session):
                return  # somebody was first
            request = self._slot.get().get(token)
            if self._goes_on(session):
                if request is None or await self._is_old(request):
                    request = await self._asked(session, request) or request
                if request:
                    seen = self._shell.games.now
                    noted = replace(request, title=session.title, told=_told(session), seen=seen)
                    self._slot.set({**self._slot.get(), token: noted})
            await self._write_notes()
        if request and not self._goes_on(session):
            await self._end(token)

    async def _is_old(self, request: Request) -> bool:
        """Whether a bell has to be asked again; the browser's address may have changed."""
        subscription = await self._relays.pushes.subscribe(request.vapid)
        self._is_checked = True
        return subscription is not None and (
            _hashed(subscription) != request.endpoint or self._age(request.asked) > _RENEWED
        )

    # --- Asking ----------------------------------------------------------------------------------

    async def _asked(self, session: Session, before: Request | None) -> Request | None:
        """The request that a game's bell was told; None if there is no bell, for some time."""
        relay = relay_of(session)
        assert relay is not None, "it goes on"
        request = None
        with suppress(CacaoError):  # the relay cannot be reached
            request = await self._asked_by(session, relay, before)
        if request is None:
            self._not_before[relay.address] = monotonic() + _AGAIN
        return request

    async def _asked_by(
        self, session: Session, relay: Relay, before: Request | None
    ) -> Request | None:
        """The same, by a connection of its own.

        Raises:
            RelayError: the relay cannot be reached.
        """
        keys = RelayKeys.from_text(relay.key)
        echo = f"{keys.topic(dealer(session).device.key)}/ping"
        ear, topics = _Ear(echo), (ANNOUNCED, echo)
        line = await self._relays.connect(relay.address, keys.game, topics, "", ear)
        try:
            await line.publish(echo, os.urandom(8), is_retained=False)
            await either(ear.done, _PATIENCE)
            others = {one.relay for one in self._slot.get().values()} - {relay.address}
            if not ear.told or others:  # browsers let one bell push, not several
                return None
            return await self._asked_there(session, relay, ear.told, line, before)
        finally:
            line.close()

    async def _asked_there(
        self,
        session: Session,
        relay: Relay,
        bell: dict[str, Any],
        line: RelayLine,
        before: Request | None,
    ) -> Request | None:
        vapid, device = str(bell.get("vapid")), dealer(session).device
        subscription = await self._relays.pushes.subscribe(vapid)
        if subscription is None:
            return None
        keys, tenure = RelayKeys.from_text(relay.key), int(relay.pen[:4] or "0", 16)
        now = int(datetime.fromisoformat(self._shell.games.now).timestamp())
        number = max(now, before.number + 2 if before else 0)
        mark = before.mark if before else _url_safe(os.urandom(6))
        topic = keys.bell_topic(device.key)

        async def sealed(number: int, request: Subscription) -> bytes:
            content = {"tenure": tenure, "number": number, "mark": mark, **request._asdict()}
            plain = device.bell_request(keys, json.dumps(content).encode())
            return await self._sealed(str(bell.get("seal")), topic, plain)

        await line.publish(topic, await sealed(number, subscription), seconds=_KEPT_SECONDS)
        goodbye = (await sealed(number + 1, Subscription("", "", ""))).hex()
        place = relay.address, keys.game, topic, goodbye, vapid
        return Request(*place, _hashed(subscription), number, self._shell.games.now, mark)

    async def _sealed(self, bell: str, topic: str, plain: bytes) -> bytes:
        """A message that only the bell with a public key can read."""
        try:
            theirs = base64.urlsafe_b64decode(bell + "=" * (-len(bell) % 4))
        except ValueError:
            raise RelayError(Trouble.NOT_KEPT, "the bell says no key") from None
        own, shared = await self._relays.pushes.agree(theirs)
        key = hkdf(shared, b"cacao-bell/1" + own + theirs, 32)
        return own + await self._relays.encrypt(key, plain, topic.encode())

    async def _end(self, token: str) -> None:
        """Take back what was asked for a game."""
        async with self._turn:
            requests = self._slot.get()
            request = requests.pop(token, None)
            if request is None:
                return
            with suppress(CacaoError):  # else the bell finds out when it pushes
                line = await self._relays.connect(request.relay, request.game, (), "", _Ear())
                goodbye = bytes.fromhex(request.goodbye)
                await line.publish(request.topic, goodbye, seconds=_KEPT_SECONDS)
                line.close()
            self._slot.set({one: asked for one, asked in self._slot.get().items() if one != token})
            if not self._slot.get():
                await self._relays.pushes.unsubscribe()
            await self._write_notes()

    async def _write_notes(self) -> None:
        """Tell the service worker what it may show."""
        games = {
            request.mark: {"title": request.title, "told": request.told, "seen": request.seen,
                        "address": f"#{link.own_fragment(token)}"}
            for token, request in self._slot.get().items()
        }  # fmt: skip
        text = json.dumps({"title": _("News in a game with friends"), "games": games})
        if text != self._noted:
            self._noted = text
            await self._relays.pushes.note(text)


def _told(session: Session) -> str:
    """The news if something comes in a game while the page is closed."""
    device = dealer(session).device
    is_next = device.is_full and len(device.devices) == 2 and not session.deciding
    return _("It is your turn") if is_next else _("There is news in this game")


def _hashed(subscription: Subscription) -> str:
    return hashlib.sha256("\n".join(subscription).encode()).hexdigest()[:16]


def _url_safe(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")
