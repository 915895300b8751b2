"""The browser's support for people's own bots: files from the person, a database, and workers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from pyodide.ffi import to_js
from pyscript import document, window

from cacao_web.browser.tasks import Tasks
from cacao_web.dom import reading
from cacao_web.dom.database import DatabaseTable
from cacao_web.dom.proxies import listen, plain
from cacao_web.features.bots.model import LARGEST, Bot
from cacao_web.game.players import is_bot, kind_of
from cacao_web.saves import game_file

_PROGRAM: Final = "./app/bot.mjs"
_READY: Final = "ready"


class BotGround:
    """Implements ``bots.browser.Ground``."""

    def __init__(self) -> None:
        self.store = Store()
        self._tasks = Tasks()

    def start(self) -> BotWorker:
        return BotWorker()

    def listen(self, brought: Callable[[str, bytes, bool], None]) -> None:
        async def read(file: Any, asked: bool) -> None:
            content = await reading.content(file, max(LARGEST, game_file.LARGEST))
            brought(str(file.name), content, asked)

        def chosen(event: Any) -> None:
            if event.target.matches("[data-bot-file]") and event.target.files.length:
                self._tasks.run(read(event.target.files.item(0), True))
                event.target.value = ""  # so that the same file can be chosen again

        def dropped(event: Any) -> None:
            if _has_files(event):
                event.preventDefault()
                if event.dataTransfer.files.length:
                    self._tasks.run(read(event.dataTransfer.files.item(0), False))

        def dragged(event: Any) -> None:
            if _has_files(event):
                event.preventDefault()  # otherwise the browser would open the file

        listen(document, "change", chosen)
        listen(document, "drop", dropped)
        listen(document, "dragover", dragged)


def _has_files(event: Any) -> bool:
    return bool(event.dataTransfer) and bool(event.dataTransfer.types.includes("Files"))


class BotWorker:
    """A worker with Python of its own. It is not a PyScript worker: those may access the page."""

    def __init__(self) -> None:
        # A worker from a blob has this page's security policy: it cannot connect to other hosts.
        program = window.URL.new(_PROGRAM, window.location.href).href
        source = to_js([f"import {json.dumps(str(program))};"])
        blob = window.Blob.new(source, plain({"type": "text/javascript"}))
        self._address = window.URL.createObjectURL(blob)
        self._waiting: asyncio.Future[object] = asyncio.get_event_loop().create_future()
        self._worker = window.Worker.new(self._address, plain({"type": "module"}))
        self._heard = ExitStack()
        self._heard.callback(listen(self._worker, "message", self._told))
        self._heard.callback(listen(self._worker, "error", self._broke))

    async def started(self) -> None:
        answer = await self._waiting
        if answer != _READY:
            raise OSError(str(answer)[:300])

    async def ask(self, request: str) -> object:
        self._waiting = asyncio.get_event_loop().create_future()
        self._worker.postMessage(request)
        return await self._waiting

    def _told(self, event: Any) -> None:
        if not self._waiting.done():  # a bot may also send something without being asked
            self._waiting.set_result(event.data)

    def _broke(self, event: Any) -> None:
        event.preventDefault()
        if not self._waiting.done():
            self._waiting.set_exception(OSError(str(getattr(event, "message", ""))[:300]))

    def end(self) -> None:
        self._worker.terminate()
        window.URL.revokeObjectURL(self._address)
        self._heard.close()
        self._waiting.cancel()


class Store:
    """Bots in the browser's IndexedDB; implements ``bots.browser.BotStore``."""

    def __init__(self) -> None:
        self._bots = DatabaseTable("cacao-bots", "bots")

    async def all(self) -> list[Bot]:
        rows = map(_bot, await self._bots.all())
        return [bot for bot in rows if bot]

    async def keep(self, bot: Bot) -> None:
        value = plain({"name": bot.name, "file": bot.file})
        value.data = to_js(bot.data)
        await self._bots.put(bot.name, value)

    async def forget(self, name: str) -> None:
        await self._bots.delete(name)


def _bot(value: Any) -> Bot | None:
    """A stored bot; None if another page of this site, or a person, has written something else."""
    name, file, data = (getattr(value, field, None) for field in ("name", "file", "data"))
    if not (isinstance(name, str) and isinstance(file, str) and is_bot(kind_of(name))):
        return None
    if data is None or not window.ArrayBuffer.isView(data):
        return None
    return Bot(name, file, bytes(data.to_py()))


support = BotGround
"""Makes it, for ``Page.support``."""
