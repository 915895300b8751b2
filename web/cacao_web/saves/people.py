"""Names of people who were at a table before, those of today first."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.browser.json_text import read_json
from cacao_web.saves.saves import Saves
from cacao_web.saves.slot import Slot

MOST_NAMES: Final = 12
"""Names that are remembered."""


class People:
    """The names."""

    def __init__(self, saves: Saves) -> None:
        self._slot = Slot(saves, "table-names", _read, json.dumps)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._slot.get())

    def remember(self, names: Iterable[str]) -> None:
        """Put the names of today before the others; empty ones are none."""
        new = [name for name in dict.fromkeys(names) if name]

        def later(known: list[str]) -> list[str]:
            outlines = {outline(name) for name in new}
            return [*new, *(one for one in known if outline(one) not in outlines)][:MOST_NAMES]

        self._slot.update(later)


def _read(text: str) -> list[str]:
    try:
        data = read_json(text)
    except ValueError:
        return []
    names = data if isinstance(data, list) else []
    return [name for one in names if (name := tidied(str(one))[:LONGEST_NAME])][:MOST_NAMES]
