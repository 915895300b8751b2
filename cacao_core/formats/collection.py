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
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO, TypeAlias

from cacao_core.errors import BadRecord, CacaoError, describe
from cacao_core.formats.text import FORMAT, LONGEST
from cacao_core.record import Record

__all__ = ["File", "read", "texts", "write"]

_FOREIGN: Final = re.compile("[\udc80-\udcff]")
"""Stand-ins for bytes that are not UTF-8."""

File: TypeAlias = "str | os.PathLike[str] | TextIO"
"""The name of a file, or one that is open for text."""
_EXPECTED: Final = "expected a file that is open for text, or the name of one"


def read(file: File, bad: Callable[[BadRecord], object] | None = None) -> Iterator[Record]:
    """The records of a file, read one by one as they are asked for.

    Args:
        file: where from.
        bad: gets the error of a record that cannot be read, and the next one follows; None raises
            it.

    Raises:
        BadRecord: one cannot be read, with its number and the line of the file; those before it
            were given.
        CacaoError: the file cannot be read.
    """
    with _opened(file, "r") as source:
        for number, (first, text) in enumerate(_numbered(source), 1):
            try:
                _check_letters(text)
                record = Record.from_text(text)
            except CacaoError as error:
                problem = BadRecord(f"record {number}: {_in_file(error, first)}")
                if bad is None:
                    raise problem from None
                bad(problem)
            else:
                yield record


def _check_letters(text: str) -> None:
    """Refuse a text with bytes that are not UTF-8.

    Raises:
        BadRecord: with the number of the line.
    """
    if match := _FOREIGN.search(text):
        line = text.count("\n", 0, match.start()) + 1
        raise BadRecord(f"line {line}: it is not UTF-8")


def _in_file(error: CacaoError, first: int) -> str:
    """The message of an error, with the line of the file instead of that of the record."""
    return re.sub(r"(?<=^line )[0-9]+", lambda line: str(int(line[0]) + first), str(error))


def texts(lines: Iterable[str]) -> Iterator[str]:
    """The text of each record of a file, which need not be readable.

    What stands above the first one is part of it, as ever.

    Args:
        lines: the lines of the file, with their ends.
    """
    return (text for _first, text in _numbered(lines))


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The texts of :func:`texts`, each with the number of lines before it."""
    part: list[str] = []
    has_begun, length, first = False, 0, 0
    for number, marked in enumerate(lines):
        if not isinstance(marked, str):
            raise CacaoError(f"{describe(marked)}: {_EXPECTED}")
        line = marked.removeprefix("\ufeff")  # of a file that was put behind another, too
        begins = line.startswith(f"{FORMAT} ")
        if begins and has_begun:
            yield first, "".join(_without_preamble(part))
            part, length, first = [], 0, number
        has_begun = has_begun or begins
        length += len(line)
        if length <= LONGEST + 1:  # else it is refused, with the reason
            part.append(line)
    if has_begun or "".join(part).strip():
        yield first, "".join(part)


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
    try:
        if isinstance(file, str | os.PathLike):
            with _named(file, mode) as opened:
                yield opened
        elif hasattr(file, "__iter__" if mode == "r" else "write"):
            yield file
        else:
            raise CacaoError(f"{describe(file)}: {_EXPECTED}")
    except OSError as error:
        raise CacaoError(f"{_name(file)}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise CacaoError(f"{_name(file)}: {error}") from None


@contextmanager
def _named(file: str | os.PathLike[str], mode: str) -> Iterator[TextIO]:
    if "\0" in os.fspath(file):
        raise CacaoError(f"{describe(os.fspath(file))}: no file has such a name")
    reads = mode == "r"  # a byte that is not UTF-8 spoils only its record
    newline, errors = (None, "surrogateescape") if reads else ("\n", "strict")
    with Path(file).open(mode, encoding="utf-8", newline=newline, errors=errors) as opened:
        if mode == "a" and opened.tell():
            opened.write("\n")  # the last line may have no end
        yield opened  # type: ignore[misc]  # a text file in every mode


def _name(file: File) -> object:
    return file if isinstance(file, str | os.PathLike) else getattr(file, "name", "file")
