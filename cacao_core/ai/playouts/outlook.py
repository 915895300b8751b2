"""A closer look at the value of a state than :mod:`cacao_core.ai.playouts.evaluation` takes.

It adds what is still to come: the cells that are open and what they bring to whom, temples by the
cells that are free beside them, waiting workers by how soon they may act, tiles that are left in
the jungle, and the best turn of each seat. All of it is linear in the numbers of
:mod:`~cacao_core.ai.playouts.rates`, learned from self-play (docs/dev/ai.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cacao_core.ai.learned.outlooks import ROWS
from cacao_core.ai.playouts.encoding import (
    ALL_NUMBERS,
    CODES,
    FOUR_BITS,
    LAST_WATER_FIELD,
    NUMBER,
    NUMBER_OF,
    ONE_TURN,
    SEAT_BITS,
    SIDE_SHIFTS,
    STORAGE_SPACES,
    SUN_SITES,
    TEMPLE_NUMBER,
    Profile,
    cacao_of,
    suns_of,
    water_of,
)
from cacao_core.ai.playouts.evaluation import evaluate
from cacao_core.ai.playouts.rates import Rates, rates_in
from cacao_core.ai.playouts.replies import two_best
from cacao_core.ai.playouts.state import State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.jungle import JUNGLE, JungleTile, codes_of

_LEADS: Final = 3
"""Leads at a temple from this many workers on are the same."""
_FEW: Final = 6
"""With fewer tiles than this in the jungle pile, waiting workers may wait for ever."""
_GOLDS: Final = 7
"""Number of payments of a temple, from 0."""
_FRUITS: Final = 5
_COUNTED: Final = {("market", 2): 0, ("market", 3): 1, ("market", 4): 2}
"""Good and price -> place of the count; water, suns and fruits follow."""
_BITS: Final = 8
"""Bits of each count of sides beside open cells."""
_MASK: Final = (1 << _BITS) - 1


class Rate:
    """The numbers of one number of turns left, prepared for looking up.

    Attributes:
        row: all of them by their names.
        pays: by free cells beside a temple (0, 1, 2 or more), gold and lead -> value.
        waits: by open cells beside a space, whether few jungle tiles are left, and workers.
        spare: value of each kind of tile in hand; drawn: of each in the pile.
    """

    __slots__ = ("drawn", "pays", "row", "spare", "waits")

    def __init__(self, row: Rates) -> None:
        self.row = row
        self.pays = [_pay(row, free, at) for free in range(3) for at in range(_GOLDS * 7)]
        self.waits = [
            open_cells[few] * workers
            + row.waiting_pair * (workers >= 2)
            + row.waiting_three * (workers >= 3)
            for open_cells in ((value, value + row.waiting_few) for value in row.waiting)
            for few in (0, 1)
            for workers in range(FOUR_BITS + 1)
        ]
        self.drawn = (row.kinds[0], 0.0, *row.kinds[1:])
        in_hand = (row.hand[0], 0.0, *row.hand[1:])
        self.spare = [a + b for a, b in zip(self.drawn, in_hand, strict=True)]


def _pay(row: Rates, free: int, at: int) -> float:
    """The value of a temple with some free cells, by its class."""
    gold, lead = divmod(at, 2 * _LEADS + 1)
    if not free:
        return row.closed * gold
    return row.temples[free - 1][0] * gold + row.temples[free - 1][1 + lead]


class Outlook:
    """The values of states for one number of players.

    Args:
        tables: of that number of players.
        rates: the numbers, by own turns left; None are the learned ones.
    """

    def __init__(self, tables: Tables, rates: Sequence[Rates] | None = None) -> None:
        self._tables = tables
        self._rates = [Rate(row) for row in rates or rates_in(ROWS[tables.seats])]
        self._goods = [
            row.row.income + row.row.water[water] + row.row.suns[suns] + row.row.cacao[cacao]
            for row in self._rates
            for water in range(LAST_WATER_FIELD + 1)
            for suns in range(SUN_SITES + 1)
            for cacao in range(STORAGE_SPACES + 1)
        ]
        self._classes: dict[int, tuple[int, ...]] = {}

    def values(self, state: State) -> list[float]:
        """Each seat's expected gold at the end of the game."""
        if state.is_over:
            return evaluate(state)
        seats = range(len(state.held))
        rates = [self._rates[held // ONE_TURN] for held in state.held]
        values = [
            gold + self._goods[held] for gold, held in zip(state.gold, state.held, strict=True)
        ]
        for seat, rate in enumerate(rates):
            spare, drawn = rate.spare, rate.drawn
            for kind in state.hands[seat]:
                values[seat] += spare[kind]
            for kind in state.piles[seat]:
                values[seat] += drawn[kind]
        self._add_places(state, rates, values)
        self._add_chances(state, rates, values)
        for seat in seats:
            best, second = two_best(state, seat)
            row = rates[seat].row
            if seat == state.turn:
                values[seat] += row.best_next * best + row.second_next * second
            else:
                values[seat] += row.best_later * best + row.second_later * second
        return values

    def _add_places(self, state: State, rates: Sequence[Rate], values: list[float]) -> None:
        """Add the temples and the waiting workers."""
        land, profile, steps = state.land, state.profile, state.grid.steps
        few = len(state.jungle) < _FEW
        jungle_left = bool(state.display)
        for space, facing in state.facing.items():
            lies = land[space]
            if lies == TEMPLE_NUMBER:
                if facing:
                    free = sum(not land[space + step] for step in steps)
                    start = min(free, 2) * _GOLDS * 7
                    for seat, at in enumerate(self._class_of(facing)):
                        values[seat] += rates[seat].pays[start + at]
            elif lies <= 0 and jungle_left:
                near = 0
                for step in steps:
                    if not land[space + step] and profile[space + step] & ALL_NUMBERS:
                        near += 1
                start = (2 * near + few) * (FOUR_BITS + 1)
                for seat, rate in enumerate(rates):
                    if workers := facing >> SEAT_BITS * seat & FOUR_BITS:
                        values[seat] += rate.waits[start + workers]

    def _class_of(self, facing: int) -> tuple[int, ...]:
        """For each seat a number for its gold and its lead at a temple."""
        temple_class = self._classes.get(facing)
        if temple_class is None:
            seats = self._tables.seats
            counts = [facing >> SEAT_BITS * seat & FOUR_BITS for seat in range(seats)]
            gold = self._tables.temple(facing)
            leads = [
                count - max(counts[:seat] + counts[seat + 1 :]) for seat, count in enumerate(counts)
            ]
            temple_class = self._classes[facing] = tuple(
                paid * (2 * _LEADS + 1) + max(-_LEADS, min(_LEADS, lead)) + _LEADS
                for paid, lead in zip(gold, leads, strict=True)
            )
        return temple_class

    def _add_chances(self, state: State, rates: Sequence[Rate], values: list[float]) -> None:
        """Add what the open cells and the tiles that are left may bring to each seat's goods."""
        beside = 0
        profile = state.profile
        for square in state.open:
            beside += _sides(profile[square])
        cheap, usual, dear, water, sun, fruit = (
            beside >> _BITS * at & _MASK for at in range(_FRUITS + 1)
        )
        tiles = state.display + state.jungle
        markets = sum(map(tiles.count, _MARKETS))
        wells = sum(map(tiles.count, _WATER))
        fruits = 0.1 * fruit
        for seat, held in enumerate(state.held):
            row = rates[seat].row
            price = row.dear if dear else row.usual if usual else row.cheap if cheap else 0.0
            per_fruit = (
                price
                + 0.1 * row.markets_left * markets
                + 0.1 * row.markets_open * (cheap + usual + dear)
                + 0.3 * row.dear_open * dear
            )
            suns = suns_of(held)
            cacao = cacao_of(held)
            values[seat] += (
                cacao * per_fruit
                + (STORAGE_SPACES - cacao) * fruits * row.fruits_open
                + (LAST_WATER_FIELD - water_of(held))
                * 0.1
                * (water * row.water_open + wells * row.water_left)
                + (SUN_SITES - suns) * 0.3 * sun * row.suns_open
                + suns * 0.1 * len(state.jungle) * row.suns_early
            )
        mover = state.turn
        values[mover] += rates[mover].row.tempo + 0.1 * len(state.open) * rates[mover].row.choice


def _count_of(tile: JungleTile) -> int:
    """The number that a side at a tile adds to the counts."""
    if tile.good == "market":
        return 1 << _BITS * _COUNTED[tile.good, tile.number]
    places = {"water": 3, "suns": 4, "cacao": _FRUITS}
    gives = tile.gives.items()
    return sum(number << _BITS * places[good] for good, number in gives if good in places)


_MARKETS: Final = tuple(NUMBER_OF[code] for code in codes_of("market"))
_WATER: Final = tuple(NUMBER_OF[code] for code, tile in JUNGLE.items() if "water" in tile.gives)
_COUNT_OF: Final = tuple(_count_of(JUNGLE[code]) if code else 0 for code in CODES)
"""Number of a jungle tile -> the same."""


@cache
def _sides(profile: Profile) -> int:
    """The number of sides at each kind of tile of a cell, :data:`_BITS` bits each."""
    return sum(_COUNT_OF[profile >> shift & NUMBER] for shift in SIDE_SHIFTS)


@cache
def outlook_for(tables: Tables) -> Outlook:
    """The values for the tables of a number of players, shared by all searches."""
    return Outlook(tables)
