"""Values in gold of what is to come; :mod:`cacao_core.ai.learned.outlooks` has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Rates(NamedTuple):
    """Gold for each thing; of one number of turns left."""

    income: float
    """The gain of the remaining turns."""
    tempo: float
    """Having the next turn."""
    cacao: tuple[float, ...]
    """By amount."""
    suns: tuple[float, ...]
    """By amount."""
    water: tuple[float, ...]
    """By the water carrier's field."""
    kinds: tuple[float, ...]
    """For each kind of worker tile but 2101, still having one."""
    hand: tuple[float, ...]
    """For each of these kinds what is added if the tile is in hand."""
    closed: float
    """One gold of the present payment of a temple without a free cell beside it."""
    temples: tuple[tuple[float, ...], tuple[float, ...]]
    """For one free cell, and for two or more: the same, and then the value of each lead over the
    best of the others, from -3 to 3 workers."""
    waiting: tuple[float, ...]
    """A worker facing an empty jungle space, by the number of open cells beside it, from 0 to 3."""
    waiting_pair: float
    """Added if two or more workers of a player face it."""
    waiting_three: float
    """Added to that if three or more do."""
    waiting_few: float
    """Added for each worker if few jungle tiles are left."""
    dear: float
    """A fruit, if the best market beside an open cell has price 4."""
    usual: float
    """A fruit, if that market has price 3."""
    cheap: float
    """A fruit, if that market has price 2."""
    fruits_open: float
    """A free storage space, for 10 fruits beside open cells."""
    water_open: float
    """A water field ahead, for 10 sides at water beside open cells."""
    suns_open: float
    """A free sun site, for 10/3 sides at suns beside open cells."""
    markets_left: float
    """A fruit, for 10 markets that are left."""
    water_left: float
    """A water field ahead, for 10 tiles of water that are left."""
    suns_early: float
    """A sun, for 10 tiles in the jungle pile."""
    best_next: float
    """One gold of the best turn, for the seat to move."""
    second_next: float
    """One gold of the best turn on another cell, for the seat to move."""
    best_later: float
    """One gold of the best turn, for the others."""
    second_later: float
    """One gold of the best turn on another cell, for the others."""
    markets_open: float
    """A fruit, for 10 sides at markets beside open cells."""
    dear_open: float
    """A fruit, for 10/3 sides at markets of price 4 beside open cells."""
    choice: float
    """Having the next turn, for 10 open cells."""


def _rates(row: tuple[float, ...]) -> Rates:
    """A row of hundredths by names."""
    gold = [number / 100 for number in row]
    return Rates(
        gold[0],
        gold[1],
        tuple(gold[2:8]),
        tuple(gold[8:12]),
        tuple(gold[12:21]),
        tuple(gold[21:24]),
        tuple(gold[24:27]),
        gold[27],
        (tuple(gold[28:36]), tuple(gold[36:44])),
        tuple(gold[44:48]),
        *gold[48:],
    )


def rates_in(rows: Iterable[tuple[float, ...]]) -> list[Rates]:
    """The values in rows of hundredths, by own turns left from 0."""
    return [_rates(row) for row in rows]
