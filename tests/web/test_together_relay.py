"""Games whose messages travel by a relay (docs/relay.md)."""

from __future__ import annotations

import asyncio

import pytest

from cacao_web.browser.relay import Subscriber, Trouble
from cacao_web.browser.store import MemoryStore
from cacao_web.features.together import model
from cacao_web.features.together.relay import box
from tests.web.broker import Brokers, BrokerStandIn, LineStandIn, RelaysStandIn
from tests.web.places import Place, awaited, calm, host, play_on, whose

RELAY = "relay.example.org"
OTHER = "relay.example.net"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes over decides at once, see ``GRACE``; the tests wait in turns of the loop."""
    monkeypatch.setattr(box, "GRACE", 0.0)


def brokers() -> Brokers:
    return {RELAY: BrokerStandIn(), OTHER: BrokerStandIn()}


async def hosted(network: Brokers, players: int = 2, first: int = 0) -> Place:
    return await host(players, first, relays=RelaysStandIn(network, RELAY))


async def elsewhere(network: Brokers, store: MemoryStore | None = None) -> Place:
    """A device on the same site."""
    return await Place(store=store, relays=RelaysStandIn(network, RELAY)).start()


async def guest_of(address: str, network: Brokers) -> Place:
    """A device that has joined, by a program."""
    place = await elsewhere(network)
    await place.outcome("load", address)
    await calm()
    return place


async def table(network: Brokers, players: int = 2) -> list[Place]:
    """Devices that play together."""
    places = [await hosted(network, players)]
    address = await places[0].outcome("invite")
    places += [await guest_of(address, network) for _guest in range(players - 1)]
    await calm()
    return places


async def invited(network: Brokers) -> tuple[Place, str]:
    """A host that has its invitation on the screen, and the address."""
    ana = await hosted(network)
    ana.run("invite")
    await calm()
    return ana, str(ana.app.features.get("together").outbox.address)


async def close(place: Place) -> None:
    """The page is closed: its relay notices that."""
    place.page.relays.leave()
    place.page.live.let_go(place.device.token)
    await calm()


async def reopened(place: Place, network: Brokers) -> Place:
    """The page is opened again in the same browser, at its first screen."""
    await close(place)
    return await elsewhere(network, place.store)


async def resumed(place: Place, network: Brokers) -> Place:
    """The same, and the game is opened."""
    id = place.session.id
    again = await reopened(place, network)
    again.run("resume", id)
    await calm()
    return again


async def all_done(places: list[Place]) -> None:
    await calm()
    assert all(place.device.is_verified for place in places)
    assert len({place.device.record().to_text() for place in places}) == 1
    assert not any(place.device.cheats for place in places)


# --- Together at once ----------------------------------------------------------------------------


@awaited
async def test_two_devices_play_a_whole_game_by_the_relay() -> None:
    network = brokers()
    ana, bo = await table(network)
    assert ana.device.has_started
    assert ana.ask("table") == {"0": "here", "1": "relay"}
    assert bo.ask("table") == {"0": "relay", "1": "here"}
    await play_on([ana, bo], rest=calm)
    await all_done([ana, bo])


@awaited
async def test_four_devices_begin_by_one_link() -> None:
    network = brokers()
    places = await table(network, 4)
    assert all(place.device.has_started for place in places)
    assert {place.device.seats for place in places} == {(0,), (1,), (2,), (3,)}
    await play_on(places, 8, rest=calm)
    assert len({len(place.device.moves) for place in places}) == 1


@awaited
async def test_the_invitation_is_one_short_link_that_says_nothing_else() -> None:
    network = brokers()
    _ana, address = await invited(network)
    fragment = address.partition("#")[2]
    assert fragment.startswith("t=")
    assert len(fragment) == 24
    assert not network[OTHER].log


@awaited
async def test_the_host_says_yes_to_whoever_joins() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    assert bo.app.dialog == "join"
    assert not network[RELAY].lines[1:], "nobody is there who has only looked"
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    assert not ana.device.has_started
    assert "Bo" in ana.page.dialog
    key = bo.device.key.hex()
    ana.run("seat-guest", key)
    await calm()
    assert bo.device.has_started
    assert ana.device.names[1] == "Bo"
    assert not ana.app.dialog


@awaited
async def test_a_host_that_says_no_seats_somebody_else_by_the_same_link() -> None:
    network = brokers()
    ana, address = await invited(network)
    eve = await guest_of(address, network)
    ana.run("refuse-guest", eve.device.key.hex())
    await calm()
    assert ana.device.free_seats == (1,)
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    assert bo.device.has_started
    assert not eve.device.has_started
    assert "begun without this device" in eve.page.regions["task"]


async def applied(network: Brokers, address: str) -> Place:
    """A device whose person has joined, and waits for the host's answer."""
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    return bo


@awaited
async def test_who_wants_to_join_is_not_forgotten_when_the_dialog_is_closed() -> None:
    network = brokers()
    ana, address = await invited(network)
    await applied(network, address)
    ana.run("close")
    assert "Bo wants to join." in str(ana.page.regions["task"])
    ana.run("home")
    assert "1 game with others waits for you" in str(ana.page.regions["saves"])
    assert "Bo wants to join" in str(ana.page.regions["saves"])


@awaited
async def test_somebody_wants_to_join_another_game_than_the_one_on_the_page() -> None:
    network = brokers()
    ana, address = await invited(network)
    id = ana.session.id
    ana.run("close")
    ana.run("new-game")
    ana.fill_in("kind-1", "computer")
    ana.run("begin")
    await calm()
    ana.run("close")
    assert ana.session.id != id
    await applied(network, address)
    assert not ana.app.dialog
    assert "Bo wants to join." in str(ana.page.regions["notice"])


@awaited
async def test_the_first_screen_says_who_has_joined_while_the_host_was_away() -> None:
    network = brokers()
    ana, address = await invited(network)
    await close(ana)
    bo = await applied(network, address)
    again = await elsewhere(network, ana.store)
    await calm()
    assert "Bo wants to join" in str(again.page.regions["saves"])
    assert again.page.live.badge == 1
    again.run("resume", ana.session.id)
    await calm()
    again.run("seat-guest", bo.device.key.hex())
    await calm()
    assert bo.device.has_started


# --- Apart ---------------------------------------------------------------------------------------


@awaited
async def test_guests_join_while_the_host_is_away() -> None:
    network = brokers()
    ana = await hosted(network, 3)
    address = await ana.outcome("invite")
    await close(ana)
    bo, cleo = await guest_of(address, network), await guest_of(address, network)
    assert bo.device.seats != cleo.device.seats
    assert bo.ask("table")["0"] == "away"  # type: ignore[index]
    again = await elsewhere(network, ana.store)
    again.run("resume", ana.session.id)
    await calm()
    assert again.app.dialog == "invite"
    for guest in (bo, cleo):
        again.run("seat-guest", guest.device.key.hex())
        await calm()
    assert all(place.device.has_started for place in (again, bo, cleo))


@awaited
async def test_what_waits_for_somebody_who_is_away_is_not_told_as_happening_now() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo = await guest_of(address, network)
    store, id, key = bo.store, bo.session.id, bo.device.key.hex()
    await close(bo)
    ana.run("seat-guest", key)
    await calm()
    assert "The tiles are dealt when Player 2 opens the game." in ana.page.regions["task"]
    again = await elsewhere(network, store)
    again.run("resume", id)
    await calm()
    first = await play_until_drawn([ana, again])
    assert "The new tiles are drawn when" in first.page.regions["task"]
    assert "only that device knows the draw" in first.page.regions["task"]


async def play_until_drawn(places: list[Place]) -> Place:
    """Play until a device that is alone waits for a draw of one that is away."""
    first = whose(places)
    await close(next(place for place in places if place is not first))
    while first.session.deciding:
        first.play()
        await calm()
    return first


@awaited
async def test_who_is_left_out_does_not_go_on_waiting_for_a_seat() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo, eve = await guest_of(address, network), await guest_of(address, network)
    assert "will seat you" in eve.page.regions["task"]
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    assert "This game has begun without this device" in eve.page.regions["task"]
    assert "will seat you" not in eve.page.regions["task"]
    assert bo.device.has_started


@awaited
async def test_an_invitation_names_only_who_is_there() -> None:
    network = brokers()
    ana, address = await invited(network)
    assert model.cover(ana.session) == "A game of Cacao, with Player 1. You are invited."
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    assert "A game of Cacao for 2, with Player 1." in bo.page.dialog


@awaited
async def test_a_game_that_is_played_wholly_apart() -> None:
    """Two browsers are never open at the same time."""
    network = brokers()
    places = await table(network)
    stores, id = [place.store for place in places], places[0].session.id
    for place in places:
        await close(place)
    finished = 0
    for visit in range(400):
        place = await elsewhere(network, stores[visit % 2])
        place.run("resume", id)
        await calm()
        while place.session.deciding:
            place.play()
            await calm()
        finished = finished + 1 if place.device.is_verified else 0
        record = place.device.record().to_text()
        await close(place)
        if finished == 2:
            break
    assert finished == 2
    assert record


@awaited
async def test_games_that_wait_are_looked_up_when_the_page_opens() -> None:
    network = brokers()
    ana, bo = await table(network)
    first, second = (ana, bo) if whose([ana, bo]) is ana else (bo, ana)
    store = second.store
    await close(second)
    while first.session.deciding:
        first.play()
        await calm()
    again = await elsewhere(network, store)
    await calm()
    assert "1 game with others waits for you" in str(again.page.regions["saves"])
    assert again.page.live.badge == 1


# --- What may go wrong ---------------------------------------------------------------------------


@awaited
async def test_a_relay_that_is_down_costs_only_time() -> None:
    network = brokers()
    places = await table(network)
    network[RELAY].stop()
    await calm()
    turn = whose(places)
    other = next(place for place in places if place is not turn)
    assert RELAY in turn.session.contact
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
    assert turn.session.contact == ""
    await play_on(places, 6, rest=calm)
    assert len({len(place.device.moves) for place in places}) == 1


class SlowRelays(RelaysStandIn):
    """A page that goes on with a new connection when it may."""

    def __init__(self, network: Brokers) -> None:
        super().__init__(network, RELAY)
        self.may_go_on = asyncio.Event()

    async def connect(
        self, address: str, user: str, topics: str, will: str, subscriber: Subscriber
    ) -> LineStandIn:
        line = await super().connect(address, user, topics, will, subscriber)
        await self.may_go_on.wait()
        return line


@awaited
async def test_a_slow_page_still_sees_who_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    network = brokers()
    _ana, bo = await table(network)
    await close(bo)
    relays = SlowRelays(network)
    again = await Place(store=bo.store, relays=relays).start()
    relays.may_go_on.set()
    await calm()
    relays.may_go_on.clear()
    monkeypatch.setattr(box, "ENOUGH", 0.1)
    again.run("resume", bo.session.id)
    await calm()
    await asyncio.sleep(0.2)
    assert RELAY in again.session.contact, "it takes too long"
    relays.may_go_on.set()
    await calm()
    assert again.session.contact == ""
    assert again.ask("table") == {"0": "relay", "1": "here"}


@pytest.mark.parametrize("left", ["nothing", "what lay there earlier"])
@awaited
async def test_a_relay_that_forgets_or_goes_back_is_told_again(left: str) -> None:
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
async def test_a_relay_that_refuses_is_named(trouble: Trouble) -> None:
    network = brokers()
    network[RELAY].refuse(trouble)
    ana = await hosted(network)
    await calm()
    assert RELAY in ana.session.contact


# --- Which browser decides -----------------------------------------------------------------------


@awaited
async def test_a_seat_goes_on_in_another_browser() -> None:
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
    assert ana.session.is_elsewhere
    assert not ana.session.deciding
    await play_on([phone, bo], 6, rest=calm)
    assert ana.device.moves == phone.device.moves, "the other browser goes on looking"
    ana.run("claim")
    await calm()
    assert phone.session.is_elsewhere
    await play_on([ana, bo], rest=calm)
    await all_done([ana, bo])


@awaited
async def test_who_takes_over_without_the_relay_does_not_decide_twice() -> None:
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
async def test_a_browser_that_has_forgotten_everything_gets_back_in() -> None:
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
    await play_on([ana, anew], rest=calm)
    await all_done([ana, anew])


# --- Other relays --------------------------------------------------------------------------------


@awaited
async def test_a_foreign_relay_is_named_before_it_is_contacted() -> None:
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
async def test_an_invitation_without_a_relay_of_the_page_says_so() -> None:
    place = await Place().start()
    await place.open(f"page#t={'A' * 22}")
    await calm()
    assert "needs the relay of the page that it was made on" in place.page.dialog


@awaited
async def test_a_page_without_encryption_offers_no_relay() -> None:
    relays = RelaysStandIn(brokers(), RELAY)
    relays.is_possible = False
    ana = await host(relays=relays)
    assert not ana.session.is_relayed
    assert not relays.asked


# --- Ways change ---------------------------------------------------------------------------------


@awaited
async def test_a_live_connection_and_the_relay_carry_one_game() -> None:
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
async def test_who_deletes_a_game_tells_the_others() -> None:
    network = brokers()
    ana, bo = await table(network)
    id = bo.session.id
    bo.run("home")
    bo.run("delete", id)
    bo.run("delete-shared", id)
    await calm()
    assert "has left the game" in ana.session.contact
    while ana.session.deciding:
        ana.play()
        await calm()
    told = ana.page.regions["task"]
    assert "Player 2 has left the game. It cannot go on without that device." in told
    assert "draws the new tiles" not in told
    bo.run("restore")
    bo.run("resume", id)
    await calm()
    assert "has left the game" not in ana.page.regions["task"]


@awaited
async def test_a_rematch_invites_by_the_same_relay() -> None:
    network = brokers()
    ana, bo = await table(network)
    await play_on([ana, bo], rest=calm)
    await all_done([ana, bo])
    ana.run("rematch")
    await calm()
    if ana.app.dialog == "new-game":
        ana.run("begin")
        await calm()
    assert bo.app.dialog == "join"
    bo.fill_in("name-0", "Bo")
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    assert ana.device.token == bo.device.token
    assert bo.device.has_started
    assert not ana.device.moves


@awaited
async def test_a_seat_saved_as_a_file_opens_in_another_browser() -> None:
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
    assert bo.session.is_elsewhere
    assert ana.ask("table") == {"0": "here", "1": "relay"}
