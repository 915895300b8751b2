"""The draws of a game: what ends a segment, and what is drawn then."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core.game import Game, Phase
from cacao_core.moves import BLIND, BUILD, NOWHERE, Move
from cacao_core.tiles import Seat

PASSED: Final = Move(BUILD, "~", NOWHERE)
"""In place of a move: the seats of a device have passed on ("Successions")."""


class Closing(NamedTuple):
    """The end of a segment."""

    at: int
    """Number of moves up to its closing decision, that included."""
    decider: int
    """D, the number of the device that decided."""
    second: int
    """T, the number of the other device that shows a link."""
    since: int
    """Number of moves after which T is due: ``at``, or that of the succession that made it T."""


class WorkerDraw(NamedTuple):
    """A draw from a seat's own pile: the beacon that it follows, and its number there."""

    beacon: bytes
    number: int


def filled_blind(before: Game, after: Game, move: Move) -> int:
    """Number of spaces that a decision has filled from the pile.

    It is the same whatever lies there.
    """
    if before.phase is not Phase.FILL:
        return 0  # the display is empty when a worker tile is placed only if the pile is
    return len(after.jungle) - len(before.jungle) - (move.what != BLIND)


def draws_worker(game: Game, seat: Seat) -> bool:
    """Whether a seat draws at the end of its turn: its other hand tiles are not all it has."""
    return len(game.players[seat].hand) >= game.rules.hand
