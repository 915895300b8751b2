"""Helpers of the tests of games through a relay: what lies there, and games that only use that."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cacao_core import fair
from cacao_core.fair import Device, Parcel
from cacao_core.fair.messages import relay
from cacao_core.fair.messages.letters import Gathering, News
from cacao_core.rules import BASE, Rules
from tests.core.fair_tables import NAMES, Seats, can_play, choose

STALE = 6
"""How many of a device's newest parcels a reader may get."""


def seed_of(device: Device) -> bytes:
    """The secret from which all of a device follows."""
    return device._lobby.secrets.seed


def taken(device: Device, parcel: Parcel) -> bool:
    """A device takes a parcel in, as the page does; whether there was something new."""
    return device.receive(parcel.news or parcel.invitation)


def resealed(maker: Device, salt: bytes, invitation: Gathering, news: News | None = None) -> bytes:
    """A parcel with any content, which a device signs."""
    return relay.pack(maker._lobby.secrets, salt, invitation, news)


def resigned(maker: Device, keys: fair.RelayKeys, body: bytes) -> bytes:
    """A parcel with any bytes, which a device signs."""
    return relay._sealed("parcel", maker._lobby.secrets, keys, body)


def changes(plain: bytes) -> Iterator[bytes]:
    """Bytes with one of them changed, cut off, or longer."""
    for at in (*range(0, 110), *range(110, len(plain), 9), len(plain) - 1):
        yield plain[:at] + bytes([plain[at] ^ 1 << at % 8]) + plain[at + 1 :]
    for size in (0, 1, 95, 96, 1023, 1025, 2048, 4096, 5120, 1 << 20):
        if size != len(plain):
            yield (plain + bytes(size))[:size]


class Place:
    """The relay of one game: it keeps what devices leave, and may give something older."""

    def __init__(self, setup: Seats, seed: int, rules: Rules = BASE) -> None:
        """The host has left its invitation; nobody has joined."""
        players, secret = sum(map(len, setup)), b"host %d" % seed
        host = Device.host(players, setup[0], NAMES[:players], secret, rules=rules)
        salt = host.relay_salt
        assert salt is not None
        self.setup, self.seed, self.salt, self.keys = setup, seed, salt, host.relay_keys(salt)
        self.devices, self.left = [host], [[host.parcel(salt)]]

    @property
    def count(self) -> int:
        """How often something was left."""
        return sum(map(len, self.left))

    def join(self) -> None:
        """The next guest joins with what the host has left."""
        at = len(self.devices)
        secret = b"guest %d of %d" % (at, self.seed)
        guest = Device.join(self.get(0).invitation, self.setup[at], secret=secret)
        self.devices.append(guest)
        self.left.append([guest.parcel(self.salt)])

    def leave(self, at: int) -> None:
        """A device leaves a parcel, if it has something new to tell."""
        plain = self.devices[at].parcel(self.salt)
        if plain != self.left[at][-1]:
            self.left[at].append(plain)

    def get(self, at: int, age: int = 0) -> Parcel:
        """What a device has left, or what it had left before that."""
        key, left = self.devices[at].key, self.left[at]
        return fair.unpack(left[max(0, len(left) - 1 - age)], self.keys, self.keys.topic(key))

    def newest(self) -> list[Parcel]:
        """What all have left."""
        return [self.get(at) for at in range(len(self.devices))]

    def read(self, at: int, rng: Random) -> None:
        """A device reads what another one has left; half of the time something stale."""
        other = rng.choice([n for n in range(len(self.devices)) if n != at])
        age = rng.randrange(STALE) if rng.random() < 0.5 else 0
        taken(self.devices[at], self.get(other, age))

    def decide(self, at: int, rng: Random) -> None:
        """A device decides, if it may."""
        device = self.devices[at]
        if can_play(device):
            device.play(choose(device, rng))

    def move(self, at: int, rng: Random) -> None:
        """A device is given up, and comes back from its seat's code and what lies here."""
        keys, seed = fair.read_seat_code(self.devices[at].seat_code(self.salt))
        assert keys == self.keys
        self.leave(at)
        parcels = [self.get(at)]
        if rng.random() < 0.5:
            parcels += [one for one in self.newest() if one.key != self.devices[at].key]
        rng.shuffle(parcels)
        self.devices[at] = Device.from_seed(seed, parcels)

    def synced(self) -> None:
        """Everybody leaves and reads everything."""
        is_new = True
        while is_new:
            is_new = False
            for at, device in enumerate(self.devices):
                self.leave(at)
                for other in self.devices:
                    is_new |= other is not device and taken(other, self.get(at))

    @classmethod
    def begun(cls, setup: Seats, seed: int = 1, rules: Rules = BASE) -> Place:
        """A relay when the first tiles are drawn."""
        place = cls(setup, seed, rules)
        for _guest in setup[1:]:
            place.join()
        place.synced()
        return place

    def play(self, rng: Random, moves: int = 500) -> None:
        """Play up to a number of moves, or to the end; all have read all then."""
        while len(self.devices[0].moves) < moves:
            ready = next((d for d in self.devices if can_play(d)), None)
            if ready is None:
                break
            ready.play(choose(ready, rng))
            if not can_play(ready):
                self.synced()
        self.synced()


def by_parcels(setup: Seats, seed: int, often: float = 0.0) -> Place:
    """A whole game in which devices meet at a relay only, at random times.

    Args:
        setup: the seats of the devices.
        seed: of the game, and of all chance in it.
        often: how likely it is at each step that a device comes back from its seat's code.
    """
    place, rng = Place(setup, seed), Random(seed)
    for _step in range(30_000):
        if len(place.devices) < len(setup) and rng.random() < 0.3:
            place.join()
            continue
        at = rng.randrange(len(place.devices))
        if rng.random() < often:
            place.move(at, rng)
        step = rng.randrange(3)
        if step == 0:
            place.decide(at, rng)
        elif step == 1:
            place.leave(at)
        elif len(place.devices) > 1:
            place.read(at, rng)
        if len(place.devices) == len(setup) and all(d.is_verified for d in place.devices):
            return place
    raise AssertionError([device.waits_for for device in place.devices])
