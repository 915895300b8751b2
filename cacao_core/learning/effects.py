"""What each legal move brings to whom, and what it opens: numbers that a learner can weigh.

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
from cacao_core.learning.around import Facing, Space, around, to_fill
from cacao_core.learning.outcomes import Outcomes, loads_of
from cacao_core.learning.spots import Hand
from cacao_core.moves import Move
from cacao_core.rules import TEMPLES, Rules
from cacao_core.scoring import Temple, temples
from cacao_core.tiles import COLOURS, NEIGHBOURS, Cell

GOODS: Final = ("gold", "cacao", "suns", "water", "temples")
"""What a move brings: columns of the last dimension."""
OPENED: Final = ("spaces", "own_workers", "other_workers", "cells")
"""What a move opens: columns of the last dimension."""

Numbers: TypeAlias = NDArray[np.int16]

_SEATS: Final = len(COLOURS)
_TAKEN: Final = len(GOODS) - 1
_SUNS: Final = GOODS.index("suns")
_NOTHING: Final = bytes(2 * _TAKEN)


class Effects:
    """Finds what moves bring and open, under some rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._outcomes = Outcomes(rules)
        self._hands: dict[tuple[str, ...], Hand] = {}

    def write(self, game: Game, legal: Sequence[Move], brings: Numbers, opens: Numbers) -> None:
        """Fill in what the legal moves bring and open, in arrays of zeros.

        Args:
            game: the position.
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
        tiles = game.players[game.turn].hand
        hand = self._hands.get(tiles)
        if hand is None:
            self._hands[tiles] = hand = Hand(tiles, self._rules)
        ways = len(hand.looks)
        cells = [move.cell for move in legal[::ways]]
        placed = len(game.open_cells)
        spaces, facing = around(game)
        self._cells(game, cells[:placed], hand, facing, brings)
        self._open(cells[:placed], hand, spaces, opens)
        if placed < len(cells):
            self._cells(game, cells[placed:], hand, facing, brings[placed * ways :])

    def _cells(
        self,
        game: Game,
        cells: Sequence[Cell],
        hand: Hand,
        temples_facing: Mapping[Cell, Facing],
        brings: Numbers,
    ) -> None:
        """The first rows: the ways to place on some cells, all open or all to be overbuilt."""
        overbuilds = cells[0] in game.workers
        bring = self._outcomes.held(game.players[game.turn], suns=-overbuilds).__getitem__
        rows: list[bytes] = []
        code_at, seats, ways = game.jungle.get, len(game.players), len(hand.looks)
        nobody = (0,) * seats
        for cell in cells:
            north, east, south, west = beside = NEIGHBOURS[cell]
            spot = hand.spot((code_at(north), code_at(east), code_at(south), code_at(west)))
            for side in spot.temples:
                facing = temples_facing.get(beside[side], nobody)
                covered = game.workers[cell].edges if overbuilds else ""
                change = hand.at_temple(side, facing, covered)
                brings[len(rows) : len(rows) + ways, :seats, _TAKEN] += change
            rows += map(bring, spot.loads)
        brings[: len(rows), 0, :_TAKEN] = table_of(rows, _TAKEN)
        if overbuilds:
            brings[: len(rows), 0, _SUNS] -= 1

    @staticmethod
    def _open(
        cells: Sequence[Cell], hand: Hand, spaces: Mapping[Cell, Space], opens: Numbers
    ) -> None:
        masks, more = [], []
        space_at = spaces.get
        for cell in cells:
            mask = own = others = opened = 0
            for side, beside in enumerate(NEIGHBOURS[cell]):
                space = space_at(beside)
                if space is not None:
                    mask |= 1 << side
                    own += space[0]
                    others += space[1]
                    opened += space[2]
            masks.append(mask)
            more.append((0, own, others, opened))
        found = hand.opened[masks] + np.array(more, np.int16)[:, None]
        opens[: len(cells) * len(hand.looks)] = found.reshape(-1, len(OPENED))

    # --- Filling and activating ------------------------------------------------------------------

    def _fill(self, game: Game, legal: Sequence[Move], brings: Numbers, opens: Numbers) -> None:
        seat, seats = game.turn, len(game.players)
        spaces = to_fill(game)
        for row, move in enumerate(legal):
            jungle = {**game.jungle, move.cell: move.what}
            filled = (*game.filled, move.cell)
            acting = edges_to_activate(seat, seats, game.placed, filled, jungle, game.workers)
            for other, edges in acting:
                held = self._outcomes.held(game.players[other])
                column = (other - seat) % seats
                brings[row, column, :_TAKEN] = np.frombuffer(held[loads_of(edges)], np.int16)
            if move.what in TEMPLES:
                [new] = [one for one in temples_of(jungle, game) if one.cell == move.cell]
                brings[row, :seats, _TAKEN] = new.gold[seat:] + new.gold[:seat]
            left = [found for space, found in spaces.items() if space != move.cell]
            own, others = sum(space.own for space in left), sum(space.others for space in left)
            opens[row] = (len(left), own, others, spaces[move.cell].cells)

    def _activate(self, game: Game, legal: Sequence[Move], brings: Numbers) -> None:
        (seat, edges), *later = game.pending
        seats = len(game.players)
        own = self._outcomes.choices(game.players[seat], loads_of(edges))
        brings[: len(legal), 0, :_TAKEN] = table_of([own], _TAKEN)
        for other, waiting in later:
            row = self._outcomes.held(game.players[other])[loads_of(waiting)]
            if row != _NOTHING:
                column = (other - seat) % seats
                brings[: len(legal), column, :_TAKEN] = np.frombuffer(row, np.int16)


def effects(game: Game) -> tuple[Numbers, Numbers]:
    """What each legal move brings to whom, and what it opens; seen by the seat that decides.

    Returns:
        ``brings`` (moves, 4, 5) and ``opens`` (moves, 4), in the order of the legal moves. Seats
        go clockwise from the one that decides, the last columns are :data:`GOODS` and
        :data:`OPENED`; ``docs/learning.md`` describes them.

    Raises:
        CacaoError: the game is over.
    """
    legal = game.legal_moves()
    if not legal:
        raise CacaoError("the game is over: there are no moves to describe")
    brings = np.zeros((len(legal), _SEATS, len(GOODS)), np.int16)
    opens = np.zeros((len(legal), len(OPENED)), np.int16)
    effects_for(game.rules).write(game, legal, brings, opens)
    return brings, opens


@cache
def effects_for(rules: Rules) -> Effects:
    """The effects under some rules, shared by everybody who asks."""
    return Effects(rules)


def table_of(rows: Iterable[bytes], width: int) -> Numbers:
    """Rows of int16, one after the other, as an array."""
    return np.frombuffer(b"".join(rows), np.int16).reshape(-1, width)


def temples_of(jungle: Mapping[Cell, str], game: Game) -> list[Temple]:
    """The temples of a position with other jungle tiles."""
    return temples(jungle, game.workers, len(game.players), game.rules)
