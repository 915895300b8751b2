"""Ends of connections that are kept for later (docs/live.md, "Spares").

A certificate cannot be read by the page, only be kept in an IndexedDB. So nothing of this can leave
the browser. Functions raise JsException or CacaoError if the browser does not allow it.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple

from pyscript import window

from cacao_core import CacaoError
from cacao_web.dom.proxies import listen, plain

_NAME: Final = "cacao-spares"
_STORE: Final = "spares"
_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds for which an end is kept."""


class Spare(NamedTuple):
    """One end of a connection."""

    certificate: Any
    offer: str  # of the other device
    answer: str  # of this one


def is_possible() -> bool:
    """Whether this browser may keep ends."""
    return all(hasattr(window, name) for name in ("RTCPeerConnection", "indexedDB"))


async def new_certificate() -> Any:
    """A key of this browser, for one connection."""
    kind = plain({"name": "ECDSA", "namedCurve": "P-256"})
    return await window.RTCPeerConnection.generateCertificate(kind)


async def keep(name: str, spare: Spare) -> None:
    """Keep an end; what is too old is deleted."""
    entry = plain({"offer": spare.offer, "answer": spare.answer, "since": _now()})
    entry.certificate = spare.certificate
    database = await _open()
    try:
        await _done(_store(database).put(entry, name))
        for old in await _done(_store(database).getAllKeys()):
            found = await _done(_store(database).get(old))
            if found and _now() - found.since > _KEPT:
                await _done(_store(database).delete(old))
    finally:
        database.close()


async def kept(name: str) -> Spare | None:
    """The spare that is kept under a name, unless it is too old."""
    database = await _open()
    try:
        found = await _done(_store(database).get(name))
    finally:
        database.close()
    if not found or _now() - found.since > _KEPT:
        return None
    return Spare(found.certificate, str(found.offer), str(found.answer))


async def forget(name: str) -> None:
    """Delete what is kept under a name."""
    database = await _open()
    try:
        await _done(_store(database).delete(name))
    finally:
        database.close()


def _now() -> float:
    return float(window.Date.now())


def _store(database: Any) -> Any:
    return database.transaction(_STORE, "readwrite").objectStore(_STORE)


async def _open() -> Any:
    request = window.indexedDB.open(_NAME, 1)
    end = listen(request, "upgradeneeded", lambda _event: request.result.createObjectStore(_STORE))
    try:
        return await _done(request)
    finally:
        end()


async def _done(request: Any) -> Any:
    """The result of a request."""
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(event: Any) -> None:
        if not done.done():
            done.set_result(str(event.type) == "success")

    ends = [listen(request, kind, settle) for kind in ("success", "error", "blocked")]
    try:
        if not await done:
            raise CacaoError(f"IndexedDB: {request.error}")
        return request.result
    finally:
        for end in ends:
            end()
