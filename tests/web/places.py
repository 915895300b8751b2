"""Devices that play together in one process, each with its page, app and storage."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any

from cacao_core import fair
from cacao_core.moves import turns_begun
from cacao_web.browser.store import MemoryStore
from cacao_web.game.players import ELSEWHERE, PERSON
from cacao_web.game.session import Session
from tests.core import fair_tables
from tests.core.fair_tables import twin
from tests.web.broker import RelaysStandIn
from tests.web.driven import App, unseen
from tests.web.live_standin import Tabs
from tests.web.standin import StandIn


class Place:
    """A device: its page and its app.

    Args:
        fragment: of the page's address.
        store: its storage.
        tabs: what it shares with other tabs of its browser.
        relays: its way to relays.
    """

    def __init__(
        self,
        fragment: str = "",
        store: MemoryStore | None = None,
        tabs: Tabs | None = None,
        relays: RelaysStandIn | None = None,
    ) -> None:
        self.page = StandIn(fragment)
        self.page.live.tabs = tabs or self.page.live.tabs
        self.page.relays = relays or self.page.relays
        self.store = store or MemoryStore()
        self.app = App(self.page, self.store)
        self.keeps_spares = False  # whether its browser did so before it was left

    async def start(self) -> Place:
        await self.app.start()
        await idle()
        return self

    def ask(self, name: str, argument: str = "") -> object:
        """What ``window.cacao`` answers."""
        answer = json.loads(self.page.answer(name, argument))
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    async def outcome(self, name: str, argument: str = "") -> str:
        """The address that follows a call."""
        self.ask(name, argument)
        for _try in range(200):
            found = self.ask("outcome")
            if found is not None:
                return str(found)
            await asyncio.sleep(0)
        raise AssertionError("no outcome")

    @property
    def session(self) -> Session:
        """The game on the page."""
        assert self.app.session
        return self.app.session

    @property
    def device(self) -> fair.Device:
        """This device's part in it."""
        assert self.session.dealer
        return self.session.dealer.device

    def run(self, command: str, value: str = "") -> None:
        """A person uses a command."""
        self.page.intent(command, value)

    def fill_in(self, name: str, value: str) -> None:
        """A person changes a field of the open dialog."""
        self.page.write(name, value)

    async def open(self, address: str) -> None:
        """A person opens a link in this tab."""
        self.page.address_fragment, self.page.address_owner = address.partition("#")[2], ""
        self.page.intent("address", "")
        await idle()

    def link(self) -> str:
        """The link to send on."""
        self.run("copy-on")
        return str(self.app.features.get("together").outbox.address)

    def cut(self) -> None:
        """All connections of this device break."""
        for wire in self.page.live.wires:
            wire.close()

    async def again(self) -> Place:
        """The page is loaded again; connections are lost."""
        await self.leave()
        return await self.back()

    async def leave(self) -> None:
        """The tab is closed."""
        self.keeps_spares, self.page.live.keeps_spares = self.page.live.keeps_spares, False
        self.cut()
        token = self.device.token
        self.page.live.let_go(token)
        self.page.live.end_mail(token)
        self.page.relays.leave()
        await idle()

    async def back(self) -> Place:
        """It is opened again."""
        former = self.page.relays
        tabs, relays = self.page.live.tabs, RelaysStandIn(former.brokers, former.preset)
        place = Place(self.page.address_fragment, self.store, tabs, relays)
        place.page.live.keeps_spares = self.keeps_spares
        return await place.start()

    def play(self) -> None:
        """The first legal move, as a program plays it."""
        moves = self.ask("legalMoves")
        assert isinstance(moves, list)
        self.ask("play", moves[0])


async def idle() -> None:
    """Let all messages arrive."""
    for _turn in range(60):
        await asyncio.sleep(0)


async def host(  # noqa: PLR0913  # keywords, each with a default
    players: int = 2,
    first: int = 0,
    length: str = "one",
    relays: RelaysStandIn | None = None,
    modules: Sequence[str] = (),
    names: Sequence[str] = (),
    *,
    huts: Sequence[str] = (),
) -> Place:
    """A device that has begun a game, perhaps with chosen huts; all others sit elsewhere."""
    place = await Place(relays=relays).start()
    place.run("new-game")
    kinds = [PERSON] + [ELSEWHERE] * (players - 1) + ["nobody"] * (4 - players)
    for chair, kind in enumerate(kinds):
        place.fill_in(f"kind-{chair}", kind)
    place.fill_in("first", str(first))
    place.fill_in("length", length)
    for chair, name in enumerate(names):
        place.fill_in(f"name-{chair}", name)
    for module in modules:
        place.fill_in(f"module-{module}", "on")
    if huts:
        place.fill_in("sides", "chosen")
    for tile, code in enumerate(huts):
        place.fill_in(f"side-{tile}", code)
    place.run("begin")
    await idle()
    return place


async def table(players: int = 2, first: int = 0, spares: bool = False) -> list[Place]:
    """A live table; with whether the browsers keep spares."""
    ana = await host(players, first)
    ana.page.live.keeps_spares = spares
    places = [ana]
    for _guest in range(players - 1):
        address = await ana.outcome("invite")
        guest = await Place().start()
        guest.page.live.keeps_spares = spares
        answer = await guest.outcome("load", address)
        assert await ana.outcome("load", answer) == ""
        places.append(guest)
        await idle()
    return places


def whose(places: Sequence[Place]) -> Place:
    """The device that decides."""
    turn = places[0].device.game.to_move
    return next(place for place in places if turn in place.device.seats)


async def calm() -> None:
    """Let all arrive that goes through a relay: it takes more steps."""
    for _round in range(4):
        await idle()


async def play_on(
    places: Sequence[Place],
    most: int = 200,
    rest: Callable[[], Coroutine[Any, Any, None]] = idle,
) -> None:
    """Play live, at most some decisions; ``rest`` lets messages arrive."""
    with unseen(*(place.app for place in places)):
        for _decision in range(most):
            if places[0].device.game.is_over:
                break
            whose(places).play()
            await rest()


async def play_ahead(places: Sequence[Place], left: int) -> None:
    """Play on until few turns are left; it is quick, because only copies of the devices play.

    Then each place is told all of it in one message, as when it was restored from an old backup.
    """
    copies, players = [twin(place.device) for place in places], len(places)
    most = places[0].device.rules.turns(players) * players - left
    fair_tables.play_on(copies, Random(0), lambda: turns_begun(copies[0].moves) >= most)
    fair_tables.sync(copies)
    for place, other in zip(places, [*copies[1:], copies[0]], strict=True):
        await place.open(f"page#{other.message()}")
        known = place.device.moves[: len(copies[0].moves)]
        assert known == copies[0].moves, place.page.dialog  # what is obvious may have followed


async def play_by_link(places: list[Place], most: int = 400) -> int:
    """Play by link, at most some decisions; returns the number of links."""
    sent = 0
    for _step in range(most):
        if all(place.device.is_verified for place in places):
            break
        able = [place for place in places if place.session.deciding]
        if able:
            able[0].play()
            continue
        sender = next(place for place in places if place.device.has_news)
        address = sender.link()
        for seat in sender.device.waits_for or range(sender.device.players):
            reader = next(place for place in places if seat in place.device.seats)
            if reader is not sender:
                await reader.open(address)
                reader.run("now")
        sent += 1
    return sent
