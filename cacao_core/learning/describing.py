"""The gains of each legal move, and the chances it opens: numbers that a learner can weigh.

Both are derived from what the seat that decides can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cacao_core.activation import edges_to_activate
from cacao_core.errors import CacaoError
from cacao_core.game import Game, Phase
from cacao_core.jungle import TEMPLES
from cacao_core.knowledge.completing import decidable
from cacao_core.learning.around import Facing, around, edges_at
from cacao_core.learning.hands import Hand
from cacao_core.learning.outcomes import GIFTS, TRADE, EdgeOutcomes, Loads, loads_of, stock_of
from cacao_core.moves import Move
from cacao_core.rules import Rules
from cacao_core.scoring import majority
from cacao_core.tiles import CLOCKWISE, COLOURS, NEIGHBOURS, OPPOSITE, Cell

GOODS: Final = ("gold", "cacao", "suns", "water", "temples")
"""The gains of a move: columns of the last dimension."""
OPENED: Final = ("spaces", "own_workers", "other_workers", "cells")
"""The chances that a move opens: columns of the last dimension."""

Numbers: TypeAlias = NDArray[np.int16]

_SEATS: Final = len(COLOURS)
_TAKEN: Final = len(GOODS) - 1
_SUNS: Final = GOODS.index("suns")
_NOTHING: Final = bytes(2 * _TAKEN)


class MoveEffects:
    """Finds what moves bring and open, under some rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._outcomes = EdgeOutcomes(rules)
        self._hands: dict[frozenset[str], Hand] = {}

    def write(self, game: Game, legal: Sequence[Move], brings: Numbers, opens: Numbers) -> None:
        """Fill in what the legal moves bring and open, in arrays of zeros.

        Args:
            legal: its legal moves.
            brings: (at least the number of moves, 4, 5).
            opens: (at least the number of moves, 4).
        """
        if game.phase is Phase.PLACE:
            self._place(game, legal, brings, opens)
        elif game.phase is Phase.FILL:
            self._fill(game, legal, brings, opens)
        elif game.phase is Phase.ACTIVATE:
            self._activate(game, legal, brings)

    # --- Placing ---------------------------------------------------------------------------------

    def _place(self, game: Game, legal: Sequence[Move], brings: Numbers, opens: Numbers) -> None:
        tiles = frozenset(game.players[game.turn].hand)
        hand = self._hands.get(tiles)
        if hand is None:
            self._hands[tiles] = hand = Hand(tiles, self._rules, self._outcomes)
        ways = len(hand.looks)
        cells = [move.cell for move in legal[::ways]]
        placed = len(game.open_cells)
        spaces, temples = around(game)
        row_of = {cell: row for row, cell in enumerate(cells)}
        self._at_once(game, cells[:placed], hand, brings)
        if placed < len(cells):
            self._at_once(game, cells[placed:], hand, brings[placed * ways :])
        _at_temples(game, row_of, hand, temples, brings)
        if game.display or game.jungle_pile:  # else nothing is there to fill the spaces
            _open(game, cells[:placed], hand, spaces, opens)

    def _at_once(self, game: Game, cells: Sequence[Cell], hand: Hand, brings: Numbers) -> None:
        """The first rows: the ways to place on some cells, all open or all to be overbuilt."""
        cacao, suns, water = stock_of(game.players[game.turn])
        overbuilds = cells[0] in game.workers
        trade = {space: code for space, code in game.jungle.items() if code in TRADE}.get
        gifts = {space: code for space, code in game.jungle.items() if code in GIFTS}.get
        beside = [NEIGHBOURS[cell] for cell in cells]
        traded = [(trade(n), trade(e), trade(s), trade(w)) for n, e, s, w in beside]
        given = [(gifts(n), gifts(e), gifts(s), gifts(w)) for n, e, s, w in beside]
        rows = table_of(map(hand.rows((cacao, 0, 0)).__getitem__, traded), _TAKEN)
        more = hand.rows((0, suns - overbuilds, water))
        brings[: len(rows), 0, :_TAKEN] = rows + table_of(map(more.__getitem__, given), _TAKEN)
        if overbuilds:
            brings[: len(rows), 0, _SUNS] -= 1

    # --- Filling and activating ------------------------------------------------------------------

    def _fill(self, game: Game, legal: Sequence[Move], brings: Numbers, opens: Numbers) -> None:
        seat, seats = game.turn, len(game.players)
        stocks = [stock_of(player) for player in game.players[seat:] + game.players[:seat]]
        standing = self._loads_so_far(game)
        edges = {space: edges_at(game, space) for space in game.open_spaces}
        opened = set(game.open_cells)
        rows: list[bytes] = []
        for at, move in enumerate(legal):
            loads = standing.copy()
            if move.what in TEMPLES:
                brings[at, :seats, _TAKEN] = self._new_temple(edges[move.cell], seats)
            else:
                for other, workers in edges[move.cell]:
                    loads[other] = (*loads[other], (move.what, workers))
            rows += map(self._outcomes.row, stocks, loads)
            left = [
                edge for space, at_space in edges.items() if space != move.cell for edge in at_space
            ]
            own = sum(workers for other, workers in left if not other)
            others = sum(workers for other, workers in left if other)
            beside = NEIGHBOURS[move.cell]
            cells = sum(cell not in game.workers and cell not in opened for cell in beside)
            opens[at] = (len(edges) - 1, own, others, cells)
        brings[: len(legal), :seats, :_TAKEN] = table_of(rows, _TAKEN).reshape(-1, seats, _TAKEN)

    def _new_temple(self, edges: Sequence[tuple[int, int]], seats: int) -> tuple[int, ...]:
        """Each seat's gold from a temple that is placed at some edges."""
        counts = [0] * seats
        for other, workers in edges:
            counts[other] += workers
        return majority(counts, self._rules)

    def _loads_so_far(self, game: Game) -> list[Loads]:
        """The edges of each seat that act in this turn, without the spaces still to be filled."""
        acting = edges_to_activate(
            CLOCKWISE[len(game.players)][game.turn],
            game.placed,
            game.filled,
            game.jungle,
            game.workers,
            self._rules,
        )
        loads: list[Loads] = [()] * len(game.players)
        for seat, edges in acting:
            loads[seat - game.turn] = loads_of(edges)
        return loads

    def _activate(self, game: Game, legal: Sequence[Move], brings: Numbers) -> None:
        (seat, edges), *later = game.pending
        seats = len(game.players)
        own = self._outcomes.choices(stock_of(game.players[seat]), loads_of(edges))
        brings[: len(legal), 0, :_TAKEN] = table_of([own], _TAKEN)
        for other, waiting in later:
            row = self._outcomes.row(stock_of(game.players[other]), loads_of(waiting))
            if row != _NOTHING:
                column = (other - seat) % seats
                brings[: len(legal), column, :_TAKEN] = np.frombuffer(row, np.int16)


def _at_temples(
    game: Game,
    row_of: Mapping[Cell, int],
    hand: Hand,
    temples: Mapping[Cell, Facing],
    brings: Numbers,
) -> None:
    """Add the changes by placing beside temples; cells have rows, with all ways to place there."""
    seats, ways = len(game.players), len(hand.looks)
    for temple, code in game.jungle.items():
        if code not in TEMPLES:
            continue
        facing = tuple(temples[temple]) if temple in temples else (0,) * seats
        for side, cell in enumerate(NEIGHBOURS[temple]):
            row = row_of.get(cell)
            if row is not None:
                covered = game.workers[cell].edges if cell in game.workers else ""
                change = hand.at_temple(OPPOSITE[side], facing, covered)
                brings[row * ways : (row + 1) * ways, :seats, _TAKEN] += change


def _open(
    game: Game,
    cells: Sequence[Cell],
    hand: Hand,
    spaces: Mapping[Cell, Facing],
    opens: Numbers,
) -> None:
    """Add the ways to place on the open cells that the first rows open.

    Args:
        cells: all open cells.
        hand: what is placed.
        spaces: workers at each space that is filled when a tile is placed beside it.
        opens: the array.
    """
    row_of = {cell: row for row, cell in enumerate(cells)}
    masks, own, others, closed = ([0] * len(cells) for _column in range(4))
    for space, faced in spaces.items():
        rows, more = [], 0
        for side, cell in enumerate(NEIGHBOURS[space]):
            row = row_of.get(cell)
            if row is not None:
                masks[row] |= 1 << OPPOSITE[side]
                rows.append(row)
            else:
                more += cell not in game.workers
        for row in rows:
            own[row] += faced[0]
            others[row] += sum(faced) - faced[0]
            closed[row] += more
    opened = hand.opened[masks]
    opened[:, :, 1:] += np.array((own, others, closed), np.int16).T[:, None]
    opens[: len(cells) * len(hand.looks)] = opened.reshape(-1, len(OPENED))


def effects(game: Game) -> tuple[Numbers, Numbers]:
    """The gains of each legal move, and the chances that it opens; seen by the seat that decides.

    Returns:
        ``brings`` (moves, 4, 5) and ``opens`` (moves, 4), in the order of the legal moves. Seats
        go clockwise from the one that decides, the last columns are :data:`GOODS` and
        :data:`OPENED`; ``docs/learning.md`` describes them.

    Raises:
        CacaoError: the game is over or has modules, or the hand or the display is not known.
    """
    game = decidable(game)
    check_plain(game.rules)
    legal = game.legal_moves()
    if not legal:
        raise CacaoError("the game is over: there are no moves to describe")
    brings = np.zeros((len(legal), _SEATS, len(GOODS)), np.int16)
    opens = np.zeros((len(legal), len(OPENED)), np.int16)
    effects_for(game.rules).write(game, legal, brings, opens)
    return brings, opens


def check_plain(rules: Rules) -> None:
    """Check that it is known what the moves of some rules bring.

    Raises:
        CacaoError: they have modules.
    """
    if rules.modules:
        raise CacaoError(f"rules {rules.name}: what moves bring is told of games without modules")


@cache
def effects_for(rules: Rules) -> MoveEffects:
    """The effects under some rules, shared by everybody who asks."""
    return MoveEffects(rules)


def table_of(rows: Iterable[bytes], width: int) -> Numbers:
    """Rows of int16, one after the other, as an array."""
    return np.frombuffer(b"".join(rows), np.int16).reshape(-1, width)
