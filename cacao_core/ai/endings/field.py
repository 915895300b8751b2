"""The rest of a position without jungle tiles: cells, tiles to overbuild, and temples.

No cell opens any more, and nobody acts in another's turn. So a cell matters only by the four tiles
around it. Cells whose sides are equal, from some side on clockwise, form a class.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cacao_core.ai.endings.goods import POINT, results, worth_at_end
from cacao_core.ai.playouts.encoding import (
    FOUR_BITS,
    KIND_OF_ORIENTATION,
    KINDS,
    NUMBER_OF,
    ONE_SUN,
    ONE_TURN,
    SEAT_BITS,
    TEMPLE_NUMBER,
    WORKERS_OF,
    Holding,
    cacao_of,
    suns_of,
    water_of,
)
from cacao_core.ai.playouts.grid import Square
from cacao_core.ai.playouts.state import State
from cacao_core.jungle import codes_of
from cacao_core.scoring import majority
from cacao_core.tiles import Seat

Sides: TypeAlias = tuple[int, int, int, int]
"""The sides of a cell: number of a jungle tile, ``TEMPLES`` + index of a temple, or 0."""
Temples: TypeAlias = int
"""The workers at all temples: 16 bits for each temple, of which four for each seat."""
TurnEffect: TypeAlias = tuple[int, Holding, Temples]
"""Gain in standing, the holding afterwards, and the workers added at temples (as of seat 0)."""

Hand: TypeAlias = tuple[int, ...]
"""The kinds of the tiles in a hand."""
PlayerState: TypeAlias = tuple[Holding, Hand, int]
"""A player: goods without turns left, hand, and number of its tiles to overbuild."""

INFINITE: Final = 1 << 20
"""More than any standing."""
TEMPLES: Final = 16
"""From here on, the numbers of sides are temples."""
TEMPLE_BITS: Final = 16
_TEMPLE: Final = (1 << TEMPLE_BITS) - 1
SUN_NUMBER: Final = NUMBER_OF[codes_of("suns")[0]]
COUNT_BITS: Final = 5
"""Bits for the number of cells of each class, and of a seat's tiles of each kind to overbuild."""
COUNT: Final = (1 << COUNT_BITS) - 1

ORIENTATIONS_OF_KIND: Final = tuple(
    tuple(number for number, one in enumerate(KIND_OF_ORIENTATION) if one == kind)
    for kind in range(len(KINDS))
)


class EndingTurn(NamedTuple):
    """A whole turn."""

    gain: int
    """Change of the standing; with two players, less that of the other's standing at temples."""
    held: Holding
    """The holding afterwards."""
    kind: int
    """Kind of the tile that is placed."""
    place: int
    """Class of the cell that is taken; -1 for overbuilding."""
    covered: int
    """Number of the tile that is overbuilt; -1 for an ordinary placement."""
    temples: Temples
    """Change of the workers at temples, as of seat 0."""


class Field:
    """The cells, tiles and temples of a state without jungle tiles."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.seats = len(state.held)
        squares = [square for square in state.facing if state.land[square] == TEMPLE_NUMBER]
        self._temple_of = {square: index for index, square in enumerate(sorted(squares))}
        self.places: list[Sides] = []
        """The classes of cells."""
        self._number_of: dict[Sides, int] = {}
        self.tiles: list[tuple[int, Temples]] = []
        """Tiles that may be overbuilt: class of the cell, workers at temples (as of seat 0)."""
        self._tile_of: dict[tuple[int, Temples], int] = {}
        self._payments: dict[Temples, tuple[int, ...]] = {}
        self._plain_steps: dict[tuple[Holding, Hand], list[EndingTurn]] = {}
        self._special: dict[tuple[object, ...], list[EndingTurn]] = {}
        self._duel = self.seats == 2
        self.open = 0
        """Number of open cells of each class, ``COUNT_BITS`` each."""
        for square in state.open:
            self.open += 1 << COUNT_BITS * self.place(square)
        self._has_sites = any(SUN_NUMBER in sides for sides in self.places)
        self._plain = [at for at, sides in enumerate(self.places) if max(sides) < TEMPLES]
        self._holy = sum(
            COUNT << COUNT_BITS * at
            for at, sides in enumerate(self.places)
            if max(sides) >= TEMPLES
        )
        self.temples = sum(
            state.facing.get(square, 0) << TEMPLE_BITS * index
            for square, index in self._temple_of.items()
        )

    # --- Numbers of cells and tiles --------------------------------------------------------------

    def sides(self, square: Square) -> Sides:
        """The sides of a cell, from north."""
        land = self._state.land
        north, east, south, west = self._state.grid.steps
        all_but_west = (land[square + north], land[square + east], land[square + south])
        sides = (*all_but_west, land[square + west])
        if TEMPLE_NUMBER in sides or min(sides) < 0:
            n, e, s, w = (self._side(square + step) for step in self._state.grid.steps)
            sides = (n, e, s, w)
        return sides

    def _side(self, space: Square) -> int:
        """The number of the side that a jungle space has."""
        number = max(0, self._state.land[space])
        if number != TEMPLE_NUMBER:
            return number
        return TEMPLES + self._temple_of.setdefault(space, len(self._temple_of))

    def place(self, square: Square) -> int:
        """The class of a cell."""
        sides = _turned(self.sides(square))
        number = self._number_of.setdefault(sides, len(self.places))
        if number == len(self.places):
            self.places.append(sides)
        return number

    def tile(self, place: int, workers: Temples) -> int:
        """The number of a tile that may be overbuilt."""
        number = self._tile_of.setdefault((place, workers), len(self.tiles))
        if number == len(self.tiles):
            self.tiles.append((place, workers))
        return number

    def tile_at(self, square: Square) -> tuple[int, Temples]:
        """The class of the cell of a worker tile, and the tile's workers at temples."""
        orientation = self._state.land[square] - 1
        return self.place(square), temples_of(self.sides(square), orientation)

    def side(self, seat: Seat) -> PlayerState:
        """A player's goods and tiles."""
        state = self._state
        held = goods_of(state.held[seat])
        hand = tuple(sorted(state.hands[seat] + state.piles[seat]))
        own = 0
        if self._overbuilds(held, hand):
            for square in state.own[seat]:
                own += 1 << COUNT_BITS * self.tile(*self.tile_at(square))
        return held, hand, own

    def _overbuilds(self, held: Holding, hand: Hand) -> bool:
        """Whether a player may still overbuild: it needs a sun token, or to take one before."""
        return bool(hand) and (suns_of(held) > 0 or (self._has_sites and len(hand) > 1))

    # --- Temples ---------------------------------------------------------------------------------

    def payments(self, temples: Temples) -> tuple[int, ...]:
        """The payments of all temples to each seat, in standing (docs/rules.md 5.1)."""
        shares = self._payments.get(temples)
        if shares is None:
            paid = [0] * self.seats
            left = temples
            while left:
                for seat, gold in enumerate(_paid(left & _TEMPLE, self.seats)):
                    paid[seat] += POINT * gold
                left >>= TEMPLE_BITS
            shares = self._payments[temples] = tuple(paid)
        return shares

    # --- Turns -----------------------------------------------------------------------------------

    def steps(self, seat: Seat, side: PlayerState, places: int, now: Temples) -> list[EndingTurn]:
        """The turns of a seat that may be best, those with most gain first.

        Args:
            seat: whose turn it is.
            side: its goods and tiles.
            places: the open cells.
            now: the workers at the temples.
        """
        held, hand, _own = side
        key = held, hand
        plain = self._plain_steps.get(key)
        if plain is None:
            plain = self._plain_steps[key] = self._placements(seat, held, hand, self._plain, now)
        steps = [step for step in plain if places >> COUNT_BITS * step[3] & COUNT]
        steps += self._special_steps(seat, side, places & self._holy, now)
        steps.sort(reverse=True)
        return steps

    def best_gain(self, seat: Seat, side: PlayerState, places: int, now: Temples) -> int:
        """The gain of the first of :meth:`steps`; faster."""
        held, hand, _own = side
        key = held, hand
        plain = self._plain_steps.get(key)
        if plain is None:
            plain = self._plain_steps[key] = self._placements(seat, held, hand, self._plain, now)
        special = self._special_steps(seat, side, places & self._holy, now)
        best = special[0][0] if special else -INFINITE
        for step in plain:
            if places >> COUNT_BITS * step[3] & COUNT:
                return max(step[0], best)
        return best

    def sure_gain(self, seat: Seat, side: PlayerState, places: int) -> int:
        """The least gain of a seat's next turn if another tile is placed before it."""
        held, hand, _own = side
        plain = self._plain_steps.get((held, hand))
        if plain is None:
            plain = self._placements(seat, held, hand, self._plain, 0)
            self._plain_steps[held, hand] = plain
        first = -1
        for step in plain:
            left = places >> COUNT_BITS * step[3] & COUNT
            if left > 1 or (left and first >= 0 and step[3] != first):
                return step[0]
            if left:
                first = step[3]
        return 0

    def played(
        self, places: int, temples: Temples, side: PlayerState, seat: Seat, step: EndingTurn
    ) -> tuple[int, Temples, PlayerState]:
        """The open cells, the workers at temples and the mover after a turn."""
        _gain, held, kind, place, covered, change = step
        hand, own = without(side[1], kind), 0
        if self._overbuilds(held, hand):
            own = side[2] + (1 << COUNT_BITS * self.tile(place, change) if place >= 0 else 0)
            own -= 1 << COUNT_BITS * covered if covered >= 0 else 0
        if place >= 0:
            places -= 1 << COUNT_BITS * place
        if change:
            temples += change << SEAT_BITS * seat
        return places, temples, (held, hand, own)

    def _special_steps(
        self, seat: Seat, side: PlayerState, places: int, now: Temples
    ) -> list[EndingTurn]:
        """The turns at temples and those that overbuild, those with most gain first."""
        held, hand, own = side
        if not suns_of(held):
            own = 0
        key = (seat, held, hand, own, places, now)
        steps = self._special.get(key)
        if steps is None:
            steps = self._placements(seat, held, hand, counted(places), now)
            if own:
                steps += self._overbuildings(seat, side, now)
                steps.sort(reverse=True)
            self._special[key] = steps
        return steps

    def _placements(
        self, seat: Seat, held: Holding, hand: Hand, places: Iterable[int], now: Temples
    ) -> list[EndingTurn]:
        """The placements on some classes of cells."""
        best_turns: dict[tuple[int, ...], EndingTurn] = {}
        for place in places:
            for kind in sorted(set(hand)):
                for gain, after, change in turn_effects(self.places[place], kind, held, self._duel):
                    lead = self.lead_gain(seat, now, change) if change else 0
                    key = (place, change) if len(hand) == 1 else (place, change, kind, after)
                    if key not in best_turns or best_turns[key].gain < gain + lead:
                        best_turns[key] = EndingTurn(gain + lead, after, kind, place, -1, change)
        return sorted(best_turns.values(), reverse=True)

    def _overbuildings(self, seat: Seat, side: PlayerState, now: Temples) -> list[EndingTurn]:
        """The turns that overbuild, for a seat with a sun token."""
        held, hand, own = side
        best_turns: dict[tuple[int, ...], EndingTurn] = {}
        rest = held - ONE_SUN
        price = worth_at_end(rest) - worth_at_end(held)
        for covered in counted(own):
            place, lost = self.tiles[covered]
            for kind in sorted(set(hand)):
                for gain, after, workers in turn_effects(
                    self.places[place], kind, rest, self._duel
                ):
                    change = workers - lost
                    gained = gain + price + (self.lead_gain(seat, now, change) if change else 0)
                    key = (change,) if len(hand) == 1 else (change, covered, kind, after)
                    if key not in best_turns or best_turns[key].gain < gained:
                        best_turns[key] = EndingTurn(gained, after, kind, -1, covered, change)
        return list(best_turns.values())

    def lead_gain(self, seat: Seat, now: Temples, change: Temples) -> int:
        """The gain of two players' standings at temples, one less the other; 0 with more."""
        if not self._duel:
            return 0
        before = self.payments(now)
        after = self.payments(now + (change << SEAT_BITS * seat))
        return after[seat] - after[1 - seat] - before[seat] + before[1 - seat]


@cache
def _turned(sides: Sides) -> Sides:
    """The sides from that one on with which they are the same for all cells of a class."""
    n, e, s, w = sides
    return max(sides, (e, s, w, n), (s, w, n, e), (w, n, e, s))


@cache
def counted(numbers: int) -> tuple[int, ...]:
    """The numbers with a count above 0."""
    return tuple(
        number
        for number in range(numbers.bit_length() // COUNT_BITS + 1)
        if numbers >> COUNT_BITS * number & COUNT
    )


@cache
def _paid(workers: int, seats: int) -> tuple[int, ...]:
    """Gold that one temple pays each seat."""
    return majority([workers >> SEAT_BITS * seat & FOUR_BITS for seat in range(seats)])


def temples_of(sides: Sides, orientation: int) -> Temples:
    """The workers of a tile at temples, as of seat 0."""
    return sum(
        workers << TEMPLE_BITS * (number - TEMPLES)
        for number, workers in zip(sides, WORKERS_OF[orientation], strict=True)
        if number >= TEMPLES
    )


@cache
def effect(sides: Sides, orientation: int, held: Holding) -> tuple[TurnEffect, ...]:
    """The effects of a tile on a cell that its player may choose among."""
    edges = sorted(
        (number, workers)
        for number, workers in zip(sides, WORKERS_OF[orientation], strict=True)
        if workers and 0 < number < TEMPLES
    )
    temples, before = temples_of(sides, orientation), worth_at_end(held)
    return tuple(
        (POINT * gold + worth_at_end(after) - before, after, temples)
        for gold, after in results(held, tuple(edges))
    )


@cache
def turn_effects(sides: Sides, kind: int, held: Holding, duel: bool) -> tuple[TurnEffect, ...]:
    """The effects of a kind of tile on a cell, without those that another one beats.

    More workers at a temple are never worse for their player. With three and more they may also
    take from one of the others what helps another, so only equal ones are compared.
    """
    effects: list[TurnEffect] = []
    for orientation in ORIENTATIONS_OF_KIND[kind]:
        effects += effect(sides, orientation, held)
    effects = list(dict.fromkeys(effects))
    return tuple(
        one
        for one in effects
        if not any(other is not one and _beats(other, one, duel) for other in effects)
    )


def _beats(effect: TurnEffect, other: TurnEffect, duel: bool) -> bool:
    """Whether an effect is at least as good in every respect, and not the same."""
    if effect[0] - worth_at_end(effect[1]) < other[0] - worth_at_end(other[1]):
        return False  # less gold
    mine, its = effect[1], other[1]
    if cacao_of(mine) < cacao_of(its) or suns_of(mine) < suns_of(its):
        return False
    if water_of(mine) < water_of(its):
        return False
    if effect[2] == other[2]:
        return True
    return duel and all(
        effect[2] >> shift & FOUR_BITS >= other[2] >> shift & FOUR_BITS
        for shift in range(0, effect[2].bit_length() + other[2].bit_length(), TEMPLE_BITS)
    )


def goods_of(held: Holding) -> Holding:
    """A holding without its turns left."""
    return held % ONE_TURN


def without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """A hand without one tile."""
    at = hand.index(kind)
    return hand[:at] + hand[at + 1 :]
