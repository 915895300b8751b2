"""Live games with other devices: several apps in one process, connected as browsers would be."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import pytest

from cacao_core import Move
from cacao_core.moves import turns_begun
from cacao_web.board.animations import transition
from cacao_web.features.together.browser.live import Signal
from cacao_web.game.presence import Presence
from tests.web.driven import awaited
from tests.web.places import (
    Place,
    host,
    idle,
    play_ahead,
    play_by_link,
    play_on,
    table,
    whose,
)
from tests.web.relayed import all_done


@awaited
async def test_whole_live_game() -> None:
    places = await table()
    for place in places:
        known = place.ask("table")
        assert isinstance(known, dict)
        assert sorted(known.values()) == ["here", "live"]
    await play_on(places)
    await all_done(places)
    assert all("Checked" in place.page.dialog for place in places)


@awaited
async def test_messages_before_a_paint_are_drawn_together() -> None:
    """They are answered at once; nothing of them is lost, neither to the eye nor to the ear."""
    places = await table(4)
    for place in places:  # nothing follows by itself
        place.session.options = place.session.options._replace(ask_all=True)
    for _decision in range(6):
        for place in places:
            place.page.late, place.page.drawings = [], 0
        whose(places).play()
        await idle()
        assert len({place.device.moves for place in places}) == 1
        assert [place.page.drawings for place in places] == [1, 1, 1, 1]
        for place in places:
            place.page.paint()
            assert place.page.drawings <= 2
            drawn = dict(place.page.regions)
            place.app.table.drawing.all()
            assert place.page.regions == drawn
        for place in places:
            place.page.paint()
    told = [
        [text for text in place.page.told if re.search("places? workers", text)] for place in places
    ]
    placed = turns_begun(places[0].device.moves)
    assert placed
    assert all(len(texts) >= placed for texts in told)


@awaited
async def test_game_left_before_a_paint_is_not_drawn() -> None:
    ana, bo = await table()
    bo.page.late = []
    ana.play()
    await idle()
    bo.run("home")
    drawings = bo.page.drawings
    bo.page.paint()
    assert bo.page.drawings == drawings
    assert bo.app.session is None


@awaited
async def test_notifications_are_offered_once_after_the_first_turn() -> None:
    offer = "Notify me when it is my turn"
    ana, bo = await table()
    assert not any(offer in place.page.regions["task"] for place in (ana, bo))
    while ana.session.deciding:
        assert offer not in ana.page.regions["task"]
        ana.play()
        await idle()
    assert offer in ana.page.regions["task"]
    assert offer not in bo.page.regions["task"], "who has not played yet is not asked"
    while bo.session.deciding:
        bo.play()
        await idle()
    bo.run("notify-me")
    await idle()
    assert offer not in bo.page.regions["task"]
    assert bo.page.live.allowed
    await play_on([ana, bo], 12)
    while ana.session.deciding:
        ana.play()
        await idle()
    assert offer not in ana.page.regions["task"]


@awaited
async def test_decisions_and_remarks_are_there_at_once() -> None:
    ana, bo = await table()
    assert len(bo.session.game.players[1].hand) == 3
    ana.play()
    await idle()
    assert bo.session.record.moves == ana.session.record.moves
    assert not ana.session.can_undo
    assert 'data-command="undo"' not in ana.page.regions["steps"]
    bo.run("say", "0")
    await idle()
    assert "Well played!" in ana.page.regions["villages"]
    assert ana.page.said[-1] == "Player 2: Well played!"
    ana, bo = await table()
    bo.run("notify-me")
    await idle()
    bo.page.live.hidden = True
    while not bo.session.deciding:
        ana.play()
        await idle()
    assert bo.page.live.notes == ["Your turn: Player 1 · You"]


@pytest.mark.long
@awaited
async def test_cut_is_told_and_does_not_stop_the_game() -> None:
    ana, bo = await table()
    await play_on([ana, bo], 7)
    for wire in bo.page.live.wires:
        wire.set(Signal.SHAKY)
    assert bo.session.reach.presence[0] is Presence.AWAY
    ana.cut()
    await idle()
    for place in (ana, bo):
        assert "is lost" in place.page.regions["notice"]
        assert Presence.LINK in place.session.reach.presence.values()
    await play_by_link([ana, bo], 60)
    assert min(len(ana.device.moves), len(bo.device.moves)) > 7
    # A new invitation brings the live table back at the same decision.
    shared = ana if ana.device.has_news or ana.session.deciding else bo
    other = bo if shared is ana else ana
    answer = await other.outcome("load", await shared.outcome("invite"))
    assert await shared.outcome("load", answer) == ""
    await idle()
    assert Presence.LIVE in ana.session.reach.presence.values()
    await play_on([ana, bo])
    assert ana.device.is_verified
    assert bo.device.is_verified
    assert ana.device.record() == bo.device.record()


@awaited
async def test_reload_on_either_side() -> None:
    places = await table()
    for which in (0, 1):
        await play_on(places, 5)
        places[which] = await places[which].again()
        assert places[which].session.record.moves == places[1 - which].session.record.moves
        ana, bo = places
        answer = await bo.outcome("load", await ana.outcome("invite"))
        await ana.outcome("load", answer)
        await idle()
    await play_ahead(places, left=2)
    await play_on(places)
    assert ana.device.is_verified
    assert ana.device.record() == bo.device.record()


@awaited
async def test_game_that_is_not_on_the_page_goes_on() -> None:
    ana, bo = await table()
    ana.play()
    await idle()
    token = bo.device.token
    ana.run("home")
    await idle()
    while bo.session.deciding or bo.device.game.to_move == 1:
        bo.play()
        await idle()
        if not bo.session.deciding:
            break
    ana.run("resume", f"t{token}")
    await idle()
    assert ana.device.moves == bo.device.moves
    assert ana.session.reach.presence[1] is Presence.LIVE


@awaited
async def test_others_see_the_space_and_the_tile_on_request() -> None:
    ana, bo = await table()
    move = await trying(ana)
    sent = [text for text in ana.page.live.wires[-1].sent if "shows" in text]
    assert sent == [f'{{"shows": [0, "@{move.cell[0]},{move.cell[1]}"]}}']
    assert bo.session.reach.distant == move.cell
    colour = bo.session.sitters[0].colour
    assert f'class="distant tried seat-{colour}"' in bo.page.regions["board-ghost"]
    assert "ghost" not in bo.page.regions["board-ghost"]
    ana.run("escape")
    await idle()
    assert bo.session.reach.distant is None
    assert "distant" not in bo.page.regions["board-ghost"]
    ana, bo = await table()
    ana.app.features.get("together").inviting.choose("ghost", "on")
    move = await trying(ana)
    assert str(bo.session.reach.distant) == str(move)
    assert "ghost distant" in bo.page.regions["board-ghost"]
    ana.app.features.get("together").inviting.choose("ghost", "off")
    await trying(ana)
    assert bo.session.reach.distant == move.cell


@awaited
async def test_invitation_says_what_others_see() -> None:
    ana = await host()
    bo = await Place().start()
    await bo.open(await ana.outcome("invite"))
    for place in (ana, bo):
        label = "show the others my tile too, not only the space"
        box = re.search(rf'<input[^>]*name="ghost"[^>]*><span>[^<]*{label}', place.page.dialog)
        assert box
        assert "checked" not in box[0]


async def trying(place: Place) -> Move:
    """A person tries the first placement."""
    move = place.session.legal[0]
    place.session.choosing.take(move)
    place.app.table.drawing.chosen()
    await idle()
    return move


@awaited
async def test_game_is_played_in_one_tab() -> None:
    ana, bo = await table()
    tab = await Place(ana.page.address_fragment, ana.store, ana.page.live.tabs).start()
    for _try in range(30):
        await asyncio.sleep(0.05)
        if tab.page.dialog:
            break
    assert "in one tab only" in tab.page.dialog
    assert tab.app.session is None
    tab.run("take-over", f"t{bo.device.token}")
    await idle()
    assert tab.session.deciding
    assert "in one tab only" in ana.page.dialog


@awaited
async def test_computers_sit_at_the_host() -> None:
    ana = await Place().start()
    ana.run("new-game")
    for chair, kind in enumerate(("person", "elsewhere", "easy", "nobody")):
        ana.fill_in(f"kind-{chair}", kind)
    ana.fill_in("first", "1")
    ana.run("begin")
    await idle()
    bo = await Place().start()
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await idle()
    assert bo.session.deciding
    while bo.session.deciding:
        bo.play()
        await idle()
    for _try in range(200):
        await asyncio.sleep(0.02)
        if ana.session.deciding:
            break
    assert ana.session.deciding, "the computer has had its turn"
    assert ana.device.moves == bo.device.moves


@awaited
async def test_picture_that_fails_does_not_hold_a_decision_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_given: object) -> None:
        raise RuntimeError("no such place")

    ana, bo = await table()
    monkeypatch.setattr(transition, "effects", fail)
    with suppress(AssertionError, RuntimeError):
        ana.play()
    await idle()
    assert ana.device.moves
    assert bo.device.moves == ana.device.moves
