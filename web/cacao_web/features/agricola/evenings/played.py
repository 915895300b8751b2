"""Games of Agricola that were played: what was on the score pad, with day, place and note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.features.agricola import scoring
from cacao_web.features.agricola.pad import sheets
from cacao_web.features.agricola.pad.sheets import Pad
from cacao_web.saves.book import is_day
from cacao_web.ui.frame import LONGEST_NOTE

_HEADS: Final = ("day", "game", "place", "seat", "name", *scoring.CATEGORIES, "total",
                 "materials", "rank", "won", "note")  # fmt: skip


class Evening(NamedTuple):
    """A game that was played."""

    id: str
    day: str  # ISO 8601
    pad: Pad
    place: str = ""
    note: str = ""

    @property
    def winners(self) -> list[int]:
        """Seats that have won, each alone or with a partner."""
        if self.pad.is_team:
            teams = self.pad.teams()
            best = max(points for _seat, points in teams)
            return [one for seat, points in teams if points == best for one in (seat, seat + 2)]
        return scoring.ranking(self.pad.farms)[0]

    @property
    def totals(self) -> list[int]:
        return [farm.score().total for farm in self.pad.farms]


Played = tuple[Evening, ...]
"""All of them, by day, the oldest first."""


class AgricolaRow(NamedTuple):
    """The games of a person."""

    name: str  # as it was written last
    games: int
    wins: float  # a victory shared by n counts as 1/n
    points: float  # on average
    best: int


def find(played: Played, id: str) -> Evening | None:
    return next((one for one in played if one.id == id), None)


def having(played: Played, *evenings: Evening) -> Played:
    """With games, in place of those of the same names."""
    rest = [one for one in played if find(evenings, one.id) is None]
    return tuple(sorted([*rest, *evenings], key=lambda one: one.day))


def missing(played: Played, others: Played) -> Played:
    """Those of a file that are not here yet."""
    return tuple({one.id: one for one in others if find(played, one.id) is None}.values())


def without(played: Played, id: str) -> Played:
    return tuple(one for one in played if one.id != id)


def told(played: Played, id: str, field: str, text: str) -> Played:
    """With another day, place or note of a game; a day that is none changes nothing.

    Raises:
        ValueError: there is no such field.
    """
    evening = find(played, id)
    if field not in ("day", "place", "note"):
        raise ValueError(f"field {field!r:.40}")
    if evening is None or (field == "day" and not is_day(text)):
        return played
    changes: dict[str, Any] = {field: text[: LONGEST_NOTE if field == "note" else LONGEST_NAME]}
    return having(played, evening._replace(**changes))


def chosen(played: Played, players: int, year: str) -> Played:
    """The games with a number of players (0: all) in a year (empty: all)."""
    return tuple(
        one for one in played if players in (0, len(one.pad.names)) and one.day.startswith(year)
    )


def rows(played: Played) -> list[AgricolaRow]:
    """Everybody who has a name: who won most often first."""
    seats: dict[str, list[tuple[Evening, int]]] = {}
    for evening in played:
        for seat, name in enumerate(evening.pad.names):
            if name:
                seats.setdefault(outline(name), []).append((evening, seat))
    return sorted(map(_row, seats.values()), key=lambda row: (-row.wins, -row.points, row.name))


def _row(own: Sequence[tuple[Evening, int]]) -> AgricolaRow:
    totals = [one.totals[seat] for one, seat in own]
    wins = sum(1 / len(one.winners) for one, seat in own if seat in one.winners)
    last, seat = own[-1]
    return AgricolaRow(last.pad.names[seat], len(own), wins, sum(totals) / len(own), max(totals))


def table(played: Played) -> Iterator[list[object]]:
    """A table for spreadsheets: the names of its columns, and a row for each person and game."""
    yield [*_HEADS]
    for evening in played:
        ranks = {seat: 1 + sum(map(len, scoring.ranking(evening.pad.farms)[:place]))
                 for place, seats in enumerate(scoring.ranking(evening.pad.farms))
                 for seat in seats}  # fmt: skip
        for seat, farm in enumerate(evening.pad.farms):
            score = farm.score()
            won = round(1 / len(evening.winners), 2) if seat in evening.winners else 0
            points = [getattr(score, name) for name in scoring.CATEGORIES]
            row = [evening.day, evening.id, evening.place, seat + 1, evening.pad.names[seat]]
            result = [score.total, farm.materials, ranks[seat], won, evening.note]
            yield [*row, *points, *result]


# --- Storage -------------------------------------------------------------------------------------


def to_data(played: Played) -> list[dict[str, Any]]:
    return [{**one._asdict(), "pad": sheets.to_data(one.pad)} for one in played]


def from_data(data: Any) -> Played:  # noqa: ANN401  (whatever is stored)
    """Stored games; what is damaged is left out."""
    evenings: list[Evening] = []
    for stored in data if isinstance(data, list) else ():
        try:
            evening = Evening(
                str(stored["id"]),
                str(stored["day"]),
                sheets.from_data(stored["pad"]),
                tidied(str(stored["place"]))[:LONGEST_NAME],
                tidied(str(stored["note"]))[:LONGEST_NOTE],
            )
        except (TypeError, ValueError, LookupError):
            continue
        if is_day(evening.day):
            evenings.append(evening)
    return tuple(evenings)
