"""Chocolate: kitchens make bars of cacao, chocolate markets buy both (docs/rules.md 11.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from cacao_core.goods import Good
from cacao_core.jungle import Deed, JungleTile, Option, Supplied, VillageBoard
from cacao_core.module import Module
from cacao_core.tiles import PlainEdge, Seat

FOR_CACAO: Final = 3
"""Gold for a cacao at a chocolate market."""
FOR_BAR: Final = 7
"""Gold for a bar there."""


class Kitchen(JungleTile):
    """Each worker may turn one cacao into one bar."""

    good: ClassVar[str] = "kitchen"
    deed: ClassVar[Deed] = "made"

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.cacao)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.cacao -= amount
        player.bars += amount


class ChocolateMarket(JungleTile):
    """Each worker may sell one cacao or one bar."""

    good: ClassVar[str] = "chocolate"
    deed: ClassVar[Deed] = "sold"
    is_plain: ClassVar[bool] = False

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.cacao + player.bars)

    def options(self, position: Supplied, seat: Seat, edge: PlainEdge) -> tuple[Option, ...]:
        player, workers = position.players[seat], edge[3]
        return tuple(
            Option(cacao + bars, f"{cacao}+{bars}")
            for cacao in range(min(workers, player.cacao) + 1)
            for bars in range(min(workers - cacao, player.bars) + 1)
        )

    def most_options(self, workers: int) -> int:
        return (workers + 1) * (workers + 2) // 2

    def carry_out(self, position: Supplied, seat: Seat, _edge: PlainEdge, option: Option) -> None:
        player = position.players[seat]
        cacao, bars = map(int, option.choice.split("+"))
        player.cacao -= cacao
        player.bars -= bars
        player.gold += FOR_CACAO * cacao + FOR_BAR * bars


class Chocolate(Module):
    """Kitchens and chocolate markets; a storage space holds one cacao or one bar."""

    name = "chocolate"
    many: ClassVar[Mapping[str, int]] = {"G1": -2, "G2": -1, "M3": -3, "K": 3, "C": 3}
    few: ClassVar[Mapping[str, int]] = {"G1": -1, "G2": -1, "M3": -2, "K": 2, "C": 2}
    added = (Kitchen("K"), ChocolateMarket("C"))
    goods: ClassVar[tuple[Good, ...]] = (Good("bars", most=lambda rules: rules.storage),)
