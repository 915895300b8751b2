"""All turns of a state, exactly, while there are still jungle tiles to fill spaces with.

A turn is a placement with its fillings, and then, for each player whose workers act, a choice among
the results of these edges (docs/rules.md 4).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from cacao_core.ai.endings.field import ORIENTATIONS_OF_KIND
from cacao_core.ai.endings.goods import Acting
from cacao_core.ai.playouts.encoding import KIND_OF_ORIENTATION, TEMPLE_NUMBER, WORKERS_OF
from cacao_core.ai.playouts.grid import Square
from cacao_core.ai.playouts.state import Filling, State
from cacao_core.tiles import OPPOSITE, Seat

PendingEdges: TypeAlias = tuple[tuple[Seat, tuple[Acting, ...]], ...]
"""Players with edges to activate, in the order of their decisions, and these edges in order."""


class TurnPlan(NamedTuple):
    """A placement with its fillings."""

    square: Square
    """The square where the tile is placed."""
    orientation: int
    """Its number in :data:`~cacao_core.ai.playouts.encoding.ORIENTATIONS`."""
    filling: Filling
    """Spaces with the numbers of the tiles that fill them."""
    pending: PendingEdges
    """The seats that act afterwards; the turn's player first."""
    look: tuple[object, ...]
    """All that the effects depend on besides cell and filling."""


def turns_in(state: State, *, all_looks: bool = False) -> Iterator[TurnPlan]:
    """The turns of the seat to move, without overbuilding.

    Args:
        state: the position at the start of the turn; its pile has tiles of one kind only.
        all_looks: also orientations with the same effects.
    """
    for square in state.open:
        for filling in _fillings(state, square):
            looks: set[object] = set()
            for kind in sorted(set(state.hands[state.turn])):
                for orientation in ORIENTATIONS_OF_KIND[kind]:
                    turn = _turn(state, square, orientation, filling)
                    if all_looks or turn.look not in looks:
                        looks.add(turn.look)
                        yield turn


def _fillings(state: State, square: Square) -> Iterator[Filling]:
    """The ways to fill the spaces beside a cell that must be filled if a tile is placed there."""
    spaces = [square + step for step in state.grid.steps if state.land[square + step] < 0]
    shown = state.display
    count = min(len(spaces), len(shown))
    fillings: set[Filling] = set()
    for chosen in combinations(spaces, count):
        rest = [space for space in spaces if space not in chosen]
        blind = tuple(zip(rest, reversed(state.jungle), strict=False))
        for tiles in permutations(shown, count):
            fillings.add((*zip(chosen, tiles, strict=True), *blind))
    yield from sorted(fillings)


def _turn(state: State, square: Square, orientation: int, filling: Filling) -> TurnPlan:
    """The turn with a placement and its fillings."""
    seat = state.turn
    edges: dict[Seat, list[Acting]] = {seat: []}
    land, filled = state.land, dict(filling)
    waiting = []
    for step, workers in zip(state.grid.steps, WORKERS_OF[orientation], strict=True):
        number = filled.get(square + step, land[square + step])
        if number <= 0 or number == TEMPLE_NUMBER:
            waiting.append(workers)
        elif workers:
            edges[seat].append((number, workers))
    for space, number in filling:
        if number != TEMPLE_NUMBER:
            _wake(state, space, square, number, edges)
    order = sorted(edges, key=lambda other: (other - seat) % len(state.held))
    pending = tuple((other, tuple(sorted(edges[other]))) for other in order)
    look = (KIND_OF_ORIENTATION[orientation], pending[0], *waiting)
    return TurnPlan(square, orientation, filling, pending, look)


def _wake(
    state: State, space: Square, placed: Square, number: int, edges: dict[Seat, list[Acting]]
) -> None:
    """Add the edges of older tiles beside a space that is filled."""
    for side, step in enumerate(state.grid.steps):
        cell = space + step
        if cell != placed and state.land[cell] > 0:
            # Nothing is overbuilt as long as there are jungle tiles.
            owner = next(seat for seat, own in enumerate(state.own) if cell in own)
            if workers := WORKERS_OF[state.land[cell] - 1][OPPOSITE[side]]:
                edges.setdefault(owner, []).append((number, workers))
