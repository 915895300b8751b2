"""Matches with other devices: each device computes them from the finished games that it holds.

A game's invitation names those before it that count (``About.before``). So the same games make the
same table everywhere, and nobody can tell another score.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cacao_core.names import outline
from cacao_core.rules import Rules
from cacao_web.game.matches.series import GAMES, Match
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session


class MatchSoFar(NamedTuple):
    """A match with other devices so far."""

    players: tuple[Sitter, ...]  # by number, in the order of the first game
    rules: Rules  # of all its games
    match: Match

    @property
    def seated(self) -> tuple[Sitter, ...]:
        """The players by their seats in the next game."""
        return tuple(self.players[player] for player in self.match.seating())

    def after(self, session: Session) -> MatchSoFar | None:
        """The match with the result of its next game; None if the game does not belong to it."""
        names = [outline(sitter.name) for sitter in session.sitters]
        fits = names == [outline(sitter.name) for sitter in self.seated]
        if not (fits and counts(session) and session.record.deal.rules == self.rules):
            return None
        seats = self.match.seating()
        sitters = tuple(session.sitters[seats.index(player)] for player in sorted(seats))
        return self._replace(players=sitters, match=self.match.after(session.game.score()))


def counts(session: Session) -> bool:
    """Whether a game with other devices was played to its end."""
    return session.game.is_over and not session.is_void


def goes_on(session: Session) -> bool:
    """Whether a game is one of a match, and not the last one that counts."""
    ids = session.about.before
    return ids is not None and (session.is_void or len(ids) + 1 < GAMES)


def running(sessions: Iterable[Session]) -> list[Session]:
    """Those of some games that belong to matches which are not over, as far as they show that."""
    with_first = [(one, [*(one.about.before or ()), one.id][0]) for one in sessions]
    over = {first for one, first in with_first if counts(one) and not goes_on(one)}
    return [one for one, first in with_first if one.about.before is not None and first not in over]
