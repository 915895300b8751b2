"""A data channel of WebRTC to one other device (docs/live.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Any, Final

from pyodide.ffi import JsException
from pyscript import window

from cacao_core import CacaoError
from cacao_web.browser.tasks import Tasks
from cacao_web.dom.proxies import listen, plain
from cacao_web.features.together.browser.live import LONGEST, Ends, Listener, Signal, is_stun
from cacao_web.features.together.browser.pulse import BEAT, Pulse
from cacao_web.features.together.browser.sdp import fingerprint_of
from cacao_web.ui.i18n import _

_TEXT: Final = "t"
"""First character of the program's texts; other messages are a single character."""
_PING, _PONG, _BYE = "?!."
_FLUSH: Final = 0.5
"""Seconds that the last message has to leave before the connection is closed."""
_NOBODY: Final = "candidate:0 1 udp 1 198.51.100.1 9 typ host"
"""An address that nobody has (RFC 5737)."""


class Wire:
    """Implements ``together.browser.live.Connection``.

    Args:
        listener: is told what comes through it.
        servers: addresses of STUN servers.
        certificate: of this end; a new one if there is none.

    Raises:
        CacaoError: one of them is not such an address.
        JsException: the browser does not allow it.
    """

    def __init__(self, listener: Listener, servers: Sequence[str], certificate: Any = None) -> None:
        if not all(map(is_stun, servers)):
            raise CacaoError(_("The address of a STUN server begins with stun: or stuns:"))
        self.signal = Signal.OPENING
        self._listener = listener
        self._tasks = Tasks()
        self._loop = asyncio.get_event_loop()
        self._pulse = Pulse(self._loop.time())
        self._limit = float("inf")
        self._early: list[str] = []  # texts that came before the other description
        self._is_spare = False  # whether it waits for the other device, however long it takes
        self.peer = connection(servers, certificate)
        # both sides make the same channel, so that none has to be announced
        channel = plain({"negotiated": True, "id": 0})
        self._channel = self.peer.createDataChannel("cacao", channel)
        self._heard = ExitStack()
        for target, kind, handler in (
            (self._channel, "message", self._hear),
            (self._channel, "open", self._changed),
            (self._channel, "close", self._changed),
            (self._channel, "error", self._changed),
            (self.peer, "connectionstatechange", self._changed),
            (self.peer, "iceconnectionstatechange", self._changed),
            (window, "pagehide", lambda _event: self._say(_BYE)),
        ):
            self._heard.callback(listen(target, kind, handler))
        self._tasks.run(self._watch())

    def wait(self, is_spare: bool = False) -> None:
        """Both descriptions are here; when the other device calls is up to people."""
        self._is_spare = is_spare
        self._tasks.run(self._keep_searching())
        self._judge()

    def expect(self, seconds: float) -> None:
        """Both descriptions are here; the connection opens within some seconds, or never."""
        self._limit = self._loop.time() + seconds
        self._judge()

    @property
    def ends(self) -> Ends:
        own, other = self.peer.localDescription, self.peer.remoteDescription
        return Ends(str(own.type), fingerprint_of(str(own.sdp)), fingerprint_of(str(other.sdp)))

    # --- Messages ----------------------------------------------------------------------------

    def send(self, text: str) -> None:
        if len(text) > LONGEST:
            raise CacaoError(f"message of {len(text)} characters: expected up to {LONGEST}")
        self._say(_TEXT + text)

    def _say(self, text: str) -> None:
        with suppress(JsException):  # not open, or no longer
            if self._channel.readyState == "open":
                self._channel.send(text)

    def _hear(self, event: Any) -> None:
        text = event.data
        if self.signal is Signal.CLOSED or not isinstance(text, str):
            return
        self._pulse.hear()
        self._judge()
        if text == _PING:
            self._say(_PONG)  # at once: timers of hidden pages are slow, messages are not
        elif text == _BYE:
            self._end()
        elif text.startswith(_TEXT) and len(text) <= LONGEST + 1:
            if self.signal is Signal.OPENING:
                self._early.append(text[1:])
            else:
                self._listener.heard(text[1:])

    # --- State -------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while self.signal is not Signal.CLOSED:
            await asyncio.sleep(BEAT)
            self._say(_PING)
            if self.signal is not Signal.OPENING:
                self._pulse.beat(self._loop.time())
            self._judge()

    def _changed(self, _event: Any) -> None:
        self._judge()

    def _judge(self) -> None:
        """Report the present state, if it has changed."""
        if self.signal is Signal.CLOSED:
            return
        signal = self._found()
        if signal is Signal.CLOSED:
            self._end()
        elif signal is not self.signal:
            if self.signal is Signal.OPENING:
                self._pulse = Pulse(self._loop.time())
            self.signal = signal
            self._listener.changed(signal)
            early, self._early = self._early, []
            for text in early:
                self._listener.heard(text)

    def _found(self) -> Signal:
        """The state, from all that the browser says and from the heartbeats."""
        channel, state = str(self._channel.readyState), str(self.peer.connectionState)
        if channel in ("closing", "closed") or state == "closed" or self._has_failed():
            return Signal.CLOSED
        if channel != "open" or not self.peer.remoteDescription:
            return Signal.OPENING  # Chromium may open it, and pass texts on, before the answer
        if state in ("disconnected", "failed"):
            return max(Signal.SHAKY, self._pulse.signal, key=list(Signal).index)
        return self._pulse.signal

    def _has_failed(self) -> bool:
        """Whether the browser has given up for good.

        Chromium's "failed" is not for good: it goes on when the other device calls. Firefox's is,
        and there the search for a way has failed as well.
        """
        if self._channel.readyState != "open" and self._loop.time() > self._limit:
            return True
        search = str(self.peer.iceConnectionState)
        if search == "failed":
            if self._is_spare and self.signal is Signal.OPENING:
                return False  # an earlier call of the other device; it calls again
            return self._limit == float("inf") or self.signal is not Signal.OPENING
        return self.peer.connectionState == "failed" and search in ("connected", "completed")

    async def _keep_searching(self) -> None:
        """Keep Firefox from giving up.

        It does so five seconds after the answer was made if there is no address left to try, and
        people need longer to carry an answer over. So it is given one again and again.
        """
        if "Gecko/" not in str(window.navigator.userAgent):
            return
        candidate = plain({"candidate": _NOBODY, "sdpMid": "0", "sdpMLineIndex": 0})
        while self.signal is Signal.OPENING:
            with suppress(JsException):
                await self.peer.addIceCandidate(candidate)
            await asyncio.sleep(BEAT)

    # --- The end -----------------------------------------------------------------------------

    def close(self) -> None:
        if self.signal is not Signal.CLOSED:
            self._say(_BYE)
            self._end()

    def _end(self) -> None:
        self.signal = Signal.CLOSED
        self._tasks.run(self._free())
        self._listener.changed(Signal.CLOSED)

    async def _free(self) -> None:
        """Close everything, after the event that has led here."""
        await asyncio.sleep(_FLUSH)
        self._heard.close()
        self.peer.close()


def connection(servers: Sequence[str], certificate: Any = None) -> Any:
    """A new connection of the browser."""
    wishes = plain({"iceServers": [{"urls": address} for address in servers]})
    if certificate is not None:
        wishes.certificates = window.Array.of(certificate)
    return window.RTCPeerConnection.new(wishes)
