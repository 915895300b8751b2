"""Tables as spreadsheets write and read them: comma-separated values, out and in.

A spreadsheet calculates a text that begins like a formula, so an apostrophe is put before it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
"""The beginning of a text that gets one more apostrophe; that of 't Hooft is its own."""
_SEPARATORS: Final = (",", ";", "\t", "|")
_SAID: Final = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
"""The first line of some tables: the separator."""
_LONGEST_HEAD: Final = 2000


def written(rows: Iterable[Sequence[object]], comma: bool) -> str:
    """A table as text, with the mark by which spreadsheets know UTF-8.

    Args:
        rows: the cells; those of the first row name the columns.
        comma: whether people write 1,5 and not 1.5. Spreadsheets then want semicolons.
    """
    import csv  # noqa: PLC0415  # only needed for tables

    target = io.StringIO()
    writer = csv.writer(target, delimiter=";" if comma else ",", lineterminator="\n")
    writer.writerows([_cell(cell, comma) for cell in row] for row in rows)
    return "\ufeff" + target.getvalue()


def _cell(cell: object, comma: bool) -> object:
    if isinstance(cell, float) and comma:
        return str(cell).replace(".", ",")
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def heads(text: str) -> list[str]:
    """The names of a table's columns, in small letters; something else of another text."""
    first, separator = _begin(text.lstrip("\ufeff")[:_LONGEST_HEAD])
    return [_head(cell) for cell in first.partition("\n")[0].replace('"', "").split(separator)]


def read(text: str) -> list[dict[str, str]]:
    """The rows of a table: name of a column, in small letters -> the text of a cell that has one.

    Lines may end in any way, and cells may be long.

    Raises:
        ValueError: it cannot be read.
    """
    import csv  # noqa: PLC0415  # only needed for tables

    text, separator = _begin(text.lstrip("\ufeff"))
    csv.field_size_limit(max(len(text), csv.field_size_limit()))
    try:
        rows = [*csv.reader(io.StringIO(text), delimiter=separator)]
    except csv.Error as error:
        raise ValueError(str(error)) from None
    names = [_head(cell) for cell in rows[0]] if rows else []
    return [
        {name: content for name, cell in zip(names, row, strict=False) if (content := _told(cell))}
        for row in rows[1:]
    ]


def _begin(text: str) -> tuple[str, str]:
    """A table from the names of its columns on, with plain ends of lines; and its separator."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\n")
    first = text.partition("\n")[0]
    if match := _SAID.fullmatch(first):
        return text[len(first) :].lstrip("\n"), match[1]
    unquoted = re.sub('"[^"]*"', "", first)
    return text, max(_SEPARATORS, key=unquoted.count)


def _head(cell: str) -> str:
    return cell.strip().lower()


def _told(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
