"""The map board: two more jungle tiles to choose from (docs/rules.md 11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from cacao_core import moves
from cacao_core.errors import BadRecord
from cacao_core.goods import Good
from cacao_core.module import Dealt, Laid, Module, ModuleGame, texts
from cacao_core.moves import Move
from cacao_core.tiles import UNKNOWN

BOARD: Final = "map_board"
"""In the supply: the codes of the tiles on the map board, the one that lies longest first."""
_SIZE: Final = 2
MAP_TILES: Final = 2
"""Map tiles of each player."""


class MapBoard(Module):
    """A map tile pays for a jungle tile of the map board in place of one of the display."""

    name = "map"
    goods: ClassVar[tuple[Good, ...]] = (Good("maps", MAP_TILES, most=lambda _rules: MAP_TILES),)

    def begin(self, game: ModuleGame, deal: Dealt) -> None:
        pile = (*game.display, *game.jungle_pile)
        size = game.rules.display
        game.supply[BOARD] = pile[:_SIZE]
        game.display = pile[_SIZE : _SIZE + size]
        game.jungle_pile = pile[_SIZE + size :]

    def lay(self, game: ModuleGame, deal: Dealt, lying: Mapping[str, Any]) -> None:
        game.supply[BOARD] = game.jungle_pile[:_SIZE]
        game.jungle_pile = game.jungle_pile[_SIZE:]

    def filling(self, game: ModuleGame) -> list[Move]:
        board = game.supply[BOARD]
        if not game.players[game.turn].maps or not board:
            return []
        spaces = game.open_spaces
        fills = [
            Move(moves.FILL_FROM_MAP, code, space)
            for code in sorted(set(board) - {UNKNOWN})
            for space in spaces
        ]
        if not game.display and game.jungle_pile[:1] not in ((), (UNKNOWN,)):
            fills += [Move(moves.FILL, moves.BLIND, space) for space in spaces]
        return fills

    def take(self, game: ModuleGame, move: Move) -> tuple[str, str] | None:
        if move.kind == moves.FILL_FROM_MAP:
            board = list(game.supply[BOARD])
            board.remove(move.what)
            game.supply[BOARD] = tuple(board)
            game.players[game.turn].maps -= 1
            return move.what, "map"
        if move.what == moves.BLIND:
            code, *rest = game.jungle_pile
            game.jungle_pile = tuple(rest)
            return code, "pile"
        return None

    def refill(self, game: ModuleGame) -> None:
        missing = game.rules.display - len(game.display)
        board = game.supply[BOARD]
        game.display += board[:missing]
        game.supply[BOARD] = board[missing:]

    def drawn(self, game: ModuleGame) -> None:
        board = game.supply[BOARD]
        missing = _SIZE - len(board)
        game.supply[BOARD] = (*board, *game.jungle_pile[:missing])
        game.jungle_pile = game.jungle_pile[missing:]

    def aside(self, position: ModuleGame) -> tuple[str, ...]:
        board: tuple[str, ...] = position.supply[BOARD]
        return board

    def named_aside(self, game: ModuleGame, codes: tuple[str, ...]) -> None:
        game.supply[BOARD] = codes

    def check_supply(self, position: Laid) -> None:
        if len(position.supply[BOARD]) > _SIZE:
            raise BadRecord(f"position, supply: more than {_SIZE} tiles on the map board")

    def read_supply(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {BOARD: texts(given, BOARD)}
