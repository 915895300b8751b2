"""The offers of live connections that one game has made: one for each device that is invited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.tiles import Seat
from cacao_web.features.together.browser.live import Live, Offered
from cacao_web.features.together.direct.room import Peer, Room

_NO_OFFER: Final = ""


class _Offer(NamedTuple):
    """An offer, and what its connection belongs to."""

    peer: Peer
    offered: Offered


class _Wish(NamedTuple):
    """The purpose of an offer."""

    seat: Seat
    servers: tuple[str, ...]  # STUN servers that help


class Offers:
    """The connections that are offered.

    Args:
        room: the connections of the game.
        servers: gives the addresses of STUN servers, which may change.
    """

    def __init__(self, room: Room, live: Live, servers: Callable[[], tuple[str, ...]]) -> None:
        self._room = room
        self._live = live
        self._servers = servers
        self._offered: dict[_Wish, asyncio.Future[_Offer | None]] = {}  # until it is answered

    async def offer(self, seat: Seat) -> str:
        """The offer for whoever takes a seat; the same again until it is answered.

        With other servers it is another one. The earlier one may still be answered.

        Returns:
            Its text; empty if the browser cannot connect to others.
        """
        if not self._live.is_possible:
            return _NO_OFFER
        wish = _Wish(seat, self._servers())
        if wish not in self._offered:
            self._offered[wish] = asyncio.ensure_future(self._make_offer(wish.servers))
        made = await self._offered[wish]
        if made is None:
            self._offered.pop(wish, None)  # several may have been waiting for it
        return made.offered.text if made else _NO_OFFER

    async def _make_offer(self, servers: tuple[str, ...]) -> _Offer | None:
        peer = self._room.peer()
        try:
            offered = await self._live.offer(peer, servers)
        except CacaoError:
            self._room.drop(peer)
            return None
        peer.connection = offered.connection
        return _Offer(peer, offered)

    async def answer(self, offer: str) -> str:
        """Accept an offer; the text for the device that has made it, empty if it cannot be.

        Raises:
            CacaoError: the offer is damaged, or the browser does not allow it.
        """
        if not self._live.is_possible:
            return _NO_OFFER
        peer = self._room.peer()
        try:
            answered = await self._live.answer(offer, peer, self._servers())
        except CacaoError:
            self._room.drop(peer)
            raise
        peer.connection = answered.connection
        return answered.text

    async def take(self, answer: str) -> bool:
        """Take the answer to one of the offers; returns whether it fits one."""
        for wish, making in tuple(self._offered.items()):
            made = await making
            if made is None:
                continue
            try:
                await made.offered.take(answer)
            except CacaoError:
                continue
            self._offered.pop(wish, None)
            return True
        return False
