"""The number of wins at the table, by how much, and against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from cacao_web.features.companion.evenings.entry import EveningEntry
from cacao_web.features.companion.evenings.played import PlayedEvenings


class YearsRow(NamedTuple):
    """The games of a person."""

    key: str  # whose; see ``PlayedEvenings.key``
    games: int
    wins: float  # victories; one shared by n counts as 1/n
    gold: float  # on average
    best: EveningEntry  # the game with the most gold
    most: int  # that gold


class Rival(NamedTuple):
    """The games of a person with another one."""

    key: str  # the other
    won: int  # games with the better place of the two
    lost: int
    tied: int
    margin: float  # lead in gold, on average


def chosen(played: PlayedEvenings, players: int, year: str) -> list[EveningEntry]:
    """The games with a number of players (0: all) in a year (empty: all), oldest first."""
    return [
        one for one in played.games if players in (0, len(one.seats)) and one.day.startswith(year)
    ]


def rows(played: PlayedEvenings, games: Iterable[EveningEntry]) -> list[YearsRow]:
    """Everybody who has played: who won most often first."""
    by_player: dict[str, list[tuple[EveningEntry, int]]] = {}
    for entry in games:
        for key, seat in seats_of(played, entry).items():
            by_player.setdefault(key, []).append((entry, seat))
    table = [_row(key, own) for key, own in by_player.items()]
    return sorted(table, key=lambda row: (-row.wins, -row.gold, row.key))


def _row(key: str, own: list[tuple[EveningEntry, int]]) -> YearsRow:
    totals = [one.scores[seat].total for one, seat in own]
    wins = sum(1 / len(one.winners) for one, seat in own if seat in one.winners)
    most = max(totals)
    best = own[totals.index(most)][0]
    return YearsRow(key, len(own), wins, sum(totals) / len(own), best, most)


def rivals(played: PlayedEvenings, key: str, games: Iterable[EveningEntry]) -> list[Rival]:
    """Those with whom a person has played, the most frequent first."""
    leads: dict[str, list[tuple[int, int]]] = {}
    for entry in games:
        seats = seats_of(played, entry)
        if key not in seats:
            continue
        mine, place = seats[key], [0] * len(entry.seats)
        for number, group in enumerate(entry.ranking):
            for seat in group:
                place[seat] = number
        for other, seat in seats.items():
            if other != key:
                lead = entry.scores[mine].total - entry.scores[seat].total
                leads.setdefault(other, []).append((place[seat] - place[mine], lead))
    rivals = [_rival(other, pairs) for other, pairs in leads.items()]
    return sorted(rivals, key=lambda one: (-(one.won + one.lost + one.tied), one.key))


def _rival(other: str, leads: list[tuple[int, int]]) -> Rival:
    def number(fits: Callable[[int], bool]) -> int:
        return sum(fits(better) for better, _gold in leads)

    margin = sum(gold for _better, gold in leads) / len(leads)
    return Rival(
        other,
        number(lambda better: better > 0),
        number(lambda better: better < 0),
        number(lambda better: better == 0),
        margin,
    )


def seats_of(played: PlayedEvenings, entry: EveningEntry) -> dict[str, int]:
    """The seats of the people; without those whose name is missing, or stands twice."""
    keys = [played.key(seat.name) for seat in entry.seats]
    number = Counter(keys)
    return {key: seat for seat, key in enumerate(keys) if key and number[key] == 1}
