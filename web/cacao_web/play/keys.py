"""What can be done in a game, by name, and by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_web.play.table import Table


def of_key(table: Table, name: str) -> tuple[str, str]:
    """The intent of a key of the keyboard, by its name; without a name if it has none."""
    if name in ("1", "2", "3") and table.session:
        filling = table.session.chosen_code is not None
        return "display" if filling else "hand", str(int(name) - 1)
    return _KEYS.get(name, ("", ""))


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "hand": Table.choose_hand,
    "take-hand": Table.take_hand,
    "display": Table.choose_display,
    "take-display": Table.choose_display,
    "cell": Table.choose_cell,
    "drop": Table.drop,
    "suggestion": Table.suggestion,
    "point": Table.point,
    "rotate": Table.turn_tile,
    "confirm": Table.confirm,
    "accept": Table.accept,
    "activate": Table.activate,
    "cancel": Table.cancel,
    "undo": Table.undo,
    "uncover": Table.uncover,
    "now": Table.back_to_now,
    "hurry": Table.hurry,
    "zoom-in": lambda table, _value: table.zoom(1),
    "zoom-out": lambda table, _value: table.zoom(-1),
    "fit": lambda table, _value: table.zoom(0),
}
"""Name of an intent -> what it does with its value."""

_KEYS: Final = {
    "r": ("rotate", "1"),
    "R": ("rotate", "-1"),
    "u": ("undo", ""),
    "h": ("hint", ""),
    "s": ("hurry", ""),
    "+": ("zoom-in", ""),
    "=": ("zoom-in", ""),
    "-": ("zoom-out", ""),
    "0": ("fit", ""),
    "p": ("replay", ""),
    "ArrowLeft": ("before", ""),
    "ArrowRight": ("after", ""),
    "Escape": ("cancel", ""),
}
