"""The daily game: the same deal for everybody on a date, and the person's results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from typing import Final, NamedTuple

from cacao_core import Deal, ai
from cacao_core.tiles import Seat
from cacao_web.browser.json_text import read_json
from cacao_web.game.session import Session
from cacao_web.saves.days import days_in_a_row

PLAYERS: Final = 2


def deal_of(day: date) -> Deal:
    """The deal of a UTC date, the same everywhere, forever."""
    digest = sha256(f"cacao daily {day.isoformat()}".encode()).digest()
    return Deal.shuffled(PLAYERS, seed=int.from_bytes(digest[:4], "big"))


def seat_of(day: date) -> Seat:
    """The person's seat: it alternates from day to day."""
    return day.toordinal() % PLAYERS


def day_of(text: str) -> date | None:
    """The date of a text in ISO 8601; None if it is not a date."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day


class DailyResult(NamedTuple):
    """A person's first result in a daily game."""

    level: str  # the computer's
    own: int  # the person's gold
    other: int  # the computer's gold
    won: float  # 1 for a victory, 0.5 for a shared one, 0 for a defeat


def made(session: Session) -> DailyResult | None:
    """The result of a daily game; None if the game is not one, or is not over.

    Imported files may claim to be daily games. So the deal must be that of its day, and one person
    must play, at the seat of the day, against a level.
    """
    game, day = session.game, day_of(session.about.key_of("daily"))
    if day is None or not game.is_over or session.record.deal != deal_of(day):
        return None
    seat, other = seat_of(day), 1 - seat_of(day)
    level = session.sitters[other].kind
    if session.persons != [seat] or level not in ai.LEVELS:
        return None
    scores, winners = game.score(), game.winners()
    won = 1 / len(winners) if seat in winners else 0
    return DailyResult(level, scores[seat].total, scores[other].total, won)


History = Mapping[date, DailyResult]
"""Day -> the person's result."""


def to_text(history: History) -> str:
    return json.dumps({day.isoformat(): list(played) for day, played in sorted(history.items())})


def from_text(text: str) -> dict[date, DailyResult]:
    """Read a stored history; damaged entries are left out."""
    try:
        data = read_json(text)
    except ValueError:
        return {}
    results: dict[date, DailyResult] = {}
    for name, values in data.items() if isinstance(data, dict) else ():
        day = day_of(name)
        if day and (result := played(values)):
            results[day] = result
    return results


def played(values: object) -> DailyResult | None:
    """The result of plain data; None if it cannot be one."""
    match values:
        case [str(level), int(own), int(other), (int() | float()) as won] if level in ai.LEVELS:
            return DailyResult(level, own, other, float(won)) if won in (0, 0.5, 1) else None
    return None


def streak(history: History, today: date, *, won: bool = False) -> int:
    """Number of consecutive days, up to today or, while today is not played, yesterday.

    Args:
        history: all days.
        today: the last day.
        won: whether only days that were won count, not all that were played.
    """
    days = {day: one.won == 1 or not won for day, one in history.items()}
    return days_in_a_row(days, today)


def longest(history: History) -> int:
    """The longest sequence of days played."""
    return max((streak(history, day) for day in history), default=0)
