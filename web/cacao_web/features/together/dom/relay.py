"""Games through a relay: a sandboxed frame with an MQTT client, and WebCrypto; imported when used.

The other side is ``web/relay/relay.js``, which says what the two tell each other.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cached_property
from typing import Any, Final

from pyodide.ffi import JsException, to_js
from pyscript import document, window

from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import listen, plain
from cacao_web.features.together.browser.push import Pushes
from cacao_web.features.together.browser.relay import RelayError, Subscriber, Trouble

_PROTOCOL: Final = 2
"""Of the messages to the frame, which may be of a newer site than this page."""
_LOADING: Final = 30.0
"""Seconds for loading the frame."""
_GREETING: Final = 5.0
"""Seconds in which a loaded frame answers, unless it is an error of the network."""
_CONNECTING: Final = 40.0
_KEEPING: Final = 30.0
"""Seconds after which the frame must have broken down: it gives up earlier."""
_TURNS: Final = 5
"""Turns of the event loop."""
_NONCE: Final = 12
_TAG: Final = 16


class DomRelays:
    """Implements ``together.browser.relay.Relays``.

    The frame stays as long as the page: games are looked up one after another, and connections
    come back without loading it again, with the version of MQTT that has worked before.
    """

    def __init__(self) -> None:
        self._frame: asyncio.Future[Any] | None = None
        self._lines: list[DomRelayLine] = []

    @property
    def is_possible(self) -> bool:
        return bool(window.isSecureContext) and hasattr(window.crypto, "subtle")

    @property
    def preset(self) -> str:
        return str(_meta().content)

    @cached_property
    def pushes(self) -> Pushes:
        from cacao_web.features.together.dom import push

        return push.DomPushes()

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> DomRelayLine:
        wishes: dict[str, object] = {"protocol": _PROTOCOL, "address": address, "user": user}
        wishes |= {"topics": [*topics], "will": will}
        if self._frame is None:
            self._frame = asyncio.ensure_future(_loaded())
            self._frame.add_done_callback(lambda done: done.cancelled() or done.exception())
        frame = self._frame
        line: DomRelayLine | None = None
        try:
            element = await asyncio.shield(frame)  # another connection may wait for it too
            line = DomRelayLine(element.contentWindow, wishes, subscriber)
            self._lines = [*filter(DomRelayLine.is_open, self._lines), line]
            await line.ready()
        except BaseException as error:
            if line:
                line.close()
            if isinstance(error, TimeoutError):
                self._forget(frame)
                raise RelayError(Trouble.UNREACHABLE, "the frame does not answer") from None
            raise
        return line

    def _forget(self, frame: asyncio.Future[Any]) -> None:
        """Remove a frame that no line works with, so that the next connection loads another."""
        if any(map(DomRelayLine.is_open, self._lines)):
            return  # this page was busy for too long
        if self._frame is frame:
            self._frame = None
        if frame.done() and not frame.cancelled() and not frame.exception():
            frame.result().remove()

    async def encrypt(self, key: bytes, plain: bytes, associated: bytes) -> bytes:
        nonce = os.urandom(_NONCE)
        return nonce + await _crypted("encrypt", key, nonce, associated, plain)

    async def decrypt(self, key: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        if len(sealed) < _NONCE + _TAG:
            return None
        nonce, rest = sealed[:_NONCE], sealed[_NONCE:]
        with suppress(JsException):  # it was not made with this key, or was altered
            return await _crypted("decrypt", key, nonce, associated, rest)
        return None


class DomRelayLine:
    """Implements ``together.browser.relay.RelayLine``.

    Args:
        frame: the window of the frame.
        wishes: what it is asked for.
        subscriber: is told what comes.
    """

    expires = False

    def __init__(self, frame: Any, wishes: dict[str, object], subscriber: Subscriber) -> None:
        self._subscriber = subscriber
        self._loop = asyncio.get_running_loop()
        self._tasks = Tasks()
        self._greeted: asyncio.Future[None] = self._loop.create_future()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._asked: dict[int, asyncio.Future[None]] = {}
        self._count = 0
        self._end: RelayError | None = None
        channel = window.MessageChannel.new()
        self._port = channel.port1
        self._heard = ExitStack()
        self._heard.callback(listen(self._port, "message", self._hear))
        self._port.start()
        # without an origin, the frame cannot be named in another way
        frame.postMessage(plain(wishes), "*", to_js([channel.port2]))

    def is_open(self) -> bool:
        return not self._end

    async def ready(self) -> None:
        """Wait until the relay has accepted the subscription.

        Raises:
            RelayError: it has not.
            TimeoutError: there is no frame any more, or none of this site.
        """
        await asyncio.wait_for(self._greeted, _GREETING)
        await asyncio.wait_for(self._opened, _CONNECTING)
        self._tasks.run(self._begin())

    async def publish(
        self, topic: str, payload: bytes, is_retained: bool = True, seconds: int = 0
    ) -> None:
        if self._end:
            raise RelayError(self._end.trouble, "already closed")
        self._count += 1
        number = self._count
        request = plain(
            {
                "ask": "publish",
                "number": number,
                "topic": topic,
                "retained": is_retained,
                "seconds": seconds,
            }
        )
        request.payload = to_js(payload)
        self._asked[number] = self._loop.create_future()
        self._port.postMessage(request)
        try:
            await asyncio.wait_for(self._asked[number], _KEEPING)
        except TimeoutError:
            error = RelayError(Trouble.LOST, "the frame does not answer")
            self._lose(error)
            raise error from None
        finally:
            del self._asked[number]

    def close(self) -> None:
        if not self._end:
            self._port.postMessage(plain({"ask": "close"}))
            self._finish(RelayError(Trouble.LOST, "closed by this page"))

    # --- What the frame tells ------------------------------------------------------------------

    def _hear(self, event: Any) -> None:
        kind, *details = event.data.to_py()
        if self._end:
            return
        if kind == "hello":
            _settle(self._greeted)
        elif kind == "open":
            self.expires = bool(details[0])
            _settle(self._opened)
        elif kind == "arrived":
            self._port.postMessage(plain({"ask": "more"}))
            for topic, payload in details:
                if not self._end:  # the one before may have led to that
                    self._subscriber.arrived(topic, bytes(payload))
        elif kind == "flooded":
            self._subscriber.flooded()
        elif kind == "kept":
            number, trouble, detail = details
            if number in self._asked:
                _settle(self._asked[number], _error(trouble, detail) if trouble else None)
        elif kind == "ended":
            self._lose(_error(*details))

    async def _begin(self) -> None:
        """Let messages come when whoever waits has the line, be it by way of tasks and timeouts."""
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        if not self._end:
            self._port.postMessage(plain({"ask": "more"}))

    # --- The end -------------------------------------------------------------------------------

    def _lose(self, error: RelayError) -> None:
        was_open = self._opened.done() and not self._end
        self._finish(error)
        if was_open:
            self._subscriber.lost(error.trouble)

    def _finish(self, error: RelayError) -> None:
        if self._end:
            return
        self._end = error
        for waiting in (self._opened, *self._asked.values()):
            _settle(waiting, error)
        self._tasks.run(self._free())

    async def _free(self) -> None:
        """Close everything, after the event that has led here."""
        await asyncio.sleep(0)
        self._heard.close()
        self._port.close()


def _settle(waiting: asyncio.Future[None], error: RelayError | None = None) -> None:
    if waiting.done():
        return
    if error:
        waiting.set_exception(error)
        waiting.exception()  # nobody may be waiting
    else:
        waiting.set_result(None)


def _error(trouble: str, detail: str) -> RelayError:
    return RelayError(Trouble[trouble], detail[:200])


def _meta() -> Any:
    return document.querySelector("meta[name=relay]")


async def _loaded() -> Any:
    """A frame of no origin, hidden; it is loaded, or the browser has given up."""
    element = document.createElement("iframe")
    element.setAttribute("sandbox", "allow-scripts")
    element.hidden = True
    element.src = _meta().getAttribute("data-frame")
    loaded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    end = listen(element, "load", lambda _event: _settle(loaded))
    document.body.append(element)
    try:
        await asyncio.wait_for(loaded, _LOADING)
    except BaseException:
        element.remove()
        raise
    finally:
        end()
    return element


_used: Final[dict[bytes, Any]] = {}
"""The browser's keys: each turn of the loop that a message waits costs milliseconds."""


async def _crypted(how: str, key: bytes, nonce: bytes, associated: bytes, content: bytes) -> bytes:
    """Encrypt or decrypt with AES-256-GCM.

    Raises:
        JsException: the content does not belong to key, nonce and associated data.
    """
    algorithm = plain({"name": "AES-GCM"})
    algorithm.iv = to_js(nonce)
    algorithm.additionalData = to_js(associated)
    used = _used.get(key) or await _imported(key)
    made = await getattr(window.crypto.subtle, how)(algorithm, used, to_js(content))
    return bytes(made.to_py())


async def _imported(key: bytes) -> Any:
    usages = to_js(["encrypt", "decrypt"])
    imported = await window.crypto.subtle.importKey("raw", to_js(key), "AES-GCM", False, usages)
    _used[key] = imported
    return imported
