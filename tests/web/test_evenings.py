"""Evenings at the table: games are listed, summed up and joined in matches; the clock."""

from __future__ import annotations

import json
import re

import pytest

from cacao_core.scoring import Score
from cacao_web.browser.store import MemoryStore
from cacao_web.features.companion.evenings import clock, contests, played, years
from cacao_web.features.companion.evenings.clock import Clock, Clocks
from cacao_web.features.companion.evenings.entry import EveningEntry, EveningPlace, to_data
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.saves.saves import Saves
from tests.core.helpers import example
from tests.web.agricola import at_table
from tests.web.driven import awaited, settled
from tests.web.standin import FullStore, StandIn
from tests.web.test_companion import go
from tests.web.test_writing import at_table as notary_at_table

PLACE = "cacao.companion-played"
COLOURS = ("red", "purple", "white", "yellow")


def entry(id: str, day: str, match: str = "", **gold: int | tuple[int, int]) -> EveningEntry:
    """A game of some people, in the order of their seats: gold, or gold and cacao."""
    seats = []
    for (name, one), colour in zip(gold.items(), COLOURS, strict=False):
        total, cacao = one if isinstance(one, tuple) else (one, 0)
        seats.append(
            EveningPlace(name, colour, Score(gold=total, temples=0, suns=0, water=0, cacao=cacao))
        )
    return EveningEntry(id, day, tuple(seats), match=match, added=f"{day}T12:00:00Z")


def several(*games: EveningEntry) -> PlayedEvenings:
    found = PlayedEvenings()
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
        page.write(f"name-{seat}", name)
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
    page.write("day", "no day")
    assert stored(store)[0]["day"] == "1998-05-01"


@awaited
async def test_place_of_the_day_is_proposed() -> None:
    store = MemoryStore()
    page = await kept(store, 3, 2)
    page.write("place", "Cabin")
    page.intent("companion-go", "played/new")
    page.intent("companion-go", "score/result")
    go(page, "played/keep")
    assert [one["place"] for one in stored(store)] == ["Cabin", "Cabin"]
    page.write("place", "Home")
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
        page.write("note", "mine")
    assert [one["note"] for one in stored(store)] == ["mine", "mine"]


@awaited
async def test_corrected_score_changes_the_kept_game() -> None:
    store = MemoryStore()
    page = await kept(store, 3, 2)
    page.write("note", "late")
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
    assert joined.apart("anna").key("Anna") == "anna"
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
    page.write("rename", "Bob")
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
    assert "0:20" in str(app.shell.table.overlays.first.panel(session))
    page.intent("companion-clock", "")  # it is stopped by a tap
    page.time = at(90)
    assert "0:20" in str(page.regions["hints"])
    companion.saved(session)
    assert "0:20" in str(app.shell.table.overlays.first.panel(session))
    page.intent("companion-clock", "")
    page.time = at(95)
    page.intent("home", "")
    page.time = at(600)
    stored = clock.from_text(store.get("cacao.companion-clock") or "")
    assert stored.of(session.id, 2).times(page.time) == (25, 0)
    app.shell.tasks.cancel()
