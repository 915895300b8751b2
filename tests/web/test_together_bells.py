"""The page and the bell of a relay: asking for it, and no longer (docs/relay.md, *A bell*)."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from cacao_web.features.together.browser.relay import Trouble
from cacao_web.features.together.news.calling import reminder
from relay.asked import PAUSE, QUIET, AskedDevices
from tests.web.broker import Brokers, LineStandIn, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, calm
from tests.web.relayed import RELAY, brokers, close, guest_of, hosted

BUTTON = 'data-command="notify-me"'


class Bell:
    """A bell beside the relay of the tests, with a clock of its own."""

    def __init__(self, network: Brokers, path: Path) -> None:
        self.now = 1_000_000.0
        self.asked = AskedDevices(
            str(path / "bell.sqlite"), lambda *_all: None, clock=lambda: self.now
        )
        broker = network[RELAY]
        broker.put("cacao/bell", self.asked.announcement.encode())
        topics = [f"cacao/2/+/+{kind}" for kind in ("", "/bell", "/here")]
        broker.lines.append(LineStandIn(broker, "bell", topics, "", self))

    def arrived(self, topic: str, payload: bytes) -> None:
        self.asked.heard(topic, payload, is_kept=False)

    def flooded(self) -> None:
        raise AssertionError("more topics than a test needs")

    def lost(self, trouble: Trouble) -> None:
        """Tests start it anew when they need it."""

    async def rings(self, place: Place) -> list[str]:
        """What a device is pushed now, as its service worker reads it: the titles of games."""
        await calm()
        self.now += PAUSE + QUIET
        pushes = place.page.relays.pushes
        assert pushes.phone
        own = [push for push in self.asked.due() if push.endpoint == pushes.phone.endpoint]
        return [pushes.notes["games"][push.mark]["title"] for push in own]


@pytest.fixture
def network() -> Brokers:
    return brokers()


@pytest.fixture
def bell(network: Brokers, tmp_path: Path) -> Bell:
    return Bell(network, tmp_path)


async def called(network: Brokers) -> tuple[Place, Place]:
    """Two that play, and Bo wants to be called."""
    ana = await hosted(network)
    bo = await guest_of(await ana.outcome("invite"), network)
    await calm()
    bo.page.relays.pushes.is_possible = True
    bo.run("notify-me")
    await calm()
    return ana, bo


async def opened_again(place: Place, network: Brokers, later: str = "") -> Place:
    """The page is closed, and opened again in the same browser with the game."""
    await close(place)
    relays = RelaysStandIn(network, RELAY)
    relays.pushes = place.page.relays.pushes
    again = Place(store=place.store, relays=relays)
    again.page.time = later or again.page.time
    again.page.live.allowed = True
    await again.start()
    again.run("resume", place.session.id)
    await calm()
    return again


def turn(ana: Place) -> None:
    while ana.session.deciding:
        ana.play()


async def until_turn(ana: Place, bo: Place) -> None:
    while not ana.session.deciding:
        turn(bo)
        await calm()


@awaited
async def test_closed_page_is_called(network: Brokers, bell: Bell) -> None:
    ana, bo = await called(network)
    assert "also while this page is closed" in bo.page.regions["notice"]
    await until_turn(ana, bo)
    await bell.rings(bo)
    await close(bo)
    assert await bell.rings(bo) == []
    turn(ana)
    await calm()
    assert await bell.rings(bo) == [bo.session.title]
    assert await bell.rings(bo) == []
    [note] = bo.page.relays.pushes.notes["games"].values()
    assert note["told"] == "It is your turn"
    assert note["address"] == f"#g={bo.device.token}"


@awaited
async def test_nobody_is_asked_where_there_is_no_bell(network: Brokers) -> None:
    _ana, bo = await called(network)
    assert "This page will notify you" in bo.page.regions["notice"]
    assert bo.page.relays.pushes.phone is None
    assert not [one for one in network[RELAY].log if one.topic.endswith("/bell")]
    before = len(bo.page.relays.asked)
    for _change in range(3):
        bo.app.features.get("together").bells.look(bo.session)
        await calm()
    assert len(bo.page.relays.asked) == before  # not again and again


@awaited
async def test_request_is_sealed_and_stays_the_same(network: Brokers, bell: Bell) -> None:
    ana, bo = await called(network)
    phone = bo.page.relays.pushes.phone
    assert phone
    requests = [one for one in network[RELAY].log if one.topic.endswith("/bell")]
    assert [one.user in one.topic for one in requests] == [True]
    for secret in (phone.endpoint, phone.p256dh, "endpoint"):
        assert secret.encode() not in requests[0].payload
    await until_turn(ana, bo)
    turn(ana)
    await calm()
    await opened_again(bo, network)
    assert len([one for one in network[RELAY].log if one.topic.endswith("/bell")]) == 1


@awaited
async def test_request_is_renewed(network: Brokers, bell: Bell) -> None:
    ana, bo = await called(network)
    before = bo.page.relays.pushes.phone
    assert before
    bo.page.relays.pushes.phone = None  # the browser has changed its address
    again = await opened_again(bo, network)
    after = again.page.relays.pushes.phone
    assert after
    assert after.endpoint != before.endpoint
    await until_turn(ana, again)
    await close(again)
    await bell.rings(again)
    turn(ana)
    await calm()
    assert len(await bell.rings(again)) == 1


@awaited
async def test_deleted_game_calls_nobody(network: Brokers, bell: Bell) -> None:
    ana, bo = await called(network)
    await until_turn(ana, bo)
    id = bo.session.id
    bo.run("home")
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await calm()
    assert bo.page.relays.pushes.phone is None
    assert bo.page.relays.pushes.notes["games"] == {}
    turn(ana)
    await calm()
    bell.now += PAUSE
    assert bell.asked.due() == []


@awaited
async def test_game_that_another_browser_goes_on_with(network: Brokers, bell: Bell) -> None:
    ana, bo = await called(network)
    await until_turn(ana, bo)
    seat = bo.app.features.get("together").outbox.with_seat(bo.session)[1]
    tablet = await guest_of(seat, network)
    tablet.page.relays.pushes.is_possible = True
    tablet.run("notify-me")
    await calm()
    await asyncio.sleep(1.1)  # the grace in which what Bo has decided arrives
    await calm()
    assert bo.session.reach.is_elsewhere
    bo.app.features.get("together").bells.look(bo.session)
    await calm()
    assert bo.page.relays.pushes.phone is None
    await bell.rings(tablet)
    await close(tablet)
    await close(bo)
    turn(ana)
    await calm()
    assert len(await bell.rings(tablet)) == 1


@awaited
async def test_relay_that_is_out_of_reach_is_asked_later(network: Brokers, bell: Bell) -> None:
    ana = await hosted(network)
    bo = await guest_of(await ana.outcome("invite"), network)
    await calm()
    bo.page.relays.pushes.is_possible = True
    network[RELAY].refuse(Trouble.REFUSED)
    bo.run("notify-me")
    await calm()
    assert bo.page.relays.pushes.phone is None
    network[RELAY].start()
    again = await opened_again(bo, network)
    assert again.page.relays.pushes.phone


@awaited
async def test_browser_without_pushes_is_not_asked_twice(network: Brokers, bell: Bell) -> None:
    ana = await hosted(network)
    ana.run("invite")
    await calm()
    assert BUTTON in ana.page.dialog
    ana.run("notify-me")
    await calm()
    assert BUTTON not in ana.page.dialog
    ana.page.relays.pushes.is_possible = True  # it was allowed before there was a bell
    ana.store.remove("cacao.bells-wanted")
    ana.run("invite")
    await calm()
    assert BUTTON in ana.page.dialog


@awaited
async def test_reminder_for_the_calendar(network: Brokers, bell: Bell) -> None:
    ana, bo = await called(network)
    ana.run("notify-me")  # where nobody can push
    ana.run("send-on")
    await calm()
    assert "Remind me tomorrow at seven" in ana.page.dialog
    ana.run("remind-me")
    [(name, text)] = ana.page.files.items()
    assert name.endswith(".ics")
    lines = text.replace("\r\n ", "").split("\r\n")
    tomorrow = date.fromisoformat(ana.page.today()) + timedelta(days=1)
    assert f"DTSTART:{tomorrow:%Y%m%d}T190000" in lines
    assert f"SUMMARY:Cacao: {ana.session.title}" in lines
    assert [line for line in lines if line.endswith(f"#g={ana.device.token}")]
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    bo.run("send-on")
    await calm()
    assert "Remind me" not in bo.page.dialog  # the bell does


def test_reminder_of_any_title() -> None:
    title = "Ana, Bo; C\\D\r\nX-EVIL:1 " + 60 * "ä"
    text = reminder(title, "https://example.org/", "0", date(2026, 12, 31), datetime(2026, 12, 31))
    assert "DTSTART:20270101T190000" in text
    assert "\r\nX-EVIL" not in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "Ana\\, Bo\\; C\\\\D X-EVIL:1" in text.replace("\r\n ", "")


@awaited
async def test_iphone_is_told_what_it_needs(network: Brokers) -> None:
    ana = await hosted(network)
    ana.page.live.needs_home_screen = True
    ana.run("invite")
    await calm()
    assert "Add to Home Screen" in ana.page.dialog
