"""A worker that is watched: if it dies or falls silent, another takes its place and its work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_web.browser.tasks import Tasks
from cacao_web.browser.worker import Ears, Start, Worker
from cacao_web.engine import protocol
from cacao_web.engine.protocol import Data

TICK: Final = 1.0
"""Seconds between two looks at a worker. Ticks are counted, not time: a computer that was asleep
has not made its worker silent."""
STARTING: Final = 40
"""Ticks that a worker may take until it says its first word; a slow phone needs many."""
SILENT: Final = 6
"""Ticks without a word after which a worker counts as hung; at work they speak much more often."""
_TRIES: Final = 2


class WorkerFailed(Exception):
    """A worker died, hung or could not be started, and so did the one after it.

    Attributes:
        worked: whether it was alive when it failed, so that the work itself may be to blame.
    """

    def __init__(self, reason: str, worked: bool) -> None:
        super().__init__(reason)
        self.worked = worked


class _Open(NamedTuple):
    """A request without an answer; a cancelled one is open until the worker has let go of it."""

    answer: asyncio.Future[Data]
    on_progress: Callable[[float], None]


class Watched:
    """A worker that starts with the first request, and anew whenever it has failed.

    Args:
        start: starts workers.
        program: address of what it runs.
        report: told, for developers, whenever it has failed.
    """

    def __init__(self, start: Start, program: str, report: Callable[[str], None]) -> None:
        self._start = start
        self._program = program
        self._report = report
        self._worker: Worker | None = None
        self._awake = False  # whether it has ever said anything
        self._ticks = 0  # without a word
        self._born_dead = 0  # workers in a row that have never said anything
        self._number = 0
        self._watching: Worker | None = None
        self._open: dict[int, _Open] = {}
        self._tasks = Tasks()

    def wake(self) -> None:
        """Start the worker if there is none, so that the first request need not wait for that."""
        if self._worker is not None or self._born_dead >= _TRIES:
            return
        self._awake, self._ticks = False, 0
        ears: list[Worker] = []  # only the present worker is heard

        def heard(text: str) -> None:
            if ears and ears[0] is self._worker:
                self._heard(text)

        def failed(reason: str) -> None:
            if ears and ears[0] is self._worker:
                self._drop(reason)

        worker = self._start(self._program, Ears(heard, failed))
        ears.append(worker)
        self._worker = worker

    def rest(self) -> bool:
        """End the worker, until it is wanted again; not while it has something to do.

        Returns:
            Whether it rests.
        """
        if self._open:
            return False
        if self._worker is not None:
            worker, self._worker = self._worker, None
            worker.end()
        return True

    def forgive(self) -> None:
        """Try anew to start a worker, even if that has failed too often."""
        self._born_dead = 0

    async def ask(self, ask: str, data: Data, on_progress: Callable[[float], None]) -> Data:
        """Ask for something; if the worker fails, ask the next one once more.

        Whoever cancels this cancels the work.

        Args:
            ask: what is asked for.
            data: what that needs.
            on_progress: hears which share of the work is done.

        Raises:
            CacaoError: the worker says that there is no answer, and why.
            WorkerFailed: there is no worker that lives long enough.
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
                self._report(f"{self._program}: {error}")
        raise WorkerFailed("given up", worked)

    async def _ask(self, ask: str, data: Data, on_progress: Callable[[float], None]) -> Data:
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

    def _heard(self, text: str) -> None:
        """The worker has said something."""
        self._awake, self._ticks, self._born_dead = True, 0, 0
        try:
            message = protocol.read(text)
        except CacaoError as error:
            self._drop(str(error))
            return
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
        """Look at the worker again and again, as long as it has something to do."""
        while self._open and worker is self._worker:
            await asyncio.sleep(TICK)
            self._ticks += 1
            patience = SILENT if self._awake else STARTING
            if worker is self._worker and self._open and self._ticks > patience:
                self._drop(f"nothing heard {self._ticks} times")
        if self._watching is worker:
            self._watching = None

    def _drop(self, reason: str) -> None:
        """End the worker; whoever waits for it learns that it has failed."""
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
