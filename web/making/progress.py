"""Shows the progress of downloads."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from making.workshop import say

_INTERVAL = 0.2  # seconds between two updates
_PLAIN_INTERVAL = 5.0  # seconds between two lines without a terminal
_ARCHIVES = (".whl", ".tgz", ".tar.gz")


class _Watch:
    """Counts the bytes of archives in a folder; some are deleted again before the end."""

    def __init__(self, what: str, folder: Path) -> None:
        self._what, self._folder = what, folder
        self._started = time.monotonic()
        self._most = 0

    def text(self) -> str:
        self._most = max(self._most, size(self._folder, _ARCHIVES))
        return told(self._what, self._most, time.monotonic() - self._started)

    def show_until(self, done: threading.Event) -> None:
        shown = self._started
        while not done.wait(_INTERVAL):
            text = self.text()
            if sys.stdout.isatty():
                print(f"\r\033[K• {text} …", end="", flush=True)
            elif time.monotonic() - shown >= _PLAIN_INTERVAL:
                say(f"{text} …")
                shown = time.monotonic()


@contextmanager
def progress(what: str, folder: Path) -> Iterator[None]:
    """Show the progress of downloads into a folder, until the block ends.

    npm, pip and :mod:`making.registry` all download into it, so one display is enough.
    """
    watch, done = _Watch(what, folder), threading.Event()
    watcher = threading.Thread(target=watch.show_until, args=(done,), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
    say(watch.text())


def told(what: str, amount: int, seconds: float) -> str:
    """One line: name, megabytes and seconds so far."""
    return f"{what}: {amount / 1e6:.1f} MB, {seconds:.0f} s"


def size(folder: Path, endings: tuple[str, ...] = ("",)) -> int:
    """Size of all files in a folder with these endings, in bytes; deleted files do not count."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(endings):
                with suppress(OSError):
                    total += os.lstat(os.path.join(place, name)).st_size
    return total
