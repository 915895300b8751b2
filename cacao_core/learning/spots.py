"""All ways to place the tiles of a hand on a cell: what lies beside it decides what they bring."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cacao_core.learning.around import Facing
from cacao_core.learning.outcomes import Loads
from cacao_core.rules import TEMPLES, Rules
from cacao_core.scoring import majority
from cacao_core.tiles import ROTATIONS, WORKERS_ON

Codes: TypeAlias = tuple[str | None, ...]
"""Codes of the jungle tiles north, east, south and west of a cell, or None."""


class Spot(NamedTuple):
    """What is the same on all cells with the same jungle tiles beside them."""

    loads: tuple[Loads, ...]
    """The edges that act, for each way to place a tile."""
    temples: tuple[int, ...]
    """Sides with a temple."""
    empty: tuple[int, ...]
    """Sides without a jungle tile."""


class Hand:
    """The ways to place the tiles of a hand on one cell, in the order of the legal moves.

    Attributes:
        looks: workers n, e, s, w of each way.
        opened: (16, ways, 4): spaces and own workers at them, if these sides face one; the sides
            are bits, north the lowest.
    """

    def __init__(self, tiles: tuple[str, ...], rules: Rules) -> None:
        self._rules = rules
        self.looks = tuple(edges for tile in sorted(set(tiles)) for edges in ROTATIONS[tile])
        self._workers = [WORKERS_ON[look] for look in self.looks]
        self._spots: dict[Codes, Spot] = {}
        self._temples: dict[tuple[int, Facing, str], NDArray[np.int16]] = {}
        bits = np.array([[mask >> side & 1 for side in range(4)] for mask in range(16)], np.int16)
        self.opened = np.zeros((16, len(self.looks), 4), np.int16)
        self.opened[:, :, 0] = bits.sum(axis=1)[:, None]
        self.opened[:, :, 1] = bits @ np.array(self._workers, np.int16).T

    def spot(self, codes: Codes) -> Spot:
        """What lies beside a cell decides."""
        found = self._spots.get(codes)
        if found is None:
            self._spots[codes] = found = Spot(
                tuple(_loads(codes, workers) for workers in self._workers),
                tuple(side for side, code in enumerate(codes) if code in TEMPLES),
                tuple(side for side, code in enumerate(codes) if code is None),
            )
        return found

    def at_temple(self, side: int, facing: Facing, covered: str) -> NDArray[np.int16]:
        """The changes of gold from a temple on one side: (ways, seats).

        Args:
            side: of the cell.
            facing: workers there before.
            covered: workers of the own tile that is overbuilt, or nothing.
        """
        found = self._temples.get((side, facing, covered))
        if found is None:
            less = WORKERS_ON[covered][side] if covered else 0
            before = np.array(majority(facing, self._rules), np.int16)
            after = [
                majority((facing[0] + workers[side] - less, *facing[1:]), self._rules)
                for workers in self._workers
            ]
            self._temples[side, facing, covered] = found = np.array(after, np.int16) - before
        return found


def _loads(codes: Codes, workers: tuple[int, ...]) -> Loads:
    return tuple(
        (code, count)
        for code, count in zip(codes, workers, strict=True)
        if count and code is not None and code not in TEMPLES
    )
