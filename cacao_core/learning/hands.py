"""All ways to place the tiles of a hand on a cell: what lies beside it decides what they bring."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cacao_core.learning.outcomes import MOST_KEPT, EdgeOutcomes, Stock, keep
from cacao_core.rules import Rules
from cacao_core.scoring import majority
from cacao_core.tiles import ROTATIONS, WORKERS_ON

Codes: TypeAlias = tuple[str | None, str | None, str | None, str | None]
"""Codes of the jungle tiles of one kind (trade or gifts) north, east, south and west of a cell."""


class Hand:
    """The ways to place the tiles of a hand on one cell, in the order of the legal moves.

    Attributes:
        looks: workers n, e, s, w of each way.
        opened: (16, ways, 4): spaces and own workers at them, if these sides face one; the sides
            are bits, north the lowest.
    """

    def __init__(self, tiles: frozenset[str], rules: Rules, outcomes: EdgeOutcomes) -> None:
        self._rules, self._outcomes = rules, outcomes
        names = sorted(tiles) if len(tiles) > 1 else []
        self._tiles = [Hand(frozenset((name,)), rules, outcomes) for name in names]
        self.looks = tuple(edges for tile in sorted(tiles) for edges in ROTATIONS[tile])
        self._workers = [WORKERS_ON[look] for look in self.looks]
        self._rows: dict[Stock, _Rows] = {}
        self._temples: dict[tuple[int, tuple[int, ...], str], NDArray[np.int16]] = {}
        bits = np.array([[mask >> side & 1 for side in range(4)] for mask in range(16)], np.int16)
        self.opened = np.zeros((16, len(self.looks), 4), np.int16)
        self.opened[:, :, 0] = bits.sum(axis=1)[:, None]
        self.opened[:, :, 1] = bits @ np.array(self._workers, np.int16).T

    def rows(self, stock: Stock) -> _Rows:
        """The tiles beside a cell -> the rows of each way's gains, for one kind of tiles.

        Args:
            stock: of the player; the part for the other kind is 0.
        """
        rows = self._rows.get(stock)
        if rows is None:
            self._rows[stock] = rows = _Rows(self, stock)
        return rows

    def joined(self, codes: Codes, stock: Stock) -> bytes:
        """The rows of all ways, computed."""
        if self._tiles:
            return b"".join([tile.rows(stock)[codes] for tile in self._tiles])
        rows = []
        for workers in self._workers:
            sides = zip(codes, workers, strict=True)
            loads = sorted((code, count) for code, count in sides if code and count)
            rows.append(self._outcomes.part(stock, tuple(loads)))
        return b"".join(rows)

    def at_temple(self, side: int, facing: tuple[int, ...], covered: str = "") -> NDArray[np.int16]:
        """The changes of gold from a temple on one side: (ways, seats).

        Args:
            side: of the cell.
            facing: workers there before.
            covered: workers of the own tile that is overbuilt, or nothing.
        """
        key = (side, facing, covered)
        change = self._temples.get(key)
        if change is None:
            less = WORKERS_ON[covered][side] if covered else 0
            before = np.array(majority(facing, self._rules), np.int16)
            after = [
                majority((facing[0] + workers[side] - less, *facing[1:]), self._rules)
                for workers in self._workers
            ]
            change = keep(self._temples, key, np.array(after, np.int16) - before)
        return change


class _Rows(dict[Codes, bytes]):
    """See :meth:`Hand.rows`."""

    def __init__(self, hand: Hand, stock: Stock) -> None:
        self._hand, self._stock = hand, stock

    def __missing__(self, codes: Codes) -> bytes:
        if len(self) >= MOST_KEPT >> 4:
            self.clear()
        self[codes] = rows = self._hand.joined(codes, self._stock)
        return rows
