"""Evenings at the table: games are listed, summed up, joined in matches, and travel as files."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from cacao_core import CacaoError
from cacao_core.scoring import Score
from cacao_web.browser.file_text import decoded
from cacao_web.browser.store import MemoryStore
from cacao_web.features.companion.evenings import clock, contests, files, played, typed, years
from cacao_web.features.companion.evenings.clock import Clock, Clocks
from cacao_web.features.companion.evenings.entry import Entry, Place, from_data, to_data
from cacao_web.features.companion.evenings.played import Played
from cacao_web.saves import played_file, spreadsheet
from cacao_web.saves.saves import Saves
from tests.core.helpers import example
from tests.web.driven import awaited, settled, started
from tests.web.standin import FullStore, StandIn
from tests.web.test_companion import at_table, go
from tests.web.test_writing import at_table as notary_at_table

PLACE = "cacao.companion-played"
COLOURS = ("red", "purple", "white", "yellow")


def entry(id: str, day: str, match: str = "", **gold: int | tuple[int, int]) -> Entry:
    """A game of some people, in the order of their seats: gold, or gold and cacao."""
    seats = []
    for (name, one), colour in zip(gold.items(), COLOURS, strict=False):
        total, cacao = one if isinstance(one, tuple) else (one, 0)
        seats.append(
            Place(name, colour, Score(gold=total, temples=0, suns=0, water=0, cacao=cacao))
        )
    return Entry(id, day, tuple(seats), match=match, added=f"{day}T12:00:00Z")


def several(*games: Entry) -> Played:
    found = Played()
    for one in games:
        found = found.with_game(one)
    return found


def stored(store: MemoryStore) -> list[dict[str, object]]:
    games: list[dict[str, object]] = json.loads(store.get(PLACE) or '{"games": []}')["games"]
    return games


# --- The list ------------------------------------------------------------------------------------


async def kept(store: MemoryStore, *gold: int) -> StandIn:
    """Ana and Bo count their gold and keep the game."""
    page, _app = await at_table(store)
    go(page, "score/who")
    for seat, name in enumerate(("Ana", "Bo")):
        page.intent("field", json.dumps([f"name-{seat}", name]))
    for seat, tens in enumerate(gold):
        go(page, f"score/{seat}", *[f"count:gold:{seat}:+10"] * tens, f"count:water:{seat}:3")
    page.intent("companion-go", "score/result")
    go(page, "played/keep")
    return page


@awaited
async def test_counted_game_is_kept_with_day_place_and_note() -> None:
    store = MemoryStore()
    page = await kept(store, 3, 2)
    assert "Ana wins" in page.dialog
    [one] = stored(store)
    assert one["day"] == page.today()
    for field in (("day", "1998-05-01"), ("place", "Lake house"), ("note", "rain")):
        page.intent("field", json.dumps(field))
    page, _app = await at_table(store)
    go(page, "played/list")
    assert "Lake house · rain" in page.dialog
    assert "01.05.1998" in page.dialog
    page.intent("companion-go", f"played/{one['id']}")
    page.intent("field", json.dumps(["day", "no day"]))
    assert stored(store)[0]["day"] == "1998-05-01"


@awaited
async def test_place_of_the_day_is_proposed() -> None:
    store = MemoryStore()
    page = await kept(store, 3, 2)
    page.intent("field", json.dumps(["place", "Cabin"]))
    page.intent("companion-go", "played/new")
    page.intent("companion-go", "score/result")
    go(page, "played/keep")
    assert [one["place"] for one in stored(store)] == ["Cabin", "Cabin"]
    page.intent("field", json.dumps(["place", "Home"]))
    page.intent("companion-go", f"played/{stored(store)[0]['id']}")
    page.intent("companion-tap", "place:Home")
    assert [one["place"] for one in stored(store)] == ["Home", "Home"]


@awaited
async def test_full_store_is_told_and_tabs_keep_all_games() -> None:
    page = await kept(FullStore(), 3, 2)
    assert "no room" in str(page.regions["notice"])
    assert "Ana wins" in page.dialog
    store = MemoryStore()
    pages = [await kept(store, 3, 2), await kept(store, 2, 3)]
    for page in pages:
        page.intent("field", json.dumps(["note", "mine"]))
    assert [one["note"] for one in stored(store)] == ["mine", "mine"]


@awaited
async def test_corrected_score_changes_the_kept_game() -> None:
    store = MemoryStore()
    page = await kept(store, 3, 2)
    page.intent("field", json.dumps(["note", "late"]))
    go(page, "score/1", "count:gold:1:+10", "count:gold:1:+10")
    page.intent("companion-go", "score/result")
    assert 'data-value="played/correct"' in page.dialog
    page.intent("companion-go", "played/correct")
    [one] = stored(store)
    assert one["note"] == "late"
    assert "Bo wins" in page.dialog
    page.intent("companion-undo", "")
    assert "Ana wins" in page.dialog
    page.intent("companion-tap", "pad:score")  # on another device the pad has another game
    assert '<output class="amount">30</output>' in page.dialog


@awaited
async def test_deleting_has_a_way_back_also_after_a_reload() -> None:
    store = MemoryStore()
    page = await kept(store, 3, 2)
    [before] = stored(store)
    page.intent("companion-tap", "delete:game")
    assert stored(store) == []
    page, _app = await at_table(store)
    page.intent("companion-go", "played/list")
    page.intent("companion-undo", "")
    assert stored(store) == [before]


@awaited
async def test_written_game_is_listed_and_opened_again() -> None:
    store, record = MemoryStore(), example("golden_v1_2_seed")
    notary = await notary_at_table(record, store)
    page, id = notary.page, notary.session.id
    await notary.write(2)
    page.intent("home", "")
    page.intent("companion", "")
    page.intent("companion-go", "played/list")
    assert f'data-command="resume" data-value="{id}"' in page.dialog
    assert stored(store) == []
    page.intent("resume", id)
    await settled(notary.app)
    await notary.write()
    [one] = stored(store)
    scores = record.game().score()
    assert [s["gold"] for s in one["seats"]] == [s.gold for s in scores]  # type: ignore[attr-defined]
    assert f'data-value="played/{id}"' in page.dialog  # at the end of the game
    page.intent("delete", id)
    assert Saves(store).text(id) == ""
    page.intent("companion", "")
    page.intent("companion-go", f"played/{id}")
    page.intent("companion-tap", "open:game")
    await settled(notary.app)
    assert notary.session.record.moves == record.moves
    assert notary.session.game.score() == scores


@pytest.mark.long
@awaited
async def test_removed_written_game_does_not_come_back() -> None:
    store = MemoryStore()
    notary = await notary_at_table(example("golden_v1_2_seed"), store)
    await notary.write()
    page, id = notary.page, notary.session.id
    page.time = "2026-12-24T20:00:00.000+00:00"
    page.intent("duplicate", id)  # copies are the same game, whatever their day
    page.intent("companion", "")
    page.intent("companion-go", "played/list")
    assert [one["game"] for one in stored(store)] == [id]
    page.intent("companion-go", f"played/{id}")
    page.intent("companion-tap", "delete:game")
    page.intent("companion-go", "played/list")
    assert stored(store) == []
    page.intent("companion-undo", "")
    assert len(stored(store)) == 1


@awaited
async def test_unreadable_entries_stay_and_are_told() -> None:
    good = to_data(entry("a1", "2026-01-02", Ana=3, Bo=2))
    for text, number in (
        ("no json", 1),
        ('{"games": 7}', 1),
        (json.dumps({"games": [good, {"id": "b2"}, 5], "joined": [["x", "y"]]}), 2),
    ):
        found = played.from_text(text)
        assert len(found.odd) == number
        more = found.with_game(entry("c3", "2026-01-03", Di=1, Ed=2))
        again = played.from_text(played.to_text(more))
        assert again.odd == tuple(json.loads(json.dumps(found.odd)))
    assert [one.id for one in again.games] == ["a1", "c3"]
    assert again.joined == (("x", "y"),)
    store = MemoryStore()
    store.set(PLACE, "no json")
    page, _app = await at_table(store)
    page.intent("companion-go", "played/list")
    assert "1 entry cannot be read" in page.dialog


# --- The years -----------------------------------------------------------------------------------


def test_victories_are_counted_with_ties_shared() -> None:
    """docs/rules.md 5: equal gold goes to the most cacao, then the victory is shared."""
    found = several(
        entry("a", "2025-03-01", Ana=(30, 1), Bo=(30, 0)),
        entry("b", "2026-03-01", Ana=20, Bo=20, Cleo=10),
        entry("c", "2026-04-01", Bo=(40, 2), ana=12),
    )
    ana, bo, cleo = (
        next(row for row in years.rows(found, found.games) if row.key == key)
        for key in ("ana", "bo", "cleo")
    )
    assert (ana.games, ana.wins, bo.wins, cleo.wins) == (3, 1.5, 1.5, 0)
    assert (bo.gold, bo.most, bo.best.id) == (30, 40, "c")
    assert [one.id for one in years.chosen(found, 2, "2026")] == ["c"]
    assert [one.id for one in years.chosen(found, 0, "2026")] == ["b", "c"]
    [first, second] = years.rivals(found, "ana", found.games)
    assert first == years.Rival("bo", 1, 1, 1, -28 / 3)
    assert second == years.Rival("cleo", 1, 0, 0, 10)
    assert found.name("ana") == "ana"  # as it was written last


def test_names_are_joined_and_taken_apart() -> None:
    found = several(
        entry("a", "2025-03-01", Anna=30, Bo=20), entry("b", "2026-03-01", Ana=20, Bo=25)
    )
    joined = found.with_name("anna", "Ana").after(found)
    assert [(row.key, row.games) for row in years.rows(joined, joined.games)] == [
        ("ana", 2),
        ("bo", 2),
    ]
    assert joined.written("ana") == [("anna", "Anna")]
    assert joined.apart("anna").games == found.games
    assert joined.apart("anna").people == {"anna", "ana", "bo"}
    assert joined.undone() == found
    assert found.with_name("ana", "Bo") == found  # they have played against each other
    renamed = joined.with_name("ana", "Annabel")
    assert {renamed.key(name) for name in ("Ana", "ANNA", "Annabel")} == {"annabel"}
    assert renamed.name("annabel") == "Annabel"


@awaited
async def test_screens_of_years_and_people_lead_to_each_other() -> None:
    store = MemoryStore()
    found = several(
        entry("a1", "2025-03-01", Ana=30, Bo=20), entry("b2", "2026-03-01", Anna=20, Bo=25)
    )
    store.set(PLACE, played.to_text(found))
    page, _app = await at_table(store)
    page.intent("companion-go", "played/list")
    go(page, "years/0/")
    assert [row[0] for row in rows(page)] == ["Ana", "Bo", "Anna"]
    page.intent("companion-go", "years/0/2025")
    assert [row[0] for row in rows(page)] == ["Ana", "Bo"]
    go(page, "person/anna", "join:ana")
    assert ">Ana</h2>" in page.dialog
    assert ["Bo", "1", "1", "0", "2.5"] in rows(page)
    assert ["All", "2", "1", "25.0", "30"] in rows(page)
    go(page, "person/ana", "apart:anna")
    go(page, "person/bo", "rename:now")  # nothing was typed: nothing changes
    page.intent("field", json.dumps(["rename", "Bob"]))
    page.intent("companion-tap", "rename:now")
    assert ">Bob</h2>" in page.dialog
    page.intent("companion-undo", "")
    page.intent("companion-go", "years/0/")
    assert "Bob" not in page.dialog


def rows(page: StandIn) -> list[list[str]]:
    """The rows of all tables, as text."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", page.dialog)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in found]
    texts = [[re.sub(r"<[^>]*>|[\u2066-\u2069]", "", cell) for cell in row] for row in cells]
    return [row for row in texts if row and row[0] not in ("Player", "Games with", "Against")]


# --- Matches -------------------------------------------------------------------------------------


def test_match_over_real_games_counts_as_one_on_the_page() -> None:
    found = several(
        entry("a", "2026-01-01", "f1", Ana=30, Bo=20, Cleo=10),
        entry("b", "2026-01-01", "f1", Cleo=9, Ana=10, Bo=10),
        entry("c", "2026-01-02", "f1", Ana=9, Bo=10, Di=10),  # others have played it
    )
    contest = contests.found(found, "f1")
    assert contest is not None
    match = contest.match(found)
    assert [match.points(number) for number in (0, 1)] == [(7, 5, 3), (8, 8, 2)]
    assert [one.id for one in contest.games] == ["a", "b"]
    assert match.seating()[0] == 0  # Ana, who was the first of the winners from herself
    new = entry("d", "2026-01-01", Bo=1, Ana=2, Cleo=3)
    assert contests.going_on(found, new) == "f1"
    assert contests.going_on(found, new._replace(day="2026-01-09")) == ""
    whole = found.with_game(new._replace(match="f1"))
    assert contests.going_on(whole, new._replace(id="e")) == ""  # three games are a match


@awaited
async def test_match_is_begun_by_a_tap_and_goes_on_by_itself() -> None:
    store = MemoryStore()
    page = await kept(store, 2, 3)
    page.intent("companion-tap", "match:new")
    [one] = stored(store)
    page.intent("companion-go", f"match/{one['match']}")
    assert "Match, game 1 of 3" in page.dialog
    go(page, f"next/{one['match']}")
    assert re.findall(r'name="name-\d" value="(\w+)"', page.dialog) == ["Bo", "Ana"]
    for _game in range(2):
        page.intent("companion-go", f"next/{one['match']}")
        page.intent("companion-go", "score/0")
        page.intent("companion-tap", "count:gold:0:+10")
        page.intent("companion-go", "score/result")
        page.intent("companion-go", "played/keep")
    page.intent("companion-go", f"match/{one['match']}")
    assert "Bo wins the match" in page.dialog
    assert [game["match"] for game in stored(store)] == [one["match"]] * 3


# --- Files ---------------------------------------------------------------------------------------

FORMULA = '=HYPERLINK("http://example.org")'


def shelf() -> Played:
    people = {"Ana": 20, "@Bo": 25, "'t Hooft": 3, "'=Dan": 2}
    return several(
        entry("a100000001", "2025-03-01", "f1", Ana=(30, 1), Bo=(-3, 0))._replace(note=FORMULA),
        entry("b200000002", "2026-03-01", "", **people),
        entry("b300000003", "2026-03-02", "", Ana=20, Bo=20),
    ).with_name("bo", "Bob")


def as_csv(shown: Played, comma: bool = False) -> str:
    return spreadsheet.written(files.rows(shown), comma)


def test_json_and_csv_bring_games_back() -> None:
    before = shelf()
    text = files.to_json(before)
    assert played_file.is_file(text)
    after, number = files.merged(Played(), files.read(text))
    assert (after, number) == (before, 3)
    assert files.merged(after, files.read(text)) == (before, 0)
    mine = Played().with_game(before.games[0]._replace(note="mine"))
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
        after, number = files.merged(Played(), files.read(as_csv(before, comma)))
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
    after, number = files.merged(Played(), found)
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
    after, number = files.merged(Played(), files.read(text))
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
        with pytest.raises(typed.Unclear):
            files.read(head + unclear)


@pytest.mark.parametrize(("first", "day"), [("day", "2026-03-05"), ("month", "2026-05-03")])
@awaited
async def test_person_is_asked_once_for_the_order_of_dates(first: str, day: str) -> None:
    store = MemoryStore()
    page = StandIn()
    await started(page, store)
    lines = "".join(f"{d}/3/2026,Ana,3\n{d}/3/2026,Bo,2\n" for d in (5, 6, 7))
    page.intent("field", json.dumps(["file", "day,name,total\n" + lines]))
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
    page.intent("field", json.dumps(["file", text]))
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
    page.intent("field", json.dumps(["file", files.to_json(shelf())]))
    assert len(stored(store)) == 3
    assert "3 games added." in str(page.regions["notice"])
    page.intent("companion-tap", "save:csv")
    table = page.files["cacao-played-2026-11-20.csv"]
    assert table == as_csv(played.from_text(store.get(PLACE) or ""), comma)
    assert table.startswith("\ufeffday;game" if comma else "\ufeffday,game")
    assert (";0,5;" if comma else ",0.5,") in table
    page.intent("field", json.dumps(["file", table]))
    assert "3 were already here" in str(page.regions["notice"])
    page.intent("field", json.dumps(["file", '{"format": "cacao-played", "version": 1}']))
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


# --- The clock -----------------------------------------------------------------------------------


def at(second: int) -> str:
    return f"2026-01-01T20:{second // 60:02}:{second % 60:02}.000+00:00"


def test_clock_counts_parts_of_seconds() -> None:
    one = Clock()
    for turn in range(21):
        one = one.going(turn % 2, f"2026-01-01T20:00:{0.95 * turn:09.6f}+00:00")
    times = one.paused("2026-01-01T20:00:19.950+00:00").times("")
    assert [clock.shown(time) for time in times] == ["0:10", "0:09"]
    clocks = Clocks(True).changed("", 2, lambda _old: one)
    assert clock.from_text(clock.to_text(clocks)) == clocks
    assert clock.from_text(clock.to_text(clocks).replace("9.5", "NaN")) == Clocks()


def test_clock_sums_each_turn_and_stops() -> None:
    one = Clock(spent=(0, 0, 0)).going(0, at(0)).going(1, at(30)).going(1, at(40)).going(2, at(45))
    assert one.times(at(50)) == (30, 15, 5)
    stopped = one.paused(at(50))
    assert stopped.times(at(500)) == (30, 15, 5)
    assert stopped.going(0, at(600)).times(at(601)) == (31, 15, 5)
    assert one.times(at(0)) == (30, 15, 0)  # somebody has put the device's clock back
    clocks = Clocks(True).changed("", 3, lambda _old: one)
    assert clock.from_text(clock.to_text(clocks)) == clocks
    for text in ("", "x", '{"clocks": [{"game": "", "spent": [1]}], "wanted": 1}'):
        assert clock.from_text(text) == Clocks()
    assert [clock.shown(n) for n in (5, 65, 3723)] == ["0:05", "1:05", "1:02:03"]


@awaited
async def test_clock_on_its_own_survives_a_reload() -> None:
    store = MemoryStore()
    page, app = await at_table(store)
    page.time = at(0)
    go(page, "clock/now", "clock:go")
    page.time = at(30)
    go(page, "clock/now", "clock:next")
    app.shell.tasks.cancel()
    page, app = await at_table(store)
    page.time = at(50)
    go(page, "clock/now", "clock:pause")
    assert re.findall(r"<b>(\d+:\d\d)</b>", page.dialog) == ["0:30", "0:20"]
    page.intent("companion-tap", "clock:anew")
    assert re.findall(r"<b>(\d+:\d\d)</b>", page.dialog) == ["0:00", "0:00"]
    page.intent("companion-undo", "")
    assert re.findall(r"<b>(\d+:\d\d)</b>", page.dialog) == ["0:30", "0:20"]
    app.shell.tasks.cancel()


@awaited
async def test_clock_beside_a_written_game_follows_the_turns() -> None:
    store = MemoryStore()
    notary = await notary_at_table(example("golden_v1_2_seed"), store)
    page, app = notary.page, notary.app
    assert "turn-clock" not in str(page.regions["hints"])
    page.intent("companion-go", "clock/now")
    page.intent("companion-tap", "clock:on")
    page.intent("close", "")
    page.time = at(0)
    session = notary.session
    companion = app.features.get("companion")
    companion.saved(session)
    page.time = at(20)
    assert "0:20" in str(app.shell.table.overlays.panel(session))
    page.intent("companion-clock", "")  # it is stopped by a tap
    page.time = at(90)
    assert "0:20" in str(page.regions["hints"])
    companion.saved(session)
    assert "0:20" in str(app.shell.table.overlays.panel(session))
    page.intent("companion-clock", "")
    page.time = at(95)
    page.intent("home", "")
    page.time = at(600)
    stored = clock.from_text(store.get("cacao.companion-clock") or "")
    assert stored.of(session.id, 2).times(page.time) == (25, 0)
    app.shell.tasks.cancel()
