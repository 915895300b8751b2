"""The commands and keys of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_web.play.table import Table


def choose(table: Table, number: str) -> None:
    """Choose a tile of the display when filling, else one of the hand; numbers begin at 1."""
    if table.session:
        filling = table.session.chosen_code is not None
        take = table.choose_display if filling else table.choose_hand
        take(str(int(number) - 1))


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "choose": choose,
    "hand": Table.choose_hand,
    "take-hand": Table.take_hand,
    "display": Table.choose_display,
    "take-display": Table.choose_display,
    "cell": Table.choose_cell,
    "drop": Table.drop,
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
    "boards": lambda table, _value: table.toggle_boards(),
}
"""Name of an intent -> action with its value."""

KEYS: Final[dict[str, tuple[str, str]]] = {
    "1": ("choose", "1"),
    "2": ("choose", "2"),
    "3": ("choose", "3"),
    "r": ("rotate", "1"),
    "R": ("rotate", "-1"),
    "u": ("undo", ""),
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
"""Key of the keyboard -> name of an intent, and its value."""
