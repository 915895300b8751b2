"""The live connections of one game: the host has one to each guest, each guest one to the host.

Messages are JSON objects with one entry:

=========  ====================================================================
entry      what it says
=========  ====================================================================
``fair``   a message of fair dealing (docs/fair.md)
``proves`` the signature that shows which device is at the other end
``where``  from the host: where each player is
``shows``  a seat, and the placement that it tries, or an empty text
``says``   a seat, and the number of a remark
``again``  from a guest: a seat whose player would like a rematch
``left``   a seat whose device has deleted the game
=========  ====================================================================

Only ``fair`` changes the game, and the device checks it. All the rest is for show, and counts only
from seats whose device has proved that it is at the other end (docs/fair.md, "Connections").
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from cacao_core.tiles import MAX_PLAYERS, Seat
from cacao_web.browser.json_text import read_json
from cacao_web.browser.live import Connection, Signal
from cacao_web.features.together import remarks
from cacao_web.game.presence import Presence

_LONGEST: Final = 20_000
_LONGEST_MOVE: Final = 20


class Peer:
    """One device at the other end of a connection; implements ``browser.live.Listener``."""

    def __init__(self, room: Room) -> None:
        self.connection: Connection | None = None  # set as soon as it is made
        self.seats: tuple[Seat, ...] = ()  # its seats, as far as known; once they are, they stay
        self.was_open = False  # whether it has ever been open
        self.has_proof = False  # whether the other end was sent this device's signature
        self.room = room  # what it belongs to

    @property
    def signal(self) -> Signal:
        return self.connection.signal if self.connection else Signal.OPENING

    def heard(self, text: str) -> None:
        """A text has arrived; anything unintelligible is ignored."""
        if not self.room.has(self) or len(text) > _LONGEST:
            return
        try:
            data = read_json(text)
        except ValueError:
            return
        if not isinstance(data, dict) or len(data) != 1:
            return
        for kind, content in data.items():
            if kind == "fair" and isinstance(content, str):
                self.room.fair(self, content)
            elif kind == "proves" and isinstance(content, str):
                self.room.proved(self, content)
            else:
                self.room.understand(self, kind, content)

    def changed(self, signal: Signal) -> None:
        self.room.changed(self, signal)


class Room:
    """All connections of one game. What comes through them is told by methods that do nothing here.

    Args:
        seats: those of this device.
        is_host: whether it passes on what guests send.
    """

    def __init__(self, seats: tuple[Seat, ...], is_host: bool) -> None:
        self._seats = seats
        self._is_host = is_host
        self._peers: list[Peer] = []
        self._where: dict[Seat, Presence] = {}  # as the host has said

    # --- What comes ------------------------------------------------------------------------------

    def opened(self, peer: Peer) -> None:
        """A connection is open, or open again."""

    def moved(self) -> None:
        """Somebody has come or gone."""

    def unreachable(self) -> None:
        """A connection has never opened."""

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

    # --- Connections -----------------------------------------------------------------------------

    def peer(self) -> Peer:
        """A new connection, to be opened."""
        peer = Peer(self)
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

        An older one that still answers stays: then the new one is closed.
        """
        if not seats or peer.seats or peer not in self._peers or set(seats) & set(self._seats):
            return
        others = [other for other in self._peers if set(other.seats) & set(seats)]
        if any(other.signal is Signal.OPEN for other in others):
            self.drop(peer)
            return
        for other in others:
            self.drop(other)
        peer.seats = seats
        self.moved()

    def drop(self, peer: Peer) -> None:
        """Forget a connection."""
        if peer in self._peers:
            self._peers.remove(peer)
        if peer.connection:
            peer.connection.close()

    def adopt_peers(self, other: Room) -> None:
        """Take over the connections of an earlier game of the same people."""
        for peer in tuple(other._peers):
            other._peers.remove(peer)
            peer.room, peer.seats, peer.has_proof = self, (), False
            self._peers.append(peer)
        other.moved()

    def close(self) -> None:
        for peer in tuple(self._peers):
            self.drop(peer)

    @property
    def is_open(self) -> bool:
        """Whether anybody is connected."""
        return any(peer.signal in (Signal.OPEN, Signal.SHAKY) for peer in self._peers)

    def live(self) -> dict[Seat, Presence]:
        """Where the players are that a connection reaches."""
        found = {
            seat: Presence.LIVE if peer.signal is Signal.OPEN else Presence.AWAY
            for peer in self._peers
            for seat in peer.seats
            if peer.signal in (Signal.OPEN, Signal.SHAKY)
        }
        if self._is_host or not self.is_open:
            return found
        return {seat: found.get(seat, where) for seat, where in (self._where | found).items()}

    # --- Sending ---------------------------------------------------------------------------------

    def tell_where(self, where: dict[Seat, Presence]) -> None:
        """As the host: tell everyone where everybody is."""
        if self._is_host:
            told = {str(seat): _seen_by_guests(place) for seat, place in where.items()}
            self.send("where", told)

    def send(self, kind: str, content: object, to: Iterable[Peer] | None = None) -> None:
        """Send one thing to some of those who are connected, or to all of them."""
        text = json.dumps({kind: content})
        for peer in self._peers if to is None else to:
            if peer.connection and peer.signal is Signal.OPEN:
                peer.connection.send(text)

    # --- Hearing ---------------------------------------------------------------------------------

    def changed(self, peer: Peer, signal: Signal) -> None:
        """A connection has another state."""
        if peer not in self._peers:
            return
        if signal is Signal.CLOSED and not peer.was_open:
            self.unreachable()
        if signal is Signal.OPEN:
            peer.was_open = True
            self.opened(peer)
        self.moved()

    def understand(self, peer: Peer, kind: str, content: object) -> None:
        """Something has come that does not change the game; what does not fit is ignored."""
        if kind == "where" and isinstance(content, dict) and not self._is_host:
            self._where = dict(_places(content.items()))
            self.moved()
        elif kind == "again" and isinstance(content, int) and _is_one_of(content, peer.seats):
            self.asked_again(content)
        elif kind == "left":
            self._from_seat(peer, kind, content, None)
        elif kind in ("shows", "says") and isinstance(content, list) and len(content) == 2:
            self._from_seat(peer, kind, *content)

    def _from_seat(self, peer: Peer, kind: str, seat: object, content: object) -> None:
        others = tuple(other for other in range(MAX_PLAYERS) if other not in self._seats)
        if not isinstance(seat, int) or not _is_one_of(seat, others):
            return
        if self._is_host and seat not in peer.seats:
            return
        if kind == "shows" and isinstance(content, str) and len(content) <= _LONGEST_MOVE:
            self.shown(seat, content)
        elif kind == "says" and isinstance(content, int) and 0 <= content < remarks.NUMBER:
            self.said(seat, content)
        elif kind == "left":
            self.departed(seat)
        else:
            return
        if self._is_host:
            told = seat if content is None else [seat, content]
            self.send(kind, told, [one for one in self._peers if one is not peer])


def _is_one_of(value: int, seats: tuple[Seat, ...]) -> bool:
    return type(value) is int and value in seats  # True is not a seat


def _seen_by_guests(where: Presence) -> str:
    """The host's own seats are at another device for its guests."""
    return Presence.LIVE if where is Presence.HERE else where


def _places(items: Iterable[tuple[object, object]]) -> Iterable[tuple[Seat, Presence]]:
    """The readable part of what the host has said."""
    known = {place.value: place for place in Presence if place is not Presence.HERE}
    seats = {str(seat): seat for seat in range(MAX_PLAYERS)}
    for seat, where in items:
        if isinstance(seat, str) and isinstance(where, str) and seat in seats and where in known:
            yield seats[seat], known[where]
