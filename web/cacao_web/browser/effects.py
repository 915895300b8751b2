"""Animations and sounds, as plain values.

Anchors name the start and the target of a flight: ``cell:1,0``, ``hand:2``, ``display:0``,
``pile``, and on a village board ``village:1``, ``gold:1``, ``cacao:1:3``, ``suns:1:0``,
``water:1:4``, ``score:1``. If an anchor is missing on the page, it is used without its last part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from cacao_web.ui.markup import Markup

FLIGHT: Final = 0.32


class Flight(NamedTuple):
    """A picture flies from one anchor to another; ``lands`` hides the target until it arrives.

    ``start`` and ``length`` are in seconds at normal speed, here and below.
    """

    picture: Markup
    source: str
    target: str
    start: float
    length: float = FLIGHT
    lands: bool = False


class Count(NamedTuple):
    """A figure changes by an amount, which rises from it as a text."""

    anchor: str
    text: str
    start: float
    length: float = 0.9


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


Effect: TypeAlias = "Flight | Count | Hop | Sound"


def duration(effects: Sequence[Effect]) -> float:
    """Seconds until all flights have landed, at normal speed."""
    landing = (item.start + item.length for item in effects if not isinstance(item, Count))
    return max(landing, default=0.0)


def is_from_hand(effect: Effect) -> bool:
    """Whether it is the flight of a tile out of a visible hand."""
    return isinstance(effect, Flight) and effect.source.startswith("hand:")
