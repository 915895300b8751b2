"""The browser's support for bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cacao_web.features.bots.model import Bot


class SandboxWorker(Protocol):
    """A worker with a Python that runs one bot."""

    async def started(self) -> None:
        """Wait until it is started. Raises OSError if that fails."""

    async def ask(self, request: str) -> object:
        """Wait for the answer to a request; one at a time. Raises OSError if the worker crashes."""

    def end(self) -> None:
        """Terminate it at once; pending answers are cancelled."""


class BotStore(Protocol):
    """Stores bots permanently; each call may raise OSError when the browser refuses."""

    async def all(self) -> list[Bot]:
        """All stored bots."""

    async def keep(self, bot: Bot) -> None:
        """Store one, in place of any of the same name."""

    async def forget(self, name: str) -> None:
        """Delete one."""


class Ground(Protocol):
    """The browser's support for bots."""

    @property
    def store(self) -> BotStore:
        """Their database."""

    def start(self) -> SandboxWorker:
        """Start a worker for one bot."""

    def listen(self, brought: Callable[[str, bytes, bool], None]) -> None:
        """Report files: name, content, and whether the file was chosen, not dropped."""
