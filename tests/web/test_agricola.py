"""At the table: the score pad and the round helper of Agricola."""

from __future__ import annotations

import asyncio
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
        *["step:0:fields:1"] * 3, *["step:0:pastures:1"] * 2, "step:0:pasture_spaces:1",
        *["step:0:fenced_stables:1"] * 2, "step:0:free_stables:1", "step:0:rooms:1",
        "house:0:clay", *["step:0:grain:1"] * 4, *["step:0:sheep:1"] * 9, "step:0:people:1",
        *["step:0:wood:1"] * 5, "workshop:0:joinery", "step:0:improvements:1",
        *["step:0:improvements:1"] * 3, "step:0:begging:1",
    ]  # fmt: skip
    [sheet, other] = pad_after(Pad(), *taps).sheets
    assert sheet.farm == Farm(
        fields=3, pastures=2, fenced_stables=2, rooms=3, house="clay", grain=4, sheep=9,
        people=3, wood=5, joinery=True, improvements=4, begging=1, unused=5,
    )  # fmt: skip
    assert (sheet.pasture_spaces, sheet.free_stables, sheet.off) == (3, 1, 0)
    assert other == Sheet()


def test_spaces_that_are_off_are_said_others_refused() -> None:
    start = Sheet()
    assert farms.stepped(start, "unused", 1) is None
    assert farms.stepped(start, "rooms", -1) is None
    assert farms.stepped(start, "pasture_spaces", 1) is None
    assert farms.stepped(start, "sheep", -1) is None
    fewer = farms.stepped(start, "unused", -2)
    assert fewer is not None
    assert fewer.off == 2
    stables = start._replace(free_stables=4)
    assert farms.stepped(stables, "fenced_stables", 1) is None
    six = farms.stepped(Sheet(Farm(people=5, unused=13)), "people", 1)
    assert six is None
    fenced = farms.stepped(start, "pastures", 1)
    assert fenced is not None
    assert farms.stepped(fenced, "pastures", -1) == start


@awaited
async def test_pad_on_the_page_names_the_winner_and_the_tie() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/who", "players:4")
    go(page, "farm/1", "step:1:unused:-1")
    assert "1 of 15 spaces is missing." in page.dialog
    go(page, "farm/1", "step:1:begging:1", "step:1:unused:1")
    go(page, "farm/0", "step:0:wood:1")
    go(page, "farm/result")
    assert "Player 1 wins" in page.dialog
    assert "the most building materials left decide" in page.dialog
    cells = re.findall(r"<td><b>([^<]*)</b></td>", page.dialog)
    totals = [Farm(unused=13).score().total, Farm(unused=13, begging=1).score().total]
    assert [int(cell.replace("−", "-")) for cell in cells] == [
        totals[0], totals[1], totals[0], totals[0]
    ]  # fmt: skip
    page.intent("agricola-tap", "mode:lower")
    assert "Player 1 and Player 3 win" in page.dialog
    page.intent("agricola-undo", "")
    assert "Player 1 wins" in page.dialog


@pytest.mark.parametrize(
    "data", [None, 1, {}, {"names": ["a"], "sheets": [{}], "mode": "alone"},
             farms.to_data(Pad()) | {"mode": "x"}, farms.to_data(Pad()) | {"names": ["a"] * 6}]
)  # fmt: skip
def test_damaged_pad_is_a_new_one(data: object) -> None:
    assert farms.from_data(data) == Pad()


def test_pad_is_read_as_it_was_written() -> None:
    pad = pad_after(Pad(), "players:5", "step:4:cattle:1", "workshop:3:pottery", "take:Ana")
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
async def test_fourteen_rounds_by_one_tap_each() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "rounds/who", "players:3")
    go(page, "rounds/now", "turn:sheep market")
    assert page.dialog.count("<li>") == 4 + 2 + 1
    harvests = [1] if "harvest" in page.dialog else []
    for number in range(2, 15):
        go(page, "rounds/now", "next:round")
        assert f"Round {number} of 14" in page.dialog
        if "ends with a harvest" in page.dialog:
            harvests.append(number)
    assert tuple(harvests) == scoring.HARVESTS
    assert page.dialog.count("<li>") == 4 + 2 + 5
    assert "next:round" not in page.dialog
    page.intent("agricola-undo", "")
    assert "Round 13 of 14" in page.dialog


def test_cards_lie_face_up_for_rounds_that_have_begun() -> None:
    now = rounds.tapped(rounds.tapped(Rounds(), "turn:fencing"), "turn:sheep market")
    assert now.turned == ("fencing",)
    assert "sheep market" not in now.refill()
    now = rounds.tapped(rounds.tapped(now, "next:round"), "turn:sheep market")
    assert now.refill()["sheep market"] == ("sheep", 1)
    for _round in range(3):
        now = rounds.tapped(now, "next:round")
    assert (now.round, now.turned) == (5, ())
    assert "sheep market" in now.refill()
    for wrong in ("turn:pig market", "players:5", "switch:rain", "rain"):
        with pytest.raises((ValueError, LookupError)):
            rounds.tapped(now, wrong)


def test_work_and_tiles() -> None:
    now = rounds.tapped(rounds.tapped(Rounds(), "switch:extra_tile"), "helpers:2")
    assert now.refill()["copse"] == ("wood", 1)
    assert {now.helper(space) for space in now.refill()} == {1, 2}
    assert not rounds.tapped(now, "players:3").extra_tile
    assert "meeting place" in rounds.tapped(now, "switch:hand_cards").refill()
    assert rounds.from_data(rounds.to_data(now)) == now
    for data in (None, {"round": 99}, {"turned": ["moon"]}, {"helpers": 9}, {"players": "2"}):
        assert rounds.from_data(data) == Rounds()


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
    assert deals.from_data(deals.to_data(kept)) == kept
    damaged: list[object] = [
        None, {"way": "x"}, {"step": 5}, {"rules": ["x"]}, {"players": 7}, {"way": []},
    ]  # fmt: skip
    for data in damaged:
        assert deals.from_data(data) == Deals()
    for wrong in ("players:5", "way:99", "rule:99", "rain:1"):
        with pytest.raises((ValueError, LookupError)):
            deals.tapped(kept, wrong)
