"""The parcels that a device leaves at a relay, and their way back (docs/relay.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, Self

from cacao_core.errors import BadLink, CacaoError, describe
from cacao_core.fair.errors import Cheating, TooLate
from cacao_core.fair.hashes import Secrets, stored
from cacao_core.fair.lobby import Lobby
from cacao_core.fair.memory import DeviceState
from cacao_core.fair.messages import letters, relay
from cacao_core.fair.messages.gathering import signed_only
from cacao_core.fair.messages.letters import Gathering, News
from cacao_core.fair.messages.relay import Parcel, Pen, RelayKeys
from cacao_core.fair.parts.watched import WatchedDevice
from cacao_core.fair.table import Party, Roster

_SEED: Final = 32


class RelayedDevice(WatchedDevice):
    """A :class:`~cacao_core.fair.Device` in a game through a relay."""

    @classmethod
    def from_seed(cls, seed: bytes, parcels: Sequence[Parcel]) -> Self:
        """A device from its seed, and what lies at the relay.

        Like a device whose state may be old, it decides and signs nothing new until all others have
        answered it.

        Args:
            seed: from :func:`read_seat_code`.
            parcels: of one game, from :func:`unpack`, in any order; its own is best among them.

        Raises:
            BadLink: there is no parcel, or no seat of this device in any of them.
            TooLate: the game has begun without it.
        """
        return cls(restored(seed, parcels))

    @property
    def key(self) -> bytes:
        """The public key of this device, 32 bytes."""
        return self._lobby.secrets.key

    @property
    def relay_salt(self) -> bytes | None:
        """At the host, the 16 bytes from which K of its game follows; None at guests.

        Guests find it in the parcel of the host.
        """
        return stored("relay", self._lobby.secrets.seed) if self._lobby.is_host else None

    def relay_keys(self, salt: bytes) -> RelayKeys:
        """The keys of this game with a salt of the host.

        Raises:
            CacaoError: it is not 16 bytes.
        """
        return RelayKeys.of(relay.checked_salt(salt), self._lobby.invitation.game)

    def parcel(self, salt: bytes) -> bytes:
        """All that this device may tell, to be encrypted: signed, and 1024 bytes long.

        With long names, or with the proof that a device has decided twice, it has a multiple of
        that, up to 7168. The same until there is something new. As with :meth:`Device.message`,
        this device's decisions in it stand, and :meth:`Device.to_text` is kept before it leaves.

        Args:
            salt: of the host, 16 bytes.

        Raises:
            CacaoError: it is not 16 bytes.
        """
        relay.checked_salt(salt)
        letter = self._memory.letter(whole=True)
        if isinstance(letter, Gathering):
            return relay.pack(self._lobby.secrets, salt, letter, None)
        invitation = self._lobby.invitation
        alone = Gathering(invitation, (), invitation.host.seats[0])
        return relay.pack(self._lobby.secrets, salt, alone, letter)

    def pen(self, keys: RelayKeys, pen: Pen) -> bytes:
        """The note that a browser decides for this device, to be encrypted: 1024 signed bytes.

        Raises:
            CacaoError: a value of the pen is out of range.
        """
        return relay.pack_pen(self._lobby.secrets, keys, pen)

    def bell_request(self, keys: RelayKeys, request: bytes) -> bytes:
        """A request to the bell of a relay, to be sealed for it: signed and padded.

        Args:
            request: JSON, see docs/relay.md; it must not end with a zero byte.
        """
        return relay.pack_request(self._lobby.secrets, keys, request)

    def seat_code(self, salt: bytes) -> str:
        """64 characters with which this device comes back from the relay: K and its seed.

        Whoever has it has the seat.

        Args:
            salt: of the host, 16 bytes.

        Raises:
            CacaoError: it is not 16 bytes.
        """
        return relay.seat_code(self.relay_keys(salt), self._lobby.secrets.seed)


# --- Coming back ---------------------------------------------------------------------------------


class _Told(NamedTuple):
    """The messages of a parcel."""

    is_own: bool
    letter: Gathering
    news: News | None


def restored(seed: bytes, parcels: Sequence[Parcel]) -> DeviceState:
    """The device of a seed, see :meth:`RelayedDevice.from_seed`."""
    if not isinstance(seed, bytes) or len(seed) != _SEED:
        raise CacaoError(f"seed {describe(seed)}: expected {_SEED} bytes")
    key = Secrets(seed).key
    contents = sorted((_told(one, key) for one in parcels), key=lambda one: not one.is_own)
    if not contents:
        raise BadLink("code of a seat: nothing of its game is at the relay")
    secrets = Secrets(seed, contents[0].letter.invitation.links)
    places = (
        *(_as_joined(one, secrets) for one in contents),
        *(_as_listed(one, secrets) for one in contents),
    )
    memory = next((DeviceState(lobby) for lobby in places if lobby is not None), None)
    if memory is None:
        raise BadLink("code of a seat: its seat is not in the game at the relay")
    memory.doubt()
    _hear_news(memory, contents)
    if memory.ledger is None:
        _hear_joins(memory, contents)
    return memory


def _told(parcel: Parcel, key: bytes) -> _Told:
    letter = letters.from_text(parcel.invitation)
    news = letters.from_text(parcel.news) if parcel.news else None
    if not isinstance(letter, Gathering) or not isinstance(news, News | None):
        raise BadLink("parcel: its messages are not in their places")
    return _Told(parcel.key == key, letter, news)


def _as_joined(content: _Told, secrets: Secrets) -> Lobby | None:
    """The device as it has invited or joined itself; its own signature is the proof."""
    invitation = content.letter.invitation
    for party in (invitation.host, *content.letter.joins):
        if party == Party.of(secrets, party.seats, party.names):
            if party is invitation.host:
                party.check_invitation(invitation.game)
            else:
                party.check_join(invitation.game)
            return Lobby(secrets, invitation, party)
    return None


def _as_listed(content: _Told, secrets: Secrets) -> Lobby | None:
    """The device as the host has listed it, if its own join is not at hand any more."""
    if content.news is None or content.news.roster is None:
        return None
    invitation = content.letter.invitation
    roster = Roster(invitation, *content.news.roster)
    later = (one.claim for one in content.news.course.successions if one.claim)
    given = [claim.party(roster.parties[claim.device]) for claim in later]
    own = next((party for party in (*roster.parties, *given) if party.key == secrets.key), None)
    if own is None or not roster.is_signed:
        return None
    party = Party.of(secrets, own.seats, own.names).joined(secrets, invitation.game)
    return Lobby(secrets, invitation, party)


def _hear_news(memory: DeviceState, contents: Iterable[_Told]) -> None:
    """Take in the running game, the own parcel first.

    Raises:
        TooLate: the list of players is without this device.
    """
    late = None
    for parcel in contents:
        if parcel.news is None:
            continue
        try:
            memory.receive(parcel.news)
        except TooLate as error:
            late = error
        except (BadLink, Cheating):  # another parcel may be better
            continue
    if late is not None and memory.ledger is None:
        raise late


def _hear_joins(memory: DeviceState, contents: Iterable[_Told]) -> None:
    """Take in whom the host has seated, from whoever has heard it. All others join as usual."""
    for parcel in contents:
        if memory.ledger is None and parcel.news is None:
            with suppress(BadLink):
                memory.receive(signed_only(parcel.letter))
