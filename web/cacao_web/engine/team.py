"""Several workers that share the work on a move of the strongest level.

The first worker leads: it divides each stage of the work into parts, and collects the results. The
move is the same whatever the number of workers (:mod:`cacao_core.ai.sharing`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import Final

from cacao_core import CacaoError
from cacao_web.browser.tasks import Tasks
from cacao_web.engine.protocol import Data
from cacao_web.engine.supervisor import Watched, WorkerFailed

MOST: Final = 4
"""More workers do not help: a stage has four parts."""
_READY: Final = {"milliseconds": 1000}


def helpers_for(cores: int) -> int:
    """How many workers help the first one.

    Together they use half of the cores, so that the page stays quick and the device cool.
    """
    return min(MOST, cores // 2) - 1 if cores >= MOST else 0


class Team:
    """The leader and its helpers, which are started by the first move.

    Args:
        leader: the worker of the computer players.
        helpers: those that help it.

    Attributes:
        ready: the helpers that have started.
    """

    def __init__(self, leader: Watched, helpers: Sequence[Watched]) -> None:
        self._leader = leader
        self._helpers = helpers
        self.ready: list[Watched] = []
        self._asked = False
        self._tasks = Tasks()

    async def choose(
        self, data: Data, milliseconds: int, on_progress: Callable[[float], None]
    ) -> str | None:
        """The move, in notation; None if the leader should decide alone.

        Cancelling this cancels the work.

        Args:
            data: record and seed.
            milliseconds: time limit; then the best move so far is chosen.
            on_progress: called with the share of the work done.

        Raises:
            CacaoError: a worker has answered with this error.
            WorkerFailed: the leader has failed.
        """
        if not self.ready:
            self._start()
            return None
        until = perf_counter() + milliseconds / 1000
        results: list[list[object]] = []
        while True:
            state = {**data, "results": results, "milliseconds": milliseconds}
            answer = await self._leader.ask("share", state, _ignore)
            if "move" in answer or not answer["parts"]:
                return answer.get("move")
            on_progress(answer["done"])
            try:
                async with asyncio.timeout(until - perf_counter()):
                    results.append(await self._work(data, answer["parts"], milliseconds))
            except TimeoutError:
                answer = await self._leader.ask("share", {**state, "stop": True}, _ignore)
                return str(answer["move"])

    def rest(self) -> bool:
        """End the helpers, busy ones after their last answer; returns whether all are ended."""
        self.ready, self._asked = [], False
        ended = [helper.retire() for helper in self._helpers]
        return all(ended)

    def _start(self) -> None:
        """Start the helpers; each helps once it has answered."""
        if self._asked:
            return
        self._asked = True
        for helper in self._helpers:
            self._tasks.run(self._await(helper))

    async def _await(self, helper: Watched) -> None:
        try:
            await helper.ask("ready", _READY, _ignore)
        except (CacaoError, WorkerFailed):
            return  # the others work without it
        if self._asked and helper not in self.ready:  # it may have been asked twice
            self.ready.append(helper)

    async def _work(self, data: Data, parts: Iterable[object], milliseconds: int) -> list[object]:
        """The results of the parts of a stage, in their order."""
        waiting = list(enumerate(parts))
        found: dict[int, object] = {}

        async def serve(worker: Watched) -> None:
            while waiting:
                number, part = waiting.pop(0)
                task = {**data, "part": part, "milliseconds": milliseconds}
                try:
                    found[number] = (await worker.ask("part", task, _ignore))["sums"]
                except WorkerFailed:
                    if worker is self._leader:
                        raise
                    waiting.append((number, part))
                    self.ready.remove(worker)
                    return

        async with asyncio.TaskGroup() as group:
            for worker in (*self.ready, self._leader):
                group.create_task(serve(worker))
        while waiting:  # a helper has failed after the leader had nothing left to do
            await serve(self._leader)
        return [found[number] for number in sorted(found)]


def _ignore(_share: float) -> None:
    """Progress of a part says little."""
