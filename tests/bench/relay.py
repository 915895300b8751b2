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
import math
import multiprocessing
import os
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.crowd import PORT, crowd, more_files

_SPARE: Final = 200
"""Open files of the broker that are no connections."""


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
    most = (more_files() - _SPARE) // 2
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
