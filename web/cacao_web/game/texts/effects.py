"""The effects of workers and modules, as values; ``game.texts.gains`` tells them in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cacao_core.tiles import Seat

if TYPE_CHECKING:
    from cacao_core.events import Activated, Event
    from cacao_core.module import ModuleEvent


class WorkerEffect(NamedTuple):
    """The effect of a player's workers at jungle tiles of one kind."""

    seat: Seat  # whose workers
    code: str  # of the jungle tile, or of one of them
    amount: int  # of goods or fields
    gold: int = 0  # what a market pays
    water: int | None = None  # the value of the field that the carrier reaches, if that is told
    lost: int = 0  # goods for which there was no room
    kept: int = 0  # fruits that could be sold, and are not
    choice: str = ""  # what the amount is made of, where that is open
    cacao: int = 0  # fruits that a watering site gives
    note: str = ""  # what a module did beside the workers, see ``ModuleEvent``


def of(events: Iterable[Event | Activated]) -> list[WorkerEffect]:
    """The effects of workers, and the goods that they had no room for."""
    from cacao_core.events import Activated, Lost  # noqa: PLC0415  # not for the start of the page
    from cacao_core.module import ModuleEvent  # noqa: PLC0415  # as above

    found = list[WorkerEffect]()
    for one in events:
        if isinstance(one, Activated):
            change, choice = one.change, one.choice
            done = WorkerEffect(one.seat, one.code, one.amount, change.gold, choice=choice)
            found.append(done._replace(cacao=change.cacao))
        elif isinstance(one, ModuleEvent):
            found += noted(one)
        elif isinstance(one, Lost):
            found.append(WorkerEffect(one.seat, one.code, 0, lost=one.amount))
    return found


def noted(one: ModuleEvent) -> list[WorkerEffect]:
    """The effects of a module; nothing of gems that come to a mine."""
    if one.module == "gems" and one.what != "mask":
        return []
    return [WorkerEffect(one.seat, "", 1, one.change.gold, note=one.what)]
