"""The form of a file with games that were played at a real table, so that it is known as one."""

from __future__ import annotations

from typing import Final

from cacao_web.saves import spreadsheet
from cacao_web.ui.i18n import _

FORMAT: Final = "cacao-played"
NEEDED: Final = frozenset({"day", "name", "total"})
"""Columns of the table, in any order among others."""
_AGRICOLA: Final = frozenset({"pastures", "stables"})
_START: Final = 200


def is_file(text: str) -> bool:
    """Whether a text is meant to be such a file."""
    start = text.lstrip("\ufeff \n\r")[:_START]
    if start[:1] == "{":
        return f'"{FORMAT}"' in start
    return {*spreadsheet.heads(text)} >= NEEDED


def is_of_agricola(text: str) -> bool:
    """Whether a text is the table of games of Agricola, of which only points are known."""
    return {*spreadsheet.heads(text)} >= _AGRICOLA


def needed() -> str:
    """The missing parts of a table, for a person whose table lacks them."""
    names = ", ".join(sorted(NEEDED))
    return _("A table of played games needs the columns {names}.").format(names=names)
