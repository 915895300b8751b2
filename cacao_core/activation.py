"""Edges that act in a turn, and the order of the players' decisions (docs/rules.md 4.C)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cacao_core.rules import TEMPLES
from cacao_core.tiles import (
    MANNED_SIDES,
    NEIGHBOURS,
    OPPOSITE,
    WORKERS_ON,
    Cell,
    Seat,
    Side,
    WorkerTile,
)


class Edge(NamedTuple):
    """An edge to activate."""

    cell: Cell
    """Cell of the worker tile."""
    side: Side
    """0 north … 3 west."""
    code: str
    """Code of the jungle tile that it faces."""
    workers: int
    """Number of workers on it, 1 to 3."""


PlainEdge: TypeAlias = tuple[Cell, Side, str, int]
"""An :class:`Edge` as a plain tuple, which takes a third of the time to create."""

Pending: TypeAlias = tuple[tuple[Seat, tuple[PlainEdge, ...]], ...]
"""Players with edges still to activate, in the order in which they are asked."""


def edges_to_activate(
    turn: Seat,
    seats: int,
    placed: Cell,
    filled: Sequence[Cell],
    jungle: Mapping[Cell, str],
    workers: Mapping[Cell, WorkerTile],
) -> Pending:
    """The edges that act in a turn, without those at temples, which need no decision.

    Args:
        turn: the turn's player, who decides first; the others follow clockwise.
        seats: number of players.
        placed: cell of the turn's worker tile.
        filled: jungle spaces filled in the turn.
        jungle: cell -> code of the jungle tile there.
        workers: cell -> upper worker tile there.
    """
    own: list[PlainEdge] = []
    beside = NEIGHBOURS[placed]
    for side, count in MANNED_SIDES[workers[placed].edges]:
        code = jungle.get(beside[side])
        if code is not None and code not in TEMPLES:
            own.append((placed, side, code, count))
    if not filled:
        return ((turn, tuple(own)),) if own else ()
    edges = {turn: own} if own else {}
    for space in filled:
        if jungle[space] not in TEMPLES:
            _wake_around(space, placed, jungle[space], workers, edges)
    order = sorted(edges, key=lambda seat: (seat - turn) % seats)
    return tuple((seat, tuple(sorted(edges[seat]))) for seat in order)


def _wake_around(
    space: Cell,
    placed: Cell,
    code: str,
    workers: Mapping[Cell, WorkerTile],
    edges: dict[Seat, list[PlainEdge]],
) -> None:
    """Add the edges of older worker tiles that face a space filled this turn."""
    for side, cell in enumerate(NEIGHBOURS[space]):
        if cell != placed and cell in workers:
            owner, as_placed, _overbuilt = workers[cell]
            facing = OPPOSITE[side]
            if count := WORKERS_ON[as_placed][facing]:
                edges.setdefault(owner, []).append((cell, facing, code, count))
