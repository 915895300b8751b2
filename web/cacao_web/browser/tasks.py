"""Background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """Runs coroutines and keeps references to them, because the event loop does not.

    Failures are reported to the loop's exception handler at once.
    """

    def __init__(self) -> None:
        self.running: set[asyncio.Future[Any]] = set()

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Future[T]:
        """Run a coroutine in the background; the future is done when it is."""
        task = asyncio.ensure_future(work)
        self.running.add(task)
        task.add_done_callback(self._done)
        return task

    def cancel(self) -> None:
        for task in self.running:
            task.cancel()

    def _done(self, task: asyncio.Future[Any]) -> None:
        self.running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            tell_failure(error)


def tell_failure(error: BaseException) -> None:
    """Report a failure that nobody waits for to the event loop's exception handler."""
    context = {"message": "background work has failed", "exception": error}
    asyncio.get_event_loop().call_exception_handler(context)
