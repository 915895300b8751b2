"""Another thread of the browser, as the page sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias


class Worker(Protocol):
    """Another thread of the browser, which takes and says texts."""

    def send(self, text: str) -> None:
        """Say something to it; kept for it while it starts."""

    def end(self) -> None:
        """End it at once, whatever it does."""


class Ears(NamedTuple):
    """Who hears what becomes of a worker.

    Attributes:
        message: called with each text that it says.
        failed: called, with a reason, when it cannot be started or reached.
    """

    message: Callable[[str], None]
    failed: Callable[[str], None]


Start: TypeAlias = Callable[[str, Ears], Worker]
"""Starts a worker, given the address of its program."""
