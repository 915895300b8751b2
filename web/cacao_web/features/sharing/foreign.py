"""Files that open no game: what they are, and where they belong."""

from __future__ import annotations

import re
from typing import Final

from cacao_web.saves import played_file, spreadsheet
from cacao_web.ui.i18n import _

_ZIP: Final = "PK\x03\x04"
_PROGRAM: Final = re.compile(r"^(def \w+\(|import \w|from [\w.]+ import )", re.MULTILINE)
_STATISTICS: Final = frozenset({"begun", "players", "turns"})
_TABLE: Final = 3
"""A line with so many cells may begin a table."""


def told(text: str) -> str:
    """A sentence about a file that belongs elsewhere; empty if nobody knows."""
    heads = spreadsheet.heads(text)
    is_zip = text.startswith(_ZIP)
    if _PROGRAM.search(text) or (is_zip and ".dist-info/" in text):
        return _("This is a program. If it is a bot, add it under “Your bots”.")
    if is_zip and ("xl/" in text or "opendocument" in text):
        return _("This is a spreadsheet’s own file. Save the table as CSV there, and bring that "
                 "file.")  # fmt: skip
    if {*heads} >= _STATISTICS:
        return _("This is the table of your statistics, for a spreadsheet. To bring games, use the "
                 "file that “Saved games” saves.")  # fmt: skip
    if len(heads) >= _TABLE and len(text.splitlines()) > 1:
        return played_file.needed()
    return ""
