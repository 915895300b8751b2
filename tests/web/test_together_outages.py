"""Games by a relay that was out of reach: how soon the page tries again, and who has left."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from cacao_web.features.together.browser.relay import Subscriber
from cacao_web.features.together.relay import mailbox, pauses
from tests.web.broker import Brokers, LineStandIn, RelaysStandIn
from tests.web.clock import Clock
from tests.web.driven import awaited
from tests.web.places import Place, calm
from tests.web.relayed import RELAY, brokers, close, elsewhere, reopened, table

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def ages() -> Iterator[Clock]:
    """A clock that runs as fast as the page's tasks allow."""
    clock = Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailbox, "monotonic", clock)
        patch.setattr(mailbox, "uniform", lambda _low, _high: 1.0)
        yield clock


def attempts(place: Place) -> int:
    """How often the page has tried to reach a relay."""
    return len(place.page.relays.asked)


async def outage(clock: Clock, place: Place, seconds: float) -> None:
    """The relay cannot be reached for so long."""
    before = clock.now
    while clock.now < before + seconds:
        await asyncio.sleep(1)
    assert place.session.reach.contact


def test_after_an_outage_the_page_begins_with_short_pauses_again(ages: Clock) -> None:
    async def scenario() -> None:
        network = brokers()
        ana, _bo = await table(network)
        network[RELAY].stop()
        await calm()
        await outage(ages, ana, 400)
        ana.page.live.come_back()
        await calm()
        before = attempts(ana)
        await outage(ages, ana, 8)
        assert attempts(ana) >= before + 3, "after 1, 2 and 4 seconds"

    ages.run(scenario, longest=2000)


def test_person_can_try_at_once(ages: Clock) -> None:
    async def scenario() -> None:
        network = brokers()
        ana, _bo = await table(network)
        assert "relay-now" not in ana.page.regions["task"]
        network[RELAY].stop()
        await outage(ages, ana, 400)
        before = attempts(ana)
        assert 'data-command="relay-now"' in ana.page.regions["task"]
        ana.run("relay-now")
        assert f"Trying to reach {RELAY}…" in ana.page.regions["task"]
        await calm()
        assert attempts(ana) == before + 1
        assert "cannot be reached" in ana.page.regions["task"]
        network[RELAY].start()
        ana.run("relay-now")
        await calm()
        assert ana.session.reach.contact == ""
        assert "relay-now" not in ana.page.regions["task"]

    ages.run(scenario, longest=2000)


class HangingRelays(RelaysStandIn):
    """A page whose connections hang, as after a change of networks."""

    def __init__(self, network: Brokers) -> None:
        super().__init__(network, RELAY)
        self.hangs = False

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> LineStandIn:
        if self.hangs:
            self.asked.append(address)
            await asyncio.Event().wait()
        return await super().connect(address, user, topics, will, subscriber)


@awaited
async def test_attempt_that_hangs_is_made_anew_when_the_network_is_back() -> None:
    network = brokers()
    _ana, bo = await table(network)
    await close(bo)
    relays = HangingRelays(network)
    relays.hangs = True
    again = await Place(store=bo.store, relays=relays).start()
    again.run("resume", bo.session.id)
    await calm()
    assert not again.page.relays.lines
    relays.hangs = False
    again.page.live.come_back()
    await calm()
    assert again.ask("table") == {"0": "relay", "1": "here"}


@awaited
async def test_pauses_grow_and_begin_again() -> None:
    found = pauses.Pauses()
    assert [found.grown() for _time in range(4)] == [1, 2, 4, 8]
    assert [found.grown() for _time in range(9)][-1] == pauses.LONGEST
    found.begin_again()
    assert found.grown() == 1


# --- Who has left --------------------------------------------------------------------------------


async def left(place: Place, network: Brokers) -> Place:
    """The page is opened again, and the game is deleted in the list."""
    id = place.session.id
    again = await reopened(place, network)
    await calm()
    again.run("delete", id)
    again.run("delete-shared", id)
    await calm()
    return again


@awaited
async def test_whoever_has_the_seat_takes_back_that_it_has_left() -> None:
    """An old browser, which does not know of the new one, deletes the game."""
    network = brokers()
    ana, bo = await table(network)
    bo.run("move")
    code = str(bo.app.features.get("together").outbox.address)
    bo.page.relays.unplug()
    await calm()
    phone = await elsewhere(network)
    await phone.outcome("load", code)
    await calm()
    bo.page.relays.is_online = True
    broker, before = network[RELAY], len(network[RELAY].log)
    bo.app.features.get("together").shared_games.deleted(bo.session.id, "")
    await calm()
    said = [one for one in broker.log[before:] if one.topic.endswith("/here") and one.payload]
    assert len(said[0].payload) > 1, "it has said that it leaves"
    assert "has left" in ana.page.regions["task"]
    await asyncio.sleep(2 * mailbox._AGAIN)
    await calm()
    assert "has left" not in ana.page.regions["task"]
    assert ana.ask("table") == {"0": "here", "1": "relay"}


@awaited
async def test_goodbye_waits_until_the_relay_can_be_reached() -> None:
    network = brokers()
    ana, bo = await table(network)
    id = bo.session.id
    bo.page.relays.unplug()
    await calm()
    bo.run("home")
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await calm()
    assert "has left" not in ana.page.regions["task"]
    bo.page.relays.is_online = True
    await asyncio.sleep(5)
    await calm()
    assert "Player 2 has left the game." in ana.page.regions["task"]
