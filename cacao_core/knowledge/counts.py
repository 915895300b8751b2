"""The tiles that may lie where nobody can see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from cacao_core.position import Position
from cacao_core.tiles import Seat


class Hidden(NamedTuple):
    """The tiles that a seat does not know."""

    seat: Seat | None
    """The seat; None is a spectator."""
    hands: tuple[int, ...]
    """For each seat the number of tiles in its hand that are not known."""
    piles: tuple[int, ...]
    """The same of its pile."""
    display: int
    """Number of jungle tiles of the display that are not known."""
    jungle_pile: int
    """The same of the jungle pile."""
    workers: tuple[Mapping[str, int], ...]
    """For each seat: canonical name -> number of tiles that may be among those. Together they are
    more if it is not known which tile was covered by overbuilding."""
    jungle: Mapping[str, int]
    """Code -> number of jungle tiles among those of display and pile."""

    @property
    def total(self) -> int:
        """Number of all tiles that are not known."""
        return sum(self.hands) + sum(self.piles) + self.display + self.jungle_pile


def jungle_left(position: Position) -> Counter[str]:
    """The unknown jungle tiles by code, in the order of the rules."""
    rules = position.rules
    left = Counter(rules.jungle_tiles[len(position.players)])
    left.update(rules.start_tiles.values())
    left.subtract(position.jungle.values())
    left.subtract(position.display)
    left.subtract(position.aside)
    left.subtract(position.jungle_pile)
    return +left
