"""The live connections of one game: the host has one to each guest, each guest one to the host.

Messages are JSON objects with one entry:

=========  ====================================================================
entry      what it says
=========  ====================================================================
``fair``   a message of fair dealing (docs/fair.md)
``proves`` the signature that shows which device is at the other end
``where``  from the host: where each player is
``shows``  a seat, and the space that it tries or the whole placement, or an empty text
``says``   a seat, and the number of a remark
``again``  from a guest: a seat whose player would like a rematch
``left``   a seat whose device has deleted the game
``spare``  a seat, the seat of who says it, and the offer of a spare connection; a host passes it on
``kept``   the same with the answer to such an offer
=========  ====================================================================

Only ``fair`` changes the game, and the device checks it. All the rest is for show, and counts only
from seats whose device has proved that it is at the other end (docs/fair.md, "Connections"). A
device that sends too much, or does not prove which one it is, loses its connection.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable

from cacao_core.tiles import Seat
from cacao_web.browser.json_text import read_json
from cacao_web.features.together.browser.live import Connection, Signal
from cacao_web.features.together.direct import forms
from cacao_web.features.together.direct.limits import LONGEST, PROOF_SECONDS, Allowance, Sort
from cacao_web.game.presence import Presence


class Peer:
    """One device at the other end of a connection; implements ``live.Listener``."""

    def __init__(self, room: Room) -> None:
        self.connection: Connection | None = None  # set as soon as it is made
        self.seats: tuple[Seat, ...] = ()  # its seats, as far as known; once they are, they stay
        self.was_open = False  # whether it has ever been open
        self.is_proved = False  # whether a device of this room has ever been there
        self.has_joined = False  # whether it has sent anything of the game: it is seated once only
        self.has_proof = False  # whether the other end was sent this device's signature
        self.sent = ""  # the newest message of the game that was sent there
        self.is_spare = False  # whether it opens without a link, see ``Spares``
        self.spare_of: Peer | None = None  # through which it was exchanged
        self.allowance = Allowance(room.tolerance)  # what the other end may send
        self.room = room  # what it belongs to

    @property
    def signal(self) -> Signal:
        return self.connection.signal if self.connection else Signal.OPENING

    def outlives(self, other: Peer) -> bool:
        """Whether it stays although another connection to the same device works.

        Both devices may open a spare at once. Both ends decide alike which one stays.
        """
        if not self.is_spare or self.connection is None or other.connection is None:
            return False
        if other is self.spare_of:
            return True
        return max(self.connection.ends[1:]) > max(other.connection.ends[1:])

    def heard(self, text: str) -> None:
        """A text has arrived; anything unintelligible is ignored."""
        if not self.room.has(self) or not self.room.allows(self, "text"):
            return
        if len(text) > LONGEST:
            self.room.overrun(self)
            return
        try:
            data = read_json(text)
        except ValueError:
            data = None
        if not isinstance(data, dict) or len(data) != 1:
            self.room.allows(self, "refused")
            return
        for kind, content in data.items():
            if kind == "fair" and isinstance(content, str):
                self.room.events.fair(self, content)
            elif kind == "proves" and isinstance(content, str):
                if self.room.allows(self, "proves"):
                    self.room.events.proved(self, content)
            elif not self.room.understand(self, kind, content):
                self.room.allows(self, "refused")

    def changed(self, signal: Signal) -> None:
        self.room.changed(self, signal)


class RoomEvents:
    """Everything that happens in a room, as methods. Here they do nothing."""

    def opened(self, peer: Peer) -> None:
        """A connection is open, or open again."""

    def moved(self) -> None:
        """Somebody has come or gone."""

    def unreachable(self) -> None:
        """A connection has never opened."""

    def flooded(self, seats: tuple[Seat, ...]) -> None:
        """A connection was closed because too much has come; with the seats at its other end."""

    def unproved(self) -> None:
        """A connection was closed because it is not known which device was there."""

    def fair(self, peer: Peer, message: str) -> None:
        """A message of fair dealing."""

    def proved(self, peer: Peer, proof: str) -> None:
        """The signature of the device at the other end."""

    def shown(self, seat: Seat, notation: str) -> None:
        """A seat is trying a placement; an empty text means none."""

    def said(self, seat: Seat, remark: int) -> None:
        """A seat has made a remark."""

    def departed(self, seat: Seat) -> None:
        """The device of a seat has deleted the game."""

    def asked_again(self, seat: Seat) -> None:
        """A guest’s player would like a rematch."""

    def spare_offered(self, seat: Seat, offer: str) -> None:
        """The device of a seat offers a spare connection."""

    def spare_answered(self, seat: Seat, answer: str) -> None:
        """The device of a seat has kept its end of one."""


class Room:
    """All connections of one game.

    Args:
        seats: those of this device.
        host_seats: those of the host, which passes on what guests send.
        events: is told what happens.
    """

    def __init__(
        self,
        seats: tuple[Seat, ...],
        host_seats: tuple[Seat, ...],
        events: RoomEvents | None = None,
    ) -> None:
        self.events = events or RoomEvents()
        self._seats = seats
        self._host_seats = host_seats
        self._is_host = seats == host_seats
        self._peers: list[Peer] = []
        self._where: dict[Seat, Presence] = {}  # as the host has said
        self.tolerance = 1 if self._is_host else 2  # of what is sent: hosts pass much on

    # --- Connections -----------------------------------------------------------------------------

    def peer(self, is_spare: bool = False, through: Peer | None = None) -> Peer:
        """A new connection, to be opened; perhaps a spare that was exchanged through another."""
        peer = Peer(self)
        peer.is_spare, peer.spare_of = is_spare, through
        self._peers.append(peer)
        return peer

    @property
    def peers(self) -> tuple[Peer, ...]:
        """The connections of this game."""
        return tuple(self._peers)

    def has(self, peer: Peer) -> bool:
        """Whether a connection belongs to this game, and is not dropped."""
        return peer in self._peers

    def seat(self, peer: Peer, seats: tuple[Seat, ...]) -> None:
        """The seats at the other end are known now; an older connection to them ends.

        An older one that still answers stays: then the new one is closed, unless it is a spare.
        """
        if not seats or peer.seats or peer not in self._peers or set(seats) & set(self._seats):
            return
        others = [other for other in self._peers if set(other.seats) & set(seats)]
        if any(one.signal is Signal.OPEN and not peer.outlives(one) for one in others):
            self.drop(peer)
            return
        for other in others:
            self.drop(other)
        peer.seats, peer.is_proved, peer.spare_of = seats, True, None
        self.events.moved()

    def drop(self, peer: Peer) -> None:
        if peer in self._peers:
            self._peers.remove(peer)
        if peer.connection:
            peer.connection.close()

    def allows(self, peer: Peer, sort: Sort, seat: Seat | None = None) -> bool:
        """Count what has come; if it is too much, the connection is closed.

        Returns:
            Whether it may go on.
        """
        allowed = peer.allowance.takes(sort, seat)
        if not allowed:
            self.overrun(peer)
        return allowed

    def overrun(self, peer: Peer) -> None:
        """Close a connection through which too much has come; nothing else changes."""
        if peer in self._peers:
            seats = peer.seats
            self.drop(peer)
            self.events.moved()
            self.events.flooded(seats)

    async def await_proof(self, peer: Peer) -> None:
        """Close a connection unless its other end soon proves which device it is.

        Seconds while this device sleeps do not count.
        """
        for _second in range(PROOF_SECONDS):
            await asyncio.sleep(1)
            if peer.is_proved or not peer.room.has(peer):
                return
        peer.room.drop(peer)
        peer.room.events.moved()
        peer.room.events.unproved()

    def adopt_peers(self, other: Room) -> None:
        """Take over the connections of an earlier game of the same people."""
        for peer in tuple(other._peers):
            if peer.is_spare and not peer.was_open:
                other.drop(peer)  # it was offered in the other game
                continue
            other._peers.remove(peer)
            peer.room, peer.seats, peer.has_proof, peer.sent = self, (), False, ""
            peer.has_joined = False
            self._peers.append(peer)
        other.events.moved()

    def close(self) -> None:
        for peer in tuple(self._peers):
            self.drop(peer)

    @property
    def is_open(self) -> bool:
        return any(peer.signal in (Signal.OPEN, Signal.SHAKY) for peer in self._peers)

    def live(self) -> dict[Seat, Presence]:
        """The presence of the players that a connection reaches."""
        live_seats = {
            seat: Presence.LIVE if peer.signal is Signal.OPEN else Presence.AWAY
            for peer in self._peers
            for seat in peer.seats
            if peer.signal in (Signal.OPEN, Signal.SHAKY)
        }
        if not any(peer.signal in (Signal.OPEN, Signal.SHAKY) for peer in self._hosts()):
            return live_seats
        return self._where | live_seats

    def _hosts(self) -> list[Peer]:
        """As a guest: the connections to the host."""
        if self._is_host:
            return []
        return [peer for peer in self._peers if peer.seats == self._host_seats]

    def addressed(self) -> list[Peer]:
        """The peers that are sent the news. A guest leaves to the host the ones it reaches."""
        hosts = [peer for peer in self._hosts() if peer.signal is Signal.OPEN]
        passed_on = {seat for seat, where in self._where.items() if where is Presence.LIVE}
        return [
            peer
            for peer in self._peers
            if not hosts or peer in hosts or not passed_on.issuperset(peer.seats)
        ]

    # --- Sending ---------------------------------------------------------------------------------

    def tell_where(self, where: dict[Seat, Presence]) -> None:
        """As the host: tell everyone where everybody is."""
        if self._is_host:
            places = {str(seat): forms.seen_by_guests(place) for seat, place in where.items()}
            self.send("where", places)

    def send(self, kind: str, content: object, to: Iterable[Peer] | None = None) -> None:
        """Send one thing to some of those who are connected, or to all of them."""
        text = json.dumps({kind: content})
        for peer in self.addressed() if to is None else to:
            if peer.connection and peer.signal is Signal.OPEN:
                peer.connection.send(text)

    def tell(self, kind: str, seat: Seat, text: str) -> None:
        """Send something about a spare to the device of a seat, by the host if need be."""
        peers = [peer for peer in self._peers if seat in peer.seats and peer.signal is Signal.OPEN]
        self.send(kind, [seat, self._seats[0], text], peers or self._hosts())

    # --- Hearing ---------------------------------------------------------------------------------

    def changed(self, peer: Peer, signal: Signal) -> None:
        """A connection has another state."""
        if peer not in self._peers:
            return
        if signal is Signal.CLOSED and not peer.was_open:
            if peer.is_spare:
                self._peers.remove(peer)
                return
            self.events.unreachable()
        if signal is Signal.OPEN:
            peer.was_open = True
            self.events.opened(peer)
        self.events.moved()

    def understand(self, peer: Peer, kind: str, content: object) -> bool:
        """Something has come that does not change the game; returns whether it has a known form.

        Whoever has not proved which device it is says nothing.
        """
        if kind == "where" and isinstance(content, dict):
            if peer in self._hosts() and self.allows(peer, "where"):
                self._where = dict(forms.places(content.items()))
                self.events.moved()
        elif kind == "again" and type(content) is int:
            if content in peer.seats and self.allows(peer, "told"):
                self.events.asked_again(content)
        elif kind == "left" and isinstance(content, int) and forms.fits(kind, content):
            self._from_seat(peer, kind, content, None)
        elif isinstance(content, list) and len(content) == 2 and forms.fits(kind, *content):
            self._from_seat(peer, kind, *content)
        elif isinstance(content, list) and len(content) == 3 and forms.is_spare(kind, *content):
            self._about_spare(peer, kind, *content)
        else:
            return False
        return True

    def _from_seat(self, peer: Peer, kind: str, seat: Seat, content: str | int | None) -> None:
        """Something that is told in the name of a seat; a host passes it on."""
        if not self._speaks(peer, seat) or not self.allows(peer, forms.SORTS[kind], seat):
            return
        if content is None:
            self.events.departed(seat)
        elif isinstance(content, str):
            self.events.shown(seat, content)
        else:
            self.events.said(seat, content)
        if self._is_host:
            content_of = seat if content is None else [seat, content]
            self.send(kind, content_of, [one for one in self._peers if one is not peer])

    def _speaks(self, peer: Peer, seat: Seat) -> bool:
        """Whether a device may say something in the name of a seat, its own or as the host."""
        return seat not in self._seats and (seat in peer.seats or peer in self._hosts())

    def _about_spare(self, peer: Peer, kind: str, to: Seat, seat: Seat, text: str) -> None:
        """The device of a seat has said something about a spare to another one."""
        if not self._speaks(peer, seat) or not self.allows(peer, "spare", seat):
            return
        if to not in self._seats:
            if self._is_host:
                self.send(kind, [to, seat, text], [one for one in self._peers if to in one.seats])
        elif kind == "spare":
            self.events.spare_offered(seat, text)
        else:
            self.events.spare_answered(seat, text)
