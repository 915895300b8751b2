"""Positions as arrays of whole numbers, as a seat sees them (``docs/learning.md`` has a table)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from cacao_core.game import Game, Phase
from cacao_core.jungle import JUNGLE
from cacao_core.learning.describing import GOODS, OPENED, Numbers, effects_for, table_of
from cacao_core.learning.limits import most_moves, most_tiles
from cacao_core.moves import ACTIVATE, FILL, Move
from cacao_core.player import Player
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import BASE_ROTATIONS, COLOURS, WORKERS_ON, Cell, Seat, WorkerTile

CODES: Final = tuple(JUNGLE)
NAMES: Final = tuple(BASE_ROTATIONS)
KINDS: Final = "WOJA"
PHASES: Final = tuple(Phase)

TILE_WIDTH: Final = 9
MOVE_WIDTH: Final = 9
PLAYER_WIDTH: Final = 6
SEEN: Final = 3 + len(NAMES) + len(CODES) * 2
_NUMBER_OF_PHASE: Final = {phase: number for number, phase in enumerate(PHASES)}
_NUMBER_OF: Final = {code: number for number, code in enumerate(CODES, 1)}


class Encoder:
    """Turns positions of games under some rules into arrays, always of the same shapes.

    Attributes:
        rules: of the games.
        effects: whether observations tell what each move brings and opens.
        moves: rows for moves; no position has more legal ones.
        tiles: rows for tiles on the table.

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
        self.effects = effects
        self.moves = most_moves(rules)
        self.tiles = most_tiles(rules)
        self._effects = effects_for(rules)
        self._move_rows = _MoveRows()
        self._jungle_rows = _JungleRows()
        self._worker_rows: dict[tuple[Seat, int], _WorkerRows] = {}

    def __reduce__(self) -> tuple[type[Encoder], tuple[Rules, bool]]:
        return Encoder, (self.rules, self.effects)  # all else is kept to be quick, and large

    def observation(self, game: Game, seat: Seat) -> dict[str, Any]:
        """The view of a seat, and its actions: those of the legal moves if it decides.

        After the end, action 0 alone is marked, so that no learner divides by zero.
        """
        mask = np.zeros(self.moves, np.int8)
        moves = np.zeros((self.moves, MOVE_WIDTH), np.int16)
        legal = game.legal_moves() if game.to_move == seat else []
        if legal:
            mask[: len(legal)] = 1
            moves[: len(legal)] = table_of(map(self._move_rows.__getitem__, legal), MOVE_WIDTH)
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

    @staticmethod
    def _state(game: Game, seat: Seat) -> Numbers:
        seats, to_move = len(game.players), game.to_move
        numbers = [
            _NUMBER_OF_PHASE[game.phase],
            (game.turn - seat) % seats,
            0 if to_move is None else (to_move - seat) % seats,
            *map(game.players[seat].hand.count, NAMES),
            *map(game.display.count, CODES),
            *map(game.jungle_pile.count, CODES),
        ]
        return np.array(numbers, np.int16)

    def _tiles(self, game: Game, seat: Seat) -> Numbers:
        table = np.zeros((self.tiles, TILE_WIDTH), np.int16)
        key = (seat, len(game.players))
        if key not in self._worker_rows:
            self._worker_rows[key] = _WorkerRows(*key)
        jungle = b"".join(map(self._jungle_rows.__getitem__, game.jungle.items()))
        workers = b"".join(map(self._worker_rows[key].__getitem__, game.workers.items()))
        found = np.frombuffer(jungle + workers, np.int16)
        table.reshape(-1)[: len(found)] = found
        return table

    def whole(self, game: Game) -> Numbers:
        """The whole position with what is hidden, as one row of numbers.

        They are: phase, seat whose turn it is, seat that decides or -1; display by code; for each
        of four seats gold, cacao, suns and water field, hand by tile name, pile in the order of
        drawing; the jungle pile in the order of drawing; the tiles on the table as the first seat
        sees them. Tiles of piles are numbered from 1, and 0 is no tile.
        """
        to_move = -1 if game.to_move is None else game.to_move
        numbers = [_NUMBER_OF_PHASE[game.phase], game.turn, to_move]
        numbers += map(game.display.count, CODES)
        piles = max(map(self.rules.turns, self.rules.players))
        for seat in range(len(COLOURS)):
            found = _whole_player(game.players[seat]) if seat < len(game.players) else []
            numbers += found + [0] * (4 + len(NAMES) + piles - len(found))
        numbers += [_NUMBER_OF[code] for code in game.jungle_pile]
        longest = max(sum(pile.values()) for pile in self.rules.jungle_tiles.values())
        numbers += [0] * (longest - len(game.jungle_pile))
        return np.concatenate([np.array(numbers, np.int16), self._tiles(game, 0).reshape(-1)])


class _MoveRows(dict[Move, bytes]):
    """Move -> its row: kind + 1, x, y, jungle code + 1 or edge or 0, amount, workers n, e, s, w."""

    def __missing__(self, move: Move) -> bytes:
        what = move.side if move.kind == ACTIVATE else 0
        if move.kind == FILL:
            what = _NUMBER_OF[move.what]
        workers = WORKERS_ON.get(move.what, (0, 0, 0, 0))
        numbers = (KINDS.index(move.kind) + 1, *move.cell, what, move.amount, *workers)
        self[move] = row = _row(numbers)
        return row


class _JungleRows(dict[tuple[Cell, str], bytes]):
    """Cell and code of a jungle tile -> its row of the tiles on the table."""

    def __missing__(self, place: tuple[Cell, str]) -> bytes:
        cell, code = place
        self[place] = row = _row((1, *cell, _NUMBER_OF[code], 0, 0, 0, 0, 0))
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
    table = np.zeros((len(COLOURS), PLAYER_WIDTH), np.int16)
    around = game.players[seat:] + game.players[:seat]
    table[: len(around)] = [
        (p.gold, p.cacao, p.suns, p.water, len(p.hand), len(p.pile)) for p in around
    ]
    return table


def _whole_player(player: Player) -> list[int]:
    goods = [player.gold, player.cacao, player.suns, player.water]
    pile = [NAMES.index(tile) + 1 for tile in player.pile]
    return [*goods, *map(player.hand.count, NAMES), *pile]
