"""The remarks that people at a live table can make; they travel as numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

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


def all_remarks() -> list[str]:
    """All of them, in their order."""
    return [said() for said in _REMARKS]
