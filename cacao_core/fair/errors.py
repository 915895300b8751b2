"""The errors for messages that are whole, but that this game cannot accept."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cacao_core.errors import BadLink, CacaoError
from cacao_core.tiles import Seat


class TooLate(BadLink):
    """A game has begun, or is over, without a device that wants to join it."""


class SeatTaken(BadLink):
    """Two devices want one seat, and the host has given it to the other one: join again."""


Finding: TypeAlias = Literal["signed", "twice", "withheld"]
"""``signed``: a device has signed what no honest device signs. ``twice``: it has decided twice in
one position, or made two lists of players; it can be honest if an older state was restored.
``withheld``: the value that proves its hand is missing."""


class Cheating(CacaoError):
    """A device has signed what it must not; the device that found it is unchanged.

    Whatever is not signed by a device is a :class:`~cacao_core.errors.BadLink`, and names nobody.
    """

    def __init__(self, reason: str, seat: Seat, turn: int, kind: Finding = "signed") -> None:
        super().__init__(reason)
        self.reason = reason
        """The message without seat and turn."""
        self.seat = seat
        """The seat that it concerns, of the device that has signed it."""
        self.turn = turn
        """Number of the turn that it concerns, from 1; 0 for the set-up."""
        self.kind = kind

    @property
    def is_proven(self) -> bool:
        """Whether what the device has signed proves it to everybody."""
        return self.kind != "withheld"

    def __str__(self) -> str:
        return f"seat {self.seat}, turn {self.turn}: {self.reason}"
