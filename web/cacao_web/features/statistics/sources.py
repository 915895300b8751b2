"""Where each seat's gold came from, over a whole game."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Record


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
    from cacao_core.events import Sold, Took  # noqa: PLC0415  # not for the start of the page

    game = record.game(0)
    markets, mines = ([0] * record.deal.players for _kind in range(2))
    for move in record.moves:
        if move.amount:
            [done, *_rest] = game.events(move)
            if isinstance(done, Sold):
                markets[done.seat] += done.change.gold
            elif isinstance(done, Took):
                mines[done.seat] += done.change.gold
        game.apply(move)
    return [
        Sources(markets[seat], mines[seat], score.temples, score.suns, score.water)
        for seat, score in enumerate(game.score())
    ]
