"""Time for tests: it passes while work is done, or at once when all tasks wait.

So the time is the same on every machine, however busy, and no test waits.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import pytest

from cacao_core import ai
from cacao_web.engine import computers, server, slices

T = TypeVar("T")
STEP = 0.03
"""Seconds on the clock that a search takes for a step."""
_LONGEST = 600.0
"""Seconds on the clock after which a test usually counts as hung."""


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds, in a scenario that a clock runs."""
    while not holds():
        await asyncio.sleep(STEP / 4)


class Clock:
    """Seconds since its start.

    Attributes:
        now: how many have passed.
    """

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Replaces ``perf_counter``."""
        return self.now

    def work(self, seconds: float) -> None:
        """Let time pass, as work does."""
        self.now += seconds

    def paced(self, search: Callable[..., Iterator[T]]) -> Callable[..., Iterator[T]]:
        """A search whose steps take time on the clock."""

        def steps(*given: object, **named: object) -> Iterator[T]:
            for step in search(*given, **named):
                self.work(STEP)
                yield step

        return steps

    def run(self, scenario: Callable[[], Awaitable[T]], longest: float = _LONGEST) -> T:
        """Run a scenario in an event loop with this clock, so many seconds at most.

        Raises:
            TimeoutError: it waits for something that never comes.
        """

        async def bounded() -> T:
            async with asyncio.timeout(longest):
                return await scenario()

        with asyncio.Runner(loop_factory=lambda: _Loop(self)) as runner:
            return runner.run(bounded())


class _Waiting(selectors.SelectSelector):
    """Waits for nothing: the time until the next timer passes at once."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout:
            self._clock.work(timeout)
        return super().select(timeout and 0)


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose timers use a clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(_Waiting(clock))
        self._clock = clock

    def time(self) -> float:
        return self._clock.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock used by the page, its workers and their searches."""
    clock = Clock()
    for search in (ai.thinking, ai.hinting):
        monkeypatch.setattr(ai, search.__name__, clock.paced(search))
    for module in (computers, server, slices):
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock
