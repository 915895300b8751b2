"""Games with other devices and what is stored: nothing is overwritten, nothing unsaved leaves."""

from __future__ import annotations

import json

import pytest

from cacao_web.browser.store import Full, MemoryStore
from tests.web.driven import awaited
from tests.web.places import Place, host, idle, play_on, table, whose
from tests.web.standin import BlockedStore

pytestmark = pytest.mark.long


class Narrow(MemoryStore):
    """A store that can be full: then what is there stays."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    def set(self, key: str, value: str) -> None:
        if self.full and self.get(key) != value:
            raise Full("quota")
        super().set(key, value)


def fill(place: Place, full: bool = True) -> None:
    """Leave no room in the store of a device, or make some."""
    assert isinstance(place.store, Narrow)
    place.store.full = full


async def narrow_table(players: int = 2) -> list[Place]:
    """A live table whose guests have stores that can be full."""
    ana = await host(players)
    places = [ana]
    for _guest in range(players - 1):
        guest = await Place(store=Narrow()).start()
        answer = await guest.outcome("load", await ana.outcome("invite"))
        await ana.outcome("load", answer)
        places.append(guest)
        await idle()
    return places


def sent(place: Place) -> list[str]:
    """All messages of fair dealing that have left a device by its connections."""
    texts = [json.loads(text) for wire in place.page.live.wires for text in wire.sent]
    return [text["fair"] for text in texts if "fair" in text]


# --- Nothing is overwritten ----------------------------------------------------------------------


@awaited
async def test_forgotten_tab_shows_the_game_that_has_begun() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    forgotten = await Place(invitation.partition("#")[2], bo.store, bo.page.live.tabs).start()
    assert "invites you" in forgotten.page.dialog
    await ana.open(await bo.outcome("load", invitation))
    await play_on([ana, bo], 6)
    token, kept = bo.device.token, bo.device.to_text()
    forgotten.fill_in("name-1", "Bo")
    forgotten.run("join")
    await idle()
    assert "in one tab only" in forgotten.page.dialog
    bo.run("home")
    closed = await bo_closed(bo, token)
    forgotten.run("take-over", f"t{token}")
    await idle()
    assert closed == kept
    assert forgotten.device.to_text() == kept


async def bo_closed(place: Place, token: str) -> str:
    """What is stored of a game after its tab was closed."""
    place.page.live.let_go(token)
    place.page.live.end_mail(token)
    await idle()
    return str(json.loads(place.store.get(f"cacao.game.t{token}") or "")["dealer"])


@awaited
async def test_forgotten_tab_opens_the_game_that_is_there() -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    bo = await Place().start()
    forgotten = await Place(invitation.partition("#")[2], bo.store, bo.page.live.tabs).start()
    await ana.open(await bo.outcome("load", invitation))
    await play_on([ana, bo], 6)
    kept = bo.device.to_text()
    bo.cut()
    await bo_closed(bo, bo.device.token)
    forgotten.fill_in("name-1", "Bo")
    forgotten.run("join")
    await idle()
    assert "take part in this game already" in forgotten.page.regions["notice"]
    assert forgotten.device.to_text() == kept
    assert forgotten.device.moves == ana.device.moves


@awaited
async def test_browser_is_asked_once_to_keep_what_is_stored() -> None:
    ana = await Place().start()
    ana.run("new-game")
    ana.run("begin")
    await idle()
    assert ana.page.live.wishes == 0
    ana = await host()
    bo = await Place().start()
    await ana.open(await bo.outcome("load", await ana.outcome("invite")))
    await play_on([ana, bo], 4)
    assert (ana.page.live.wishes, bo.page.live.wishes) == (1, 1)
    again = await bo.again()
    again.link()
    assert again.page.live.wishes == 0


# --- Nothing leaves that was not stored ----------------------------------------------------------


@awaited
async def test_full_storage_makes_the_game_wait() -> None:
    ana, bo = await narrow_table()
    await until_it_is_the_turn_of(bo, [ana, bo])
    fill(bo)
    before, moves = sent(bo), ana.device.moves
    bo.play()
    await idle()
    assert sent(bo) == before
    assert ana.device.moves == moves
    assert not bo.session.deciding
    assert "no room left" in bo.page.regions["task"]
    with pytest.raises(AssertionError, match="no room left"):
        bo.play()
    bo.run("copy-on")
    await idle()
    assert "no room left" in bo.page.regions["notice"]
    assert not bo.page.shared
    bo.run("save-again")
    assert "still cannot be saved" in bo.page.regions["notice"]
    fill(bo, full=False)
    bo.run("save-again")
    await idle()
    assert len(ana.device.moves) > len(moves)
    assert ana.device.moves == bo.device.moves
    await play_on([ana, bo], 6)
    assert ana.device.moves == bo.device.moves


async def until_it_is_the_turn_of(place: Place, places: list[Place]) -> None:
    while whose(places) is not place:
        whose(places).play()
        await idle()


@awaited
async def test_room_that_another_tab_has_made_is_used() -> None:
    ana, bo = await narrow_table()
    await until_it_is_the_turn_of(bo, [ana, bo])
    fill(bo)
    bo.play()
    fill(bo, full=False)
    bo.app._game_stored("another")
    await idle()
    assert ana.device.moves == bo.device.moves


@awaited
async def test_reload_with_full_storage_looks_honest() -> None:
    """It has forgotten its decision, and takes another one; nobody has seen the first."""
    ana, bo = await narrow_table()
    await until_it_is_the_turn_of(bo, [ana, bo])
    fill(bo)
    bo.play()
    await idle()
    first = bo.device.moves[-1]
    fill(bo, full=False)
    again = await bo.again()
    assert first not in again.device.moves[-1:]
    other = [move for move in map(str, again.session.legal) if move != str(first)][-1]
    again.ask("play", other)
    await ana.open(again.link())
    assert str(ana.device.moves[len(again.device.moves) - 1]) == str(again.device.moves[-1])
    assert ana.device.cheats == again.device.cheats == ()


@awaited
async def test_messages_are_not_answered_without_room() -> None:
    ana, bo = await narrow_table()
    await until_it_is_the_turn_of(ana, [ana, bo])
    fill(bo)
    before = sent(bo)
    ana.play()
    await idle()
    assert sent(bo) == before
    assert bo.device.moves == ana.device.moves  # it is shown
    fill(bo, full=False)
    bo.run("home")
    bo.run("resume", f"t{bo.device.token if bo.app.session else ana.device.token}")
    await idle()
    assert not bo.session.reach.unsaved
    await play_on([ana, bo], 6)
    assert ana.device.moves == bo.device.moves


@awaited
async def test_game_that_is_not_on_the_page_waits_too() -> None:
    ana, bo = await narrow_table()
    await until_it_is_the_turn_of(ana, [ana, bo])
    token = bo.device.token
    bo.run("home")
    await idle()
    fill(bo)
    before = sent(bo)
    ana.play()
    await idle()
    assert sent(bo) == before
    assert "cannot be saved" in bo.page.regions["notice"]
    fill(bo, full=False)
    bo.run("resume", f"t{token}")
    await idle()
    assert bo.device.moves == ana.device.moves


@awaited
async def test_connection_without_room_is_told_all_later() -> None:
    ana, bo = await narrow_table()
    await until_it_is_the_turn_of(bo, [ana, bo])
    bo.cut()
    await idle()
    fill(bo)
    bo.play()
    before = sent(bo)
    answer = await ana.outcome("invite")
    with pytest.raises(AssertionError, match="no room left"):
        await bo.outcome("load", answer)
    assert sent(bo) == before
    fill(bo, full=False)
    bo.run("save-again")
    await ana.open(await bo.outcome("load", answer))
    await idle()
    assert ana.device.moves == bo.device.moves


@pytest.mark.parametrize("kind", [Narrow, BlockedStore])
@awaited
async def test_device_without_storage_does_not_join(kind: type[MemoryStore]) -> None:
    ana = await host()
    invitation = await ana.outcome("invite")
    cem = Place(store=kind())
    if isinstance(cem.store, Narrow):
        fill(cem)
    await cem.start()
    with pytest.raises(AssertionError, match="try again"):
        await cem.outcome("load", invitation)
    assert "try again" in cem.page.regions["task"]
    assert cem.app.dialog == "", cem.page.dialog
    assert not ana.device.has_started
    with pytest.raises(AssertionError, match="try again"):
        await cem.outcome("invite")


# --- Games of earlier versions ------------------------------------------------------------------


@pytest.mark.parametrize("version", ["f1", "f2"])
@awaited
async def test_game_of_an_earlier_version_can_be_looked_at(version: str) -> None:
    ana, bo = await table()
    await play_on([ana, bo], 4)
    moves, key = bo.session.record.moves, f"cacao.game.{bo.session.id}"
    bo.run("home")
    stored = json.loads(bo.store.get(key) or "")
    stored["dealer"] = version + stored["dealer"][2:]
    bo.store.set(key, json.dumps(stored))
    later = await Place("", bo.store).start()
    later.run("resume", stored_id := key.rpartition(".")[2])
    await idle()
    assert later.app.session is None
    assert "begun with an earlier version of the page" in str(later.page.regions)
    later.run("duplicate", stored_id)
    copies = [one for one in later.app.saves.ids() if one != stored_id]
    assert len(copies) == 1
    later.run("resume", copies[0])
    await idle()
    assert later.session.record.moves == moves
    assert later.session.dealer is None
    assert json.loads(bo.store.get(key) or "")["dealer"] == stored["dealer"]
