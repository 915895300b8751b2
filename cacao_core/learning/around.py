"""Workers around jungle spaces: those that are to be filled, and temples."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

from cacao_core.game import Game
from cacao_core.rules import TEMPLES
from cacao_core.tiles import NEIGHBOURS, OPPOSITE, WORKERS_ON, Cell

Facing: TypeAlias = tuple[int, ...]
"""Workers that face a space, by seat, clockwise from the turn's player."""


class Space(NamedTuple):
    """A jungle space that is to be filled as soon as a worker tile is placed beside it."""

    own: int
    """Workers of the turn's player that face it."""
    others: int
    """Workers of the others."""
    cells: int
    """Cells beside it on which tiles can be placed only once it is filled."""


def around(game: Game) -> tuple[dict[Cell, Space], dict[Cell, Facing]]:
    """Every empty space beside a worker tile, and every temple beside one."""
    jungle, seat, seats = game.jungle, game.turn, len(game.players)
    spaces: dict[Cell, list[int]] = {}
    temples: dict[Cell, list[int]] = {}
    for cell, (owner, edges, _overbuilt) in game.workers.items():
        for space, workers in zip(NEIGHBOURS[cell], WORKERS_ON[edges], strict=True):
            code = jungle.get(space)
            if code is None:
                known = spaces
            elif code in TEMPLES:
                known = temples
            else:
                continue
            if space not in known:
                known[space] = [0] * seats
            known[space][owner - seat] += workers
    if not (game.display or game.jungle_pile):
        spaces.clear()  # nothing is there to fill them
    opened = set(game.open_cells)
    found = {
        space: Space(facing[0], sum(facing) - facing[0], opening(game, space, opened))
        for space, facing in spaces.items()
    }
    return found, {temple: tuple(facing) for temple, facing in temples.items()}


def to_fill(game: Game) -> dict[Cell, Space]:
    """The spaces of this turn that are to be filled now."""
    found = {}
    for space in game.open_spaces:
        facing = [0] * len(game.players)
        for side, cell in enumerate(NEIGHBOURS[space]):
            if cell in game.workers:
                owner, edges, _overbuilt = game.workers[cell]
                facing[owner - game.turn] += WORKERS_ON[edges][OPPOSITE[side]]
        cells = opening(game, space, game.open_cells)
        found[space] = Space(facing[0], sum(facing) - facing[0], cells)
    return found


def opening(game: Game, space: Cell, open_cells: Collection[Cell]) -> int:
    """The number of cells beside a space on which tiles can be placed only once it is filled."""
    return sum(cell not in game.workers and cell not in open_cells for cell in NEIGHBOURS[space])
