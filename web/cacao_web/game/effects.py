"""The effects of moves on players, from the rules' events; ``game.texts.gains`` puts them in words.

Previews, the log, the recap, screen readers, signs on the board and reasons are all made of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cacao_core.tiles import Cell, Seat

if TYPE_CHECKING:
    from cacao_core import Game
    from cacao_core.events import Event


class WorkerEffect(NamedTuple):
    """The effect of a player's workers at jungle tiles of one kind, or of a module."""

    seat: Seat  # whose workers
    code: str  # of the jungle tile, or of one of them
    amount: int  # of goods or fields
    gold: int = 0  # what a market pays or a mine gives
    water: int | None = None  # the value of the field that the carrier reaches, if that is told
    lost: int = 0  # goods for which there was no room
    kept: int = 0  # fruits that could be sold, and are not
    choice: str = ""  # what the amount is made of, where that is open
    cacao: int = 0  # fruits that a watering site gives
    note: str = ""  # what a module did beside the workers, see ``ModuleEvent``
    cell: Cell | None = None  # of the jungle tile, where the effect is shown


def of(events: Iterable[Event], after: Game | None = None) -> list[WorkerEffect]:
    """The effects that some events have; workers that do nothing have none.

    Args:
        events: of moves.
        after: the position after the one move that they are of; then the field that a carrier
            reaches is told.
    """
    from cacao_core.events import Activated, Lost  # noqa: PLC0415  # not for the start of the page
    from cacao_core.module import ModuleEvent  # noqa: PLC0415  # as above

    effects = list[WorkerEffect]()
    for one in events:
        if isinstance(one, Activated) and one.amount:
            done = WorkerEffect(one.seat, one.code, one.amount, one.change.gold, cell=one.faced)
            if after and one.change.water:
                done = done._replace(water=after.rules.water[after.players[one.seat].water])
            effects.append(done._replace(choice=one.choice, cacao=one.change.cacao))
        elif isinstance(one, ModuleEvent) and (one.module != "gems" or one.what == "mask"):
            effects.append(WorkerEffect(one.seat, "", 1, one.change.gold, note=one.what))
        elif isinstance(one, Lost):
            effects.append(WorkerEffect(one.seat, one.code, 0, lost=one.amount))
    return effects


def sorted_by_kind(effects: Iterable[WorkerEffect]) -> tuple[WorkerEffect, ...]:
    """The effects of workers, what they keep, what they lose, and what modules do, in order."""
    return tuple(sorted(effects, key=lambda one: (bool(one.note), one.lost > 0, one.kept > 0)))
