"""A game with real tiles that was played: day, place, people and results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cacao_core import scoring
from cacao_core.goods import SOURCES, Score
from cacao_core.names import LONGEST_NAME, tidied
from cacao_core.rules import BASE
from cacao_core.scorepads.checks import places
from cacao_core.tiles import COLOURS, MAX_PLAYERS, MIN_PLAYERS, Seat
from cacao_web.features.companion.table import Board, board_of
from cacao_web.game.players import KINDS, PERSON, is_bot
from cacao_web.game.setup.expansion import Expansion
from cacao_web.saves.book import is_day
from cacao_web.ui.frame import LONGEST_NOTE

MORE_SOURCES: Final = ("huts", "masks", "gems")
"""Sources of gold that only games with modules have, in the order of their scores."""
_MOST_WORKERS: Final = 16
"""Workers that have room beside one temple, in any game."""
_LONGEST_EXPANSION: Final = 300
_MOST_GOLD: Final = 999
_MOST_TEMPLES: Final = 20
_ID: Final = re.compile(r"[0-9a-f]{1,20}", re.ASCII)
_LINK: Final = re.compile(r"[-\w~.]{0,4000}", re.ASCII)
_TIME: Final = re.compile(r"[-+:.TZ\d]{0,40}", re.ASCII)


class EveningPlace(NamedTuple):
    """A seat of a game, and how it ended there; the name is empty if nobody gave one."""

    name: str
    colour: str
    score: Score
    kind: str = PERSON


class EveningEntry(NamedTuple):
    """A game that was played."""

    id: str
    day: str  # ISO 8601
    seats: tuple[EveningPlace, ...]
    """Clockwise; those of a written game as in its record."""
    place: str = ""
    note: str = ""
    match: str = ""  # name of the match that it belongs to
    added: str = ""  # when it was kept, ISO 8601, UTC: games of a day are in this order
    temples: tuple[tuple[int, ...], ...] = ()
    """Of each temple the workers by seat, if it was counted."""
    link: str = ""  # deal and moves, if it was written down
    game: str = ""  # name of its saved game
    saved: str = ""  # when that was saved, as it was read
    expansion: str = ""
    """The choice of the expansions, as ``Expansion.text``."""
    boards: tuple[Board, ...] = ()
    """The boards of the score pad, in games with modules."""

    @property
    def scores(self) -> list[Score]:
        return [seat.score for seat in self.seats]

    @property
    def winners(self) -> list[Seat]:
        """Seats with the most gold; of these, those with the most cacao (docs/rules.md 5)."""
        return scoring.winners(self.scores)

    @property
    def ranking(self) -> list[list[Seat]]:
        """Seats by place, best first."""
        return places([(score.total, score.cacao) for score in self.scores])

    @property
    def order(self) -> tuple[str, str]:
        """Sort key: the day, and which game of it."""
        return self.day, self.added

    def is_like(self, other: EveningEntry) -> bool:
        """Whether it is the same game, wherever it was kept; copies have days of their own."""
        if self.id == other.id or (self.link and self.link == other.link):
            return True
        return (self.day, self.seats) == (other.day, other.seats) and not (self.link and other.link)


def is_id(text: str) -> bool:
    """Whether it can be the name of a game."""
    return bool(_ID.fullmatch(text))


def one_line(text: str, longest: int) -> str:
    """The typed text, without control characters, and not too long."""
    return tidied(text)[:longest]


# --- Storage -----------------------------------------------------------------------------------


def to_data(entry: EveningEntry) -> dict[str, Any]:
    """Plain data, for JSON; what is empty is left out."""
    data: dict[str, Any] = {name: value for name, value in entry._asdict().items() if value}
    data["seats"] = [
        {"name": seat.name, "colour": seat.colour, **seat.score}
        | ({} if seat.kind == PERSON else {"kind": seat.kind})
        for seat in entry.seats
    ]
    return data


def from_data(data: Any) -> EveningEntry:  # noqa: ANN401  (whatever is stored, or stands in a file)
    """An entry of plain data.

    Raises:
        ValueError, TypeError, LookupError, AttributeError: it is damaged.
    """
    seats = tuple(_place(one) for one in data["seats"])
    entry = EveningEntry(
        _fitting(_ID, data["id"]),
        str(data["day"]),
        seats,
        one_line(str(data.get("place", "")), LONGEST_NAME),
        one_line(str(data.get("note", "")), LONGEST_NOTE),
        _fitting(_ID, data.get("match", "0")).removeprefix("0"),
        _fitting(_TIME, data.get("added", "")),
        tuple(_row(row, len(seats)) for row in data.get("temples", ())),
        _fitting(_LINK, data.get("link", "")),
        _fitting(_ID, data.get("game", "0")).removeprefix("0"),
        _fitting(_TIME, data.get("saved", "")),
        Expansion.of_text(str(data.get("expansion", ""))[:_LONGEST_EXPANSION]).text,
        tuple(map(board_of, data.get("boards", ()))),
    )
    colours = [seat.colour for seat in seats]
    if not (
        is_day(entry.day)
        and MIN_PLAYERS <= len(seats) <= MAX_PLAYERS
        and len(set(colours)) == len(colours)
        and set(colours) <= set(COLOURS)
        and len(entry.temples) <= _MOST_TEMPLES
        and len(entry.boards) in (0, len(seats))
    ):
        raise ValueError("no such game")
    return entry


def _place(data: Any) -> EveningPlace:  # noqa: ANN401
    gold = [whole(data[name], -_MOST_GOLD, _MOST_GOLD) for name in SOURCES]
    kind = str(data.get("kind", PERSON))
    if kind not in KINDS and not is_bot(kind):
        raise ValueError(f"kind {kind!r:.40}")
    sources = dict(zip(SOURCES, gold, strict=True))
    sources |= {name: whole(data[name], 0, _MOST_GOLD) for name in MORE_SOURCES if name in data}
    score = Score(**sources, cacao=whole(data["cacao"], 0, BASE.storage))
    return EveningPlace(one_line(str(data["name"]), LONGEST_NAME), str(data["colour"]), score, kind)


def _row(row: Sequence[object], players: int) -> tuple[int, ...]:
    if len(row) != players:
        raise ValueError("workers of other seats")
    return tuple(whole(workers, 0, _MOST_WORKERS) for workers in row)


def whole(value: object, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises:
        ValueError: it is none.
    """
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"number {value!r:.40}")
    return value


def _fitting(pattern: re.Pattern[str], text: object) -> str:
    if not isinstance(text, str) or not pattern.fullmatch(text):
        raise ValueError(f"text {text!r:.40}")
    return text
