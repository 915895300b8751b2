"""Games with other devices: rematches, seats that move, and several tabs of one browser."""

from __future__ import annotations

import json

import pytest

from cacao_web.game.presence import Presence
from tests.web.driven import awaited
from tests.web.places import Place, host, idle, play_ahead, play_on, table


@pytest.mark.long
@awaited
async def test_rematch_needs_no_new_links() -> None:
    places = ana, bo, cem = await table(3)
    await play_ahead(places, left=1)
    await play_on(places)
    token = ana.device.token
    bo.run("rematch")
    await idle()
    assert "Player 2 wants a rematch." in ana.page.regions["notice"]
    ana.run("rematch")
    await idle()
    assert ana.device.token != token
    assert ana.session.mode.is_gathering
    for guest in (bo, cem):
        assert "Player 1 invites you" in guest.page.dialog
        guest.run("join")
        await idle()
    assert {place.device.token for place in places} == {ana.device.token}
    assert ana.device.names == ("Player 2", "Player 3", "Player 1")
    assert all(place.device.has_started for place in places)
    assert set(cem.session.reach.presence.values()) == {Presence.HERE, Presence.LIVE}
    await play_on(places, 12)
    assert ana.device.moves == bo.device.moves == cem.device.moves
    assert len(ana.device.moves) >= 12


@awaited
async def test_rematch_by_link_and_one_accepted_later() -> None:
    ana, bo = await table()
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo])
    token = ana.device.token
    bo.cut()
    await idle()
    ana.run("rematch")
    await idle()
    assert ana.device.token != token
    assert "Invite Player 2" in ana.page.dialog
    ana, bo = await table()
    await play_ahead([ana, bo], left=1)
    await play_on([ana, bo])
    ana.run("rematch")
    await idle()
    bo.run("close")
    bo.run("rematch")
    assert "invites you" in bo.page.dialog
    bo.run("join")
    await idle()
    assert bo.session.reach.is_live
    assert ana.device.has_started


async def moved(bo: Place) -> Place:
    """Bo's seat on another device; the first one leaves the decisions to it."""
    bo.run("move")
    address = str(bo.app.features.get("together").outbox.address)
    bo.run("moved")
    await idle()
    other = await Place().start()
    await other.open(address)
    assert "play on here for Player 2" in other.page.dialog
    other.run("move-here")
    await idle()
    return other


@pytest.mark.parametrize("turns", [0, pytest.param(7, marks=pytest.mark.long)])
@awaited
async def test_seat_moves_and_the_game_goes_on_by_link(turns: int) -> None:
    ana, bo = await table()
    await play_on([ana, bo], turns)
    ana.cut()
    other = await moved(bo)
    assert other.device.seats == (1,)
    assert "may not know the latest turns" in other.page.regions["task"]
    assert not other.session.deciding
    await other.open(ana.link())
    assert other.device.is_unsure, "that link may be an old one"
    assert "Send Player 1 your link" in other.page.regions["task"]
    await ana.open(other.link())
    await other.open(ana.link())
    assert not other.device.is_unsure
    assert other.device.moves == ana.device.moves
    before = len(ana.device.moves)
    for _turn in range(6):
        if ana.session.deciding:
            ana.play()
            await other.open(ana.link())
        elif other.session.deciding:
            other.play()
            await ana.open(other.link())
    for reader, writer in ((ana, other), (other, ana)) * 5:  # single choices are answered at once
        await reader.open(writer.link())
    assert other.device.moves == ana.device.moves
    assert len(ana.device.moves) > before
    assert ana.device.cheats == other.device.cheats == ()


@awaited
async def test_first_device_decides_nothing_until_it_has_heard() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    ana.cut()
    id = bo.session.id
    other = await moved(bo)
    bo.run("resume", id)
    await idle()
    assert bo.device.is_unsure
    assert not bo.session.deciding
    await ana.open(other.link())
    await other.open(ana.link())
    assert not other.device.is_unsure
    assert bo.device.is_unsure


@awaited
async def test_link_with_a_seat_that_is_here_opens_the_game() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    bo.run("move")
    address = str(bo.app.features.get("together").outbox.address)
    await bo.open(address)
    assert "take part in this game already" in bo.page.regions["notice"]
    assert not bo.device.is_unsure


async def by_link() -> list[Place]:
    """A game of two that goes on by link; it is Bo's turn, and Ana's tab has it on the page."""
    ana, bo = await table()
    await play_on([ana, bo], 4)
    while not bo.session.deciding:
        await play_on([ana, bo], 1)
    ana.cut()
    await idle()
    return [ana, bo]


async def tab_of(place: Place) -> Place:
    """Another tab of the same browser, opened at the game."""
    token = place.device.token
    return await Place(f"g={token}", place.store, place.page.live.tabs).start()


def stored(place: Place, token: str) -> str:
    return str(json.loads(place.store.get(f"cacao.game.t{token}") or "")["dealer"])


@awaited
async def test_new_tab_takes_a_game_without_connections() -> None:
    ana, _bo = await by_link()
    tab = await tab_of(ana)
    assert tab.session.id == f"t{tab.device.token}"
    assert tab.app.dialog == ""
    assert "in one tab only" in ana.page.dialog
    assert ana.app.session is None
    ana.run("take-over", tab.session.id)
    await idle()
    assert ana.app.dialog == ""
    assert "in one tab only" in tab.page.dialog


@awaited
async def test_suspended_tab_yields_when_it_wakes_up() -> None:
    """It held the game, and answered nothing: no tab could go on."""
    ana, bo = await by_link()
    ana.page.live.asleep = True
    tab = await tab_of(ana)
    assert tab.app.dialog == ""
    token = tab.device.token
    bo.play()
    await tab.open(bo.link())
    kept = stored(tab, token)
    ana.page.live.wake()
    await idle()
    assert "in one tab only" in ana.page.dialog
    assert ana.app.session is None
    assert stored(tab, token) == kept == tab.device.to_text()


@awaited
async def test_waking_tab_stores_nothing_over_newer_state() -> None:
    """Also before it hears that another tab has the game, and although nothing was decided."""
    ana, bo = await by_link()
    ana.page.live.asleep = True
    tab = await tab_of(ana)
    token = tab.device.token
    bo.play()
    ana.app.features.get("together").posted(bo.link())
    await idle()
    assert "in one tab only" in ana.page.dialog
    assert stored(tab, token) == tab.device.to_text()
    assert tab.app.session
    tab.app.table.keep()
    assert tab.app.dialog == "", "it was not overtaken"


@awaited
async def test_game_is_taken_from_a_tab_that_fell_asleep() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    tab = await tab_of(ana)
    assert "in one tab only" in tab.page.dialog
    ana.page.live.asleep = True
    tab.run("take-over", f"t{bo.device.token}")
    await idle()
    assert tab.app.dialog == ""
    ana.page.live.wake()
    await idle()
    assert "in one tab only" in ana.page.dialog
    assert tab.app.session


@awaited
async def test_link_opened_beside_a_suspended_tab_is_opened_here() -> None:
    ana, bo = await by_link()
    ana.page.live.asleep = True
    bo.play()
    tab = await Place(bo.link().partition("#")[2], ana.store, ana.page.live.tabs).start()
    assert tab.app.dialog == ""
    assert tab.device.moves == bo.device.moves


@awaited
async def test_invitation_is_joined_beside_a_suspended_tab() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    await bo.outcome("load", invitation)
    bo.page.live.asleep = True
    tab = await Place(store=bo.store, tabs=bo.page.live.tabs).start()
    answer = await tab.outcome("load", invitation)
    await ana.open(answer)
    assert ana.session.reach.is_live
    assert tab.session.reach.is_live
