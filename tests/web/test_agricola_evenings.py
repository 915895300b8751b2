"""Games of Agricola among those that were played at the table."""

from __future__ import annotations

import json

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.evenings import played as shelf
from cacao_web.features.agricola.evenings.played import Evening
from cacao_web.features.agricola.pad import sheets
from cacao_web.features.agricola.pad.sheets import Pad
from tests.web.agricola import at_table, go
from tests.web.driven import awaited


def pad(*names: str, mode: str = "alone") -> Pad:
    """The first has most: each person has as many children as there are people after."""
    made = sheets.tapped(Pad(), f"players:{len(names)}")._replace(names=names, mode=mode)
    for seat in range(len(names)):
        made = sheets.tapped(made, f"set:{seat}:people:{1 + len(names) - seat}")
    return made


PLAYED = (
    Evening("a", "2025-12-30", pad("Ana", "Bo"), "Home", "late"),
    Evening("b", "2026-01-02", pad("bo", "Ana", "Cleo")),
    Evening("c", "2026-03-02", pad("Ana", "", "Cleo", "Dan", mode="lower")),
)


def test_years_count_games_victories_and_points() -> None:
    rows = {row.name: row for row in shelf.rows(PLAYED)}
    assert set(rows) == {"Ana", "bo", "Cleo", "Dan"}
    assert (rows["Ana"].games, rows["Ana"].wins) == (3, 1.5)  # the last one with a partner
    assert rows["bo"].wins == 1
    assert rows["Cleo"].wins == 0.5
    assert rows["Ana"].best == max(PLAYED[0].totals[0], PLAYED[1].totals[1], PLAYED[2].totals[0])
    assert len(shelf.chosen(PLAYED, 2, "")) == len(shelf.chosen(PLAYED, 0, "2025")) == 1


@awaited
async def test_games_are_in_the_file_with_everything_and_come_back() -> None:
    page, app = await at_table(MemoryStore())
    for name in ("Ana", "Bo"):
        go(page, "farm/who")
        page.intent("field", f'["name-0", "{name}"]')
        go(page, "farm/result", "keep:new")
        page.intent("field", '["note", "late"]')
    page.intent("companion-go", "played/list")
    page.intent("companion-tap", "save:json")
    [text] = page.files.values()
    kept = json.loads(app.saves.kept("agricola-played"))["now"]
    other, again = await at_table(MemoryStore())
    for told in ("2 games added.", "2 were already here."):
        other.write("file", text)
        assert told in other.regions["notice"]
        assert other.dialog.count("Agricola · late") == 2
    assert json.loads(again.saves.kept("agricola-played"))["now"] == kept


@awaited
async def test_table_of_agricola_is_not_taken_for_one_of_cacao() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/result", "keep:new")
    page.intent("agricola-csv", "")
    [table] = page.files.values()
    page.write("file", table)
    assert "use the JSON file" in page.regions["notice"]


def test_table_has_a_line_for_each_person() -> None:
    heads, *lines = shelf.table(PLAYED)
    assert len(lines) == 2 + 3 + 4
    first = dict(zip(heads, lines[0], strict=True))
    assert (first["day"], first["place"], first["name"], first["note"]) == (
        "2025-12-30", "Home", "Ana", "late"
    )  # fmt: skip
    assert (first["rank"], first["won"], first["people"]) == (1, 1, 9)
    assert first["total"] == sum(int(str(first[name])) for name in scoring.CATEGORIES)


def test_games_are_read_as_they_were_written_and_damaged_ones_left_out() -> None:
    data = json.loads(json.dumps(shelf.to_data(PLAYED)))
    assert shelf.from_data(data) == PLAYED
    for wrong in ({"day": "x"}, {"id": None, "pad": None, "day": 3}, 5):
        damaged = [data[0], {**data[1], **wrong} if isinstance(wrong, dict) else wrong]
        assert shelf.from_data(damaged) == PLAYED[:1]
    assert shelf.from_data(None) == ()
    with pytest.raises(ValueError, match="field"):
        shelf.told(PLAYED, "a", "moon", "x")
    assert shelf.told(PLAYED, "a", "day", "31.1.") == PLAYED


@awaited
async def test_game_is_saved_listed_corrected_and_deleted() -> None:
    page, app = await at_table(MemoryStore())
    page.intent("companion-go", "played/list")
    assert "Agricola" not in page.dialog
    go(page, "farm/who")
    page.intent("field", '["name-0", "Ana"]')
    go(page, "farm/1", "step:1:people:1")
    go(page, "farm/result", "keep:new")
    assert 'type="date"' in page.dialog
    page.intent("field", '["place", "Home"]')
    page.intent("close", "")
    page.intent("companion-go", "played/list")
    assert "Agricola · Home" in page.dialog
    assert "Ana" in page.dialog
    page.intent("agricola-csv", "")
    assert any("agricola-played" in name for name in page.files)
    go(page, "years/0/")
    assert "Ana" in page.dialog
    go(page, "farm/result")
    assert "The saved game" in page.dialog
    go(page, "farm/0", "step:0:people:1", "step:0:people:1")
    go(page, "farm/result", "keep:again")
    assert "Ana wins" in page.dialog
    assert 'value="Home"' in page.dialog
    page.intent("agricola-tap", "pad:open")
    assert 'data-value="step:0:people:1"' in page.dialog
    go(page, "farm/result")
    evening = app.saves.kept("agricola-played")
    assert evening.count('"day"') >= 1
    id = json.loads(evening)["now"][0]["id"]
    go(page, f"evening/{id}", "delete:game")
    page.intent("companion-go", "played/list")
    assert "Home" not in page.dialog
