"""Pushes for a page that is closed: the Push API; imported when somebody wants to be called."""

from __future__ import annotations

import asyncio
import base64
import os
from contextlib import suppress
from typing import Any, Final

from pyodide.ffi import JsException, to_js
from pyscript import document, window

from cacao_web.dom.proxies import plain
from cacao_web.features.together.browser.push import Subscription

_NOTES: Final = "cacao-bell"
"""The cache with what the service worker may show; it reads it by this name."""
_PATIENCE: Final = 10.0
"""Seconds for a service worker to be there."""
_CURVE: Final = {"name": "ECDH", "namedCurve": "P-256"}


class DomPushes:
    """Implements ``together.browser.push.Pushes``."""

    @property
    def is_possible(self) -> bool:
        return bool(_trial()) or (
            hasattr(window, "PushManager") and hasattr(window.navigator, "serviceWorker")
        )

    async def subscribe(self, key: str) -> Subscription | None:
        if _trial():
            return await _tried()
        with suppress(JsException, AttributeError, TimeoutError):
            ready = window.navigator.serviceWorker.ready
            manager = (await asyncio.wait_for(asyncio.ensure_future(ready), _PATIENCE)).pushManager
            subscription = await manager.getSubscription()
            if subscription and _text(subscription.options.applicationServerKey) != key:
                await subscription.unsubscribe()
                subscription = None
            wishes = plain({"userVisibleOnly": True, "applicationServerKey": key})
            subscription = subscription or await manager.subscribe(wishes)
            data = subscription.toJSON().to_py()
            return Subscription(data["endpoint"], data["keys"]["p256dh"], data["keys"]["auth"])
        return None

    async def unsubscribe(self) -> None:
        with suppress(JsException, AttributeError):
            registration = await window.navigator.serviceWorker.getRegistration()
            if subscription := await registration.pushManager.getSubscription():
                await subscription.unsubscribe()

    async def agree(self, key: bytes) -> tuple[bytes, bytes]:
        subtle, curve = window.crypto.subtle, plain(_CURVE)
        pair = await subtle.generateKey(curve, False, to_js(["deriveBits"]))
        public = await subtle.exportKey("raw", pair.publicKey)
        with_them = plain(_CURVE)
        with_them.public = await subtle.importKey("raw", to_js(key), curve, False, to_js([]))
        shared = await subtle.deriveBits(with_them, pair.privateKey, 256)
        return bytes(public.to_py()), bytes(shared.to_py())

    async def note(self, text: str) -> None:
        with suppress(JsException, AttributeError):
            cache = await window.caches.open(_NOTES)
            await cache.put("./bell-notes", window.Response.new(text))


def _text(plain_bytes: Any) -> str:
    """Bytes as URL-safe text."""
    key = bytes(plain_bytes.to_py())
    return base64.urlsafe_b64encode(key).decode().rstrip("=")


def _trial() -> str:
    """The push service of ``build.py serve --relay``, which stands in for that of the browser."""
    return str(document.querySelector("meta[name=relay]").getAttribute("data-push") or "")


async def _tried() -> Subscription:
    """A subscription there; nobody reads what is pushed."""
    pair = await window.crypto.subtle.generateKey(plain(_CURVE), False, to_js(["deriveBits"]))
    public = await window.crypto.subtle.exportKey("raw", pair.publicKey)
    auth = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
    return Subscription(f"{_trial()}/{os.urandom(3).hex()}", _text(public), auth)
