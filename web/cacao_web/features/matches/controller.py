"""Matches on the page: several games with a common result."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from cacao_core import CacaoError, Deal
from cacao_web.board.overlay import Overlay
from cacao_web.features.matches import model, view
from cacao_web.features.matches.apart import MatchesApart
from cacao_web.features.matches.model import StoredMatch
from cacao_web.game.matches import points
from cacao_web.game.matches.series import GAMES
from cacao_web.game.options import Options
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import Sitter, coloured
from cacao_web.game.session import Session
from cacao_web.saves.saves import Saves, new_id
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.games import Games
from cacao_web.shell.registry import Registry

MATCHES: Final = "matches"


class MatchesController(Controller):
    """Matches.

    Args:
        saves: store them.
        others: one of the features plays them with other devices.
    """

    def __init__(self, saves: Saves, games: Games, others: Registry) -> None:
        self._slot = Slot(saves, "match", model.from_text, _text)
        self._saves = saves
        self._games = games
        self.shared: MatchesApart = MatchesApart(saves, games, others)
        again = self.shared.again
        games.table.overlays.add(Overlay(points=self._points, counts=self._counts, onward=again))

    def _points(self, session: Session) -> list[int] | None:
        """The points that each seat has won in the games before."""
        if session.about.before is not None:
            return self.shared.points(session)
        stored = self._kept(session.about.key_of(MATCHES))
        return stored.points(session.id) if stored and stored.number(session.id) else None

    def _counts(self, session: Session) -> list[str] | None:
        """The number of the game in the match, and the points for its places."""
        if session.about.before is not None:
            return self.shared.counts(session)
        stored = self._kept(session.about.key_of(MATCHES))
        number = stored.number(session.id) if stored else 0
        if not number:
            return None
        return [self.mark(session), points.told_of(len(session.sitters), number)]

    def _kept(self, id: str) -> StoredMatch | None:
        return self._slot.get(id) if id else None

    def begin_game(self, players: tuple[Sitter, ...], deal: Deal, options: Options) -> None:
        """Start a match and its first game, given the players in turn order."""
        if any(player.is_elsewhere for player in players):
            self.shared.begin(players, deal, options, ())
            return
        match = StoredMatch(coloured(players), options, (), deal.rules, deal.chosen_huts)
        self._enter(new_id(), match, deal)

    def _enter(self, id: str, match: StoredMatch, deal: Deal) -> None:
        """Start the next game of a match."""
        session = Session.new(new_id(), deal, match.seated(), match.options)
        self._slot.update(lambda stored: (stored or match).with_game(session.id), id)
        self._games.begin(session, About(origin=Origin(MATCHES, id)))

    def next(self, id: str) -> None:
        """Continue a match: with its unfinished game, if that is still stored, or a new one."""
        stored = self._kept(id)
        if stored is None or stored.match.is_over:
            return
        if stored.games and not stored.games[-1].results and self._saves.text(stored.games[-1].id):
            self._games.resume(stored.games[-1].id)
        else:
            self._enter(id, stored, stored.dealt())

    def another(self, id: str) -> None:
        """Start a new match with the same players; the next player is the start player."""
        if stored := self._kept(id):
            players = stored.players[1:] + stored.players[:1]
            self.begin_game(players, stored.dealt(), stored.options)

    def reseated(self, session: Session, sitters: Sequence[Sitter]) -> None:
        """Change who plays the present game of a match and those that follow it.

        Args:
            session: a game of a match, or any other game, which is left alone.
            sitters: who plays it from now on, by seat.
        """
        if id := session.about.key_of(MATCHES):
            self._slot.update(lambda stored: stored and stored.reseated(session.id, sitters), id)

    # --- After a game --------------------------------------------------------------------------

    def saved(self, session: Session) -> None:
        """Add a finished game to its match."""
        id = session.about.key_of(MATCHES)
        if id and session.game.is_over:
            with suppress(CacaoError):  # it does not belong to the match: its end says so
                self._slot.update(lambda stored: stored and stored.after(session), id)

    def deleted(self, _id: str, _text: str) -> None:
        self.shared.forget()

    def ending(self, session: Session) -> ResultPart | None:
        """The standings after a game, and the button to the next one."""
        id = session.about.key_of(MATCHES)
        if not id:
            return None
        stored = self._kept(id)
        number = stored.number(session.id) if stored else 0
        if stored is None or not number or stored.games[number - 1].results is None:
            return ResultPart(view.ordinary())
        title, won = (view.winner(stored), view.is_won(stored)) if number == GAMES else ("", False)
        command = "another-match" if stored.match.is_over else "next-game"
        onward = view.onward(command, id, stored.match)
        return ResultPart(view.standing(stored, number), onward, title, won=won)

    # --- With other devices ----------------------------------------------------------------------

    def match_mark(self, session: Session) -> str | None:
        return self.shared.mark(session)

    def match_part(self, session: Session) -> ResultPart | None:
        return self.shared.ending(session)

    def mark(self, session: Session) -> str:
        stored = self._kept(session.about.key_of(MATCHES))
        number = stored.number(session.id) if stored else 0
        return points.title(number) if number else ""


def _text(stored: StoredMatch | None) -> str:
    return model.to_text(stored) if stored else ""
