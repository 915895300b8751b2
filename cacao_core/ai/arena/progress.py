"""A bar with the progress of a tournament and the remaining time."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, TextIO, TypeVar

Item = TypeVar("Item")

_WIDTH: Final = 30
_PAUSE: Final = 0.2  # seconds between two updates of a terminal
_LOG_PAUSE: Final = 30.0  # the same without a terminal


def watched(
    items: Iterable[Item], total: int, done: int = 0, stream: TextIO | None = None
) -> Iterator[Item]:
    """The same items, while a bar shows their number.

    On a terminal the bar stays on one line; elsewhere lines are printed seldom.

    Args:
        items: the items to count.
        total: how many there will be, with those done before.
        done: how many were done before.
        stream: output; None is the standard error.
    """
    stream = stream or sys.stderr
    terminal = stream.isatty()
    begun = shown = monotonic()
    count = done
    try:
        for item in items:
            count += 1
            now = monotonic()
            if now - shown > (_PAUSE if terminal else _LOG_PAUSE) or count == total:
                left = (now - begun) / (count - done) * (total - count)
                _show(stream, bar(count, total, left), terminal)
                shown = now
            yield item
    finally:
        if terminal and count > done:
            print(file=stream)


def _show(stream: TextIO, text: str, terminal: bool) -> None:
    print(f"\r{text}\x1b[K" if terminal else text, end="" if terminal else "\n", file=stream)
    stream.flush()


def bar(count: int, total: int, left: float) -> str:
    """The bar as text.

    Args:
        count: number of items done.
        total: number of all items.
        left: seconds that the others will take.

    >>> bar(30, 120, 3725)
    '[███████·······················]  30/120 games, 1:02:05 left'
    """
    full = _WIDTH * count // total
    minutes, seconds = divmod(round(left), 60)
    hours, minutes = divmod(minutes, 60)
    time = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    done = f"{count:{len(str(total))}}/{total} games"
    return f"[{'█' * full}{'·' * (_WIDTH - full)}] {done}, {time} left"
