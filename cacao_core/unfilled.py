"""Positions in which jungle spaces stay empty, because it is not known what would fill them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_core.moves import FILL, FILL_FROM_MAP, Move

if TYPE_CHECKING:
    from cacao_core.position import Position


def leave_only(position: Position, move: Move) -> None:
    """Leave no jungle tile but that of a move, so that no other space is filled.

    Args:
        position: it is changed.
        move: that is played next.
    """
    position.jungle_pile = ()
    supply = position.supply
    if move.kind == FILL_FROM_MAP and "waiting_gems" in supply:
        supply["waiting_gems"] = supply["waiting_gems"][position.display.count("D") :]
    if "map_board" in supply:
        supply["map_board"] = (move.what,) if move.kind == FILL_FROM_MAP else ()
    position.display = (move.what,) if move.kind == FILL else ()
