"""The work of a player's workers in a turn: together as proposed, or jungle tile by jungle tile."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Game, Move, Phase, ai
from cacao_core.activation import Edge
from cacao_core.moves import activations
from cacao_core.rules import tile_of
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.game.preview import Preview, preview

_TRADES: Final = ("cacao", "market", "kitchen", "watering", "chocolate")
"""The purposes of tiles that fill the storage or empty it."""


class Amount(NamedTuple):
    """A possible amount at a jungle tile, and the moves that it takes."""

    amount: int
    moves: tuple[Move, ...]
    choice: str = ""
    """The parts of the amount, where they are open."""


class Stop(NamedTuple):
    """Workers of a player that act at one jungle tile, a single choice."""

    cell: Cell  # of the jungle tile
    code: str  # of the jungle tile
    edges: tuple[Edge, ...]  # the edges with the workers
    amounts: tuple[Amount, ...]  # every possible amount, from 0, or every choice

    @property
    def workers(self) -> int:
        return sum(edge.workers for edge in self.edges)

    def has(self, move: Move) -> bool:
        """Whether a move is an activation of these workers."""
        return any((move.cell, move.side) == (edge.cell, edge.side) for edge in self.edges)

    def planned(self, plan: Plan) -> Amount:
        """The amount that a plan has for these workers."""
        if len(self.edges) == 1:
            meant = tuple(move for move in plan.moves if self.has(move))
            return next((one for one in self.amounts if one.moves == meant), self.amounts[0])
        total = sum(move.amount for move in plan.moves if self.has(move))
        return next(one for one in self.amounts if one.amount == total)


class Plan(NamedTuple):
    """Activations in order, and their effects."""

    moves: tuple[Move, ...]
    seen: Preview


def stops(game: Game, each: bool = False) -> list[Stop]:
    """The choices of the seat to move, which reach every result that the rules allow.

    Args:
        game: a position in the phase ``ACTIVATE``.
        each: whether each edge is a choice of its own, so that every order is reached as well.
    """
    apart = _order_counts(game)
    groups: dict[object, list[Edge]] = {}
    for edge in game.open_edges:
        tile = tile_of(edge.code)
        trades = tile.good in _TRADES
        key = (
            edge
            if each or not tile.is_plain or (apart and trades)
            else NEIGHBOURS[edge.cell][edge.side]
        )
        groups.setdefault(key, []).append(edge)
    return [_stop(game, group) for group in groups.values()]


def _order_counts(game: Game) -> bool:
    """Whether workers at one tile may have to act at different times.

    That is so if the storage is too small to gather everything first and sell then.
    """
    assert game.to_move is not None, "somebody has to activate"
    tiles = [(tile_of(edge.code), edge.workers) for edge in game.open_edges]
    if game.rules.modules:
        return sum(tile.good in _TRADES for tile, _workers in tiles) > 1
    cacao = sum(tile.number * workers for tile, workers in tiles if tile.good == "cacao")
    sells = any(tile.good == "market" for tile, _workers in tiles)
    return sells and game.players[game.to_move].cacao + cacao > game.rules.storage


def _stop(game: Game, edges: list[Edge]) -> Stop:
    first = edges[0]
    cell = NEIGHBOURS[first.cell][first.side]
    return Stop(cell, first.code, tuple(edges), _amounts(game, edges))


def _amounts(game: Game, edges: list[Edge]) -> tuple[Amount, ...]:
    """Each amount, taken by the first edges as far as they can take it."""
    assert game.to_move is not None, "somebody has to activate"
    player, code = game.players[game.to_move], edges[0].code
    if not tile_of(code).is_plain:
        return _ways(game, edges[0])
    most = [player.max_amount(code, edge.workers) for edge in edges]
    total = player.max_amount(code, sum(edge.workers for edge in edges))
    amounts = []
    for amount in range(total + 1):
        left, moves = amount, []
        for edge, limit in zip(edges, most, strict=True):
            share = min(left, limit)
            moves.append(activations(edge.cell, edge.side, limit)[share])
            left -= share
        amounts.append(Amount(amount, tuple(moves)))
    return tuple(amounts)


def _ways(game: Game, edge: Edge) -> tuple[Amount, ...]:
    """Each choice of an edge where more is open than an amount."""
    assert game.to_move is not None, "somebody has to activate"
    here = [move for move in game.legal_moves() if (move.cell, move.side) == edge[:2]]
    return tuple(Amount(move.amount, (move,), move.choice) for move in here)


def shown(game: Game, first: Move) -> Plan:
    """The plan for all workers of the seat to move in this turn, from a first activation.

    Args:
        game: a position in the phase ``ACTIVATE``; it stays unchanged.
        first: a legal activation; the others are the best ones after it.
    """
    seat, trial = game.to_move, game.copy()
    moves, edges = [first], len(game.open_edges)
    trial.play(first)
    while len(moves) < edges and trial.phase is Phase.ACTIVATE and trial.to_move == seat:
        moves.append(ai.suggest(trial))
        trial.play(moves[-1])
    return Plan(tuple(moves), preview(game, *moves))
