"""A match as it is stored: its players, options, and games with their results.

A match is stored under ``match.<its name>`` as JSON. Its games are ordinary saved games, and name
it in :attr:`About.origin`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError, Deal
from cacao_core.rules import BASE, Rules, rules_named
from cacao_web.browser.json_text import read_json
from cacao_web.game.matches.series import GAMES, GameResult, Match
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter, sitters
from cacao_web.game.session import Session

VERSION: Final = 1


class MatchGame(NamedTuple):
    """A game of a match: the name of its session, and each player's result once it is over."""

    id: str
    results: tuple[GameResult, ...] | None = None


class StoredMatch(NamedTuple):
    """A match as it is stored."""

    players: tuple[Sitter, ...]  # by number, as they sat in the first game
    options: Options  # how it is played at this device
    games: tuple[MatchGame, ...]  # games started so far; only the last may be without results
    rules: Rules = BASE  # of all its games
    huts: tuple[str, ...] | None = None  # the sides in all of them, if people have chosen them

    @property
    def match(self) -> Match:
        results = tuple(game.results for game in self.games if game.results)
        return Match(len(self.players), results)

    def number(self, id: str) -> int:
        """Number of a session in the match, from 1; 0 if it does not belong to it."""
        return next((n for n, game in enumerate(self.games, 1) if game.id == id), 0)

    def dealt(self) -> Deal:
        """A fresh deal for a game of it."""
        return Deal.shuffled(len(self.players), rules=self.rules, huts=self.huts)

    def seated(self) -> tuple[Sitter, ...]:
        """The players by their seats in the next game."""
        return tuple(self.players[player] for player in self.match.seating())

    def points(self, id: str) -> list[int]:
        """The points before a game of the match, by the seats of that game."""
        before = self.match.games[: max(self.number(id) - 1, 0)]
        return Match(len(self.players), before).points_by_seat()

    def with_game(self, id: str) -> StoredMatch:
        """The match with a new game, which replaces an unfinished one that is lost."""
        over = tuple(game for game in self.games if game.results)
        return self._replace(games=(*over, MatchGame(id)))

    def reseated(self, id: str, sitters: Sequence[Sitter]) -> StoredMatch:
        """The match with other players of an unfinished game; any other game changes nothing."""
        number = self.number(id)
        if not number or self.games[number - 1].results:
            return self
        players = list(self.players)
        for seat, player in enumerate(self.match.seating()):
            players[player] = sitters[seat]
        return self._replace(players=tuple(players))

    def after(self, session: Session) -> StoredMatch:
        """The match with the result of a finished game; adding it again changes nothing.

        Raises:
            CacaoError: the game does not belong to this match, or has other players.
        """
        number = self.number(session.id)
        if not number:
            raise CacaoError(f"game {session.id:.20} is none of its match")
        if self.games[number - 1].results:
            return self
        if session.sitters != self.seated():
            raise CacaoError(f"others play game {session.id:.20} than its match")
        after = self.match.after(session.game.score())
        games = list(self.games)
        games[number - 1] = MatchGame(session.id, after.games[-1])
        return self._replace(games=tuple(games))


def to_text(stored: StoredMatch) -> str:
    return json.dumps(
        {
            "version": VERSION,
            "names": [player.name for player in stored.players],
            "kinds": [player.kind for player in stored.players],
            "colours": [player.colour for player in stored.players],
            "options": stored.options._asdict(),
            "games": [{"id": game.id, "results": game.results} for game in stored.games],
            "rules": stored.rules.name,
            "huts": stored.huts,
        }
    )


def from_text(text: str) -> StoredMatch | None:
    """Read a stored match; None if it is damaged or of another version."""
    try:
        data = read_json(text)
        if data["version"] != VERSION:
            return None
        names, kinds, colours = (list(map(str, data[n])) for n in ("names", "kinds", "colours"))
        options = Options.of(data["options"])
        games = tuple(_game(game) for game in data["games"])
        rules = rules_named(str(data.get("rules", BASE.name)))
        if rules is None:
            return None
        huts = data.get("huts") and Deal.unknown(len(names), rules, data["huts"]).huts
        stored = StoredMatch(sitters(names, kinds, colours), options, games, rules, huts)
        open_ones = [game for game in games if not game.results]
        whole = len(games) <= GAMES and stored.match.players and open_ones in ([], [*games[-1:]])
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return stored if whole else None


def _game(data: Any) -> MatchGame:  # noqa: ANN401  # the store may hold anything
    results = data["results"]
    if results is None:
        return MatchGame(str(data["id"]))
    pairs = [(total, cacao) for total, cacao in results]
    if not all(type(number) is int for pair in pairs for number in pair):
        raise ValueError("results are whole numbers")
    return MatchGame(str(data["id"]), tuple(GameResult(*pair) for pair in pairs))
