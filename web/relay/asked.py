"""The devices that have asked a bell, and the times to call them (docs/relay.md, *A bell*)."""

from __future__ import annotations

import base64
import hmac
import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PAUSE: Final = 300.0
"""Seconds between two pushes to one device about one game."""
QUIET: Final = 15.0
"""Seconds from a change to the push: a turn may be several decisions."""
STAY: Final = 60.0
"""Seconds after which a device that has stayed at the relay has seen a change. Relays need 45 to
notice that one has gone."""
KEPT: Final = 60 * 24 * 3600
"""Seconds after which it forgets a device that has not asked again."""
MOST_DEVICES, MOST_IN_GAME, MOST_PARCELS = 100_000, 16, 32
"""Devices that may ask, in all and in a game; and parcels that are watched in a game."""
LONGEST: Final = 4200
"""Bytes of what a device asks."""
SERVICES: Final = (".googleapis.com", ".push.services.mozilla.com", ".push.apple.com",
                   ".notify.windows.com")  # fmt: skip
"""It pushes to these and to nothing else: anybody can ask for a push to any address."""
_PLACE: Final = re.compile(r"cacao/2/([0-9a-f]{32})/([0-9a-f]{16})(?:/(bell|here))?", re.ASCII)
_TABLES: Final = """
create table if not exists key (name text primary key, secret text);
create table if not exists device (game text, label text, tenure int, number int, endpoint text,
  p256dh text, auth text, mark text, asked real, rung real default 0, due real default 0,
  primary key (game, label)) without rowid;
create table if not exists parcel (game text, label text, hash blob, primary key (game, label))
  without rowid;
create index if not exists at on device (due) where due > 0;
create index if not exists by on device (endpoint);
"""
_ASK: Final = """
insert into device (game, label, tenure, number, endpoint, p256dh, auth, mark, asked)
values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do update set tenure=excluded.tenure,
number=excluded.number, endpoint=excluded.endpoint, p256dh=excluded.p256dh, auth=excluded.auth,
mark=excluded.mark, asked=excluded.asked, due=0
"""
_WRONG: Final = (ValueError, KeyError, TypeError, OverflowError, RecursionError)
_ASKING: Final = "game=? and endpoint!=''"
_DUE: Final = """
select game, label, endpoint, p256dh, auth, mark from device
where due>0 and (due<=? or due>?) limit 500
"""


class Push(NamedTuple):
    """A mark for one device, and its address."""

    game: str
    label: str
    endpoint: str
    p256dh: str
    auth: str
    mark: str


class AskedDevices:
    """The devices that have asked, the changes, and the times to call.

    Args:
        path: of the SQLite file with all that it keeps.
        watch: is called with a game and whether to watch it.
        service: the address of one more push service, for trying.
        pauses: seconds between two pushes, and from a change to the push.
        clock: seconds since 1970.
    """

    def __init__(self, path: str, watch: Callable[[str, bool], None], service: str = "",
                 pauses: tuple[float, float] = (PAUSE, QUIET),
                 clock: Callable[[], float] = time.time) -> None:  # fmt: skip
        self._pause, self._quiet = pauses
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.executescript(f"pragma journal_mode=wal; pragma synchronous=normal; {_TABLES}")
        self._watch, self._service, self._clock = watch, service, clock
        self._new: set[str] = set()  # games in which somebody has asked first since it connected
        self._here: set[tuple[str, str]] = set()  # devices that have come since
        self.vapid, self._sealing = self._key("vapid"), self._key("seal")
        self._public = [_public(key) for key in (self.vapid, self._sealing)]

    def _key(self, name: str) -> ec.EllipticCurvePrivateKey:
        """A key of its own, made at the first start."""
        fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        self._do("insert or ignore into key values (?, ?)", name, hex(fresh))
        [[secret]] = self._do("select secret from key where name=?", name)
        return ec.derive_private_key(int(secret, 16), ec.SECP256R1())

    def _do(self, query: str, *values: object) -> list[Any]:
        return self._db.execute(query, values).fetchall()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Store all changes at once, which takes a tenth of the time."""
        self._db.execute("begin")
        yield
        self._db.execute("commit")

    @property
    def announcement(self) -> str:
        """The text by which devices know it."""
        vapid, seal = (base64.urlsafe_b64encode(one).decode().rstrip("=") for one in self._public)
        return json.dumps({"version": 1, "vapid": vapid, "seal": seal})

    def connected(self) -> list[str]:
        """It is connected anew; returns the games to watch."""
        self._new.clear()
        self._here.clear()
        return [game for (game,) in self._do("select distinct game from device where endpoint!=''")]

    def heard(self, topic: str, payload: bytes, is_kept: bool) -> None:
        """A message has come; with whether it lay at the relay already."""
        if found := _PLACE.fullmatch(topic):
            game, label, kind = found.groups()
            if kind == "bell":
                self._ask(topic, game, label, payload)
            elif kind == "here":
                self._come(game, label, payload == b"1" and not is_kept)
            elif payload:
                self._change(game, label, sha256(payload).digest()[:16], is_kept)

    def _ask(self, topic: str, game: str, label: str, payload: bytes) -> None:
        try:
            body = self._opened(topic, game, label, payload)
            order = int(body["tenure"]), int(body["number"])
            asked = [str(body[name]) for name in ("endpoint", "p256dh", "auth", "mark")]
            if not 0 <= min(order) <= max(order) < 2**53:
                raise ValueError("order")
            if asked[0]:
                self._check(*asked)
        except (*_WRONG, InvalidTag, InvalidSignature):
            return
        asked = asked if asked[0] else 4 * [""]
        known = self._do("select tenure, number from device where game=? and label=?", game, label)
        if known and order <= known[0]:
            return  # older, or the same again
        [[size]] = self._do("select count(*) from device where game=?", game)
        [[total]] = self._do("select count(*) from device")
        if known or (size < MOST_IN_GAME and total < MOST_DEVICES):
            was_asked = self._is_asked(game)
            self._do(_ASK, game, label, *order, *asked, self._clock())
            self._look(game, was_asked)

    def _is_asked(self, game: str) -> bool:
        return bool(self._do(f"select 1 from device where {_ASKING} limit 1", game))  # noqa: S608

    def _look(self, game: str, was_asked: bool) -> None:
        """Watch a game in which somebody has asked, and no other."""
        if was_asked == (is_asked := self._is_asked(game)):
            return
        if is_asked:
            self._new.add(game)
        self._do("delete from parcel where game=?", game)
        self._watch(game, is_asked)

    def _opened(self, topic: str, game: str, label: str, payload: bytes) -> dict[str, Any]:
        """The request that the device of a label has signed, and sealed for this bell."""
        if not 200 < len(payload) <= LONGEST:
            raise ValueError("length")
        own = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), payload[:65])
        about = b"cacao-bell/1" + payload[:65] + self._public[1]
        secret = HKDF(SHA256(), 32, None, about).derive(self._sealing.exchange(ec.ECDH(), own))
        plain = AESGCM(secret).decrypt(payload[65:77], payload[77:], topic.encode())
        key, signature, body = plain[:32], plain[32:96], plain[96:]
        if hmac.digest(body[:32], key, "sha256")[:8].hex() != label:
            raise ValueError("label")
        fields = b"cacao-fair/3/bell", bytes.fromhex(game), key, body  # H of docs/fair.md
        signed = sha256(b"".join(len(one).to_bytes(2, "big") + one for one in fields)).digest()
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)
        return dict(json.loads(body[32:].rstrip(b"\0")))

    def _check(self, endpoint: str, p256dh: str, auth: str, mark: str) -> None:
        place = urlsplit(endpoint)
        is_real = place.scheme == "https" and place.netloc.endswith(SERVICES)
        is_trial = self._service and endpoint.startswith(f"{self._service}/")
        if not (is_real or is_trial) or not re.fullmatch(r"[!-~]{1,1000}", endpoint):
            raise ValueError("not the address of a push service")
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        if len(_decoded(auth)) != 16 or not re.fullmatch(r"[\w-]{8}", mark, re.ASCII):
            raise ValueError("not a subscription")

    def _change(self, game: str, label: str, found: bytes, is_kept: bool) -> None:
        devices = self._do(f"select label, rung, due from device where {_ASKING}", game)  # noqa: S608
        known = self._do("select hash from parcel where game=? and label=?", game, label)
        [[size]] = self._do("select count(*) from parcel where game=?", game)
        if not devices or known == [(found,)] or (not known and size >= MOST_PARCELS):
            return
        self._do("insert or replace into parcel values (?, ?, ?)", game, label, found)
        if is_kept and not known and game in self._new:
            return  # it lay there when somebody asked
        now = self._clock()
        for other, rung, due in devices:
            soon = max(now + self._quiet, min(rung, now) + self._pause)
            if (game, other) in self._here:
                soon = max(now + STAY, soon)
            elif due:
                soon = min(due, soon)
            soon = 0 if other == label else soon  # it has seen what there was
            self._do("update device set due=? where game=? and label=?", soon, game, other)

    def _come(self, game: str, label: str, is_here: bool) -> None:
        """A device comes, and sees all that there is; or it goes."""
        self._here.discard((game, label))
        wanted = f"select 1 from device where {_ASKING} and label=?"  # noqa: S608
        if is_here and self._do(wanted, game, label):
            self._here.add((game, label))
            self._do("update device set due=0 where game=? and label=?", game, label)

    def due(self) -> list[Push]:
        """Those to be called now, each once; also what a clock that was set back has left."""
        now = self._clock()
        found = self._do(_DUE, now, now + self._pause + STAY)
        wanted = [Push(*one) for one in found if one[:2] not in self._here]
        for one in found:
            self._do("update device set due=0 where game=? and label=?", *one[:2])
        for push in wanted:
            self._do("update device set rung=? where game=? and label=?", now, *push[:2])
        return wanted

    def done(self, push: Push, outcome: str) -> None:
        """A push was accepted or refused."""
        if outcome == "again":
            self._do("update device set due=? where game=? and label=? and due=0",
                     self._clock() + self._pause, *push[:2])  # fmt: skip
        elif outcome == "gone":
            games = self._do("select distinct game from device where endpoint=?", push.endpoint)
            self._do("update device set endpoint='', due=0 where endpoint=?", push.endpoint)
            for (game,) in games:
                self._look(game, was_asked=True)

    def tidy(self) -> None:
        """Forget who has not asked for long."""
        old = self._clock() - KEPT
        games = self._do("select distinct game from device where asked<?", old)
        self._do("delete from device where asked<?", old)
        for (game,) in games:
            self._look(game, was_asked=True)


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
