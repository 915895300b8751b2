"""The guided turns of modules that are new to somebody: offered once, played, left for the game."""

from __future__ import annotations

import pytest

from cacao_core.modules import NAMES
from cacao_core.moves import turns_begun
from cacao_web.features.novelty.turn import NewTurn
from cacao_web.game.learning import module_turns
from tests.web.driven import App, awaited, begin, settled
from tests.web.places import host, idle
from tests.web.standin import StandIn
from tests.web.test_together_modules import joined, shown

LABEL = "Try it in three taps"


def begin_with(page: StandIn, *modules: str) -> None:
    begin(page, kind_1="person", **{f"module-{name}": "on" for name in modules})


@pytest.mark.parametrize("module", NAMES)
def test_turn_uses_its_module(module: str) -> None:
    turn, whole = NewTurn(module), module_turns.record(module)
    assert turn.record.game().to_move == turn.seat
    assert turn.is_new(whole)
    assert not turn.is_new(turn.record)


@pytest.mark.parametrize("module", NAMES)
@awaited
async def test_turn_is_offered_played_and_left(page: StandIn, app: App, module: str) -> None:
    begin_with(page, module)
    game = app.session
    assert game is not None
    assert LABEL in page.regions["task"]
    page.intent("novelty", "")
    session = app.session
    assert session is not None
    turn = session.mode
    assert isinstance(turn, NewTurn)
    assert session.choosing.chosen_edges == turn.intended.what  # the tile lies ready
    for move in module_turns.record(module).moves[turn.start :]:
        if session.is_paused:
            break
        page.answer("play", str(move))
        await settled(app)
    while not session.is_paused:
        page.answer("play", str(session.game.legal_moves()[0]))
        await settled(app)
    assert "coach-card reached" in page.regions["coach"]
    assert not app.saves.text(session.id)
    page.intent("novelty-on", "")
    assert app.session is game
    page.intent("home", "")
    page.intent("resume", game.id)
    assert LABEL not in page.regions["task"]
    begin_with(page, module)
    assert LABEL not in page.regions["task"]


@awaited
async def test_several_new_modules_come_one_after_the_other(page: StandIn, app: App) -> None:
    begin_with(page, "map", "tree")
    assert "New in this game: Map and Tree of life." in page.regions["task"]
    page.intent("novelty", "")
    session = app.session
    assert session is not None
    first = session.game.legal_moves()[0]
    page.intent("novelty-again", "")
    assert app.session is not session
    session = app.session
    assert session is not None
    page.answer("play", str(first))
    await settled(app)
    while not session.is_paused:
        page.answer("play", str(session.game.legal_moves()[0]))
        await settled(app)
    assert "coach-card missed" in page.regions["coach"]
    page.intent("novelty-on", "")
    session = app.session
    assert session is not None
    assert isinstance(session.mode, NewTurn)
    assert session.mode.module == "tree"
    page.intent("novelty-leave", "")
    assert app.session is not None
    assert not app.session.mode.guides


@awaited
async def test_offer_ends_with_the_first_round(page: StandIn, app: App) -> None:
    begin_with(page, *NAMES)
    assert "8 modules are new to you." in page.regions["task"]
    session = app.session
    assert session is not None
    while LABEL in page.regions["task"]:
        assert turns_begun(session.record.moves) <= 2
        page.intent("uncover", "")
        page.answer("play", str(session.legal[0]))
        await settled(app)
    assert turns_begun(session.record.moves) == 3


@awaited
async def test_offer_is_made_to_everybody_in_games_with_other_devices() -> None:
    ana = await host(modules=("huts",))
    assert LABEL in ana.page.regions["task"]
    bo = await joined(ana)
    assert LABEL in bo.page.regions["task"]
    bo.run("together-copy")
    await ana.open(shown(bo))
    first, second = (ana, bo) if ana.session.deciding else (bo, ana)
    id = second.session.id
    second.run("novelty")
    assert isinstance(second.session.mode, NewTurn)
    first.ask("play", str(first.session.legal[0]))
    await idle()
    second.run("novelty-leave")
    assert second.session.id == id
    assert second.session.record.moves == first.session.record.moves
    assert LABEL not in second.page.regions["task"]


@awaited
async def test_base_games_offer_nothing(page: StandIn, app: App) -> None:
    begin(page, kind_1="person")
    assert LABEL not in page.regions.get("task", "")
    page.intent("open-example", "huts")
    assert LABEL not in page.regions.get("task", "")
