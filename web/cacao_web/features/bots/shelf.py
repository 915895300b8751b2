"""The data of the dialogs about bots."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cacao_core.tiles import Seat
from cacao_web.features.bots.model import Bot, BotProblem


class Question(NamedTuple):
    """A game that waits for the person: seat, bot, and the bot's failure."""

    seat: Seat
    bot: str
    problem: BotProblem


@dataclass
class BotShelf:
    """Installed bots, and the state of the bot being added."""

    names: list[str] = field(default_factory=list)  # names of all installed bots
    offered: Bot | None = None  # a bot that was dropped on the page and waits for a confirmation
    checking: str = ""  # name of the bot under test
    ready: str = ""  # name of the bot that has just passed its test
    move: str = ""  # first move of that bot, in notation
    kept: bool = True  # whether the browser has stored it
    failed: tuple[str, BotProblem] | None = None  # the bot that has just failed, and how
    refused: str = ""  # why a file cannot be a bot, in words
    wanted: bool = False  # whether a game waits for a bot

    def forget_news(self) -> None:
        """Clear the state of the bot added last."""
        self.offered, self.failed = None, None
        self.checking = self.ready = self.move = self.refused = ""
        self.kept = True
