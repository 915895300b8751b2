"""What a relay, strangers and accidents may do to games through a relay, and what comes of it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cacao_core.fair import Pen, RelayKeys
from cacao_web.features.together.direct import limits
from cacao_web.features.together.news import hearing
from cacao_web.features.together.relay import inbox, mailbox
from tests.core.fair_tables import twin
from tests.web.broker import Brokers, LineStandIn, RelaysStandIn
from tests.web.clock import Clock
from tests.web.driven import awaited
from tests.web.places import Place, calm, play_ahead, play_on, whose
from tests.web.relayed import RELAY, brokers, table

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def _time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses of the relay take no time."""
    for module in (mailbox, hearing):
        monkeypatch.setattr(module, "monotonic", clock)
    monkeypatch.setattr(limits.Allowance.__init__, "__defaults__", (1, clock))


def decided(place: Place) -> int:
    """The person decides until somebody else has to; returns the number of decisions so far."""
    while place.session.deciding:
        place.play()
    return len(place.device.moves)


def in_turn(places: list[Place]) -> tuple[Place, Place]:
    """Who decides, and the other one."""
    first = whose(places)
    return first, next(place for place in places if place is not first)


def failures() -> list[object]:
    """What fails in the background from now on."""
    found: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, told: found.append(told))
    return found


@awaited
async def test_dropped_messages_are_put_there_again(clock: Clock) -> None:
    network = brokers()
    first, other = in_turn(await table(network))
    topic = next(t for t in network[RELAY].kept if _belongs(first, t))
    network[RELAY].hidden.add(topic)
    moves = decided(first)
    await asyncio.sleep(10)
    assert len(other.device.moves) < moves
    network[RELAY].hidden.clear()
    await asyncio.sleep(30)
    assert len(other.device.moves) == moves


@pytest.mark.parametrize("returns", [True, False])
@awaited
async def test_undelivered_messages_are_found_later(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, returns: bool
) -> None:
    """It is looked again when the person comes back to the page, and after a long silence."""
    first, other = in_turn(await table(brokers()))
    with monkeypatch.context() as patched:
        patched.setattr(LineStandIn, "post", lambda *_what: None)
        moves = decided(first)
        await asyncio.sleep(60)
    assert len(other.device.moves) < moves
    if returns:
        other.page.live.come_back()
    await asyncio.sleep(1 if returns else 300)
    assert len(other.device.moves) == moves


@awaited
async def test_relay_that_is_slow_to_acknowledge_costs_no_work(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Meanwhile more is decided: nobody asks again and again whether it can leave."""
    rounds = 0
    wait, publish = inbox.either, LineStandIn.publish

    async def counted(event: asyncio.Event, seconds: float | None) -> None:
        nonlocal rounds
        rounds += 1
        assert rounds < 200
        await wait(event, seconds)

    async def slow(line: LineStandIn, *what: Any, **how: Any) -> None:
        await asyncio.sleep(5)
        await publish(line, *what, **how)

    first, other = in_turn(await table(brokers()))
    monkeypatch.setattr(LineStandIn, "publish", slow)
    monkeypatch.setattr("cacao_web.features.together.relay.mailbox.either", counted)
    first.play()
    await calm()
    moves = decided(first)
    await asyncio.sleep(30)
    assert len(other.device.moves) == moves


def _belongs(place: Place, topic: str) -> bool:
    dealt = place.session.dealer
    assert dealt
    assert dealt.relay
    return topic == place.device.relay_keys(bytes.fromhex(dealt.relay.salt)).topic(place.device.key)


@awaited
async def test_many_invitations_make_few_connections(
    clock: Clock,
) -> None:
    network = brokers()
    ana, bo = await table(network)
    await play_ahead([ana, bo], 1)
    await play_on([ana, bo], rest=calm)
    assert ana.device.is_verified
    dealt = ana.session.dealer
    assert dealt
    assert dealt.relay
    keys, before = RelayKeys.from_text(dealt.relay.key), len(ana.page.relays.asked)
    for number in range(40):
        topic = f"{keys.topic(bo.device.key)}/next"
        invitation = b"t=" + RelayKeys(bytes([number]) * 16).text.encode()
        sealed = await bo.page.relays.encrypt(keys.cipher, invitation, topic.encode())
        network[RELAY].put(topic, sealed)
        await asyncio.sleep(1)
    assert len(ana.page.relays.asked) <= before + 4


@awaited
async def test_other_course_of_the_game_is_shown_and_kept(clock: Clock) -> None:
    """Two browsers of one person have decided: the other player has seen the shorter course."""
    first, other = in_turn(await table(brokers()))
    elsewhere = twin(first.device)
    elsewhere.play(elsewhere.game.legal_moves()[-1])
    for place in (first, other):
        place.page.relays.unplug()
    await calm()
    decided(first)
    await other.open(f"page#{elsewhere.message()}")
    await first.open(other.link())
    assert first.device.moves[0] == elsewhere.moves[0]
    assert first.device.moves == first.session.record.moves
    assert first.page.reports == []
    assert not first.device.cheats
    again = await Place(store=first.store).start()
    again.run("resume", first.session.id)
    assert again.device.moves == first.device.moves


async def moved(place: Place, network: Brokers) -> Place:
    """The seat of a place in another browser, which decides now."""
    place.run("move")
    code = str(place.app.features.get("together").outbox.address)
    phone = await Place(relays=RelaysStandIn(network, RELAY)).start()
    await phone.outcome("load", code)
    await asyncio.sleep(1)
    assert place.session.reach.is_elsewhere
    return phone


@pytest.mark.parametrize("relay", ["down", "forgets pens"])
@awaited
async def test_browser_knows_later_that_its_seat_is_away(clock: Clock, relay: str) -> None:
    network = brokers()
    first, _other = in_turn(await table(network))
    await moved(first, network)
    id = first.session.id
    first.page.relays.leave()
    first.page.live.let_go(first.device.token)
    if relay == "down":
        network[RELAY].stop()
    else:
        for topic in [topic for topic in network[RELAY].kept if topic.endswith("/pen")]:
            del network[RELAY].kept[topic]
        for line in network[RELAY].lines:
            line.silence()
    again = await Place(store=first.store, relays=RelaysStandIn(network, RELAY)).start()
    again.run("resume", id)
    await asyncio.sleep(20)
    assert again.session.reach.is_elsewhere
    assert not again.session.deciding


@awaited
async def test_browser_that_takes_over_waits_for_the_other(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one decides after this one has read what lies there, and before it knows of it."""
    post = LineStandIn.post

    def late(line: LineStandIn, topic: str, payload: bytes) -> None:
        asyncio.get_running_loop().call_later(0.2, post, line, topic, payload)

    network = brokers()
    first, _other = in_turn(await table(network))
    phone = await moved(first, network)
    while not phone.session.deciding:  # the other player's device answers
        await asyncio.sleep(0.01)
    monkeypatch.setattr(LineStandIn, "post", late)
    first.run("claim")
    pen = len([one for one in network[RELAY].log if one.topic.endswith("/pen")])
    while pen == len([one for one in network[RELAY].log if one.topic.endswith("/pen")]):
        await asyncio.sleep(0.01)
    phone.play()
    while not first.session.deciding and len(first.device.moves) == 0:
        await asyncio.sleep(0.01)
    assert first.device.moves == phone.device.moves


@awaited
async def test_last_tenure_stops_nothing(clock: Clock) -> None:
    network = brokers()
    first, _other = in_turn(await table(network))
    dealt = first.session.dealer
    assert dealt
    assert dealt.relay
    keys = RelayKeys.from_text(dealt.relay.key)
    topic, pen = keys.pen_topic(first.device.key), first.device.pen(keys, Pen(65535, b"b" * 8))
    sealed = await first.page.relays.encrypt(keys.cipher, pen, topic.encode())
    network[RELAY].put(topic, sealed)
    await asyncio.sleep(1)
    assert first.session.reach.is_elsewhere
    failed = failures()
    first.run("claim")
    await asyncio.sleep(20)
    assert failed == []


@pytest.mark.parametrize(
    "kept",
    [
        ["192.168.0.1", "A" * 22, "0" * 32, ""],
        ["RELAY.example.org", "A" * 22, "0" * 32, ""],
        [RELAY, "A" * 21, "0" * 32, ""],
        [RELAY, "A" * 22, "0" * 31, ""],
        [RELAY, "A" * 22, "0" * 32, "00"],
        [RELAY, "A" * 21 + "B", "0" * 32, ""],
    ],
)
@awaited
async def test_stored_relay_that_is_none_is_not_used(clock: Clock, kept: list[str]) -> None:
    """Other pages of the same host can write there."""
    ana, _bo = await table(brokers())
    key = f"cacao.game.{ana.session.id}"
    data = json.loads(ana.store.get(key) or "")
    ana.store.set(key, json.dumps(data | {"relay": kept}))
    failed = failures()
    again = await Place(store=ana.store, relays=RelaysStandIn(brokers(), RELAY)).start()
    again.run("resume", ana.session.id)
    await asyncio.sleep(20)
    assert again.session.dealer
    assert again.page.relays.asked == []
    assert failed == []
