"""Circles and arrows on the board: kept at the beginning of the comment on a turn.

They belong to the position before the turn (docs/record.md#comments-with-marks).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cacao_core import Record
from cacao_core.tiles import Cell
from cacao_web.game.texts.words import cell_name, cell_of

_NUMBER: Final = r"(?:0|-?[1-9][0-9]?)"
_CELL: Final = f"{_NUMBER},{_NUMBER}"
_TAG: Final = re.compile(rf"\[%marks((?: {_CELL}(?:>{_CELL})?)+)\]\s*")


class Mark(NamedTuple):
    """An arrow; or a circle, if it ends where it starts."""

    start: Cell
    end: Cell

    @property
    def is_circle(self) -> bool:
        return self.start == self.end


def noted(marks: Iterable[Mark], said: str) -> str:
    """A comment that begins with marks; only the words if there are none."""
    written = " ".join(map(_written, marks))
    return f"[%marks {written}] {said}".strip() if written else said


def _written(mark: Mark) -> str:
    cells = mark[:1] if mark.is_circle else mark
    return ">".join(map(cell_name, cells))


def read(comment: str) -> tuple[tuple[Mark, ...], str]:
    """The marks at the beginning of a comment, each once, and the words after them."""
    found = _TAG.match(comment)
    if not found:
        return (), comment
    ends = (one.split(">") for one in found[1].split())
    marks = (Mark(cell_of(cells[0]), cell_of(cells[-1])) for cells in ends)
    return tuple(dict.fromkeys(marks)), comment[found.end() :]


def of(record: Record, turn: int) -> tuple[Mark, ...]:
    """The marks of a turn."""
    return read(record.notes.comments.get(turn, ""))[0]


def toggled(marks: Sequence[Mark], mark: Mark) -> list[Mark]:
    """One more mark; one less if it is there already."""
    others = [one for one in marks if one != mark]
    return others if len(others) < len(marks) else [*marks, mark]
