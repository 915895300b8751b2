"""Background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Runs coroutines and keeps references to them, because the event loop does not."""

    def __init__(self) -> None:
        self.running: set[asyncio.Future[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        """Run a coroutine in the background; the future is done when it is."""
        task = asyncio.ensure_future(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        return task
