"""The forms of messages between connected devices, see :mod:`.room`; all others are refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_core.tiles import MAX_PLAYERS, Seat
from cacao_web.features.together.direct.limits import Sort
from cacao_web.features.together.talking import remarks
from cacao_web.game.presence import Presence

_LONGEST_MOVE: Final = 20
_LONGEST_SPARE: Final = 1000

SORTS: Final[dict[str, Sort]] = {"shows": "shows", "says": "says", "left": "told"}
"""The message in the name of a seat -> the sort that it counts as."""


def fits(kind: str, seat: object, content: object = None) -> bool:
    """Whether something that is told in the name of a seat has a known form."""
    if type(seat) is not int or not 0 <= seat < MAX_PLAYERS:  # True is not a seat
        return False
    if kind == "shows":
        return isinstance(content, str) and len(content) <= _LONGEST_MOVE
    if kind == "says":
        return type(content) is int and 0 <= content < remarks.NUMBER
    return kind == "left" and content is None


def is_spare(kind: str, to: object, seat: object, text: object) -> bool:
    """Whether something about a spare has a known form."""
    seats = all(type(one) is int and 0 <= one < MAX_PLAYERS for one in (to, seat))
    is_short = isinstance(text, str) and len(text) <= _LONGEST_SPARE
    return kind in ("spare", "kept") and seats and is_short


def seen_by_guests(where: Presence) -> str:
    """The host's own seats are at another device for its guests."""
    return Presence.LIVE if where is Presence.HERE else where


def places(items: Iterable[tuple[object, object]]) -> Iterable[tuple[Seat, Presence]]:
    """The readable part of what the host has said."""
    by_value = {place.value: place for place in Presence if place is not Presence.HERE}
    seats = {str(seat): seat for seat in range(MAX_PLAYERS)}
    for seat, where in items:
        if isinstance(seat, str) and isinstance(where, str) and seat in seats and where in by_value:
            yield seats[seat], by_value[where]
