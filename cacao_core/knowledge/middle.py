"""Games that start from a table that is laid already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal
from cacao_core.knowledge.table import LaidTable
from cacao_core.position import Phase, Position
from cacao_core.tiles import UNKNOWN


def laid(game: Position, start: Deal, table: LaidTable, lying: Mapping[str, Any]) -> Deal:
    """The deal of a game that starts on a laid table, of which nothing else is known.

    Args:
        game: its beginning without a table; it is changed.
        start: the deal of that.
        table: without what lies there for modules.
        lying: what lies on its board for them, see :meth:`cacao_core.module.Module.lay`.
    """
    rules = start.rules
    game.turn, game.jungle, game.workers = table.turn, dict(table.jungle), dict(table.workers)
    for seat, (player, goods) in enumerate(zip(game.players, table.goods, strict=True)):
        own = [tile for tile in game.workers.values() if tile.owner == seat]
        placed = len(own) + sum(tile.overbuilt for tile in own)
        left = (UNKNOWN,) * max(rules.turns(start.players) - placed, 0)
        player.hand, player.pile = left[: rules.hand], left[rules.hand :]
        for name, value in zip(rules.start_goods, goods, strict=True):
            setattr(player, name, value)
    more = len(start.jungle_pile) + len(rules.start_tiles) - len(game.jungle)
    pile = (UNKNOWN,) * more
    game.display, game.jungle_pile = pile[: rules.display], pile[rules.display :]
    game.supply = {}
    for lay in rules.moments.lay:
        lay(game, start, lying)
    return deal_of(game)


def begin_at(position: Position, table: LaidTable) -> None:
    """Give a position what lies on a table, but its jungle tiles."""
    position.workers, position.supply = dict(table.workers), dict(table.supply)
    position.turn = position.to_move = table.turn
    for player, goods in zip(position.players, table.goods, strict=True):
        for name, value in zip(position.rules.start_goods, goods, strict=True):
            setattr(player, name, value)


def deal_of(position: Position) -> Deal:
    """See :meth:`cacao_core.game.Game.as_deal`."""
    if position.phase is not Phase.PLACE:
        raise BadDeal(f"a game starts when a tile is to be placed, not in {position.phase.value}")
    players = position.players
    table = LaidTable(
        tuple(position.jungle.items()),
        tuple(sorted(position.workers.items())),
        tuple(tuple(getattr(one, name) for name in position.rules.start_goods) for one in players),
        position.turn,
        dict(position.supply),
    )
    workers = tuple(player.hand + player.pile for player in players)
    jungle = (*position.display, *position.jungle_pile)
    return Deal(workers, jungle, position.rules, table)
