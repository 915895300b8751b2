"""At the table: what is tapped is kept, counted by the rules, and can be taken back."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from cacao_core import Deal, Game
from cacao_web.browser.store import MemoryStore
from cacao_web.features.companion import table
from cacao_web.features.companion.table import Board, ScorePad
from cacao_web.saves.book import MOST_BACK, Book, counted
from cacao_web.saves.saves import Saves
from tests.core.helpers import play_at_random
from tests.web.agricola import at_table
from tests.web.driven import awaited
from tests.web.standin import StandIn

PLACE = "cacao.companion-cacao"


def go(page: StandIn, place: str, *taps: str) -> None:
    page.intent("companion-go", place)
    for tap in taps:
        assert tap in re.findall(r'data-value="([^"]+)"', page.dialog), tap
        page.intent("companion-tap", tap)


@awaited
async def test_total_runs_along_while_points_are_counted() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "score/0", "count:gold:0:+10", "count:water:0:5", "count:suns:0:2")
    assert "Red: 16 gold so far" in page.dialog
    go(page, "score/temples", "temple:0:0:1")
    assert "Red: 22 gold so far" in page.dialog
    assert "Purple: −10 gold so far" in page.dialog


@awaited
async def test_screen_stays_on_at_the_table() -> None:
    page, app = await at_table(MemoryStore())
    assert page.awake
    page.intent("close", "")
    assert not page.awake
    page.intent("companion", "")
    page.intent("companion-go", "write/who")
    page.intent("companion-go", "write/begin")
    assert page.awake
    page.intent("settings", "")
    page.intent("close", "")
    assert page.awake
    page.intent("home", "")
    assert not page.awake
    page.intent("resume", app.saves.ids()[0])
    assert page.awake


def cells(page: StandIn) -> list[list[str]]:
    """The rows of the result, as text."""
    body = page.dialog.partition("<tbody>")[2]
    return [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in body.split("</tr>")[:-1]]


@pytest.mark.parametrize("players", [2, 4])
@awaited
async def test_whole_game_is_counted_by_taps_as_by_the_rules(players: int) -> None:
    game = Game(Deal.shuffled(players, 5))
    for _move in play_at_random(game, Random(5)):
        pass
    page, _app = await at_table(MemoryStore())
    go(page, "score/who", f"players:{players}")
    for seat, one in enumerate(game.players):
        tens, rest = divmod(one.gold, 10)
        taps = [f"count:gold:{seat}:+10"] * tens + [f"count:gold:{seat}:+1"] * rest
        boards = [
            f"count:{what}:{seat}:{getattr(one, what)}" for what in ("water", "suns", "cacao")
        ]
        go(page, f"score/{seat}", *taps, *boards)
    for number, temple in enumerate(game.temples()):
        for seat, workers in enumerate(temple.workers):
            go(page, "score/temples", *[f"temple:{number}:{seat}:1"] * workers)
    page.intent("companion-go", "score/result")
    scores = sorted(game.score(), key=lambda score: (-score.total, -score.cacao))
    totals = [int(row[4].replace("−", "-")) for row in cells(page)]
    assert totals == [score.total for score in scores]
    assert page.dialog.count(" won") == len(game.winners())


@awaited
async def test_taps_are_kept_at_once_and_taken_back() -> None:
    store = MemoryStore()
    page, app = await at_table(store)
    go(page, "score/who", "players:3")
    page.write("name-1", " Bo ")
    go(page, "score/1", "count:gold:1:+10", "count:gold:1:+5", "count:suns:1:2")
    page, app = await at_table(store)  # a reload
    go(page, "score/1")
    assert '<output class="amount">15</output>' in page.dialog
    assert ">Bo</h2>" in page.dialog
    for _tap in range(2):
        page.intent("companion-undo", "")
    assert '<output class="amount">10</output>' in page.dialog
    for _tap in range(9):
        page.intent("companion-undo", "")
    assert app.shell.notices is not None
    go(page, "score/who")
    assert page.dialog.count('name="name-') == 2
    assert " disabled" in page.dialog.partition("companion-undo")[2][:200]


@awaited
async def test_names_are_remembered_and_taken_by_a_tap() -> None:
    store = MemoryStore()
    page, _app = await at_table(store)
    page.intent("companion-go", "setup/who")
    page.write("name-0", "Ana")
    go(page, "setup/start", "start:0")
    assert "Ana starts." in page.dialog
    go(page, "setup/who")
    page.write("name-0", "")
    go(page, "setup/who", "take:Ana", "earlier:1")
    assert store.get(PLACE) is not None
    stored = json.loads(store.get(PLACE) or "")["now"]
    assert (stored["names"], stored["starter"]) == (["", "Ana"], 1)


@awaited
async def test_setting_up_names_what_goes_back_into_the_box() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "setup/who")
    go(page, "setup/box", "tick:P1", "tick:T")
    assert page.dialog.count('data-value="tick:') == 6
    assert page.dialog.count('aria-pressed="true"') == 2
    go(page, "setup/who", "players:4")
    go(page, "setup/box")
    assert page.dialog.count('data-value="tick:') == 2 * 4
    assert "9 worker tiles" in page.dialog
    go(page, "setup/lay", "tick:pile")
    assert "26 jungle tiles" in page.dialog


def test_numbers_stay_within_the_rules() -> None:
    now = ScorePad()
    for tap in ("count:gold:0:-5", "count:cacao:0:9", "count:suns:1:7", "count:water:1:30"):
        now = table.tapped(now, tap)
    assert now.boards == (Board(cacao=5), Board(suns=3, water=8))
    for _worker in range(20):
        now = table.tapped(now, "temple:0:1:1")
    assert now.temples[0] == (0, 12)
    assert table.tapped(now, "temple:1:0:-1").temples[1] == (0, 0)
    more = table.tapped(table.tapped(now, "players:4"), "colour:0")
    assert more.colours == ("purple", "red", "white", "yellow")
    assert table.tapped(more, "clear:all").boards == (Board(),) * 4
    for wrong in ("players:5", "colour:9", "earlier:0", "nothing", "temple:9:0:1", "start:4"):
        with pytest.raises((ValueError, LookupError, TypeError)):
            table.tapped(more, wrong)


@pytest.mark.parametrize("text", ["0", "-1", "6", "", "two"])
def test_number_of_people_has_bounds(text: str) -> None:
    assert counted("5", most=5) == 5
    with pytest.raises(ValueError, match=r"people|literal"):
        counted(text, most=5)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"now": 1, "past": []}', '{"now": {}, "past": 3}',
     '{"now": {"names": ["a"], "colours": [[1]], "boards": [], "temples": [], "starter": 0, '
     '"ticks": []}, "past": [null]}'],
)  # fmt: skip
def test_damaged_table_is_a_new_one(text: str) -> None:
    store = MemoryStore()
    store.set(PLACE, text)
    book = Book(Saves(store), "companion-cacao", table.from_data, table.to_data)
    assert book.now == ScorePad()
    book.change(lambda now: table.tapped(now, "players:4"))
    assert len(book.now.names) == 4


def test_way_back_has_an_end() -> None:
    book = Book(Saves(MemoryStore()), "companion-cacao", table.from_data, table.to_data)
    for _tap in range(MOST_BACK + 10):
        book.change(lambda now: table.tapped(now, "count:gold:0:+1"))
    while book.can_undo:
        book.undo()
    assert book.now.boards[0].gold == 10
