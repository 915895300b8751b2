"""What was in sight before something happened, and how it comes to what is in sight now."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Game
from cacao_core.tiles import Seat
from cacao_web.browser.effects import Effect, Sound, duration, is_from_hand
from cacao_web.game.session import Session


class Before(NamedTuple):
    """What was in sight before something happened.

    Attributes:
        game: the position that was shown.
        viewer: seat whose hand was in sight, if any.
        hand: index of the hand tile that was chosen.
        present: whether that was the present position, and no earlier one that was looked at.
        at: how many moves had led to it.
        dropped: whether the person has carried the tile to its place by hand.
    """

    game: Game
    viewer: Seat | None
    hand: int
    present: bool
    at: int
    dropped: bool = False

    @property
    def hand_of(self) -> tuple[Seat, int] | None:
        """Whose hand was in sight, and which tile of it was chosen."""
        return None if self.viewer is None else (self.viewer, self.hand)


def now(session: Session) -> Before:
    """What is in sight now, to be compared with what comes."""
    present, at = session.looking is None, len(session.shown_moves)
    return Before(session.shown, session.viewer, session.choice.hand, present, at)


def effects(before: Before, session: Session) -> list[Effect]:
    """What is to be seen and heard of the way to what the session shows.

    Args:
        before: what was in sight.
        session: what is in sight now, the same or a later position.
    """
    from cacao_web.board import motion  # noqa: PLC0415  # nothing flies at the start of the page

    moves = session.shown_moves[before.at :]
    found = motion.between(before.game, session.colours, moves, before.hand_of)
    if before.dropped:  # the tile has been carried there already
        found = [effect for effect in found if not is_from_hand(effect)]
    if session.game.is_over and session.looking is None:
        found.append(Sound("end", duration(found)))
    elif session.deciding and session.game.turn != before.game.turn:
        found.append(Sound("turn", duration(found)))
    return found
