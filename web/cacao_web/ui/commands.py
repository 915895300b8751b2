"""The commands of features that others run, or show a button for."""

from __future__ import annotations

from collections.abc import Collection, Container
from enum import StrEnum


class Command(StrEnum):
    """A command that its feature registers, and that other parts of the page use.

    A feature may not be there. Then its commands do nothing, and no button leads to them.
    """

    ALL_SEATS = "all-seats"
    ANALYSE = "analyse"
    ASK = "ask"
    ASK_AROUND = "ask-around"
    ASK_SEAT = "ask-seat"
    BOT_TROUBLE = "bot-trouble"
    BOTS = "bots"
    BRANCH = "branch"
    CLAIM = "claim"
    COMPANION = "companion"
    COMPANION_BRING = "companion-bring"
    COMPANION_GO = "companion-go"
    COMPANION_LAID = "companion-laid"
    CONTINUE = "continue"
    COPY_ON = "copy-on"
    DAILY = "daily"
    END_GAME = "end-game"
    GIVE_SEAT = "give-seat"
    GO_ALONE = "go-alone"
    HAND_OVER = "hand-over"
    HINT = "hint"
    INVITE = "invite"
    LADDER = "ladder"
    LANGUAGE = "language"
    LEARN = "learn"
    LIVE_SETTINGS = "live-settings"
    LOOK = "look"
    MARK_CELLS = "mark-cells"
    MARK_DRAFT = "mark-draft"
    MOVE = "move"
    WATCH_INSTEAD = "watch-instead"
    WATCH_NEXT = "watch-next"
    NEW_GAME = "new-game"
    NOTIFY_ME = "notify-me"
    OPEN = "open"
    OWN_MISTAKES = "own-mistakes"
    PICTURE = "picture"
    POINT_HINT = "point-hint"
    PRINTING = "printing"
    PUZZLES = "puzzles"
    RELAY_NOW = "relay-now"
    REMIND = "remind"
    REMIND_HOST = "remind-host"
    REMATCH = "rematch"
    REMATCH_NO = "rematch-no"
    RESULT = "result"
    RESUME = "resume"
    RULES = "rules"
    SAVED_GAME = "saved-game"
    SEND_ON = "send-on"
    SETTINGS = "settings"
    SHARE = "share"
    SPEAK = "speak"
    STAND_IN = "stand-in"
    STAY = "stay"
    STATISTICS = "statistics"
    STUDY = "study"
    STUDY_MENU = "study-menu"
    THEME = "theme"
    VILLAGE = "village"


_absent: set[str] = set()


def absent() -> Collection[str]:
    """The commands of features that are not there."""
    return _absent


def is_there(command: str) -> bool:
    """Whether the feature of a command is there; commands that only their feature uses are."""
    return command not in _absent


def tell_registered(commands: Container[str]) -> None:
    """Set which commands features have registered, before anything is drawn."""
    _absent.clear()
    _absent.update(command for command in Command if command not in commands)
