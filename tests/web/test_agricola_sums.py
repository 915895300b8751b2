"""Agricola: sums, campaigns and the board against the facts of the supplement."""

from __future__ import annotations

from typing import Any

import pytest

from cacao_core import CacaoError
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.scoring import Attempt, Campaign, Farm, Result, Series

# --- Agricola: a farm ------------------------------------------------------------------------

TABLE = {
    "fields": [-1, -1, 1, 2, 3, 4, 4],
    "pastures": [-1, 1, 2, 3, 4, 4],
    "grain": [-1, 1, 1, 1, 2, 2, 3, 3, 4, 4],
    "vegetables": [-1, 1, 2, 3, 4, 4],
    "sheep": [-1, 1, 1, 1, 2, 2, 3, 3, 4, 4],
    "boar": [-1, 1, 1, 2, 2, 3, 3, 4, 4],
    "cattle": [-1, 1, 2, 2, 3, 3, 4, 4],
}


@pytest.mark.parametrize("name", TABLE)
def test_categories_score(name: str) -> None:
    counts: list[dict[str, Any]] = [{name: count} for count in range(len(TABLE[name]))]
    assert [getattr(Farm(**count).score(), name) for count in counts] == TABLE[name]


def test_rest_of_a_farm() -> None:
    farm = Farm(
        unused=3, pastures=4, fenced_stables=4, rooms=5, house="stone", people=5,
        improvements=6, bonus=3, begging=2, wood=5, clay=2, reed=5, stone=9,
        joinery=True, pottery=True, basketmaker=True,
    )  # fmt: skip
    score = farm.score()
    assert (score.unused, score.stables, score.rooms, score.people) == (-3, 4, 10, 15)
    assert (score.cards, score.bonus) == (6, 3 + 2 + 0 + 3 - 6)
    assert score.total == -3 + 4 + 10 + 15 + 6 + 2 + 4 - 6
    assert Farm(rooms=4, house="clay").score().rooms == 4
    assert Farm(rooms=4).score().rooms == 0


@pytest.mark.parametrize(
    ("workshop", "material", "expected"),
    [
        ("joinery", "wood", [0, 0, 0, 1, 1, 2, 2, 3, 3]),
        ("pottery", "clay", [0, 0, 0, 1, 1, 2, 2, 3, 3]),
        ("basketmaker", "reed", [0, 0, 1, 1, 2, 3, 3]),
    ],
)
def test_workshops(workshop: str, material: str, expected: list[int]) -> None:
    for count, points in enumerate(expected):
        left: dict[str, Any] = {material: count}
        assert Farm(**left | {workshop: True}).score().bonus == points
        assert Farm(**left).score().bonus == 0


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"fenced_stables": 1}, "fenced stables: 1; there are 0 spaces inside fences"),
        ({"pastures": 2, "unused": 11, "fenced_stables": 3}, "there are 2 spaces inside fences"),
        ({"people": 6}, "people: 6; expected 2 to 5"),
        ({"unused": 14}, "16; a farmyard has 15 spaces"),
        ({"fields": 5, "rooms": 5, "pastures": 6}, "16; a farmyard has 15 spaces"),
        ({"sheep": -1}, "sheep: -1; expected 0 or more"),
        ({"begging": -1}, "begging: -1"),
        ({"house": "straw"}, "house: 'straw'; expected wood or clay or stone"),
        ({"house": ["wood"]}, "house: a list"),
        ({"grain": True}, "grain: True; expected a whole number"),
        ({"grain": 1.0}, "grain: 1.0"),
        ({"wood": "3"}, "wood: '3'; expected a whole number"),
        ({"joinery": 1}, "joinery: 1; expected True or False"),
        ({"bonus": 0.5}, "bonus: 0.5; expected a whole number"),
    ],
)
def test_farms_that_cannot_be(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        Farm(**wrong)


def test_farmyard_adds_up_to_15_spaces_or_says_what_is_off() -> None:
    farm = Farm(fields=4, pastures=2, unused=1, rooms=3, fenced_stables=2)
    assert scoring.off(farm, pasture_spaces=6, free_stables=1) == 0
    assert scoring.off(farm, pasture_spaces=4) == 3
    assert scoring.off(farm, pasture_spaces=8) == -1
    with pytest.raises(CacaoError, match="pasture spaces: 1; expected 2 or more"):
        scoring.off(farm, 1)
    with pytest.raises(CacaoError, match="stables: 5; expected 0 to 4"):
        scoring.off(farm, 6, 3)


def test_ties_go_to_building_materials_not_used_up_by_workshops() -> None:
    rich = Farm(wood=7, joinery=True, bonus=1)
    equal = Farm(bonus=4, stone=8)
    assert rich.score().total == equal.score().total
    assert scoring.ranking([rich, equal, Farm(bonus=4, clay=7), Farm()]) == [[1], [0, 2], [3]]
    for farms in ([], [Farm()] * 6, [None]):
        with pytest.raises(CacaoError):
            scoring.ranking(farms)  # type: ignore[arg-type]


def test_partners_count_the_lower_value_of_each_category() -> None:
    mine, yours = (
        Farm(fields=5, sheep=8, begging=1),
        Farm(pastures=4, sheep=4, people=4, improvements=3),
    )
    team = scoring.team([mine, yours])
    assert (team.fields, team.pastures, team.sheep, team.people) == (-1, -1, 2, 6)
    assert (team.cards, team.bonus) == (0, -3)
    assert team.total == -1 - 1 - 1 - 1 + 2 - 1 - 1 + 6 - 3
    assert scoring.team_product([mine, yours]) == mine.score().total * yours.score().total
    with pytest.raises(CacaoError):
        scoring.team([mine])


# --- Corrections -----------------------------------------------------------------------------


def test_cards_are_printed_points_and_bonus_is_all_else() -> None:
    farm = Farm(improvements=7, bonus=2, begging=2, wood=5, joinery=True)
    assert (farm.score().cards, farm.score().bonus) == (7, 2 + 2 - 6)
    assert Farm(bonus=-4).score().bonus == -4
    assert not hasattr(farm.score(), "begging")
    assert scoring.CATEGORIES[-2:] == ("cards", "bonus")


def test_fenced_stables_need_spaces_inside_fences_and_four_count() -> None:
    assert Farm(pastures=1, fenced_stables=4).score().stables == 4
    assert Farm(pastures=2, fenced_stables=6).score().stables == 4
    with pytest.raises(CacaoError, match="pasture spaces: 2; expected 3 or more"):
        scoring.off(Farm(pastures=1, fenced_stables=3), 2)


def test_card_allows_what_the_numbers_contradict() -> None:
    farm = Farm(fields=9, rooms=5, unused=3, fenced_stables=5, by_card=True)
    assert (farm.score().fields, farm.score().unused, farm.score().stables) == (4, -3, 4)
    assert scoring.off(farm, 0, 1) == 15 - 18
    with pytest.raises(CacaoError):
        Farm(by_card=1)  # type: ignore[arg-type]


def test_product_of_two_negative_totals_does_not_win() -> None:
    poor, rich = Farm(unused=13), Farm(fields=5, people=5)
    assert poor.score().total < 0 < rich.score().total
    product = scoring.team_product([poor, poor])
    assert product == -(poor.score().total ** 2)
    assert product < scoring.team_product([rich, rich])


def test_drafts_of_eight_take_one_kind_after_the_other() -> None:
    steps = scoring.WAYS["eight"]
    dealt = [step for step in steps if step.do == "deal"]
    assert [(step.occupations, step.improvements) for step in dealt] == [(8, 0), (0, 8)]
    half = len(steps) // 2
    for kind, part in (("occupations", steps[:half]), ("improvements", steps[half:])):
        assert part[-1].do == "discard"
        assert [getattr(step, kind) for step in part if step.do == "keep"] == [1] * 7
        assert getattr(part[-1], kind) == 1


def test_hands_by_number_have_seven_improvements() -> None:
    steps = scoring.WAYS["by number"]
    occupations = [(step.occupations, step.minimum) for step in steps if step.occupations]
    assert occupations == [(3, 1), (2, 3), (2, 4)]
    assert scoring.cards("by number", 4) == (28, 28)


def test_one_occupation_is_kept_from_game_to_game() -> None:
    one = ((Result(3), Result(2)),)
    after = Campaign(2, one, (("Baker", ""),))
    assert (after.occupations(0), after.occupations(1)) == (["Baker"], [])
    other = Campaign(2, one * 2, (("Baker", ""), ("Mason", "Cook")))
    assert (other.occupations(0), other.occupations(1)) == (["Mason"], ["Cook"])
    same = Campaign(2, one * 2, (("Baker", ""), ("Baker", "")))
    assert same.occupations(0) == ["Baker"]


def test_occupation_lost_and_gained_again_is_one() -> None:
    games = (Attempt(54, "Baker"), Attempt(60, "Cook"), Attempt(60, "Baker"))
    again = Series(games, ("Baker",))
    assert (again.permanent, again.hand) == (["Baker", "Cook"], 5)
    assert Series(games).permanent == ["Baker", "Cook"]
    assert Series(games[:2], ("Baker",)).permanent == ["Cook"]


def test_one_person_has_no_numbers_for_the_board() -> None:
    with pytest.raises(CacaoError, match="no numbers for one person"):
        scoring.refill(1, 1)


def test_extra_tiles_and_the_extra_copse() -> None:
    assert scoring.refill(3, 1, extra_tile=True) == scoring.refill(3, 1)
    with_both = scoring.refill(2, 1, extra_tile=True, extra_copse=True)
    assert (with_both["copse"], with_both["extra copse"]) == (("wood", 1), ("wood", 1))
    assert "extra copse" not in scoring.refill(4, 1, extra_copse=True)
    assert scoring.TILES[2][0] == "copse"
    assert scoring.TILES[3] == scoring.TILES[4] == ("animal market", "family growth")


# --- Agricola: campaigns ---------------------------------------------------------------------


def test_points_of_campaigns() -> None:
    assert [scoring.campaign_points(4, game) for game in (1, 2, 3)] == [
        (7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)
    ]  # fmt: skip
    assert [scoring.campaign_points(3, game) for game in (1, 2, 3)] == [
        (7, 5, 3), (8, 5, 2), (9, 5, 1)
    ]  # fmt: skip
    assert [scoring.campaign_points(2, game) for game in (1, 2, 3)] == [(1, 0), (2, 0), (3, 0)]
    wrong: list[tuple[Any, Any]] = [(1, 1), (5, 1), (2, 0), (2, 4), (True, 1), (2, 1.0), ("2", 1)]
    for players, game in wrong:
        with pytest.raises(CacaoError):
            scoring.campaign_points(players, game)


def test_campaign_of_three_games() -> None:
    first = (Result(30), Result(25, 3), Result(25, 4))
    campaign = Campaign(3, (first,), (("Baker", "", "Priest"),))
    assert campaign.points(1) == (7, 3, 5)
    assert (campaign.starters, campaign.fed) == ([0], [1])
    assert campaign.occupations(1) == []
    second, third = (Result(20), Result(31), Result(40)), (Result(40), Result(36), Result(20))
    campaign = Campaign(3, (first, second, third), (*campaign.kept, ("Cook", "Mason", "")))
    assert campaign.is_over
    assert campaign.occupations(0) == ["Cook"]
    rows = [(row.place, row.seat, row.points, row.score) for row in campaign.standings()]
    assert rows == [(1, 0, 7 + 2 + 9, 90), (2, 2, 5 + 8 + 1, 85), (3, 1, 3 + 5 + 5, 92)]


def test_campaign_points_that_are_equal_go_to_the_higher_sum() -> None:
    games = tuple((Result(one), Result(two)) for one, two in ((30, 20), (35, 34), (9, 40)))
    places = [(row.seat, row.points, row.place) for row in Campaign(2, games).standings()]
    assert places == [(1, 3, 1), (0, 3, 2)]
    shared = Campaign(2, ((Result(5), Result(5)),))
    assert shared.points(1) == (1, 1)
    assert (shared.starters, shared.fed) == ([0, 1], [])
    assert [row.place for row in shared.standings()] == [1, 1]


def test_targets_and_food_alone() -> None:
    targets = [scoring.solo_target(game) for game in range(1, 12)]
    assert targets == [50, 55, 59, 62, 64, 65, 66, 67, 68, 69, 70]
    assert [scoring.starting_food(score, 50) for score in (-3, 50, 51, 52, 57)] == [0, 0, 0, 1, 3]
    for wrong in (0, -1, True, 1.0, "1"):
        with pytest.raises(CacaoError):
            scoring.solo_target(wrong)  # type: ignore[arg-type]
    with pytest.raises(CacaoError):
        scoring.starting_food(50.0, 50)  # type: ignore[arg-type]


def test_series_alone_with_tries_and_permanent_occupations() -> None:
    series = Series((Attempt(51, "Baker"), Attempt(54), Attempt(50)))
    assert (series.game, series.target, series.tries, series.is_retry) == (2, 55, 2, True)
    assert (series.food, series.permanent, series.hand) == (0, ["Baker"], 6)
    series = Series((*series.attempts, Attempt(60, "Cook")), lost=("Baker",))
    assert (series.game, series.food, series.tries) == (3, 2, 0)
    assert (series.permanent, series.hand) == (["Cook"], 6)
    beyond = Series(tuple(Attempt(80) for _game in range(9)))
    assert (beyond.game, beyond.target) == (10, 69)
    assert (Series().game, Series().food, Series().hand) == (1, 0, 7)


# --- Agricola: the board ---------------------------------------------------------------------

ALWAYS = {
    "forest": ("wood", 3), "clay pit": ("clay", 1), "reed bank": ("reed", 1),
    "fishing": ("food", 1),
}  # fmt: skip
MORE: dict[int, dict[str, tuple[str, int]]] = {
    2: {},
    3: {"grove": ("wood", 2), "hollow": ("clay", 1)},
    4: {"copse": ("wood", 1), "grove": ("wood", 2), "hollow": ("clay", 2),
        "travelling players": ("food", 1)},
}  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pieces_are_put_on_the_board(players: int) -> None:
    usual = ALWAYS | MORE[players]
    assert scoring.refill(players, 1) == usual
    cards = scoring.open_cards(14)
    assert scoring.refill(players, 14, cards) == usual | {
        "sheep market": ("sheep", 1), "western quarry": ("stone", 1), "pig market": ("boar", 1),
        "cattle market": ("cattle", 1), "eastern quarry": ("stone", 1),
    }  # fmt: skip
    assert scoring.refill(players, 2, hand_cards=False) == usual | {"meeting place": ("food", 1)}


def test_extra_tile_and_cards() -> None:
    assert scoring.refill(2, 1, extra_tile=True) == ALWAYS | {"copse": ("wood", 1)}
    assert scoring.refill(2, 3, ["fencing", "sheep market"])["sheep market"] == ("sheep", 1)
    assert scoring.refill(2, 3, ["fencing"]) == ALWAYS
    wrong: list[tuple[Any, ...]] = [
        (0, 1), (5, 1), (2, 0), (2, 15), (True, 1), (2, 1.0), (2, 1, ["moon market"]),
        (2, 4, ["western quarry"]), (2, 9, ["cattle market"]), (2, 1, "sheep market"),
        (2, 2, ["sheep market"] * 2), (2, 1, (), 1), (2, 1, (), False, 1),
    ]  # fmt: skip
    for arguments in wrong:
        with pytest.raises(CacaoError):
            scoring.refill(*arguments)


def test_rounds_periods_and_harvests() -> None:
    assert [scoring.period(number) for number in range(1, 15)] == [
        1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6
    ]  # fmt: skip
    assert scoring.HARVESTS == (4, 7, 9, 11, 13, 14)
    assert (scoring.open_cards(4), len(scoring.open_cards(8))) == ([], 7)


def test_fills_are_shared_evenly() -> None:
    spaces = [*scoring.refill(4, 14, scoring.open_cards(14), hand_cards=False)]
    jobs = [scoring.job(space, ["Ana", "Bo", "Cleo"], 4) for space in spaces]
    assert {name: jobs.count(name) for name in jobs} == {"Ana": 5, "Bo": 5, "Cleo": 4}
    with pytest.raises(CacaoError):
        scoring.job("copse", ["Ana"], 2)


@pytest.mark.parametrize("way", scoring.WAYS)
def test_drafts_end_with_seven_of_each_kind(way: str) -> None:
    steps = scoring.WAYS[way]
    kept = [(step.occupations, step.improvements) for step in steps if step.do == "keep"]
    dealt, left = scoring.cards(way, 1), scoring.cards(way, 4)
    assert left == (4 * dealt[0], 4 * dealt[1])
    if kept:
        assert (sum(one for one, _two in kept), sum(two for _one, two in kept)) == (7, 7)
    with pytest.raises(CacaoError):
        scoring.cards(way, 6)
