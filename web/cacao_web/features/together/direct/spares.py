"""Spares: connections that open without a link when the one in use is gone (docs/live.md).

A spare is an ordinary connection whose offer and answer were exchanged before it is needed. The
device that has offered it waits; the other one keeps its end in its browser, and opens it after a
reload or a break. Between each two devices there is one in each direction. Guests exchange theirs
by way of the host.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from cacao_core import CacaoError
from cacao_core.fair import Device
from cacao_core.tiles import MAX_PLAYERS, Seat
from cacao_web.browser.tasks import Tasks
from cacao_web.features.together.browser.live import Live, Offered, Signal
from cacao_web.features.together.direct.room import Peer, Room
from cacao_web.game.presence import Presence

PAUSES: Final = (0, 5, 10, 20, 40, 80, 160)
"""Seconds before each attempt to open a spare. A person who comes back begins anew."""
_LOOK: Final = 0.1
"""Seconds between looks whether it is open."""


@dataclass
class _Waiting:
    """The end that waits."""

    peer: Peer
    offered: Offered | None = None  # None while it is being made
    answer: str = ""
    is_taken: bool = False


class Spares:
    """The spares of the game with a token. Each other device is named by its lowest seat."""

    def __init__(
        self,
        room: Room,
        live: Live,
        token: str,
        tasks: Tasks,
        servers: Callable[[], tuple[str, ...]],
    ) -> None:
        self._room, self._live = room, live
        self._servers, self._tasks = servers, tasks
        self._token = token
        self._known: set[Seat] = set()  # the other devices
        self._waiting: dict[Seat, _Waiting] = {}
        self._calls: dict[Seat, asyncio.Future[None]] = {}

    def returning(self) -> frozenset[Seat]:
        """The devices that can come back by themselves."""
        return frozenset(seat for seat, end in self._waiting.items() if end.answer)

    def exchange(self, seat: Seat, through: Peer | None = None) -> None:
        """A device is reached by a connection, or by way of the host: offer it a spare."""
        self._known.add(seat)
        former = self._waiting.get(seat)
        if not self._live.keeps_spares or (former and not former.offered):
            return
        if former and not former.peer.was_open:
            self._room.drop(former.peer)
        end = self._waiting[seat] = _Waiting(self._room.peer(is_spare=True, through=through))
        self._tasks.run(self._offer(seat, end))

    async def _offer(self, seat: Seat, end: _Waiting) -> None:
        try:
            end.offered = await self._live.offer(end.peer, self._servers())
        except CacaoError:
            del self._waiting[seat]
            self._room.drop(end.peer)
            return
        end.peer.connection = end.offered.connection
        if self._room.has(end.peer):
            self._room.tell("spare", seat, end.offered.text)
        else:  # the game was left meanwhile
            self._room.drop(end.peer)

    def offered(self, seat: Seat, offer: str) -> None:
        """A device offers a spare: keep this end of it."""
        self._known.add(seat)
        if self._live.keeps_spares:
            self._tasks.run(self._keep(seat, offer))

    async def _keep(self, seat: Seat, offer: str) -> None:
        with suppress(CacaoError):
            self._room.tell("kept", seat, await self._live.keep_spare(offer, self._name(seat)))

    def answered(self, seat: Seat, answer: str) -> None:
        """A device has kept its end of a spare."""
        if (end := self._waiting.get(seat)) and not end.answer:
            end.answer = answer
            self.look(None)

    # --- Opening ---------------------------------------------------------------------------------

    def begin(self, device: Device) -> None:
        """The game has been opened here: find the others again."""
        if not device.is_verified:
            others = {*device.devices, device.host_seats} - {device.seats}
            self._known |= {seats[0] for seats in others}
            self.look(device)

    def look(self, device: Device | None) -> None:
        """Somebody has come or gone; with the device's part in the game, if it is on the page."""
        where = self._room.live()
        for seat, end in self._waiting.items():
            is_due = end.answer and not end.is_taken and where.get(seat) is not Presence.LIVE
            if is_due and end.offered:
                self._tasks.run(self._take(end.peer, end.offered, end.answer))
                end.is_taken = True
        for seat in self._known:
            if seat in where and where[seat].is_live:
                self._end_call(seat)
            elif self._live.keeps_spares and seat not in self._calls:
                self._calls[seat] = self._tasks.run(self._call(seat))
        if device and not device.is_host:  # guests get theirs by way of the host
            direct = {seat for peer in self._room.peers for seat in peer.seats}
            others = {seats[0] for seats in device.devices} - {device.seats[0], *direct}
            for seat in others - self._waiting.keys():
                if where.get(seat) is Presence.LIVE:
                    self.exchange(seat)

    async def _take(self, peer: Peer, offered: Offered, answer: str) -> None:
        try:
            await offered.take(answer, waits=True)
        except CacaoError:  # an answer that does not fit
            self._room.drop(peer)

    async def _call(self, seat: Seat) -> None:
        """Open the spare that is kept for a device, as soon as it waits."""
        with suppress(CacaoError):  # the browser does not allow it
            for pause in PAUSES:
                await asyncio.sleep(pause)
                peer, name = self._room.peer(is_spare=True), self._name(seat)
                try:
                    peer.connection = await self._live.open_spare(name, peer, self._servers())
                    while peer.connection and peer.signal is Signal.OPENING:
                        await asyncio.sleep(_LOOK)
                finally:
                    if not peer.was_open:
                        self._room.drop(peer)
                if peer.connection is None:
                    break  # nothing is kept
        if self._calls.get(seat) is asyncio.current_task():
            del self._calls[seat]

    # --- The end ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """The person has come back, or the network: try again at once."""
        self.close()
        self.look(None)

    def close(self) -> None:
        """Try no more."""
        for seat in tuple(self._calls):
            self._end_call(seat)

    def _end_call(self, seat: Seat) -> None:
        if call := self._calls.pop(seat, None):
            call.cancel()

    async def forget(self) -> None:
        """Delete what is kept: the game is deleted."""
        for seat in range(MAX_PLAYERS):
            await self._live.forget_spare(self._name(seat))

    def _name(self, seat: Seat) -> str:
        return f"{self._token}.{seat}"
