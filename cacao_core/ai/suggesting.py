"""Activations without a real choice, and the best order and amounts (docs/rules.md 4.C).

It is always right to take gold, water and suns, and cacao when it cannot be sold this turn. Only
markets need a decision: what to gather first, and how many to sell at this price.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from cacao_core.activation import Edge
from cacao_core.ai.learned.tables import WEIGHTS
from cacao_core.ai.playouts.encoding import STORAGE_SPACES, check_rules, knows
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.jungle import JUNGLE, codes_of
from cacao_core.moves import Move, activations
from cacao_core.player import Player
from cacao_core.tiles import Cell, Seat

Storage: TypeAlias = tuple[float, ...]
"""Value of 0, 1, 2 … fruits in storage, in gold."""

_MARKETS: Final = frozenset(codes_of("market"))
_TRADING: Final = frozenset(codes_of("market", "cacao"))

IMPATIENT: Final[Storage] = tuple(0.01 * fruits for fruits in range(STORAGE_SPACES + 1))
"""For a player who sells everything that can be sold."""
_WORTHLESS: Final[Storage] = (0.0,) * (STORAGE_SPACES + 1)


def storage(game: Game, seat: Seat) -> Storage:
    """The learned value of fruits in a seat's storage."""
    check_rules(game.rules)
    return WEIGHTS[len(game.players)].cacao[game.players[seat].tiles_left]


def obvious(game: Game) -> Move | None:
    """The next activation if it is certainly right, else None.

    That is an edge at gold, water or suns with its largest amount; and cacao, if no edge at a
    market is left.

    Raises:
        CacaoError: not a game.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"an activation is obvious in a Game, not in {describe(game)}")
    if game.phase is not Phase.ACTIVATE or game.to_move is None:
        return None
    if not knows(game.rules):
        from cacao_core.ai.general.workers import obvious as found  # noqa: PLC0415  # rarely needed

        return found(game)
    player = game.players[game.to_move]
    edges = [edge for edge in game.open_edges if player.max_amount(edge[2], edge[3])]
    markets = any(code in _MARKETS for _, _, code, _ in game.open_edges)
    harmless = [edge for edge in edges if edge[2] not in _TRADING]
    if not harmless and not markets:
        harmless = edges
    if not harmless:
        return None
    cell, side, code, workers = harmless[0]
    largest = player.max_amount(code, workers)
    return activations(cell, side, largest)[largest]


def suggest(game: Game, fruits: Storage | None = None) -> Move:
    """The best next activation for the seat to move, judged by this turn only.

    With modules also what the seat best decides at the end of its turn.

    Args:
        game: a position in the phase ``ACTIVATE``, or ``DECIDE``.
        fruits: the player's value of fruits; None uses the learned one.

    Raises:
        CacaoError: not a game, or it is in another phase.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"an activation is suggested in a Game, not in {describe(game)}")
    if move := obvious(game):
        return move
    seat = game.to_move
    if game.phase not in (Phase.ACTIVATE, Phase.DECIDE) or seat is None:
        raise CacaoError(f"the phase is {game.phase.value}: nobody activates anything")
    if not knows(game.rules):
        from cacao_core.ai.general.playing import suggest as found  # noqa: PLC0415  # rarely needed

        return found(game)
    player = game.players[seat]
    plan = _best_plan(player.cacao, game.open_edges, fruits or storage(game, seat))
    cell, side, code, workers = plan.first
    return activations(cell, side, player.max_amount(code, workers))[plan.amount]


def most_gold(game: Game, cell: Cell | None = None) -> int:
    """The most gold that the seat to move can take with its edges of this turn.

    Args:
        game: a position in the phase ``ACTIVATE``.
        cell: of the only tile whose edges count; None counts all.
    """
    assert game.to_move is not None, "somebody has to activate"
    edges = [edge for edge in game.open_edges if cell in (None, edge.cell)]
    player = game.players[game.to_move]
    mined = sum(
        JUNGLE[edge.code].gold_for(player.max_amount(edge.code, edge.workers))
        for edge in edges
        if edge.code not in _TRADING
    )
    trading = tuple(edge for edge in edges if edge.code in _TRADING)
    if not trading:
        return mined
    return mined + int(_best_plan(player.cacao, trading, _WORTHLESS).value)


def act_all(player: Player, edges: Iterable[Edge], fruits: Storage) -> None:
    """Let edges act on a village board, each as much as is best, judged by this turn only.

    Args:
        player: whose edges they are; it is changed.
        edges: at jungle tiles other than temples.
        fruits: the player's value of 0, 1, 2 … fruits, up to a full storage.
    """
    trading = []
    for edge in edges:
        if edge.code in _TRADING:
            trading.append(edge)
        else:
            JUNGLE[edge.code].act(player, player.max_amount(edge.code, edge.workers))
    while trading:
        plan = _best_plan(player.cacao, tuple(trading), fruits)
        JUNGLE[plan.first.code].act(player, plan.amount)
        trading.remove(plan.first)


class _Plan(NamedTuple):
    value: float
    first: Edge
    amount: int


@lru_cache(maxsize=4096)
def _best_plan(cacao: int, edges: tuple[Edge, ...], fruits: Storage) -> _Plan:
    """Try every order of the edges at plantations and markets, and every number to sell.

    The cache reduces all orders to all subsets: a turn may have seven such edges.
    """
    best: _Plan | None = None
    room = len(fruits) - 1
    for edge in edges:
        left = tuple(other for other in edges if other is not edge)
        for amount, cacao_left, gold in _outcomes(cacao, edge, room):
            value = gold + (
                _best_plan(cacao_left, left, fruits).value if left else fruits[cacao_left]
            )
            if best is None or value > best.value:
                best = _Plan(value, edge, amount)
    assert best is not None, "there is an edge to activate"
    return best


def _outcomes(cacao: int, edge: Edge, room: int) -> list[tuple[int, int, int]]:
    """The sensible results of an edge: (amount, cacao afterwards, gold) each."""
    _, _, code, workers = edge
    tile = JUNGLE[code]
    if tile.good == "cacao":
        taken = min(workers * tile.number, room - cacao)
        return [(taken, cacao + taken, 0)]
    largest = min(workers, cacao) if tile.good == "market" else 0
    return [(sold, cacao - sold, tile.gold_for(sold)) for sold in range(largest, -1, -1)]
