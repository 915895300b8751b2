"""The page before a change, and the effects that lead to the page now."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Game, Move
from cacao_core.tiles import Seat
from cacao_web.browser.effects import Effect, Sound, duration
from cacao_web.game.session import Session


class Before(NamedTuple):
    """The page before a change."""

    game: Game  # the position that was shown
    viewer: Seat | None  # seat whose hand was shown, if any
    hand: int  # index of the hand tile that was chosen
    present: bool  # whether that was the present position, not an earlier one
    moves: tuple[Move, ...]  # that were played before it
    dropped: bool = False
    """Whether the tile lies at its place already: dragged there, or as a ghost."""

    @property
    def at(self) -> int:
        """The number of moves that were played before it."""
        return len(self.moves)

    def leads_to(self, session: Session) -> bool:
        """Whether what is shown now is the same position or a later one.

        A device that has forgotten decisions may find that another course of its game stands.
        """
        return session.shown_moves[: self.at] == self.moves

    @property
    def hand_of(self) -> tuple[Seat, int] | None:
        """The seat whose hand was shown, and the index of its chosen tile."""
        return None if self.viewer is None else (self.viewer, self.hand)


def now(session: Session) -> Before:
    """The page now, to be compared with the next one."""
    present = session.look.at is None
    moves = session.shown_moves
    viewer = None if session.mode.is_written else session.viewer  # no hand is shown there
    return Before(session.shown, viewer, session.choice.hand, present, moves)


def effects(before: Before, session: Session) -> list[Effect]:
    """The animations and sounds of a change.

    Args:
        before: what was shown.
        session: the session now, at the same or a later position.
    """
    from cacao_web.board.animations import motion  # noqa: PLC0415  # nothing flies at the start

    moves = session.mode.without_blind(session.shown_moves[before.at :])
    game = session.mode.replayed(session.record, before.game, before.at)
    effects = motion.between(game, session.colours, moves, before.hand_of)
    if before.dropped:
        effects = motion.settled(effects)
    if session.game.is_over and session.look.at is None:
        from cacao_web.board.animations import finale  # noqa: PLC0415  # once in a game

        effects += finale.effects(session.game, session.colours, duration(effects))
    elif session.deciding and session.game.turn != before.game.turn:
        effects.append(Sound("turn", duration(effects)))
    return effects
