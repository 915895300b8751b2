"""Circles and arrows at the turns of a finished game."""

from __future__ import annotations

import pytest

from cacao_core import Record
from cacao_core.notes import Notes
from cacao_web.features.analysis.trying import variations
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import marks
from cacao_web.game.texts.marks import CellMark
from cacao_web.saves.saves import Saves
from tests.web.driven import App, run, started, within
from tests.web.standin import StandIn
from tests.web.test_mistakes import RECORD
from tests.web.test_tries import STARTS, trying

RING, ARROW = CellMark((1, 0), (1, 0)), CellMark((0, 0), (-1, 2))
NOTED = "[%marks 1,0 0,0>-1,2] why <here>?"


def choose(page: StandIn, *cells: str) -> None:
    for cell in cells:
        page.intent("cell", cell)


def board(page: StandIn) -> str:
    return page.regions["board-stars"]


def test_marks_stand_before_the_words_of_a_comment() -> None:
    record = variations.commented(RECORD, 3, "why <here>?")
    record = variations.marked(record, 3, [RING, ARROW])
    again = Record.from_text(record.to_text())
    assert again.notes.comments == {3: NOTED}
    assert marks.read(NOTED) == ((RING, ARROW), "why <here>?")
    assert again.moves == RECORD.moves
    record = variations.marked(RECORD, 3, [RING])
    assert record.notes.comments == {3: "[%marks 1,0]"}
    record = variations.commented(record, 3, "two\nlines")
    assert record.notes.comments == {3: "[%marks 1,0] two\nlines"}
    assert variations.marked(record, 3, []).notes.comments == {3: "two\nlines"}
    assert variations.commented(record, 3, " ").notes.comments == {3: "[%marks 1,0]"}
    assert not variations.marked(variations.commented(record, 3, ""), 3, []).notes
    assert marks.read("[%marks 1,0 1,0>1,0 1,0]")[0] == (RING,)
    assert marks.toggled([RING], ARROW) == [RING, ARROW]
    assert marks.toggled([RING, ARROW], RING) == [ARROW]


@pytest.mark.parametrize(
    "comment",
    [
        "nothing",
        "[%marks]",
        "[%marks ]",
        "[%marks 1,0",
        "[%marks 1]",
        "[%marks 01,0]",
        "[%marks -0,0]",
        "[%marks 100,0]",
        "[%marks 1,0>]",
        "[%marks 1,0>2,1>3,0]",
        "[%marks 1,0  2,1]",
        "[%marks 1,0;2,1]",
        "[%MARKS 1,0]",
        "see [%marks 1,0]",
        "[%marks 1١,0]",
    ],
)
def test_damaged_tag_is_text(comment: str) -> None:
    assert marks.read(comment) == ((), comment)
    assert marks.read(marks.noted([RING], comment)) == ((RING,), comment)


def test_cells_are_marked_by_clicks_and_by_enter_and_saved() -> None:
    async def scenario(page: StandIn, app: App, game: Session) -> None:
        assert not page.regions["board-targets"]
        page.intent("mark-turn", "")
        assert 'aria-pressed="true"' in page.regions["beside"].split('id="mark-turn"')[1][:40]
        assert "Choose a cell twice" in page.regions["task"]
        assert 'aria-label="Mark 0,0; single plantation"' in page.regions["board-targets"]
        choose(page, "1,0")
        assert "1,0 again for a circle" in page.regions["task"]
        page.intent("accept", "1,0")
        assert "circle on 1,0" in board(page)
        choose(page, "0,0", "1,0")
        assert "arrow from 0,0 to 1,0" in board(page)
        assert game.record.notes.comments == {3: "[%marks 1,0 0,0>1,0]"}
        choose(page, "1,0", "1,0")
        assert game.record.notes.comments == {3: "[%marks 0,0>1,0]"}
        assert page.said[-1] == "Removed: circle on 1,0."
        choose(page, "99,9", "99,9")
        assert game.record.notes.comments == {3: "[%marks 0,0>1,0]"}, "it is not on the board"

    assert "[%marks 0,0>1,0]" in Saves(trying(scenario)).text("x")


@within(trying)
async def test_marks_are_shown_before_their_turn_only(
    page: StandIn, app: App, game: Session
) -> None:
    game.record = game.record.with_notes(Notes(comments={3: NOTED}))
    app.shell.table.look(STARTS[2])
    assert "circle on 1,0" in board(page)
    assert "arrow from 0,0 to -1,2" in board(page)
    listed = page.regions["beside"]
    assert listed.count("Marks: circle on 1,0; arrow from 0,0 to -1,2") == 2
    assert listed.count("why &lt;here&gt;?") == 2
    assert "[%marks" not in listed
    for other in (STARTS[1], STARTS[3], len(RECORD.moves)):
        page.intent("look", str(other))
        assert "circle on" not in board(page)
    page.intent("review", str(STARTS[2]))
    page.intent("vary", "0")
    assert "circle on" not in board(page), "this is another position"
    page.intent("mark-turn", "")
    assert "circle on" in board(page), "marks are of the position before the turn"


def test_marks_are_shown_without_the_analysis() -> None:
    async def play() -> None:
        page = StandIn()
        app = await started(page)
        record = RECORD.with_notes(Notes(comments={3: NOTED}))
        app.enter(Session("x", record, (Sitter("Ana"), Sitter("Bo"))))
        page.intent("look", str(STARTS[2]))
        assert "circle on 1,0" in board(page)

    run(play)


@within(trying)
async def test_panel_gives_way_to_marks_on_a_small_screen(
    page: StandIn, app: App, game: Session
) -> None:
    page.wide = False
    page.intent("review", str(STARTS[2]))
    assert 'data-command="vary"' in page.regions["hints"]
    page.intent("mark-turn", "")
    assert 'data-command="mark-turn"' in page.regions["hints"]
    assert 'data-command="vary"' not in page.regions["hints"]
    page.intent("mark-turn", "")
    assert 'data-command="vary"' in page.regions["hints"]


@within(trying)
async def test_escape_ends_the_first_cell_marking_and_looking(
    page: StandIn, app: App, game: Session
) -> None:
    page.intent("mark-turn", "")
    choose(page, "1,0")
    page.intent("key", "Escape")
    choose(page, "0,0", "0,0")
    assert game.record.notes.comments == {3: "[%marks 0,0]"}
    page.intent("key", "Escape")
    assert not page.regions["board-targets"]
    assert game.look.at == STARTS[2]
    page.intent("key", "Escape")
    assert game.look.at is None


@within(trying)
async def test_marking_ends_at_another_turn(page: StandIn, app: App, game: Session) -> None:
    page.intent("mark-turn", "")
    choose(page, "1,0")
    page.intent("look", str(STARTS[4]))
    assert not page.regions["board-targets"]
    choose(page, "1,0", "1,0")
    assert not game.record.notes


@within(trying)
async def test_deleted_marks_come_back_beside_those_made_since(
    page: StandIn, app: App, game: Session
) -> None:
    assert "clear-marks" not in page.regions["beside"]
    game.record = game.record.with_notes(Notes(comments={3: NOTED}))
    page.intent("clear-marks", "")
    assert game.record.notes.comments == {3: "why <here>?"}
    assert "Marks deleted" in page.regions["notice"]
    page.intent("mark-turn", "")
    choose(page, "1,1", "1,1")
    page.intent("restore", "")
    assert game.record.notes.comments == {3: "[%marks 1,0 0,0>-1,2 1,1] why <here>?"}
    page.intent("restore", "")
    assert len(marks.of(game.record, 3)) == 3


@within(trying)
async def test_dialog_shows_and_changes_only_the_words(
    page: StandIn, app: App, game: Session
) -> None:
    game.record = game.record.with_notes(Notes(comments={3: NOTED}))
    page.intent("note-turn", "")
    assert "why &lt;here&gt;?</textarea>" in page.dialog
    assert "%marks" not in page.dialog
    page.intent("field", '["comment", "so"]')
    assert game.record.notes.comments == {3: "[%marks 1,0 0,0>-1,2] so"}


@within(trying)
async def test_mark_of_the_right_button_is_kept_with_the_turn(
    page: StandIn, app: App, game: Session
) -> None:
    page.intent("mark-draft", "0,0>1,0")
    assert "arrow from 0,0 to 1,0" in board(page), "it is seen while it is drawn"
    assert not game.record.notes
    page.intent("mark-draft", "")
    assert "arrow from" not in board(page)
    page.intent("mark-cells", "0,0>1,0")
    page.intent("mark-cells", "1,0>1,0")
    assert game.record.notes.comments == {3: "[%marks 0,0>1,0 1,0]"}
    page.intent("mark-cells", "0,0>1,0")
    assert game.record.notes.comments == {3: "[%marks 1,0]"}
    page.intent("mark-cells", "")
    page.intent("mark-cells", "0,0>99,9")
    assert game.record.notes.comments == {3: "[%marks 1,0]"}, "a click deletes none that are kept"
    assert "circle on 1,0" in board(page)


@within(trying)
async def test_marks_on_other_positions_stay_until_it_changes(
    page: StandIn, app: App, game: Session
) -> None:
    page.intent("vary", "0")
    page.intent("mark-cells", "0,0>1,0")
    assert "arrow from 0,0 to 1,0" in board(page)
    assert not game.record.notes
    page.intent("after", "")
    assert "arrow from" not in board(page)
    page.intent("now", "")
    page.intent("mark-cells", "1,0>1,0")
    assert "circle on 1,0" in board(page)
    page.intent("mark-cells", "1,0>1,0")
    assert "circle on 1,0" not in board(page), "the same again removes it"


def test_right_button_draws_in_a_game_until_it_goes_on() -> None:
    async def play() -> None:
        page = StandIn()
        app = await started(page)
        session = Session("x", RECORD.up_to(STARTS[2]), (Sitter("Ana"), Sitter("Bo")))
        app.enter(session)
        page.intent("mark-cells", "0,0>1,0")
        page.intent("mark-cells", "1,0>1,0")
        assert "arrow from 0,0 to 1,0" in board(page)
        page.intent("mark-cells", "")
        assert "circle on" not in board(page)
        page.intent("mark-cells", "0,0>1,0")
        page.intent("uncover", "")
        session.choosing.take(RECORD.moves[STARTS[2]])
        page.intent("confirm", "")
        assert "arrow from" not in board(page)
        assert not session.record.notes

    run(play)
