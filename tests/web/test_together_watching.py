"""Watching games of others, by relay and by link (docs/live.md, *Watching*)."""

from __future__ import annotations

import pytest

from cacao_core import fair
from cacao_core.moves import turn_starts
from cacao_web.shell.friends import finished
from tests.web import test_together_match as match
from tests.web.broker import Brokers, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, calm, host, idle, play_ahead, play_on, whose
from tests.web.places import table as live_table
from tests.web.relayed import (
    RELAY,
    all_done,
    brokers,
    close,
    elsewhere,
    guest_of,
    hosted,
    invited,
    resumed,
)

pytestmark = pytest.mark.usefixtures("at_once")


async def seated(network: Brokers) -> tuple[list[Place], str]:
    """Two devices that play by a relay, and the address of the invitation."""
    ana = await hosted(network)
    address = await ana.outcome("invite")
    bo = await elsewhere(network)
    await bo.outcome("load", address)
    await calm()
    return [ana, bo], address


async def watching(network: Brokers, address: str) -> Place:
    """Somebody who finds all seats taken, and watches."""
    eve = await elsewhere(network)
    await eve.open(address)
    await calm()
    assert "All seats are taken" in eve.page.dialog
    eve.run("watch")
    await calm()
    return eve


def only_looks(eve: Place) -> None:
    """A page on which nobody is asked for anything, and no hand is seen."""
    assert eve.session.is_watching
    assert not eve.session.persons
    assert not eve.session.deciding
    assert not eve.session.is_due
    assert not eve.page.live.badge
    assert not eve.page.live.title
    for region in ("content", "steps"):
        assert "data-command" not in str(eve.page.regions[region])


@awaited
async def test_invitation_to_a_full_game_offers_to_watch_and_follows_it() -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    eve = await watching(network, address)
    only_looks(eve)
    assert "You are watching." in eve.page.regions["task"]
    before = len(eve.session.record.moves)
    await play_on([ana, bo], 8, rest=calm)
    assert len(eve.session.record.moves) == len(ana.device.moves) > before
    assert eve.session.record.moves == ana.session.record.moves
    only_looks(eve)
    eve = await resumed(eve, network)
    only_looks(eve)
    await play_on([ana, bo], 4, rest=calm)
    assert eve.session.record.moves == ana.session.record.moves
    eve.run("home")
    assert "watched" in str(eve.page.regions["saves"])
    assert "all-seats" not in str(eve.page.regions["saves"])
    assert "Your turn" not in str(eve.page.regions["saves"])


@awaited
async def test_watcher_reads_whose_draw_is_missing_while_that_device_is_away() -> None:
    network = brokers()
    places, address = await seated(network)
    eve = await watching(network, address)
    while not whose(places).session.deciding:
        await calm()
    here = whose(places)
    away = next(place for place in places if place is not here)
    await close(away)
    while here.session.deciding:
        here.play()
        await calm()
    for place in (here, eve):
        assert "Only a draw is missing" in place.page.regions["task"]


@awaited
async def test_guest_who_got_no_seat_may_watch_instead() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo, eve = await guest_of(address, network), await guest_of(address, network)
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    assert "begun without this device" in eve.page.regions["task"]
    eve = await resumed(eve, network)
    assert "watch-instead" in str(eve.page.regions["content"])
    eve.run("watch-instead")
    assert "Watch this game" in eve.page.dialog
    assert "All seats are taken" not in eve.page.dialog
    eve.run("watch")
    await calm()
    only_looks(eve)
    assert len(list(eve.app.saves.dealt())) == 1
    await play_on([ana, bo], 4, rest=calm)
    assert eve.session.record.moves == ana.session.record.moves


@awaited
async def test_outsider_reads_that_others_have_asked_for_the_last_seat() -> None:
    network = brokers()
    ana, address = await invited(network)
    bo = await guest_of(address, network)
    eve = await elsewhere(network)
    await eve.open(address)
    await calm()
    assert "Player 2 has asked for the last seat" in eve.page.dialog
    assert "once the game has begun, you can watch it" in eve.page.dialog
    eve.fill_in("name-1", "Eve")
    eve.run("relay-go-on")
    await calm()
    assert "Player 2 has asked for the last seat" in eve.page.dialog
    assert 'value="Eve"' in eve.page.dialog
    ana.run("seat-guest", bo.device.key.hex())
    await calm()
    eve.run("relay-go-on")
    await calm()
    assert "Watch this game" in eve.page.dialog


@awaited
async def test_watcher_is_led_to_the_next_game_of_the_same_people() -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    eve = await watching(network, address)
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo], rest=calm)
    for place in (ana, bo, eve):
        place.run("close")
    assert eve.session.game.is_over
    ana.run("rematch")
    await calm()
    told = "Player 1 wants a rematch. Once it has begun, you can watch it."
    assert told in eve.page.regions["task"]
    assert "Watch the next game" in eve.page.regions["task"]
    assert not eve.page.live.badge
    assert "wants a rematch" in bo.page.regions["task"]
    eve.run("watch-next")
    await calm()
    assert "has not begun yet" in eve.page.dialog
    assert "Look again" in eve.page.dialog
    assert 'role="alert"' not in eve.page.dialog  # nothing has failed
    assert 'data-command="join"' not in eve.page.dialog
    bo.run("rematch")
    await calm()
    assert "The next game of these players has begun" in eve.page.regions["task"]
    assert "wants a rematch" not in eve.page.regions["task"]
    eve.run("relay-go-on")
    await calm()
    assert "Watch this game" in eve.page.dialog
    assert "All seats are taken" not in eve.page.dialog
    eve.run("watch")
    await calm()
    only_looks(eve)
    assert eve.device.token == ana.device.token
    await play_on([ana, bo], 4, rest=calm)
    assert eve.session.record.moves == ana.session.record.moves


@awaited
async def test_two_watchers_leave_nothing_at_the_relay_and_change_nothing() -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    await play_on([ana, bo], 4, rest=calm)
    kept = {topic: one.payload for topic, one in network[RELAY].kept.items()}
    presence = dict(ana.session.reach.presence)
    eve, dan = await watching(network, address), await watching(network, address)
    eve.run("home")
    await close(dan)
    assert {topic: one.payload for topic, one in network[RELAY].kept.items()} == kept
    assert ana.session.reach.presence == presence
    await play_on([ana, bo], 4, rest=calm)
    assert ana.device.devices == ((0,), (1,))


@awaited
async def test_parcel_of_a_player_that_does_not_hold_hides_the_game_from_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    await play_on([ana, bo], 4, rest=calm)
    true, tried = fair.Device.watch, list[str]()

    def watch(invitation: str, news: str) -> fair.Device:
        tried.append(news)
        return true(invitation, news if len(tried) > 1 else f"{news[:-1]}A")

    monkeypatch.setattr(fair.Device, "watch", watch)
    eve = await watching(network, address)
    assert len(tried) == 2
    assert eve.session.record.moves == ana.session.record.moves


@awaited
async def test_watcher_who_writes_on_the_topics_of_a_game_changes_nothing() -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    eve = await watching(network, address)
    relay = eve.session.dealer.relay if eve.session.dealer else None
    assert relay
    keys, players = fair.RelayKeys.from_text(relay.key), (ana, bo)
    own = keys.topic(eve.device.key)
    plain = eve.device.parcel(bytes.fromhex(relay.salt))
    sealed = await eve.page.relays.encrypt(keys.cipher, plain, own.encode())
    before = [place.device.to_text() for place in players]
    for topic in (own, *(keys.topic(place.device.key) for place in players)):
        for part in ("", "/here", "/pen", "/next"):
            network[RELAY].put(f"{topic}{part}", sealed)
    await calm()
    assert [place.device.to_text() for place in players] == before
    await play_on(players, 8, rest=calm)
    assert eve.session.record.moves == ana.session.record.moves == bo.session.record.moves


@awaited
async def test_deleting_a_watched_game_tells_nobody_and_warns_of_nothing() -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    eve = await watching(network, address)
    kept = {topic: one.payload for topic, one in network[RELAY].kept.items()}
    id = eve.session.id
    eve.run("home")
    eve.run("delete", id)
    assert "nobody can finish" not in eve.page.dialog
    await calm()
    assert {topic: one.payload for topic, one in network[RELAY].kept.items()} == kept
    assert not ana.session.reach.gone
    await play_on([ana, bo], 4, rest=calm)


@awaited
async def test_game_with_modules_is_watched_from_its_first_turn() -> None:
    network = brokers()
    ana = await host(modules=("map", "huts"), relays=RelaysStandIn(network, RELAY))
    address = await ana.outcome("invite")
    bo = await elsewhere(network)
    await bo.outcome("load", address)
    await calm()
    eve = await watching(network, address)
    only_looks(eve)
    assert not eve.app.dialog
    assert "data-command" not in str(eve.page.regions["task"]).replace('data-command="rules"', "")
    await play_on([ana, bo], 8, rest=calm)
    assert eve.session.record.moves == ana.session.record.moves
    assert eve.session.game.rules == ana.session.game.rules


@awaited
async def test_watched_game_ends_verified_and_counts_for_nothing() -> None:
    network = brokers()
    places, address = await seated(network)
    await play_ahead(places, left=2)
    eve = await watching(network, address)
    await play_on(places, rest=calm)
    await all_done(places)
    assert eve.device.is_verified
    assert eve.session.record.deal == places[0].session.record.deal
    assert eve.app.dialog == "end"
    assert "Checked: nobody could see or influence a hidden tile" in eve.page.dialog
    assert "Rematch" not in eve.page.dialog
    eve.run("close")
    assert "Rematch" not in str(eve.page.regions["content"])
    assert "Analyse" in str(eve.page.regions["content"])
    for place in places:
        place.run("close")
    places[0].run("rematch")
    await calm()
    assert not eve.session.reach.wanted_by
    assert not eve.app.dialog
    eve.run("home")
    eve.run("statistics")
    await calm()
    assert "Player 1" not in eve.page.dialog
    assert "all-seats" not in str(eve.page.regions["saves"])
    [saved] = eve.app.saves.dealt()
    assert finished(saved.session, saved.when) is None


@awaited
async def test_watcher_of_a_match_sees_its_games_and_its_table() -> None:
    network = brokers()
    ana = await host(2, length="match", relays=RelaysStandIn(network, RELAY))
    address = await ana.outcome("invite")
    bo = await guest_of(address, network)
    await calm()
    eve = await watching(network, address)
    assert "Match, game 1 of 3" in str(eve.page.regions)
    await match.finish([ana, bo])
    assert match.shown(eve) == match.shown(ana)
    assert "next-round" not in eve.page.dialog + str(eve.page.regions["content"])
    await match.next_game([ana, bo])
    eve.run("watch-next")
    await calm()
    eve.run("watch")
    await calm()
    only_looks(eve)
    assert "Match, game 2 of 3" in str(eve.page.regions)
    assert "points in this match" in eve.page.regions["villages"]
    await match.finish([ana, bo])
    assert match.shown(eve) == match.shown(ana)
    eve.run("home")
    assert "watched · Match, game 2 of 3" in str(eve.page.regions["saves"])
    for saved in eve.app.saves.dealt():
        assert finished(saved.session, saved.when) is None


@awaited
async def test_watcher_who_signs_for_a_rematch_is_not_let_in() -> None:
    network = brokers()
    places, address = await seated(network)
    await play_ahead(places, left=1)
    eve = await watching(network, address)
    await play_on(places, rest=calm)
    ana = places[0]
    ana.run("rematch")
    await calm()
    sharing = ana.app.features.get("together").rematch
    body = f"j={eve.device.key.hex()}"
    proof = eve.device.prove("next", body.encode(), b"")
    sharing.heard(eve.device.token, f"{body}&p={proof}")
    assert not sharing._welcome.get(eve.device.token)


@awaited
async def test_page_of_a_watcher_is_the_same_whatever_is_hidden() -> None:
    """No text of the page, and nothing that it stores, has the secrets of a seat."""
    network = brokers()
    (ana, bo), address = await seated(network)
    eve = await watching(network, address)
    await play_on([ana, bo], 6, rest=calm)
    stored = " ".join(str(eve.store.get(name)) for name in eve.store.names())
    for place in (ana, bo):
        seed = place.device._lobby.secrets.seed
        assert seed.hex() not in stored
    assert eve.session.viewer is None


@awaited
async def test_link_for_watching_shows_the_game_up_to_then() -> None:
    ana, bo = await live_table()
    await play_on([ana, bo], 4)
    ana.run("watchers")
    await idle()
    address = str(ana.app.features.get("together").outbox.address)
    assert address.replace("&", "&amp;") in ana.page.dialog
    ana.run("together-copy")
    await idle()
    assert "Player 1 · Player 2. Open this link to watch.\n" in ana.page.shared[-1]
    eve = await Place(address.partition("#")[2]).start()
    assert "Watch this game" in eve.page.dialog
    assert "All seats are taken" not in eve.page.dialog
    eve.run("watch")
    await idle()
    only_looks(eve)
    assert eve.session.record.moves == ana.session.record.moves
    assert "A newer link shows what has happened since." in eve.page.regions["task"]
    await play_on([ana, bo], 4)
    assert eve.session.record.moves != ana.session.record.moves
    bo.run("watchers")
    await idle()
    await eve.open(str(bo.app.features.get("together").outbox.address))
    await idle()
    assert eve.session.record.moves == bo.session.record.moves
    eve.run("send-on")  # whoever watches can show it to somebody else
    assert eve.app.dialog == "watchers"
    dan = await Place(
        str(eve.app.features.get("together").outbox.address).partition("#")[2]
    ).start()
    dan.run("watch")
    await idle()
    assert dan.session.record.moves == bo.session.record.moves


@awaited
async def test_forged_link_for_watching_is_refused() -> None:
    ana, bo = await live_table()
    await play_on([ana, bo], 4)
    invitation, message = ana.device.for_watchers()
    other = (await live_table())[0].device.for_watchers()[0]
    for fragment in (
        f"{message}&w={other}",
        f"{message}&w={message}",
        f"{message}&w={invitation[:-9]}",
    ):
        eve = await Place(fragment).start()
        await idle()
        assert eve.app.dialog == "together-told"
        assert eve.app.session is None


@awaited
async def test_message_of_a_watcher_is_nothing_new() -> None:
    ana, bo = await live_table()
    await play_on([ana, bo], 4)
    one = fair.Device.watch(*ana.device.for_watchers())
    before = ana.device.to_text()
    await ana.open(f"page#{one.message()}")
    await idle()
    assert ana.device.to_text() == before


@awaited
async def test_late_watcher_sees_each_turn_one_turn_later() -> None:
    network = brokers()
    (one, two), address = await late_table(network)
    await play_on([one, two], 6, rest=calm)
    eve = await watching(network, address)
    assert "one turn behind" in eve.page.regions["task"]
    moves = one.session.record.moves
    newest = turn_starts(moves)[-1]
    assert eve.session.record.moves == moves[:newest]
    assert eve.session.mode.awaited
    only_looks(eve)
    await play_ahead([one, two], left=1)
    await play_on([one, two], rest=calm)
    await all_done([one, two])
    assert eve.session.record.moves == one.session.record.moves


@awaited
async def test_link_for_watching_one_turn_later_asks_for_newer_ones_too() -> None:
    ana = await Place().start()
    ana.run("setup")
    ana.run("play-at", "together")
    ana.fill_in("late_watchers", "on")
    ana.run("begin")
    await idle()
    bo = await Place().start()
    await ana.outcome("load", await bo.outcome("load", await ana.outcome("invite")))
    await idle()
    await play_on([ana, bo], 4)
    ana.run("watchers")
    await idle()
    address = str(ana.app.features.get("together").outbox.address)
    eve = await Place(address.partition("#")[2]).start()
    eve.run("watch")
    await idle()
    assert "one turn behind. A newer link shows" in eve.page.regions["task"]


async def late_table(network: Brokers) -> tuple[list[Place], str]:
    """Two devices whose host wants watchers to be one turn behind."""
    ana = await elsewhere(network)
    ana.app.shell.preferences.change(relay=RELAY)
    ana.run("setup")
    ana.run("play-at", "together")
    ana.fill_in("late_watchers", "on")
    ana.run("begin")
    await calm()
    address = await ana.outcome("invite")
    bo = await elsewhere(network)
    await bo.outcome("load", address)
    await calm()
    assert ana.device.options.endswith("-")
    return [ana, bo], address


@awaited
async def test_seat_takes_the_place_of_a_watched_game() -> None:
    network = brokers()
    (ana, bo), address = await seated(network)
    await play_on([ana, bo], 4, rest=calm)
    eve = await watching(network, address)
    bo.run("move")
    await calm()
    await eve.open(str(bo.app.features.get("together").outbox.address))
    await calm()
    assert eve.app.dialog == "move-here"
    eve.run("move-here")
    await calm()
    assert not eve.session.is_watching
    assert eve.device.seats == bo.device.seats
