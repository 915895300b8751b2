"""A web worker, as the page sees it."""

from __future__ import annotations

from typing import Protocol


class Worker(Protocol):
    """A web worker that sends and receives texts."""

    def send(self, text: str) -> None:
        """Send a text; while the worker starts, it is queued."""

    def end(self) -> None:
        """Terminate the worker at once."""
