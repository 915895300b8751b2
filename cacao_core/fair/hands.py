"""Hidden tiles: what a seat draws from its own pile, and whether it played what it had drawn."""

from __future__ import annotations

from cacao_core.fair.course import Course
from cacao_core.fair.hashes import private_index
from cacao_core.tiles import HAND_SIZE, Seat, worker_counts


def drawn_by(seat: Seat, private: bytes, course: Course) -> list[str]:
    """The tiles that a seat has drawn so far, in order.

    Args:
        seat: the seat.
        private: its device's private value.
        course: the game.
    """
    counts = worker_counts(len(course.owners))
    left = sorted(tile for tile, count in counts.items() for _ in range(count))
    found = []
    for beacon, number in course.worker_draws[seat]:
        found.append(left.pop(private_index(private, beacon, seat, number, len(left))))
    return found


def first_not_held(seat: Seat, private: bytes, course: Course) -> int | None:
    """Which of its placements a seat made with a tile that it did not hold, from 0; None if none.

    Before its placement number k (from 0), a seat has drawn k tiles besides its first hand.
    """
    drawn, held = drawn_by(seat, private, course), [""] * 0
    for number, tile in enumerate(course.played_by(seat)):
        held += drawn[:HAND_SIZE] if not number else drawn[HAND_SIZE + number - 1 :][:1]
        if tile not in held:
            return number
        held.remove(tile)
    return None
