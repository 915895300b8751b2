"""The page's side of the service worker for use without a network (docs/dev/offline.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import window

from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import keep, listen, plain
from cacao_web.features.updates.model import CopyState, Offline

_WORKER: Final = "./sw.js"
_LATER: Final = 1
"""Seconds after the start, so that the start is not slowed down."""
_OFTEN: Final = 3600
"""Seconds between checks for a new version; each loading of the page is a check too."""
_PATIENCE: Final = 20
_FETCHING: Final = 600
"""Seconds that the worker has to look through all files, and to fetch what is wrong."""


class DomKeeper:
    """Implements ``updates.browser.Keeper``."""

    def __init__(self) -> None:
        self._tasks = Tasks()
        self._on_state: Callable[[CopyState], None] = lambda _state: None
        self._registration: Any = None
        self._heard = ExitStack()  # ends listening to the registration and its workers
        self._kept = Offline.UNKNOWN
        self._changing = False

    def start(self, on_state: Callable[[CopyState], None], free: Callable[[], bool]) -> None:
        self._on_state = on_state
        window.offline.free = keep(free)
        listen(window, "invitation", lambda _event: self._tell())
        listen(window, "online", lambda _event: self._tasks.run(self._look()))
        self._tell()
        self._tasks.run(self._watch())

    async def _watch(self) -> None:
        await asyncio.sleep(_LATER)
        while self._kept is not Offline.REFUSED:
            await self._look()
            await asyncio.sleep(_OFTEN)

    async def _look(self) -> None:
        """Register the service worker, or check for a new version."""
        try:
            if self._workers():
                await self._registration.update()
                self.look()
            else:
                await self._register()
        except (JsException, AttributeError) as error:
            if not self._workers():
                lost = getattr(error, "name", "") == "TypeError"  # the worker's file is missing
                self._kept = Offline.BROKEN if lost else Offline.REFUSED
                self._tell()

    async def _register(self) -> None:
        registration = await window.navigator.serviceWorker.register(_WORKER)
        self._registration = registration
        self._follow()  # fails here if there is none, as where service workers are blocked
        self._tasks.run(self._see())
        if registration.active:
            await registration.update()  # browsers check by themselves too, but seldom

    def _workers(self) -> list[Any]:
        """All service workers of the site: installing, waiting and active."""
        registration = self._registration
        return (
            [w for w in (registration.installing, registration.waiting, registration.active) if w]
            if registration
            else []
        )

    def _follow(self) -> None:
        """Listen to the registration and the workers that it has now, and to no others."""
        self._heard.close()

        def changed(_event: Any) -> None:
            self._tasks.run(self._see())

        self._heard.callback(listen(self._registration, "updatefound", changed))
        for worker in self._workers():
            if worker.state != "activated":
                self._heard.callback(listen(worker, "statechange", changed))

    async def _see(self) -> None:
        """Read the state of the workers, and follow those that there are now."""
        self._follow()  # not in the event, which must not end its own listener
        registration = self._registration
        if self._changing and not registration.waiting:
            window.location.reload()  # the browser reloads by itself where a worker is active
        elif registration.active:
            version = await self._ask("version")
            if not version:
                self._kept = Offline.TRIAL
            else:
                await self._mend()
            if not window.navigator.serviceWorker.controller and version == window.offline.version:
                await self._ask("claim")
        else:
            self._kept = Offline.COMING if self._workers() else Offline.BROKEN
        self._tell()

    def look(self) -> None:
        if self._registration and self._registration.active and self._kept is not Offline.TRIAL:
            self._tasks.run(self._mend())

    async def _mend(self) -> None:
        """Find out whether every file is there and right; the worker fetches the others again."""
        wrong = await self._ask("wrong", _FETCHING)
        if wrong:
            self._kept = Offline.COMING
            self._tell()
            why = await self._ask("mend", _FETCHING)
            self._kept = {"": Offline.HERE, "full": Offline.FULL}.get(str(why), Offline.BROKEN)
        else:
            self._kept = Offline.UNKNOWN if wrong is None else Offline.HERE
        self._tell()

    def _tell(self) -> None:
        registration = self._registration
        ready = bool(registration and registration.active and registration.waiting)
        self._on_state(CopyState(self._kept, ready, bool(window.offline.invitation)))

    async def _ask(self, question: str, patience: float = _PATIENCE) -> object:
        """Ask the active worker; None if it does not answer."""
        channel = window.MessageChannel.new()
        answer: asyncio.Future[object] = asyncio.get_event_loop().create_future()

        def heard(event: Any) -> None:
            if not answer.done():  # nobody waits for it any more
                answer.set_result(event.data)

        proxy = create_proxy(heard)
        channel.port1.onmessage = proxy
        self._registration.active.postMessage(plain({"ask": question}), to_js([channel.port2]))
        try:
            return await asyncio.wait_for(answer, patience)
        except TimeoutError:
            return None
        finally:
            channel.port1.close()
            proxy.destroy()

    async def change(self) -> str:
        self._changing = True
        against = str(await self._ask("change") or "")
        self._changing = not against
        return against

    async def install(self) -> None:
        invitation, window.offline.invitation = window.offline.invitation, None
        self._tell()
        if invitation:
            await invitation.prompt()


support = DomKeeper
"""Makes it, for ``Page.support``."""
