"""Long work in slices, so that messages can be handled in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeAlias, TypeVar

from cacao_core import CacaoError
from cacao_web.browser.progress import Progress

T = TypeVar("T")

Steps: TypeAlias = Iterator[tuple[float, T]]
"""Work in steps of a few milliseconds: the share done, and the best result so far."""


async def last(
    steps: Steps[T],
    seconds: float,
    slice: float,
    on_progress: Progress,
    wanted: Callable[[], bool] = lambda: True,
) -> T | None:
    """The last result of some steps; None if the work is cancelled.

    Args:
        steps: the work; closed at the end.
        seconds: time limit; the best result by then is the last.
        slice: seconds of work before other tasks may run.
        on_progress: called after each slice with the share of the work, or of the time, done.
        wanted: called before each slice; False cancels the work.

    Raises:
        CacaoError: there was no step.
    """
    begun = perf_counter()
    share, result, has_result, ended = 0.0, None, False, False
    try:
        while wanted():
            now = perf_counter()
            until = min(now + slice, begun + seconds)
            while not ended and (not has_result or now < until):
                step = next(steps, None)
                if step is None:
                    ended = True
                else:
                    (share, result), has_result = step, True
                now = perf_counter()
            if ended or now >= begun + seconds:
                if not has_result:
                    raise CacaoError("nothing came of it")
                return result
            on_progress(max(share, (now - begun) / seconds))
            await asyncio.sleep(0)
        return None
    finally:
        close = getattr(steps, "close", None)
        if close:
            close()
