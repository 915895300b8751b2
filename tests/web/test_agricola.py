"""At the table: the score pad and the round helper of Agricola."""

from __future__ import annotations

import asyncio
import json
import re
from xml.etree import ElementTree

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.helpers import deals, rounds
from cacao_web.features.agricola.helpers.deals import Deals
from cacao_web.features.agricola.helpers.rounds import Rounds
from cacao_web.features.agricola.pad import sheets as farms
from cacao_web.features.agricola.pad.sheets import Pad, Sheet
from cacao_web.features.agricola.scoring import Farm
from tests.web.agricola import at_table, go
from tests.web.driven import awaited


def pad_after(pad: Pad, *taps: str) -> Pad:
    for tap in taps:
        pad = farms.tapped(pad, tap)
    return pad


def test_farm_is_counted_by_taps_and_its_spaces_add_up() -> None:
    taps = [
        "set:0:fields:3", "set:0:pastures:2", "set:0:pasture_spaces:3", "set:0:fenced_stables:2",
        "step:0:free_stables:1", "set:0:rooms:3", "house:0:clay", "set:0:grain:4", "set:0:sheep:9",
        "step:0:people:1", "set:0:wood:5", "major:0:joinery", "major:0:well",
        "set:0:improvements:4", "step:0:begging:1", "step:0:bonus:-1",
    ]  # fmt: skip
    [sheet, other] = pad_after(Pad(), *taps).sheets
    assert sheet.counted == Farm(
        fields=3, pastures=2, fenced_stables=2, rooms=3, house="clay", grain=4, sheep=9,
        people=3, wood=5, joinery=True, improvements=4 + 2 + 4, begging=1, bonus=-1, unused=5,
        by_card=True,
    )  # fmt: skip
    assert (sheet.pasture_spaces, sheet.free_stables, sheet.contradiction) == (3, 1, None)
    assert (sheet.counted.score().cards, sheet.counted.score().bonus) == (10, -1 + 2 - 3)
    assert other == Sheet()


@pytest.mark.parametrize(
    ("taps", "one", "other"),
    [
        (["set:0:unused:11"], ("used", 2), ("unused", 11)),
        (["set:0:fields:9", "set:0:rooms:8"], ("used", 17), ("unused", 0)),
        (["set:0:fenced_stables:1"], ("fenced_stables", 1), ("pasture_spaces", 0)),
        (["set:0:pastures:3", "set:0:pasture_spaces:2"], ("pastures", 3), ("pasture_spaces", 2)),
        (["set:0:pasture_spaces:2"], ("pastures", 0), ("pasture_spaces", 2)),
        (["set:0:pastures:3", "set:0:fenced_stables:3", "set:0:free_stables:2"],
         ("fenced_stables", 3), ("free_stables", 2)),
    ],
)  # fmt: skip
def test_two_numbers_that_contradict_each_other_are_said_and_a_card_may_allow_them(
    taps: list[str], one: tuple[str, int], other: tuple[str, int]
) -> None:
    pad = pad_after(Pad(), *taps)
    assert pad.sheets[0].contradiction == (one, other)
    allowed = farms.tapped(pad, "card:0")
    assert allowed.sheets[0].contradiction is None
    assert farms.from_data(farms.to_data(allowed)) == allowed
    assert farms.tapped(allowed, "card:0") == pad


def test_numbers_stay_within_their_bounds() -> None:
    sheet = pad_after(Pad(), "set:0:people:9", "step:0:rooms:-5", "set:0:sheep:-1").sheets[0]
    assert (sheet.farm.people, sheet.farm.rooms, sheet.farm.sheep) == (5, 2, 0)
    for wrong in (
        "set:0:moon:1",
        "set:9:sheep:1",
        "set:0:sheep:x",
        "major:0:moon",
        "set:0:house:1",
    ):
        with pytest.raises((ValueError, LookupError, TypeError)):
            farms.tapped(Pad(), wrong)


def test_pastures_need_spaces_and_take_them_away() -> None:
    three = farms.changed(Sheet(), "pastures", 3)
    assert (three.pasture_spaces, three.farm.unused) == (3, 10)
    assert farms.changed(three, "pastures", 0) == Sheet()


def test_each_major_improvement_is_there_once() -> None:
    pad = pad_after(Pad(), "major:0:well", "major:1:well", "major:1:fireplace 2")
    assert [sheet.majors for sheet in pad.sheets] == [(), ("well", "fireplace 2")]
    assert farms.tapped(pad, "major:1:well").sheets[1].majors == ("fireplace 2",)


USUAL = {"fields": 4, "pastures": 3, "pasture_spaces": 4, "fenced_stables": 2, "rooms": 4,
         "grain": 5, "vegetables": 2, "sheep": 6, "boar": 3, "cattle": 2, "people": 4,
         "improvements": 3, "wood": 5}  # fmt: skip


@awaited
async def test_usual_farm_takes_at_most_25_taps() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/0", "pick:fields")
    taps = 1
    for what in farms.ASKED:
        value = USUAL.get(what, 2 if what == "people" else 0)
        assert 'class="keypad"' in page.dialog
        if what == "stone":
            break
        go_on = f"set:0:{what}:{value}"
        assert go_on in page.dialog, what
        page.intent("agricola-tap", go_on)
        taps += 1
        if what == "wood":
            break
    for tap in ("house:0:clay", "major:0:cooking hearth 4", "major:0:joinery", "major:0:well"):
        page.intent("agricola-tap", tap)
        taps += 1
    assert taps <= 25
    page.intent("agricola-go", "farm/result")
    farm = Farm(
        fields=4, pastures=3, fenced_stables=2, rooms=4, house="clay", grain=5, vegetables=2,
        sheep=6, boar=3, cattle=2, people=4, improvements=3 + 1 + 2 + 4, wood=5, joinery=True,
        unused=3,
    )  # fmt: skip
    assert f"<b>{farm.score().total}</b>" in page.dialog
    assert "contradict" not in page.dialog


@awaited
async def test_keypad_has_large_numbers_and_goes_away() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/0", "pick:wood", "keys:large", "set:0:wood:12")
    assert "set:0:clay:0" in page.dialog
    go(page, "farm/0", "pick:stone", "set:0:stone:3")
    assert 'class="keypad"' not in page.dialog
    go(page, "farm/0", "pick:sheep", "pick:sheep")
    assert 'class="keypad"' not in page.dialog


@awaited
async def test_pad_on_the_page_names_the_winner_and_the_tie() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/who", "players:4")
    go(page, "farm/1", "step:1:unused:-1")
    assert "2 spaces are used and 12 are unused" in page.dialog
    go(page, "farm/1", "step:1:begging:1", "step:1:unused:1")
    assert "All 15 spaces are counted." in page.dialog
    go(page, "farm/0", "step:0:wood:1")
    go(page, "farm/result")
    assert "Player 1 wins" in page.dialog
    assert "the most building materials left decide" in page.dialog
    rows = page.dialog.partition("<tbody>")[2]
    assert rows.index("Total") < rows.index("Field tiles")
    cells = re.findall(r"<td[^>]*><b>([^<]*)</b></td>", page.dialog)
    totals = [Farm(unused=13).score().total, Farm(unused=13, begging=1).score().total]
    assert [int(cell.replace("−", "-")) for cell in cells] == [
        totals[0], totals[1], totals[0], totals[0]
    ]  # fmt: skip
    page.intent("agricola-tap", "mode:lower")
    assert "Player 1 and Player 3 win" in page.dialog
    page.intent("agricola-undo", "")
    assert "Player 1 wins" in page.dialog


@awaited
async def test_undo_says_what_it_takes_back_and_shows_it() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/who", "players:3")
    page.intent("field", '["name-1", "Bo"]')
    go(page, "farm/1", "step:1:sheep:1", "major:1:well")
    go(page, "farm/2")
    page.intent("agricola-undo", "")
    assert "Taken back: Bo, Well." in page.regions["notice"]
    assert page.dialog.partition("</h2>")[0].endswith("Bo: −14") or "Bo: " in page.dialog
    go(page, "farm/0")
    page.intent("agricola-undo", "")
    assert "Taken back: Bo, Sheep: 1." in page.regions["notice"]
    assert 'data-value="step:1:sheep:1"' in page.dialog
    go(page, "rounds/now", "turn:fencing")
    page.intent("agricola-undo", "")
    assert "Taken back: Fencing." in page.regions["notice"]


@awaited
async def test_what_is_counted_leads_to_its_entry() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/0")
    for entry in ("points fields", "points bonus", "begging markers", "pasture", *scoring.MAJORS):
        assert f'data-value="entry/{entry}"' in page.dialog


@pytest.mark.parametrize(
    "data", [None, 1, {}, {"names": ["a"], "sheets": [{}], "mode": "alone"},
             farms.to_data(Pad()) | {"mode": "x"}, farms.to_data(Pad()) | {"names": ["a"] * 6}]
)  # fmt: skip
def test_damaged_pad_is_a_new_one(data: object) -> None:
    assert farms.from_data(data) == Pad()


def test_pad_is_read_as_it_was_written() -> None:
    pad = pad_after(Pad(), "players:5", "step:4:cattle:1", "major:3:pottery", "take:Ana")
    assert farms.from_data(farms.to_data(pad)) == pad
    assert pad.names[0] == "Ana"


@awaited
async def test_result_is_handed_on_as_a_picture() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/who", "players:4")
    page.intent("field", '["name-0", "Ana <3"]')
    go(page, "farm/3", "step:3:wood:1")
    go(page, "farm/result", "mode:lower")
    page.intent("agricola-picture", "save")
    await asyncio.sleep(0)
    [(picture, name, how)] = page.pictures
    root = ElementTree.fromstring(picture)  # our own
    texts = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert (name[:9], how) == ("agricola-", "save")
    assert any("Ana <3" in text for text in texts)
    assert len(texts) == 1 + (1 + len(scoring.CATEGORIES) + 2) * 5


@awaited
async def test_fourteen_rounds_with_the_cards_as_they_are_turned_up() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "rounds/who", "players:3")
    cards = [card for period in scoring.PERIODS for card in period]
    harvests = []
    for number, card in enumerate(cards, 1):
        go(page, "rounds/now")
        assert f"Round {number} of 14" in page.dialog
        if number not in scoring.HARVESTS:
            page.intent("agricola-tap", f"turn:{card}")
        if "ends with a harvest" in page.dialog:
            harvests.append(number)
        if number < 14:
            go(page, "rounds/now", "next:round")
    assert tuple(harvests) == scoring.HARVESTS
    assert page.dialog.count("<li>") == 4 + 2 + 5
    assert "next:round" not in page.dialog
    assert 'data-value="farm/who"' in page.dialog
    page.intent("agricola-undo", "")
    assert "Round 13 of 14" in page.dialog


@awaited
async def test_next_round_asks_for_the_card_that_was_turned_up() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "rounds/now", "next:round")
    assert "Round 1 of 14" in page.dialog
    assert "Which card was turned up" in page.dialog
    go(page, "rounds/now", "turn:sheep market")
    assert "Round 2 of 14" in page.dialog
    assert "+1" not in page.dialog
    assert "1 sheep" in page.dialog
    go(page, "rounds/now", "next:round", "next:anyway")
    assert "Round 3 of 14" in page.dialog
    assert "its goods are missing below" in page.dialog


def test_cards_lie_face_up_for_rounds_that_have_begun() -> None:
    now = rounds.tapped(rounds.tapped(Rounds(), "turn:fencing"), "turn:sheep market")
    assert now.turned == ("fencing",)
    assert "sheep market" not in now.refill()
    now = rounds.tapped(rounds.tapped(now, "next:round"), "turn:sheep market")
    assert now.refill()["sheep market"] == ("sheep", 1)
    for _round in range(3):
        now = rounds.tapped(now, "next:anyway")
    assert (now.round, now.turned) == (5, ())
    assert "sheep market" in now.refill()
    for wrong in ("turn:pig market", "players:5", "switch:rain", "rain"):
        with pytest.raises((ValueError, LookupError)):
            rounds.tapped(now, wrong)


def test_work_and_tiles() -> None:
    now = rounds.tapped(rounds.tapped(Rounds(), "switch:extra_tile"), "helpers:2")
    assert now.refill()["copse"] == ("wood", 1)
    assert {now.helper(space) for space in now.refill()} == {0, 1}
    assert rounds.tapped(now, "players:3").extra_tile
    assert not rounds.tapped(now, "players:1").extra_tile
    assert "meeting place" in rounds.tapped(now, "switch:hand_cards").refill()
    assert rounds.from_data(json.loads(json.dumps(now._asdict()))) == now
    for data in (None, {"round": 99}, {"turned": ["moon"]}, {"helpers": 9}, {"players": "2"},
                 {"names": ["a"]}, {"well": "x"}):  # fmt: skip
        assert rounds.from_data(data) == Rounds()


def test_well_brings_food_on_the_next_five_rounds() -> None:
    now = rounds.tapped(Rounds(round=3), "well:built")
    assert [number for number in range(1, 15) if now._replace(round=number).has_well] == [
        4, 5, 6, 7, 8
    ]  # fmt: skip
    late = Rounds(round=12, well=12)
    assert [number for number in range(1, 15) if late._replace(round=number).has_well] == [13, 14]


def test_beginners_lay_goods_on_permanent_spaces() -> None:
    now = rounds.tapped(Rounds(players=4, round=9), "switch:beginners")
    assert now.permanent() == {
        "grain seeds": (("grain", 1),), "vegetable seeds": (("vegetable", 1),),
        "market of materials": (("reed", 1), ("stone", 1)),
    }  # fmt: skip
    assert "vegetable seeds" not in now._replace(round=7).permanent()
    assert Rounds().permanent() == {}


@awaited
async def test_board_is_filled_by_people_with_names_by_the_house_rules_in_use() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/who")
    page.intent("field", '["name-0", "Ana"]')
    go(page, "rounds/who", "helpers:2")
    go(page, "rounds/now")
    assert "Ana" in page.dialog
    assert "Player 2" in page.dialog
    assert "house rule" not in page.dialog
    go(page, "deal/rules", "rule:6")
    go(page, "rounds/now")
    assert "Copse (house rule)" in page.dialog
    go(page, "rounds/who", "switch:extra_tile", "switch:hand_cards")
    go(page, "rounds/now")
    assert "the tile is blocked for the round" in page.dialog
    assert "Side Job: 1 stable for 1 wood" in page.dialog
    go(page, "rounds/who", "players:1")
    go(page, "rounds/now")
    assert "no numbers for the board of one person" in page.dialog


@awaited
async def test_one_person_is_offered_no_draft_and_steps_come_into_view() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "deal/who", "way:1", "players:1")
    offered = set(re.findall(r'data-value="way:(\d+)"', page.dialog))
    ways = list(scoring.WAYS)
    assert {ways[int(n)] for n in offered}.isdisjoint({"draft", "together", "eight", "quick"})
    assert page.dialog.count('aria-pressed="true"') == 2
    go(page, "deal/who", "players:3", "way:1")
    go(page, "deal/steps", "next:step")
    assert page.focused[-1] == "deal-step"


@awaited
async def test_way_to_deal_is_told_step_by_step() -> None:
    page, _app = await at_table(MemoryStore())
    for number, way in enumerate(scoring.WAYS):
        go(page, "deal/who", "players:3", f"way:{number}")
        go(page, "deal/steps")
        count = len(scoring.WAYS[way])
        assert page.dialog.count("<li") == count
        for _step in range(count - 1):
            go(page, "deal/steps", "next:step")
        assert "next:step" not in page.dialog
        assert ' aria-current="step"' in page.dialog.rpartition("<li")[2]
    go(page, "deal/who", "way:5")
    go(page, "deal/steps")
    assert "30 occupations and 30 minor improvements" in page.dialog
    go(page, "deal/rules", "rule:2")
    assert page.dialog.count('aria-pressed="true"') == 1
    page.intent("agricola-undo", "")
    assert 'aria-pressed="true"' not in page.dialog


def test_damaged_deals_begin_anew() -> None:
    kept = deals.tapped(deals.tapped(Deals(), "way:1"), "rule:0")
    assert deals.from_data(kept._asdict()) == kept
    damaged: list[object] = [
        None, {"way": "x"}, {"step": 5}, {"rules": ["x"]}, {"players": 7}, {"way": []},
    ]  # fmt: skip
    for data in damaged:
        assert deals.from_data(data) == Deals()
    for wrong in ("players:5", "way:99", "rule:99", "rain:1"):
        with pytest.raises((ValueError, LookupError)):
            deals.tapped(kept, wrong)
