"""Dates as people and spreadsheets write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

DAY_FIRST, MONTH_FIRST = "day", "month"
_TIME: Final = re.compile(r"[T ]+\d{1,2}:\d\d.*", re.ASCII)
_YEAR_FIRST: Final = re.compile(r"(\d{4})[-./ ]+(\d{1,2})[-./ ]+(\d{1,2})", re.ASCII)
_YEAR_LAST: Final = re.compile(r"(\d{1,2})([-./]) ?(\d{1,2})[-./] ?(\d{4}|\d\d)", re.ASCII)
_NAMED: Final = re.compile(r"(\d{1,2})?[ .-]*([^\W\d_]{3,})[ .-]*(\d{1,2})?[ ,.-]+(\d{4}|\d\d)")
_NUMBER: Final = re.compile(r"\d{5}", re.ASCII)
_ZERO: Final = date(1899, 12, 30)
"""The day from which spreadsheets count."""
_MONTHS: Final = (
    "jan ene gen", "feb", "mar mär maa mrt", "apr abr", "may mai mei mag", "jun giu", "jul lug",
    "aug ago", "sep set", "oct okt ott", "nov", "dec dez dic",
)  # fmt: skip
"""The beginnings of months in our languages."""
_CENTURY: Final = 70
"""Two digits from here on are years of the last century."""


def order(texts: Iterable[str]) -> str:
    """The first part of dates like 5/3/2026: empty if none of them tells, or they disagree.

    With points between the numbers, the day is always first.
    """
    orders = set()
    for text in texts:
        if pair := _unclear(text):
            first, second = pair
            orders |= {MONTH_FIRST} if second > 12 else set()
            orders |= {DAY_FIRST} if first > 12 else set()
    return orders.pop() if len(orders) == 1 else ""


def is_unclear(text: str) -> bool:
    """Whether day and month of a date could be each other."""
    first, second = _unclear(text) or (0, 0)
    return first != second and max(first, second) <= 12


def _unclear(text: str) -> tuple[int, int] | None:
    """The first two numbers of a date that does not show its order by its form."""
    match = _YEAR_LAST.fullmatch(_TIME.sub("", text.strip()))
    return (int(match[1]), int(match[3])) if match and match[2] != "." else None


def iso(text: str, first: str = DAY_FIRST) -> str:
    """The date in ISO 8601.

    Args:
        text: the date.
        first: what stands first where the form does not tell it.

    Raises:
        ValueError: there is no such date.
    """
    text = _TIME.sub("", text.strip()).replace(" de ", " ")
    if match := _YEAR_FIRST.fullmatch(text):
        return date(int(match[1]), int(match[2]), int(match[3])).isoformat()
    if match := _YEAR_LAST.fullmatch(text):
        pair = int(match[1]), int(match[3])
        turned = match[2] != "." and _is_turned(*pair, first)
        day, month = pair[::-1] if turned else pair
        return date(_year(match[4]), month, day).isoformat()
    if match := _NAMED.fullmatch(text):
        return date(_year(match[4]), _month(match[2]), int(match[1] or match[3] or 0)).isoformat()
    if _NUMBER.fullmatch(text):
        return (_ZERO + timedelta(days=int(text))).isoformat()
    raise ValueError(f"{text!r:.40} is no date")


def _is_turned(first: int, second: int, order: str) -> bool:
    """Whether the month stands first; a number that can be no month decides."""
    return second > 12 or (first <= 12 and order == MONTH_FIRST)


def _year(text: str) -> int:
    year = int(text)
    return year if len(text) > 2 else year + (1900 if year >= _CENTURY else 2000)


def _month(name: str) -> int:
    start = name.lower()[:3]
    return next((at for at, names in enumerate(_MONTHS, 1) if start in names.split()), 0)
