"""The tree of life: gold, most of all for edges without workers (docs/rules.md 11.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from cacao_core.jungle import JungleTile, Option, Supplied, VillageBoard
from cacao_core.module import Module
from cacao_core.tiles import PlainEdge, Seat

FOR_NOBODY: Final = 3
"""Gold of an edge without workers."""


class TreeOfLife(JungleTile):
    """Each worker may take 1 gold; an edge without workers may take 3."""

    good: ClassVar[str] = "tree"
    is_plain: ClassVar[bool] = False
    wakes_all: ClassVar[bool] = True

    def max_amount(self, _player: VillageBoard, workers: int) -> int:
        return workers or FOR_NOBODY

    def act(self, player: VillageBoard, amount: int) -> None:
        player.gold += amount

    def options(self, position: Supplied, seat: Seat, edge: PlainEdge) -> tuple[Option, ...]:
        every = super().options(position, seat, edge)
        return every if edge[3] else (every[0], every[-1])

    def most_options(self, workers: int) -> int:
        return max(2, super().most_options(workers))

    def gold_for(self, amount: int) -> int:
        return amount


class Tree(Module):
    """Trees of life in place of gold mines."""

    name = "tree"
    many: ClassVar[Mapping[str, int]] = {"G1": -2, "G2": -1, "L": 3}
    few: ClassVar[Mapping[str, int]] = {"G1": -1, "G2": -1, "L": 2}
    added = (TreeOfLife("L"),)
