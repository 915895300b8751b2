"""The table when a game starts in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cacao_core.errors import BadDeal
from cacao_core.rules import Rules
from cacao_core.tiles import COLOURS, TILE_OF_EDGES, UNKNOWN, Cell, Seat, WorkerTile


@dataclass(frozen=True)
class LaidTable:
    """A laid table, without hands, piles and display; made by ``Game.as_deal``, which checks it."""

    jungle: tuple[tuple[Cell, str], ...]
    """(cell, code) of each jungle tile, in the order of placement."""
    workers: tuple[tuple[Cell, WorkerTile], ...]
    """(cell, upper worker tile)."""
    goods: tuple[tuple[Any, ...], ...]
    """For each seat what it has of each good of the rules: gold, cacao, suns, and the field of the
    water carrier, then those of modules."""
    turn: Seat
    """The seat whose turn it is."""
    supply: Mapping[str, Any] = field(default_factory=dict)
    """Name -> what lies on the table for a module."""

    def __hash__(self) -> int:
        return hash((self.jungle, self.workers, self.goods, self.turn))

    def check(self, piles: Sequence[Sequence[str]], jungle: Sequence[str], rules: Rules) -> int:
        """Check that the piles are what is left.

        Returns:
            The number of tiles that are unknown.

        Raises:
            BadDeal: there are other tiles.
        """
        counts = Counter(rules.jungle_tiles[len(piles)]) + Counter(rules.start_tiles.values())
        counts.subtract(code for _cell, code in self.jungle)
        counts.subtract(code for aside in rules.moments.aside for code in aside(self))
        _check_left(counts, jungle, counts.total(), "jungle pile")
        for seat, pile in enumerate(piles):
            left = Counter(rules.worker_tiles[len(piles)])
            own = [tile for _cell, tile in self.workers if tile.owner == seat]
            left.subtract(TILE_OF_EDGES[tile.edges] for tile in own)
            covered = sum(tile.overbuilt for tile in own)
            _check_left(left, pile, left.total() - covered, f"{COLOURS[seat]} worker pile")
        unknown = str(self.supply).count(UNKNOWN)
        return sum((pile.count(UNKNOWN) for pile in (*piles, jungle)), unknown)


def _check_left(left: Counter[str], pile: Sequence[str], size: int, where: str) -> None:
    """Check the size of a pile, and that all that is known in it is left."""
    if len(pile) != size:
        raise BadDeal(f"{where}: {len(pile)} tiles; expected {size}")
    for tile, count in Counter(pile).items():
        if tile != UNKNOWN and count > left[tile]:
            raise BadDeal(f"{where}: {count} × {tile}; expected up to {max(left[tile], 0)}")
