"""Tabs of this browser that find each other; implements a part of ``together.browser.Live``."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from pyodide.ffi import JsException, create_once_callable, create_proxy
from pyscript import window

from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import keep, plain

_CHANNEL: Final = "cacao-live"
_PATIENCE: Final = 3
"""Seconds that the tab that holds a name has for its answer. A busy one needs some, one that the
browser has suspended never answers."""
_LARGEST: Final = 10_000


class Tabs:
    """Texts for other tabs, and names that only one tab holds."""

    def __init__(self) -> None:
        super().__init__()
        self._takers: dict[str, Callable[[str], bool]] = {}
        self._waiting: dict[str, asyncio.Future[bool]] = {}
        self._releases: dict[str, Callable[[], object]] = {}
        self._work = Tasks()
        self._channel: Any = None

    # --- Texts -------------------------------------------------------------------------------

    def await_mail(self, name: str, taken: Callable[[str], bool]) -> None:
        self._takers[name] = taken
        self._connect()

    def end_mail(self, name: str) -> None:
        self._takers.pop(name, None)

    async def post(self, name: str, text: str) -> bool:
        if not self._connect() or not await _is_held(name):
            return False
        id = os.urandom(8).hex()
        taken = self._waiting[id] = asyncio.get_running_loop().create_future()
        self._tell(id=id, name=name, text=text)
        try:
            return await asyncio.wait_for(taken, _PATIENCE)
        except TimeoutError:
            return False
        finally:
            del self._waiting[id]

    def _connect(self) -> bool:
        """Open the channel; returns whether the browser has one."""
        with suppress(JsException, AttributeError):
            if self._channel is None:
                self._channel = window.BroadcastChannel.new(_CHANNEL)
                self._channel.onmessage = keep(self._hear)
        return self._channel is not None

    def _tell(self, **letter: str | bool) -> None:
        with suppress(JsException):
            self._channel.postMessage(json.dumps(letter))

    def _hear(self, event: Any) -> None:
        """A message of another tab, perhaps of another program at this address."""
        letter = _letter(event.data)
        id, name, text = (letter.get(field) for field in ("id", "name", "text"))
        if not isinstance(id, str):
            return
        if isinstance(name, str) and isinstance(text, str):
            if taker := self._takers.get(name):
                self._tell(id=id, taken=taker(text))
        elif (waiting := self._waiting.get(id)) and not waiting.done():
            waiting.set_result(letter.get("taken") is True)

    # --- Names -------------------------------------------------------------------------------

    async def hold(self, name: str, lost: Callable[[], None], seize: bool = False) -> bool:
        if name in self._releases:
            return True
        held: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        released = window.Promise.new(
            create_once_callable(lambda release, _fail: self._releases.update({name: release}))
        )

        def grant(lock: Any) -> Any:
            held.set_result(bool(lock))
            return released if lock else None

        granting = create_proxy(grant)
        try:
            how = plain({"steal": True} if seize else {"ifAvailable": True})
            ended = window.navigator.locks.request(_lock_of(name), how, granting)
        except (JsException, AttributeError):  # no locks here
            granting.destroy()
            return True
        self._work.run(self._until(ended, held, granting, partial(self._lose, name, lost)))
        if not await held:
            self._releases.pop(name, None)
        return held.result()

    def _lose(self, name: str, lost: Callable[[], None]) -> None:
        """Another tab has seized a name."""
        if self._releases.pop(name, None):
            lost()

    async def _until(
        self, ended: Any, held: asyncio.Future[bool], granting: Any, lost: Callable[[], None]
    ) -> None:
        """Wait until a lock is released, or seized by another tab.

        If the browser refuses locks, its name counts as held.
        """
        try:
            await ended
        except JsException:
            if held.done():
                lost()
            else:
                held.set_result(True)
        granting.destroy()

    def let_go(self, name: str) -> None:
        if release := self._releases.pop(name, None):
            release()


def _lock_of(name: str) -> str:
    return f"cacao.{name}"


async def _is_held(name: str) -> bool:
    """Whether a tab of this browser holds a name; where there are no locks, one may."""
    try:
        locks = await window.navigator.locks.query()
    except (JsException, AttributeError):
        return True
    return any(lock.name == _lock_of(name) for lock in locks.held)


def _letter(data: object) -> dict[str, object]:
    if isinstance(data, str) and len(data) <= _LARGEST:
        with suppress(ValueError, RecursionError):
            read = json.loads(data)
            return read if isinstance(read, dict) else {}
    return {}
