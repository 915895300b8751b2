"""The worker tiles that a seat has drawn, for those who know the value that determines them."""

from __future__ import annotations

from cacao_core.fair.dealing.course import Course
from cacao_core.fair.hashes import private_index
from cacao_core.tiles import Seat


def drawn_by(seat: Seat, private: bytes, course: Course) -> list[str]:
    """The tiles that a seat has drawn so far, in order.

    Of a seat that has passed on, those that it had placed come first, and then its draws since.

    Args:
        private: its device's private value, or the public one since the succession.
        course: the game.
    """
    left, tiles = course.worker_tiles, course.placed_before.get(seat, [""] * 0).copy()
    for tile in tiles:
        left.remove(tile)
    for beacon, number in course.worker_draws[seat]:
        tiles.append(left.pop(private_index(private, beacon, seat, number, len(left))))
    return tiles


def first_not_held(seat: Seat, private: bytes, course: Course) -> int | None:
    """The first placement of a seat with a tile that it did not hold, from 0; None without one.

    Before its placement number k (from 0), a seat has drawn k tiles besides its first hand. Of a
    seat that has passed on, only the placements since then are checked.
    """
    drawn, held = drawn_by(seat, private, course), [""] * 0
    first = course.rules.hand
    for number, tile in enumerate(course.played_by(seat)):
        held += drawn[:first] if not number else drawn[first + number - 1 :][:1]
        if tile not in held:
            return number
        held.remove(tile)
    return None
