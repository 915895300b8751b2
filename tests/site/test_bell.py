"""The bell beside a real broker, with a stand-in for push services (docs/relay.md, *A bell*).

Whom it calls and when is in tests/web/test_bell.py.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from making.bell import SCRIPT, Bell
from making.broker import Broker, ensure_broker, free_port
from making.workshop import ROOT
from tests.site.pushes import PushService, push_service, watched_since
from tests.site.test_local_broker import Client
from tests.web.bells import Asking, encoded

PAUSE = 0.5
"""Seconds between two pushes to a device here."""


class Relay:
    """A broker with a bell, and what devices do there."""

    def __init__(self, path: Path, service: PushService) -> None:
        self.service = service
        self.broker = Broker(free_port())
        self._state = path / "bell.sqlite"
        self.bell = Bell(self.broker, self._state, service.address,
                         *("--quiet", "0.1", "--pause", str(PAUSE)))  # fmt: skip
        self.connect()
        self.seal = self.announced()["seal"]

    def connect(self) -> None:
        self.client = Client(self.broker.port, os.urandom(4).hex())

    def announced(self) -> dict[str, str]:
        """What the bell says of itself."""
        client = Client(self.broker.port, os.urandom(4).hex())
        found = client.awaited("cacao/bell")
        client.close()
        return dict(json.loads(found))

    def device(self, number: int, game: int = 1) -> Asking:
        return Asking(game, number, f"{self.service.address}/{game}-{number}")

    def ask(self, device: Asking, **more: object) -> None:
        """A device asks, and the bell watches its game."""
        request = device.request(self.seal, **more)  # type: ignore[arg-type]
        found = "select 1 from device where label = ? and number = ?"
        wanted = device.topic[-16:], more.get("number", 1)
        with closing(sqlite3.connect(self._state)) as kept, ExitStack() as watched:
            if not kept.execute("select 1 from device").fetchone():
                watched.enter_context(watched_since(self.broker.port))
            self.put(device.bell_topic, request)
            while not kept.execute(found, wanted).fetchone():
                time.sleep(0.02)

    def put(self, topic: str, payload: bytes) -> None:
        self.client.publish(topic, payload, retained=True)

    def change(self, device: Asking) -> None:
        self.put(device.topic, os.urandom(1052))

    def stop(self) -> None:
        self.client.close()
        self.bell.stop()
        self.broker.stop()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as made:
        yield made


@pytest.fixture
def relay(tmp_path: Path, service: PushService) -> Iterator[Relay]:
    ensure_broker()
    made = Relay(tmp_path, service)
    yield made
    made.stop()


def test_push_is_proved_and_only_its_device_can_read_it(relay: Relay, service: PushService) -> None:
    ana, bo = relay.device(1), relay.device(2)
    relay.ask(ana)
    relay.ask(bo)
    relay.change(ana)
    service.wait(1)
    service.stay_at(1)
    assert service.marks(ana, bo) == [bo.mark]
    assert service.proofs[0]["k"] == relay.announced()["vapid"]
    relay.ask(bo, number=2, endpoint="")
    relay.change(ana)
    service.stay_at(1)


def test_bell_and_broker_start_again(relay: Relay, service: PushService) -> None:
    ana, bo = relay.device(1), relay.device(2)
    relay.ask(bo)
    relay.change(ana)
    service.wait(1)
    before = relay.announced()
    relay.bell.stop()
    relay.bell.start()
    service.stay_at(1, 2)
    relay.bell.stop()
    relay.change(ana)  # meanwhile
    relay.bell.start()
    service.wait(2)
    relay.client.close()
    relay.broker.stop()
    relay.broker.start()  # it has forgotten everything
    assert relay.announced() == before
    relay.connect()
    relay.change(ana)
    service.wait(3)
    service.stay_at(3)
    assert service.marks(bo) == 3 * [bo.mark]


def test_push_service_that_is_slow_or_does_not_know_a_device(
    relay: Relay, service: PushService
) -> None:
    ana, bo, cem, dua = (relay.device(number) for number in (1, 2, 3, 4))
    for device in (bo, cem, dua):
        relay.ask(device)
    service.slow.add("/1-2")
    service.answers |= {"/1-3": 410, "/1-4": 503}
    relay.change(ana)
    service.wait(0, refused=2)
    del service.answers["/1-4"]
    service.wait(1)  # it is tried again
    assert service.marks(dua) == [dua.mark]
    relay.change(ana)
    service.wait(2)
    service.stay_at(2)
    assert service.marks(dua, bo) == 2 * [dua.mark]


@pytest.mark.parametrize("ahead", [-86400.0, 86400.0], ids=["a day ahead", "a day behind"])
def test_clock_of_the_bell_is_wrong(relay: Relay, service: PushService, ahead: float) -> None:
    service.ahead = ahead
    ana, bo = relay.device(1), relay.device(2)
    relay.ask(bo)
    relay.change(ana)
    service.wait(1)
    assert service.refused == [403]
    relay.change(ana)
    service.wait(2)
    assert service.refused == [403]


def test_flood_of_a_stranger(relay: Relay, service: PushService) -> None:
    bo = relay.device(2)
    relay.ask(bo)
    begin = time.monotonic()
    while time.monotonic() < begin + 3 * PAUSE:
        relay.change(relay.device(9))
        relay.put(bo.bell_topic, os.urandom(1000))
        relay.put(f"{relay.device(9).topic}/here", b"1")
    service.wait(2)
    assert len(service.came) <= 1 + (time.monotonic() - begin) / PAUSE


def test_nothing_of_a_device_lies_at_the_relay_readable(relay: Relay) -> None:
    bo = relay.device(2)
    relay.ask(bo)
    client = Client(relay.broker.port, "stranger")
    payload = client.awaited(bo.bell_topic)
    client.close()
    for secret in (bo.browser.endpoint, bo.browser.p256dh, encoded(bo.browser.auth), bo.mark):
        assert secret.encode() not in payload


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, str]:
    """An environment in which commands of the system do nothing."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("apt-get", "chown", "systemctl", "ufw", "useradd", "userdel"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    python = tmp_path / "root/opt/cacao-bell/venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "ROOT": str(tmp_path / "root")}


@pytest.mark.skipif(os.name == "nt", reason="the script is for Debian")
def test_script_sets_a_relay_up_and_removes_it(tmp_path: Path, commands: dict[str, str]) -> None:
    root = tmp_path / "root"
    access = root / "etc/mosquitto/relay.acl"

    def run(*arguments: str) -> int:
        script = ["sh", str(SCRIPT.with_name("setup.sh")), *arguments]
        return subprocess.run(script, env=commands, capture_output=True, check=False).returncode

    assert run("relay.example.org") == 2
    assert run("relay.example.org", "mailto:you@example.org") == 0
    first = access.read_text()
    assert run("relay.example.org", "mailto:you@example.org") == 0  # to bring it up to date
    assert access.read_text() == first
    assert access.stat().st_mode & 0o077 == 0
    secret = first.partition("user ")[2].split()[0]
    assert len(secret) == 37
    assert (root / "var/lib/cacao-bell/user").read_text() == f"BELL_USER={secret}\n"
    unit = (root / "etc/systemd/system/cacao-bell.service").read_text()
    assert secret not in unit  # which everybody can read
    assert "--contact mailto:you@example.org" in unit
    told = (ROOT / "docs" / "relay.md").read_text()
    for name in ("mosquitto/mosquitto.conf", "caddy/Caddyfile"):
        assert (root / "etc" / name).read_text() in told, name
    assert run("--remove") == 0
    left = [str(file) for file in root.rglob("*") if file.is_file()]
    assert left == []
