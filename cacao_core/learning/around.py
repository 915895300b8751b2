"""Workers around jungle spaces: those that are to be filled, and temples."""

from __future__ import annotations

from typing import TypeAlias

from cacao_core.game import Game
from cacao_core.jungle import TEMPLES
from cacao_core.tiles import NEIGHBOURS, OPPOSITE, WORKERS_ON, Cell

Facing: TypeAlias = list[int]
"""Workers that face a space, by seat, clockwise from the turn's player."""


def around(game: Game) -> tuple[dict[Cell, Facing], dict[Cell, Facing]]:
    """Workers at each empty space beside a worker tile, and at each temple beside one."""
    code_at, seat, seats = game.jungle.get, game.turn, len(game.players)
    spaces: dict[Cell, Facing] = {}
    temples: dict[Cell, Facing] = {}
    for cell, (owner, edges, _overbuilt) in game.workers.items():
        for space, workers in zip(NEIGHBOURS[cell], WORKERS_ON[edges], strict=False):
            code = code_at(space)
            if code is None:
                known = spaces
            elif code in TEMPLES:
                known = temples
            else:
                continue
            if space not in known:
                known[space] = [0] * seats
            known[space][owner - seat] += workers
    return spaces, temples


def edges_at(game: Game, space: Cell) -> list[tuple[int, int]]:
    """The edges with workers at one space: seat clockwise from the turn's player, workers."""
    around = []
    for side, cell in enumerate(NEIGHBOURS[space]):
        if cell in game.workers:
            owner, edges, _overbuilt = game.workers[cell]
            if workers := WORKERS_ON[edges][OPPOSITE[side]]:
                around.append(((owner - game.turn) % len(game.players), workers))
    return around
