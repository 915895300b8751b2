"""The value of a state: each seat's expected gold at the end, as learned from self-play."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from cacao_core.ai.playouts.encoding import FOUR_BITS, ONE_SUN, ONE_TURN, SEAT_BITS, TEMPLE_NUMBER
from cacao_core.ai.playouts.state import State
from cacao_core.tiles import Seat


def evaluate(state: State) -> list[float]:
    """Each seat's expected gold at the end of the game."""
    tables = state.tables
    worths, weights, temple = tables.worths, tables.weights, tables.temple
    values = [gold + worths[held] for gold, held in zip(state.gold, state.held, strict=True)]
    temples = [weights.temples[held // ONE_TURN] for held in state.held]
    patience = [weights.waiting[held // ONE_TURN] for held in state.held]
    for seat, held in enumerate(state.held):
        tiles = weights.tiles[held // ONE_TURN]
        for kind in state.hands[seat]:
            values[seat] += tiles[kind]
        for kind in state.piles[seat]:
            values[seat] += tiles[kind]
    if not state.is_over:
        values[state.turn] += weights.tempo[state.held[state.turn] // ONE_TURN]
    land, jungle_left = state.land, bool(state.display)
    seats = range(len(values))
    for space, facing in state.facing.items():
        lies = land[space]
        if lies == TEMPLE_NUMBER:
            for seat, gold in enumerate(temple(facing)):
                if gold:
                    values[seat] += temples[seat] * gold
        elif lies <= 0 and jungle_left:
            for seat in seats:
                if waiting := facing >> SEAT_BITS * seat & FOUR_BITS:
                    values[seat] += patience[seat] * waiting
    return values


def lead_of(values: Sequence[float], seat: Seat) -> float:
    """A seat's lead over the best of the others."""
    return values[seat] - max(value for other, value in enumerate(values) if other != seat)


def win_chances(state: State, values: Sequence[float]) -> list[float]:
    """Each seat's chance of winning, given the expected gold of all; ties are shared.

    The chances are a softmax, whose temperature was fitted to games of self-play.
    """
    if state.is_over:
        results = [
            (round(value), held % ONE_SUN) for value, held in zip(values, state.held, strict=True)
        ]
        best = max(results)
        share = 1 / results.count(best)
        return [share if result == best else 0.0 for result in results]
    return softmax(values, state.tables.weights.spread[state.held[state.turn] // ONE_TURN])


def softmax(values: Sequence[float], spread: float) -> list[float]:
    """Chances that add up to 1: ``spread`` more gold multiply a chance by *e*, against another."""
    best = max(values)
    odds = [exp((value - best) / spread) for value in values]
    total = sum(odds)
    return [odd / total for odd in odds]
