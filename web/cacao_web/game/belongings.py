"""A player's goods of the modules."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core.player import Player


class Belongings(NamedTuple):
    """A player's goods of the modules."""

    maps: int | None  # map tiles; None without them
    bars: int
    huts: tuple[str, ...]
    gems: str
    masks: tuple[int, ...]


def belongings(player: Player) -> Belongings:
    """The player's goods of the modules."""
    maps = player.maps if player.rules.module("map") else None
    return Belongings(maps, player.bars, player.huts, player.gems, player.masks)
