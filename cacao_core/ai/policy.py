"""The turns of a state and what they bring at once: found by looking up, not by playing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from cacao_core.ai.harvest import (
    CREW,
    KIND_OF_LOOK,
    PATIENCE,
    SUN,
    TEMPLE_NUMBER,
    TURN,
    WORKERS,
    Holding,
    Turns,
    Way,
    suns_of,
    turns_of,
)
from cacao_core.ai.state import FLAG, FLAGS, SHIFTS, Action, Filling, Square, State
from cacao_core.tiles import Seat

_NONE: Final = float("-inf")
_OLDER: Final = 36
"""Where older workers begin in a key of :class:`~cacao_core.ai.harvest.Turns`."""

_Space: TypeAlias = tuple[Square, int]
"""A jungle space and where its side begins in a profile."""
_Filled: TypeAlias = tuple[Filling, float, int]
"""A filling, what it changes for others, and the key then."""


def best_action(state: State) -> Action:
    """The turn that changes most for the better, against the others' average.

    This is the player of the playouts, asked some hundred thousand times in a search.
    """
    seat = state.turn
    held = state.held[seat] - TURN
    jungle_left = bool(state.display)
    known = state.tables.turns(held, jungle_left)
    hand = _hand_of(state)
    profile = state.profile
    best, best_square, best_key = _NONE, -1, 0
    best_filling: Filling = ()
    for square in state.open:
        key = profile[square]
        if key & FLAGS:
            key, spaces = _look_closer(state, square, key, seat)
            if spaces and jungle_left:
                worth, filled, filling = _best_filling(state, spaces, key | hand, known)
                if worth > best:
                    best, best_square, best_key, best_filling = worth, square, filled, filling
                continue
        worth = known[key | hand][0]
        if worth > best:
            best, best_square, best_key, best_filling = worth, square, key, ()
    _worth, look, crew = known[best_key | hand]
    action = Action(best, best_square, look, crew, best_filling)
    if jungle_left or state.jungle or not suns_of(held):
        return action
    known = state.tables.turns(held - SUN, False)
    for square, key, bonus in _covers(state, seat, held):
        worth, look, crew = known[key | hand]
        if worth + bonus > action.worth:
            action = Action(worth + bonus, square, look, crew, (), covers=True)
    return action


def actions(state: State) -> list[Action]:
    """All turns that differ in what they do, the best first, by the measure of the same player."""
    seat = state.turn
    held = state.held[seat] - TURN
    jungle_left = bool(state.display)
    found: list[Action] = []
    for square in state.open:
        for filling, bonus, filled in _ways_to_fill(state, square, seat, held):
            found += _variants(state, held, filled, Action(bonus, square, 0, 0, filling))
    if not jungle_left and not state.jungle and suns_of(held):
        for square, key, bonus in _covers(state, seat, held):
            found += _variants(state, held - SUN, key, Action(bonus, square, 0, 0, covers=True))
    found.sort(key=lambda action: -action.worth)
    return found


def actions_at(state: State, square: Square, look: int, *, covers: bool = False) -> list[Action]:
    """The turns that put a tile on a cell in one orientation, the best first: ways to fill.

    Args:
        state: the position.
        square: an open cell, or an own tile to overbuild.
        look: a tile of the hand as placed.
        covers: whether the turn overbuilds.
    """
    seat = state.turn
    held = state.held[seat] - TURN
    if covers:
        options: list[_Filled] = [
            ((), bonus, key) for at, key, bonus in _covers(state, seat, held) if at == square
        ]
        held -= SUN
    else:
        options = _ways_to_fill(state, square, seat, held)
    found = []
    for filling, bonus, filled in options:
        way = state.tables.way(filled, look)
        worth = _worth(state, held, way) + bonus
        found.append(Action(worth, square, look, way.crew, filling, covers=covers))
    found.sort(key=lambda action: -action.worth)
    return found


def _ways_to_fill(state: State, square: Square, seat: Seat, held: Holding) -> list[_Filled]:
    """What a tile on a cell has filled; the one way of filling nothing, if there is nothing to."""
    key, spaces = _look_closer(state, square, state.profile[square], seat)
    if spaces and state.display:
        return list(_fillings(state, spaces, key, seat, held))
    return [((), 0.0, key)]


def _hand_of(state: State) -> int:
    """The kinds in the hand of the seat to move, as bits."""
    hand = 0
    for kind in state.hands[state.turn]:
        hand |= 1 << kind
    return hand


def _variants(state: State, held: Holding, key: int, action: Action) -> Iterator[Action]:
    """The same turn with every tile and orientation, as far as they differ in what they do."""
    for kind in sorted(set(state.hands[state.turn])):
        for way in state.tables.ways(key | 1 << kind):
            yield Action(
                _worth(state, held, way) + action.worth,
                action.square,
                way.look,
                way.crew,
                action.filling,
                covers=action.covers,
            )


def _worth(state: State, held: Holding, way: Way) -> float:
    """What a way changes for the better, apart from what it does to the others."""
    tables = state.tables
    weights, turns = tables.weights, turns_of(held)
    patience = PATIENCE * weights.waiting[turns] if state.display else 0.0
    goods = tables.outcomes(held)[way.crew].worth
    spent = weights.tiles[turns][KIND_OF_LOOK[way.look]]
    return goods + weights.temples[turns] * way.holy + patience * way.waiting - spent


def _look_closer(state: State, square: Square, key: int, seat: Seat) -> tuple[int, list[_Space]]:
    """A profile with temples by what they would change; and the spaces that would be filled."""
    spaces = []
    steps = state.grid.steps
    for side, towards in enumerate(SHIFTS):
        lies = key >> towards & 255
        if lies >= FLAG:
            space = square + steps[side]
            if lies == FLAG:
                spaces.append((space, towards))
                key -= FLAG << towards
            else:
                number = state.tables.temple_class(state.facing.get(space, 0), seat)
                key += number - lies << towards
    return key, spaces


def _best_filling(
    state: State, spaces: list[_Space], key: int, known: Turns
) -> tuple[float, int, Filling]:
    """The best way to fill the spaces: what the turn brings then, the key, the filling."""
    seat = state.turn
    held = state.held[seat] - TURN
    best, best_key = _NONE, key
    if len(spaces) > 1:
        best_filling: Filling = ()
        for filling, bonus, filled in _fillings(state, spaces, key, seat, held):
            worth = known[filled][0] + bonus
            if worth > best:
                best, best_key, best_filling = worth, filled, filling
        return best, best_key, best_filling
    # What follows is the same for the usual case of one space, three times as quick.
    tables = state.tables
    ((space, towards),) = spaces
    facing = state.facing.get(space, 0)
    mine = facing >> 4 * seat & 15
    best_number = 0
    for number in state.display if state.display[0] != state.display[-1] else state.display[:1]:
        if number == TEMPLE_NUMBER:
            filled = key + (tables.temple_class(facing, seat) << towards)
            worth = known[filled][0] + tables.holy(held, facing, seat)
        else:
            filled = key + (number << towards)
            if mine:
                filled += (mine << 4 | number) << _OLDER
            worth = known[filled][0]
            if facing:
                worth -= _gifts(state, facing, number, seat)
        if worth > best:
            best, best_key, best_number = worth, filled, number
    return best, best_key, ((space, best_number),)


def _fillings(
    state: State, spaces: list[_Space], key: int, seat: Seat, held: Holding
) -> Iterator[_Filled]:
    """Each way to fill the spaces: the filling, what it changes for others, the key then."""
    tables = state.tables
    for pairs in _assignments(spaces, state.display):
        filled, older, bonus = key, _OLDER, 0.0
        for (space, towards), number in pairs:
            facing = state.facing.get(space, 0)
            if number == TEMPLE_NUMBER:
                filled += tables.temple_class(facing, seat) << towards
                bonus += tables.holy(held, facing, seat)
            elif number:
                filled += number << towards
                if mine := facing >> 4 * seat & 15:
                    filled += (mine << 4 | number) << older
                    older += 8
                if facing:
                    bonus -= _gifts(state, facing, number, seat)
        yield tuple([(space, number) for (space, _), number in pairs]), bonus, filled


def _gifts(state: State, facing: int, number: int, seat: Seat) -> float:
    """What a tile brings to the others whose workers wait for it, on average."""
    tables = state.tables
    total = 0.0
    crew = CREW[number]
    for other, held in enumerate(state.held):
        if other != seat and (waiting := facing & 15):
            total += tables.outcomes(held)[waiting * crew][0]
        facing >>= 4
    return total * tables.share


def _assignments(spaces: list[_Space], display: list[int]) -> list[tuple[tuple[_Space, int], ...]]:
    """Which tile of the display goes where; what it cannot fill is left to the pile (0)."""
    one, other = display[0], display[-1]
    if len(spaces) == 1:
        space = spaces[0]
        return [((space, one),)] if one == other else [((space, one),), ((space, other),)]
    if len(display) == 1:
        return [((space, one),) for space in spaces]
    ways = []
    for blind in range(len(spaces) - 1, -1, -1) if len(spaces) > 2 else (-1,):
        first, second = [space for at, space in enumerate(spaces) if at != blind]
        rest = ((spaces[blind], 0),) if blind >= 0 else ()
        ways.append(((first, one), (second, other), *rest))
        if one != other:
            ways.append(((first, other), (second, one), *rest))
    return ways


def _covers(state: State, seat: Seat, held: Holding) -> Iterator[tuple[Square, int, float]]:
    """Own tiles that may be overbuilt: square, profile, what the sun and the covered tile cost."""
    tables, facing = state.tables, state.facing
    price = tables.worths[held - SUN] - tables.worths[held]
    for square in state.own[seat]:
        old = WORKERS[state.land[square] - 1]
        key, bonus = state.profile[square], price
        for step, towards, covered in zip(state.grid.steps, SHIFTS, old, strict=True):
            lies = key >> towards & 255
            if lies == FLAG:
                key -= FLAG << towards
            elif lies > FLAG:
                before = facing.get(square + step, 0)
                after = before - (covered << 4 * seat)
                key += tables.temple_class(after, seat) - lies << towards
                if covered:
                    bonus += tables.holy(held, after, seat) - tables.holy(held, before, seat)
        yield square, key, bonus
