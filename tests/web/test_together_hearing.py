"""All games by a relay are heard while the page is open, and call people."""

from __future__ import annotations

import pytest

from cacao_web.features.together.news import hearing
from tests.web.broker import Brokers
from tests.web.driven import awaited, unseen
from tests.web.live_standin import Tabs
from tests.web.places import Place, calm, play_ahead, play_on, whose
from tests.web.relayed import (
    RELAY,
    all_done,
    applied,
    brokers,
    close,
    elsewhere,
    guest_of,
    invited,
    reopened,
    table,
)

pytestmark = pytest.mark.usefixtures("at_once")


def in_turn(places: list[Place]) -> tuple[Place, Place]:
    """Who decides, and the other one."""
    first = whose(places)
    return first, next(place for place in places if place is not first)


async def decide(place: Place) -> None:
    """All that a device can decide without the others."""
    while place.session.deciding:
        place.play()
        await calm()


@awaited
async def test_first_screen_is_alive() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    second.run("home")
    live = second.page.live
    assert live.title == ""
    assert "waits for you" not in str(second.page.regions["saves"])
    live.hidden = live.allowed = True
    await decide(first)
    assert "1 game with others waits for you" in str(second.page.regions["saves"])
    assert "Your turn" in str(second.page.regions["saves"])
    assert live.title == "(1) Cacao"
    assert live.badge == 1
    assert live.notes[-1].startswith("Your turn")


@awaited
async def test_game_that_is_not_shown_calls_from_another_one() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    title = second.session.title
    await new_game(second)
    await decide(first)
    assert f"It is your turn: {title}" in str(second.page.regions["notice"])
    assert second.page.live.badge == 1
    assert second.page.live.title == "(1) Cacao"


@pytest.mark.usefixtures("fixed_chance")
@awaited
async def test_computer_whose_turn_it_is_calls_the_person_at_its_device() -> None:
    network = brokers()
    ana = await elsewhere(network)
    ana.run("new-game")
    for chair, kind in enumerate(("person", "elsewhere", "newcomer", "nobody")):
        ana.fill_in(f"kind-{chair}", kind)
    ana.fill_in("first", "0")
    ana.run("begin")
    await calm()
    bo = await guest_of(await ana.outcome("invite"), network)
    id, computer = ana.session.id, ana.session.sitters[2].said
    live = ana.page.live
    live.hidden = live.allowed = True
    for _turn in range(10):
        await turn_of(bo, ana)
        ana.run("home")
        live.notes.clear()
        assert live.badge == 0
        await decide(bo)
        if bo.device.game.to_move == bo.device.game.turn == 2:
            assert "seat-white" in bo.page.regions["task"]  # the computer's emblem, not its host's
            told = "A computer plays for Rosa as soon as Player 1 has this game open."
            assert told in bo.page.regions["task"]
            break
        ana.run("resume", id)  # she has something to choose in Bo's turn
    told = f"{computer} plays as soon as you open the game"
    assert live.badge == 1
    assert "1 game with others waits for you" in ana.page.regions["saves"]
    assert told in ana.page.regions["saves"]
    assert "Your turn" not in ana.page.regions["saves"]
    assert live.notes[-1].startswith(told)
    ana.run("resume", id)
    await turn_of(bo, ana)
    assert live.badge == 0


async def turn_of(place: Place, other: Place) -> None:
    """The other one decides, and a computer there, until it is somebody's turn."""
    with unseen(place.app, other.app):
        for _step in range(400):
            if place.session.deciding:
                return
            if other.session.deciding:
                other.play()
            await calm()
    raise AssertionError("the game does not go on")


async def new_game(place: Place) -> None:
    """Somebody goes on to a game against a computer."""
    place.run("new-game")
    place.fill_in("kind-1", "computer")
    place.run("begin")
    await calm()
    place.run("close")


@awaited
async def test_page_that_was_opened_again_hears_what_comes_later() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    again = await reopened(second, network)
    await calm()
    assert again.page.live.badge == 0
    await decide(first)
    assert again.page.live.badge == 1
    assert "1 game with others waits for you" in str(again.page.regions["saves"])


@awaited
async def test_draws_are_made_without_opening_the_game() -> None:
    network = brokers()
    places = await table(network)
    for _turn in range(6):
        first, second = in_turn(places)
        second.run("home")
        await decide(first)
        drawn = first.session.mode.awaited
        assert drawn == first.session.mode.waited_for(first.session.game)
        second.run("resume", first.session.id)
        await calm()
        assert second.session.deciding
        places = [first, second]


@awaited
async def test_device_that_only_has_to_draw_does_it_on_the_first_screen() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    await close(second)
    await decide(first)
    assert first.session.mode.awaited
    told = first.page.regions["task"]
    if first.session.dealer and first.session.dealer.awaits_draw:
        assert "Only a draw is missing" in told
    again = await elsewhere(network, second.store)
    await calm()
    assert not (first.session.dealer and first.session.dealer.awaits_draw)
    assert again.app.session is None


@awaited
async def test_applicant_calls_on_the_first_screen() -> None:
    network = brokers()
    ana, address = await invited(network)
    ana.run("home")
    ana.page.live.hidden = ana.page.live.allowed = True
    await applied(network, address)
    assert ana.page.live.title == "(1) Cacao"
    assert ana.page.live.notes[-1].startswith("Bo wants to join.")
    assert "Bo wants to join" in str(ana.page.regions["saves"])


@awaited
async def test_applicant_calls_in_the_game() -> None:
    network = brokers()
    ana, address = await invited(network)
    ana.page.live.hidden = ana.page.live.allowed = True
    await applied(network, address)
    assert ana.page.live.notes[-1].startswith("Bo wants to join.")
    assert ana.page.live.title == "(1) Cacao"


@awaited
async def test_game_deleted_on_a_page_that_never_opened_it_tells_the_others() -> None:
    network = brokers()
    ana, bo = await table(network)
    id = bo.session.id
    again = await reopened(bo, network)
    await calm()
    again.run("delete", id)
    again.run("delete-shared", id)
    await calm()
    assert "Player 2 has left the game." in ana.page.regions["task"]
    again.run("restore")
    await calm()
    assert "has left" not in ana.page.regions["task"]
    assert ana.ask("table") == {"0": "here", "1": "relay"}


@awaited
async def test_game_that_is_not_heard_tells_the_others_when_it_is_deleted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is one of many, which are only looked up."""
    monkeypatch.setattr(hearing, "_MOST_HEARD", 0)
    network = brokers()
    ana, bo = await table(network)
    id = bo.session.id
    again = await reopened(bo, network)
    await calm()
    assert len(network[RELAY].lines) == 1, "that of the other one"
    again.run("delete", id)
    again.run("delete-shared", id)
    await calm()
    assert "Player 2 has left the game." in ana.page.regions["task"]
    assert not again.app.saves.text(id)
    again.run("restore")
    await calm()
    assert "has left" not in ana.page.regions["task"]
    again.run("resume", id)
    await calm()
    assert ana.ask("table") == {"0": "here", "1": "relay"}


@awaited
async def test_finished_games_are_heard_for_a_while() -> None:
    network = brokers()
    ana, bo = await table(network)
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo], rest=calm)
    await all_done([ana, bo])
    again = await reopened(bo, network)
    await calm()
    assert len(again.page.relays.asked) == 1
    await close_here(again)
    late = Place(store=bo.store, relays=again.page.relays)
    late.page.relays = type(again.page.relays)(network, RELAY)
    late.page.time = "2026-12-20T12:00:00.000+00:00"
    await late.start()
    await calm()
    assert late.page.relays.asked == []


async def close_here(place: Place) -> None:
    """The tab is closed at its first screen."""
    place.page.relays.leave()
    for name in list(place.page.live.tabs.held):
        place.page.live.let_go(name)
    await calm()


# --- Tabs ----------------------------------------------------------------------------------------


async def another_tab(place: Place, network: Brokers, tabs: Tabs) -> Place:
    relays = type(place.page.relays)(network, RELAY)
    return await Place(store=place.store, tabs=tabs, relays=relays).start()


@awaited
async def test_tab_that_only_hears_gives_way_also_when_it_is_asleep() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    tabs = second.page.live.tabs
    second.run("home")
    await calm()
    second.page.live.asleep = True
    second.page.relays.leave()
    tab = await another_tab(second, network, tabs)
    await calm()
    await decide(first)
    assert tab.page.live.badge == 1
    second.page.live.wake()
    await calm()
    assert second.app.session is None
    assert not second.app.dialog


@awaited
async def test_tab_that_shows_a_game_keeps_it() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    tabs = second.page.live.tabs
    second.page.live.asleep = True
    tab = await another_tab(second, network, tabs)
    await calm()
    assert not tab.page.relays.asked
    second.page.live.wake()
    await decide(first)
    assert second.session.deciding
    assert tab.page.live.badge == 0


@awaited
async def test_link_is_opened_in_its_own_tab_though_another_one_hears() -> None:
    network = brokers()
    first, second = in_turn(await table(network))
    tabs, id = second.page.live.tabs, second.session.id
    second.run("home")
    await decide(first)
    tab = await another_tab(second, network, tabs)
    await tab.open(first.link())
    await calm()
    assert tab.session.id == id
    assert tab.session.deciding
    assert second.app.session is None
