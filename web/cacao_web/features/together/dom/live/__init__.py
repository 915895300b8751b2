"""Live play with WebRTC; imported when it is first used."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import contextmanager
from typing import Any, Final

from pyodide.ffi import JsException
from pyscript import document, window

from cacao_core import BadLink, CacaoError
from cacao_web.dom.proxies import plain
from cacao_web.features.together.browser.live import Answered, Listener, is_stun
from cacao_web.features.together.browser.pulse import LOST
from cacao_web.features.together.browser.sdp import (
    Kind,
    expand,
    from_text,
    mid_of,
    parts_of,
    squeeze,
    with_names,
)
from cacao_web.features.together.dom.live import spares
from cacao_web.features.together.dom.live.attention import Attention
from cacao_web.features.together.dom.live.tabs import Tabs
from cacao_web.features.together.dom.live.wire import Wire, connection
from cacao_web.ui.i18n import _

_GATHERING: Final = 2.0
"""Seconds to wait for this device's addresses; a STUN server that is out of reach takes ten."""
_PATIENCE: Final = 10.0
"""Seconds until a spare is open, or the other device does not wait."""
_LOOK: Final = 0.02
"""Seconds between checks whether they are complete."""


class DomLive(Tabs, Attention):
    """Implements ``together.browser.live.Live``."""

    @property
    def is_possible(self) -> bool:
        return hasattr(window, "RTCPeerConnection")

    @property
    def servers(self) -> tuple[str, ...]:
        given = document.querySelector("meta[name=stun]")
        return tuple(filter(is_stun, str(given.content).split())) if given else ()

    async def offer(self, listener: Listener, servers: Sequence[str] = ()) -> DomOffered:
        wire = _wire(listener, servers)
        id = int.from_bytes(os.urandom(2), "big")
        with _closing(wire):
            await _describe(wire.peer, "offer")
            text = squeeze(str(wire.peer.localDescription.sdp), "offer", id)
        return DomOffered(text, id, wire)

    async def answer(self, offer: str, listener: Listener, servers: Sequence[str] = ()) -> Answered:
        session = expand(offer)
        if session.kind != "offer":
            raise BadLink(_("This is an answer to an invitation, not an invitation."))
        wire = _wire(listener, servers)
        with _closing(wire):
            await wire.peer.setRemoteDescription(plain({"type": "offer", "sdp": session.sdp}))
            await _describe(wire.peer, "answer")
            text = squeeze(str(wire.peer.localDescription.sdp), "answer", session.id)
        wire.wait()
        return Answered(text, wire)

    @property
    def keeps_spares(self) -> bool:
        return all(hasattr(window, name) for name in ("RTCPeerConnection", "indexedDB"))

    async def keep_spare(self, offer: str, name: str) -> str:
        session = expand(offer)
        with _told():
            certificate = await spares.new_certificate()
            peer = connection((), certificate)
            try:
                await peer.setRemoteDescription(plain({"type": "offer", "sdp": session.sdp}))
                made = await peer.createAnswer()
            finally:
                peer.close()
            text = squeeze(str(made.sdp), "answer", session.id)
            await spares.keep(name, certificate, offer, text)
        return text

    async def open_spare(
        self, name: str, listener: Listener, servers: Sequence[str] = ()
    ) -> Wire | None:
        with _told():
            spare = await spares.ENDS.get(name)
        if spare is None:
            return None
        answer = from_text(str(spare.answer))
        wire = _wire(listener, servers, spare.certificate)
        with _closing(wire):
            offered = plain({"type": "offer", "sdp": expand(str(spare.offer)).sdp})
            await wire.peer.setRemoteDescription(offered)
            sdp = with_names(str((await wire.peer.createAnswer()).sdp), answer)
            await wire.peer.setLocalDescription(plain({"type": "answer", "sdp": sdp}))
            made = parts_of(str(wire.peer.localDescription.sdp), "answer", answer.id)
            if (made.fragment, made.password) != (answer.fragment, answer.password):
                raise CacaoError(_("This browser does not allow a connection to another device."))
        wire.expect(_PATIENCE)
        return wire

    async def forget_spare(self, name: str) -> None:
        if self.keeps_spares:
            with _told():
                await spares.ENDS.delete(name)


class DomOffered:
    """Implements ``together.browser.live.Offered``."""

    def __init__(self, text: str, id: int, wire: Wire) -> None:
        self.text = text
        self.connection = wire
        self._id = id
        self._is_answered = False

    async def take(self, answer: str, waits: bool = False) -> None:
        peer = self.connection.peer
        session = expand(answer, mid_of(str(peer.localDescription.sdp)))
        if session.kind != "answer":
            raise BadLink(_("This is an invitation, not an answer to one."))
        if session.id != self._id:
            raise BadLink(_("This answers another invitation."))
        if self._is_answered:
            return
        self._is_answered = True  # at once: another answer may come while this one is taken
        try:
            with _told():
                await peer.setRemoteDescription(plain({"type": "answer", "sdp": session.sdp}))
        except CacaoError:
            self._is_answered = False
            raise
        if waits:
            self.connection.wait(is_spare=True)
        else:
            self.connection.expect(LOST)


def _wire(listener: Listener, servers: Sequence[str], certificate: Any = None) -> Wire:
    with _told():
        return Wire(listener, servers, certificate)


async def _describe(peer: Any, kind: Kind) -> None:
    """Make this device's description, and wait until its addresses are in it."""
    making = peer.createOffer if kind == "offer" else peer.createAnswer
    await peer.setLocalDescription(await making())
    loop = asyncio.get_running_loop()
    last = loop.time() + _GATHERING
    while peer.iceGatheringState != "complete" and loop.time() < last:
        await asyncio.sleep(_LOOK)


@contextmanager
def _told() -> Any:
    """Errors of the browser become sentences."""
    try:
        yield
    except (JsException, AttributeError, OSError) as error:
        sentence = _("This browser does not allow a connection to another device.")
        raise CacaoError(f"{sentence} ({str(error)[:200]})") from None


@contextmanager
def _closing(wire: Wire) -> Any:
    """The same; the connection is closed then."""
    try:
        with _told():
            yield
    except BaseException:
        wire.close()
        raise
