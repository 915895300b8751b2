"""The few turns of a state that look best at once, for a player who thinks about each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cacao_core.ai.playouts.encoding import ANY_TO_RESOLVE, ONE_SUN, ONE_TURN, Holding, Key, suns_of
from cacao_core.ai.playouts.fillings import fillings, overbuildings, resolved
from cacao_core.ai.playouts.grid import Square
from cacao_core.ai.playouts.policy import filled_best
from cacao_core.ai.playouts.state import Action, Filling, State
from cacao_core.tiles import Seat

_LEAST: Final = 8.0
"""A second cell counts as at most this much worse than the best one, in gold."""


def picks(state: State, count: int) -> list[Action]:
    """The turns that gain most at once, best first: one for each cell and way to fill.

    Args:
        count: how many at most.
    """
    seat = state.turn
    held = state.held[seat] - ONE_TURN
    hand = _hand(state, seat)
    best_turns = state.tables.best_turns(held, bool(state.display))
    choices = []
    for square, key, bonus, filling in _ways(state, seat, held):
        worth, orientation, crew = best_turns[key | hand]
        choices.append((worth + bonus, square, orientation, crew, filling, False))
    if _may_overbuild(state, held):
        best_turns = state.tables.best_turns(held - ONE_SUN, False)
        for square, key, bonus in overbuildings(state, seat, held):
            worth, orientation, crew = best_turns[key | hand]
            choices.append((worth + bonus, square, orientation, crew, (), True))
    choices.sort(key=_by_worth, reverse=True)
    return [
        Action(worth, square, orientation, crew, filling, overbuilds=over)
        for worth, square, orientation, crew, filling, over in choices[:count]
    ]


def two_best(state: State, seat: Seat) -> tuple[float, float]:
    """The gain of a seat's best turn at once, and of the best one on another cell.

    It is looked at as if it were the seat's turn; 0 and 0 if it has no tile or no cell.
    """
    if not state.hands[seat]:
        return 0.0, 0.0
    held = state.held[seat] - ONE_TURN
    hand = _hand(state, seat)
    jungle_left = bool(state.display)
    best_turns = state.tables.best_turns(held, jungle_left)
    profile = state.profile
    worths = []
    for square in state.open:
        key = profile[square]
        if key & ANY_TO_RESOLVE:
            key, spaces = resolved(state, square, key, seat)
            if spaces and jungle_left:
                worths.append(filled_best(state, seat, spaces, key | hand, best_turns)[0])
                continue
        worths.append(best_turns[key | hand][0])
    if not worths:
        return 0.0, 0.0
    if _may_overbuild(state, held):
        best_turns = state.tables.best_turns(held - ONE_SUN, False)
        for _square, key, bonus in overbuildings(state, seat, held):
            worths.append(best_turns[key | hand][0] + bonus)
    worths.sort()
    best = worths[-1]
    return best, max(worths[-2], best - _LEAST) if len(worths) > 1 else best - _LEAST


def _by_worth(choice: tuple[float, Square, int, int, Filling, bool]) -> float:
    return choice[0]


def _hand(state: State, seat: Seat) -> int:
    """The kinds in a seat's hand, as bits."""
    hand = 0
    for kind in state.hands[seat]:
        hand |= 1 << kind
    return hand


def _may_overbuild(state: State, held: Holding) -> bool:
    return not state.display and not state.jungle and suns_of(held) > 0


def _ways(state: State, seat: Seat, held: Holding) -> Iterator[tuple[Square, Key, float, Filling]]:
    """Each open cell with each way to fill: the cell, the key, the change for others, the fill."""
    profile, jungle_left = state.profile, bool(state.display)
    for square in state.open:
        key = profile[square]
        if key & ANY_TO_RESOLVE:
            key, spaces = resolved(state, square, key, seat)
            if spaces and jungle_left:
                for filling, bonus, filled in fillings(state, spaces, key, seat, held):
                    yield square, filled, bonus, filling
                continue
        yield square, key, 0.0, ()
