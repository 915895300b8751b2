"""Settings, motion, looking back, skipping, options: the app with a stand-in for the page."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, Record
from cacao_core.tiles import TILE_OF_EDGES
from cacao_web.browser.effects import Flight, Sound
from cacao_web.browser.store import MemoryStore
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.setup.form import Setup
from cacao_web.saves.saves import Saves
from tests.core.helpers import example, play_at_random
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn


@awaited
async def test_settings_are_applied_at_once_and_kept() -> None:
    page, store = StandIn(), MemoryStore()
    await started(page, store)
    assert (page.tempo, page.sound) == ("", False)
    page.intent("settings", "")
    for name, value in (("tempo", "fast"), ("sound", "on"), ("theme", "dark")):
        page.write(name, value)
    page.write("tempo", "as fast as light")
    assert (page.tempo, page.sound, page.theme) == ("fast", True, "dark")
    page.intent("close", "")
    again = StandIn()
    await started(again, store)
    assert (again.tempo, again.sound, again.theme) == ("fast", True, "dark")


@awaited
async def test_damaged_settings_are_ignored() -> None:
    store = MemoryStore()
    store.set("cacao.settings", '{"tempo": "never", "theme": 7, "sound": "on", "x": "y"}')
    page = StandIn()
    await started(page, store)
    assert (page.tempo, page.theme, page.sound) == ("", "", True)


@awaited
async def test_computers_wait_while_one_looks_back(page: StandIn, app: App) -> None:
    begin(page, name_0="Ana")
    session = app.game
    page.intent("cell", ",".join(map(str, session.choosing.targets[0])))
    page.intent("confirm", "")
    page.intent("look", "0")
    await settled(app)
    played = len(session.record.moves)
    assert session.look.at == 0
    assert "Before turn 1 of" in page.regions["task"]
    await settled(app)
    assert len(session.record.moves) == played
    page.intent("now", "")
    await settled(app)
    assert session.look.at is None
    assert session.game.to_move == 0 or session.game.is_over
    assert len(session.record.moves) > played


@awaited
async def test_arrows_step_through_a_finished_game(page: StandIn, app: App) -> None:
    begin(page, kind_0=COMPUTER)
    await settled(app)
    session = app.game
    assert "<table" in page.dialog
    page.intent("look", "0")
    assert page.dialog == ""
    seen = []
    while session.look.at is not None:
        seen.append(session.look.at)
        page.intent("key", "ArrowRight")
    assert len(seen) == 22  # turns of a game of two, and its beginning is one of them
    assert seen[0] == 0
    page.intent("key", "ArrowLeft")
    assert session.look.at == seen[-1]
    page.intent("key", "Escape")
    assert session.look.at is None
    await settled(app)
    assert page.dialog == ""  # the result was told already


async def play_turn(page: StandIn, app: App) -> None:
    """What the person decides in a turn, up to the next player's."""
    session = app.game
    while session.deciding and session.game.turn == 0:
        if session.choosing.targets:
            page.intent("cell", ",".join(map(str, session.choosing.targets[0])))
        page.intent("accept", "")
        while session.onward.coming is not None:
            await asyncio.sleep(0)


@awaited
async def test_moves_of_computers_can_be_skipped(page: StandIn, app: App) -> None:
    begin(page, kind_0="person", kind_1=COMPUTER, kind_2=COMPUTER)
    session = app.game
    await play_turn(page, app)
    hurries = page.hurries
    page.intent("hurry", "")
    page.pauses.clear()
    await settled(app)
    assert page.hurries == hurries + 1
    assert len(page.pauses) <= 1  # only until what happened is told
    assert session.deciding
    await play_turn(page, app)
    await settled(app)
    assert page.pauses != []  # only once: the next turns can be followed again


@awaited
async def test_moves_are_set_in_motion_and_undo_is_not(page: StandIn, app: App) -> None:
    begin(page)
    session = app.game
    assert page.effects == []
    page.intent("hand", "1")
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    targets = [e.target for e in page.effects if isinstance(e, Flight)]
    assert targets == ["cell:1,0"]
    page.effects.clear()
    page.intent("undo", "")
    assert session.record.moves == ()
    assert page.effects == []


@awaited
async def test_chosen_cell_is_a_move_without_confirmation(page: StandIn, app: App) -> None:
    begin(page, confirm="off")
    session = app.game
    assert 'data-command="confirm"' not in page.regions["content"]
    page.intent("cell", "1,0")
    assert str(session.record.moves[0]).endswith("@1,0")


@awaited
async def test_dropped_tile_is_proposed_to_be_confirmed(page: StandIn, app: App) -> None:
    begin(page)
    session = app.game
    page.intent("take-hand", "1")
    for _again in range(2):  # to drop it there once more does not turn it
        edges = session.choosing.chosen_edges
        page.intent("drop", "1,0")
        assert session.game.workers == {}
        assert session.choosing.candidate is not None
        assert (session.choosing.candidate.cell, session.choosing.candidate.what) == ((1, 0), edges)
    page.intent("drop", "5,5")
    assert session.choosing.candidate is not None
    page.intent("confirm", "")
    assert list(session.game.workers) == [(1, 0)]
    await settled(app)


@awaited
async def test_dropped_tile_is_placed_without_confirmation(page: StandIn, app: App) -> None:
    begin(page, confirm="off")
    session = app.game
    page.intent("take-hand", "1")
    page.intent("point", "1,0")
    page.intent("drop", "5,5")
    assert session.game.workers == {}
    page.intent("drop", "1,0")
    assert list(session.game.workers) == [(1, 0)]
    carried = [(e.source, e.target) for e in page.effects if isinstance(e, Flight)]
    assert carried == [("cell:1,0", "cell:1,0")]  # it is put down, and does not fly there


@awaited
async def test_keys_choose_turn_and_enlarge(page: StandIn, app: App) -> None:
    app.enter(Session("x", example("three_spaces_blind"), tuple(map(Sitter, "ABC"))))
    session = app.game
    page.intent("key", "2")  # of the display, when filling
    assert session.choice.display == 1
    page.intent("key", "1")
    assert session.choice.display == 0
    begin(page)
    session = app.game
    hand = session.game.players[0].hand
    for key, tile in (("2", hand[1]), ("3", hand[2]), ("1", hand[0])):
        page.intent("key", key)
        assert session.choosing.chosen_tile == tile
    [before, *_others] = session.choice.quarters(0, hand)
    page.intent("key", "r")
    assert session.choice.quarters(0, hand)[0] == before + 1
    page.intent("key", "Shift+r")
    assert session.choice.quarters(0, hand)[0] == before
    for key in ("+", "=", "-", "0", "x"):
        page.intent("key", key)
    assert page.zooms == [1, 1, -1, 0]


@awaited
async def test_bell_rings_once_when_it_is_ones_turn(page: StandIn, app: App) -> None:
    begin(page, kind_1="medium", ask_all="on")
    rung = []
    for _turn in range(4):
        await play_turn(page, app)
        await settled(app)
        rung.append([e.name for e in page.effects if isinstance(e, Sound)].count("turn"))
        page.effects.clear()
    assert rung == [1] * 4


@awaited
async def test_good_tiles_and_their_cells_are_marked(page: StandIn, app: App) -> None:
    begin(page, suggestions="on")
    session = app.game
    kinds = {TILE_OF_EDGES[move.what] for move in session.choosing.suggestions}
    for index, tile in enumerate(session.game.players[0].hand):
        session.choosing.take_hand(index)
        app.table.drawing.choice()
        good = f"Suggested tile {index + 1}: " in page.regions["content"]
        assert good == (tile in kinds)
        here = [
            move
            for move in session.choosing.suggestions
            if move.what == session.choosing.chosen_edges
        ]
        assert bool(here) == good
        assert page.regions["board-stars"].count('class="star"') == len(here)
    session.choosing.take_turned(session.choosing.suggestions[0].what)
    assert "data-command" not in page.regions["board-stars"]
    page.intent("cell", "{},{}".format(*session.choosing.suggestions[0].cell))
    page.intent("confirm", "")
    assert page.regions["board-stars"] == ""


@awaited
async def test_colours_survive_link_and_rematch() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, colour_0="yellow", name_0="Ana")
    session = app.game
    assert [sitter.colour for sitter in session.sitters] == ["yellow", "purple"]
    assert "&c=yp&" in page.address_fragment
    other = await started(StandIn(page.address_fragment))
    assert other.game.sitters == session.sitters
    assert Saves(store).load(session.id).session.sitters == session.sitters
    page.intent("rematch", "")
    assert [s.colour for s in app.game.sitters] == ["purple", "yellow"]


def test_chair_takes_a_colour_and_gives_its_own_for_it() -> None:
    form = Setup()
    form.fill_in("colour-0", "white")
    assert form.colours == ["white", "purple", "red", "yellow"]
    form.fill_in("colour-0", "green")
    form.fill_in("colour-9", "red")
    assert form.colours == ["white", "purple", "red", "yellow"]


def test_links_may_have_no_colours() -> None:
    payload = example("temple").to_link()
    _record, players, *_rest = link.read(f"{payload}&p=pmpp&n=A&n=B&n=C&n=D")
    assert [sitter.colour for sitter in players] == ["red", "purple", "white", "yellow"]
    for damaged in ("c=rr", "c=rpx", "c=r", "c=rrpw"):
        with pytest.raises(CacaoError):
            link.read(f"{payload}&p=pmpp&n=A&n=B&n=C&n=D&{damaged}")


@awaited
async def test_record_is_opened_from_a_file(page: StandIn, app: App) -> None:
    page.intent("open", "")
    page.write("file", "not a record\nat all")
    assert "does not open a game" in page.dialog
    assert app.session is None
    page.write("file", example("temple").to_text())
    assert app.game.record.moves == example("temple").moves


@awaited
async def test_leaves_rain_on_people_only(page: StandIn, app: App) -> None:
    begin(page, kind_0=COMPUTER)
    await settled(app)
    assert page.celebrations == 0
    game = Game(Deal.shuffled(2, 1))
    record = Record(Deal.shuffled(2, 1), list(play_at_random(game, Random(1))))
    app.enter(Session("y", record, (Sitter("A"), Sitter("B"))))
    await settled(app)
    assert "<table" in page.dialog
    assert page.celebrations == 0  # it was only opened
    app.enter(Session("z", record.up_to(len(record.moves) - 1), (Sitter("A"), Sitter("B"))))
    assert page.answer("play", str(record.moves[-1])) == '{"value": null}'
    await settled(app)
    assert "<table" in page.dialog
    assert page.celebrations == 1


@awaited
async def test_result_waits_behind_another_dialog(page: StandIn, app: App) -> None:
    record = Record(Deal.shuffled(2, 1), list(play_at_random(Game(Deal.shuffled(2, 1)), Random(1))))
    app.enter(Session("z", record.up_to(len(record.moves) - 1), (Sitter("A"), Sitter("B"))))
    page.intent("settings", "")
    page.answer("play", str(record.moves[-1]))
    await settled(app)
    assert 'name="tempo"' in page.dialog
    page.intent("close", "")
    assert "<table" in page.dialog
    assert page.celebrations == 1


@awaited
async def test_foreign_values_are_reported_and_change_nothing(page: StandIn, app: App) -> None:
    begin(page)
    record = app.session and app.session.record
    hostile = {
        "look": "x",
        "hand": "",
        "cell": "a",
        "drop": "",
        "rotate": "x",
    }
    for name, value in hostile.items():
        page.intent(name, value)
    assert len(page.reports) == len(hostile)
    assert "Something went wrong" in page.regions["notice"]
    assert "Your game is saved" in page.regions["notice"]
    assert app.game.record is record


@awaited
async def test_skipping_is_nothing_in_ones_own_turn(page: StandIn) -> None:
    page.intent("key", "s")
    begin(page)
    hurries = page.hurries
    page.intent("key", "s")
    assert page.hurries == hurries
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    assert any(isinstance(effect, Flight) for effect in page.effects)


@awaited
async def test_looking_back_at_once_leaves_no_computer_thinking(page: StandIn, app: App) -> None:
    begin(page)
    await play_turn(page, app)
    page.intent("look", "0")
    session = app.game
    played = session.record
    await settled(app)
    assert not session.thinking
    assert page.requests == []
    assert session.record is played


@awaited
async def test_tile_is_confirmed_with_or_without_its_workers() -> None:
    for command, asked in (("confirm", False), ("confirm-singly", True)):
        page = StandIn()
        app = await started(page)
        begin(page)
        session = app.game
        page.intent("hand", "1")
        page.intent("cell", "1,0")
        assert session.choosing.may_follow
        assert 'data-command="confirm-singly"' in page.regions["content"]
        page.intent(command, "")
        assert ("act-" in page.regions["content"]) is asked
        assert (session.onward.coming is None) is asked
        while session.onward.coming is not None:
            await asyncio.sleep(0.1)
        own = ["W1111@1,0"] if asked else ["W1111@1,0", "Aw1@1,0", "As1@1,0"]
        assert [str(move) for move in session.record.moves[:3]] == own
