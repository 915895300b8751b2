"""Daily games, matches and the ladder as their models count them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cacao_core import CacaoError, ai
from cacao_core.scoring import Score
from cacao_web.features.daily import model as daily
from cacao_web.features.daily.model import DailyResult
from cacao_web.features.ladder.model import RUNGS, Rung
from cacao_web.game.matches.series import GAMES, Match, match_points

DAY = date(2026, 11, 21)
WON, SHARED, LOST = (DailyResult("hard", 50, 40, won) for won in (1, 0.5, 0))


def history(*results: DailyResult | None) -> dict[date, DailyResult]:
    """Results of the days up to ``DAY``, the last one first."""
    return {DAY - timedelta(days=ago): made for ago, made in enumerate(results) if made}


def test_deal_of_a_date_stays_what_it_is() -> None:
    """Everybody has the same, with every version of the page."""
    assert daily.deal_of(DAY).seed == 989320564
    assert daily.deal_of(DAY) == daily.deal_of(date(2026, 11, 21))
    days = [DAY + timedelta(days=ahead) for ahead in range(400)]
    assert len({daily.deal_of(day).seed for day in days}) == len(days)
    assert {daily.seat_of(day) for day in days} == {0, 1}
    assert daily.seat_of(DAY) != daily.seat_of(DAY + timedelta(days=1))


@pytest.mark.parametrize(
    ("results", "row"),
    [
        ((), 0),
        ((WON,), 1),
        ((None, WON, WON), 2),  # today is still open
        ((None, None, WON), 0),
        ((LOST, WON, WON), 3),  # who plays keeps it, even without winning
        ((WON, WON, SHARED, WON), 4),
        ((WON, None, WON), 1),
    ],
)
def test_streak(results: tuple[DailyResult | None, ...], row: int) -> None:
    assert daily.streak(history(*results), DAY) == row


def test_longest_streak() -> None:
    assert daily.longest(history(LOST, WON, WON, None, LOST, WON)) == 3
    assert daily.streak(history(WON, WON, LOST, WON), DAY, won=True) == 2
    assert daily.streak(history(LOST, WON), DAY, won=True) == 0
    assert daily.longest({}) == 0


def test_history_is_kept() -> None:
    kept = history(WON, None, LOST, SHARED)
    assert daily.from_text(daily.to_text(kept)) == kept


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "[" * 100_000, '{"2026-13-01": ["hard", 1, 2, 1]}', '{"2026-11-21": 5}',
     '{"2026-11-21": ["hard", 1, 2, 7]}', '{"2026-11-21": ["strong", 1, 2, 1]}'],
)  # fmt: skip
def test_damaged_days_are_left_out(text: str) -> None:
    assert daily.from_text(text) == {}
    good = '{"2026-11-21": ["easy", 3, 2, 1]'
    if text.startswith('{"'):
        assert daily.from_text(good + "," + text[1:].replace("-21", "-20")) == {
            DAY: DailyResult("easy", 3, 2, 1)
        }


def scores(*totals: int, cacao: tuple[int, ...] = ()) -> list[Score]:
    return [
        Score(gold=total, temples=0, suns=0, water=0, cacao=held)
        for total, held in zip(totals, cacao or (0,) * len(totals), strict=True)
    ]


def test_places_get_points_and_the_winner_starts() -> None:
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


def test_points_and_places_among_two_and_three() -> None:
    match = Match(2).after(scores(1, 2)).after(scores(1, 2)).after(scores(3, 2))
    assert [match.points(number) for number in range(GAMES)] == [(0, 1), (2, 0), (3, 0)]
    match = Match(3).after(scores(1, 2, 3)).after(scores(3, 2, 1)).after(scores(1, 3, 2))
    assert [sum(row.points) for row in match.standings()] == [17, 16, 12]
    match = Match(2).after(scores(10, 20)).after(scores(30, 10)).after(scores(8, 9))
    assert [sum(row.points) for row in match.standings()] == [3, 3]
    assert [(row.player, row.place, sum(row.totals)) for row in match.standings()] == [
        (1, 1, 58),
        (0, 2, 29),
    ]
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
        row = match_points(players, number)
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
