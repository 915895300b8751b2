"""Played games in a table that a spreadsheet has saved: a line for each player of each game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

from cacao_core.goods import SCORE_PARTS, SOURCES
from cacao_core.names import outline
from cacao_core.tiles import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from cacao_web.features.companion.evenings import dates
from cacao_web.features.companion.evenings import entry as entries
from cacao_web.features.companion.evenings.entry import MORE_SOURCES, EveningEntry
from cacao_web.game.players import KINDS, is_bot
from cacao_web.saves import spreadsheet

Line = dict[str, str]
_RESULTS: Final = frozenset({"name", "total", *SCORE_PARTS})
_ONCE: Final = ("day", "game", "place")
"""Columns that some people fill in the first line of a game only."""
_OURS: Final = ("match", "added", "link")
"""Columns that the page writes; if somebody else's of that name do not fit, they are left out."""
_TOLD: Final = (*_ONCE, "note", *_OURS)
_OWN: Final = 10
"""Names of games that the page has made are at least so long."""


class UnclearEntry(ValueError):
    """Day and month of the dates cannot be told apart."""

    def __init__(self, example: str) -> None:
        super().__init__(example)
        self.example = example


def read(text: str, first: str = "") -> tuple[list[EveningEntry], int]:
    """The games of a table, and how many cannot be read.

    Args:
        text: the table.
        first: what stands first in dates like 5/3/2026, if the person has told it.

    Raises:
        UnclearEntry: a person must tell it.
        ValueError: it is no such table.
    """
    lines = spreadsheet.read(text)
    days = [line["day"] for line in lines if "day" in line]
    first = first or dates.order(days)
    if not first and (unclear := [day for day in days if dates.is_unclear(day)]):
        raise UnclearEntry(unclear[0])
    entries, damaged = list[EveningEntry](), 0
    for game in _games(lines):
        try:
            entries.append(_entry(game, first))
        except (ValueError, TypeError, LookupError, OverflowError):
            damaged += 1
    return _apart(entries), damaged


# --- Which lines are a game ----------------------------------------------------------------------


def _games(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each game; nothing for those of which nobody can tell who played whom."""
    groups: dict[tuple[str, str, int], list[Line]] = {}
    rows = [line if line.keys() & _RESULTS else {} for line in lines]  # a remark is no result
    are_apart = not any(one and other for one, other in pairwise(rows))
    before, gaps = Line(), 0
    for given in rows:
        if not given:
            gaps += not are_apart  # some programs put an empty line after each
            continue
        # Some people write the day once for several lines.
        repeated = (
            {} if "day" in given else {name: before[name] for name in _ONCE if name in before}
        )
        line = before = repeated | given
        key = (line.get("day", ""), line.get("game", ""), 0 if "game" in line else gaps)
        groups.setdefault(key, []).append(line)
    for (_day, number, _gap), group in groups.items():
        parts = _parts(group)
        yield from [part for at, part in enumerate(parts) if not number or part not in parts[:at]]


def _parts(group: list[Line]) -> list[list[Line]]:
    """Lines of the same day and number, apart where somebody or a seat comes a second time."""
    parts = [[group[0]]]
    for line in group[1:]:
        if any(_is_another(line, other) for other in parts[-1]):
            parts.append([line])
        elif len(parts[-1]) == MAX_PLAYERS:
            return [[]]
        else:
            parts[-1].append(line)
    return parts if all(len(part) >= MIN_PLAYERS for part in parts) else [[]]


def _is_another(line: Line, other: Line) -> bool:
    """Whether two lines cannot be of one game."""
    if line.get("place", "") != other.get("place", "") and "place" in line and "place" in other:
        return True
    same = "seat" if "seat" in line and "seat" in other else "name"
    return bool(line.get(same)) and outline(line[same]) == outline(other.get(same, ""))


# --- A game --------------------------------------------------------------------------------------


def _entry(lines: Sequence[Line], first: str) -> EveningEntry:
    """A game of the lines of its players.

    Raises:
        ValueError, TypeError, LookupError, OverflowError: it is damaged.
    """
    ordered = sorted(lines, key=lambda line: _number(line.get("seat", "0")))
    row: Line = {name: line[name] for line in reversed(ordered) for name in _TOLD if name in line}
    day, number = dates.iso(row["day"], first), row.pop("game", "")
    seats = _seats(ordered)
    own = entries.is_id(number) and len(number) >= _OWN
    names = [day, number, row.get("place", ""), *(seat["name"] for seat in seats)]
    if not number:  # then the result tells it from another one
        names += [str(seat[part]) for seat in seats for part in SCORE_PARTS]
    data: dict[str, Any] = {
        **row,
        "id": number if own else _short(names),
        "day": day,
        "seats": seats,
    }
    try:
        return entries.from_data(data)
    except ValueError:
        return entries.from_data({name: data[name] for name in data if name not in _OURS})


def _short(parts: Iterable[str]) -> str:
    """A name for a game that has none, always the same."""
    return sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def _seats(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Plain data of the players."""
    wanted = [line.get("colour", "").lower() for line in lines]
    own = [colour in COLOURS and colour not in wanted[:at] for at, colour in enumerate(wanted)]
    free = iter([colour for colour in COLOURS if colour not in wanted])
    seats = []
    for line, colour, is_own in zip(lines, wanted, own, strict=True):
        seat = {"name": line.get("name", ""), "colour": colour if is_own else next(free)}
        kind = line.get("kind", "")
        kept_kind = {"kind": kind} if kind in KINDS or is_bot(kind) else {}
        seats.append({**seat, **_score(line), **kept_kind})
    return seats


def _score(line: Line) -> dict[str, int]:
    """Gold by source; what the total has besides these is gold."""
    parts = {name: _number(line[name]) for name in SCORE_PARTS if name in line}
    more = {name: _number(line[name]) for name in MORE_SOURCES if line.get(name)}
    score = dict.fromkeys(SCORE_PARTS, 0) | parts | more
    sum_of_parts = sum(score[name] for name in (*SOURCES, *more))
    if "total" in line or not parts:
        score["gold"] += _number(line["total"]) - sum_of_parts
    return score


def _number(text: str) -> int:
    """A whole number as spreadsheets write it, such as −3 or 31,00."""
    plain = re.sub(r"[\s\u2009\u202f]", "", text).replace("\u2212", "-")
    if not (match := re.fullmatch(r"([-+]?\d{1,9})(?:[.,]0*)?", plain, re.ASCII)):
        raise ValueError(f"{text!r:.40} is no number")
    return int(match[1])


def _apart(entries: Iterable[EveningEntry]) -> list[EveningEntry]:
    """The games, each with a name of its own."""
    seen: Counter[str] = Counter()
    games = []
    for entry in entries:
        seen[entry.id] += 1
        times = seen[entry.id]
        games.append(entry if times == 1 else entry._replace(id=_short([entry.id, str(times)])))
    return games
