"""Matches of games at the table: up to three, with the points of matches on the page."""

from __future__ import annotations

from typing import NamedTuple

from cacao_web.features.companion.evenings.entry import EveningEntry
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.features.companion.evenings.years import seats_of
from cacao_web.features.companion.people import plainly
from cacao_web.game.matches.series import GAMES, GameResult, Match
from cacao_web.game.players import Sitter, coloured


class Contest(NamedTuple):
    """A match: its games in order, and those who play it, numbered as in the first game."""

    id: str
    games: tuple[EveningEntry, ...]
    people: tuple[str, ...]
    """The keys of the people, see ``PlayedEvenings.key``; clockwise from the starter."""
    players: tuple[Sitter, ...]

    def match(self, played: PlayedEvenings) -> Match:
        """Its results."""
        results = []
        for entry in self.games:
            seats = seats_of(played, entry)
            scores = [entry.scores[seats[key]] for key in self.people]
            results.append(tuple(GameResult(score.total, score.cacao) for score in scores))
        return Match(len(self.people), tuple(results))

    def number(self, entry: EveningEntry) -> int:
        """The number of the game in the match, from 1."""
        return self.games.index(entry) + 1

    @property
    def is_over(self) -> bool:
        return len(self.games) == GAMES


def everybody(played: PlayedEvenings, entry: EveningEntry) -> frozenset[str]:
    """Those who played; nobody unless all have names of their own, for then it fits no match."""
    seats = seats_of(played, entry)
    return frozenset(seats) if len(seats) == len(entry.seats) else frozenset()


def found(played: PlayedEvenings, id: str) -> Contest | None:
    """A match; None if there is none of that name.

    Games that others have played do not count for it, nor do those after the third.
    """
    games = [one for one in played.games if id and one.match == id]
    people = everybody(played, games[0]) if games else frozenset()
    if not people:
        return None
    fitting = [one for one in games if everybody(played, one) == people][:GAMES]
    seats = seats_of(played, fitting[0])
    keys = tuple(sorted(seats, key=lambda key: seats[key]))
    players = coloured(
        Sitter(played.name(key) or plainly(seat.colour), colour=seat.colour)
        for key, seat in zip(keys, fitting[0].seats, strict=True)
    )
    return Contest(id, tuple(fitting), keys, players)


def open_for(played: PlayedEvenings, entry: EveningEntry) -> list[Contest]:
    """Matches that a game could belong to, the latest first: of the same people, and not over."""
    people = everybody(played, entry)
    ids = dict.fromkeys(one.match for one in reversed(played.games) if one.match)
    contests = [contest for id in ids if (contest := found(played, id))]
    return [
        one
        for one in contests
        if frozenset(one.people) == people and (not one.is_over or one.id == entry.match)
    ]


def going_on(played: PlayedEvenings, entry: EveningEntry) -> str:
    """The match that a new game goes on with: one of that day; empty if there is none."""
    ids = (one.id for one in open_for(played, entry) if one.games[-1].day == entry.day)
    return next(ids, "")
