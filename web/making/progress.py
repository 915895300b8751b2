"""Shows how much has been fetched while it is fetched."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from making.workshop import say

_INTERVAL = 0.2  # seconds between two looks
_PLAIN_INTERVAL = 5.0  # seconds between two lines where there is no terminal
_ARCHIVES = (".whl", ".tgz", ".tar.gz")


class _Watch:
    """How many bytes of archives have come to a folder; some are gone again before the end."""

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
    """Show how many bytes of archives arrive in a folder, until the block ends.

    npm, pip and :mod:`making.registry` put what they fetch there, so one display does for all.
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
    """One line: what is fetched, megabytes and seconds so far."""
    return f"{what}: {amount / 1e6:.1f} MB, {seconds:.0f} s"


def size(folder: Path, endings: tuple[str, ...] = ("",)) -> int:
    """Bytes of all files in a folder whose names end so; those that go away do not count."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(endings):
                with suppress(OSError):
                    total += os.lstat(os.path.join(place, name)).st_size
    return total
