"""All different turns of a state, best first, for a search."""

from __future__ import annotations

from collections.abc import Iterator

from cacao_core.ai.playouts.encoding import (
    KIND_OF_ORIENTATION,
    ONE_SUN,
    ONE_TURN,
    Holding,
    Key,
    suns_of,
    turns_left_of,
)
from cacao_core.ai.playouts.fillings import Filled, fillings, overbuildings, resolved
from cacao_core.ai.playouts.grid import Square
from cacao_core.ai.playouts.state import Action, State
from cacao_core.ai.playouts.tables import PATIENCE, PlacementEffect
from cacao_core.tiles import Seat


def actions(state: State) -> list[Action]:
    """All turns with different effects, best first, as judged by the fast player."""
    seat = state.turn
    held = state.held[seat] - ONE_TURN
    jungle_left = bool(state.display)
    actions: list[Action] = []
    for square in state.open:
        for filling, bonus, filled in _ways_to_fill(state, square, seat, held):
            actions += _variants(state, held, filled, Action(bonus, square, 0, 0, filling))
    if not jungle_left and not state.jungle and suns_of(held):
        for square, key, bonus in overbuildings(state, seat, held):
            actions += _variants(
                state, held - ONE_SUN, key, Action(bonus, square, 0, 0, overbuilds=True)
            )
    actions.sort(key=lambda action: -action.worth)
    return actions


def actions_at(
    state: State, square: Square, orientation: int, *, overbuilds: bool = False
) -> list[Action]:
    """The turns that place a tile on a cell in one orientation, with different fills, best first.

    Args:
        square: an open cell, or an own tile to overbuild.
        orientation: a tile of the hand as placed.
        overbuilds: whether the turn overbuilds.
    """
    seat = state.turn
    held = state.held[seat] - ONE_TURN
    if overbuilds:
        options: list[Filled] = [
            ((), bonus, key) for at, key, bonus in overbuildings(state, seat, held) if at == square
        ]
        held -= ONE_SUN
    else:
        options = _ways_to_fill(state, square, seat, held)
    actions = []
    for filling, bonus, filled in options:
        way = state.tables.way(filled, orientation)
        worth = _worth(state, held, way) + bonus
        actions.append(Action(worth, square, orientation, way.crew, filling, overbuilds=overbuilds))
    actions.sort(key=lambda action: -action.worth)
    return actions


def _ways_to_fill(state: State, square: Square, seat: Seat, held: Holding) -> list[Filled]:
    """The ways to fill the spaces beside a cell; a single empty one if there are none to fill."""
    key, spaces = resolved(state, square, state.profile[square], seat)
    if spaces and state.display:
        return list(fillings(state, spaces, key, seat, held))
    return [((), 0.0, key)]


def _variants(state: State, held: Holding, key: Key, action: Action) -> Iterator[Action]:
    """The same turn with every tile and orientation that has a different effect."""
    for kind in sorted(set(state.hands[state.turn])):
        for way in state.tables.ways(key | 1 << kind):
            yield Action(
                _worth(state, held, way) + action.worth,
                action.square,
                way.orientation,
                way.crew,
                action.filling,
                overbuilds=action.overbuilds,
            )


def _worth(state: State, held: Holding, way: PlacementEffect) -> float:
    """The gain of a way, without its effects on the others."""
    tables = state.tables
    weights, turns = tables.weights, turns_left_of(held)
    patience = PATIENCE * weights.waiting[turns] if state.display else 0.0
    goods = tables.outcomes(held)[way.crew].worth
    spent = weights.tiles[turns][KIND_OF_ORIENTATION[way.orientation]]
    return goods + weights.temples[turns] * way.temple_gain + patience * way.waiting - spent
