"""Games whose messages travel by a relay (docs/relay.md): together at once, and apart."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from cacao_web.features.together import model
from cacao_web.ui.markup import Content
from tests.web.broker import Brokers, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, calm, play_ahead, play_on, whose
from tests.web.relayed import (
    OTHER,
    RELAY,
    all_done,
    applied,
    brokers,
    close,
    elsewhere,
    guest_of,
    hosted,
    invited,
    table,
)

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.mark.long
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
async def test_message_is_drawn_once() -> None:
    network = brokers()
    places = await table(network)
    await play_on(places, 2, rest=calm)
    first = whose(places)
    other = next(place for place in places if place is not first)
    letters = other.app.features.get("together").shared_games.of(other.session).carriers[1]._letters
    drawn, patch, arrived = [0], other.page.patch, letters.arrived

    def patched(regions: Mapping[str, Content]) -> None:
        drawn[-1] += "task" in regions
        patch(regions)

    def heard(parcel: object) -> None:
        drawn.append(0)
        arrived(parcel)
        drawn.append(0)

    other.page.patch, letters.arrived = patched, heard  # type: ignore[method-assign]
    first.play()
    await calm()
    assert other.device.moves == first.device.moves
    assert max(drawn[1::2]) == 1


@pytest.mark.long
@awaited
async def test_four_devices_begin_by_one_link() -> None:
    network = brokers()
    places = await table(network, 4)
    assert all(place.device.has_started for place in places)
    assert {place.device.seats for place in places} == {(0,), (1,), (2,), (3,)}
    await play_on(places, 8, rest=calm)
    assert len({len(place.device.moves) for place in places}) == 1


@awaited
async def test_host_says_yes_to_whoever_joins() -> None:
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
async def test_link_that_is_faster_than_its_game_waits_for_it() -> None:
    network = brokers()
    ana, address = await invited(network)
    await close(ana)
    game = network[RELAY].copy()
    network[RELAY].roll_back({})
    bo, eve = await elsewhere(network), await elsewhere(network)
    for guest in (bo, eve):
        await guest.open(address)
        await calm()
        assert "does not have this game" in guest.page.dialog
        assert "keeps trying" in guest.page.dialog
    eve.run("close")
    for topic, kept in game.items():
        network[RELAY].put(topic, kept.payload)
    await asyncio.sleep(2)
    assert bo.app.dialog == "join"
    assert not eve.app.dialog
    assert not network[RELAY].lines, "nobody waits any more"


@awaited
async def test_relay_that_breaks_off_opens_no_dialog_again() -> None:
    network = brokers()
    bo = await elsewhere(network)
    await bo.open(f"page#t={'A' * 22}")
    await calm()
    assert "keeps trying" in bo.page.dialog
    network[RELAY].stop()
    await asyncio.sleep(2)
    assert "Try again" in bo.page.dialog
    network[RELAY].start()
    bo.run("relay-go-on")
    await calm()
    assert "keeps trying" in bo.page.dialog
    bo.run("close")
    network[RELAY].stop()
    await asyncio.sleep(2)
    assert not bo.app.dialog


@awaited
async def test_host_refuses_one_and_seats_another() -> None:
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


@awaited
async def test_applicant_stays_after_the_dialog_is_closed() -> None:
    network = brokers()
    ana, address = await invited(network)
    await applied(network, address)
    ana.run("close")
    assert "Bo wants to join." in str(ana.page.regions["task"])
    ana.run("home")
    assert "1 game with others waits for you" in str(ana.page.regions["saves"])
    assert "Bo wants to join" in str(ana.page.regions["saves"])


@awaited
async def test_applicant_for_another_game_is_told() -> None:
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
async def test_first_screen_says_who_wants_to_join() -> None:
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
async def test_draw_of_an_absent_device_is_told_as_waiting() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo = await guest_of(address, network)
    store, id, key = bo.store, bo.session.id, bo.device.key.hex()
    await close(bo)
    ana.run("seat-guest", key)
    await calm()
    assert "The tiles are dealt when Player 2 opens the page." in ana.page.regions["task"]
    again = await elsewhere(network, store)
    again.run("resume", id)
    await calm()
    first = await play_until_drawn([ana, again])
    assert "Only a draw is missing: it is made as soon as" in first.page.regions["task"]
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
async def test_guest_who_waits_may_go_and_has_a_note_for_the_host() -> None:
    network = brokers()
    ana, address = await invited(network)
    await close(ana)
    bo = await applied(network, address)
    told = bo.page.regions["task"]
    assert "Player 1 will let you in as soon as the game is opened on that device." in told
    assert "You can close this page." in told
    assert "Copy a note for Player 1" in bo.page.regions["content"]
    bo.run("remind-host")
    await calm()
    [note] = bo.page.shared
    assert note.startswith("I have joined your game of Cacao. Open it once to let me in:\n")
    ana = await elsewhere(network, ana.store)
    await ana.open(note)
    await calm()
    assert ana.device.token == bo.device.token
    assert "remind-host" not in bo.page.regions["content"], "the host is there"


@awaited
async def test_guest_who_waits_is_offered_no_link_for_those_who_are_missing() -> None:
    """A third person may still join; that is for the host."""
    network = brokers()
    ana = await hosted(network, 3)
    bo = await applied(network, await ana.outcome("invite"))
    for _state in range(2):
        assert 'id="way-back"' in bo.page.regions["content"]
        assert "Show the link" not in bo.page.regions["content"]
        ana.run("seat-guest", bo.device.key.hex())
        await calm()
    assert bo.device.is_seated


@awaited
async def test_invitation_is_covered_and_found_after_a_reload() -> None:
    network = brokers()
    _ana, address = await invited(network)
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    key = address.partition("#t=")[2]
    for _reload in range(2):
        assert "Join" in bo.page.dialog
        assert bo.page.address_fragment
        assert key not in bo.page.address_fragment
        again = Place(bo.page.address_fragment, bo.store, relays=RelaysStandIn(network, RELAY))
        again.page.address_owner = bo.page.address_owner
        bo = await again.start()
        await calm()
    bo.run("close")
    assert bo.page.address_fragment == bo.page.address_owner == ""
    await bo.open(address)
    await calm()
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    assert bo.page.address_fragment == f"g={bo.device.token}"


@awaited
async def test_invitation_stays_in_the_address_of_a_messenger() -> None:
    """Its menu opens the address in the browser; after joining, a link leads back to the game."""
    network = brokers()
    _ana, address = await invited(network)
    fragment = address.partition("#")[2]
    bo = Place(fragment, relays=RelaysStandIn(network, RELAY))
    bo.page.live.container = "Instagram"
    await bo.start()
    await calm()
    assert "inside Instagram, which may forget the game" in bo.page.dialog
    assert bo.page.address_fragment == fragment
    bo.run("close")
    assert bo.page.address_fragment == fragment
    await bo.open(address)
    await calm()
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    assert bo.app.dialog == "move"
    assert "get back into this game, from any browser" in bo.page.dialog
    outbox = bo.app.features.get("together").outbox
    own = await elsewhere(network)
    await own.open(outbox.address)
    await calm()
    own.run("move-here")
    await calm()
    assert own.device.seats == bo.device.seats


@awaited
async def test_turn_that_has_arrived_at_the_relay_lets_the_person_go() -> None:
    network = brokers()
    places = await table(network)
    first = whose(places)
    second = next(place for place in places if place is not first)
    await close(second)
    network[RELAY].hidden = {topic for topic in network[RELAY].kept if topic.count("/") == 3}
    while first.session.deciding:
        first.play()
        await calm()
    assert "close this page" not in first.page.regions["task"], "the relay has not echoed it"
    network[RELAY].hidden.clear()
    first.page.live.come_back()
    await calm()
    assert "Your turn is on its way. You can close this page." in first.page.regions["task"]
    network[RELAY].stop()
    await calm()
    told = first.page.regions["task"].lower()
    assert "cannot be reached" in told
    assert "send" not in told, "the relay has all that the others need"


@awaited
async def test_guest_who_is_in_reads_who_is_missing() -> None:
    network = brokers()
    ana = await hosted(network, 3)
    ana.run("invite")
    await calm()
    bo = await applied(network, str(ana.app.features.get("together").outbox.address))
    assert "will let you in" in bo.page.regions["task"]
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    told = bo.page.regions["task"]
    assert "will let you in" not in told
    assert "has not joined yet. The tiles are dealt when everybody is there." in told
    await close(ana)
    assert "remind-host" not in bo.page.regions["content"]


@pytest.mark.long
@awaited
async def test_only_whoever_has_played_reads_that_the_turn_is_on_its_way() -> None:
    network = brokers()
    places = await table(network, 3)
    for _turn in range(3):
        first = whose(places)
        while first.session.deciding:
            first.play()
            await calm()
        for place in places:
            if place is not first:
                assert "Your turn is on its way" not in place.page.regions["task"]


@awaited
async def test_left_out_guest_does_not_go_on_waiting() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo, eve = await guest_of(address, network), await guest_of(address, network)
    assert "will let you in" in eve.page.regions["task"]
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    assert "This game has begun without this device" in eve.page.regions["task"]
    assert "will let you in" not in eve.page.regions["task"]
    assert bo.device.has_started


@awaited
async def test_invitation_is_short_and_names_who_is_there() -> None:
    network = brokers()
    ana, address = await invited(network)
    assert model.cover(ana.session) == "A game of Cacao, with Player 1. You are invited."
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    assert "A game of Cacao for 2, with Player 1." in bo.page.dialog
    fragment = address.partition("#")[2]
    assert fragment.startswith("t=")
    assert len(fragment) == 24
    assert not network[OTHER].log


@pytest.mark.long
@awaited
async def test_game_that_is_played_wholly_apart() -> None:
    """Two browsers are never open at the same time."""
    network = brokers()
    places = await table(network)
    await play_ahead(places, left=6)
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


async def two_at_once(network: Brokers) -> tuple[Place, Place, Place]:
    """A host with three seats, and two who wait for the same one."""
    ana = await hosted(network, 3)
    ana.run("invite")
    await calm()
    address = str(ana.app.features.get("together").outbox.address)
    bo, cem = await elsewhere(network), await elsewhere(network)
    for guest in (bo, cem):
        await guest.open(address)
        await calm()
    for guest, name in ((bo, "Bo"), (cem, "Cem")):
        guest.fill_in("name-1", name)
        guest.run("join")
        await calm()
    assert bo.device.seats == cem.device.seats == (1,)
    return ana, bo, cem


@awaited
async def test_whoever_was_too_late_asks_for_the_next_seat_from_the_first_screen() -> None:
    network = brokers()
    ana, bo, cem = await two_at_once(network)
    id = cem.session.id
    await close(cem)
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    again = await elsewhere(network, cem.store)
    await calm()
    assert not again.page.dialog
    assert "Bo was first. You have asked for the next seat." in again.page.regions["notice"]
    again.run("resume", id)
    await calm()
    assert again.device.seats == (2,)
    assert "Cem wants to join" in ana.page.regions["task"]
    ana.run("seat-guest", again.device.key.hex())
    await calm()
    assert all(place.device.has_started for place in (ana, bo, again))
