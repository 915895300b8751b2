"""The errors for messages that are whole, but that this game cannot accept."""

from __future__ import annotations

from cacao_core.errors import BadLink, CacaoError
from cacao_core.tiles import Seat


class TooLate(BadLink):
    """A message of a device that wants to join a game that has begun, or is over, without it."""


class Cheating(CacaoError):
    """A device has signed what it must not; the device that found it is unchanged.

    Whatever is not signed by a device is a :class:`~cacao_core.errors.BadLink`, and names nobody.
    """

    def __init__(self, reason: str, seat: Seat, turn: int, is_proven: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        """The message without seat and turn."""
        self.seat = seat
        """The seat that it concerns, of the device that has signed it."""
        self.turn = turn
        """Number of the turn that it concerns, from 1; 0 for the set-up."""
        self.is_proven = is_proven
        """Whether what the device has signed proves it to everybody.

        A device whose older state was restored can still be honest: it may decide twice.
        """

    def __str__(self) -> str:
        return f"seat {self.seat}, turn {self.turn}: {self.reason}"
