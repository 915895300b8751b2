"""What the dialogs about bots show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cacao_core.tiles import Seat
from cacao_web.features.bots.model import Bot, Problem


class Question(NamedTuple):
    """A game that cannot go on by itself: whose turn it is, which bot fails there, and how."""

    seat: Seat
    bot: str
    problem: Problem


@dataclass
class Shelf:
    """The bots that are here, and what becomes of the one that is being brought.

    Attributes:
        names: of all bots that can be played against.
        offered: a bot that was dropped on the page and waits for a yes.
        checking: name of the bot that is being tried out.
        ready: name of the bot that has just passed, and
        move: its first move, in notation.
        kept: whether the browser has stored it.
        failed: the bot that has just failed, and how.
        refused: why a file cannot be a bot, in words.
        wanted: whether a game waits for a bot.
    """

    names: list[str] = field(default_factory=list)
    offered: Bot | None = None
    checking: str = ""
    ready: str = ""
    move: str = ""
    kept: bool = True
    failed: tuple[str, Problem] | None = None
    refused: str = ""
    wanted: bool = False

    def forget_news(self) -> None:
        """Tell no more of the bot that was brought last."""
        self.offered, self.failed = None, None
        self.checking = self.ready = self.move = self.refused = ""
        self.kept = True
