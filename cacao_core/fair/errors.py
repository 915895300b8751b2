"""The errors for messages that are whole, but that this game cannot accept."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.errors import BadLink, CacaoError
from cacao_core.tiles import Seat


class TooLate(BadLink):
    """A message of a device that wants to join a game that has begun, or is over, without it."""


class Cheating(CacaoError):
    """Somebody broke the protocol; the device that found it is unchanged.

    Attributes:
        seat: who did it, or the lowest seat of the device that did it. If that is not proved, the
            author of whatever does not fit.
        turn: number of the turn that it concerns, from 1; 0 for the set-up.
        suspects: ``seat``, then a seat of each other device that may have done it instead. With
            three or more devices, these are all the others, because each may have changed a
            message.
        reason: the message without seat and turn.
    """

    def __init__(
        self, reason: str, seat: Seat, turn: int, suspects: Sequence[Seat] | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.seat = seat
        self.turn = turn
        self.suspects: tuple[Seat, ...] = tuple(dict.fromkeys((seat, *(suspects or ()))))

    def __str__(self) -> str:
        who = " or ".join(f"seat {seat}" for seat in self.suspects)
        return f"{who}, turn {self.turn}: {self.reason}"

    @property
    def is_proven(self) -> bool:
        """Whether it can only have been one device."""
        return len(self.suspects) == 1
