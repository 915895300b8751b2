"""The participants of a game: invitation, joins, and the roster made of them (docs/fair.md)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from cacao_core.deal import Deal, is_whole
from cacao_core.errors import BadLink, CacaoError, describe
from cacao_core.fair.hashes import LINKS, MORE_LINKS, Secrets, digest
from cacao_core.fair.signatures import KEY, is_key, is_signed
from cacao_core.names import CONTROLS, check_name
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import Seat

LONGEST_OPTIONS: Final = 200
"""Bytes of the options of a game, as UTF-8."""
TOKEN: Final = 6
"""Bytes by which messages name their game."""
_SECRET: Final = 32


@dataclass(frozen=True)
class Party:
    """A device at the table, as all others see it."""

    seats: tuple[Seat, ...]
    """Its seats, ascending."""
    names: tuple[str, ...]
    """Their names, in the same order."""
    key: bytes
    """Its public key."""
    root: bytes
    """The commitment to its chain, "link -1"."""
    commitment: bytes
    """To its private value."""
    signature: bytes = field(default=b"", compare=False)
    """Of its invitation or join. The list of players has none: the host has signed it."""

    @classmethod
    def of(cls, secrets: Secrets, seats: tuple[Seat, ...], names: tuple[str, ...]) -> Party:
        """The party of a device, not signed yet."""
        return cls(seats, names, secrets.key, secrets.root, secrets.commitment)

    def joined(self, secrets: Secrets, game: bytes) -> Party:
        """The same party as a signed join of a game."""
        return replace(self, signature=secrets.sign("join", game, self.to_bytes()))

    def to_bytes(self) -> bytes:
        """A hash of all but the signature, 32 bytes."""
        named = [digest("name", seat, name.encode()) for seat, name in self._named()]
        return digest("party", self.key, self.root, self.commitment, *named)

    def is_device_of(self, other: Party) -> bool:
        """Whether another party is of the same device."""
        return self.key == other.key

    def check_join(self, game: bytes) -> None:
        """Check the key and the signature of a join.

        Raises:
            BadLink: they are not valid.
        """
        self._check(digest("join", game, self.to_bytes()))

    def check_invitation(self, game: bytes) -> None:
        """The same for the host's party in an invitation."""
        self._check(digest("invitation", game))

    def _check(self, signed: bytes) -> None:
        if not is_key(self.key):
            raise BadLink("message: a device in it has a key that must not be used")
        if not is_signed(self.key, signed, self.signature):
            raise BadLink("message: it is forged; the signature of a device in it is not valid")

    def _named(self) -> tuple[tuple[Seat, str], ...]:
        return tuple(zip(self.seats, self.names, strict=True))


@dataclass(frozen=True)
class Invitation:
    """The choices that the host fixes; nothing in them changes afterwards."""

    names: tuple[str, ...]
    """For all seats; whoever joins may give others."""
    options: str
    """Free text of the host, for the page."""
    host: Party
    """Its signature is that of the invitation."""
    rules: Rules = BASE
    huts: tuple[str, ...] = ()
    """The sides of the hut tiles that lie up, if the host has chosen them."""

    def signed(self, secrets: Secrets) -> Invitation:
        """The same invitation, signed by the host."""
        signature = secrets.sign("invitation", self.game)
        return replace(self, host=replace(self.host, signature=signature))

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.names)

    @cached_property
    def game(self) -> bytes:
        """G: the hash of the invitation, 32 bytes."""
        names = [name.encode() for name in self.names]
        chosen = f"; huts: {' '.join(self.huts)}" if self.huts else ""
        rules, options = f"{self.rules.text}{chosen}".encode(), self.options.encode()
        return digest("game", rules, self.players, self.host.to_bytes(), options, *names)

    @property
    def links(self) -> int:
        """Number of links of each device's chain."""
        return links_of(self.rules)

    @property
    def token(self) -> bytes:
        """Messages name their game by it."""
        return self.game[:TOKEN]


@dataclass(frozen=True)
class Roster:
    """All parties, in the order of their lowest seats, as the host has signed them.

    Raises:
        BadLink: the seats are not each taken once, there is a single device, or two have one key.
    """

    invitation: Invitation
    parties: tuple[Party, ...]
    signature: bytes = field(default=b"", compare=False)

    def __post_init__(self) -> None:
        seats = [seat for party in self.parties for seat in party.seats]
        if sorted(seats) != list(range(self.invitation.players)) or len(self.parties) < 2:
            raise BadLink(f"the list of players has the seats {seats}; expected each once")
        if not all(party.seats for party in self.parties):
            raise BadLink("the list of players has a device without a seat")
        if list(self.parties) != sorted(self.parties, key=lambda party: party.seats):
            raise BadLink("the list of players is not in the order of the seats")
        if len({party.key for party in self.parties}) != len(self.parties):
            raise BadLink("the list of players has one device twice")

    def signed(self, secrets: Secrets) -> Roster:
        """The same list, signed by the host."""
        signature = secrets.sign("roster", self.invitation.game, self.hash)
        return replace(self, signature=signature)

    @property
    def is_signed(self) -> bool:
        """Whether the host of the invitation has signed it."""
        signed = digest("roster", self.invitation.game, self.hash)
        return is_signed(self.invitation.host.key, signed, self.signature)

    @cached_property
    def hash(self) -> bytes:
        """R: 32 bytes, the beginning of every history."""
        return digest("list", self.invitation.game, *(p.to_bytes() for p in self.parties))

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

    def number_of(self, party: Party) -> int | None:
        """The number of a party's device, if it is in here at all (perhaps changed)."""
        for number, other in enumerate(self.parties):
            if other.is_device_of(party):
                return number
        return None


def links_of(rules: Rules) -> int:
    """Number of links of the chain of a device in a game with some rules."""
    return MORE_LINKS if rules.modules else LINKS


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


def checked_huts(huts: Sequence[str] | None, players: int, rules: Rules) -> tuple[str, ...]:
    """The sides of the hut tiles that the host has chosen; empty if it has not.

    Raises:
        BadDeal: there are no such huts.
    """
    return () if huts is None else Deal.unknown(players, rules, huts).huts


def fresh_secret(secret: object) -> bytes:
    """The bytes from which a device's secrets follow; random ones, if None.

    Raises:
        CacaoError: they are not bytes, or too many.
    """
    if secret is None:
        return secrets.token_bytes(_SECRET)
    if not isinstance(secret, bytes | bytearray) or not 0 < len(secret) <= 1024:
        raise CacaoError(f"secret {describe(secret)}: expected bytes, 16 random ones or more")
    return bytes(secret)


def checked_key(key: object) -> bytes:
    """A public key.

    Raises:
        CacaoError: it does not have 32 bytes.
    """
    if not isinstance(key, bytes) or len(key) != KEY:
        raise CacaoError(f"key {describe(key)}: expected {KEY} bytes")
    return key


def _utf8(text: str, where: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise CacaoError(f"{where}: {describe(text)} is not Unicode text") from None
