"""Where each seat's gold came from, over a whole game."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Record
from cacao_core.player import gold_for
from cacao_core.tiles import MARKETS, MINES, NEIGHBOURS


class Sources(NamedTuple):
    """Gold of one seat at the end of a game by what brought it; together they are the total.

    Attributes:
        markets: for cacao that was sold.
        mines: out of gold mines.
        temples: for majorities at the end.
        suns: sun tokens that were left.
        water: of the field on the water track; may be negative.
    """

    markets: int = 0
    mines: int = 0
    temples: int = 0
    suns: int = 0
    water: int = 0

    @property
    def total(self) -> int:
        """The seat's result."""
        return sum(self)


def sources(record: Record) -> list[Sources]:
    """For each seat, what its gold came from, as if the game ended after the record."""
    game = record.game(0)
    markets, mines = ([0] * record.deal.players for _kind in range(2))
    for move in record.moves:
        if move.side >= 0:
            seat = game.workers[move.cell].owner
            code = game.jungle[NEIGHBOURS[move.cell][move.side]]
            if code in MARKETS:
                markets[seat] += gold_for(code, move.amount)
            elif code in MINES:
                mines[seat] += gold_for(code, move.amount)
        game.apply(move)
    return [
        Sources(markets[seat], mines[seat], score.temples, score.suns, score.water)
        for seat, score in enumerate(game.score())
    ]
