"""A web worker with Python, which sends and receives texts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from pyodide.ffi import create_proxy
from pyscript import create_named_worker, document, window

from cacao_web.browser.tasks import Tasks
from cacao_web.engine import protocol

_numbers: Final = count(1)
"""Worker names are unique: PyScript keeps the name of a terminated worker."""
_FLUSH: Final = 0.5
"""Seconds in which a message may still be on its way from a worker that has been ended."""


class Thread:
    """A named PyScript worker; its program exports ``receive`` and calls ``sync.on_message``.

    Args:
        program: address of the program.
        heard: is called with its messages, and with one that says why it cannot be reached.
    """

    def __init__(self, program: str, heard: Callable[[str], None]) -> None:
        self._program = program
        self._name = f"worker-{next(_numbers)}"
        self._tell = heard
        self._waiting: list[str] = []  # messages queued while the worker starts
        self._worker: Any = None
        self._ended = False
        self._on_message: Any = None
        self._tasks = Tasks()
        self._tasks.run(self._start())

    async def _start(self) -> None:
        try:
            await _arrives(self._program)
            worker = await create_named_worker(self._program, self._name)
            worker.on_message = self._on_message = create_proxy(self._heard)
            self._worker = worker
            waiting, self._waiting = self._waiting, []
            for text in waiting:
                self.send(text)
        except Exception as error:  # workers may fail with any error
            self._heard(protocol.failed(error))

    def _heard(self, text: str) -> None:
        if not self._ended:
            self._tell(text)

    def send(self, text: str) -> None:
        if self._ended:
            return
        if self._worker is None:
            self._waiting.append(text)
        else:
            self._tasks.run(self._say(text))

    async def _say(self, text: str) -> None:
        try:
            await self._worker.receive(text)
        except Exception as error:
            self._heard(protocol.failed(error))

    def end(self) -> None:
        self._ended = True
        self._tasks.cancel()  # an ended worker answers nothing that it was told
        script = document.querySelector(f'script[worker][name="{self._name}"]')
        if script:
            if hasattr(script, "xworker"):
                script.xworker.terminate()
            script.remove()
        if self._on_message is not None:
            asyncio.get_running_loop().call_later(_FLUSH, self._on_message.destroy)


async def _arrives(program: str) -> None:
    """Load a program, which PyScript then finds in the cache; for a missing one it waits forever.

    Raises:
        OSError: it is missing.
    """
    response = await window.fetch(program)
    if not response.ok:
        raise OSError(f"{program}: {response.status}")
