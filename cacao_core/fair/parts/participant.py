"""The participants of a game with fair dealing, as one device knows them (docs/fair.md)."""

from __future__ import annotations

from cacao_core.fair.hashes import digest
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.memory import DeviceState
from cacao_core.fair.table import Party
from cacao_core.names import readable
from cacao_core.rules import Rules
from cacao_core.tiles import Seat

_FINGERPRINT = 10


class Participant:
    """The knowledge of a :class:`~cacao_core.fair.Device` about all devices of its game."""

    def __init__(self, memory: DeviceState) -> None:
        self._memory = memory

    @property
    def _lobby(self) -> Lobby:
        return self._memory.lobby

    @property
    def _ledger(self) -> Ledger | None:
        return self._memory.ledger

    @property
    def token(self) -> str:
        """The token of the game: the same for all its messages and devices, see :func:`look`."""
        return self._lobby.invitation.token.hex()

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._lobby.invitation.players

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._lobby.invitation.rules

    @property
    def huts(self) -> tuple[str, ...]:
        """The sides of the hut tiles, if the host has chosen them; else empty."""
        return self._lobby.invitation.huts

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this device."""
        return self._lobby.party.seats

    @property
    def host_seats(self) -> tuple[Seat, ...]:
        """The seats of the host."""
        return self._lobby.invitation.host.seats

    @property
    def is_host(self) -> bool:
        """Whether this device made the invitation, or has come in the place of the one that did."""
        ledger = self._ledger
        return self._lobby.is_host if ledger is None else ledger.own == ledger.roster.host

    @property
    def names(self) -> tuple[str, ...]:
        """Each seat's name, as far as it is known who takes it."""
        names = list(self._lobby.invitation.names)
        for party in self._parties:
            for seat, name in zip(party.seats, party.names, strict=True):
                names[seat] = name
        return tuple(readable(name, seat) for seat, name in enumerate(names))

    @property
    def options(self) -> str:
        """The options of the invitation."""
        return self._lobby.invitation.options

    @property
    def devices(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each device that is known to take part, by lowest seat."""
        return tuple(party.seats for party in self._parties)

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken yet, as far as this device knows."""
        return () if self._ledger else self._lobby.free

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken and the list of players is here."""
        return self._ledger is not None

    @property
    def has_started(self) -> bool:
        """Whether all have joined, and the first tiles are drawn."""
        return self._ledger is not None and self._ledger.course.has_begun

    @property
    def fingerprint(self) -> str:
        """Ten characters, equal on all devices if all have the same list of players; else empty.

        With three or more devices, people may compare them. They exist once the first tiles are
        drawn: a host between its guests cannot try lists out until they are the same.
        """
        if self._ledger is None or not self.has_started:
            return ""
        beacon = self._ledger.course.beacons[0]
        return digest("compare", self._ledger.roster.hash, beacon).hex()[:_FINGERPRINT]

    @property
    def _parties(self) -> tuple[Party, ...]:
        return self._ledger.parties if self._ledger else self._lobby.parties

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The public keys of :attr:`devices`, 32 bytes each."""
        return tuple(party.key for party in self._parties)

    def seats_of(self, key: bytes) -> tuple[Seat, ...]:
        """The seats of the device with a public key; empty if it is none that is known."""
        return next((party.seats for party in self._parties if party.key == key), ())

    # --- Connections ---------------------------------------------------------------------------

    def prove(self, role: str, own: bytes, other: bytes) -> str:
        """A text by which the other end of a connection knows this device.

        Args:
            role: of this device in making the connection, such as ``offer``.
            own: what identifies this end, such as the hash of its certificate.
            other: the same of the other end.
        """
        return self._lobby.prove(role, own, other).hex()

    def proved_by(self, proof: str, role: str, own: bytes, other: bytes) -> tuple[Seat, ...]:
        """The seats of the device at the other end; empty if it is none of this game.

        Args:
            proof: what :meth:`prove` has given there.
            role: of the other device.
            own: what identifies the other end.
            other: what identifies this end.
        """
        return self._lobby.prover(self._parties, proof, role, own, other)
