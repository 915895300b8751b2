"""Restarts a worker that crashed or hangs, and repeats its request once."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_web.browser.page import Page
from cacao_web.browser.progress import Progress
from cacao_web.browser.tasks import Tasks
from cacao_web.browser.worker import Worker
from cacao_web.engine import protocol
from cacao_web.engine.protocol import Data

TICK: Final = 1.0
"""Seconds between two checks of a worker. Ticks are counted, not time: a computer that was asleep
has not made its worker silent."""
STARTING: Final = 40
"""Ticks within which a worker must send its first message; a slow phone needs many."""
SILENT: Final = 6
"""Ticks without a message after which a worker counts as hung. A working one sends far more."""
_TRIES: Final = 2


class WorkerFailed(Exception):
    """A worker crashed, hung or could not be started, and so did its successor.

    Attributes:
        worked: whether it was running when it failed, so that the request may be the cause.
    """

    def __init__(self, reason: str, worked: bool) -> None:
        super().__init__(reason)
        self.worked = worked


class _Open(NamedTuple):
    """A request without an answer; a cancelled one stays open until the worker has stopped it."""

    answer: asyncio.Future[Data]
    on_progress: Progress


class SupervisedWorker:
    """A worker that is started by the first request, and again after each failure.

    Args:
        page: starts workers, and reports each failure to developers.
        program: address of what it runs.
    """

    def __init__(self, page: Page, program: str) -> None:
        self._page = page
        self._program = program
        self._worker: Worker | None = None
        self._awake = False  # whether it has ever sent a message
        self._ticks = 0  # without a message
        self._born_dead = 0  # workers in a row that have never sent a message
        self._started = 0  # number of workers that were started
        self._number = 0
        self._watching: Worker | None = None
        self._open: dict[int, _Open] = {}
        self._tasks = Tasks()

    def wake(self) -> None:
        """Start the worker if there is none, so that the first request need not wait."""
        if self._worker is not None or self._born_dead >= _TRIES:
            return
        self._awake, self._ticks = False, 0
        self._started += 1
        self._worker = self._page.start_worker(self._program, partial(self._heard, self._started))

    def rest(self) -> bool:
        """End the worker, unless it is busy; the next request starts it again.

        Returns:
            Whether it is ended.
        """
        if self._open:
            return False
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.end()
        return True

    def forgive(self) -> None:
        """Allow starting a worker again, even if that has failed too often."""
        self._born_dead = 0

    async def ask(self, ask: str, data: Data, on_progress: Progress) -> Data:
        """Send a request; if the worker fails, send it to the next one, once.

        Cancelling this cancels the work.

        Args:
            ask: kind of the request.
            data: data of the request.
            on_progress: called with the share of the work done.

        Raises:
            CacaoError: the worker has answered with this error.
            WorkerFailed: no worker lasts long enough.
        """
        worked = False
        for _try in range(_TRIES):
            self.wake()
            if self._worker is None:
                break
            try:
                return await self._ask(ask, data, on_progress)
            except WorkerFailed as error:
                worked = error.worked
                self._page.report(f"{self._program}: {error}")
        raise WorkerFailed("given up", worked)

    async def _ask(self, ask: str, data: Data, on_progress: Progress) -> Data:
        assert self._worker is not None, "it was woken"
        self._number += 1
        number = self._number
        answer: asyncio.Future[Data] = asyncio.get_running_loop().create_future()
        self._open[number] = _Open(answer, on_progress)
        self._ticks = 0
        if self._watching is not self._worker:
            self._watching = self._worker
            self._tasks.run(self._watch(self._worker))
        self._worker.send(protocol.request(number, ask, data))
        try:
            return await answer
        except asyncio.CancelledError:
            if self._worker is not None and number in self._open:
                self._worker.send(protocol.cancel(number))
            raise

    def _heard(self, started: int, text: str) -> None:
        """A worker says something; only the present one counts."""
        if self._worker is None or started != self._started:
            return
        try:
            message = protocol.read(text)
        except CacaoError as error:
            self._awake, self._born_dead = True, 0
            self._drop(str(error))
            return
        if message.failed is not None:
            self._drop(message.failed)
            return
        self._awake, self._ticks, self._born_dead = True, 0, 0
        request = self._open.get(message.id)
        if request is None:
            return
        if message.progress is not None:
            if not request.answer.done():
                request.on_progress(message.progress)
            return
        del self._open[message.id]
        if request.answer.done():
            return
        if message.answer is not None:
            request.answer.set_result(message.answer)
        else:
            request.answer.set_exception(CacaoError(message.error or "cancelled"))

    async def _watch(self, worker: Worker) -> None:
        """Check the worker regularly, as long as it is busy."""
        while self._open and worker is self._worker:
            await asyncio.sleep(TICK)
            self._ticks += 1
            patience = SILENT if self._awake else STARTING
            if worker is self._worker and self._open and self._ticks > patience:
                self._drop(f"nothing heard {self._ticks} times")
        if self._watching is worker:
            self._watching = None

    def _drop(self, reason: str) -> None:
        """End the worker; whoever waits for it gets an error."""
        if self._worker is None:
            return
        worker, self._worker = self._worker, None
        if not self._awake:
            self._born_dead += 1
        worker.end()
        requests, self._open = self._open, {}
        for request in requests.values():
            if not request.answer.done():
                request.answer.set_exception(WorkerFailed(reason, self._awake))
