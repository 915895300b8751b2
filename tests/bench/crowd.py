"""Many devices that play by a relay, in one process, for :mod:`tests.bench.relay`."""

from __future__ import annotations

import gc
import importlib
import os
import resource
import selectors
import struct
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Final

paho: Any = None  # the client's module, which only these processes import

PORT: Final = 18933
PARCEL: Final = 1052 + 28
LONGEST_PAUSE: Final = 300.0
KEEPALIVE: Final = 120
_HEAD: Final = struct.Struct("<Qd")  # number of a parcel, and when it left
_CONNECTING: Final = 8
"""Most connections that a process makes at once."""


class Device:
    """One device of a game: a client that has its newest parcel, and the other's."""

    def __init__(self, crowd: Crowd, game: str, label: str) -> None:
        self.crowd = crowd
        self.topic = f"cacao/2/{game}/{label}"
        self.topics = f"cacao/2/{game}/#"
        self.other: Device
        self.number = 0  # of its newest parcel
        self.seen: dict[str, int] = {}  # topic -> number of the parcel that lies there
        self.pause = 1.0
        self.client = client = paho.Client(
            paho.CallbackAPIVersion.VERSION2, transport="websockets", protocol=paho.MQTTv5
        )
        client.ws_set_options(path="/mqtt")
        client.username_pw_set(game)
        client.will_set(f"{self.topic}/here", b"", 1, True)
        client.max_inflight_messages_set(1000)
        client.on_connect = lambda *_about: self.connected()
        client.on_subscribe = lambda *_about: self.subscribed()
        client.on_message = lambda _client, _data, message: self.heard(message)
        client.on_disconnect = lambda *_about: crowd.lost(self)

    def connected(self) -> None:
        self.client.subscribe(self.topics, 1)

    def subscribed(self) -> None:
        self.client.publish(f"{self.topic}/here", b"1", 1, True)
        self.client.publish(f"{self.topic}/ping", b"12345678", 1)

    def heard(self, message: Any) -> None:
        if message.topic.endswith("/here") or not message.payload:
            return
        if message.topic.endswith("/ping"):
            if message.topic == f"{self.topic}/ping":
                self.pause = 1.0
                if self.seen.get(self.topic, -1) < self.number and self.crowd.publishes:
                    self.put()
            return
        number, left = _HEAD.unpack_from(message.payload)
        self.seen[message.topic] = number
        if message.topic == self.other.topic:
            self.crowd.arrived(self, number, left)

    def decide(self) -> None:
        self.number += 1
        self.put()

    def put(self) -> None:
        head = _HEAD.pack(self.number, time.monotonic())
        self.client.publish(self.topic, head + os.urandom(PARCEL - len(head)), 1, True)

    @property
    def is_served(self) -> bool:
        """Whether it has the newest parcel of the other."""
        return self.seen.get(self.other.topic, -1) >= self.other.number


class Crowd:
    """Many games in one process."""

    def __init__(self, first: int, games: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.pool = ThreadPoolExecutor(_CONNECTING)
        self.coming: deque[Device] = deque()  # those whose sockets have just been opened
        self.waiting: list[tuple[float, Device]] = []  # when they connect again
        self.delays: list[float] = []
        self.served: list[float] = []
        self.publishes = False
        self.answers = False  # whether each decision is answered by the next
        self.was_served: set[Device] = set()
        self.games: list[tuple[Device, Device]] = []
        for number in range(first, first + games):
            game = f"{number:032x}"
            pair = Device(self, game, "a" * 16), Device(self, game, "b" * 16)
            pair[0].other, pair[1].other = pair[1], pair[0]
            self.games.append(pair)
        self.devices = [device for pair in self.games for device in pair]
        self.files: dict[Device, Any] = {}

    def connect(self, device: Device) -> None:
        def work() -> None:
            try:
                device.client.connect("127.0.0.1", PORT, KEEPALIVE)
            except (OSError, ValueError):
                self.later(device)
            else:
                self.coming.append(device)

        self.pool.submit(work)

    def later(self, device: Device) -> None:
        self.waiting.append((time.monotonic() + device.pause, device))
        device.pause = min(2 * device.pause, LONGEST_PAUSE)

    def lost(self, device: Device) -> None:
        if file := self.files.pop(device, None):
            self.selector.unregister(file)
            device.seen.clear()
            self.later(device)

    def arrived(self, device: Device, number: int, left: float) -> None:
        now = time.monotonic()
        self.delays.append(now - left)
        if device.is_served and device not in self.was_served:
            self.was_served.add(device)
            self.served.append(now)
        if self.answers and number == device.other.number:
            device.decide()

    def run(self, until: Callable[[], bool], seconds: float, work: Callable[[], None]) -> None:
        """Serve all connections until something holds, at most some seconds."""
        end, misc, looked = time.monotonic() + seconds, time.monotonic() + 5, 0.0
        while (now := time.monotonic()) < end:
            if now > looked + 0.1:
                if until():
                    return
                looked = now
            work()
            while self.coming:
                self._register(self.coming.popleft())
            due = [device for when, device in self.waiting if when <= now]
            self.waiting = [(when, device) for when, device in self.waiting if when > now]
            for device in due:
                self.connect(device)
            for key, _events in self.selector.select(0.002):
                device = key.data
                device.client.loop_read()
                if device.client.want_write():
                    device.client.loop_write()
            if now > misc:
                misc = now + 5
                for device in list(self.files):
                    device.client.loop_misc()

    def _register(self, device: Device) -> None:
        file = device.client.socket()
        if file is None:
            self.later(device)
            return
        self.files[device] = file
        self.selector.register(file, selectors.EVENT_READ, device)
        if device.client.want_write():
            device.client.loop_write()

    # --- What is measured ------------------------------------------------------------------------

    def open(self, seconds: float) -> dict[str, Any]:
        """Connect all, without parcels."""
        started = time.monotonic()
        for device in self.devices:
            self.connect(device)
        self.run(lambda: self._all(lambda one: one.client.is_connected()), seconds, _nothing)
        return {"connected": len(self.files), "seconds": time.monotonic() - started}

    def fill(self, seconds: float) -> dict[str, Any]:
        """All put their parcels there."""
        self.publishes = True
        started, todo = time.monotonic(), deque(self.devices)

        def work() -> None:
            for _one in range(min(20, len(todo))):
                todo.popleft().decide()

        self.run(lambda: not todo and self._all(lambda one: one.is_served), seconds, work)
        return {"served": sum(one.is_served for one in self.devices),
                "seconds": time.monotonic() - started}  # fmt: skip

    def pace(self, seconds: float, each_second: float) -> dict[str, Any]:
        """Decisions at a steady pace, in one game after the other."""
        self.delays.clear()
        started, count = time.monotonic(), 0

        def work() -> None:
            nonlocal count
            while count < (time.monotonic() - started) * each_second:
                pair = self.games[count % len(self.games)]
                pair[(count // len(self.games)) % 2].decide()
                count += 1

        self.run(lambda: False, seconds, work)
        return {"delays": list(self.delays), "sent": count}

    def rush(self, seconds: float, games: int) -> dict[str, Any]:
        """Some games play as fast as they can: each decision is answered at once."""
        self.answers = True
        self.delays.clear()
        for pair in self.games[:games]:
            pair[0].decide()
        self.run(lambda: False, seconds, _nothing)
        self.answers = False
        delays = list(self.delays)
        self.run(lambda: False, 2, _nothing)
        return {"delays": delays}

    def come_back(self, seconds: float) -> dict[str, Any]:
        """The broker was killed: wait until all have everything again."""
        self.served, self.was_served = [], set()
        self.run(lambda: len(self.was_served) == len(self.devices), seconds, _nothing)
        return {"served": self.served}

    def _all(self, holds: Callable[[Device], bool]) -> bool:
        return all(map(holds, self.devices))


def _nothing() -> None:
    """Nobody decides anything."""


def crowd(pipe: Connection, first: int, games: int) -> None:
    """A process with clients: does what it is asked, and answers with figures."""
    global paho  # noqa: PLW0603  # it is imported in these processes only
    paho = importlib.import_module("paho.mqtt.client")
    gc.disable()
    more_files()
    people = Crowd(first, games)
    pipe.send({})
    while asked := pipe.recv():
        name, *arguments = asked
        pipe.send(getattr(people, name)(*arguments))


def more_files() -> int:
    """Allow as many open files as possible; returns how many."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
