"""Positions as arrays of whole numbers, as a seat sees them (``docs/learning.md`` has a table)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from cacao_core.deal import Deal
from cacao_core.game import Game, Phase
from cacao_core.learning.describing import GOODS, OPENED, Numbers, effects_for, table_of
from cacao_core.learning.expansions import (
    CHOICE_WIDTH,
    choice_numbers,
    gem_pile,
    hut_number,
    laid_out,
    mine_numbers,
    owned,
)
from cacao_core.learning.limits import most_moves, most_tiles
from cacao_core.modules.gems import GEMS, Gems
from cacao_core.moves import ACTIVATE, FILLS, Move
from cacao_core.player import Player
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import BASE_KINDS, COLOURS, ROTATIONS, WORKERS_ON, Cell, Seat, WorkerTile

KINDS: Final = "WOJAKH"
PHASES: Final = (Phase.PLACE, Phase.FILL, Phase.ACTIVATE, Phase.OVER, Phase.DECIDE)

_WIDTH: Final = 9
"""Numbers of a tile on the table, and of a move, without modules."""
_GEMS_FROM: Final = _WIDTH
_NUMBER_OF_PHASE: Final = {phase: number for number, phase in enumerate(PHASES)}


class Encoder:
    """Turns positions of games under some rules into arrays, always of the same shapes.

    Attributes:
        rules: of the games.
        effects: whether observations tell what each move brings and opens; never with modules.
        moves: rows for moves; no position has more legal ones.
        tiles: rows for tiles on the table.
        shapes: of all arrays of an observation, by name.

    >>> from cacao_core import Deal, Game
    >>> seen = Encoder().observation(Game(Deal.shuffled(players=2, seed=7)), seat=0)
    >>> {name: array.shape for name, array in seen["observation"].items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'state': (27,), 'players': (4, 6), 'tiles': (64, 9), 'moves': (588, 9),
     'brings': (588, 4, 5), 'opens': (588, 4)}
    >>> int(seen["action_mask"].sum())
    54
    """

    def __init__(self, rules: Rules = BASE, effects: bool = True) -> None:
        self.rules = rules
        self.effects = effects and not rules.modules
        self.moves = most_moves(rules)
        self.tiles = most_tiles(rules)
        self._effects = effects_for(rules)
        self._codes = tuple(rules.tiles)
        self._number_of = {code: number for number, code in enumerate(self._codes, 1)}
        used = {name for tiles in rules.worker_tiles.values() for name in tiles}
        self._names = tuple(name for name in ROTATIONS if name in BASE_KINDS or name in used)
        self._move_rows = _MoveRows(self._number_of, bool(rules.modules))
        self._jungle_rows = _JungleRows(self._number_of)
        self._worker_rows: dict[tuple[Seat, int], _WorkerRows] = {}
        self._tile_width = _WIDTH + (len(GEMS) if rules.module(Gems.name) else 0)
        self._move_width = _WIDTH + (CHOICE_WIDTH if rules.modules else 0)
        seen = self.observation(Game(Deal.shuffled(rules.players[0], 0, rules)), 0)["observation"]
        self.shapes: dict[str, tuple[int, ...]] = {name: one.shape for name, one in seen.items()}

    def __reduce__(self) -> tuple[type[Encoder], tuple[Rules, bool]]:
        return Encoder, (self.rules, self.effects)  # all else is kept to be quick, and large

    def observation(self, game: Game, seat: Seat) -> dict[str, Any]:
        """The view of a seat, and its actions: those of the legal moves if it decides.

        After the end, action 0 alone is marked, so that no learner divides by zero.
        """
        mask = np.zeros(self.moves, np.int8)
        moves = np.zeros((self.moves, self._move_width), np.int16)
        legal = game.legal_moves() if game.to_move == seat else []
        if legal:
            mask[: len(legal)] = 1
            rows = map(self._move_rows.__getitem__, legal)
            moves[: len(legal)] = table_of(rows, self._move_width)
        elif game.is_over:
            mask[0] = 1
        seen = {
            "state": self._state(game, seat),
            "players": _players(game, seat),
            "tiles": self._tiles(game, seat),
            "moves": moves,
        }
        if self.effects:
            seen["brings"], seen["opens"] = self._described(game, legal)
        return {"observation": seen, "action_mask": mask}

    def _described(self, game: Game, legal: list[Move]) -> tuple[Numbers, Numbers]:
        """The gains of each move and the chances that it opens; zeros without moves."""
        brings = np.zeros((self.moves, len(COLOURS), len(GOODS)), np.int16)
        opens = np.zeros((self.moves, len(OPENED)), np.int16)
        if legal:
            self._effects.write(game, legal, brings, opens)
        return brings, opens

    def _state(self, game: Game, seat: Seat) -> Numbers:
        seats, to_move = len(game.players), game.to_move
        numbers = [
            _NUMBER_OF_PHASE[game.phase],
            (game.turn - seat) % seats,
            0 if to_move is None else (to_move - seat) % seats,
            *map(game.players[seat].hand.count, self._names),
            *map(game.display.count, self._codes),
            *map(game.jungle_pile.count, self._codes),
            *laid_out(game, seat),
        ]
        return np.array(numbers, np.int16)

    def _tiles(self, game: Game, seat: Seat) -> Numbers:
        table = np.zeros((self.tiles, self._tile_width), np.int16)
        key = (seat, len(game.players))
        if key not in self._worker_rows:
            self._worker_rows[key] = _WorkerRows(*key)
        jungle = b"".join(map(self._jungle_rows.__getitem__, game.jungle.items()))
        workers = b"".join(map(self._worker_rows[key].__getitem__, game.workers.items()))
        rows = np.frombuffer(jungle + workers, np.int16).reshape(-1, _WIDTH)
        table[: len(rows), :_WIDTH] = rows
        for row, gems in mine_numbers(game):
            table[row, _GEMS_FROM:] = gems
        return table

    def whole(self, game: Game) -> Numbers:
        """The whole position with what is hidden, as one row of numbers.

        They are: phase, seat whose turn it is, seat that decides or -1; display by code; for each
        of four seats gold, cacao, suns and water field, goods of modules, hand by tile name, pile
        in the order of drawing; the jungle pile in the order of drawing; what lies out for modules,
        and the pile of gems; the tiles on the table as the first seat sees them. Tiles of piles and
        gems are numbered from 1, and 0 is none.
        """
        to_move = -1 if game.to_move is None else game.to_move
        numbers = [_NUMBER_OF_PHASE[game.phase], game.turn, to_move]
        numbers += map(game.display.count, self._codes)
        piles = max(map(self.rules.turns, self.rules.players))
        most = 4 + len(owned(game.players[0])) + len(self._names) + piles
        for seat in range(len(COLOURS)):
            listed = self._whole_player(game.players[seat]) if seat < len(game.players) else []
            numbers += listed + [0] * (most - len(listed))
        numbers += [self._number_of[code] for code in game.jungle_pile]
        longest = max(sum(pile.values()) for pile in self.rules.jungle_tiles.values())
        numbers += [0] * (longest - len(game.jungle_pile))
        numbers += laid_out(game, 0) + gem_pile(game)
        return np.concatenate([np.array(numbers, np.int16), self._tiles(game, 0).reshape(-1)])

    def _whole_player(self, player: Player) -> list[int]:
        goods = [player.gold, player.cacao, player.suns, player.water, *owned(player)]
        pile = [self._names.index(tile) + 1 for tile in player.pile]
        return [*goods, *map(player.hand.count, self._names), *pile]


class _MoveRows(dict[Move, bytes]):
    """Move -> its row: kind + 1, x, y, number of jungle tile, edge, hut or 0, amount, workers.

    With modules, what it is made of comes last.
    """

    def __init__(self, number_of: Mapping[str, int], has_modules: bool) -> None:
        self._number_of, self._has_modules = number_of, has_modules

    def __missing__(self, move: Move) -> bytes:
        what = move.side if move.kind == ACTIVATE else hut_number(move)
        if move.kind in FILLS:
            what = self._number_of.get(move.what, 0)  # 0 is drawn blind
        workers = WORKERS_ON.get(move.what, (0, 0, 0, 0))
        chosen = choice_numbers(move.choice) if self._has_modules else ()
        numbers = (KINDS.index(move.kind) + 1, *move.cell, what, move.amount, *workers, *chosen)
        self[move] = row = _row(numbers)
        return row


class _JungleRows(dict[tuple[Cell, str], bytes]):
    """Cell and code of a jungle tile -> its row of the tiles on the table."""

    def __init__(self, number_of: Mapping[str, int]) -> None:
        self._number_of = number_of

    def __missing__(self, place: tuple[Cell, str]) -> bytes:
        cell, code = place
        self[place] = row = _row((1, *cell, self._number_of[code], 0, 0, 0, 0, 0))
        return row


class _WorkerRows(dict[tuple[Cell, WorkerTile], bytes]):
    """A worker tile on its cell -> its row, as one of some seats sees it."""

    def __init__(self, seat: Seat, seats: int) -> None:
        self._seat, self._seats = seat, seats

    def __missing__(self, place: tuple[Cell, WorkerTile]) -> bytes:
        cell, tile = place
        owner = (tile.owner - self._seat) % self._seats
        self[place] = row = _row((1, *cell, 0, owner + 1, *WORKERS_ON[tile.edges]))
        return row


def _row(numbers: Sequence[int]) -> bytes:
    return np.array(numbers, np.int16).tobytes()


def _players(game: Game, seat: Seat) -> Numbers:
    """A row for each seat, clockwise from one of them."""
    around = game.players[seat:] + game.players[:seat]
    rows = [(p.gold, p.cacao, p.suns, p.water, len(p.hand), len(p.pile), *owned(p)) for p in around]
    table = np.zeros((len(COLOURS), len(rows[0])), np.int16)
    table[: len(around)] = rows
    return table
