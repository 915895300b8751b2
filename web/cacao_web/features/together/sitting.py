"""A game with other devices while this tab has it: its connections, and what goes through them."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.fair import Device
from cacao_core.tiles import Seat
from cacao_web.browser.live import Live, Offered
from cacao_web.features.together import model
from cacao_web.features.together.room import Heard, Peer, Room
from cacao_web.game.presence import Presence

_NO_OFFER: Final = ""


class _Offer(NamedTuple):
    """An offer, and what its connection belongs to."""

    peer: Peer
    offered: Offered


class Sitting:
    """The live part of one game. It stays while other games or screens are shown.

    Args:
        device: this device's part in the game.
        live: the browser's support.
        servers: addresses of STUN servers.
        calls: callbacks of its connections.
    """

    def __init__(self, device: Device, live: Live, servers: tuple[str, ...], calls: Heard) -> None:
        self.token = device.token
        self.room = Room(device.seats, device.is_host, calls)
        self._live = live
        self._servers = servers
        self._offered: dict[Seat, asyncio.Future[_Offer | None]] = {}  # until it is answered
        self._invited: list[Seat] = []  # by a program
        self._sent = ""
        self.answered = ""  # the answer to the newest offer

    # --- Connections -----------------------------------------------------------------------------

    async def offer(self, seat: Seat) -> str:
        """The offer for whoever takes a seat; the same again until it is answered.

        Returns:
            Its text; empty if the browser cannot connect to others.
        """
        if not self._live.is_possible:
            return _NO_OFFER
        if seat not in self._offered:
            self._offered[seat] = asyncio.ensure_future(self._make_offer())
        made = await self._offered[seat]
        if made is None:
            self._offered.pop(seat, None)  # several may have been waiting for it
        return made.offered.text if made else _NO_OFFER

    async def _make_offer(self) -> _Offer | None:
        peer = self.room.peer()
        try:
            offered = await self._live.offer(peer.ears, self._servers)
        except CacaoError:
            self.room.drop(peer)
            return None
        peer.connection = offered.connection
        return _Offer(peer, offered)

    async def answer(self, offer: str, seats: tuple[Seat, ...]) -> str:
        """Accept an offer; the text for the device that has made it, empty if it cannot be.

        Args:
            offer: the offer.
            seats: those of the device that has made it.

        Raises:
            CacaoError: the offer is damaged, or the browser does not allow it.
        """
        if not self._live.is_possible:
            return _NO_OFFER
        peer = self.room.peer()
        try:
            answered = await self._live.answer(offer, peer.ears, self._servers)
        except CacaoError:
            self.room.drop(peer)
            raise
        peer.connection = answered.connection
        self.room.seat(peer, seats)
        self.answered = answered.text
        return answered.text

    async def take(self, answer: str, seats: tuple[Seat, ...]) -> bool:
        """Take the answer to one of the offers; returns whether it fits one.

        Args:
            answer: the answer.
            seats: those of the device that has made it.
        """
        for seat, making in tuple(self._offered.items()):
            made = await making
            if made is None:
                continue
            try:
                await made.offered.take(answer)
            except CacaoError:
                continue
            self._offered.pop(seat, None)
            self.room.seat(made.peer, seats)
            return True
        return False

    def next_seat(self, device: Device) -> Seat | None:
        """Whom a program invites next: each seat once, before any is invited again."""
        open_seats = self.open_seats(device)
        fresh = [seat for seat in open_seats if seat not in self._invited]
        seat = next(iter(fresh or open_seats), None)
        if seat is not None:
            self._invited = [*self._invited, seat] if fresh else [seat]
        return seat

    def open_seats(self, device: Device) -> list[Seat]:
        """The seats that an invitation may be for: one for each device that is not connected."""
        live = self.room.live()
        found: list[Seat] = []
        for seat in range(device.players):
            first = model.device_of(device, seat)[0]
            own = seat in device.seats or first != seat
            passed_on = not device.is_host and seat not in device.host_seats
            if not own and not passed_on and seat not in live:
                found.append(seat)
        return found

    # --- Messages --------------------------------------------------------------------------------

    def prepare(self, device: Device) -> None:
        """Let the decisions leave if somebody is connected; the device must be kept after that."""
        if self.room.is_open:
            device.message()

    def send(self, device: Device) -> None:
        """Send news to everybody who is connected. The device must have been kept."""
        if self.room.is_open and device.message() != self._sent:
            self._sent = device.message()
            self.room.send(self._sent)

    def owe(self) -> None:
        """Nothing may leave now; the next message will have everything for everybody."""
        self._sent = ""

    def welcome(self, peer: Peer, device: Device, where: dict[Seat, Presence]) -> None:
        """Tell a device that has just been connected everything. The device must have been kept."""
        peer.send("fair", device.message())
        self.room.tell_where(where)
