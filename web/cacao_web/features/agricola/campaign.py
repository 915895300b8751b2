"""Agricola, edition of 2016: campaigns of several people, and alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from cacao_core.errors import CacaoError
from cacao_core.scorepads.checks import places, several, whole
from cacao_core.tiles import Seat

GAMES: Final = 3
_POINTS: Final = {
    2: ((1, 0), (2, 0), (3, 0)),
    3: ((7, 5, 3), (8, 5, 2), (9, 5, 1)),
    4: ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)),
}
TARGETS: Final = (50, 55, 59, 62, 64, 65, 66, 67)
"""Targets of the eight games of one person."""
HAND: Final = 7
"""Occupations in hand and permanent ones together."""


def campaign_points(players: int, game: int) -> tuple[int, ...]:
    """Campaign points of the first, second … place.

    Args:
        players: 2 to 4.
        game: 1 to 3.

    Raises:
        CacaoError: there is no such campaign, or no such game in it.

    >>> campaign_points(4, 2)
    (8, 5, 3, 2)
    """
    whole("players of a campaign", players, min(_POINTS), max(_POINTS))
    return _POINTS[players][whole("game of a campaign", game, 1, GAMES) - 1]


def solo_target(game: int) -> int:
    """Points to reach in a game alone, from 1; after the eighth game one more each time.

    >>> solo_target(1), solo_target(8), solo_target(10)
    (50, 67, 69)
    """
    number = whole("game", game, 1)
    beyond = max(0, number - len(TARGETS))
    return TARGETS[min(number, len(TARGETS)) - 1] + beyond


def starting_food(score: int, target: int) -> int:
    """Food at the start of the next game alone: 1 for each 2 points above the target.

    >>> starting_food(55, 50), starting_food(49, 50)
    (2, 0)
    """
    return max(0, whole("score", score, None) - whole("target", target)) // 2


class Result(NamedTuple):
    """The end of a game for a person."""

    score: int
    materials: int = 0  # building materials left, for ties


class CampaignStanding(NamedTuple):
    """A person in a campaign; more campaign points win, then the higher sum of scores."""

    seat: Seat
    points: int
    score: int
    place: int


@dataclass(frozen=True)
class Campaign:
    """Three games of two to four people.

    Raises:
        CacaoError: a number of people or games is not possible.

    >>> both = Campaign(2, ((Result(30), Result(28)),))
    >>> both.starters, both.fed, both.points(1)
    ([0], [1], (1, 0))
    """

    players: int
    games: tuple[tuple[Result, ...], ...] = ()
    """Results by seat."""
    kept: tuple[tuple[str, ...], ...] = ()
    """After each game, the occupation that each seat keeps from it; empty for none."""

    def __post_init__(self) -> None:
        whole("players of a campaign", self.players, min(_POINTS), max(_POINTS))
        several("games of a campaign", self.games, 0, GAMES)
        several("games with occupations kept", self.kept, 0, len(self.games))
        for row in (*self.games, *self.kept):
            several("results by seat", row, self.players, self.players)
        for score, materials in (one for game in self.games for one in game):
            whole("score", score, None)
            whole("building materials", materials)

    @property
    def is_over(self) -> bool:
        """Whether all three games have been played."""
        return len(self.games) == GAMES

    def points(self, game: int) -> tuple[int, ...]:
        """Each seat's campaign points for a game, from 1; those of a shared place get its best."""
        if whole("game of a campaign", game, 1, GAMES) > len(self.games):
            raise CacaoError(f"game {game} of a campaign has not been played")
        table, given = campaign_points(self.players, game), [0] * self.players
        before = 0
        for seats in places(self.games[game - 1]):
            for seat in seats:
                given[seat] = table[before]
            before += len(seats)
        return tuple(given)

    @property
    def starters(self) -> list[Seat]:
        """The seats that may start the next game: the last winner, or all before the first."""
        return places(self.games[-1])[0] if self.games else list(range(self.players))

    @property
    def fed(self) -> list[Seat]:
        """The seats that begin the next game with 1 food more: the last one; none at first."""
        order = places(self.games[-1]) if self.games else []
        return order[-1] if len(order) > 1 else []

    def occupations(self, seat: Seat) -> list[str]:
        """The kept occupation that a seat has in the next game, if any; playing it costs nothing.

        A cost of the card itself must be paid. It may be the one that was kept before.
        """
        occupation = self.kept[-1][seat] if self.kept else ""
        return [occupation] if occupation else []

    def standings(self) -> list[CampaignStanding]:
        """Everybody, best first."""
        ranks = [
            (
                sum(self.points(game)[seat] for game in range(1, len(self.games) + 1)),
                sum(game[seat].score for game in self.games),
            )
            for seat in range(self.players)
        ]
        standings: list[CampaignStanding] = []
        for seats in places(ranks):
            place = len(standings) + 1
            standings += [CampaignStanding(seat, *ranks[seat], place) for seat in seats]
        return standings


class Attempt(NamedTuple):
    """A game alone: its score, and the occupation that becomes permanent if the target is met."""

    score: int
    occupation: str = ""


@dataclass(frozen=True)
class Series:
    """Games alone, one after the other; a missed target is tried again.

    >>> alone = Series((Attempt(48), Attempt(54, "Baker")))
    >>> alone.game, alone.target, alone.food, alone.permanent, alone.hand
    (2, 55, 2, ['Baker'], 6)
    """

    attempts: tuple[Attempt, ...] = ()
    lost: tuple[str, ...] = ()
    """Permanent occupations whose own cost was not paid at a start."""

    def __post_init__(self) -> None:
        for score, _occupation in self.attempts:
            whole("score", score, None)

    def passed(self) -> list[Attempt]:
        """The attempts that have reached their target, in order."""
        done: list[Attempt] = []
        for attempt in self.attempts:
            if attempt.score >= solo_target(len(done) + 1):
                done.append(attempt)
        return done

    @property
    def game(self) -> int:
        """The next game, from 1."""
        return len(self.passed()) + 1

    @property
    def target(self) -> int:
        """Points to reach in the next game."""
        return solo_target(self.game)

    @property
    def is_retry(self) -> bool:
        """Whether the last attempt has missed its target."""
        done = Series(self.attempts[:-1]).game if self.attempts else self.game
        return bool(self.attempts) and done == self.game

    @property
    def tries(self) -> int:
        """Attempts at the next game so far."""
        count, rest = 0, self.attempts
        while rest and Series(rest).is_retry:
            count, rest = count + 1, rest[:-1]
        return count

    @property
    def food(self) -> int:
        """Food at the start of the next game; none if it is tried again."""
        if self.is_retry or self.game == 1:
            return 0
        return starting_food(self.attempts[-1].score, solo_target(self.game - 1))

    @property
    def permanent(self) -> list[str]:
        """Occupations that are in play from the start of the next game."""
        return [name for name, times in self.gained.items() if times > self.lost.count(name)]

    @property
    def gained(self) -> Counter[str]:
        """All occupations that have become permanent, and how often: a lost one may come again."""
        return Counter(one.occupation for one in self.passed() if one.occupation)

    @property
    def hand(self) -> int:
        """Occupations to deal for the next game."""
        return max(0, HAND - len(self.permanent))
