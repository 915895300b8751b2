"""Whom a bell calls and when (docs/relay.md, *A bell*); the program: tests/site/test_bell.py."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from relay.asked import KEPT, MOST_IN_GAME, PAUSE, QUIET, STAY, AskedDevices
from tests.web.bells import Asking

DAY = 24 * 3600.0


class Tower:
    """A bell with a clock of its own."""

    def __init__(self, path: Path) -> None:
        self.now = 1_000_000.0
        self._path = str(path / "bell.sqlite")
        self.watched: dict[str, bool] = {}
        self.start()

    def start(self) -> None:
        """Start it anew with what it has kept."""
        self.bell = AskedDevices(self._path, self._watch, clock=lambda: self.now)
        self.seal = json.loads(self.bell.announcement)["seal"]
        self.games = self.bell.connected()

    def _watch(self, game: str, is_wanted: bool) -> None:
        self.watched[game] = is_wanted

    def ask(self, *devices: Asking, **more: object) -> None:
        for one in devices:
            request = one.request(self.seal, **more)  # type: ignore[arg-type]
            self.bell.heard(one.bell_topic, request, is_kept=False)

    def change(self, device: Asking, parcel: bytes = b"", is_kept: bool = False) -> None:
        self.bell.heard(device.topic, parcel or os.urandom(1052), is_kept)

    def come(self, device: Asking, is_here: bool = True) -> None:
        self.bell.heard(f"{device.topic}/here", b"1" if is_here else b"", is_kept=False)

    def rung(self, seconds: float = 0) -> list[str]:
        """The marks of those who are called until so many seconds later."""
        end, found = self.now + seconds, []
        while True:
            found += [push.mark for push in self.bell.due()]
            if self.now >= end:
                return sorted(found)
            self.now = min(end, self.now + 5)


@pytest.fixture
def tower(tmp_path: Path) -> Tower:
    return Tower(tmp_path)


@pytest.fixture
def ana() -> Asking:
    return Asking(device=1)


@pytest.fixture
def bo() -> Asking:
    return Asking(device=2)


def test_others_are_called_once_when_it_is_quiet(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(ana, bo)
    tower.change(ana)
    assert tower.rung(QUIET - 5) == []
    assert tower.rung(5) == [bo.mark]
    assert tower.rung(10 * PAUSE) == []


def test_no_more_than_one_call_in_five_minutes(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(ana, bo)
    calls = []
    for _second in range(1800):  # a flood
        tower.change(ana)
        tower.change(Asking(device=77))  # a stranger with the link
        calls += tower.rung(0)
        tower.now += 1
    assert 5 <= calls.count(bo.mark) <= 1 + 1800 / PAUSE
    assert tower.rung(PAUSE).count(bo.mark) <= 1
    assert tower.rung(DAY / 24) == []


def test_device_that_says_something_or_comes_has_seen_it(
    tower: Tower, ana: Asking, bo: Asking
) -> None:
    tower.ask(ana, bo)
    tower.change(ana)
    tower.change(bo)  # an answer
    assert tower.rung(QUIET) == [ana.mark]
    tower.now += PAUSE
    tower.change(ana)
    tower.come(bo)
    assert tower.rung(2 * PAUSE) == []


def test_device_that_stays_is_not_called_but_one_that_goes_unseen_is(
    tower: Tower, ana: Asking, bo: Asking
) -> None:
    tower.ask(ana, bo)
    tower.come(bo)
    tower.change(ana)
    assert tower.rung(10 * STAY) == []
    tower.change(ana)
    tower.now += 45
    tower.come(bo, is_here=False)  # its will: perhaps it has been asleep for as long
    assert tower.rung(STAY) == [bo.mark]


def test_restarts_ring_for_news_only(tower: Tower, ana: Asking, bo: Asking) -> None:
    parcel = os.urandom(1052)
    tower.change(ana, parcel)
    tower.ask(bo)
    tower.change(ana, parcel, is_kept=True)  # it lay there when Bo asked
    assert tower.rung(PAUSE) == []
    for _restart in range(2):  # of the bell or of the relay
        tower.start()
        assert tower.games == [bo.keys.game]
        tower.change(ana, parcel, is_kept=True)
        tower.change(ana, parcel)  # a relay that has forgotten it gets it again
        assert tower.rung(PAUSE) == []
    tower.start()
    tower.change(ana, is_kept=True)  # meanwhile
    tower.change(Asking(device=3), is_kept=True)  # meanwhile somebody has joined
    tower.start()  # before it has rung
    assert tower.rung(PAUSE) == [bo.mark]


def test_keys_stay_over_restarts(tower: Tower) -> None:
    before = tower.bell.announcement
    tower.start()
    assert tower.bell.announcement == before


def test_device_takes_back_what_it_has_asked(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(bo)
    assert tower.watched == {bo.keys.game: True}
    first = bo.request(tower.seal)
    tower.ask(bo, number=2, endpoint="")
    assert tower.watched == {bo.keys.game: False}
    tower.bell.heard(bo.bell_topic, first, is_kept=True)  # put there again by somebody
    tower.change(ana)
    assert tower.rung(PAUSE) == []
    tower.ask(bo, tenure=2, number=1)  # another browser of Bo
    tower.ask(bo, number=3, endpoint="")  # the former one is late
    tower.change(ana)
    assert tower.rung(PAUSE) == [bo.mark]


def test_nobody_else_asks_for_a_device(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(bo)
    forger = Asking(device=3, endpoint="https://fcm.googleapis.com/fcm/send/forger")
    forger.bell_topic = bo.bell_topic
    tower.ask(forger, number=9)
    forger.secrets = ana.secrets
    tower.ask(forger, number=9)
    request = bo.request(tower.seal, number=9, endpoint="")
    other_end = request[:-1] + bytes([request[-1] ^ 1])
    for altered in (request[:-1], request[:200], other_end, b"", b"{}", os.urandom(1100)):
        tower.bell.heard(bo.bell_topic, altered, is_kept=False)
    tower.bell.heard(ana.bell_topic, request, is_kept=False)  # at another place
    tower.bell.heard(Asking(2, 2).bell_topic, request, is_kept=False)
    tower.change(ana)
    assert tower.rung(PAUSE) == [bo.mark]


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://example.org/fcm.googleapis.com",
        "https://fcm.googleapis.com:22/x",
        "https://me@fcm.googleapis.com@example.org/x",
        "https://fcm.googleapis.com/" + 1000 * "x",
        "https://fcm.googleapis.com/\r\nx",
        "file:///etc/passwd",
    ],
)
def test_bell_pushes_to_push_services_only(tower: Tower, bo: Asking, address: str) -> None:
    tower.ask(bo, endpoint=address)
    assert tower.watched == {}


@pytest.mark.parametrize("number", [2.0**60, -1, float("inf"), float("nan")])
def test_odd_numbers_are_refused(tower: Tower, bo: Asking, number: float) -> None:
    tower.ask(bo, number=number)
    bo.mark = "\ud800" + 7 * "x"
    tower.ask(bo, number=2, endpoint="https://fcm.googleapis.com/x")
    assert tower.watched == {}
    tower.ask(bo, number=3, endpoint="")
    assert tower.watched == {}


def test_strangers_do_not_fill_what_is_kept(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(bo)
    for device in range(10, 40 + MOST_IN_GAME):
        tower.ask(Asking(device=device))
        tower.change(Asking(device=device))
        tower.change(Asking(game=2, device=device))  # nobody has asked there
        tower.come(Asking(game=2, device=device))
    [[devices]] = tower.bell._do("select count(*) from device")
    [[parcels]] = tower.bell._do("select count(*) from parcel")
    assert (devices, parcels) == (MOST_IN_GAME, 32)
    assert len(tower.bell._here) == 0
    assert bo.mark in tower.rung(PAUSE)


def test_subscription_that_is_gone_is_forgotten_in_all_games(tower: Tower, ana: Asking) -> None:
    games = [Asking(game, 2, "https://fcm.googleapis.com/fcm/send/one") for game in (1, 2)]
    tower.ask(*games)
    tower.change(ana)
    tower.now += QUIET
    [push] = tower.bell.due()
    tower.bell.done(push, "gone")
    tower.change(Asking(game=2))
    assert tower.rung(PAUSE) == []
    assert set(tower.watched.values()) == {False}


def test_push_that_was_not_taken_is_made_again(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(bo)
    tower.change(ana)
    tower.now += QUIET
    [push] = tower.bell.due()
    tower.bell.done(push, "again")
    assert tower.rung(PAUSE - 5) == []
    assert tower.rung(5) == [bo.mark]


@pytest.mark.parametrize("jump", [-DAY, DAY])
def test_clock_that_jumps_a_day(tower: Tower, ana: Asking, bo: Asking, jump: float) -> None:
    tower.ask(bo)
    tower.change(ana)
    assert tower.rung(QUIET) == [bo.mark]
    tower.now += 10
    tower.change(ana)
    tower.now += jump
    assert tower.rung(PAUSE) == [bo.mark]
    tower.change(ana)
    assert tower.rung(2 * PAUSE) == [bo.mark]


def test_who_has_not_asked_for_long_is_forgotten(tower: Tower, ana: Asking, bo: Asking) -> None:
    tower.ask(bo)
    tower.now += KEPT / 2
    tower.ask(bo, number=2)
    tower.now += KEPT / 2 + 1
    tower.bell.tidy()
    tower.change(ana)
    assert tower.rung(PAUSE) == [bo.mark]
    tower.now += KEPT
    tower.bell.tidy()
    assert tower.watched == {bo.keys.game: False}
    assert tower.bell.connected() == []
