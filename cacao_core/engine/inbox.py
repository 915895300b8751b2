"""The lines that an engine is told, also while it searches."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, TextIO

END_OF_RECORD: Final = "."
"""The line after a record."""


class Lines:
    """Lines that come in while something else is going on.

    Args:
        source: where they come from.
    """

    def __init__(self, source: TextIO) -> None:
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._source = source
        self._is_over = False
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._source:
            self._queue.put(line.removeprefix("\ufeff").rstrip())  # some editors begin with it
        self._queue.put(None)

    def next(self) -> str | None:
        """The next line, once it is there; None at the end."""
        line = None if self._is_over else self._queue.get()
        self._is_over = line is None
        return line

    def waiting(self) -> str | None:
        """A line that is there already, if any; ``quit`` at the end."""
        try:
            line = self._queue.get_nowait()
        except Empty:
            return None
        self._is_over = line is None
        return "quit" if line is None else line


class LineInbox:
    """Lines in their order, of which a running search hears those that are meant for it.

    A session that is kept as text comes in all at once. So a line after the next ``go`` is not
    for the running search, nor is a line of a record.

    Args:
        lines: where they come from.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._later: list[str] = []
        self.search_begins()

    def search_begins(self) -> None:
        """Listen to what is said to a new search."""
        self._heard = 0  # of the lines that are answered later
        self._is_in_record = self._is_past = False

    def next(self) -> str | None:
        """The next line to be answered, once it is there; None at the end."""
        return self._later.pop(0) if self._later else self._lines.next()

    def record(self) -> str:
        """The lines of a record, up to the one that ends it."""
        lines = []
        while (line := self.next()) is not None and line != END_OF_RECORD:
            lines.append(line)
        return "\n".join(lines)

    def during_search(self) -> Iterator[str]:
        """The words ``isready``, ``stop`` and ``quit`` that are said to the running search."""
        while (line := self._lines.waiting()) is not None:
            self._later.append(line)
        while self._heard < len(self._later) and not self._is_past:
            line = self._later[self._heard]
            words = line.split()[:2]
            if self._is_in_record:
                self._is_in_record = line != END_OF_RECORD
            elif words[:1] in (["isready"], ["stop"]):
                del self._later[self._heard]
                yield words[0]
                continue
            self._heard += 1
            self._is_in_record |= words == ["position", "record"]
            self._is_past = words[:1] in (["go"], ["quit"]) and not self._is_in_record
            if self._is_past and words == ["quit"]:
                yield "quit"
