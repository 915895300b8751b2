"""All seats of a person move by one link (docs/relay.md, "Moving a seat")."""

from __future__ import annotations

import pytest

from cacao_web.features.together.relay import links
from cacao_web.game.players import ELSEWHERE, PERSON
from tests.web.broker import Brokers
from tests.web.driven import awaited
from tests.web.places import Place, calm, whose
from tests.web.relayed import applied, brokers, close, elsewhere, guest_of, table
from tests.web.test_together_match import by_relay as match_by_relay
from tests.web.test_together_match import finish, next_game, shown

pytestmark = pytest.mark.usefixtures("at_once")


async def begin(place: Place) -> None:
    """A host begins one more game."""
    place.run("home")
    place.run("new-game")
    for chair, kind in enumerate([PERSON, ELSEWHERE, "nobody", "nobody"]):
        place.fill_in(f"kind-{chair}", kind)
    place.run("begin")
    await calm()


async def two_games(network: Brokers) -> tuple[Place, list[Place]]:
    """A host with two games, each with another guest, and these."""
    ana, bo = await table(network)
    await begin(ana)
    cem = await guest_of(await ana.outcome("invite"), network)
    return ana, [bo, cem]


def shown_link(place: Place) -> str:
    place.run("all-seats")
    return str(place.app.features.get("together").outbox.address)


@awaited
async def test_one_link_brings_all_games_of_a_host_to_a_new_browser() -> None:
    network = brokers()
    ana, guests = await two_games(network)
    tokens = {place.device.token for place in guests}
    ana.run("home")
    assert "All my games with others" in ana.page.regions["saves"]
    link = shown_link(ana)
    assert "back into 2 games" in ana.page.dialog
    ana.page.relays.leave()
    await calm()
    new = await elsewhere(network)
    await new.open(link)
    await calm()
    assert "2 games come here" in new.page.dialog
    new.run("move-here")
    await calm()
    found = [saved.session for saved in new.app.saves.dealt()]
    assert {one.dealer.token for one in found if one.dealer} == tokens
    for guest in guests:
        new.run("resume", f"t{guest.device.token}")
        await calm()
        assert new.device.is_host
        assert not new.session.reach.is_elsewhere
        assert not new.device.is_unsure
        for _decision in range(8):
            whose([new, guest]).play()
            await calm()
        assert new.device.moves == guest.device.moves


@awaited
async def test_nobody_is_invited_by_the_link_of_ones_own_seats() -> None:
    ana, _guests = await two_games(brokers())
    new = await elsewhere(brokers())
    await new.open(shown_link(ana))
    await calm()
    assert "does not have this game" in new.page.dialog
    assert "You are invited" not in new.page.dialog


@awaited
async def test_host_that_waits_for_guests_is_recognised_by_the_link() -> None:
    network = brokers()
    ana, (bo, _cem) = await two_games(network)
    await begin(ana)
    invitation = await ana.outcome("invite")
    link = shown_link(ana)
    assert "back into 3 games" in ana.page.dialog
    await close(ana)
    new = await elsewhere(network)
    await new.open(link)
    await calm()
    new.run("move-here")
    await calm()
    waiting = next(one.session for one in new.app.saves.dealt() if one.session.mode.is_joining)
    new.run("resume", waiting.id)
    await calm()
    assert new.device.is_host
    dua = await applied(network, invitation)
    new.run("seat-guest", dua.device.key.hex())
    await calm()
    assert dua.device.has_started
    assert bo.device.has_started


@awaited
async def test_games_that_are_here_already_stay_as_they_are() -> None:
    network = brokers()
    ana, _guests = await two_games(network)
    link = shown_link(ana)
    ana.run("close")
    await ana.open(link)
    await calm()
    assert ana.app.session is None
    assert len(list(ana.app.saves.dealt())) == 2


@awaited
async def test_link_is_offered_after_the_second_turn_and_only_once() -> None:
    network = brokers()
    ana, bo = await table(network)
    ana.app.saves.keep("calls-offered", "yes")
    while sum(w.owner == 0 for w in ana.session.game.workers.values()) < 2 or ana.session.deciding:
        assert not ana.session.reach.offers_way_back
        whose([ana, bo]).play()
        await calm()
    assert ana.session.reach.offers_way_back
    ana.app.table.drawing.waiting()
    assert "one link brings them back" in ana.page.regions["task"]
    ana.run("all-seats")
    assert "back into 1 game" in ana.page.dialog
    assert not ana.session.reach.offers_way_back


@awaited
async def test_without_games_by_a_relay_there_is_no_link() -> None:
    place = await Place().start()
    assert "All my games with others" not in place.page.regions.get("saves", "")
    place.run("all-seats")
    await calm()
    assert "No game by a relay goes on here." in place.page.regions["notice"]


def test_several_seats_in_one_link() -> None:
    one, other = "A" * 64, "b" * 64
    found = links.read(links.seat(one + other, "relay.example.org"))
    assert (found.seats, found.address) == ((one, other), "relay.example.org")
    assert links.read(f"t={'k' * 22}").seats == ()


@awaited
async def test_match_goes_on_in_the_new_browser_with_its_points() -> None:
    network = brokers()
    ana, bo = await match_by_relay(network)
    await finish([ana, bo])
    first = ana.session.id
    link = shown_link(ana)
    assert "back into 1 game" in ana.page.dialog
    assert "finished games of a match" in ana.page.dialog
    await close(ana)
    new = await elsewhere(network)
    await new.open(link)
    await calm()
    new.run("move-here")
    await calm()
    assert new.session.id == first
    new.run("result")
    await calm()
    assert shown(new) == shown(bo)
    await next_game([bo, new])
    assert "points in this match" in new.page.regions["villages"]
    link = shown_link(new)
    assert "back into 2 games" in new.page.dialog
    await close(new)
    newer = await elsewhere(network)
    await newer.open(link)
    await calm()
    assert "2 games come here" in newer.page.dialog
    newer.run("move-here")
    await calm()
    newer.run("resume", bo.session.id)
    await calm()
    assert newer.session.about.before == (first,)
    assert "points in this match" in newer.page.regions["villages"]
    await finish([bo, newer])
    assert "Match, game 2 of 3" in shown(newer) == shown(bo)
