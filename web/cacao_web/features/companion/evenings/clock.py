"""A clock for turns: how long each person at the table has thought in all."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from math import isfinite
from typing import Any, Final, NamedTuple

from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, Seat
from cacao_web.browser.json_text import read_json
from cacao_web.features.companion.evenings.entry import whole

MOST: Final = 8
"""Clocks that are kept: one for each of the latest games."""
_LONGEST: Final = 10_000_000
_MOST_TEXT: Final = 40


class Clock(NamedTuple):
    """The clock of a game."""

    game: str = ""
    """Name of a game that is written down; empty for one that is not."""
    spent: tuple[float, ...] = (0, 0)
    """Seconds of each seat, without the present turn."""
    seat: Seat = 0
    """The seat whose turn it is."""
    since: str = ""
    """The time when this seat began to think, ISO 8601, UTC; empty while it is paused."""

    def times(self, now: str) -> tuple[float, ...]:
        """Seconds of each seat, with the present turn."""
        more = _seconds(self.since, now) if self.since else 0
        return tuple(
            round(spent + more, 3) if at == self.seat else spent
            for at, spent in enumerate(self.spent)
        )

    def paused(self, now: str) -> Clock:
        """The same, stopped."""
        return self._replace(spent=self.times(now), since="")

    def going(self, seat: Seat, now: str) -> Clock:
        """The same while a seat thinks."""
        if self.since and seat == self.seat:
            return self
        return self.paused(now)._replace(seat=seat, since=now)

    def of(self, players: int) -> Clock:
        """The same for so many players."""
        spent = (*self.spent, *[0] * players)[:players]
        return self if spent == self.spent else self._replace(spent=spent, seat=0, since="")


class Clocks(NamedTuple):
    """The clocks of written games, the latest first."""

    wanted: bool = False
    """Whether a game that is written down shows its clock."""
    clocks: tuple[Clock, ...] = ()

    def of(self, game: str, players: int) -> Clock:
        """The clock of a game."""
        clock = next((one for one in self.clocks if one.game == game), Clock(game))
        return clock.of(players)

    def changed(self, game: str, players: int, change: Callable[[Clock], Clock]) -> Clocks:
        """With the clock of a game changed."""
        before = self.of(game, players)
        after = change(before)
        if after == before:
            return self
        rest = [one for one in self.clocks if one.game != game]
        return self._replace(clocks=(after, *rest)[:MOST])


def _seconds(since: str, now: str) -> float:
    """Seconds between two times; 0 if they are none, or a clock was put back."""
    try:
        gone = datetime.fromisoformat(now) - datetime.fromisoformat(since)
        return max(0.0, gone.total_seconds())
    except (ValueError, TypeError):
        return 0


def shown(seconds: float) -> str:
    """Seconds as people read them on a clock, such as 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# --- Storage -----------------------------------------------------------------------------------


def to_text(clocks: Clocks) -> str:
    rows = [one._asdict() for one in clocks.clocks]
    return json.dumps({"wanted": clocks.wanted, "clocks": rows})


def from_text(text: str) -> Clocks:
    """Stored clocks; damaged ones begin anew."""
    try:
        data = read_json(text)
        clocks = tuple(_clock(one) for one in data["clocks"][:MOST])
        return Clocks(data["wanted"] is True, clocks)
    except (ValueError, TypeError, LookupError, AttributeError):
        return Clocks()


def from_data(data: Any) -> Clock:  # noqa: ANN401  (whatever is stored)
    """A stored clock; a damaged one begins anew."""
    try:
        return _clock(data)
    except (ValueError, TypeError, LookupError):
        return Clock()


def _time(data: object) -> float:
    whole(int(data) if isinstance(data, float) and isfinite(data) else data, 0, _LONGEST)
    return data  # type: ignore[return-value]  # it is a number


def _clock(data: Any) -> Clock:  # noqa: ANN401  (whatever is stored)
    spent = tuple(_time(one) for one in data["spent"])
    whole(len(spent), MIN_PLAYERS, MAX_PLAYERS)
    seat = whole(data["seat"], 0, len(spent) - 1)
    return Clock(str(data["game"])[:_MOST_TEXT], spent, seat, str(data["since"])[:_MOST_TEXT])
