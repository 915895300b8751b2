"""Animations and sounds, as plain values.

Anchors name the start and the target of a flight: ``cell:1,0``, ``edge:1,0:2`` (the workers on an
edge of that cell's tile), ``hand:2``, ``display:0``, ``pile``, and on a village board
``village:1``, ``gold:1``, ``cacao:1:3``, ``suns:1:0``, ``water:1:4``, ``carrier:1``,
``score:1``. If an anchor is missing on the page, it is used without its last part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from cacao_web.ui.markup import Markup

FLIGHT: Final = 0.32
SETTLE: Final = 0.12
"""Seconds in which a tile that was held above its place is put down."""


class Flight(NamedTuple):
    """A picture flies from one anchor to another.

    ``start`` and ``length`` are in seconds at normal speed, here and below.
    """

    picture: Markup  # what flies
    source: str  # anchor where it starts
    target: str  # anchor where it ends
    start: float
    length: float = FLIGHT
    lands: bool = False  # whether the target is hidden until it arrives
    size: float = 0.0  # in pixels; 0 for the size of the target
    settles: bool = False  # whether it is held above its place at the end, and then put down
    hides: str = ""  # another anchor that is hidden until it arrives


class Count(NamedTuple):
    """A text rises beside a figure that changes by it, or from the middle of a cell."""

    anchor: str
    text: str
    start: float
    length: float = 0.9


class Dust(NamedTuple):
    """Dust rises around a cell where a tile is put down."""

    cell: str
    start: float
    length: float = 0.34


class Glow(NamedTuple):
    """A cell is lit."""

    cell: str
    start: float
    length: float


class Figure(NamedTuple):
    """An earlier value is shown in place of a figure."""

    anchor: str
    text: str
    start: float
    length: float


class Reveal(NamedTuple):
    """A part of the page appears, from its middle."""

    id: str
    start: float
    length: float


class Hop(NamedTuple):
    """The workers on an edge of a cell's tile hop."""

    cell: str
    side: int
    start: float
    length: float = 0.26


class Sound(NamedTuple):
    """A sound is played, given by its name."""

    name: str
    start: float
    length: float = 0.0


Effect: TypeAlias = "Flight | Count | Dust | Glow | Figure | Reveal | Hop | Sound"


def duration(effects: Sequence[Effect]) -> float:
    """Seconds until all flights have landed, at normal speed."""
    quiet = (Count, Dust)  # nobody has to wait for them
    landing = (item.start + item.length for item in effects if not isinstance(item, quiet))
    return max(landing, default=0.0)


def is_from_hand(effect: Effect) -> bool:
    """Whether it is the flight of a tile out of a visible hand."""
    return isinstance(effect, Flight) and effect.source.startswith("hand:")
