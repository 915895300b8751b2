"""The browser's support for bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cacao_web.features.bots.model import Bot
from cacao_web.features.bots.players import SandboxWorker


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
