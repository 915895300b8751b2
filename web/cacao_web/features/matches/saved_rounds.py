"""Matches with other devices, computed from the finished games that this device holds."""

from __future__ import annotations

from cacao_web.game.matches.rounds import MatchSoFar, counts
from cacao_web.game.matches.series import GAMES, Match
from cacao_web.game.session import Session
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Saves


def before(session: Session, saves: Saves) -> MatchSoFar | None:
    """The match before one of its games; None if this device does not hold what it consists of."""
    ids = session.about.before
    if ids is None or len(ids) >= GAMES:
        return None
    games = [_game(saves, id) for id in ids]
    first = next(iter(games), session)
    if first is None:
        return None
    played: MatchSoFar | None = MatchSoFar(
        first.sitters, first.record.deal.rules, Match(len(first.sitters))
    )
    for at, game in enumerate(games):
        if played is None or game is None or game.about.before != ids[:at] or rival(game, saves):
            return None
        played = played.after(game)
    return played


def rival(session: Session, saves: Saves) -> Session | None:
    """A game that was played here before in the same place of the match, and counts instead."""
    ids, begun = session.about.before, session.about.created
    others = saves.rounds(ids) if ids else ()
    return next(
        (
            one
            for one in others
            if one.id != session.id and counts(one) and one.about.created < begun
        ),
        None,
    )


def following(session: Session, saves: Saves) -> Session | None:
    """The game of the match after this one, or instead of it if it was ended early, that is here.

    None if there is none yet; games that were ended early are none.
    """
    ids = session.about.before or ()
    ids = ids if session.is_void else (*ids, session.id)
    games = [one for one in saves.rounds(ids) if not one.is_void] if ids else []
    return min(games, key=lambda one: one.about.created, default=None)


def _game(saves: Saves, id: str) -> Session | None:
    """A saved game; None if it is not here, or damaged."""
    saved = saves.look(id)
    return saved.session if isinstance(saved, Saved) else None
