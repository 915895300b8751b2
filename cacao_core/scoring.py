"""Temples, totals and winners (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cacao_core.goods import Score
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import NEIGHBOURS, OPPOSITE, WORKERS_ON, Cell, Seat, WorkerTile

__all__ = ["Score", "Temple", "majority", "temples", "winners"]


class Temple(NamedTuple):
    """One temple: its cell, and each seat's adjacent workers and gold."""

    cell: Cell
    workers: tuple[int, ...]
    gold: tuple[int, ...]


def majority(workers: Sequence[int], rules: Rules = BASE) -> tuple[int, ...]:
    """Gold that a temple pays, given each seat's adjacent workers (docs/rules.md 5.1).

    >>> majority([2, 1, 0, 2])
    (3, 0, 0, 3)
    >>> majority([1, 0])
    (6, 0)
    """
    most = max(workers)
    for_first, for_second = rules.temple_gold
    if most == 0:
        return (0,) * len(workers)
    leaders = workers.count(most)
    if leaders > 1:
        share = for_first // leaders
        return tuple(share if count == most else 0 for count in workers)
    second = max(count for count in workers if count < most)
    share = for_second // workers.count(second) if second else 0
    gold = {most: for_first, second: share}
    return tuple(gold.get(count, 0) for count in workers)


def temples(
    jungle: Mapping[Cell, str],
    workers: Mapping[Cell, WorkerTile],
    players: int,
    rules: Rules = BASE,
) -> list[Temple]:
    """Every temple's present majority, in the order of their cells."""
    results = []
    for cell in sorted(cell for cell, code in jungle.items() if code in rules.idle):
        counts = [0] * players
        for side, beside in enumerate(NEIGHBOURS[cell]):
            if tile := workers.get(beside):
                counts[tile.owner] += WORKERS_ON[tile.edges][OPPOSITE[side]]
        results.append(Temple(cell, tuple(counts), majority(counts, rules)))
    return results


def winners(results: Sequence[Score]) -> list[Seat]:
    """Seats with the highest total; of these, those with the most cacao left (docs/rules.md 5)."""
    best = max((score.total, score.cacao) for score in results)
    return [seat for seat, score in enumerate(results) if (score.total, score.cacao) == best]
