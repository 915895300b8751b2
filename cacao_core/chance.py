"""The chance of deals: numbers and a shuffle that are the same on every Python version for ever.

They are written out here, because :mod:`random` does not guarantee that for its ``shuffle``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

SEED_LIMIT: Final = 1 << 64
"""Seeds are whole numbers from 0 up to, not including, this one."""

_MASK: Final = SEED_LIMIT - 1


def shuffled(tiles: Sequence[str], numbers: Iterator[int]) -> tuple[str, ...]:
    """Fisher and Yates's shuffle, in Durstenfeld's form (CACM 7, 1964, algorithm 235)."""
    order = list(tiles)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def below(limit: int, numbers: Iterator[int]) -> int:
    """A uniformly distributed number from 0 to ``limit`` - 1, by rejection sampling."""
    fair = SEED_LIMIT - SEED_LIMIT % limit
    number = next(numbers)
    while number >= fair:
        number = next(numbers)
    return number % limit


def splitmix64(seed: int) -> Iterator[int]:
    """Endless 64-bit numbers (Steele, Lea and Flood, OOPSLA 2014, figure 17)."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        yield z ^ (z >> 31)
