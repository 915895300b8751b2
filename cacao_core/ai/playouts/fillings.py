"""The spaces that a placed tile fills, and the effects of that for other players.

The bits of keys and profiles are shown in :mod:`cacao_core.ai.playouts.encoding`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from cacao_core.ai.playouts.encoding import (
    CREW_OF,
    FOUR_BITS,
    OLDER_BITS,
    OLDER_SHIFT,
    ONE_SUN,
    SEAT_BITS,
    SIDE,
    SIDE_SHIFTS,
    TEMPLE_NUMBER,
    TO_RESOLVE,
    WORKERS_OF,
    Holding,
    Key,
    Profile,
)
from cacao_core.ai.playouts.grid import Square
from cacao_core.ai.playouts.state import Filling, State
from cacao_core.tiles import Seat

Space: TypeAlias = tuple[Square, int]
"""A jungle space, and the lowest bit of its side in a profile."""
Filled: TypeAlias = tuple[Filling, float, Key]
"""A filling, the change for others, and the resulting key."""


def resolved(state: State, square: Square, key: Profile, seat: Seat) -> tuple[Key, list[Space]]:
    """A profile with its temples resolved, and the spaces that would be filled."""
    spaces = []
    steps = state.grid.steps
    for side, towards in enumerate(SIDE_SHIFTS):
        lies = key >> towards & SIDE
        if lies >= TO_RESOLVE:
            space = square + steps[side]
            if lies == TO_RESOLVE:
                spaces.append((space, towards))
                key -= TO_RESOLVE << towards
            else:
                number = state.tables.temple_class(state.facing.get(space, 0), seat)
                key += number - lies << towards
    return key, spaces


def fillings(
    state: State, spaces: list[Space], key: Key, seat: Seat, held: Holding
) -> Iterator[Filled]:
    """Each way to fill the spaces: the filling, the change for others, the resulting key."""
    tables = state.tables
    for pairs in _assignments(spaces, state.display):
        filled, older, bonus = key, OLDER_SHIFT, 0.0
        for (space, towards), number in pairs:
            facing = state.facing.get(space, 0)
            if number == TEMPLE_NUMBER:
                filled += tables.temple_class(facing, seat) << towards
                bonus += tables.temple_worth(held, facing, seat)
            elif number:
                filled += number << towards
                if mine := facing >> SEAT_BITS * seat & FOUR_BITS:
                    filled += (mine << 4 | number) << older
                    older += OLDER_BITS
                if facing:
                    bonus -= gifts(state, facing, number, seat)
        yield tuple([(space, number) for (space, _), number in pairs]), bonus, filled


def gifts(state: State, facing: int, number: int, seat: Seat) -> float:
    """The average gain of the others whose workers face the space, if a tile fills it."""
    tables = state.tables
    total = 0.0
    crew = CREW_OF[number]
    for other, held in enumerate(state.held):
        if other != seat and (waiting := facing & FOUR_BITS):
            total += tables.outcomes(held)[waiting * crew][0]
        facing >>= SEAT_BITS
    return total * tables.share


def _assignments(spaces: list[Space], display: list[int]) -> list[tuple[tuple[Space, int], ...]]:
    """The ways to distribute the display's tiles; spaces left over are filled from the pile (0)."""
    left, right = display[0], display[-1]
    if len(spaces) == 1:
        space = spaces[0]
        return [((space, left),)] if left == right else [((space, left),), ((space, right),)]
    if len(display) == 1:
        return [((space, left),) for space in spaces]
    ways = []
    for blind in range(len(spaces) - 1, -1, -1) if len(spaces) > 2 else (-1,):
        first, second = [space for at, space in enumerate(spaces) if at != blind]
        rest = ((spaces[blind], 0),) if blind >= 0 else ()
        ways.append(((first, left), (second, right), *rest))
        if left != right:
            ways.append(((first, right), (second, left), *rest))
    return ways


def hand_of(state: State) -> int:
    """The kinds in the hand of the seat to move, as bits."""
    hand = 0
    for kind in state.hands[state.turn]:
        hand |= 1 << kind
    return hand


def overbuildings(state: State, seat: Seat, held: Holding) -> Iterator[tuple[Square, Key, float]]:
    """Own tiles that may be overbuilt: square, profile, cost of the sun and the covered tile."""
    tables, facing = state.tables, state.facing
    price = tables.worths[held - ONE_SUN] - tables.worths[held]
    for square in state.own[seat]:
        old = WORKERS_OF[state.land[square] - 1]
        key, bonus = state.profile[square], price
        for step, towards, covered in zip(state.grid.steps, SIDE_SHIFTS, old, strict=True):
            lies = key >> towards & SIDE
            if lies == TO_RESOLVE:
                key -= TO_RESOLVE << towards
            elif lies > TO_RESOLVE:
                before = facing.get(square + step, 0)
                after = before - (covered << SEAT_BITS * seat)
                key += tables.temple_class(after, seat) - lies << towards
                if covered:
                    bonus += tables.temple_worth(held, after, seat) - tables.temple_worth(
                        held, before, seat
                    )
        yield square, key, bonus
