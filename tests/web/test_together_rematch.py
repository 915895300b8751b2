"""Other games of the same people by the same relay."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cacao_web.ui.markup import Content
from tests.web.broker import Brokers
from tests.web.driven import awaited
from tests.web.places import Place, calm, play_ahead, play_on
from tests.web.relayed import (
    OTHER,
    RELAY,
    all_done,
    brokers,
    close,
    elsewhere,
    guest_of,
    reopened,
    resumed,
    table,
)

pytestmark = pytest.mark.usefixtures("at_once")


async def played(network: Brokers, players: int = 2) -> list[Place]:
    """Devices that have played a game to its end, and look at it."""
    places = await table(network, players)
    await play_ahead(places, left=1)
    await play_on(places, rest=calm)
    await all_done(places)
    for place in places:
        place.run("close")
    return places


def again(*places: Place) -> None:
    """All play one new game of the same people, and nobody was asked for anything."""
    assert len({place.device.token for place in places}) == 1
    for place in places:
        assert place.device.has_started
        assert not place.device.moves
        assert not place.app.dialog


@awaited
async def test_rematch_needs_one_tap_of_each_and_no_link() -> None:
    network = brokers()
    ana, bo = await played(network)
    names = set(ana.device.names)
    ana.run("rematch")
    await calm()
    assert not ana.app.dialog
    assert "Player 2 has been asked for a rematch." in ana.page.regions["task"]
    assert "Player 1 wants a rematch." in bo.page.regions["task"]
    assert not bo.app.dialog
    assert bo.page.live.badge == 1
    bo.run("rematch")
    await calm()
    again(ana, bo)
    assert bo.page.live.badge == bo.session.deciding
    assert set(ana.device.names) == names
    assert ana.session.dealer
    assert ana.session.dealer.relay
    assert ana.session.dealer.relay.address == RELAY


@awaited
async def test_guest_asks_and_the_host_answers_by_the_relay_of_the_game() -> None:
    """The person has entered another relay since."""
    network = brokers()
    ana, bo = await played(network)
    bo.app.shell.preferences.change(relay=OTHER)
    bo.run("rematch")
    await calm()
    assert "Player 2 wants a rematch." in ana.page.regions["task"]
    ana.run("rematch")
    await calm()
    again(ana, bo)
    assert bo.device.is_host
    assert not network[OTHER].log


@awaited
async def test_rematch_is_found_in_the_list_days_later() -> None:
    network = brokers()
    ana, bo = await played(network)
    id = bo.session.id
    await close(bo)
    ana.run("rematch")
    await calm()
    bo = await elsewhere(network, bo.store)
    await calm()
    assert "Player 1 wants a rematch" in str(bo.page.regions["saves"])
    assert "1 game with others waits for you" in str(bo.page.regions["saves"])
    assert bo.page.live.title == "(1) Cacao"
    bo.run("resume", id)
    await calm()
    assert "Player 1 wants a rematch." in bo.page.regions["task"]
    assert bo.app.dialog == "end"
    assert "Player 1 wants a rematch." in bo.page.dialog
    bo.run("rematch")
    await calm()
    again(ana, bo)
    bo.run("home")
    assert "wants a rematch" not in str(bo.page.regions["saves"])


@awaited
async def test_host_never_reads_that_somebody_who_plays_again_wants_to_join(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ana, bo, cem = await played(brokers(), 3)
    ana.run("rematch")
    await calm()
    tasks: list[str] = []
    patch = ana.page.patch

    def patched(regions: Mapping[str, Content]) -> None:
        patch(regions)
        tasks.append(ana.page.regions["task"])

    monkeypatch.setattr(ana.page, "patch", patched)
    for guest in (bo, cem):
        guest.run("rematch")
        await calm()
    again(ana, bo, cem)
    assert any("been asked for a rematch" in task for task in tasks)
    assert not any("wants to join" in task for task in tasks)


@awaited
async def test_rematch_calls_a_hidden_page() -> None:
    network = brokers()
    ana, bo = await played(network)
    bo.run("home")
    bo.page.live.hidden = bo.page.live.allowed = True
    ana.run("rematch")
    await calm()
    assert bo.page.live.notes[-1].startswith("Player 1 wants a rematch.")
    assert "Player 1 wants a rematch" in str(bo.page.regions["saves"])


@awaited
async def test_host_that_was_away_lets_everybody_in_without_a_question() -> None:
    network = brokers()
    ana, bo, cem = await played(network, 3)
    ana.run("rematch")
    await calm()
    id = ana.session.id
    await close(ana)
    for guest in (bo, cem):
        guest.run("rematch")
        await calm()
        assert "The game begins as soon as Player 1 opens the page." in guest.page.regions["task"]
    ana = await elsewhere(network, ana.store)
    ana.page.live.hidden = ana.page.live.allowed = True
    await calm()
    assert not [note for note in ana.page.live.notes if "wants to join" in note]
    ana.run("resume", id)
    await calm()
    again(ana, bo, cem)


@awaited
async def test_both_ask_at_once_and_one_game_remains() -> None:
    network = brokers()
    ana, bo = await played(network)
    for place in (ana, bo):
        place.run("rematch")
    await calm()
    await calm()
    again(ana, bo)
    games = [id for id in bo.app.saves.ids() if id != bo.session.id]
    assert len(games) == 1, "the finished one"


@awaited
async def test_asking_twice_asks_once() -> None:
    network = brokers()
    ana, bo = await played(network)
    old = ana.session.id
    ana.run("rematch")
    await calm()
    id = ana.session.id
    ana.run("resume", old)
    await calm()
    ana.run("close")
    ana.run("rematch")
    await calm()
    assert ana.session.id == id
    bo.run("rematch")
    await calm()
    again(ana, bo)


@awaited
async def test_no_is_kept() -> None:
    network = brokers()
    ana, bo = await played(network)
    ana.run("rematch")
    await calm()
    bo.run("rematch-no")
    assert "wants a rematch" not in bo.page.regions["task"]
    bo = await reopened(bo, network)
    await calm()
    assert "wants a rematch" not in str(bo.page.regions["saves"])
    assert bo.page.live.badge == 0


@awaited
async def test_host_that_comes_back_asks_again() -> None:
    """The call was lost: the relay was out of reach, and the page was closed."""
    network = brokers()
    ana, bo = await played(network)
    network[RELAY].hidden = {t for t in network[RELAY].kept if t.count("/") == 3}
    network[RELAY].hidden = {f"{topic}/next" for topic in network[RELAY].hidden}
    ana.run("rematch")
    await calm()
    assert "wants a rematch" not in bo.page.regions["task"]
    network[RELAY].hidden.clear()
    ana = await resumed(ana, network)
    await calm()
    assert "Player 1 wants a rematch." in bo.page.regions["task"]
    bo.run("rematch")
    await calm()
    again(ana, bo)


# --- Strangers -----------------------------------------------------------------------------------


@awaited
async def test_call_that_nobody_of_the_game_has_signed_is_ignored() -> None:
    network = brokers()
    _ana, bo = await played(network)
    carrier = bo.app.features.get("together").shared_games.of(bo.session).carriers[1]
    text = f"t={'A' * 22}"
    for proof in ("", "00" * 64, bo.device.prove("next", text.encode(), b"")):
        carrier._letters.called(f"{text}&p={proof}")
    assert "wants a rematch" not in bo.page.regions["task"]


@awaited
async def test_stranger_with_the_link_of_the_rematch_has_to_be_let_in() -> None:
    network = brokers()
    ana, _bo = await played(network)
    ana.run("rematch")
    await calm()
    address = ana.app.features.get("together").outbox.to_everybody(ana.session)
    eve = await guest_of(address, network)
    assert not eve.device.has_started
    assert ana.session.reach.applicants
    assert ana.app.dialog == "invite"
