"""The daily game: the same deal for everybody on a date, and what somebody made of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from cacao_core import Deal, ai
from cacao_core.tiles import Seat
from cacao_web.browser.json_text import read_json
from cacao_web.game.session import Session

PLAYERS: Final = 2


def deal_of(day: date) -> Deal:
    """The deal of a UTC date, the same everywhere and for ever."""
    digest = sha256(f"cacao daily {day.isoformat()}".encode()).digest()
    return Deal.shuffled(PLAYERS, seed=int.from_bytes(digest[:4], "big"))


def seat_of(day: date) -> Seat:
    """Where the person sits: one day first, one day second."""
    return day.toordinal() % PLAYERS


def day_of(text: str) -> date | None:
    """The date that a text names, in ISO 8601; None if it names none."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day


class Played(NamedTuple):
    """What a person made of a daily game, the first time.

    Attributes:
        level: the computer's.
        own: the person's gold.
        other: the computer's gold.
        won: 1 for a victory, 0.5 for a shared one, 0 for a defeat.
    """

    level: str
    own: int
    other: int
    won: float


def made(session: Session) -> Played | None:
    """What a game has come to that says to be a daily one; None if it is not, or not over.

    It is one only with the deal of its day and with one person, at the seat of the day, against
    a level: a file may say what it likes.
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
    return Played(level, scores[seat].total, scores[other].total, won)


History = Mapping[date, Played]
"""Day -> what was made of it."""


def to_text(history: History) -> str:
    """A history as it is kept."""
    return json.dumps({day.isoformat(): list(played) for day, played in sorted(history.items())})


def from_text(text: str) -> dict[date, Played]:
    """A history that was kept; what is damaged in it is left out."""
    try:
        data = read_json(text)
    except ValueError:
        return {}
    found: dict[date, Played] = {}
    for name, values in data.items() if isinstance(data, dict) else ():
        day = day_of(name)
        if day and (played := _played(values)):
            found[day] = played
    return found


def _played(values: object) -> Played | None:
    match values:
        case [str(level), int(own), int(other), (int() | float()) as won] if level in ai.LEVELS:
            return Played(level, own, other, float(won)) if won in (0, 0.5, 1) else None
    return None


def streak(history: History, today: date) -> int:
    """Days in a row that were won, up to today or, as long as today is open, yesterday."""
    day = today if today in history else today - timedelta(days=1)
    days = 0
    while day in history and history[day].won == 1:
        days += 1
        day -= timedelta(days=1)
    return days


def longest(history: History) -> int:
    """The longest row of days that were won."""
    return max((streak(history, day) for day in history), default=0)
