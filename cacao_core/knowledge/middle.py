"""Games that start from a table that is laid already."""

from __future__ import annotations

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal
from cacao_core.knowledge.table import Table
from cacao_core.position import Phase, Position


def deal_of(position: Position) -> Deal:
    """See :meth:`cacao_core.game.Game.as_deal`."""
    if position.phase is not Phase.PLACE:
        raise BadDeal(f"a game starts when a tile is to be placed, not in {position.phase.value}")
    players = position.players
    table = Table(
        tuple(position.jungle.items()),
        tuple(sorted(position.workers.items())),
        tuple(tuple(getattr(one, name) for name in position.rules.start_goods) for one in players),
        position.turn,
        dict(position.supply),
    )
    workers = tuple(player.hand + player.pile for player in players)
    jungle = (*position.display, *position.jungle_pile)
    return Deal(workers, jungle, position.rules, table)
