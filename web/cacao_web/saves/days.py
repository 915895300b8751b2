"""Days on which a person has done something, such as played the daily game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta


def days_in_a_row(days: Mapping[date, bool], today: date) -> int:
    """Number of days in a row that count, up to today or, while today is open, yesterday.

    Args:
        days: the days that are over, and whether each counts; others do not.
        today: the last day.
    """
    day = today if today in days else today - timedelta(days=1)
    number = 0
    while days.get(day):
        number += 1
        day -= timedelta(days=1)
    return number
