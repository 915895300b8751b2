"""The commands and keys of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_web.play import choosing, undoing
from cacao_web.play.table import Table

_WRITTEN: Final = (
    "turned", "reveal", "table-done", "by-hand", "other-hand", "put-right", "drop-waiting",
)  # fmt: skip
"""The statements about a game at a real table."""


def choose(table: Table, number: str) -> None:
    """Choose a tile of the display when filling, else one of the hand; numbers begin at 1."""
    if table.session:
        filling = table.session.choosing.chosen_code is not None
        take = choosing.choose_display if filling else choosing.choose_hand
        take(table, str(int(number) - 1))


def lay(table: Table, what: str) -> None:
    """Lay the table of a game at a real table."""
    from cacao_web.play import laying  # noqa: PLC0415  # rarely needed

    laying.run(table, what)


def _write(name: str) -> Callable[[Table, str], None]:
    """The command for a statement about a game at a real table; its module is rarely needed."""

    def run(table: Table, value: str) -> None:
        from cacao_web.play import writing  # noqa: PLC0415

        writing.COMMANDS[name](table, value)

    return run


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "choose": choose,
    "hand": choosing.choose_hand,
    "take-hand": choosing.take_hand,
    "display": choosing.choose_display,
    "take-display": choosing.choose_display,
    "cell": choosing.choose_cell,
    "drop": choosing.drop,
    "point": choosing.point,
    "rotate": choosing.turn_tile,
    "rotate-back": lambda table, _value: choosing.turn_tile(table, "-1"),
    "confirm": choosing.confirm,
    "confirm-singly": choosing.confirm_singly,
    "accept": choosing.accept,
    "activate": choosing.activate,
    "singly": choosing.choose_singly,
    "undo": undoing.undo,
    "redo": undoing.redo,
    "uncover": Table.uncover,
    "lay": lay,
    **{name: _write(name) for name in _WRITTEN},
    "now": Table.back_to_now,
    "hurry": Table.hurry,
    "zoom-in": lambda table, _value: table.page.zoom(1),
    "zoom-out": lambda table, _value: table.page.zoom(-1),
    "fit": lambda table, _value: table.page.zoom(0),
    "save-again": Table.try_to_save,
    "boards": lambda table, _value: table.drawing.unfold(),
}
"""Name of an intent -> action with its value."""

KEYS: Final[dict[str, tuple[str, str]]] = {
    "1": ("choose", "1"),
    "2": ("choose", "2"),
    "3": ("choose", "3"),
    "4": ("choose", "4"),
    "r": ("rotate", ""),
    "Shift+r": ("rotate-back", ""),
    "u": ("undo", ""),
    "Shift+u": ("redo", ""),
    "Shift+Enter": ("confirm-singly", ""),
    "Ctrl+z": ("undo", ""),
    "Ctrl+y": ("redo", ""),
    "Ctrl+Shift+z": ("redo", ""),
    "s": ("hurry", ""),
    "+": ("zoom-in", ""),
    "=": ("zoom-in", ""),
    "-": ("zoom-out", ""),
    "0": ("fit", ""),
    "p": ("replay", ""),
    "w": ("again", ""),
    "ArrowLeft": ("before", ""),
    "ArrowRight": ("after", ""),
    "Home": ("first", ""),
    "End": ("last", ""),
    "Escape": ("escape", ""),
}
"""Key of the keyboard, as :mod:`cacao_web.play.keyboard` calls it -> an intent, and its value."""
