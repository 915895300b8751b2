"""Edges that act in a turn, and the order of the players' decisions (docs/rules.md 4.C)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cacao_core.rules import Rules
from cacao_core.tiles import (
    MANNED_SIDES,
    NEIGHBOURS,
    OPPOSITE,
    WORKERS_ON,
    Cell,
    PlainEdge,
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
    """Number of workers on it, 1 to 4; 0 where edges without workers act, too."""


Pending: TypeAlias = tuple[tuple[Seat, tuple[PlainEdge, ...]], ...]
"""Players with edges still to activate, in the order in which they are asked."""


def edges_to_activate(
    seats: Sequence[Seat],
    placed: Cell,
    filled: Sequence[Cell],
    jungle: Mapping[Cell, str],
    workers: Mapping[Cell, WorkerTile],
    rules: Rules,
) -> Pending:
    """The edges that act in a turn, without those at temples, which need no decision.

    Args:
        seats: all seats, that of the turn's player first, then clockwise.
        placed: cell of the turn's worker tile.
        filled: jungle spaces filled in the turn.
        jungle: cell -> code of the jungle tile there.
        workers: cell -> upper worker tile there.
    """
    turn = seats[0]
    idle, waking_all = rules.idle, rules.waking_all
    own: list[PlainEdge] = []
    beside = NEIGHBOURS[placed]
    for side, count in MANNED_SIDES[workers[placed].edges]:
        code = jungle.get(beside[side])
        if code is not None and code not in idle:
            own.append((placed, side, code, count))
    if waking_all:
        for side, count in enumerate(WORKERS_ON[workers[placed].edges]):
            if not count and (code := jungle.get(beside[side])) in waking_all:
                own.append((placed, side, code, 0))
        own.sort()
    if not filled:
        return ((turn, tuple(own)),) if own else ()
    edges = {turn: own} if own else {}
    for space in filled:
        if (code := jungle[space]) not in idle:
            _wake_around(space, placed, code, workers, edges, code in waking_all)
    return tuple((seat, tuple(sorted(edges[seat]))) for seat in seats if seat in edges)


def _wake_around(
    space: Cell,
    placed: Cell,
    code: str,
    workers: Mapping[Cell, WorkerTile],
    edges: dict[Seat, list[PlainEdge]],
    wakes_all: bool,
) -> None:
    """Add the edges of older worker tiles that face a space filled this turn."""
    for side, cell in enumerate(NEIGHBOURS[space]):
        if cell != placed and cell in workers:
            owner, as_placed, _overbuilt = workers[cell]
            facing = OPPOSITE[side]
            if (count := WORKERS_ON[as_placed][facing]) or wakes_all:
                edges.setdefault(owner, []).append((cell, facing, code, count))
