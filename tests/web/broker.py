"""Relays without network and browser: one MQTT broker in this process, and a page's way to it.

Several pages share a broker if they have the same ``Brokers``::

    brokers = {"relay.example.org": BrokerStandIn()}
    ana.page.relays.brokers = bo.page.relays.brokers = brokers

Whatever arrives does so a moment later, within a few turns of the loop.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cacao_web.features.together.browser.push import Subscription
from cacao_web.features.together.browser.relay import (
    LONGEST,
    MOST_TOPICS,
    RelayError,
    Subscriber,
    Trouble,
)
from tests.web.bells import Phone, agreed, encoded

_ROOM: Final = "cacao/2/"
_NONCE: Final = 12
_NEVER: Final = float("inf")


class Kept(NamedTuple):
    """A retained message."""

    payload: bytes
    until: float = _NEVER


class Published(NamedTuple):
    """What somebody has published, accepted or not."""

    user: str
    topic: str
    payload: bytes
    seconds: int
    is_accepted: bool


class BrokerStandIn:
    """One MQTT broker, with the access rule ``pattern readwrite cacao/2/%u/#``.

    Attributes:
        kept: the retained messages, by topic; what outsiders put there is delivered by :meth:`put`.
        lines: the open connections.
        log: all that anybody has published.
        trouble: why nobody can connect now; None if everybody can.
        retains: whether it keeps messages at all.
        expires: whether it deletes them after their time.
        is_full: whether it accepts nothing that it would have to keep.
        acknowledges: whether it says that it has accepted something; if not, the connection breaks
            after it has.
        hidden: topics that it neither keeps nor passes on, although it says so.
        time: seconds since its start, see :meth:`wait`.
    """

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self.lines: list[LineStandIn] = []
        self.log: list[Published] = []
        self.trouble: Trouble | None = None
        self.retains = True
        self.expires = True
        self.is_full = False
        self.acknowledges = True
        self.hidden: set[str] = set()
        self.time = 0.0

    # --- What happens to it ----------------------------------------------------------------------

    def stop(self) -> None:
        """It is out of reach, and all connections break; what it keeps stays."""
        self.trouble = Trouble.UNREACHABLE
        for line in list(self.lines):
            self.drop(line, Trouble.LOST, wills=False)

    def start(self, kept: Mapping[str, Kept] | None = None) -> None:
        """It can be reached again.

        Args:
            kept: what it keeps now, from :meth:`copy`; None for what it kept before.
        """
        self.trouble = None
        if kept is not None:
            self.kept = dict(kept)

    def restart_empty(self) -> None:
        """It has forgotten everything; all connections break."""
        self.stop()
        self.start({})

    def copy(self) -> dict[str, Kept]:
        """All that it keeps now, for :meth:`roll_back`."""
        return dict(self.kept)

    def roll_back(self, kept: Mapping[str, Kept]) -> None:
        """It was restored from an older state; all connections break."""
        self.stop()
        self.start(kept)

    def refuse(self, trouble: Trouble = Trouble.REFUSED) -> None:
        """Nobody can connect any more, and all connections break."""
        self.stop()
        self.trouble = trouble

    def wait(self, seconds: float) -> None:
        """Time passes at the broker; what is too old by then is deleted."""
        self.time += seconds
        if self.expires:
            self.kept = {topic: one for topic, one in self.kept.items() if one.until > self.time}

    def put(self, topic: str, payload: bytes, is_retained: bool = True) -> None:
        """Its owner puts a message there and delivers it; an empty one deletes."""
        self._deliver(topic, payload, is_retained, 0)

    # --- What its clients do ---------------------------------------------------------------------

    def join(self, line: LineStandIn) -> None:
        """Take a connection, and send what is kept on its topics.

        Raises:
            RelayError: it is refused.
        """
        if self.trouble:
            raise RelayError(self.trouble)
        if not line.user or set(line.user) & set("+#/"):
            raise RelayError(Trouble.REFUSED)
        if not all(one == "cacao/bell" or _may(line.user, one) for one in line.filters):
            raise RelayError(Trouble.NOT_READ)
        self.lines.append(line)
        for topic, kept in self.kept.items():
            if line.hears(topic) and topic not in self.hidden:
                line.post(topic, kept.payload)

    def publish(self, user: str, topic: str, payload: bytes, kept: bool, seconds: int) -> None:
        """Take a message from a client.

        Raises:
            RelayError: it is refused.
        """
        fine = _may(user, topic) and not (self.is_full and kept and payload)
        self.log.append(Published(user, topic, payload, seconds, fine))
        if not fine:
            raise RelayError(Trouble.NOT_KEPT)
        if topic not in self.hidden:
            self._deliver(topic, payload, kept, seconds)

    def _deliver(self, topic: str, payload: bytes, kept: bool, seconds: int) -> None:
        if kept and self.retains:
            self.kept.pop(topic, None)
            if payload:
                ends = seconds and self.expires
                self.kept[topic] = Kept(payload, self.time + seconds if ends else _NEVER)
        for line in self.lines:
            if line.hears(topic):
                line.post(topic, payload)

    def drop(self, line: LineStandIn, trouble: Trouble, wills: bool = True) -> None:
        """A connection breaks; then its will is carried out, unless the broker itself has ended."""
        self.leave(line)
        if wills and line.will and _may(line.user, line.will):
            self._deliver(line.will, b"", True, 0)
        line.breaks(trouble)

    def leave(self, line: LineStandIn) -> None:
        """A connection was ended properly."""
        with suppress(ValueError):
            self.lines.remove(line)


Brokers: TypeAlias = dict[str, BrokerStandIn]
"""All brokers of a network, by address."""


class LineStandIn:
    """Implements ``together.browser.relay.RelayLine``."""

    def __init__(
        self,
        broker: BrokerStandIn,
        user: str,
        filters: Sequence[str],
        will: str,
        subscriber: Subscriber,
    ) -> None:
        self.broker = broker
        self.user = user
        self.filters = tuple(filters)
        self.will = will
        self._subscriber = subscriber
        self._is_open = True
        self._waiting: dict[str, bytes] = {}
        self._seen: set[str] = set()  # topics that were not subscribed to by name
        self._is_flooded = False

    @property
    def expires(self) -> bool:
        return self.broker.expires

    async def publish(
        self, topic: str, payload: bytes, is_retained: bool = True, seconds: int = 0
    ) -> None:
        await self._still_open()
        self.broker.publish(self.user, topic, payload, is_retained, seconds)
        if not self.broker.acknowledges:
            self.broker.drop(self, Trouble.LOST)
        await self._still_open()

    async def _still_open(self) -> None:
        """A moment later; raises RelayError if the connection has ended."""
        await asyncio.sleep(0)
        if not self._is_open:
            raise RelayError(Trouble.LOST)

    def close(self) -> None:
        self._is_open = False
        self.broker.leave(self)

    def breaks(self, trouble: Trouble) -> None:
        """The connection has ended; its subscriber hears of it, unless it has closed it."""
        if self._is_open:
            self._is_open = False
            asyncio.get_running_loop().call_soon(self._subscriber.lost, trouble)

    def silence(self) -> None:
        """The page is gone: nobody is told anything any more."""
        self._is_open = False

    def hears(self, topic: str) -> bool:
        """Whether it has subscribed to a topic."""
        return any(_fits(one, topic) for one in self.filters)

    def post(self, topic: str, payload: bytes) -> None:
        """Deliver a message a moment later; of several on one topic, the newest."""
        if len(payload) > LONGEST:
            return
        if topic not in self.filters:
            if topic not in self._seen and len(self._seen) >= MOST_TOPICS:
                if not self._is_flooded:
                    asyncio.get_running_loop().call_soon(self._subscriber.flooded)
                self._is_flooded = True
                return
            self._seen.add(topic)
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._arrive)
        self._waiting.pop(topic, None)
        self._waiting[topic] = payload

    def _arrive(self) -> None:
        arrived, self._waiting = self._waiting, {}
        for topic, payload in arrived.items():
            if self._is_open:
                self._subscriber.arrived(topic, payload)


class PushesStandIn:
    """Implements ``browser.push.Pushes``.

    Attributes:
        is_possible: whether the browser can be pushed to.
        phone: the browser, once somebody may push to it.
        notes: what the service worker may show.
    """

    def __init__(self) -> None:
        self.is_possible = False
        self.phone: Phone | None = None
        self.notes: dict[str, Any] = {}
        self._key = ""

    async def subscribe(self, key: str) -> Subscription | None:
        await asyncio.sleep(0)
        if not self.is_possible:
            return None
        if self.phone is None or self._key != key:
            endpoint = f"https://fcm.googleapis.com/fcm/send/{os.urandom(8).hex()}"
            self.phone, self._key = Phone(endpoint), key
        found = self.phone
        return Subscription(found.endpoint, found.p256dh, encoded(found.auth))

    async def unsubscribe(self) -> None:
        await asyncio.sleep(0)
        self.phone = None

    async def agree(self, key: bytes) -> tuple[bytes, bytes]:
        await asyncio.sleep(0)
        return agreed(key)

    async def note(self, text: str) -> None:
        self.notes = json.loads(text)


class RelaysStandIn:
    """Implements ``together.browser.relay.Relays``.

    Attributes:
        is_possible: whether the page can encrypt.
        preset: the relay of the site's owner.
        brokers: the relays that can be reached; to be shared by pages.
        asked: the addresses that were contacted, in order.
        lines: the connections that this page has opened.
        is_online: whether this device has a network, see :meth:`unplug`.
    """

    def __init__(self, brokers: Brokers | None = None, preset: str = "") -> None:
        self.is_possible = True
        self.preset = preset
        self.brokers: Brokers = {} if brokers is None else brokers
        self.asked: list[str] = []
        self.lines: list[LineStandIn] = []
        self.is_online = True
        self.pushes = PushesStandIn()
        self._is_gone = False

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> LineStandIn:
        self.asked.append(address)
        await asyncio.sleep(0)
        if self._is_gone:
            await asyncio.Event().wait()  # nothing goes on in a page that is closed
        broker = self.brokers.get(address)
        if broker is None or not self.is_online:
            raise RelayError(Trouble.UNREACHABLE)
        line = LineStandIn(broker, user, topics, will, subscriber)
        broker.join(line)
        self.lines.append(line)
        return line

    async def encrypt(self, key: bytes, plain: bytes, associated: bytes) -> bytes:
        await asyncio.sleep(0)
        nonce = os.urandom(_NONCE)
        return nonce + AESGCM(_checked(key)).encrypt(nonce, plain, associated)

    async def decrypt(self, key: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        await asyncio.sleep(0)
        nonce, rest = sealed[:_NONCE], sealed[_NONCE:]
        try:
            return AESGCM(_checked(key)).decrypt(nonce, rest, associated)
        except (InvalidTag, ValueError):  # ValueError: too short
            return None

    def unplug(self) -> None:
        """This device loses its network; ``is_online = True`` plugs it in again."""
        self.is_online = False
        self._drop(self._open())

    def leave(self) -> None:
        """The page is closed or loaded again: the relay sees connections break, nobody else."""
        self._is_gone = True
        lines = self._open()
        for line in lines:
            line.silence()
        self._drop(lines)

    def _open(self) -> list[LineStandIn]:
        return [line for line in self.lines if line in line.broker.lines]

    def _drop(self, lines: Iterable[LineStandIn]) -> None:
        for line in lines:
            line.broker.drop(line, Trouble.LOST)


def _checked(key: bytes) -> bytes:
    """A key for AES-256; another length is a mistake of the page."""
    assert len(key) == 32
    return key


def _may(user: str, topic: str) -> bool:
    """Whether the access rule lets a user read or write a topic, or subscribe to it."""
    return topic.startswith(f"{_ROOM}{user}/")


def _fits(wanted: str, topic: str) -> bool:
    """Whether a topic is one of those of a filter: ``a/b``, ``a/+`` or ``a/#``."""
    if wanted.endswith("/#"):
        return topic.startswith(wanted[:-1]) or topic == wanted[:-2]
    parts, told = wanted.split("/"), topic.split("/")
    same = all(part in ("+", other) for part, other in zip(parts, told, strict=False))
    return same and len(parts) == len(told)
