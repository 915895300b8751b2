"""After a game with other devices, the same people play again."""

from __future__ import annotations

from cacao_web.game.presence import Presence
from tests.web.places import awaited, idle, play_ahead, play_on, table


@awaited
async def test_a_rematch_needs_no_new_links() -> None:
    places = ana, bo, cem = await table(3)
    await play_ahead(places, left=1)
    await play_on(places)
    token = ana.device.token
    bo.run("rematch")
    await idle()
    assert "Player 2 would like a rematch" in ana.page.regions["notice"]
    ana.run("rematch")
    await idle()
    assert ana.device.token != token
    assert ana.session.is_gathering
    for guest in (bo, cem):
        assert "Player 1 invites you" in guest.page.dialog
        guest.run("join")
        await idle()
    assert {place.device.token for place in places} == {ana.device.token}
    assert ana.device.names == ("Player 2", "Player 3", "Player 1")
    assert all(place.device.has_started for place in places)
    assert set(cem.session.presence.values()) == {Presence.HERE, Presence.LIVE}
    await play_on(places, 12)
    assert ana.device.moves == bo.device.moves == cem.device.moves
    assert len(ana.device.moves) >= 12


@awaited
async def test_a_rematch_by_link_invites_again() -> None:
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


@awaited
async def test_a_rematch_can_be_accepted_later() -> None:
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
    assert bo.session.is_live
    assert ana.device.has_started
