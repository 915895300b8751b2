"""The best turn of a state, found by looking it up, without playing turns."""

from __future__ import annotations

from typing import Final

from cacao_core.ai.playouts.encoding import (
    ANY_TO_RESOLVE,
    FOUR_BITS,
    OLDER_SHIFT,
    ONE_SUN,
    ONE_TURN,
    SEAT_BITS,
    TEMPLE_NUMBER,
    Key,
    suns_of,
)
from cacao_core.ai.playouts.fillings import Space, fillings, gifts, hand_of, overbuildings, resolved
from cacao_core.ai.playouts.state import Action, Filling, State
from cacao_core.ai.playouts.tables import BestTurns
from cacao_core.tiles import Seat

_NONE: Final = float("-inf")


def best_action(state: State) -> Action:
    """The turn with the largest gain compared with the others' average.

    This is the fast player of the playouts, called some hundred thousand times in a search.
    """
    seat = state.turn
    held = state.held[seat] - ONE_TURN
    jungle_left = bool(state.display)
    best_turns = state.tables.best_turns(held, jungle_left)
    hand = hand_of(state)
    profile = state.profile
    best, best_square, best_key = _NONE, -1, 0
    best_filling: Filling = ()
    for square in state.open:
        key = profile[square]
        if key & ANY_TO_RESOLVE:
            key, spaces = resolved(state, square, key, seat)
            if spaces and jungle_left:
                worth, filled, filling = filled_best(state, seat, spaces, key | hand, best_turns)
                if worth > best:
                    best, best_square, best_key, best_filling = worth, square, filled, filling
                continue
        worth = best_turns[key | hand][0]
        if worth > best:
            best, best_square, best_key, best_filling = worth, square, key, ()
    _worth, orientation, crew = best_turns[best_key | hand]
    action = Action(best, best_square, orientation, crew, best_filling)
    if jungle_left or state.jungle or not suns_of(held):
        return action
    best_turns = state.tables.best_turns(held - ONE_SUN, False)
    for square, key, bonus in overbuildings(state, seat, held):
        worth, orientation, crew = best_turns[key | hand]
        if worth + bonus > action.worth:
            action = Action(worth + bonus, square, orientation, crew, (), overbuilds=True)
    return action


def filled_best(
    state: State, seat: Seat, spaces: list[Space], key: Key, best_turns: BestTurns
) -> tuple[float, Key, Filling]:
    """A seat's best way to fill the spaces: the gain of the turn, the key, the filling."""
    held = state.held[seat] - ONE_TURN
    best, best_key = _NONE, key
    if len(spaces) > 1:
        best_filling: Filling = ()
        for filling, bonus, filled in fillings(state, spaces, key, seat, held):
            worth = best_turns[filled][0] + bonus
            if worth > best:
                best, best_key, best_filling = worth, filled, filling
        return best, best_key, best_filling
    # The following is the same for the common case of one space, but three times as fast.
    tables = state.tables
    ((space, towards),) = spaces
    facing = state.facing.get(space, 0)
    mine = facing >> SEAT_BITS * seat & FOUR_BITS
    best_number = 0
    for number in state.display if state.display[0] != state.display[-1] else state.display[:1]:
        if number == TEMPLE_NUMBER:
            filled = key + (tables.temple_class(facing, seat) << towards)
            worth = best_turns[filled][0] + tables.temple_worth(held, facing, seat)
        else:
            filled = key + (number << towards)
            if mine:
                filled += (mine << 4 | number) << OLDER_SHIFT
            worth = best_turns[filled][0]
            if facing:
                worth -= gifts(state, facing, number, seat)
        if worth > best:
            best, best_key, best_number = worth, filled, number
    return best, best_key, ((space, best_number),)
