"""The errors for messages that are whole, but that this game cannot accept."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cacao_core.errors import BadLink, CacaoError
from cacao_core.tiles import Seat


class TooLate(BadLink):
    """A game has begun, or is over, without a device that wants to join it."""


class SeatTaken(BadLink):
    """Two devices want one seat, and the host has given it to the other one: join again."""


class Refused(BadLink):
    """The host has refused the device that wants to join."""


Finding: TypeAlias = Literal["value", "early", "missing", "tile", "list", "twice", "withheld"]
"""The contradiction in a device's statements.

- ``value``: a link or private value that does not fit its commitment.
- ``early``: one that is shown before its time.
- ``missing``: the end of a segment without the link that belongs to it.
- ``tile``: a placement of a tile that was not drawn.
- ``list``: as the host, a list of players that is not as they have joined.
- ``twice``: two decisions in one position, or two lists of players. It can be honest if an older
  state was restored.
- ``withheld``: the last placement without the value that proves the hand."""


class Cheating(CacaoError):
    """A device has signed what it must not; the device that found it is unchanged.

    Whatever is not signed by a device is a :class:`~cacao_core.errors.BadLink`, and names nobody.
    """

    def __init__(self, reason: str, seat: Seat, turn: int, kind: Finding) -> None:
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
