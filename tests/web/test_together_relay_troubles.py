"""Games by a relay (docs/relay.md): what may go wrong, and how the ways change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from cacao_web.features.together.browser.relay import Subscriber, Trouble
from cacao_web.features.together.relay import mailbox
from tests.web.broker import Brokers, LineStandIn, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, calm, host, play_ahead, play_on, whose
from tests.web.relayed import (
    OTHER,
    RELAY,
    all_done,
    brokers,
    close,
    elsewhere,
    hosted,
    resumed,
    table,
)

pytestmark = [pytest.mark.usefixtures("at_once"), pytest.mark.long]


# --- What may go wrong ---------------------------------------------------------------------------


@awaited
async def test_relay_that_is_down_costs_only_time() -> None:
    network = brokers()
    places = await table(network)
    network[RELAY].stop()
    await calm()
    turn = whose(places)
    other = next(place for place in places if place is not turn)
    assert RELAY in turn.session.reach.contact
    assert turn.session.deciding
    before = len(other.device.moves)
    turn.play()
    await calm()
    assert len(other.device.moves) == before
    await other.open(turn.link())
    assert len(other.device.moves) > before, "the game goes on by link"
    network[RELAY].start()
    for place in places:
        place.page.live.come_back()
    await calm()
    assert turn.session.reach.contact == ""
    await play_on(places, 6, rest=calm)
    assert len({len(place.device.moves) for place in places}) == 1


class SlowRelays(RelaysStandIn):
    """A page that goes on with a new connection when it may."""

    def __init__(self, network: Brokers) -> None:
        super().__init__(network, RELAY)
        self.may_go_on = asyncio.Event()

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> LineStandIn:
        line = await super().connect(address, user, topics, will, subscriber)
        await self.may_go_on.wait()
        return line


@awaited
async def test_slow_page_still_sees_who_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    network = brokers()
    _ana, bo = await table(network)
    await close(bo)
    relays = SlowRelays(network)
    monkeypatch.setattr(mailbox, "ENOUGH", 0.1)
    again = await Place(store=bo.store, relays=relays).start()
    again.run("resume", bo.session.id)
    await calm()
    await asyncio.sleep(0.2)
    assert RELAY in again.session.reach.contact, "it takes too long"
    relays.may_go_on.set()
    await calm()
    assert again.session.reach.contact == ""
    assert again.ask("table") == {"0": "relay", "1": "here"}


@pytest.mark.parametrize("left", ["nothing", "what lay there earlier"])
@awaited
async def test_relay_that_forgets_or_goes_back_is_told_again(left: str) -> None:
    network = brokers()
    places = await table(network)
    earlier = network[RELAY].copy() if left != "nothing" else {}
    await play_on(places, 6, rest=calm)
    network[RELAY].roll_back(earlier)
    for place in places:
        place.page.live.come_back()
    await calm()
    moves = len(places[0].device.moves)
    fresh = await resumed(places[0], network)
    assert len(fresh.device.moves) == moves
    await play_on([fresh, places[1]], 6, rest=calm)
    assert len({len(place.device.moves) for place in (fresh, places[1])}) == 1
    assert not fresh.device.cheats


@awaited
async def test_junk_on_every_topic_changes_nothing() -> None:
    network = brokers()
    places = await table(network)
    broker = network[RELAY]
    for topic in list(broker.kept):
        broker.put(topic, b"junk" * 300)
    for number in range(60):
        broker.put(f"{next(iter(broker.kept))}{number}", bytes(2000))
    await calm()
    await play_on(places, 4, rest=calm)
    assert len({len(place.device.moves) for place in places}) == 1


@pytest.mark.parametrize("trouble", [Trouble.REFUSED, Trouble.NOT_READ, Trouble.NO_BROKER])
@awaited
async def test_relay_that_refuses_is_named(trouble: Trouble) -> None:
    network = brokers()
    network[RELAY].refuse(trouble)
    ana = await hosted(network)
    await calm()
    assert RELAY in ana.session.reach.contact


# --- Which browser decides -----------------------------------------------------------------------


@awaited
async def test_seat_goes_on_in_another_browser() -> None:
    network = brokers()
    ana, bo = await table(network)
    await play_on([ana, bo], 4, rest=calm)
    ana.run("move")
    code = str(ana.app.features.get("together").outbox.address)
    assert "#k=" in code
    phone = await elsewhere(network)
    await phone.open(code)
    await calm()
    phone.run("move-here")
    await calm()
    assert phone.device.moves == ana.device.moves
    assert ana.session.reach.is_elsewhere
    assert not ana.session.deciding
    await play_on([phone, bo], 6, rest=calm)
    assert ana.device.moves == phone.device.moves, "the other browser goes on looking"
    ana.run("claim")
    await calm()
    assert phone.session.reach.is_elsewhere
    await play_on([ana, bo], rest=calm)
    await all_done([ana, bo])


@awaited
async def test_takeover_without_the_relay_decides_once() -> None:
    network = brokers()
    ana, bo = await table(network)
    ana.run("move")
    phone = await elsewhere(network)
    await phone.outcome("load", str(ana.app.features.get("together").outbox.address))
    await calm()
    while whose([phone, bo]) is bo:
        bo.play()
        await calm()
    assert "another browser" in str(ana.page.regions["task"])
    network[RELAY].stop()
    await calm()
    phone.play()
    ana.run("claim")
    await calm()
    assert not ana.session.deciding
    phone.page.relays.leave()
    network[RELAY].start()
    for place in (ana, bo):
        place.page.live.come_back()
    await calm()
    assert ana.session.deciding
    await play_on([ana, bo], 6, rest=calm)
    assert ana.device.moves == bo.device.moves
    assert not bo.device.cheats


@awaited
async def test_browser_that_has_forgotten_gets_back_in() -> None:
    network = brokers()
    ana, bo = await table(network)
    await play_on([ana, bo], 5, rest=calm)
    bo.run("move")
    code = str(bo.app.features.get("together").outbox.address)
    await close(bo)
    anew = await elsewhere(network)
    await anew.outcome("load", code)
    await calm()
    assert anew.device.moves == ana.device.moves
    await play_ahead([ana, anew], left=2)
    await play_on([ana, anew], rest=calm)
    await all_done([ana, anew])


# --- Other relays --------------------------------------------------------------------------------


@awaited
async def test_foreign_relay_is_named_before_it_is_contacted() -> None:
    network = brokers()
    ana = await host(relays=RelaysStandIn(network, OTHER))
    address = await ana.outcome("invite")
    bo = await elsewhere(network)
    await bo.open(address + f"&r={OTHER}")
    await calm()
    assert bo.app.dialog == "relay"
    assert OTHER in bo.page.dialog
    assert not bo.page.relays.asked
    bo.run("relay-go-on")
    await calm()
    assert bo.page.relays.asked == [OTHER]
    assert bo.app.dialog == "join"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (f"page#t={'A' * 22}", "does not have this game"),
        (f"page#t={'A' * 21}", "damaged"),
        (f"page#k={'A' * 64}", "does not have this game"),
        (f"page#t={'A' * 22}&r=192.168.0.1", "not a public name"),
        (f"page#t={'A' * 22}&r=nowhere.example.org", "nowhere.example.org"),
    ],
)
@awaited
async def test_links_that_cannot_be_used_say_what_helps(address: str, said: str) -> None:
    place = await elsewhere(brokers())
    await place.open(address)
    await calm()
    assert said in place.page.dialog


@awaited
async def test_pages_without_relay_or_encryption_say_so() -> None:
    place = await Place().start()
    await place.open(f"page#t={'A' * 22}")
    await calm()
    assert "needs the relay of the page that it was made on" in place.page.dialog
    relays = RelaysStandIn(brokers(), RELAY)
    relays.is_possible = False
    ana = await host(relays=relays)
    assert not ana.session.mode.is_carried
    assert not relays.asked


# --- Ways change ---------------------------------------------------------------------------------


@awaited
async def test_live_connection_and_the_relay_carry_one_game() -> None:
    network = brokers()
    ana, bo = await table(network)
    ana.run("invite", "next")
    await calm()
    answer = await bo.outcome("load", str(ana.app.features.get("together").outbox.address))
    await ana.outcome("load", answer)
    await calm()
    assert ana.ask("table") == {"0": "here", "1": "live"}
    await play_on([ana, bo], 4, rest=calm)
    ana.cut()
    await calm()
    assert ana.ask("table") == {"0": "here", "1": "relay"}
    await play_on([ana, bo], 4, rest=calm)
    assert ana.device.moves == bo.device.moves


@awaited
async def test_deleting_a_game_tells_the_others() -> None:
    network = brokers()
    ana, bo = await table(network)
    id = bo.session.id
    bo.run("home")
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await calm()
    assert "has left the game" in ana.session.reach.contact
    while ana.session.deciding:
        ana.play()
        await calm()
    told = ana.page.regions["task"]
    assert "Player 2 has left the game. The game cannot go on without that device." in told
    assert "draws the new tiles" not in told
    bo.run("restore")
    bo.run("resume", id)
    await calm()
    assert "has left the game" not in ana.page.regions["task"]


@awaited
async def test_deleting_is_quiet_where_the_seat_was_handed_on() -> None:
    network = brokers()
    ana, bo = await table(network)
    bo.run("move")
    phone = await elsewhere(network)
    await phone.outcome("load", str(bo.app.features.get("together").outbox.address))
    await calm()
    assert bo.session.reach.is_elsewhere
    bo.run("home")
    bo.run("delete", phone.session.id)
    await calm()
    assert not bo.page.dialog
    assert phone.session.id not in bo.page.regions["saves"]
    assert "left the game" not in ana.session.reach.contact + ana.page.regions["task"]
    await play_on([ana, phone], 4, rest=calm)
    assert ana.device.moves == phone.device.moves


@awaited
async def test_seat_saved_as_a_file_opens_in_another_browser() -> None:
    network = brokers()
    ana, bo = await table(network)
    bo.run("move")
    bo.run("seat-file")
    [saved] = bo.page.files.values()
    phone = await elsewhere(network)
    phone.run("paste")
    phone.fill_in("file", saved)
    await calm()
    assert phone.app.dialog == "move-here"
    phone.run("move-here")
    await calm()
    assert phone.device.seats == bo.device.seats
    assert bo.session.reach.is_elsewhere
    assert ana.ask("table") == {"0": "here", "1": "relay"}
