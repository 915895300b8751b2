"""The favour of the emperor: gold for tiles in his row or column (docs/rules.md 11.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cacao_core.errors import BadRecord
from cacao_core.module import Dealt, Laid, LaidPart, Module, ModuleGame, read_cell
from cacao_core.tiles import Cell

EMPEROR: Final = "emperor"
"""In the supply: the cell where the emperor stands."""


class Emperor(Module):
    """A figure that goes to each worker tile placed in its row or column."""

    name = "emperor"
    lies = (LaidPart(EMPEROR),)

    def begin(self, game: ModuleGame, deal: Dealt) -> None:
        game.supply[EMPEROR] = list(game.rules.start_tiles)[-1]

    def lay(self, game: ModuleGame, deal: Dealt, lying: Mapping[str, Any]) -> None:
        self.begin(game, deal)
        game.supply |= lying

    def placed(self, game: ModuleGame, cell: Cell) -> None:
        x, y = game.supply[EMPEROR]
        if x == cell[0] or y == cell[1]:
            game.supply[EMPEROR] = cell
            self._favour(game, "moved", cell)

    def begin_turn(self, game: ModuleGame) -> None:
        cell = game.supply[EMPEROR]
        tile = game.workers.get(cell)
        if tile is not None and tile.owner == game.turn:
            self._favour(game, "favour", cell)

    def _favour(self, game: ModuleGame, what: str, cell: Cell) -> None:
        game.players[game.turn].gold += 1
        game.note(game.turn, self.name, what, cell, gold=1)

    def check_supply(self, position: Laid) -> None:
        cell = position.supply[EMPEROR]
        if cell not in position.workers and cell not in position.rules.start_tiles:
            raise BadRecord("position, supply: the emperor stands on no worker tile")

    def read_supply(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {EMPEROR: read_cell(given.get(EMPEROR))}
