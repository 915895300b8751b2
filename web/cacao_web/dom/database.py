"""A table of the browser's IndexedDB."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from pyodide.ffi import JsException
from pyscript import window

from cacao_web.dom.proxies import listen


class DatabaseTable:
    """The only table of a database. Every refusal of the browser becomes an OSError.

    Args:
        table: the name of the table.
    """

    def __init__(self, database: str, table: str) -> None:
        self._database, self._table = database, table

    async def all(self) -> list[Any]:
        return list(await self._do("readonly", lambda table: table.getAll()))

    async def get(self, key: str) -> Any:
        """The value of a key; None if there is none."""
        return await self._do("readonly", lambda table: table.get(key))

    async def put(self, key: str, value: Any) -> None:
        """Store a value under a key, instead of the one before."""
        await self._do("readwrite", lambda table: table.put(value, key))

    async def delete(self, key: str) -> None:
        """Delete the value of a key, if there is one."""
        await self._do("readwrite", lambda table: table.delete(key))

    async def _do(self, mode: str, work: Callable[[Any], Any]) -> Any:
        try:
            database = await self._opened()
            try:
                table = database.transaction(self._table, mode).objectStore(self._table)
                request = work(table)
                await _done(table.transaction, "complete")
                return request.result
            finally:
                database.close()
        except (JsException, AttributeError) as error:  # blocked, missing, or another program's
            raise OSError(f"IndexedDB: {error}") from None

    async def _opened(self) -> Any:
        request = window.indexedDB.open(self._database, 1)

        def create(_event: Any) -> None:
            request.result.createObjectStore(self._table)

        end = listen(request, "upgradeneeded", create)
        try:
            await _done(request, "success")
            return request.result
        finally:
            end()


async def _done(work: Any, event: str) -> None:
    """Wait for the end of a request or a transaction."""
    finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def succeed(_event: Any) -> None:
        if not finished.done():
            finished.set_result(None)

    def fail(_event: Any) -> None:
        if not finished.done():
            finished.set_exception(OSError(f"IndexedDB: {work.error}"))

    with ExitStack() as heard:
        heard.callback(listen(work, event, succeed))
        for kind in ("error", "abort", "blocked"):
            heard.callback(listen(work, kind, fail))
        await finished
