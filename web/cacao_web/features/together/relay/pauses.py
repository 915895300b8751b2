"""Growing pauses between attempts to reach a relay, and attempts that are made anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

ENOUGH: Final = 3.0
"""Seconds after which nobody waits for a relay any more before deciding."""
FIRST: Final = 1.0
LONGEST: Final = 300.0


class Pauses:
    """Seconds to wait, each time twice as many, until there is a reason to begin again."""

    def __init__(self) -> None:
        self._next = FIRST

    def grown(self) -> float:
        """The seconds to wait now."""
        now, self._next = self._next, min(2 * self._next, LONGEST)
        return now

    def begin_again(self) -> None:
        """Wait as few seconds as the first time."""
        self._next = FIRST


async def tried(attempt: Callable[[], Coroutine[Any, Any, T]], anew: asyncio.Event) -> T:
    """The outcome of an attempt, which is made anew as often as an event is set.

    After a change of networks the old one may hang for a long time.
    """
    while True:
        anew.clear()
        making = asyncio.ensure_future(attempt())
        woken = asyncio.ensure_future(anew.wait())
        try:
            await asyncio.wait({making, woken}, return_when=asyncio.FIRST_COMPLETED)
            if making.done():
                return making.result()
        finally:
            making.cancel()
            woken.cancel()
