"""Many records in one file: the texts of docs/record.md, one after the other.

A record begins with its first line, ``cacao-record …``, so files can be put together as they are,
with an empty line between them if the second one begins with a comment.

>>> import io
>>> from cacao_core import Deal, Record
>>> games = [Record(Deal.shuffled(players, 7)) for players in (2, 3, 4)]
>>> file = io.StringIO()
>>> write(file, games)
3
>>> list(read(io.StringIO(file.getvalue()))) == games
True
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeAlias

from cacao_core.errors import BadRecord, CacaoError
from cacao_core.formats.text import FORMAT, LONGEST
from cacao_core.record import Record

__all__ = ["File", "read", "texts", "write"]

File: TypeAlias = "str | os.PathLike[str] | TextIO"
"""The name of a file, or one that is open."""


def read(file: File) -> Iterator[Record]:
    """The records of a file, read one by one as they are asked for.

    Raises:
        BadRecord: one cannot be read, with its number; those before it were given.
        CacaoError: the file cannot be read.
    """
    with _opened(file, "r") as source:
        for number, text in enumerate(texts(source), 1):
            try:
                record = Record.from_text(text)
            except CacaoError as error:
                raise BadRecord(f"record {number}: {error}") from None
            yield record


def texts(lines: Iterable[str]) -> Iterator[str]:
    """The text of each record of a file, which need not be readable.

    What stands above the first one is part of it, as ever.

    Args:
        lines: the lines of the file, with their ends.
    """
    found: list[str] = []
    has_begun, length = False, 0
    for marked in lines:
        line = marked.removeprefix("\ufeff")  # of a file that was put behind another, too
        begins = line.startswith(f"{FORMAT} ")
        if begins and has_begun:
            yield "".join(_without_preamble(found))
            found, length = [], 0
        has_begun = has_begun or begins
        length += len(line)
        if length <= LONGEST + 1:  # else it is refused, with the reason
            found.append(line)
    if has_begun or "".join(found).strip():
        yield "".join(found)


def write(file: File, records: Iterable[Record], append: bool = False) -> int:
    """Write records to a file, each as soon as it is there; returns how many.

    Args:
        file: where to.
        records: the records.
        append: go on with the file, if it has a name and is there already.

    Raises:
        CacaoError: the file cannot be written.
    """
    count = 0
    with _opened(file, "a" if append else "w") as target:
        for record in records:
            target.write(record.to_text().rstrip("\n") + "\n\n")
            count += 1
    return count


def _without_preamble(lines: list[str]) -> list[str]:
    """Without comments at the end that an empty line separates: they are above the next record."""
    end = len(lines)
    while end and lines[end - 1].startswith("#"):
        end -= 1
    return lines[:end] if end and not lines[end - 1].strip() else lines


@contextmanager
def _opened(file: File, mode: str) -> Iterator[TextIO]:
    if not isinstance(file, str | os.PathLike):
        yield file
        return
    try:
        with Path(file).open(
            mode, encoding="utf-8", newline="\n" if mode != "r" else None
        ) as opened:
            if mode == "a" and opened.tell():
                opened.write("\n")  # the last line may have no end
            yield opened  # type: ignore[misc]  # a text file in every mode
    except OSError as error:
        raise CacaoError(f"{file}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise CacaoError(f"{file}: {error}") from None
