"""Results of long measurements: each is kept as a line of JSON, so that a second run goes on.

Ctrl+C ends a run at any time, as does ``timeout -s INT 1h``; what is known by then is told.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pool, TimeoutError
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Kept = TypeVar("Kept", bound=NamedTuple)

_SOON: Final = 0.5
"""Seconds within which a run ends."""


def read(path: Path | None, kind: Callable[..., Kept]) -> list[Kept]:
    """What was kept; nothing if there is no such file."""
    if path is None or not path.exists():
        return []
    return [kind(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def keep(path: Path | None, found: Iterable[NamedTuple]) -> None:
    """Add results to a file, if there is one."""
    if path:
        with path.open("a", encoding="utf-8") as target:
            target.writelines(json.dumps(one._asdict()) + "\n" for one in found)


def results(measure: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The results of tasks in their order, found on all cores, until somebody interrupts.

    An interruption only sets a flag: raised as an exception, it would come in the middle of the
    pool's own locks. The processes of the pool ignore it, because a task that ends in one of them
    is waited for without end.
    """
    interrupted = False

    def interrupt(*_signal: Any) -> None:
        nonlocal interrupted
        interrupted = True

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with Pool(os.cpu_count(), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            found = pool.imap(measure, tasks)
            while not interrupted:
                try:
                    yield found.next(_SOON)
                except TimeoutError:
                    continue
                except StopIteration:
                    return
    finally:
        signal.signal(signal.SIGINT, before)
