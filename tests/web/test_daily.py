"""The daily game: deals by date, history and streak."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from cacao_web.features.daily import model as daily
from cacao_web.features.daily.model import Played

DAY = date(2026, 11, 21)
WON, SHARED, LOST = (Played("hard", 50, 40, won) for won in (1, 0.5, 0))


def history(*results: Played | None) -> dict[date, Played]:
    """Results of the days up to ``DAY``, the last one first."""
    return {DAY - timedelta(days=ago): made for ago, made in enumerate(results) if made}


def test_the_deal_of_a_date_stays_what_it_is() -> None:
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
def test_streak(results: tuple[Played | None, ...], row: int) -> None:
    assert daily.streak(history(*results), DAY) == row


def test_longest_streak() -> None:
    assert daily.longest(history(LOST, WON, WON, None, LOST, WON)) == 3
    assert daily.streak(history(WON, WON, LOST, WON), DAY, won=True) == 2
    assert daily.streak(history(LOST, WON), DAY, won=True) == 0
    assert daily.longest({}) == 0


def test_a_history_is_kept() -> None:
    kept = history(WON, None, LOST, SHARED)
    assert daily.from_text(daily.to_text(kept)) == kept


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "[" * 100_000, '{"2026-13-01": ["hard", 1, 2, 1]}', '{"2026-11-21": 5}',
     '{"2026-11-21": ["hard", 1, 2, 7]}', '{"2026-11-21": ["strong", 1, 2, 1]}'],
)  # fmt: skip
def test_what_is_damaged_is_left_out(text: str) -> None:
    assert daily.from_text(text) == {}
    good = '{"2026-11-21": ["easy", 3, 2, 1]'
    if text.startswith('{"'):
        assert daily.from_text(good + "," + text[1:].replace("-21", "-20")) == {
            DAY: Played("easy", 3, 2, 1)
        }
