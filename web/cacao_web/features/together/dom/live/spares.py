"""Ends of connections that are kept for later (docs/live.md, "Spares").

A certificate cannot be read by the page, only be kept in an IndexedDB. So nothing of this can leave
the browser. Functions raise OSError or JsException if the browser does not allow it.
"""

from __future__ import annotations

from typing import Any, Final

from pyscript import window

from cacao_web.dom.database import DatabaseTable
from cacao_web.dom.proxies import plain

ENDS: Final = DatabaseTable("cacao-spares", "spares")
"""By name: a certificate, the ``offer`` of the other device, the ``answer`` of this one."""
_KEPT: Final = 24 * 3600 * 1000
"""Milliseconds after which an end is deleted when another one is kept."""


async def new_certificate() -> Any:
    """A key of this browser, for one connection."""
    kind = plain({"name": "ECDSA", "namedCurve": "P-256"})
    return await window.RTCPeerConnection.generateCertificate(kind)


async def keep(name: str, certificate: Any, offer: str, answer: str) -> None:
    """Keep an end; others that are too old are deleted."""
    now = window.Date.now()
    entry = plain({"name": name, "offer": offer, "answer": answer, "since": now})
    entry.certificate = certificate
    await ENDS.put(name, entry)
    for old in await ENDS.all():
        if now - old.since > _KEPT:
            await ENDS.delete(old.name)
