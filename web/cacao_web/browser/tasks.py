"""Work in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Tasks:
    """Runs coroutines and holds on to them, because the event loop alone forgets them."""

    def __init__(self) -> None:
        self.running: set[asyncio.Future[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        """Run something in the background; the answer tells when it is done."""
        task = asyncio.ensure_future(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        return task
