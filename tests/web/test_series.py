"""Several games as one match, and the solo ladder."""

from __future__ import annotations

import pytest

from cacao_core import CacaoError, ai
from cacao_core.scorepads.campaigns import GAMES, campaign_points
from cacao_core.scoring import Score
from cacao_web.features.ladder.model import RUNGS, Rung
from cacao_web.game.series import Match


def scores(*totals: int, cacao: tuple[int, ...] = ()) -> list[Score]:
    return [
        Score(total, 0, 0, 0, held)
        for total, held in zip(totals, cacao or (0,) * len(totals), strict=True)
    ]


def test_places_get_the_points_of_their_game_and_the_winner_starts_the_next() -> None:
    match = Match(4).after(scores(10, 40, 30, 20))
    assert match.points(0) == (3, 7, 5, 4)
    assert match.seating() == [1, 2, 3, 0]
    match = match.after(scores(5, 50, 10, 20))  # player 2 wins from the second seat
    assert match.points(1) == (5, 2, 8, 3)
    assert match.starter == 2
    match = match.after(scores(9, 8, 7, 6))  # players 2, 3, 0, 1
    assert match.points(2) == (3, 1, 9, 6)
    assert match.is_over
    assert [(row.player, row.place, sum(row.points)) for row in match.standings()] == [
        (2, 1, 22),
        (3, 2, 13),
        (0, 3, 11),
        (1, 4, 10),
    ]
    with pytest.raises(CacaoError):
        match.after(scores(1, 2, 3, 4))


def test_with_two_and_three_players() -> None:
    match = Match(2).after(scores(1, 2)).after(scores(1, 2)).after(scores(3, 2))
    assert [match.points(number) for number in range(GAMES)] == [(0, 1), (2, 0), (3, 0)]
    match = Match(3).after(scores(1, 2, 3)).after(scores(3, 2, 1)).after(scores(1, 3, 2))
    assert [sum(row.points) for row in match.standings()] == [17, 16, 12]


def test_equal_points_go_to_the_higher_sum_of_scores() -> None:
    match = Match(2).after(scores(10, 20)).after(scores(30, 10)).after(scores(8, 9))
    assert [sum(row.points) for row in match.standings()] == [3, 3]
    assert [(row.player, row.place, sum(row.totals)) for row in match.standings()] == [
        (1, 1, 58),
        (0, 2, 29),
    ]


def test_shared_places() -> None:
    match = Match(3).after(scores(20, 20, 5))
    assert match.points(0) == (7, 7, 3)
    assert match.starter == 0
    assert [row.place for row in match.standings()] == [1, 1, 3]
    match = Match(3).after(scores(20, 20, 5, cacao=(0, 1, 0)))
    assert match.points(0) == (5, 7, 3)
    assert match.starter == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_never_rise_with_the_place(players: int) -> None:
    for number in range(1, GAMES + 1):
        row = campaign_points(players, number)
        assert len(row) == players
        assert list(row) == sorted(row, reverse=True)


@pytest.mark.parametrize(("players", "games"), [(1, 0), (5, 0), (2, 4)])
def test_matches_that_do_not_exist(players: int, games: int) -> None:
    one = Match(2).after(scores(1, 2)).games[0]
    with pytest.raises(CacaoError):
        Match(players, (one,) * games)


def test_targets_rise_and_are_reached_by_gold_and_victory() -> None:
    assert len(RUNGS) == 8
    strongest = [max(map(ai.LEVELS.index, rung.levels)) for rung in RUNGS]
    assert strongest[0] == 0
    assert strongest == sorted(set(strongest))
    assert strongest[-1] >= ai.LEVELS.index("expert")
    for players in (2, 3):
        gold = [rung.gold for rung in RUNGS if len(rung.levels) + 1 == players]
        assert gold == sorted(set(gold))
    rung = Rung(("easy",), 30, wins=True)
    assert rung.reached(scores(30, 20), [0], seat=0)
    assert not rung.reached(scores(29, 20), [0], seat=0)
    assert not rung.reached(scores(30, 31), [1], seat=0)
    assert Rung(("easy",), 30).reached(scores(30, 31), [1], seat=0)
