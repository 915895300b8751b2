"""Plays many games of two through one MQTT broker on this machine, as pages do (docs/relay.md).

    pip install paho-mqtt
    python tests/bench/relay.py [--games 10000] [--broker mosquitto] [--processes 2]

It starts Mosquitto with the access list of docs/relay.md. Each of the devices connects by WebSocket
with the name of its game, subscribes to all of it, says that it is here, and leaves a parcel of
1,080 bytes. Measured are

- the broker's memory: alone, with all connections, and with all parcels;
- a decision on one device to its arrival at the other, while decisions come at a steady pace;
- how many decisions pass in a second if each game plays without a pause;
- how long it takes until all have the newest parcel of the other again, after the broker was killed
  and has forgotten everything. Devices connect again after 1, 2, 4 … seconds, as the page does, and
  publish again what they miss.

Both ends of a game are in one process, so that there is one clock. Python's clients share the
processors with the broker; the broker's own time is measured apart. A process may have as many
connections as ``ulimit -n`` allows, less a few: with 20,000, that is 9,900 games in one broker.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import math
import multiprocessing
import os
import resource
import selectors
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

paho: Any = None  # the client's module; another Python may run the tests without it

PORT: Final = 18933
PARCEL: Final = 1052 + 28
LONGEST_PAUSE: Final = 300.0
KEEPALIVE: Final = 120
_HEAD: Final = struct.Struct("<Qd")  # number of a parcel, and when it left
_CONNECTING: Final = 8
_SPARE: Final = 200
"""Open files of the broker that are no connections."""


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
    _more_files()
    people = Crowd(first, games)
    pipe.send({})
    while asked := pipe.recv():
        name, *arguments = asked
        pipe.send(getattr(people, name)(*arguments))


# --- The broker --------------------------------------------------------------------------------


class Used(NamedTuple):
    """What the broker has used."""

    megabytes: float
    seconds: float  # of a processor


class Broker:
    """Mosquitto, with the configuration of docs/relay.md."""

    def __init__(self, program: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="relay-"))
        self.folder.chmod(0o755)
        rule = self.folder / "relay.acl"
        rule.write_text("pattern readwrite cacao/2/%u/#\n")
        self.data = self.folder / "data"
        self.data.mkdir()
        self.data.chmod(0o777)
        (self.folder / "relay.conf").write_text(
            f"listener {PORT + 1} 127.0.0.1\nlistener {PORT} 127.0.0.1\nprotocol websockets\n"
            f"allow_anonymous true\nacl_file {rule}\npersistence true\n"
            f"persistence_location {self.data}/\nautosave_interval 60\nmessage_size_limit 8192\n"
        )
        self._program = program
        self.start()

    def start(self) -> float:
        """Start it; returns when it was ready."""
        self._process = subprocess.Popen(
            [self._program, "-c", str(self.folder / "relay.conf")],
            stderr=(self.folder / "log").open("a"),
        )
        time.sleep(0.5)
        if self._process.poll() is not None:
            sys.exit((self.folder / "log").read_text())
        return time.monotonic() - 0.5

    def kill(self) -> None:
        """End it at once, and what it has kept as well."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        for file in self.data.iterdir():
            file.unlink()

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self.folder)

    @property
    def used(self) -> Used:
        about = Path(f"/proc/{self._process.pid}")
        pages = int((about / "statm").read_text().split()[1])
        fields = (about / "stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return Used(pages * resource.getpagesize() / 1e6, ticks / os.sysconf("SC_CLK_TCK"))


def _more_files() -> int:
    """Allow as many open files as possible; returns how many."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


# --- All of it ---------------------------------------------------------------------------------


class Clients:
    """All processes with clients."""

    def __init__(self, games: int, processes: int) -> None:
        self.pipes: list[Connection] = []
        self.processes = []
        context = multiprocessing.get_context("spawn")
        for number in range(processes):
            mine, its = context.Pipe()
            first, last = (games * edge // processes for edge in (number, number + 1))
            self.processes.append(context.Process(target=crowd, args=(its, first, last - first)))
            self.processes[-1].start()
            self.pipes.append(mine)
        self.answers()

    def ask(self, *asked: object) -> None:
        for pipe in self.pipes:
            pipe.send(asked)

    def answers(self) -> list[dict[str, Any]]:
        return [pipe.recv() for pipe in self.pipes]

    def all(self, *asked: object) -> list[dict[str, Any]]:
        self.ask(*asked)
        return self.answers()

    def end(self) -> None:
        for process in self.processes:
            process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--broker", default="mosquitto", help="the program")
    parser.add_argument("--processes", type=int, default=2, help="with clients")
    parser.add_argument("--pace", type=float, default=200, help="decisions a second")
    parser.add_argument("--seconds", type=float, default=20, help="for each measurement")
    options = parser.parse_args()
    most = (_more_files() - _SPARE) // 2
    if options.games > most:
        print(f"this machine allows {most} games: ulimit -n")
    games = min(options.games, most)
    broker = Broker(options.broker)
    clients = Clients(games, options.processes)
    try:
        measure(broker, clients, games, options)
    finally:
        clients.end()
        broker.end()


def measure(broker: Broker, clients: Clients, games: int, options: argparse.Namespace) -> None:
    alone, seconds, processes = broker.used, options.seconds, options.processes
    opened = clients.all("open", 600.0)
    here = broker.used
    print(f"{games} games, {sum(one['connected'] for one in opened)} connections in "
          f"{max(one['seconds'] for one in opened):.0f} s; broker {alone.megabytes:.0f} MB alone, "
          f"{here.megabytes:.0f} MB with them, {here.seconds:.1f} s of a processor")  # fmt: skip
    filled = clients.all("fill", 600.0)
    full = broker.used
    print(f"{sum(one['served'] for one in filled)} devices have the other's parcel after "
          f"{max(one['seconds'] for one in filled):.0f} s; broker {full.megabytes:.0f} MB, "
          f"{full.seconds - here.seconds:.1f} s")  # fmt: skip
    paced = clients.all("pace", seconds, options.pace / processes)
    told(f"{options.pace:.0f} decisions a second", paced, seconds, full, broker.used)
    for playing in sorted({min(count, games) for count in (20, 200, 2000)}):
        before = broker.used
        rushed = clients.all("rush", seconds, math.ceil(playing / processes))
        told(f"{playing} games without a pause", rushed, seconds, before, broker.used)
    broker.kill()
    clients.ask("come_back", 600.0)
    time.sleep(2)
    ready = broker.start()
    after = broker.used
    back = sorted(when - ready for one in clients.answers() for when in one["served"])
    print(f"killed and emptied, 2 s later started: of {2 * games} devices, {len(back)} have all "
          f"again; half after {at(back, 0.5):.1f} s, 99 % {at(back, 0.99):.1f} s, all "
          f"{back[-1]:.1f} s; broker {broker.used.seconds - after.seconds:.1f} s of a processor, "
          f"{broker.used.megabytes:.0f} MB")  # fmt: skip


def told(
    what: str, answers: Sequence[dict[str, Any]], seconds: float, before: Used, after: Used
) -> None:
    delays = sorted(1000 * delay for one in answers for delay in one["delays"])
    work = after.seconds - before.seconds
    print(f"{what}: {len(delays) / seconds:.0f} arrive a second, median "
          f"{statistics.median(delays):.1f} ms, 99 % {at(delays, 0.99):.1f} ms; broker "
          f"{100 * work / seconds:.0f} % of a processor, {1e6 * work / len(delays):.0f} µs for "
          "each")  # fmt: skip


def at(values: Sequence[float], share: float) -> float:
    """The value below which a share of sorted values lies."""
    return values[min(len(values) - 1, int(share * len(values)))]


if __name__ == "__main__":
    main()
