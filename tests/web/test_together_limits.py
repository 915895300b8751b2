"""Devices that send too much, or do not prove which one they are, lose their connection."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from cacao_core import fair
from cacao_core.fair.errors import Cheating
from cacao_web.features.together.browser.live import Signal
from cacao_web.features.together.direct.limits import LIMITS, LONGEST, PROOF_SECONDS, Allowance
from cacao_web.features.together.direct.room import Room
from tests.web.clock import Clock
from tests.web.driven import awaited
from tests.web.live_standin import Wire
from tests.web.places import Place, host, idle, play_ahead, play_on, table


@pytest.fixture(autouse=True)
def _no_time_passes(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a slow machine restores no allowance."""
    monkeypatch.setattr(Allowance.__init__, "__defaults__", (1, clock))


def test_allowance_is_restored_with_time() -> None:
    clock = Clock()
    allowance = Allowance(now=clock)
    most, fast = LIMITS["says"]
    assert [allowance.takes("says", 1) for _n in range(most + 2)] == [True] * most + [False] * 2
    assert allowance.takes("says", 2)  # another seat has its own
    clock.work(3 / fast)
    assert [allowance.takes("says", 1) for _n in range(4)] == [True] * 3 + [False]
    clock.work(100_000)
    assert [allowance.takes("says", 1) for _n in range(most + 1)] == [True] * most + [False]


FLOODS: dict[str, list[dict[str, object]]] = {
    "remarks": [{"says": [1, 0]}],
    "ghosts": [{"shows": [1, "@1,0"]}, {"shows": [1, ""]}],
    "junk": [{"x": 1}],
    "refused": [{"fair": "f2AAAA"}],
    "proofs": [{"proves": "00"}],
    "wishes": [{"again": 1}],
}


@pytest.mark.parametrize(
    "flood",
    [
        *("remarks", "proofs"),
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in ("ghosts", "junk", "refused", "wishes")
        ),
    ],
)
@awaited
async def test_flood_ends_its_own_connection_only(flood: str) -> None:
    ana, bo, cem = await table(3)
    ana.page.drawings = 0
    wire, moves = bo.page.live.wires[-1], ana.device.moves
    for number in range(2 * max(limit.at_once for limit in LIMITS.values())):
        content = FLOODS[flood][number % len(FLOODS[flood])]
        wire.send(json.dumps(content))
        if wire.signal is Signal.CLOSED:
            break
        if not number % 50:
            await idle()
    await idle()
    assert wire.signal is Signal.CLOSED
    name = ana.session.sitters[1].said
    for place in (ana.page.regions["notice"], ana.page.regions["task"]):
        assert f"The connection to {name} was closed because that device sent too" in place
    assert ana.ask("table") == {"0": "here", "1": "link", "2": "live"}
    assert cem.page.live.wires[-1].signal is Signal.OPEN
    assert ana.app.dialog == ""
    assert ana.device.moves == moves
    await play_on([ana, cem], 1)
    assert len(ana.device.moves) > len(moves)


@awaited
async def test_same_message_again_and_again_is_too_much() -> None:
    ana, bo = await table()
    wire, text = bo.page.live.wires[-1], json.dumps({"fair": bo.device.message()})
    sent = 0
    while wire.signal is Signal.OPEN and sent < 3000:
        wire.send(text)
        sent += 1
        if not sent % 50:
            await idle()
    assert LIMITS["known"].at_once / 2 < sent < 3000
    assert "sent too much data" in ana.page.regions["notice"]


@awaited
async def test_long_texts_and_junk_end_the_connection() -> None:
    ana, bo = await table()
    bo.page.live.wires[-1].send("x" * (LONGEST + 1))
    await idle()
    assert "sent too much data" in ana.page.regions["notice"]
    assert ana.ask("table") == {"0": "here", "1": "link"}
    ana, bo = await table()
    ana.run("home")
    for _number in range(LIMITS["refused"].at_once + 1):
        bo.page.live.wires[-1].send("?")
    await idle()
    assert "sent too much data" in ana.page.regions["notice"]
    assert bo.page.live.wires[-1].signal is Signal.CLOSED


@awaited
async def test_guest_at_the_limit_does_not_cut_its_host_off() -> None:
    _ana, bo, cem = await table(3)
    wire = bo.page.live.wires[-1]
    for number in range(LIMITS["shows"].at_once):
        wire.send(json.dumps({"shows": [1, "@1,0" if number % 2 else ""]}))
    for _number in range(LIMITS["says"].at_once):
        wire.send(json.dumps({"says": [1, 0]}))
    await idle()
    assert wire.signal is Signal.OPEN
    assert cem.page.live.wires[-1].signal is Signal.OPEN
    assert cem.session.reach.remarks == {1: "Well played!"}


@pytest.mark.long
@awaited
async def test_honest_devices_stay_far_below_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs play with no pause: a tenth would be enough, although no time passes."""
    used: dict[str, int] = {}
    takes = Allowance.takes

    def counted(self: Allowance, sort: str, seat: int | None = None) -> bool:
        key = f"{id(self)} {sort} {seat}"
        used[key] = used.get(key, 0) + 1
        return takes(self, sort, seat)  # type: ignore[arg-type]

    monkeypatch.setattr(Allowance, "takes", counted)
    places = await table(4)
    await play_on(places, 24)
    most: dict[str, int] = {}
    for key, number in used.items():
        sort = key.split()[1]
        most[sort] = max(most.get(sort, 0), number)
    assert most["known"] > 10
    assert "refused" not in most
    for limit, number in most.items():
        assert number * 5 < LIMITS[limit].at_once, most  # type: ignore[index]


@awaited
async def test_invitations_to_other_games_open_one_dialog() -> None:
    ana, bo = await table()
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo])
    wire = ana.page.live.wires[-1]
    bo.run("close")
    await send(wire, fair.Device.host(2, (1,), ("Bo", "Ana")).message())
    assert "invites you" in bo.page.dialog
    bo.run("close")
    for _number in range(5):
        await send(wire, fair.Device.host(2, (1,), ("Bo", "Ana")).message())
        assert bo.app.dialog == ""
    assert "Ana invites you" in bo.page.regions["notice"]
    bo.run("rematch")
    assert "invites you" in bo.page.dialog
    for _number in range(2 * LIMITS["told"].at_once):
        await send(wire, fair.Device.host(2, (1,), ("Bo", "Ana")).message())
    assert "sent too much data" in bo.page.regions["notice"]


async def send(wire: Wire, message: str) -> None:
    wire.send(json.dumps({"fair": message}))
    await idle()


@awaited
async def test_same_finding_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = await table()
    found = Cheating("Bo: a link is shown before its time", 1, 3, "early")

    def receive(device: fair.Device, _text: str) -> bool:
        device._memory._note(found)
        raise found

    monkeypatch.setattr(fair.Device, "receive", receive)
    wire = bo.page.live.wires[-1]
    await send(wire, bo.device.message())
    assert "Turn 3: Player 2’s device has shown one of its secret numbers" in ana.page.dialog
    assert "shown before its time" not in ana.page.dialog
    assert "shown before its time" in ana.page.reports[-1]
    ana.run("close")
    await send(wire, bo.device.message())
    assert ana.app.dialog == ""


@awaited
async def test_connection_that_is_not_proved_is_closed(clock: Clock) -> None:
    ana = await host()
    offer = (
        await ana.app.features.get("together").shared_games.of(ana.session).carriers[-1].offer(1)
    )
    silent = await Place().start()
    answered = await silent.page.live.answer(offer, Room((1,), host_seats=(0,)).peer())
    await (
        ana.app.features.get("together")
        .shared_games.of(ana.session)
        .carriers[-1]
        .offers.take(answered.text)
    )
    await idle()
    wire = answered.connection
    assert wire.signal is Signal.OPEN
    before = clock.now
    while wire.signal is Signal.OPEN and clock.now < before + 100:
        await idle()
        await asyncio.sleep(1)
    assert clock.now - before < PROOF_SECONDS + 2
    assert "no proof arrived that the other device belongs" in ana.page.regions["notice"]
    bo = await Place().start()
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await asyncio.sleep(2 * PROOF_SECONDS)
    assert ana.ask("table") == {"0": "here", "1": "live"}


@awaited
async def test_host_says_nothing_before_it_is_proved() -> None:
    ana, bo = await table()
    shared = bo.app.features.get("together").shared_games.of(bo.session)
    peer = shared.carriers[-1].room.peer()
    peer.connection = Wire(peer, "offer")
    peer.connection.signal = Signal.OPEN
    for content in ({"says": [0, 0]}, {"where": {"0": "invited"}}, {"left": 0}):
        peer.heard(json.dumps(content))
    assert ana.device.seats == (0,)
    assert bo.session.reach.remarks == {}
    assert bo.ask("table") == {"0": "live", "1": "here"}
    assert "has left" not in bo.page.regions.get("notice", "")


def test_limits_are_those_of_the_documentation() -> None:
    text = Path("docs/live.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `(\w+)`.* \| ([\d,]+) \| ([\d.]+) \|", text)
    told = {sort: (int(at_once.replace(",", "")), float(fast)) for sort, at_once, fast in rows}
    assert told == LIMITS
    assert f"{LONGEST:,} characters" in text
    assert f"{PROOF_SECONDS} seconds" in text
