"""The stored record of the puzzles that a person has tried, and the puzzle that comes next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_web.browser.json_text import read_json

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

START: Final = 1000
"""The rating of somebody who has not tried any puzzle."""
LOWEST, HIGHEST = 100, 3000
_STEPS: Final = ((10, 80), (30, 40))
"""Until as many puzzles as the first number were tried, a rating can change by the second."""
_USUAL_STEP: Final = 20
_SCALE: Final = 400
_SHARES: Final = (1.0, 0.5, 0.0)
"""The rest of a gain after no hint, one, and two."""
_NEAR: Final = 10
"""Number of puzzles at one's own rating from which the next one is taken."""
_REACH: Final = 100
"""They are at most so far from one's rating; if none is so near, they are about as near as the
nearest one."""
_AS_NEAR: Final = 40
_OF_A_DAY: Final = 1250
"""Highest rating of a day's puzzle: it is for everybody, also for those who begin at 1000."""

_CURVE: Final = 400
"""Number of ratings that are kept."""

FIRST, LATER, NOT_YET = "first", "later", "not yet"
"""The outcomes of a puzzle: solved at the first try, at a later one, or not yet."""


class Progress(NamedTuple):
    """The stored record of a person's puzzles."""

    rating: int = START  # the person's Elo
    results: Mapping[str, str] = MappingProxyType({})
    """Id of a puzzle -> how it was solved, in the order of the first tries."""
    row: int = 0  # how many were solved in a row, each at the first try without a hint
    longest: int = 0  # the longest such row
    days: Mapping[date, bool] = MappingProxyType({})
    """Date -> whether that day's puzzle was solved at the first try."""
    hinted: Mapping[str, int] = MappingProxyType({})
    """Id of a puzzle that was not solved yet -> how many hints were given for it."""
    begun: tuple[str, date] = ("", date.min)
    """Id of a day's puzzle that was put on the board on its day, and the day."""
    ratings: tuple[int, ...] = ()
    """The rating before the first of the latest tries and after each."""
    seen: frozenset[str] = frozenset()
    """Ids of puzzles that came in a storm: they are not new afterwards."""

    @property
    def solved(self) -> int:
        """Number of puzzles that were solved, at any try."""
        return sum(how != NOT_YET for how in self.results.values())

    def knows(self, id: str) -> bool:
        """Whether a puzzle was tried or came in a storm, so that no try of it counts any more."""
        return id in self.results or id in self.seen

    def has_solved(self, id: str) -> bool:
        """Whether a puzzle was solved, at any try."""
        return self.results.get(id, NOT_YET) != NOT_YET

    def hints(self, id: str) -> int:
        """The number of hints that were given for a puzzle."""
        return self.hinted.get(id, 0)

    def with_hints(self, id: str, number: int) -> Progress:
        """The progress after this many hints, or more, were given for a puzzle."""
        return self._replace(hinted={**self.hinted, id: max(number, self.hints(id))})


# --- The rating ----------------------------------------------------------------------------------


def expected(own: int, puzzle: int) -> float:
    """The share of such puzzles that somebody with a rating solves, by Elo."""
    return float(1 / (1 + 10 ** ((puzzle - own) / _SCALE)))


def change(progress: Progress, rating: int, *, solved: bool, hints: int) -> int:
    """The change of the person's rating by a first try.

    Args:
        progress: what was tried before.
        rating: of the puzzle.
        solved: whether it was solved.
        hints: how many hints were given; one halves a gain, two leave nothing of it.
    """
    tried = len(progress.results)
    step = next((step for limit, step in _STEPS if tried < limit), _USUAL_STEP)
    share = expected(progress.rating, rating)
    gain = step * (1 - share) * _SHARES[min(hints, 2)] if solved else -step * share
    return max(LOWEST, min(progress.rating + round(gain), HIGHEST)) - progress.rating


def tried(
    progress: Progress, puzzle: Puzzle, *, solved: bool, hints: int, day: date | None = None
) -> Progress:
    """The progress after a try; only the first one of a new puzzle changes the rating.

    Args:
        progress: before it.
        puzzle: what was tried.
        solved: whether it was solved.
        hints: how many hints were given.
        day: the date of which it is the puzzle, if any; the day's first try counts.
    """
    days = {**progress.days, day: solved and not hints} if day else progress.days
    days = {**days, **progress.days}
    if progress.knows(puzzle.id):
        result = progress.results.get(puzzle.id, NOT_YET)
        better = LATER if solved and result == NOT_YET else result
        return progress._replace(results={**progress.results, puzzle.id: better}, days=days)
    rating = progress.rating + change(progress, puzzle.rating, solved=solved, hints=hints)
    row = progress.row
    if not solved:
        row = 0
    elif not hints:
        row += 1
    return progress._replace(
        rating=rating,
        results={**progress.results, puzzle.id: FIRST if solved else NOT_YET},
        row=row,
        longest=max(progress.longest, row),
        days=days,
        ratings=(*(progress.ratings or (progress.rating,)), rating)[-_CURVE:],
    )


def day_for(progress: Progress, puzzle: Puzzle, today: Puzzle, now: date) -> date | None:
    """The date that a puzzle counts for, if it is put on the board now.

    A day's puzzle that was begun on its day still counts for it on the next one.
    """
    id, day = progress.begun
    if id == puzzle.id and day == now - timedelta(days=1):
        return day
    return now if puzzle.id == today.id else None


# --- Which puzzle --------------------------------------------------------------------------------


def of_day(puzzles: Iterable[Puzzle], day: date) -> Puzzle:
    """The puzzle of a UTC date, the same for everybody; none comes again before all were used."""
    shuffled = sorted(puzzles, key=lambda puzzle: _mixed(puzzle.id))
    fitting = [puzzle for puzzle in shuffled if puzzle.rating <= _OF_A_DAY] or shuffled
    return fitting[day.toordinal() % len(fitting)]


def following(puzzles: Sequence[Puzzle], progress: Progress, today: Puzzle) -> Puzzle:
    """The next puzzle at the person's rating: a new one, or else one that is still unsolved.

    The puzzle of the day is for the day. Until that has been tried, it stays the same one.
    """
    others = [puzzle for puzzle in puzzles if puzzle.id != today.id] or list(puzzles)
    results = progress.results
    fresh = [puzzle for puzzle in others if not progress.knows(puzzle.id)]
    if not fresh:
        order = {id: number for number, id in enumerate(results)}
        unsolved = [puzzle for puzzle in others if not progress.has_solved(puzzle.id)]
        return min(unsolved or others, key=lambda puzzle: order.get(puzzle.id, -1))

    def distance(puzzle: Puzzle) -> int:
        return abs(puzzle.rating - progress.rating)

    nearest = sorted(fresh, key=distance)[:_NEAR]
    reach = max(_REACH, distance(nearest[0]) + _AS_NEAR)
    near = [puzzle for puzzle in nearest if distance(puzzle) <= reach]
    return min(near, key=lambda puzzle: _mixed(f"{len(results)} {puzzle.id}"))


def _mixed(text: str) -> bytes:
    return sha256(text.encode()).digest()


# --- As text -------------------------------------------------------------------------------------


def to_text(progress: Progress) -> str:
    days = {day.isoformat(): solved for day, solved in sorted(progress.days.items())}
    id, day = progress.begun
    mappings = {"results": dict(progress.results), "hinted": dict(progress.hinted), "days": days,
                "ratings": list(progress.ratings), "seen": sorted(progress.seen)}  # fmt: skip
    return json.dumps(progress._asdict() | mappings | {"begun": [id, day.isoformat()]})


def from_text(text: str) -> Progress:
    """Read stored progress; what is damaged counts as missing."""
    try:
        data = read_json(text)
    except ValueError:
        return Progress()
    if not isinstance(data, dict):
        return Progress()
    results, days = data.get("results"), data.get("days")
    return Progress(
        max(LOWEST, min(_number(data.get("rating"), START), HIGHEST)),
        {
            id: how
            for id, how in (results.items() if isinstance(results, dict) else ())
            if how in (FIRST, LATER, NOT_YET)
        },
        _number(data.get("row"), 0),
        _number(data.get("longest"), 0),
        dict(_days(days if isinstance(days, dict) else {})),
        _hinted(data.get("hinted")),
        _begun(data.get("begun")),
        _ratings(data.get("ratings")),
        _seen(data.get("seen")),
    )


def _number(value: object, instead: int) -> int:
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if fits and isinstance(value, int) else instead


def _days(data: Mapping[str, object]) -> Iterable[tuple[date, bool]]:
    for name, solved in data.items():
        try:
            day = date.fromisoformat(name)
        except ValueError:
            continue
        if isinstance(solved, bool):
            yield day, solved


def _hinted(value: object) -> dict[str, int]:
    given = value.items() if isinstance(value, dict) else ()
    return {id: hints for id, hints in given if type(hints) is int and 0 < hints <= 2}


def _ratings(value: object) -> tuple[int, ...]:
    values = value if isinstance(value, list) else []
    return tuple(one for one in values if type(one) is int and LOWEST <= one <= HIGHEST)[-_CURVE:]


def _seen(value: object) -> frozenset[str]:
    values = value if isinstance(value, list) else []
    return frozenset(one for one in values if isinstance(one, str))


def _begun(value: object) -> tuple[str, date]:
    match value:
        case [str(id), str(day)]:
            with suppress(ValueError):
                return id, date.fromisoformat(day)
    return "", date.min
