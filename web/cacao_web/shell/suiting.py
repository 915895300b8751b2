"""The level of a computer that suits the person, by the latest saved games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cacao_web.game.setup import levels
from cacao_web.saves.saves import Saves

_RESULTS: Final = 12
"""Number of games by which a level is proposed."""
_READ: Final = 40
"""Most saved games that are read for that."""


async def level_that_suits(saves: Saves, is_wanted: Callable[[], bool]) -> str | None:
    """The level; None as soon as nobody wants to know it any more."""
    results = list[levels.LevelResult]()
    for read, saved in enumerate(saves.latest()):
        if result := levels.result_of(saved.session):
            results.append(result)
        await asyncio.sleep(0)
        if not is_wanted():
            return None
        if len(results) == _RESULTS or read == _READ:
            break
    return levels.fitting(results)
