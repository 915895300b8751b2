"""Circles and arrows on the board: kept at the beginning of the comment on a turn.

They belong to the position before the turn (docs/record.md#comments-with-marks).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cacao_core import Record
from cacao_core.moves import turns_begun
from cacao_core.tiles import Cell
from cacao_web.game.session import Session
from cacao_web.game.texts.words import cell_name, cell_of
from cacao_web.ui.i18n import _

_NUMBER: Final = r"(?:0|-?[1-9][0-9]?)"
_CELL: Final = f"{_NUMBER},{_NUMBER}"
_TAG: Final = re.compile(rf"\[%marks((?: {_CELL}(?:>{_CELL})?)+)\]\s*")


class CellMark(NamedTuple):
    """An arrow; or a circle, if it ends where it starts."""

    start: Cell
    end: Cell

    @property
    def is_circle(self) -> bool:
        return self.start == self.end


def noted(marks: Iterable[CellMark], text: str) -> str:
    """A comment that begins with marks; only the words if there are none."""
    written = " ".join(map(_written, marks))
    return f"[%marks {written}] {text}".strip() if written else text


def _written(mark: CellMark) -> str:
    cells = mark[:1] if mark.is_circle else mark
    return ">".join(map(cell_name, cells))


def read(comment: str) -> tuple[tuple[CellMark, ...], str]:
    """The marks at the beginning of a comment, each once, and the words after them."""
    match = _TAG.match(comment)
    if not match:
        return (), comment
    ends = (one.split(">") for one in match[1].split())
    marks = (CellMark(cell_of(cells[0]), cell_of(cells[-1])) for cells in ends)
    return tuple(dict.fromkeys(marks)), comment[match.end() :]


def of(record: Record, turn: int) -> tuple[CellMark, ...]:
    """The marks of a turn."""
    return read(record.notes.comments.get(turn, ""))[0]


def turn_at(session: Session) -> int:
    """The turn before which a finished game is shown, from 1; 0 if it is not."""
    at = session.look.at
    if at is None or session.look.variation or session.mode.guides or not session.game.is_over:
        return 0
    moves = session.record.moves[: at + 1]
    return turns_begun(moves) if moves[-1].starts_turn else 0


def shown(session: Session) -> tuple[CellMark, ...]:
    """The marks of the position that is shown."""
    turn = turn_at(session)
    return of(session.record, turn) if turn else ()


def toggled(marks: Sequence[CellMark], mark: CellMark) -> list[CellMark]:
    """One more mark; one less if it is there already."""
    others = [one for one in marks if one != mark]
    return others if len(others) < len(marks) else [*marks, mark]


# --- In words -------------------------------------------------------------------------------------


def named(mark: CellMark) -> str:
    start, end = map(cell_name, mark)
    if mark.is_circle:
        return _("circle on {cell}").format(cell=start)
    return _("arrow from {start} to {end}").format(start=start, end=end)


def told(marks: Sequence[CellMark]) -> str:
    """The marks of a turn in words."""
    return _("Marks: {marks}").format(marks="; ".join(map(named, marks)))
