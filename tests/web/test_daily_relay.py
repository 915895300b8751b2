"""Results of daily games come by themselves, by the relay of a game, if both have said yes."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.daily import friends, model
from cacao_web.features.daily.friends import DayResult
from cacao_web.features.daily.model import DailyResult
from cacao_web.shell.controller import Controller
from cacao_web.shell.friends import exchange_daily
from tests.web.broker import Brokers, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, calm, host
from tests.web.relayed import RELAY, brokers, close, elsewhere, guest_of
from tests.web.test_contests import finish

pytestmark = pytest.mark.usefixtures("at_once")

DAY = date(2026, 11, 20)
BEFORE = DAY - timedelta(days=1)
ANA, BO = DailyResult("hard", 59, 54, 1), DailyResult("easy", 61, 40, 1)


async def played(network: Brokers) -> list[Place]:
    """Ana and Bo in a game by relay."""
    ana = await host(relays=RelaysStandIn(network, RELAY), names=("Ana", "Bo"))
    bo = await guest_of(await ana.outcome("invite"), network)
    await calm()
    return [ana, bo]


def has_played(store: MemoryStore, **results: DailyResult) -> None:
    """Results of days, by the name of each day."""
    days = {"today": DAY, "before": BEFORE}
    store.set("cacao.daily", model.to_text({days[name]: one for name, one in results.items()}))


async def say(place: Place, value: str) -> None:
    """The person chooses whether to exchange results."""
    place.run("daily")
    assert "Exchange results" in place.page.dialog
    place.fill_in("exchange", value)
    await calm()
    await calm()


def came(place: Place) -> list[DayResult]:
    return friends.from_text(place.store.get("cacao.daily-arrived") or "")


def table(place: Place) -> str:
    place.run("daily")
    return place.page.dialog


def lying(network: Brokers) -> list[bytes]:
    """Everything about daily games that lies at the relay."""
    kept = network[RELAY].kept
    return [one.payload for topic, one in kept.items() if topic.endswith("/daily")]


@awaited
async def test_results_come_when_both_have_said_yes() -> None:
    network = brokers()
    ana, bo = await played(network)
    has_played(ana.store, today=ANA)
    has_played(bo.store, today=BO, before=ANA)
    await say(ana, "on")
    assert came(bo) == []
    assert came(ana) == []
    await say(bo, "on")
    assert came(ana) == [DayResult(BEFORE, "Bo", ANA), DayResult(DAY, "Bo", BO)]
    assert came(bo) == [DayResult(DAY, "Ana", ANA)]
    assert ">Bo<" in table(ana)
    assert ">Ana<" in table(bo)


@awaited
async def test_nothing_of_a_result_lies_there_before_somebody_else_says_yes() -> None:
    network = brokers()
    ana, bo = await played(network)
    has_played(ana.store, today=ANA)
    await say(ana, "on")
    [alone] = lying(network)
    await say(bo, "on")
    assert len(max(lying(network), key=len)) > len(alone)
    assert came(bo)


@awaited
async def test_results_of_people_in_a_watched_game_are_not_for_the_watcher() -> None:
    network = brokers()
    ana = await host(relays=RelaysStandIn(network, RELAY), names=("Ana", "Bo"))
    address = await ana.outcome("invite")
    bo = await guest_of(address, network)
    await calm()
    eve = await elsewhere(network)
    await eve.open(address)
    await calm()
    eve.run("watch")
    await calm()
    exchange_daily(eve.app.saves, wanted=True)
    has_played(ana.store, today=ANA)
    await say(ana, "on")
    await say(bo, "on")
    assert came(bo)
    assert came(eve) == []


@awaited
async def test_result_leaves_as_soon_as_the_game_is_over() -> None:
    network = brokers()
    ana, bo = await played(network)
    await say(ana, "on")
    await say(bo, "on")
    bo.run("begin-daily")
    finish(bo.page, bo.app)
    await calm()
    [line] = came(ana)
    assert (line.day, line.name) == (DAY, "Bo")
    assert line.played == model.from_text(bo.store.get("cacao.daily") or "")[DAY]


@awaited
async def test_result_is_not_shown_before_ones_own_game() -> None:
    """Bo's result stands there after Ana's own game; one of a day that is over is no spoiler."""
    network = brokers()
    ana, bo = await played(network)
    has_played(bo.store, today=BO, before=ANA)
    await say(ana, "on")
    await say(bo, "on")
    assert len(came(ana)) == 2
    shown = table(ana)
    assert BEFORE.isoformat() in shown
    assert "61" not in shown
    has_played(ana.store, today=ANA)
    assert "61" in table(ana)


@awaited
async def test_result_reaches_somebody_who_was_away() -> None:
    network = brokers()
    ana, bo = await played(network)
    await say(ana, "on")
    await say(bo, "on")
    await close(ana)
    has_played(bo.store, today=BO)
    bo.app.shell.others.answers(Controller.tell_daily)
    await calm()
    await close(bo)
    ana = await elsewhere(network, ana.store)
    await calm()
    assert came(ana) == [DayResult(DAY, "Bo", BO)]


@awaited
async def test_switched_off_it_takes_away_what_lies_there_and_reads_nothing() -> None:
    network = brokers()
    ana, bo = await played(network)
    has_played(ana.store, today=ANA)
    await say(ana, "on")
    await say(bo, "on")
    await say(bo, "off")
    assert len(lying(network)) == 1
    has_played(bo.store, today=BO)
    bo.app.shell.others.answers(Controller.tell_daily)
    await calm()
    assert came(ana) == []
    assert len(lying(network)) == 1


@awaited
async def test_bad_or_forged_lines_are_ignored() -> None:
    network = brokers()
    ana, bo = await played(network)
    has_played(ana.store, today=ANA)
    await say(ana, "on")
    lines = friends.results({DAY: BO}, DAY)
    mine = ana.device.prove("daily", f"d={lines}".encode(), b"")
    other = bo.device.prove("says", f"d={lines}".encode(), b"")
    before = ana.page.dialog
    lies = [f"d={lines}", f"d={lines}&p=", f"d={lines}&p={mine}", f"d={lines}&p={other}"]
    for text in ("d=", "d=daily=junk", "d=daily=AAAA#daily=", "d"):
        lies.append(f"{text}&p={bo.device.prove('daily', text.encode(), b'')}")
    for lie in lies:
        ana.app.features.get("together").called(ana.device.token, lie)
    await calm()
    assert came(ana) == []
    assert ana.page.dialog == before
    true = bo.device.prove("daily", f"d={lines}".encode(), b"")
    ana.app.features.get("together").called(ana.device.token, f"d={lines}&p={true}")
    assert came(ana) == [DayResult(DAY, "Bo", BO)]


@awaited
async def test_nobody_is_asked_without_a_game_by_relay() -> None:
    place = await elsewhere(brokers())
    place.run("daily")
    assert "Exchange results" not in place.page.dialog
