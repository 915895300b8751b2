"""The numbers that modules add to an observation (docs/rules.md 11).

Every good of a module stands in the rows of players, and everything that lies on the table for it
behind the state; gems on mines stand in the rows of their tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from cacao_core.game import Game
from cacao_core.modules import emperor, gems, huts, map_board
from cacao_core.moves import BUILD, NO_HUT, Move
from cacao_core.player import Player
from cacao_core.tiles import COLOURS, Seat

HUT_CODES: Final = tuple(huts.HUTS)
CHOICE_WIDTH: Final = 2 + len(gems.GEMS)
"""Numbers of what a move is made of: cacao, bars, and gems of each colour."""

_MASKS: Final = tuple(dict.fromkeys(gems.MASKS))
_MOST_WAITING: Final = 4
"""Most gem mines in the display and on the map board."""
_Numbers: TypeAlias = Callable[[Any, Game, Seat], list[int]]


def hut_number(move: Move) -> int:
    """The number of the hut that a move builds, from 1; 0 for none."""
    return HUT_CODES.index(move.what) + 1 if move.kind == BUILD and move.what != NO_HUT else 0


def choice_numbers(choice: str) -> list[int]:
    """The parts of a move: see :data:`CHOICE_WIDTH`."""
    if "+" in choice:
        return [*map(int, choice.split("+")), *_gems("")]
    return [0, 0, *_gems(choice)]


def owned(player: Player) -> list[int]:
    """A player's goods of modules: a number for each, or for each kind of thing."""
    counts: list[int] = []
    for good in player.rules.more_goods:
        things = getattr(player, good.name)
        if good.kinds:
            counts += map(list(map(str, things)).count, good.kinds)
        else:
            counts.append(things)
    return counts


def laid_out(game: Game, seat: Seat) -> list[int]:
    """The numbers of all that lies on the table for modules, by its name in the supply."""
    supply = game.supply
    return [number for name in sorted(supply) for number in _SUPPLY[name](supply[name], game, seat)]


def gem_pile(game: Game) -> list[int]:
    """The gems of the supply in the order of drawing, from 1; 0 is none."""
    pile = game.supply.get(gems.PILE)
    if pile is None:
        return []
    most = len(gems.GEMS) * max(map(gems.number_of_gems, game.rules.players))
    return [*(gems.GEMS.index(gem) + 1 for gem in pile), *[0] * (most - len(pile))]


def mine_numbers(game: Game) -> list[tuple[int, list[int]]]:
    """Each gem mine on the table: its number among the jungle tiles, and its gems by colour."""
    mines: Mapping[Any, str] = game.supply.get(gems.MINES) or {}
    if not mines:
        return []
    return [(at, _gems(mines[cell])) for at, cell in enumerate(game.jungle) if cell in mines]


def _gems(letters: str) -> list[int]:
    return list(map(letters.count, gems.GEMS))


def _waiting(mines: Sequence[str], _game: Game, _seat: Seat) -> list[int]:
    empty = [""] * (_MOST_WAITING - len(mines))
    return [number for each in (*mines, *empty) for number in _gems(each)]


def _harvest(harvest: Sequence[int], _game: Game, seat: Seat) -> list[int]:
    return [*harvest[seat:], *harvest[:seat], *[0] * (len(COLOURS) - len(harvest))]


_SUPPLY: Final[Mapping[str, _Numbers]] = {
    emperor.EMPEROR: lambda cell, _game, _seat: list(cell),
    gems.LEFT: lambda masks, _game, _seat: list(map(masks.count, _MASKS)),
    gems.MINES: lambda _mines, _game, _seat: [],  # in the rows of their tiles
    gems.PILE: lambda pile, _game, _seat: _gems(pile),
    gems.WAITING: _waiting,
    huts.HARVEST: _harvest,
    huts.SUPPLY: lambda lying, _game, _seat: list(map(lying.count, HUT_CODES)),
    map_board.BOARD: lambda board, game, _seat: list(map(board.count, game.rules.tiles)),
}
"""Name in the supply -> its numbers, always as many."""
