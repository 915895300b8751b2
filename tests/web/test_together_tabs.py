"""Games with other devices in several tabs of one browser: one of them plays, none is stuck."""

from __future__ import annotations

import json

from tests.web.places import Place, awaited, host, idle, play_on, table


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
async def test_a_new_tab_takes_a_game_that_nobody_is_connected_to() -> None:
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
async def test_a_suspended_tab_stops_nobody_and_yields_when_it_wakes_up() -> None:
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
async def test_a_tab_that_wakes_up_stores_nothing_over_the_newer_state() -> None:
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
async def test_go_on_here_takes_the_game_from_a_live_tab_that_fell_asleep() -> None:
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
async def test_a_link_opened_beside_a_suspended_tab_is_opened_here() -> None:
    ana, bo = await by_link()
    ana.page.live.asleep = True
    bo.play()
    tab = await Place(bo.link().partition("#")[2], ana.store, ana.page.live.tabs).start()
    assert tab.app.dialog == ""
    assert tab.device.moves == bo.device.moves


@awaited
async def test_an_invitation_is_joined_beside_a_suspended_tab() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    await bo.outcome("load", invitation)
    bo.page.live.asleep = True
    tab = await Place(store=bo.store, tabs=bo.page.live.tabs).start()
    answer = await tab.outcome("load", invitation)
    await ana.open(answer)
    assert ana.session.is_live
    assert tab.session.is_live
