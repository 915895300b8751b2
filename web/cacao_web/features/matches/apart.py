"""Matches with other devices: what the page shows of them, and their next games."""

from __future__ import annotations

from cacao_core import Deal
from cacao_web.board.results import standings
from cacao_web.features.matches import saved_rounds, view
from cacao_web.game.matches import points
from cacao_web.game.matches.rounds import MatchSoFar
from cacao_web.game.options import Options
from cacao_web.game.players import ELSEWHERE, Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import standing_in
from cacao_web.saves.saves import Saves
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.games import Games
from cacao_web.shell.registry import Registry
from cacao_web.ui.markup import Markup


class MatchesApart:
    """Matches with other devices, computed from the saved games.

    Args:
        saves: the games that this device holds.
        others: one of the features begins games with other devices.
    """

    def __init__(self, saves: Saves, games: Games, others: Registry) -> None:
        self._saves = saves
        self._games = games
        self._others = others
        self._known: dict[str, MatchSoFar] = {}  # by name of a game: the match before it

    # --- During a game -------------------------------------------------------------------------

    def _before(self, session: Session) -> MatchSoFar | None:
        """The match before a game.

        It is asked at each drawing, so what follows from finished games is kept.
        """
        played = self._known.get(session.id) or saved_rounds.before(session, self._saves)
        if played and session.about.before:
            self._known[session.id] = played
        return played

    def forget(self) -> None:
        """Look again at what is saved: a game that counted may be gone."""
        self._known.clear()

    def points(self, session: Session) -> list[int] | None:
        """The points that each seat has won in the games before."""
        played = self._before(session)
        return played.match.points_by_seat() if played else None

    def counts(self, session: Session) -> list[str]:
        """The number of the game in the match, and the points for its places."""
        number = _number(session)
        return [points.title(number), points.told_of(len(session.sitters), number)]

    def mark(self, session: Session) -> str:
        """The number of the game in the match, and who leads or has won."""
        played = self._after(session) or self._before(session)
        lead = standings.lead(played.players, played.match) if played else ""
        title = points.title(_number(session))
        return f"{title}: {lead}" if lead else title

    # --- After a game --------------------------------------------------------------------------

    def _after(self, session: Session) -> MatchSoFar | None:
        """The match with the result of a game; None if it is not over, or does not count."""
        played = self._before(session)
        return (
            played.after(session)
            if played and not saved_rounds.rival(session, self._saves)
            else None
        )

    def ending(self, session: Session) -> ResultPart:
        """The table of the match after a game, and the button to the next one."""
        number, played = _number(session), self._after(session)
        if session.is_void:
            return ResultPart(view.void(number, self._before(session)), self.again(session))
        if played is None:
            outrun = saved_rounds.rival(session, self._saves) is not None
            return ResultPart(view.uncounted(number, outrun))
        onward = view.onward("next-round", "", played.match)
        return ResultPart(
            view.table(played.players, played.match, number),
            None if session.is_watching else onward,
            standings.winner(played.players, played.match),
            won=any(one.is_person for one in standings.winners(played.players, played.match)),
        )

    def again(self, session: Session) -> Markup | None:
        """The button that plays a game again that does not count."""
        is_void = session.about.before is not None and session.is_void
        return view.again() if is_void and not session.is_watching else None

    # --- The next game -------------------------------------------------------------------------

    def begin(
        self, players: tuple[Sitter, ...], deal: Deal, options: Options, before: tuple[str, ...]
    ) -> None:
        """Begin a game of a match, given the players in turn order and the games before it."""
        self._others.answers(Controller.begin_round, players, deal, options, before)

    def next(self) -> None:
        """Go on after the game on the page: with the next one, or with another match."""
        session = self._games.session
        if session is None or session.about.before is None:
            return
        if later := saved_rounds.following(session, self._saves):
            self._games.resume(later.id)
            return
        played, ids = self._after(session), (*session.about.before, session.id)
        if session.is_void:
            played, ids = self._before(session), session.about.before
        if played is None:
            return
        players = played.seated if ids else _themselves(session)
        if played.match.is_over:
            players, ids = (*played.players[1:], *played.players[:1]), ()
        deal = session.record.deal.another()
        self.begin(players, deal, session.options, ids)


def _themselves(session: Session) -> tuple[Sitter, ...]:
    """The players of a game, with those for whom computers have played on."""
    away = {seat for some in standing_in.seats(session).values() for seat in some}
    return tuple(
        sitter._replace(kind=ELSEWHERE) if seat in away else sitter
        for seat, sitter in enumerate(session.sitters)
    )


def _number(session: Session) -> int:
    """The number of a game in its match, from 1."""
    return len(session.about.before or ()) + 1
