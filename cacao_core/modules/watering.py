"""Watering: the water carrier goes back for cacao (docs/rules.md 11.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from cacao_core.jungle import Deed, JungleTile, VillageBoard
from cacao_core.module import Module

_CACAO: Final = 4


class WateringSite(JungleTile):
    """Each worker may move the water carrier back a field, for four cacao as far as room allows."""

    good: ClassVar[str] = "watering"
    deed: ClassVar[Deed] = "moved"

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.water, -(-player.room // _CACAO))

    def act(self, player: VillageBoard, amount: int) -> None:
        player.water -= amount
        player.cacao += min(_CACAO * amount, player.room)


class Watering(Module):
    """Watering sites; the second start tile is a water tile."""

    name = "watering"
    many: ClassVar[Mapping[str, int]] = {"P1": -1, "P2": -2, "I": 3}
    few: ClassVar[Mapping[str, int]] = {"P2": -2, "I": 2}
    added = (WateringSite("I"),)
