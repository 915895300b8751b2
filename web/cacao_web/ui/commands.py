"""The commands of features that somebody else runs, or shows a button for."""

from __future__ import annotations

from collections.abc import Container
from enum import StrEnum


class Command(StrEnum):
    """A command that its feature registers and others use.

    A feature may not be there. Then its commands do nothing, and nobody shows a button for them.
    """

    ANALYSE = "analyse"
    ASK = "ask"
    ASK_AROUND = "ask-around"
    BOT_TROUBLE = "bot-trouble"
    BOTS = "bots"
    BRANCH = "branch"
    CLAIM = "claim"
    COMPANION_BRING = "companion-bring"
    COMPANION_LAID = "companion-laid"
    COPY_ON = "copy-on"
    HAND_OVER = "hand-over"
    HINT = "hint"
    INVITE = "invite"
    LIVE_SETTINGS = "live-settings"
    LOOK = "look"
    MARK_CELLS = "mark-cells"
    MARK_DRAFT = "mark-draft"
    MOVE = "move"
    NEW_GAME = "new-game"
    NOTIFY_ME = "notify-me"
    OWN_MISTAKES = "own-mistakes"
    PICTURE = "picture"
    POINT_HINT = "point-hint"
    PRINTING = "printing"
    PUZZLES = "puzzles"
    RELAY_NOW = "relay-now"
    REMATCH = "rematch"
    RESULT = "result"
    RESUME = "resume"
    RULES = "rules"
    SAVED_GAME = "saved-game"
    SEND_ON = "send-on"
    SHARE = "share"
    SPEAK = "speak"
    STUDY = "study"
    STUDY_MENU = "study-menu"
    VILLAGE = "village"


_absent: set[str] = set()


def is_there(command: str) -> bool:
    """Whether the feature of a command is there; commands that only their feature uses are."""
    return command not in _absent


def tell_registered(commands: Container[str]) -> None:
    """Set which commands features have registered, before anything is drawn."""
    _absent.clear()
    _absent.update(command for command in Command if command not in commands)
