"""The worker's side: takes requests, processes them in slices, and answers every one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

from cacao_core import CacaoError
from cacao_web.browser.tasks import Tasks
from cacao_web.engine import protocol, slices
from cacao_web.engine.protocol import CANCEL, Data

SLICE: Final = 0.015
"""Seconds between checks whether the work was cancelled."""
_TELL: Final = 0.1
"""Seconds between two progress messages."""


class Job(NamedTuple):
    """Work on a request: its steps, and how to turn the last result into an answer."""

    steps: slices.Steps[Any]
    answer: Callable[[Any], Data]


Jobs: TypeAlias = Mapping[str, Callable[[Data], Job]]
"""Kind of a request -> starts the work on it."""


class RequestServer:
    """Processes requests.

    Args:
        post: sends a text to the page.
        jobs: the kinds of requests.
    """

    def __init__(self, post: Callable[[str], object], jobs: Jobs) -> None:
        self._post = post
        self._jobs = jobs
        self._wanted: set[int] = set()  # numbers of the requests in progress
        self._tasks = Tasks()

    def receive(self, text: str) -> None:
        """Take a request, or cancel one."""
        number: int | None = None
        try:
            data: dict[str, Any] = json.loads(text)
            number = int(data["id"])
            if data["ask"] == CANCEL:
                self._wanted.discard(number)
                return
            self._wanted.add(number)
            self._post(protocol.said(number, progress=0.0))
            self._tasks.run(self._work(number, data))
        except (ValueError, KeyError, TypeError) as error:
            self._post(protocol.said(number, error=f"{type(error).__name__}: {error}"))

    async def _work(self, number: int, data: Data) -> None:
        """Process a request. An error is sent as its answer."""
        try:
            answer = await self._answer(number, data)
            message: dict[str, object] = (
                {"cancelled": True} if answer is None else {"answer": answer}
            )
        except CacaoError as error:
            message = {"error": str(error)}
        except Exception as error:
            message = {"error": f"{type(error).__name__}: {error}"}
        self._wanted.discard(number)
        self._post(protocol.said(number, **message))

    async def _answer(self, number: int, data: Data) -> Data | None:
        """The answer to a request; None if it has been cancelled meanwhile."""
        job = begun(self._jobs, data)
        heard = perf_counter()

        def on_progress(share: float) -> None:
            nonlocal heard
            if perf_counter() - heard >= _TELL:
                heard = perf_counter()
                self._post(protocol.said(number, progress=round(share, 3)))

        await asyncio.sleep(0)  # it may have been cancelled already
        seconds = data["milliseconds"] / 1000
        result = await slices.last(
            job.steps, seconds, SLICE, on_progress, wanted=lambda: number in self._wanted
        )
        return None if result is None else job.answer(result)


def begun(jobs: Jobs, data: Data) -> Job:
    """The work on a request, before its first step.

    Raises:
        CacaoError: the request is of an unknown kind.
    """
    if data["ask"] not in jobs:
        raise CacaoError(f"{data['ask']!r:.40}: expected {', '.join(jobs)} or {CANCEL}")
    return jobs[data["ask"]](data)
