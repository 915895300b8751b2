"""Ends of connections that are kept for later (docs/live.md, "Spares").

A certificate cannot be read by the page, only be kept in an IndexedDB. So nothing of this can leave
the browser. Functions raise OSError or JsException if the browser does not allow it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pyscript import window

from cacao_web.dom.database import Table
from cacao_web.dom.proxies import plain

_ENDS: Final = Table("cacao-spares", "spares")
_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds for which an end is kept."""


class Spare(NamedTuple):
    """One end of a connection."""

    certificate: Any
    offer: str  # of the other device
    answer: str  # of this one


async def new_certificate() -> Any:
    """A key of this browser, for one connection."""
    kind = plain({"name": "ECDSA", "namedCurve": "P-256"})
    return await window.RTCPeerConnection.generateCertificate(kind)


async def keep(name: str, spare: Spare) -> None:
    """Keep an end; others that are too old are deleted."""
    now = window.Date.now()
    entry = {"name": name, "offer": spare.offer, "answer": spare.answer, "since": now}
    kept = plain(entry)
    kept.certificate = spare.certificate
    await _ENDS.put(name, kept)
    for old in await _ENDS.all():
        if _is_old(old):
            await _ENDS.delete(old.name)


async def kept(name: str) -> Spare | None:
    """The spare that is kept under a name, unless it is too old."""
    end = await _ENDS.get(name)
    if not end or _is_old(end):
        return None
    return Spare(end.certificate, str(end.offer), str(end.answer))


async def forget(name: str) -> None:
    """Delete what is kept under a name."""
    await _ENDS.delete(name)


def _is_old(end: Any) -> bool:
    return bool(window.Date.now() - end.since > _KEPT)
