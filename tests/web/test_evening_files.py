"""Games of evenings at a real table come from files, and go to files."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from cacao_core import CacaoError
from cacao_web.browser.file_text import decoded
from cacao_web.browser.store import MemoryStore
from cacao_web.features.companion.evenings import files, played, typed
from cacao_web.features.companion.evenings.entry import from_data, to_data
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.saves import played_file, spreadsheet
from tests.web.driven import awaited, started
from tests.web.standin import StandIn
from tests.web.test_evenings import PLACE, entry, several, stored

FORMULA = '=HYPERLINK("http://example.org")'


def shelf() -> PlayedEvenings:
    people = {"Ana": 20, "@Bo": 25, "'t Hooft": 3, "'=Dan": 2}
    return several(
        entry("a100000001", "2025-03-01", "f1", Ana=(30, 1), Bo=(-3, 0))._replace(note=FORMULA),
        entry("b200000002", "2026-03-01", "", **people),
        entry("b300000003", "2026-03-02", "", Ana=20, Bo=20),
    ).with_name("bo", "Bob")


def as_csv(shown: PlayedEvenings, comma: bool = False) -> str:
    return spreadsheet.written(files.rows(shown), comma)


def test_json_and_csv_bring_games_back() -> None:
    before = shelf()
    text = files.to_json(before)
    assert played_file.is_file(text)
    after, number = files.merged(PlayedEvenings(), files.read(text))
    assert (after, number) == (before, 3)
    assert files.merged(after, files.read(text)) == (before, 0)
    mine = PlayedEvenings().with_game(before.games[0]._replace(note="mine"))
    merged, number = files.merged(mine, files.read(text))
    assert (number, merged.games[0].note) == (2, "mine")
    before = shelf()
    text = as_csv(before)
    assert played_file.is_file(text)
    lines = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [line["total"] for line in lines] == ["30", "-3", "20", "25", "3", "2", "20", "20"]
    assert [lines[at]["won"] for at in (0, 1, -1)] == ["1.0", "0", "0.5"]
    assert "'t Hooft" in {line["name"] for line in lines}
    cells = [cell for line in lines for cell in line.values()]
    texts = [cell for cell in cells if not re.fullmatch(r"-?[\d.]+", cell)]
    assert not [cell for cell in texts if cell.startswith(("=", "+", "-", "@"))]
    for comma in (False, True):
        after, number = files.merged(PlayedEvenings(), files.read(as_csv(before, comma)))
        assert (after.games, number) == (before.games, 3)
        assert files.merged(after, files.read(as_csv(before, comma))) == (after, 0)


TYPED = """day,game,place,name,total
2026-03-05,1,Cabin,Ana,31
2026-03-05,1,Cabin,Bo,28
"""
ALSO = """day,name,total
2026-03-05,Ana,31
2026-03-05,Bo,28
"""


def results(text: str, first: str = "") -> list[tuple[str, dict[str, int]]]:
    """Day and gold of each game of a table."""
    return [
        (one.day, {seat.name: seat.score.total for seat in one.seats})
        for one in files.read(text, first).games
    ]


ONE = [("2026-03-05", {"Ana": 31, "Bo": 28})]


@pytest.mark.parametrize(
    "text",
    [
        TYPED,
        ALSO,
        "\ufeff" + TYPED,
        TYPED.replace(",", ";"),
        TYPED.replace(",", "\t"),
        "sep=;\n" + TYPED.replace(",", ";"),
        TYPED.replace("\n", "\r"),
        TYPED.replace("\n", "\r\n"),
        TYPED.replace("\n", "\n\n"),
        ALSO.replace("\n", "\r\r\n"),
        TYPED + ",,a remark,,\n\nin all: 59\n",
        "\n" + TYPED,
        re.sub(r"[^,\n]+", r'"\g<0>"', TYPED),
        TYPED.replace("day,game", " Day , Game "),
        TYPED.replace("31", "31,00").replace(",", ";").replace("31;00", "31,00"),
        TYPED.replace("31", " 31 ").replace("Bo", "Bo "),
        TYPED.replace("Cabin,Bo", ",Bo"),
        TYPED.replace("2026-03-05,1,Cabin,Bo", ",,,Bo"),
        "total,name,note,day\n31,Ana,x,2026-03-05\n28,Bo,,2026-03-05\n",
        "day,name,total,link,match,seat\n2026-03-05,Bo,28,https://e.org/#x,our,2\n"
        "2026-03-05,Ana,31,,,1\n",
        "day,name,total,colour,kind\n2026-03-05,Ana,31,Blue,human\n2026-03-05,Bo,28,red,\n",
        "day,name,total,gold,temples\n2026-03-05,Ana,31,20,11\n2026-03-05,Bo,28,20,6\n",
        "day,name,total,gold,water\n2026-03-05,Ana,31,20,5\n2026-03-05,Bo,,30,\u22122\n",
    ],
)
def test_table_is_read_however_a_spreadsheet_has_saved_it(text: str) -> None:
    assert played_file.is_file(text)
    found = files.read(text)
    assert (results(text), found.damaged) == (ONE, 0)
    after, number = files.merged(PlayedEvenings(), found)
    assert number == 1
    assert files.merged(after, files.read(text)) == (after, 0)


def test_long_cells_are_cut() -> None:
    text = TYPED.replace("Cabin", '"' + "C" * 200_000 + '"')
    assert results(text) == ONE
    [one] = files.read(text).games
    assert len(one.place) == 40


DAYS = "\n".join(
    f"{day},{game},,{name},{gold}"
    for day in ("2026-03-05", "2026-03-06", "2026-03-07")
    for game, name, gold in (("1", "Ana", 31), ("1", "Bo", 28))
)


def test_games_of_the_same_number_are_games_of_their_own() -> None:
    text = "day,game,place,name,total\n" + DAYS
    after, number = files.merged(PlayedEvenings(), files.read(text))
    assert number == 3
    assert len({one.id for one in after.games}) == 3
    more = text + "\n2026-03-07,2,,Ana,31\n2026-03-07,2,,Bo,28"  # it ended like the one before
    after, number = files.merged(after, files.read(more))
    assert number == 1
    assert files.merged(after, files.read(more)) == (after, 0)
    assert files.merged(after, files.read(files.to_json(after)))[1] == 0
    assert files.merged(after, files.read(as_csv(after))) == (after, 0)


TWO = [("2026-03-05", {"Ana": 31, "Bo": 28}), ("2026-03-05", {"Ana": 20, "Bo": 33})]
BOTH = "2026-03-05,{0}Ana,31\n2026-03-05,{0}Bo,28\n{2}2026-03-05,{1}Ana,20\n2026-03-05,{1}Bo,33\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("day,name,total\n" + BOTH.format("", "", ""), TWO),
        ("day,game,name,total\n" + BOTH.format(",", ",", ""), TWO),
        ("day,game,name,total\n" + BOTH.format("1,", "1,", ""), TWO),
        ("day,place,name,total\n" + BOTH.format("Cabin,", "Home,", ""), TWO),
        (
            "day,name,total\n" + BOTH.format("", "", "\n").replace("Ana,20", "Cleo,20"),
            [TWO[0], ("2026-03-05", {"Cleo": 20, "Bo": 33})],
        ),
    ],
)
def test_games_without_a_number_are_never_one(
    text: str, expected: list[tuple[str, dict[str, int]]]
) -> None:
    assert results(text) == expected


def test_lines_of_which_nobody_knows_the_games_are_refused() -> None:
    head = "day,name,total\n"
    by_name = "2026-03-05,Ana,31\n2026-03-05,Ana,20\n2026-03-05,Bo,28\n2026-03-05,Bo,33\n"
    many = "".join(f"2026-03-05,{name},{n}\n" for n, name in enumerate("ABCDE"))
    for lines in (by_name, many, "2026-03-05,Ana,31\n", "2026-03-05,Ana,31\n2026-03-05,Bo,x\n"):
        found = files.read(head + lines)
        assert (found.games, found.damaged) == ([], 1)


def test_lines_that_stand_twice_are_one_game() -> None:
    lines = TYPED.partition("\n")[2]
    assert results(TYPED + lines) == ONE
    text = as_csv(shelf())
    assert files.read(text + text.partition("\n")[2]).games == [*shelf().games]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("05.03.2026", "2026-03-05"),
        ("5.3.2026", "2026-03-05"),
        ("5. 3. 26", "2026-03-05"),
        ("31/12/99", "1999-12-31"),
        ("12/31/1999", "1999-12-31"),
        ("31-12-1999", "1999-12-31"),
        ("3/3/2026", "2026-03-03"),
        ("2026/3/5", "2026-03-05"),
        ("2026-03-05 20:15:00", "2026-03-05"),
        ("2026-03-05T20:15Z", "2026-03-05"),
        ("5-Mar-26", "2026-03-05"),
        ("March 5, 2026", "2026-03-05"),
        ("5. März 2026", "2026-03-05"),
        ("5 de marzo de 2026", "2026-03-05"),
        ("46086", "2026-03-05"),
        ("29.02.2024", "2024-02-29"),
        ("29.02.2025", ""),
        ("29/2/2025", ""),
        ("2025-02-29", ""),
        ("13/13/2026", ""),
        ("00.01.2026", ""),
        ("5 Foo 2026", ""),
        ("yesterday", ""),
        ("2026", ""),
    ],
)
def test_dates_as_people_write_them(written: str, day: str) -> None:
    found = files.read(f'day,name,total\n"{written}",Ana,31\n"{written}",Bo,28\n')
    assert [one.day for one in found.games] == ([day] if day else [])
    assert found.damaged == (not day)


def test_one_clear_date_tells_the_others() -> None:
    head = "day,name,total\n"
    games = [f"{day},Ana,3\n{day},Bo,2\n" for day in ("5/3/2026", "25/3/2026", "3/25/2026")]
    assert [day for day, _gold in results(head + games[0] + games[1])] == [
        "2026-03-05", "2026-03-25",
    ]  # fmt: skip
    assert [day for day, _gold in results(head + games[2] + games[0])] == [
        "2026-03-25", "2026-05-03",
    ]  # fmt: skip
    for unclear in (games[0], "".join(games)):
        with pytest.raises(typed.UnclearEntry):
            files.read(head + unclear)


@pytest.mark.parametrize(("first", "day"), [("day", "2026-03-05"), ("month", "2026-05-03")])
@awaited
async def test_person_is_asked_once_for_the_order_of_dates(first: str, day: str) -> None:
    store = MemoryStore()
    page = StandIn()
    await started(page, store)
    lines = "".join(f"{d}/3/2026,Ana,3\n{d}/3/2026,Bo,2\n" for d in (5, 6, 7))
    page.write("file", "day,name,total\n" + lines)
    assert stored(store) == []
    assert "5/3/2026" in page.dialog
    page.intent("companion-tap", f"dates:{first}")
    assert stored(store)[0]["day"] == day
    assert len(stored(store)) == 3
    assert "3 games added." in str(page.regions["notice"])


OTHER = '{"format": "other", "games": []}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("\ufeff \n", "empty"),
        ("{", "damaged"),
        ('{"format": "cacao-played"}', "damaged"),
        (OTHER, "damaged"),
        ("{" + "[" * 100_000, "damaged"),
        ("[]", "columns day, name, total"),
        ("day\n2026-03-05\n", "columns day, name, total"),
        ("day,game,place\n", "columns day, name, total"),
        ("Tag;Name;Gold\n1.1.2026;Ana;3\n", "columns day, name, total"),
        ("\0" * 40, "columns day, name, total"),
    ],
)
def test_broken_files_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        files.read(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be",
                                      "windows-1252"])  # fmt: skip
def test_file_of_any_program_is_decoded(encoding: str) -> None:
    text = TYPED.replace("Ana", "Zoë Müller")
    assert decoded(text.encode(encoding)) == text
    assert decoded(b"") == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def choose(game, rng):\n    return 1\n", "Your bots"),
        ("PK\x03\x04 mine-1.0.dist-info/METADATA", "Your bots"),
        ("PK\x03\x04 xl/workbook.xml", "as CSV"),
        ("begun,players,turns,level\n2026-11-01,2,22,easy\n", "statistics"),
        ("Datum;Name;Punkte\n1.1.2026;Ana;3\n", "columns day, name, total"),
        ("hello", "does not open a game"),
        ("1,2", "does not open a game"),
    ],
)
@awaited
async def test_file_in_the_wrong_place_is_told_where_it_belongs(text: str, told: str) -> None:
    page = StandIn()
    await started(page)
    page.write("file", text)
    assert told in page.dialog


def test_file_of_a_later_version_and_single_damaged_games() -> None:
    newer = json.dumps({"format": played_file.FORMAT, "version": 2, "games": []})
    with pytest.raises(CacaoError, match="newer version"):
        files.read(newer)
    data = json.loads(files.to_json(shelf()))
    data["games"][0]["day"] = "2026-02-30"
    found = files.read(json.dumps(data))
    assert (len(found.games), found.damaged) == (2, 1)


@pytest.mark.parametrize("comma", [False, True])
@awaited
async def test_file_that_is_dropped_on_the_page_is_brought(comma: bool) -> None:
    store = MemoryStore()
    page = StandIn()
    page.comma = comma
    await started(page, store)
    page.write("file", files.to_json(shelf()))
    assert len(stored(store)) == 3
    assert "3 games added." in str(page.regions["notice"])
    page.intent("companion-tap", "save:csv")
    table = page.files["cacao-played-2026-11-20.csv"]
    assert table == as_csv(played.from_text(store.get(PLACE) or ""), comma)
    assert table.startswith("\ufeffday;game" if comma else "\ufeffday,game")
    assert (";0,5;" if comma else ",0.5,") in table
    page.write("file", table)
    assert "3 were already here" in str(page.regions["notice"])
    page.write("file", '{"format": "cacao-played", "version": 1}')
    assert "damaged" in str(page.regions["notice"])
    assert len(stored(store)) == 3


def test_entries_are_read_strictly() -> None:
    good = to_data(entry("a1", "2026-01-02", Ana=3, Bo=2))
    assert from_data(good) == entry("a1", "2026-01-02", Ana=3, Bo=2)
    for change in (
        {"id": "../x"}, {"day": "20260102"}, {"seats": good["seats"][:1]}, {"temples": [[1]]},
        {"seats": [good["seats"][0]] * 2}, {"seats": [{**good["seats"][0], "gold": 10**9}] * 2},
        {"link": "<b>"}, {"match": 5},
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError, LookupError, AttributeError)):
            from_data({**good, **change})
