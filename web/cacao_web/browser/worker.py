"""A web worker, as the page sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias


class Worker(Protocol):
    """A web worker that sends and receives texts."""

    def send(self, text: str) -> None:
        """Send a text; while the worker starts, it is queued."""

    def end(self) -> None:
        """Terminate the worker at once."""


class Ears(NamedTuple):
    """Callbacks for a worker's messages and failures."""

    message: Callable[[str], None]  # called with each text that it sends
    failed: Callable[[str], None]  # called, with a reason, when it cannot be started or reached


Start: TypeAlias = Callable[[str, Ears], Worker]
"""Starts a worker, given the address of its program."""
