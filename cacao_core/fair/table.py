"""Who takes part: the invitation, the joins, and the roster made of them (docs/fair.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cacao_core.deal import is_whole
from cacao_core.errors import BadLink, CacaoError, describe
from cacao_core.fair.hashes import Secrets, beacon, digest, is_same, link_before, stored
from cacao_core.names import CONTROLS, check_name
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import Seat

LONGEST_OPTIONS: Final = 200
"""Bytes of the options of a game, as UTF-8."""
TOKEN: Final = 6
"""Bytes by which messages name their game."""


@dataclass(frozen=True)
class Party:
    """A device at the table, as all others see it.

    Attributes:
        seats: its seats, ascending.
        names: their names, in the same order.
        salt: of its hashes, 16 bytes.
        first: link 0 of its chain; in an invitation the commitment to it, "link -1".
        commitment: to its private value.
    """

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    salt: bytes
    first: bytes
    commitment: bytes

    @classmethod
    def of(cls, secrets: Secrets, seats: tuple[Seat, ...], names: tuple[str, ...]) -> Party:
        """The party of a device that shows its link 0."""
        return cls(seats, names, secrets.salt, secrets.links[0], secrets.commitment)

    def to_bytes(self) -> bytes:
        """All of it, for hashes."""
        named = [digest("name", seat, name.encode()) for seat, name in self._named()]
        return digest("party", self.salt, self.first, self.commitment, *named)

    def is_device_of(self, other: Party) -> bool:
        """Whether another party is of the same device, by its salt."""
        return is_same(self.salt, other.salt)

    def _named(self) -> tuple[tuple[Seat, str], ...]:
        return tuple(zip(self.seats, self.names, strict=True))


@dataclass(frozen=True)
class Invitation:
    """What the host fixes; nothing in it changes afterwards.

    Attributes:
        names: for all seats; whoever joins may give others.
        options: free text of the host, for the page.
        host: the host's party; its ``first`` is the commitment to its chain.
        rules: of the game.
    """

    names: tuple[str, ...]
    options: str
    host: Party
    rules: Rules = BASE

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.names)

    @cached_property
    def game(self) -> bytes:
        """G: the hash of the invitation, 16 bytes."""
        names = [name.encode() for name in self.names]
        if self.rules != BASE:  # so that the rulebook's game has the same hash as ever
            names.append(self.rules.text.encode())
        options = self.options.encode()
        return stored("game", self.players, self.host.to_bytes(), options, *names)

    @property
    def token(self) -> bytes:
        """Messages name their game by it."""
        return self.game[:TOKEN]


@dataclass(frozen=True)
class Roster:
    """All parties, in the order of their lowest seats.

    Raises:
        BadLink: the seats are not each taken once, or there is a single device.
    """

    invitation: Invitation
    parties: tuple[Party, ...]

    def __post_init__(self) -> None:
        seats = [seat for party in self.parties for seat in party.seats]
        if sorted(seats) != list(range(self.invitation.players)) or len(self.parties) < 2:
            raise BadLink(f"the list of players has the seats {seats}; expected each once")
        if list(self.parties) != sorted(self.parties, key=lambda party: party.seats):
            raise BadLink("the list of players is not in the order of the seats")
        if len({party.salt for party in self.parties}) != len(self.parties):
            raise BadLink("the list of players has one device twice")

    @cached_property
    def hash(self) -> bytes:
        """R: 32 bytes, the beginning of every history."""
        return digest("roster", self.invitation.game, *(p.to_bytes() for p in self.parties))

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """For each seat the number of its device."""
        owner = {s: number for number, party in enumerate(self.parties) for s in party.seats}
        return tuple(owner[seat] for seat in range(self.invitation.players))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each seat's name."""
        named = {s: n for party in self.parties for s, n in party._named()}
        return tuple(named[seat] for seat in range(self.invitation.players))

    @property
    def host(self) -> int:
        """Number of the host's device."""
        return self.owners[self.invitation.host.seats[0]]

    def first_beacon(self) -> bytes:
        """V0, from which the hands and the display at the start follow."""
        return beacon(self.invitation.game, 0, *(party.first for party in self.parties))

    def fits_host(self) -> bool:
        """Whether the host is as in its invitation, with the link that it committed to."""
        told, now = self.invitation.host, self.parties[self.host]
        root = link_before(now.salt, 0, now.first)
        expected = (told.seats, told.names, told.salt, told.commitment, told.first)
        return expected == (now.seats, now.names, now.salt, now.commitment, root)

    def number_of(self, party: Party) -> int | None:
        """The number of a party's device, if it is in here at all (perhaps changed)."""
        for number, other in enumerate(self.parties):
            if other.is_device_of(party):
                return number
        return None


def checked_seats(seats: object, players: int) -> tuple[Seat, ...]:
    """Seats of a device, ascending.

    Raises:
        CacaoError: they are not 1 to ``players`` - 1 different seats.
    """
    if not isinstance(seats, tuple | list | range | set | frozenset) or len(seats) >= players:
        raise CacaoError(
            f"seats {describe(seats)}: expected one or more, and one left for another device"
        )
    for seat in seats:
        if not is_whole(seat) or not 0 <= seat < players:
            raise CacaoError(f"seat {describe(seat)}: expected 0 to {players - 1}")
    if not seats or len(set(seats)) != len(seats):
        raise CacaoError("seats: expected one or more different ones")
    return tuple(sorted(seats))


def checked_names(names: object, count: int) -> tuple[str, ...]:
    """Names of seats.

    Raises:
        CacaoError: they are not ``count`` valid names.
    """
    if not isinstance(names, tuple | list) or len(names) != count:
        raise CacaoError(f"names {describe(names)}: expected {count}")
    for name in names:
        check_name(name, "name")
        _utf8(name, "name")
    return tuple(map(str, names))


def checked_options(options: object) -> str:
    """Options of a game.

    Raises:
        CacaoError: they are not short printable text.
    """
    if not isinstance(options, str) or len(_utf8(options, "options")) > LONGEST_OPTIONS:
        raise CacaoError(f"options: expected text of up to {LONGEST_OPTIONS} bytes")
    if not CONTROLS.isdisjoint(options):
        raise CacaoError(f"options: {describe(options)} has control characters")
    return str(options)


def checked_secret(secret: object) -> bytes:
    """The bytes from which a device's secrets follow.

    Raises:
        CacaoError: they are not bytes, or too many.
    """
    if not isinstance(secret, bytes | bytearray) or not 0 < len(secret) <= 1024:
        raise CacaoError(f"secret {describe(secret)}: expected bytes, 16 random ones or more")
    return bytes(secret)


def _utf8(text: str, where: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise CacaoError(f"{where}: {describe(text)} is not Unicode text") from None
