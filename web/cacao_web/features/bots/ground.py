"""What a browser has for bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cacao_web.features.bots.model import Bot
from cacao_web.features.bots.players import Worker


class BotStore(Protocol):
    """Keeps bots from visit to visit; each call may raise OSError when the browser refuses."""

    async def all(self) -> list[Bot]:
        """All that are kept."""

    async def keep(self, bot: Bot) -> None:
        """Keep one, in place of any of the same name."""

    async def forget(self, name: str) -> None:
        """Keep one no more."""


class Ground(Protocol):
    """What a browser has for bots."""

    @property
    def store(self) -> BotStore:
        """Where they are kept."""

    def start(self) -> Worker:
        """Start a worker for one."""

    def listen(self, brought: Callable[[str, bytes, bool], None]) -> None:
        """Hand in files: name, content, and whether the file was asked for, or only dropped."""
