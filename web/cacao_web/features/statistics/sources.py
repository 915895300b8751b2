"""Where each seat's gold came from, over a whole game."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Record


class Sources(NamedTuple):
    """A seat's gold at the end of a game, by source; the sum is its total.

    Attributes:
        markets: for cacao sold.
        mines: from gold mines.
        temples: for majorities at the end.
        suns: for sun tokens left.
        water: for the field on the water track; may be negative.
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
    """The sources of each seat's gold, as if the game ended after the record."""
    from cacao_core.events import Sold, Took  # noqa: PLC0415  # not needed when the page starts

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
