"""Games through a relay in which everything goes wrong that can, by chance but repeatably."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Sequence
from random import Random

from cacao_web.browser.store import MemoryStore
from cacao_web.features.together.browser.relay import RelayError, Subscriber, Trouble
from tests.web.broker import Brokers, BrokerStandIn, Kept, LineStandIn, RelaysStandIn
from tests.web.places import Place

RELAY = "relay.example.org"


class SlowLine(LineStandIn):
    """A line on which each message takes some time; their order stays."""

    relay: StormyBroker
    _last = 0.0

    def post(self, topic: str, payload: bytes) -> None:
        loop = asyncio.get_running_loop()
        # in order: a loop may change that of calls for the same moment
        self._last = max(self._last + 1e-6, loop.time() + self.relay.delay())
        loop.call_at(self._last, super().post, topic, payload)


class StormyBroker(BrokerStandIn):
    """A relay that misbehaves as long as :attr:`is_stormy`."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance = chance
        self.is_stormy = True
        self.old: dict[str, list[bytes]] = {}
        self.loses = 0.0  # share of messages that reach a device
        self.slowness = 0.05

    def delay(self) -> float:
        return self.chance.random() * (self.slowness if self.is_stormy else 0.01)

    def _deliver(self, topic: str, payload: bytes, kept: bool, seconds: int) -> None:
        self.old.setdefault(topic, []).append(payload)
        if kept and self.retains:
            self.kept.pop(topic, None)
            if payload:
                self.kept[topic] = Kept(payload)
        for line in self.lines:
            lost = self.is_stormy and self.chance.random() < self.loses
            if line.hears(topic) and not lost:
                line.post(topic, payload)

    # --- Faults ---------------------------------------------------------------------------------

    def hide_some(self) -> None:
        """What comes on a topic is thrown away, although it is acknowledged."""
        if self.kept:
            self.hidden.add(self.chance.choice([*self.kept]))

    def hide_none(self) -> None:
        self.hidden.clear()

    def roll_back_one(self) -> None:
        """An older message lies on a topic again; perhaps it is delivered too."""
        topic = self.chance.choice([*self.old] or [""])
        if topic and not topic.endswith("/ping"):
            payload = self.chance.choice(self.old[topic])
            if self.chance.random() < 0.5:
                self._deliver(topic, payload, True, 0)
            elif payload:
                self.kept[topic] = Kept(payload)

    def roll_back_all(self) -> None:
        """It was restored from an older state of each topic; all connections break."""
        self.roll_back(
            {t: Kept(p) for t, some in self.old.items() if (p := self.chance.choice(some))}
        )

    def forget(self) -> None:
        self.restart_empty()

    def forget_one(self) -> None:
        if self.kept:
            self.put(self.chance.choice([*self.kept]), b"")

    def swap(self) -> None:
        """Messages lie on each other's topics."""
        if len(self.kept) > 1:
            one, other = self.chance.sample([*self.kept], 2)
            first, second = self.kept[one].payload, self.kept[other].payload
            self.put(one, second)
            self.put(other, first)

    def junk(self) -> None:
        if self.kept:
            self.put(self.chance.choice([*self.kept]), self.chance.randbytes(1052))

    def lie(self) -> None:
        """Somebody is said to be there, or not."""
        topics = [topic for topic in self.old if topic.endswith("/here")]
        if topics:
            self.put(self.chance.choice(topics), self.chance.choice([b"", b"1"]))

    def break_lines(self) -> None:
        for line in [*self.lines]:
            if self.chance.random() < 0.5:
                self.drop(line, Trouble.LOST)

    def go_down(self) -> None:
        self.stop()

    def come_up(self) -> None:
        self.start()

    def lose(self) -> None:
        self.loses = self.chance.choice([0.0, 0.0, 0.3, 1.0])

    def slow_down(self) -> None:
        self.slowness = self.chance.choice([0.01, 0.5, 5.0, 30.0])

    def acknowledge(self) -> None:
        self.acknowledges = self.chance.random() < 0.7

    def fill_up(self) -> None:
        self.is_full = self.chance.random() < 0.3

    FAULTS = (hide_some, hide_none, hide_none, roll_back_one, roll_back_one, roll_back_all, forget,
              forget_one, swap, junk, lie, break_lines, break_lines, go_down, come_up, come_up,
              lose, slow_down, acknowledge, fill_up)  # fmt: skip

    def calm(self) -> None:
        """All is well again; what lies there stays as it is."""
        self.is_stormy, self.trouble, self.is_full, self.acknowledges = False, None, False, True
        self.hidden.clear()


class StormyRelays(RelaysStandIn):
    """A page's way to relays, on which everything takes some time."""

    chance: Random

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> LineStandIn:
        broker = self.brokers[address]
        assert isinstance(broker, StormyBroker)
        await asyncio.sleep(broker.delay())
        if self._is_gone:
            await asyncio.Event().wait()
        if not self.is_online:
            raise RelayError(Trouble.UNREACHABLE)
        self.asked.append(address)
        line = SlowLine(broker, user, topics, will, subscriber)
        line.relay = broker
        broker.join(line)
        self.lines.append(line)
        await asyncio.sleep(broker.delay())
        return line

    async def encrypt(self, key: bytes, plain: bytes, associated: bytes) -> bytes:
        await asyncio.sleep(self._moment())
        return await super().encrypt(key, plain, associated)

    async def decrypt(self, key: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        await asyncio.sleep(self._moment())
        return await super().decrypt(key, sealed, associated)

    def _moment(self) -> float:
        return self.chance.random() * 0.02


class Browser:
    """One browser of a person, with its storage; open or closed."""

    def __init__(self, storm: Storm, name: str) -> None:
        self.storm, self.name = storm, name
        self.store = MemoryStore()
        self.place: Place | None = None
        self.backup: dict[str, str] = {}

    @property
    def is_open(self) -> bool:
        return self.place is not None

    @property
    def page(self) -> Place:
        assert self.place
        return self.place

    @property
    def has_game(self) -> bool:
        """Whether the game is on its page."""
        return self.place is not None and self.place.app.session is not None

    async def open(self) -> Place:
        relays = StormyRelays(self.storm.network, RELAY)
        relays.chance = self.storm.chance
        self.place = await Place(store=self.store, relays=relays).start()
        self.storm.pages.append(self.place)
        return self.place

    async def close(self) -> None:
        """The page is gone at once, in the middle of whatever it does."""
        if self.place:
            self.store = copy.deepcopy(self.store)  # what the old page does is not stored any more
            self.place.page.relays.leave()
            self.place.app.tasks.cancel()
            self.place = None

    async def resume(self, id: str) -> None:
        place = self.place or await self.open()
        if place.app.saves.text(id) and (place.app.session is None or place.session.id != id):
            place.run("resume", id)


class Storm:
    """A game of some people, each with up to two browsers."""

    def __init__(self, seed: int, players: int) -> None:
        self.chance = Random(seed)
        self.broker = StormyBroker(self.chance)
        self.network: Brokers = {RELAY: self.broker}
        self.people = [[Browser(self, f"{n}a"), Browser(self, f"{n}b")] for n in range(players)]
        self.pages: list[Place] = []
        self.players = players
        self.id = ""
        self.restores = False  # whether storages are restored from backups
        self.log: list[str] = []

    # --- What happens ---------------------------------------------------------------------------

    async def begin(self) -> None:
        self.broker.is_stormy = False
        first = await self.people[0][0].open()
        first.run("new-game")
        kinds = ["person"] + ["elsewhere"] * (self.players - 1) + ["nobody"] * (4 - self.players)
        for chair, kind in enumerate(kinds):
            first.fill_in(f"kind-{chair}", kind)
        first.fill_in("first", "0")
        first.fill_in("length", "one")
        first.run("begin")
        await asyncio.sleep(1)
        self.id = first.session.id
        first.ask("invite")
        await asyncio.sleep(5)
        address = str(first.ask("outcome"))
        for person in self.people[1:]:
            guest = await person[0].open()
            guest.ask("load", address)
            await asyncio.sleep(2)
        await asyncio.sleep(2)
        assert all(one.page.device.has_started for one in self.open)
        self.broker.is_stormy = True

    @property
    def open(self) -> list[Browser]:
        return [b for person in self.people for b in person if b.has_game]

    def note(self, what: str) -> None:
        self.log.append(f"{asyncio.get_running_loop().time():.2f} {what}")

    async def step(self) -> None:
        """Something happens."""
        able = [b for b in self.open if b.page.session.deciding]
        pick = self.chance.random()
        if pick < 0.6 and not able:
            pass
        elif pick < 0.6:
            self.decide(self.chance.choice(able))
        elif pick < 0.75:
            fault = self.chance.choice(StormyBroker.FAULTS)
            self.note(fault.__name__)
            fault(self.broker)
        elif pick < 0.85:
            await self.reload()
        elif pick < 0.92:
            await self.change_browser()
        elif pick < 0.95:
            self.unplug()
        elif pick < 0.96 and self.restores:
            await self.restore()
        await asyncio.sleep(self.chance.choice([0.0, 0.001, 0.01, 0.05, 0.2, 1, 5, 20]))

    def decide(self, browser: Browser) -> None:
        place = browser.place
        assert place is not None
        move = self.any_move(place)
        self.note(f"decision {browser.name}")
        place.ask("play", move)

    def any_move(self, place: Place) -> str:
        moves = place.ask("legalMoves")
        assert isinstance(moves, list)
        return str(self.chance.choice(moves))

    async def reload(self) -> None:
        browsers = [b for person in self.people for b in person if b.is_open]
        if browsers:
            browser = self.chance.choice(browsers)
            self.note(f"reload {browser.name}")
            await browser.close()
            if self.chance.random() < 0.3:
                return
        for browser in [p[0] for p in self.people] + browsers[-1:]:
            if not browser.is_open and self.chance.random() < 0.7:
                await browser.resume(self.id)

    async def change_browser(self) -> None:
        """A person goes on in the other browser."""
        person = self.chance.choice(self.people)
        used = [b for b in person if b.is_open]
        if not used:
            return
        browser = self.chance.choice(used)
        other = person[1 - person.index(browser)]
        if other.store.get(f"cacao.game.{self.id}"):
            await other.resume(self.id)
            await asyncio.sleep(self.chance.choice([0, 0.1, 2]))
            if other.has_game and other.page.session.reach.is_elsewhere:
                self.note(f"claim {other.name}")
                other.page.run("claim")
        elif browser.has_game:
            browser.page.run("move")
            code = str(browser.page.app.features.get("together").outbox.address)
            if "#k=" not in code:
                return
            place = await other.open()
            self.note(f"seat code {other.name}")
            place.ask("load", code)

    def unplug(self) -> None:
        if self.open:
            relays = self.chance.choice(self.open).page.page.relays
            if relays.is_online:
                relays.unplug()
            else:
                relays.is_online = True

    async def restore(self) -> None:
        """The storage of a browser is restored from a backup, or a backup is made."""
        browser = self.chance.choice([b for person in self.people for b in person])
        if browser.backup and self.chance.random() < 0.5:
            self.note(f"backup restored {browser.name}")
            await browser.close()
            for key, text in browser.backup.items():
                if ".game." in key:
                    browser.store.set(key, text)
            await browser.resume(self.id)
        elif not browser.backup:
            names = browser.store.names()
            browser.backup = {name: browser.store.get(name) or "" for name in names}

    # --- The end --------------------------------------------------------------------------------

    async def settle(self) -> list[Place]:
        """The storm is over: each person goes on in one browser."""
        self.broker.calm()
        for person in self.people:
            for browser in person:
                if browser.place:
                    browser.place.page.relays.is_online = True
                    browser.page.page.live.come_back()
        for person in self.people:
            if not any(b.has_game for b in person):
                chosen = next(b for b in person if b.store.get(f"cacao.game.{self.id}"))
                await chosen.resume(self.id)
        await asyncio.sleep(400)
        places = []
        for person in self.people:
            able = [b for b in person if b.has_game]
            chosen = next((b for b in able if not b.page.session.reach.is_elsewhere), able[0])
            if chosen.page.session.reach.is_elsewhere:
                chosen.page.run("claim")
            places.append(chosen.page)
        await asyncio.sleep(20)
        return places

    async def finish(self, most: int) -> list[Place]:
        """The same, and they play on; all decisions are at all places then."""
        places, played = await self.settle(), 0
        for _round in range(4 * most):
            if all(p.device.is_verified for p in places) or played == most:
                break
            able = [p for p in places if p.session.deciding]
            if able:
                able[0].ask("play", self.any_move(able[0]))
                played += 1
            await asyncio.sleep(2)
        return places
