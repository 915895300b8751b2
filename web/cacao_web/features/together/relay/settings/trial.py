"""A trial of a relay: whether games through it would work, in a sentence."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from contextlib import suppress
from typing import Final, TypeVar

from cacao_web.features.together.browser.relay import RelayError, RelayLine, Relays, Trouble
from cacao_web.ui.i18n import _

PATIENCE: Final = 8.0
"""Seconds for each step: connecting, sending, reading."""
_BYTES: Final = 4124
"""As much as the longest parcel of a game has, encrypted (docs/relay.md)."""
_SECONDS: Final = 120
"""After which the relay deletes the message of a trial that breaks off, if it can."""
T = TypeVar("T")


class _NotKept(Exception):  # it is an outcome
    """The relay passes messages on, and does not keep them."""


class _TrialReader:
    """Waits for the message of the trial."""

    def __init__(self, topic: str = "", payload: bytes = b"") -> None:
        self._expected = topic, payload
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ended.add_done_callback(lambda ended: ended.cancelled() or ended.exception())

    def arrived(self, topic: str, payload: bytes) -> None:
        if (topic, payload) == self._expected and not self.ended.done():
            self.ended.set_result(None)

    def flooded(self) -> None:
        """Nobody else knows the game of the trial."""

    def lost(self, trouble: Trouble) -> None:
        if not self.ended.done():
            self.ended.set_exception(RelayError(trouble))


async def tried(relays: Relays, address: str, patience: float = PATIENCE) -> str:
    """Try a relay with a message for a game that does not exist, which is deleted again.

    One connection sends it and ends; only then another one reads it, so it was kept.

    Args:
        relays: the browser's support for relays.
        address: of the relay, as ``KnownRelays.checked`` spells it.
        patience: seconds for each step.

    Returns:
        A sentence about what works, or what does not and what helps.
    """
    try:
        expires = await _kept(relays, address, patience)
    except RelayError as error:
        return _told(error.trouble).format(name=address)
    except _NotKept:
        text = _("{name} passes messages on, but does not keep them, so games cannot use it. "
                 "For whoever runs it: it has to keep retained messages.")  # fmt: skip
        return text.format(name=address)
    text = _("{name} works.")
    if not expires:
        text = _("{name} works. It does not delete old messages: games stay there until somebody "
                 "deletes them.")  # fmt: skip
    return text.format(name=address)


async def _kept(relays: Relays, address: str, patience: float) -> bool:
    """Whether the relay deletes after some time what it keeps.

    Raises:
        RelayError: there is no connection, or it does not accept the message.
        _NotKept: it does not keep it.
    """
    game = secrets.token_hex(16)
    topic, topics = f"cacao/2/{game}/{secrets.token_hex(8)}", f"cacao/2/{game}/#"
    payload = secrets.token_bytes(_BYTES)

    async def connect(reader: _TrialReader) -> RelayLine:
        line = relays.connect(address, game, (topics,), topic, reader)
        return await _within(patience, line, RelayError(Trouble.UNREACHABLE))

    sender = await connect(_TrialReader())
    try:
        sent = sender.publish(topic, payload, seconds=_SECONDS)
        await _within(patience, sent, RelayError(Trouble.NOT_KEPT))
    finally:
        sender.close()
    reader = _TrialReader(topic, payload)
    line = await connect(reader)
    try:
        await _within(patience, reader.ended, _NotKept())
    finally:
        with suppress(RelayError):
            deleted = line.publish(topic, b"")
            await _within(patience, deleted, RelayError(Trouble.LOST))
        line.close()
    return sender.expires


async def _within(patience: float, work: Awaitable[T], otherwise: Exception) -> T:
    """The result of some work; if it takes too long, the given error is raised."""
    try:
        return await asyncio.wait_for(work, patience)
    except TimeoutError:
        raise otherwise from None


def _told(trouble: Trouble) -> str:
    """The advice for somebody who has entered the address."""
    return {
        Trouble.UNREACHABLE: _(
            "{name} does not answer. Check the address and the port, and that this device is "
            "online. For whoever runs it: a relay offers MQTT over WebSocket at /mqtt, with a "
            "valid certificate."
        ),
        Trouble.NO_BROKER: _(
            "{name} answers, but not as a relay. Perhaps it has another port. For whoever runs "
            "it: it has to offer MQTT over WebSocket at /mqtt."
        ),
        Trouble.REFUSED: _(
            "{name} does not let this page in. For whoever runs it: it has to allow any user "
            "name, without a password."
        ),
        Trouble.NOT_READ: _(
            "{name} lets this page in, but does not let it read messages. For whoever runs it: "
            "it has to let every user read the topics below their own name."
        ),
        Trouble.NOT_KEPT: _(
            "{name} does not accept our messages. For whoever runs it: it may be full or limit "
            "their size, or it has to let every user write the topics below their own name."
        ),
        Trouble.LOST: _("The connection to {name} broke off. Try again."),
    }[trouble]
