"""At the table: campaigns of Agricola, of several people and alone."""

from __future__ import annotations

import json
import re

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.agricola.campaigns import alone_view, party_view
from cacao_web.features.agricola.campaigns import party as campaigns
from cacao_web.features.agricola.campaigns.party import Alone, PartyCampaign
from cacao_web.features.agricola.scoring import Attempt, Farm, Result
from tests.web.agricola import at_table, go
from tests.web.driven import awaited
from tests.web.standin import StandIn


def score(page: StandIn, place: str, tap: str, score: int) -> None:
    """Tap a score on a page, from 0."""
    tens, ones = divmod(score, 10)
    go(page, place, *[f"{tap}:10"] * tens, *[f"{tap}:1"] * ones)


@awaited
async def test_new_campaign_begins_with_the_people_of_the_score_pad() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "campaign/who")
    assert 'value="Ana"' not in page.dialog
    go(page, "farm/who", "players:3")
    for seat, name in enumerate(("Ana", "Bo", "Cleo")):
        page.write(f"name-{seat}", name)
    go(page, "campaign/who")
    assert all(f'value="{name}"' in page.dialog for name in ("Ana", "Bo", "Cleo"))
    page.write("name-0", "Dan")
    go(page, "campaign/0", "end:0")
    go(page, "campaign/who")
    assert 'value="Dan"' in page.dialog


def test_people_of_the_pad_change_no_campaign_that_has_begun() -> None:
    begun = PartyCampaign(games=((Result(1), Result(2)),), kept=(("", ""),))
    named = PartyCampaign(("Ana", ""))
    for party, names in (
        *((campaign, ("Bo", "Cleo")) for campaign in (begun, named)),
        *((PartyCampaign(), seats) for seats in (("Bo",), ("", ""), (*"abcde",))),
    ):
        assert campaigns.seated(party, names) == party


@awaited
async def test_three_games_by_taps_over_reloads() -> None:
    store = MemoryStore()
    page, _app = await at_table(store)
    go(page, "campaign/who")
    page.write("name-0", "Ana")
    page.write("name-1", "Bo")
    go(page, "campaign/0")
    assert "Agree on who starts" in page.dialog
    score(page, "campaign/0", "score:0:0", 31)
    score(page, "campaign/0", "score:0:1", 42)
    go(page, "campaign/0", "end:0")
    assert "1 campaign point<" in page.dialog
    page.write("kept-0-0", "Baker")
    page, _app = await at_table(store)  # months later
    go(page, "campaign/1")
    assert "Bo starts." in page.dialog
    assert "Ana begins with 1 food more." in page.dialog
    assert "Ana starts with this occupation in play, for free: Baker." in page.dialog
    score(page, "campaign/1", "score:1:0", 40)
    go(page, "campaign/1", "end:1")
    page.write("kept-1-0", "Mason")
    go(page, "campaign/2")
    assert "Ana starts." in page.dialog
    assert "Ana starts with this occupation in play, for free: Mason." in page.dialog
    go(page, "campaign/2", "score:2:1:10", "end:2")
    assert 'name="kept-' not in page.dialog
    go(page, "campaign/result")
    assert "Bo wins" in page.dialog
    numbers = re.findall(r"<td>(?:<b>)?(\d+)", page.dialog)
    assert numbers == [*"10", "3", "4", "52", *"02", "0", "2", "71"]


@awaited
async def test_game_that_is_over_can_be_put_right_and_taken_back() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "campaign/who", "players:3")
    go(page, "campaign/0", "score:0:2:10", "end:0")
    assert page.dialog.count("campaign points") == 3
    assert page.dialog.count("materials:0:") == 2 * 2  # two are equal
    go(page, "campaign/0", "materials:0:1:1")
    go(page, "campaign/1")
    assert "Player 1 begins with 1 food more." in page.dialog
    go(page, "campaign/0", "score:0:0:10", "score:0:0:10")
    go(page, "campaign/1")
    assert "Player 1 starts." in page.dialog
    go(page, "campaign/who")
    assert page.dialog.count('data-value="players:') == 3
    assert re.findall(r'data-value="players:\d"[^>]* disabled', page.dialog)
    go(page, "campaign/1")
    for _tap in range(4):
        page.intent("agricola-undo", "")
    assert "end:0" in page.dialog  # the first game is the present one again


@awaited
async def test_score_pad_gives_scores_by_name_and_says_so() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/who", "players:3")
    for seat, name in enumerate(("Bo", "Ana", "Cleo")):
        page.write(f"name-{seat}", name)
    go(page, "farm/1", "step:1:unused:-1", "step:1:reed:1")
    go(page, "campaign/who", "players:2")
    assert "Ana" in page.dialog
    page.write("name-0", "Ana")
    page.write("name-1", "Dan")
    go(page, "campaign/0", "pad:all")
    points = Farm(unused=12).score().total
    told = f"Taken from the score pad: Ana: −{-points}. Not on it: Dan."
    assert told in page.regions["notice"]
    assert f'aria-label="Ana">−{-points}<' in page.dialog
    assert 'aria-label="Dan">0<' in page.dialog
    go(page, "farm/who", "players:1")
    go(page, "alone/now", "pad:all")
    points = Farm(unused=13).score().total
    assert f'aria-label="Points">−{-points}<' in page.dialog


@awaited
async def test_score_pad_without_names_gives_scores_by_seat() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "farm/1", "step:1:reed:1", "step:1:stone:1")
    go(page, "campaign/0", "pad:all", "end:0")
    go(page, "campaign/1")
    assert "Player 2 starts." in page.dialog  # by building materials


@awaited
async def test_fields_of_kept_occupations_say_whose_they_are() -> None:
    page, _app = await at_table(MemoryStore())
    go(page, "campaign/0", "score:0:0:10", "end:0")
    rows = re.findall(r'<label class="row"><span>([^<]*)</span><input', page.dialog)
    assert rows == ["Player 1", "Player 2"]


def test_victory_by_the_sum_of_scores_is_explained() -> None:
    games = tuple((Result(one), Result(two)) for one, two in ((30, 20), (35, 34), (9, 40)))
    party = PartyCampaign(games=games, kept=(("", ""),) * 3)
    assert "94 to 74" in party_view.screen("result", party, (), (), False)
    tied = party._replace(games=((Result(5), Result(5)),) * 3)
    assert "equal totals" in party_view.screen("result", tied, (), (), False)


def test_wrong_taps_and_damaged_campaigns() -> None:
    party = campaigns.tapped(campaigns.tapped(PartyCampaign(), "score:0:0:-10"), "end:0")
    party = campaigns.typed(campaigns.typed(party, "kept-0-1", "Cook"), "name-0", "A" * 99)
    assert party.campaign.occupations(1) == ["Cook"]
    assert len(party.names[0]) == 40
    assert campaigns.tapped(party, "end:0") == party
    assert campaigns.tapped(party, "players:4") == party
    assert campaigns.from_data(json.loads(json.dumps(party._asdict()))) == party
    assert campaigns.tapped(party, "clear:all") == PartyCampaign(party.names)
    for wrong in ("players:5", "players:1", "score:2:0:1", "rain:1", "score:0"):
        with pytest.raises((ValueError, LookupError, TypeError)):
            campaigns.tapped(PartyCampaign(), wrong)
    for field in ("name-9", "kept-0-0", "rain-1", "name"):
        with pytest.raises((ValueError, LookupError)):
            campaigns.typed(PartyCampaign(), field, "x")
    good = party._asdict()
    damaged: list[object] = [
        None, {**good, "kept": []}, {**good, "names": ["a"]}, {**good, "draft": [[1, 2]]},
        {**good, "games": [[[1, "2"], [3, 4]]]}, {**good, "games": [party.games[0]] * 4},
    ]  # fmt: skip
    for data in damaged:
        assert campaigns.from_data(data) == PartyCampaign()


def test_numbers_of_a_campaign_stay_within_bounds() -> None:
    party = PartyCampaign(draft=(Result(195), Result(-95)))
    for tap in ("score:0:0:10", "score:0:1:-10", "materials:0:0:-1"):
        party = campaigns.tapped(party, tap)
    assert party.draft == (Result(199), Result(-99))


@awaited
async def test_games_alone_with_a_retry_food_and_occupations() -> None:
    store = MemoryStore()
    page, _app = await at_table(store)
    go(page, "alone/now")
    assert "Game 1: 50 points to reach" in page.dialog
    assert "Deal yourself 7 occupations." in page.dialog
    score(page, "alone/now", "score", 49)
    assert "1 point is missing." in page.dialog
    go(page, "alone/now", "end:game")
    assert "played again, without food. 1 try so far." in page.dialog
    score(page, "alone/now", "score", 54)
    page.write("occupation-1", "Baker")
    go(page, "alone/now", "end:game")
    page, _app = await at_table(store)
    go(page, "alone/now")
    assert "Game 2: 55 points to reach" in page.dialog
    assert "Start with 2 food more." in page.dialog
    assert "Deal yourself 6 occupations." in page.dialog
    go(page, "alone/now", "lose:0")
    assert "Deal yourself 7 occupations." in page.dialog
    go(page, "alone/games")
    assert "Game 1: 49 of 50 points" in page.dialog
    assert page.dialog.count("<input") == 1
    page.write("occupation-1", "Master baker")
    go(page, "alone/now", "lose:0")
    assert ">Master baker</button>" in page.dialog
    assert "Deal yourself 6 occupations." in page.dialog
    page.intent("agricola-undo", "")
    assert "Deal yourself 7 occupations." in page.dialog


def test_alone_it_goes_on_beyond_the_eighth_game() -> None:
    alone = Alone()
    for _game in range(9):
        alone = alone._replace(draft=Attempt(70))
        alone = campaigns.tapped_alone(alone, "end:game")
    assert (alone.series.game, alone.series.target) == (10, 69)
    assert campaigns.alone_from_data(json.loads(json.dumps(alone))) == Alone()
    data = json.loads(json.dumps(alone._asdict()))
    assert campaigns.alone_from_data(data) == alone
    for wrong in ({"attempts": [["x", ""]]}, {"lost": 3}, {"draft": [1]}, {"draft": None}):
        assert campaigns.alone_from_data({**data, **wrong}) == Alone()
    for tap in ("rain:1", "lose:0", "score:x"):
        with pytest.raises((ValueError, LookupError)):
            campaigns.tapped_alone(alone, tap)
    with pytest.raises((ValueError, LookupError)):
        campaigns.typed_alone(alone, "occupation-99", "x")
    assert campaigns.tapped_alone(alone, "clear:all") == Alone()


def test_eight_games_that_are_won_are_praised_and_scores_can_be_put_right() -> None:
    alone = Alone(tuple(Attempt(70) for _game in range(8)))
    assert "All eight games are won!" in alone_view.screen("now", alone, 0, False)
    less = alone._replace(attempts=alone.attempts[:7])
    assert "All eight" not in alone_view.screen("now", less, 0, False)
    right = campaigns.tapped_alone(alone, "past:7:-10")
    assert (right.attempts[7].score, right.series.game) == (60, 8)
    assert "past:7:1" in alone_view.screen("games", alone, 0, False)
