"""Live games that survive: reloads, closed tabs, breaks, without any link from people."""

from __future__ import annotations

import asyncio
import json

import pytest

from cacao_web.features.together.browser.live import Signal
from cacao_web.features.together.direct.spares import PAUSES
from tests.web.clock import Clock
from tests.web.driven import awaited
from tests.web.live_standin import Wire
from tests.web.places import Place, calm, idle, play_ahead, play_on, table, whose

pytestmark = pytest.mark.long


async def close(place: Place) -> None:
    """The tab of a device is closed."""
    await place.leave()
    await calm()


def live_at(place: Place) -> str:
    """The seats that are connected, as a device sees it."""
    table = place.ask("table")
    assert isinstance(table, dict)
    return "".join(seat for seat, where in table.items() if where == "live")


@awaited
async def test_reloads_on_each_side_need_no_link() -> None:
    places = await table(spares=True)
    for which in (0, 1, 1, 0):
        await play_on(places, 3)
        places[which] = await places[which].again()
        await calm()
        assert [live_at(place) for place in places] == ["1", "0"]
        assert places[0].device.moves == places[1].device.moves
        for place in places:
            assert "is lost" not in place.page.regions["task"]
    await play_on(places, 3)
    assert places[0].device.moves == places[1].device.moves


@awaited
async def test_guests_keep_each_other_without_the_host() -> None:
    ana, bo, cem = await table(3, first=1, spares=True)
    await calm()
    await close(ana)
    assert [live_at(place) for place in (bo, cem)] == ["1", "0"]
    for place in (bo, cem):
        assert "The connection to Player 1 is lost" in place.page.regions["task"]
    bo.play()
    bo.run("say", "0")
    await idle()
    assert cem.device.moves == bo.device.moves != ()
    assert 0 in cem.session.reach.remarks
    ana = await ana.back()
    await calm()
    places = [ana, bo, cem]
    assert [live_at(place) for place in places] == ["01", "12", "02"]
    assert ana.device.moves == bo.device.moves
    await play_on(places, 12)
    assert len({place.device.moves for place in places}) == 1
    await close(ana)  # once more, with what they have exchanged since
    assert [live_at(place) for place in (bo, cem)] == ["1", "0"]


@awaited
async def test_messages_are_not_sent_twice() -> None:
    """Guests that are connected to each other stay silent as long as the host reaches them."""
    ana, bo, cem = await table(3, spares=True)
    await calm()
    await close(ana)
    ana = await ana.back()
    await calm()
    direct = [wire for wire in bo.page.live.wires if wire.other in cem.page.live.wires]
    assert [wire.signal for wire in direct if wire.signal is not Signal.CLOSED] == [Signal.OPEN]
    before = [len(wire.sent) for wire in direct]
    for _decision in range(4):
        whose([ana, bo, cem]).play()
        await idle()
    assert [len(wire.sent) for wire in direct] == before
    assert len({place.device.moves for place in (ana, bo, cem)}) == 1


def silence(*places: Place) -> None:
    """Nothing has come for half a minute."""
    for place in places:
        for wire in place.page.live.wires:
            if wire.signal is Signal.OPEN:
                wire.set(Signal.CLOSED)


@awaited
async def test_silence_leaves_one_connection() -> None:
    ana, bo = await table(spares=True)
    for _time in range(3):
        await calm()
        silence(ana, bo)
        await calm()
        assert (live_at(ana), live_at(bo)) == ("1", "0")
        working = [wire for wire in ana.page.live.wires if wire.signal is Signal.OPEN]
        assert len(working) == 1
        assert working[0].other is not None
        assert working[0].other.signal is Signal.OPEN
    await play_on([ana, bo], 5)
    assert ana.device.moves == bo.device.moves


@awaited
async def test_spare_replaces_a_connection_that_vanished() -> None:
    """A browser that was killed says nothing, and is back before its silence is noticed."""
    ana, bo = await table(spares=True)
    await calm()
    for wire in bo.page.live.wires:
        wire.signal, wire.other = Signal.CLOSED, None  # without a word
    old = ana.page.live.wires[0]
    bo = await bo.again()
    old.set(Signal.SHAKY)
    await calm()
    assert (live_at(ana), live_at(bo)) == ("1", "0")
    assert [wire.signal for wire in ana.page.live.wires].count(Signal.SHAKY) == 0


@awaited
async def test_absent_device_is_called_with_growing_pauses(clock: Clock) -> None:
    ana, bo = await table(spares=True)
    await calm()
    await close(bo)
    calls = len(ana.page.live.wires)
    await asyncio.sleep(sum(PAUSES) + 100)
    assert len(ana.page.live.wires) <= calls + len(PAUSES)
    ana.page.live.come_back()
    await idle()
    assert ana.page.live.wires[-1].signal is Signal.OPENING
    bo = await bo.back()
    await calm()
    assert (live_at(ana), live_at(bo)) == ("1", "0")


@awaited
async def test_spare_is_not_offered_in_another_s_name() -> None:
    ana, bo, cem = await table(3, spares=True)
    await calm()
    kept = dict(bo.page.live.tabs.spares)
    wire = next(one for one in cem.page.live.wires if one.signal is Signal.OPEN)
    for content in ([1, 0, "offer1"], [1, 1, "offer1"], [0, 1, "offer1"], [1, 2, "x" * 1001]):
        for kind in ("spare", "kept"):
            wire.send(json.dumps({kind: content}))
    await calm()
    assert bo.page.live.tabs.spares == kept
    assert [live_at(place) for place in (ana, bo, cem)] == ["12", "02", "01"]


@awaited
async def test_secrets_of_a_spare_stay_in_the_browser() -> None:
    ana, bo = await table(spares=True)
    await calm()
    secrets = [*ana.page.live.tabs.spares.values(), *bo.page.live.tabs.spares.values()]
    assert len(secrets) == 2
    for place in (ana, bo):
        told = place.link() + place.app.saves.text(place.session.id)
        assert not [secret for secret in secrets if secret in told]
    await close(bo)
    assert "The page connects again when that device is here" in ana.page.regions["notice"]
    assert ana.ask("table") == {"0": "here", "1": "link"}


@awaited
async def test_deleted_game_keeps_no_spares() -> None:
    ana, bo = await table(spares=True)
    await calm()
    assert bo.page.live.tabs.spares
    id = bo.session.id
    bo.run("home")
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await idle()
    assert bo.page.live.tabs.spares == {}
    assert "has left the game" in ana.page.regions["notice"]


def ends(place: Place) -> list[Wire]:
    return [wire for wire in place.page.live.wires if wire.signal is not Signal.CLOSED]


@awaited
async def test_spares_are_never_more_than_devices() -> None:
    places = await table(spares=True)
    await calm()
    for _time in range(4):
        places[1] = await places[1].again()
        await calm()
        assert [len(ends(place)) for place in places] == [2, 2], "one in use, one that waits"


@awaited
async def test_rematch_has_spares_of_its_own() -> None:
    ana, bo = await table(spares=True)
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo])
    token = ana.device.token
    ana.run("rematch")
    await idle()
    bo.run("join")
    await calm()
    assert ana.device.token == bo.device.token != token
    bo = await bo.again()
    await calm()
    assert (live_at(ana), live_at(bo)) == ("0", "1"), "who came last begins"
    await play_on([ana, bo], 3)
    assert ana.device.moves == bo.device.moves != ()


@awaited
async def test_device_is_found_in_its_new_tab() -> None:
    ana, bo = await table(spares=True)
    await calm()
    tab = Place(bo.page.address_fragment, bo.store, bo.page.live.tabs)
    tab.page.live.keeps_spares = True
    await tab.start()
    tab.run("take-over", f"t{ana.device.token}")
    await calm()
    assert (live_at(ana), live_at(tab)) == ("1", "0")
    await play_on([ana, tab], 3)
    assert ana.device.moves == tab.device.moves != ()


@awaited
async def test_guest_lost_by_the_host_hears_from_another() -> None:
    """Each passes on what is new to those whom the host does not reach."""
    ana, bo, cem = await table(3, spares=True)
    await calm()
    await close(ana)
    ana = await ana.back()
    await calm()
    for place in (ana, bo):
        place.page.live.tabs.spares.clear()
        place.page.live.keeps_spares = False
    wires = [wire for wire in bo.page.live.wires if wire.other in ana.page.live.wires]
    for wire in wires:
        wire.close()
    await calm()
    assert [live_at(place) for place in (ana, bo)] == ["2", "2"]
    await play_on([ana, bo, cem], 8)
    assert len({place.device.moves for place in (ana, bo, cem)}) == 1
