"""The parts of a result, in whole gold that adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cacao_core.tiles import Seat


class Part(NamedTuple):
    """A part of a seat's result; whole gold, rounded so that it adds up."""

    seat: Seat
    result: int  # the lead over the best of the others; expected, if the game is not over
    tiles: int  # the part of the tiles
    own: int  # the part of its own decisions
    others: tuple[tuple[Seat, int], ...]  # the part of each other seat's

    @property
    def of_others(self) -> int:
        """The part of all others' decisions."""
        return sum(part for _seat, part in self.others)

    @property
    def mirrored(self) -> Part:
        """The part of the other player, in a game of two: one's loss is the other's gain."""
        [(other, gold)] = self.others
        return Part(other, -self.result, -self.tiles, -gold, ((self.seat, -self.own),))


def adding_up(parts: Sequence[float], total: int) -> list[int]:
    """Parts as whole numbers that add up to a total; each is as near as that allows."""
    whole = [int(part // 1) for part in parts]
    order = sorted(range(len(parts)), key=lambda at: whole[at] - parts[at])
    for at in range(total - sum(whole)):
        whole[order[at % len(order)]] += 1
    for at in range(sum(whole) - total):
        whole[order[-1 - at % len(order)]] -= 1
    return whole
