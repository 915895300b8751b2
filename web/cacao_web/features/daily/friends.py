"""Results of friends in daily games: as a link, and as they are kept for a few days."""

from __future__ import annotations

import binascii
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.browser.json_text import read_json
from cacao_web.features.daily.address import STARTS
from cacao_web.features.daily.model import DailyResult, day_of, played
from cacao_web.game.setup.found import cleaned, joined

DAYS: Final = 7
"""A line stands for so many days."""
MOST: Final = 500
"""So many lines are kept: nobody reads more."""
_LONGEST: Final = 400
"""Characters of the longest payload that is read; the page makes two thirds of it at most."""
_MOST_LINES: Final = 100
"""So many lines of a text are read."""
_MOST_GOLD: Final = 999
_CHECK: Final = 3
_TO_URL: Final = bytes.maketrans(b"+/", b"-_")
_FROM_URL: Final = bytes.maketrans(b"-_", b"+/")


class DayResult(NamedTuple):
    """The result of somebody on a day."""

    day: date
    name: str  # empty if nobody knows
    played: DailyResult

    @property
    def key(self) -> object:
        """Day and person: a newer line takes the place of one with the same key."""
        return self.day, outline(self.name) or self.played


# --- As a link -----------------------------------------------------------------------------------


def fragment(line: DayResult) -> str:
    """The fragment of a line; it has check digits, so that a damaged one shows no other result."""
    own = line.played
    figures = f"{line.day.isoformat()} {own.level} {own.own} {own.other} {round(2 * own.won)}"
    data = f"{figures} {line.name}".encode(errors="ignore")
    coded = binascii.b2a_base64(_checked(data), newline=False).translate(_TO_URL)
    return f"daily={coded.decode('ascii').rstrip('=')}"


def _checked(data: bytes) -> bytes:
    return sha256(b"cacao daily line " + data).digest()[:_CHECK] + data


class Read(NamedTuple):
    """All lines of a text."""

    lines: tuple[DayResult, ...]
    damaged: int  # how many there cannot be read


def read(text: str) -> Read:
    """The lines of a text that mail programs and messengers may have changed."""
    lines: list[DayResult] = []
    damaged = 0
    text = cleaned(text)
    for start in islice(STARTS.finditer(text), _MOST_LINES):
        if line := joined(text, start.end(), _decoded):
            lines.append(line[0])
        else:
            damaged += 1
    return Read(tuple(lines), damaged)


def _decoded(word: str) -> DayResult | None:
    if len(word) > _LONGEST:
        return None
    try:
        padded = word.encode("ascii").translate(_FROM_URL) + b"=" * (-len(word) % 4)
        checked = binascii.a2b_base64(padded)
        if checked != _checked(checked[_CHECK:]):
            return None
        day, level, own, other, won, name = checked[_CHECK:].decode().split(" ", 5)
        return _line(day, [level, int(own), int(other), int(won) / 2], name)
    except ValueError:  # also what is not base64, or not UTF-8
        return None


def _line(day: str, result: object, name: str) -> DayResult | None:
    """The line of what a link or the store says; its name is one that can be shown."""
    when, one = day_of(day), played(result)
    if when is None or one is None or max(abs(one.own), abs(one.other)) > _MOST_GOLD:
        return None
    return DayResult(when, _shown(name), one)


def _shown(name: str) -> str:
    return tidied(tidied(name)[:LONGEST_NAME])


# --- As it is kept -------------------------------------------------------------------------------


def current(lines: Iterable[DayResult], today: date) -> list[DayResult]:
    """The lines that still stand, oldest first; somebody's clock may be a day ahead."""
    return [one for one in lines if -1 <= (today - one.day).days < DAYS]


def seen(
    arrived: Iterable[DayResult], history: Mapping[date, DailyResult], today: date
) -> list[DayResult]:
    """The lines that came by themselves and may be shown: not of a day that can still be played."""
    return [one for one in arrived if one.day in history or one.day < today]


def arrived(name: str, results: str) -> list[DayResult]:
    """The lines in the :func:`results` of somebody whose name the game with them tells."""
    return [one._replace(name=_shown(name)) for one in read(results).lines]


def results(history: Mapping[date, DailyResult], today: date) -> str:
    """A person's results that still stand, without a name; :func:`read` reads them."""
    lines = current((DayResult(day, "", one) for day, one in history.items()), today)
    return "#".join(fragment(line) for line in lines)


def added(lines: Iterable[DayResult], new: Iterable[DayResult], today: date) -> list[DayResult]:
    """The lines that are kept after new ones have come; of the same person's, the newest."""
    by_key = {one.key: one for one in lines}
    for result in new:
        by_key.pop(result.key, None)
        by_key[result.key] = result
    return current(by_key.values(), today)[-MOST:]


def of_day(lines: Iterable[DayResult], day: date) -> list[DayResult]:
    """The lines of a day, most gold first."""
    return sorted((one for one in lines if one.day == day), key=lambda one: -one.played.own)


def to_text(lines: Sequence[DayResult]) -> str:
    return json.dumps([[one.day.isoformat(), one.name, list(one.played)] for one in lines])


def from_text(text: str) -> list[DayResult]:
    """Read stored lines; damaged ones are left out."""
    try:
        data = read_json(text)
    except ValueError:
        return []
    lines = []
    for stored in data if isinstance(data, list) else ():
        match stored:
            case [str(day), str(name), result] if line := _line(day, result, name):
                lines.append(line)
    return lines
