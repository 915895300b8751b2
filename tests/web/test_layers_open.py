"""What lies over the game: the browser's Back and Escape close one thing, the top."""

from __future__ import annotations

from cacao_web.browser.store import MemoryStore
from cacao_web.features.analysis.model import Review
from cacao_web.game.session import Session
from tests.web.driven import App, awaited, begin, settled, started, within
from tests.web.standin import StandIn
from tests.web.test_analysis import analysed
from tests.web.test_tries import STARTS, trying


def open_everything(page: StandIn, app: App) -> None:
    """An earlier position, the log, the village boards, and the rules over the settings."""
    page.intent("look", "0")
    page.intent("boards", "")
    page.intent("sheet", "open")
    page.intent("settings", "")
    page.intent("rules", "")
    assert app.game.look.at == 0
    assert app.dialog == "rules"
    assert page.regions["game@data-boards"] == "yes"


def standing(page: StandIn, app: App) -> tuple[str, bool, bool]:
    """The dialog, the village boards, and whether an earlier position is shown."""
    boards = page.regions.get("game@data-boards") == "yes"
    return app.dialog, boards, app.game.look.at is not None


@awaited
async def test_back_closes_what_is_on_top(page: StandIn, app: App) -> None:
    begin(page, kind_1="person", hide_hands="off")
    page.held = 0
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    open_everything(page, app)
    assert page.held == 5  # so many presses of Back stay on this page
    page.intent("back", "4")
    assert standing(page, app) == ("settings", True, True)
    page.intent("back", "3")
    assert standing(page, app) == ("", True, True)
    page.intent("back", "2")  # the log
    assert standing(page, app) == ("", True, True)
    page.intent("back", "1")
    assert standing(page, app) == ("", False, True)
    page.intent("back", "0")
    assert standing(page, app) == ("", False, False)
    assert page.screen == "game"
    assert page.passed == []
    page.intent("back", "0")  # an entry that nothing needs any more
    assert page.passed == [1]


@awaited
async def test_back_stops_a_replay_before_it_leaves_the_position(page: StandIn, app: App) -> None:
    begin(page, kind_1="person", hide_hands="off")
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    page.intent("look", "0")
    page.intent("replay", "")
    assert app.game.look.replaying
    page.intent("back", "0")
    assert (app.game.look.at, app.game.look.replaying) == (0, False)
    page.intent("replay", "")
    page.intent("escape", "")
    assert (app.game.look.at, app.game.look.replaying) == (0, False)
    page.intent("back", "0")
    assert app.game.look.at is None
    assert (page.screen, page.passed) == ("game", [])


@awaited
async def test_back_does_not_stop_a_replay_that_nobody_has_asked_for(
    page: StandIn, app: App
) -> None:
    begin(page, kind_1="person", hide_hands="off")
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    app.shell.replay.since(0)
    assert app.game.look.replaying
    page.intent("back", "0")
    assert page.passed == [1]


@awaited
async def test_long_way_back_closes_several(page: StandIn, app: App) -> None:
    begin(page, kind_1="person", hide_hands="off")
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    open_everything(page, app)
    page.intent("back", "1")
    assert standing(page, app) == ("", False, True)


@awaited
async def test_escape_closes_one_thing_and_never_the_game(page: StandIn, app: App) -> None:
    begin(page, kind_1="person", hide_hands="off")
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    open_everything(page, app)
    seen = []
    for _press in range(7):
        page.intent("key", "Escape")
        seen.append(standing(page, app))
    assert seen == [
        ("settings", True, True),
        ("", True, True),
        ("", True, True),
        ("", False, True),
        ("", False, False),
        ("", False, False),
        ("", False, False),
    ]
    assert page.screen == "game"


@awaited
async def test_escape_takes_the_choice_back_before_it_closes_anything_below(
    page: StandIn, app: App
) -> None:
    begin(page, kind_1="person", hide_hands="off")
    page.intent("cell", "1,0")
    page.intent("hint", "")
    page.intent("key", "Escape")
    assert app.hints.advice is None
    assert app.game.choice.cell == (1, 0), "one thing at a time"
    page.intent("key", "Escape")
    assert app.game.choice.cell is None
    await settled(app)


@awaited
async def test_dialog_that_was_left_for_another_comes_back(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    page.write("seed", "77")
    for leave in ("close", "escape", "closed"):  # the last: by the browser itself
        page.intent("rules", "setup")
        assert app.dialog == "rules"
        page.intent(leave, "")
        assert app.dialog == "setup"
        assert 'value="77"' in page.dialog
    page.intent("rules", "")
    page.intent("begin", "")  # by a program: a game closes all of them
    assert app.dialog == ""
    assert app.session


@within(analysed)
async def test_column_of_the_analysis_is_closed_after_what_it_has_opened(
    page: StandIn, app: App, session: Session, review: Review
) -> None:
    page.intent("analyse", "")
    assert page.regions["beside"]
    page.intent("review", str(review.costly()[0].turn.at))
    page.intent("vary", "0")
    shown = []
    for left in (2, 1, 0):
        page.intent("back", str(left))
        shown.append((bool(session.look.variation), session.look.at, bool(page.regions["beside"])))
    assert shown == [
        (False, review.costly()[0].turn.at, True),
        (False, None, True),
        (False, None, False),
    ]
    assert page.passed == []


@within(trying)
async def test_turn_that_is_tried_leads_back_to_its_game(
    page: StandIn, app: App, game: Session
) -> None:
    page.intent("look", str(STARTS[4]))
    page.intent("try-turn", "")
    assert app.game is not game
    page.intent("back", "0")
    assert app.game is game
    assert game.look.at == STARTS[4]


@awaited
async def test_back_on_the_first_screen_closes_the_dialog() -> None:
    page = StandIn()
    app = await started(page, MemoryStore())
    page.intent("statistics", "")
    await settled(app)
    assert page.held == 1
    page.intent("back", "0")
    assert app.dialog == ""
    assert page.screen == "home"
