"""The sources of each seat's gold, over a whole game, and its times."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from cacao_core import Phase, Record


class Sources(NamedTuple):
    """A seat's gold at the end of a game, by source; the sum is its total."""

    markets: int = 0  # for cacao sold
    mines: int = 0  # from gold mines
    temples: int = 0  # for majorities at the end
    suns: int = 0  # for sun tokens left
    water: int = 0  # for the field on the water track; may be negative

    @property
    def total(self) -> int:
        return sum(self)


class Gained(NamedTuple):
    """A seat's gold at the end of a game."""

    sources: Sources
    thirds: tuple[int, int, int] = (0, 0, 0)  # of markets and mines, in each third of the turns


class Means(NamedTuple):
    """The same of several seats or games, on average."""

    sources: tuple[float, ...]  # in the order of :class:`Sources`
    thirds: tuple[float, ...]


def per_turn(gained: Gained | Means, turns: int) -> Means:
    """The same for each turn of a seat; a third of the game has a third of them.

    Args:
        gained: of a game.
        turns: number of the seat's turns in it.
    """
    return Means(
        tuple(gold / turns for gold in gained.sources),
        tuple(3 * gold / turns for gold in gained.thirds),
    )


def means(some: Collection[Gained | Means]) -> Means:
    """The average of one or more."""
    return Means(_columns(one.sources for one in some), _columns(one.thirds for one in some))


def _columns(rows: Iterable[Sequence[float]]) -> tuple[float, ...]:
    return tuple(mean(column) for column in zip(*rows, strict=True))


def mean(values: Sequence[float]) -> float:
    """Not statistics.mean, which would load fractions and decimal."""
    return sum(values) / len(values)


def gained(record: Record) -> list[Gained]:
    """The gold of each seat, as if the game ended after the record."""
    from cacao_core.events import Activated, Sold  # noqa: PLC0415  # not needed when the page starts

    game = record.game(0)
    markets, mines = ([0] * record.deal.players for _kind in range(2))
    came: list[tuple[int, int, int]] = []  # turn, seat, gold
    turns = 0
    for move in record.moves:
        turns += game.phase is Phase.PLACE
        if move.amount:
            [done, *_rest] = game.events(move)
            if isinstance(done, Sold):
                markets[done.seat] += done.change.gold
                came.append((turns - 1, done.seat, done.change.gold))
            elif isinstance(done, Activated):
                mines[done.seat] += done.change.gold
                came.append((turns - 1, done.seat, done.change.gold))
        game.apply(move)
    thirds = [[0, 0, 0] for _seat in markets]
    for turn, seat, gold in came:
        thirds[seat][3 * turn // turns] += gold
    return [
        Gained(
            Sources(markets[seat], mines[seat], score.temples, score.suns, score.water),
            (thirds[seat][0], thirds[seat][1], thirds[seat][2]),
        )
        for seat, score in enumerate(game.score())
    ]
