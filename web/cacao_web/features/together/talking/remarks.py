"""The remarks that people at a live table can make; they travel as numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from cacao_core.tiles import Seat
from cacao_web.ui.i18n import _

_REMARKS: Final[tuple[Callable[[], str], ...]] = (
    lambda: _("Well played!"),
    lambda: _("Oh no!"),
    lambda: _("Wow!"),
    lambda: _("Let me think…"),
    lambda: _("Your turn!"),
    lambda: _("Thanks for the game!"),
)
NUMBER: Final = len(_REMARKS)


def remark(number: int) -> str:
    """A remark in the person's language."""
    return _REMARKS[number]()


def code(seat: Seat, number: int) -> str:
    """A remark of a seat as two digits, see :func:`read`."""
    return f"{seat}{number}"


def read(text: str) -> tuple[Seat, int] | None:
    """The seat and the number of a remark; None if the text is none."""
    match = re.fullmatch(r"([0-3])([0-9])", text, re.ASCII)
    return (int(match[1]), int(match[2])) if match and int(match[2]) < NUMBER else None


def all_remarks() -> list[str]:
    """All of them, in their order."""
    return [remark() for remark in _REMARKS]
