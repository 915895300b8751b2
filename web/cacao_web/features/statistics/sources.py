"""Where each seat's gold came from, over a whole game."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Record


class Sources(NamedTuple):
    """A seat's gold at the end of a game, by source; the sum is its total."""

    markets: int = 0  # for cacao sold
    mines: int = 0  # from gold mines
    temples: int = 0  # for majorities at the end
    suns: int = 0  # for sun tokens left
    water: int = 0  # for the field on the water track; may be negative

    @property
    def total(self) -> int:
        """The seat's result."""
        return sum(self)


def sources(record: Record) -> list[Sources]:
    """The sources of each seat's gold, as if the game ended after the record."""
    from cacao_core.events import Activated, Sold  # noqa: PLC0415  # not needed when the page starts

    game = record.game(0)
    markets, mines = ([0] * record.deal.players for _kind in range(2))
    for move in record.moves:
        if move.amount:
            [done, *_rest] = game.events(move)
            if isinstance(done, Sold):
                markets[done.seat] += done.change.gold
            elif isinstance(done, Activated):
                mines[done.seat] += done.change.gold
        game.apply(move)
    return [
        Sources(markets[seat], mines[seat], score.temples, score.suns, score.water)
        for seat, score in enumerate(game.score())
    ]
