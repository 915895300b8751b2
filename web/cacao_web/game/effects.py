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
    for event in events:
        if isinstance(event, Activated) and event.amount:
            done = WorkerEffect(
                event.seat, event.code, event.amount, event.change.gold, cell=event.faced
            )
            if after and event.change.water:
                done = done._replace(water=after.rules.water[after.players[event.seat].water])
            effects.append(done._replace(choice=event.choice, cacao=event.change.cacao))
        elif isinstance(event, ModuleEvent) and (event.module != "gems" or event.what == "mask"):
            effects.append(WorkerEffect(event.seat, "", 1, event.change.gold, note=event.what))
        elif isinstance(event, Lost):
            effects.append(WorkerEffect(event.seat, event.code, 0, lost=event.amount))
    return effects


def sorted_by_kind(effects: Iterable[WorkerEffect]) -> tuple[WorkerEffect, ...]:
    """The effects of workers, what they keep, what they lose, and what modules do, in order."""
    return tuple(sorted(effects, key=lambda one: (bool(one.note), one.lost > 0, one.kept > 0)))
