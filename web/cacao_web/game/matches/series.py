"""Several games as one match: campaign points for places, and the start player of each game.

A match is computed from the results of its games; moves do not matter. Players are numbered as in
the first game; a game's seats begin with its start player and keep the order around the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.scoring import Score
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS

GAMES: Final = 3
"""Games of a match."""
_POINTS: Final = {
    2: ((1, 0), (2, 0), (3, 0)),
    3: ((7, 5, 3), (8, 5, 2), (9, 5, 1)),
    4: ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)),
}
"""Number of players -> by game, the points of the first, second … place."""


def match_points(players: int, number: int) -> tuple[int, ...]:
    """The points of the first, second … place in a game of a match; games are counted from 1.

    >>> match_points(4, 2)
    (8, 5, 3, 2)
    """
    return _POINTS[players][number - 1]


class GameResult(NamedTuple):
    """A player's result in one game: gold, and the cacao that breaks ties."""

    total: int
    cacao: int


class MatchStanding(NamedTuple):
    """A player's line in the standings of a match."""

    player: int  # number of the player
    place: int  # from 1; players who are equal in everything share a place
    points: tuple[int, ...]  # campaign points of each game so far
    totals: tuple[int, ...]  # gold of each game so far
    won: int  # number of games won so far, shared victories included

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key: campaign points, then the sum of all games' scores."""
        return sum(self.points), sum(self.totals)


@dataclass(frozen=True)
class Match:
    """The results of a match so far.

    Args:
        players: how many there are, 2 to 4.
        games: for each game that is over, each player's result, by number.

    Raises:
        CacaoError: there are no such matches, or the results do not fit.
    """

    players: int
    games: tuple[tuple[GameResult, ...], ...] = ()

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS or len(self.games) > GAMES:
            raise CacaoError(f"a match of {self.players} players and {len(self.games)} games")
        if any(len(results) != self.players for results in self.games):
            raise CacaoError(f"a match of {self.players} players has a result for each of them")

    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
        return len(self.games) == GAMES

    @property
    def starter(self) -> int:
        """Start player of the next game: the winner of the last one.

        Among several winners, the first one clockwise from the last start player.
        """
        if not self.games:
            return 0
        first = Match(self.players, self.games[:-1]).starter
        last = self.games[-1]
        order = [(first + step) % self.players for step in range(self.players)]
        return max(order, key=lambda player: (last[player], -order.index(player)))

    def seating(self) -> list[int]:
        """The players by their seats in the next game."""
        return [(self.starter + step) % self.players for step in range(self.players)]

    def points_by_seat(self) -> list[int]:
        """The campaign points so far, by the seats of the next game."""
        won = {row.player: row.rank[0] for row in self.standings()}
        return [won[player] for player in self.seating()]

    def after(self, scores: Sequence[Score]) -> Match:
        """The match with one more game, given its scores by seat.

        Raises:
            CacaoError: the match is over.
        """
        if len(scores) != self.players:
            raise CacaoError(f"{len(scores)} scores for {self.players} players")
        seats = self.seating()
        reached = [scores[seats.index(player)] for player in range(self.players)]
        results = tuple(GameResult(score.total, score.cacao) for score in reached)
        return Match(self.players, (*self.games, results))

    def points(self, number: int) -> tuple[int, ...]:
        """Each player's campaign points for a game, from 0.

        Players who share a place get the points of the best of the shared ones.
        """
        results = self.games[number]
        table = match_points(self.players, number + 1)
        return tuple(table[sum(other > own for other in results)] for own in results)

    def standings(self) -> list[MatchStanding]:
        """The players, best first."""
        points = [self.points(number) for number in range(len(self.games))]
        table = [
            MatchStanding(
                player,
                0,
                tuple(row[player] for row in points),
                tuple(results[player].total for results in self.games),
                sum(results[player] == max(results) for results in self.games),
            )
            for player in range(self.players)
        ]
        table.sort(key=lambda row: row.rank, reverse=True)
        return [
            row._replace(place=1 + sum(other.rank > row.rank for other in table)) for row in table
        ]
