"""The live connections of one game: the host has one to each guest, each guest one to the host.

Messages are JSON objects with one entry:

=========  ====================================================================
entry      what it says
=========  ====================================================================
``fair``   a message of fair dealing (docs/fair.md)
``where``  from the host: where each player is
``shows``  a seat, and the placement that it tries, or an empty text
``says``   a seat, and the number of a remark
``again``  from a guest: a seat whose player would like a rematch
=========  ====================================================================

Only ``fair`` changes the game, and the device checks it. All the rest is for show. Which seats are
at the other end is not taken from what the other end says: it follows from the message that came
with the connection's offer or answer, or from the first one that came through it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from cacao_core.tiles import MAX_PLAYERS, Seat
from cacao_web.browser.json_text import read_json
from cacao_web.browser.live import Connection, Ears, Signal
from cacao_web.features.together import remarks
from cacao_web.game.presence import Presence

_LONGEST: Final = 20_000
_LONGEST_MOVE: Final = 20


class Heard(NamedTuple):
    """Callbacks of a room."""

    opened: Callable[[Peer], None]  # a connection is open, or open again
    fair: Callable[[str], None]  # called with a message of fair dealing
    shows: Callable[[Seat, str], None]
    """Called with a seat, and the notation that it tries; empty for nothing."""
    says: Callable[[Seat, int], None]  # called with a seat and the number of a remark
    again: Callable[[Seat], None]  # called with a seat whose player would like a rematch
    changed: Callable[[], None]  # somebody has come or gone
    failed: Callable[[], None]  # a connection that was answered has never opened
    sender: Callable[[str], tuple[Seat, ...]] = lambda _message: ()
    """The seats of the device that has made a message, as the game knows them."""


class Peer:
    """One device at the other end of a connection."""

    def __init__(self, room: Room) -> None:
        self.connection: Connection | None = None  # set as soon as it is made
        self.seats: tuple[Seat, ...] = ()  # its seats, as far as known; once they are, they stay
        self.was_open = False  # whether it has ever been open
        self.room = room  # what it belongs to
        self.ears = Ears(self._message, self._changed)

    @property
    def signal(self) -> Signal:
        return self.connection.signal if self.connection else Signal.OPENING

    def send(self, kind: str, content: object) -> None:
        if self.connection:
            self.connection.send(json.dumps({kind: content}))

    def _message(self, text: str) -> None:
        self.room.heard(self, text)

    def _changed(self, signal: Signal) -> None:
        self.room.changed(self, signal)


class Room:
    """All connections of one game.

    Args:
        seats: those of this device.
        is_host: whether it passes on what guests send.
        calls: callbacks.
    """

    def __init__(self, seats: tuple[Seat, ...], is_host: bool, calls: Heard) -> None:
        self._seats = seats
        self._is_host = is_host
        self._calls = calls
        self._peers: list[Peer] = []
        self._where: dict[Seat, Presence] = {}  # as the host has said

    def peer(self) -> Peer:
        """A new connection, to be opened."""
        peer = Peer(self)
        self._peers.append(peer)
        return peer

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
        self._calls.changed()

    def drop(self, peer: Peer) -> None:
        """Forget a connection."""
        if peer in self._peers:
            self._peers.remove(peer)
        if peer.connection:
            peer.connection.close()

    def adopt(self, other: Room) -> None:
        """Take over the connections of an earlier game of the same people."""
        for peer in tuple(other._peers):
            other._peers.remove(peer)
            peer.room, peer.seats = self, ()
            self._peers.append(peer)
        other._calls.changed()

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

    def send(self, message: str, but: Peer | None = None) -> None:
        """Send a message of fair dealing to all."""
        self._send("fair", message, but)

    def show(self, seat: Seat, notation: str) -> None:
        """Show what is about to be placed; an empty text for nothing."""
        self._send("shows", [seat, notation])

    def say(self, seat: Seat, remark: int) -> None:
        self._send("says", [seat, remark])

    def ask_again(self, seat: Seat) -> None:
        """As a guest: ask for a rematch."""
        self._send("again", seat)

    def tell_where(self, where: dict[Seat, Presence]) -> None:
        """As the host: tell everyone where everybody is."""
        if self._is_host:
            told = {str(seat): _seen_by_guests(place) for seat, place in where.items()}
            self._send("where", told)

    def _send(self, kind: str, content: object, but: Peer | None = None) -> None:
        for peer in self._peers:
            if peer is not but and peer.signal is Signal.OPEN:
                peer.send(kind, content)

    # --- Hearing ---------------------------------------------------------------------------------

    def changed(self, peer: Peer, signal: Signal) -> None:
        """A connection has another state."""
        if peer not in self._peers:
            return
        if signal is Signal.CLOSED and not peer.was_open:
            self._calls.failed()
        if signal is Signal.OPEN:
            peer.was_open = True
            self._calls.opened(peer)
        self._calls.changed()

    def heard(self, peer: Peer, text: str) -> None:
        """A text has arrived; anything unintelligible is ignored."""
        if peer not in self._peers or len(text) > _LONGEST:
            return
        try:
            data = read_json(text)
        except ValueError:
            return
        if isinstance(data, dict) and len(data) == 1:
            for kind, content in data.items():
                self._understand(peer, kind, content)

    def _understand(self, peer: Peer, kind: str, content: object) -> None:
        if kind == "fair" and isinstance(content, str):
            self._calls.fair(content)
            if not peer.seats:
                self.seat(peer, self._calls.sender(content))
        elif kind == "where" and isinstance(content, dict) and not self._is_host:
            self._where = dict(_places(content.items()))
            self._calls.changed()
        elif kind == "again" and isinstance(content, int) and _is_one_of(content, peer.seats):
            self._calls.again(content)
        elif kind in ("shows", "says") and isinstance(content, list) and len(content) == 2:
            self._shown(peer, kind, *content)

    def _shown(self, peer: Peer, kind: str, seat: object, content: object) -> None:
        others = tuple(other for other in range(MAX_PLAYERS) if other not in self._seats)
        if not isinstance(seat, int) or not _is_one_of(seat, others):
            return
        if self._is_host and seat not in peer.seats:
            return
        if kind == "shows" and isinstance(content, str) and len(content) <= _LONGEST_MOVE:
            self._calls.shows(seat, content)
        elif kind == "says" and isinstance(content, int) and 0 <= content < remarks.NUMBER:
            self._calls.says(seat, content)
        else:
            return
        if self._is_host:
            self._send(kind, [seat, content], but=peer)


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
