"""Parcels and pens at a relay as bytes, and the keys that follow from K (docs/relay.md).

Encryption and the network are outside. Everything here that comes from outside is refused with a
:class:`~cacao_core.errors.BadLink` unless it is exactly what an honest device makes.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from cacao_core.deal import is_whole
from cacao_core.errors import BadLink, CacaoError, describe
from cacao_core.fair.hashes import Secrets, digest, hkdf, is_same, stored
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.digits import Reader, Writer
from cacao_core.fair.messages.letters import ROSTER_CHECK, Gathering, News
from cacao_core.fair.signatures import KEY, SIGNATURE, is_key, is_signed
from cacao_core.fair.table import Party, Roster
from cacao_core.formats.link import VALUE

SALT: Final = 16
"""Bytes of the salt from which K follows."""
STEP: Final = 1024
"""Plain bytes have a multiple of this length."""
LONGEST: Final = 7 * STEP
"""Length limit of plain bytes; only with new devices do they need more than four steps."""
LAST_TENURE: Final = 65535
BROWSER: Final = 8
"""Bytes by which browsers are told apart."""

_K: Final = 16
_K_TEXT: Final = 22
_SEAT_TEXT: Final = 64
_LABEL: Final = 8
_TENURE: Final = 2
_ABOUT: Final = b"cacao-relay/2/"
_TOPICS: Final = "cacao/2"


@dataclass(frozen=True)
class RelayKeys:
    """The keys that follow from K: where a game lies at a relay, and how it is encrypted.

    >>> keys = RelayKeys(bytes(16))
    >>> keys.text
    'AAAAAAAAAAAAAAAAAAAAAA'
    >>> RelayKeys.from_text(keys.text) == keys
    True

    Raises:
        CacaoError: it is not 16 bytes.
    """

    secret: bytes = field(repr=False)
    """K, 16 bytes. Whoever has it can read the game, and join it."""

    def __post_init__(self) -> None:
        if not isinstance(self.secret, bytes) or len(self.secret) != _K:
            raise CacaoError(f"secret {describe(self.secret)}: expected {_K} bytes")

    @classmethod
    def from_text(cls, text: str) -> RelayKeys:
        """The keys of a text.

        Raises:
            BadLink: it is not 22 characters of base64url, or not in the only form.
        """
        return cls(_from_base64(text, _K_TEXT, "link of a game at a relay"))

    @classmethod
    def of(cls, salt: bytes, game: bytes) -> RelayKeys:
        """The keys of a salt of 16 bytes and G, the hash of an invitation."""
        return cls(stored("link", salt, game))

    @property
    def text(self) -> str:
        """K as 22 characters that are valid in addresses."""
        return _to_base64(self.secret)

    @cached_property
    def game(self) -> str:
        """The game at the relay, 32 hexadecimal digits: the MQTT user name, part of the topics."""
        return self._follows(b"game", 16).hex()

    @cached_property
    def cipher(self) -> bytes:
        """The key of AES-256-GCM, 32 bytes."""
        return self._follows(b"cipher", 32)

    @property
    def open_topics(self) -> tuple[str, ...]:
        """To what a device subscribes that does not know yet who takes part: filters of MQTT."""
        return f"{_TOPICS}/{self.game}/+", f"{_TOPICS}/{self.game}/+/here"

    def topics(self, own: bytes, others: Iterable[bytes]) -> tuple[str, ...]:
        """To what a device subscribes, exactly.

        Args:
            own: its public key.
            others: those of the other devices that it knows.
        """
        mine = self.topic(own)
        topics_read = [mine, *(f"{mine}/{part}" for part in ("here", "next", "pen", "ping"))]
        for key in others:
            topic = self.topic(key)
            topics_read += [topic, f"{topic}/here", f"{topic}/next"]
        return tuple(topics_read)

    def topic(self, key: bytes) -> str:
        """The topic where the parcel of the device with a public key lies."""
        label = hmac.digest(self._labels, key, "sha256")[:_LABEL]
        return f"{_TOPICS}/{self.game}/{label.hex()}"

    def pen_topic(self, key: bytes) -> str:
        """The topic where the pen of that device lies."""
        return f"{self.topic(key)}/pen"

    def presence_topic(self, key: bytes) -> str:
        """The topic where that device says that it is connected."""
        return f"{self.topic(key)}/here"

    def bell_topic(self, key: bytes) -> str:
        """The topic where it asks the relay's bell to call it."""
        return f"{self.topic(key)}/bell"

    @cached_property
    def _labels(self) -> bytes:
        return self._follows(b"label", 32)

    def _follows(self, about: bytes, count: int) -> bytes:
        return hkdf(self.secret, _ABOUT + about, count)


class Parcel(NamedTuple):
    """All that a device may tell of a game. With it alone, another device of the game goes on."""

    key: bytes
    """The public key of the device, 32 bytes."""
    salt: bytes
    """From which K follows, 16 bytes."""
    invitation: str
    """The message of a device that gathers: the invitation, and until there is a list of players
    all joins that the device knows. Nobody can join any more once there are news."""
    news: str
    """The message of a running game, with the list of players; empty before."""


class Pen(NamedTuple):
    """Says which browser decides for a seat: of two pens, the higher one counts, see below.

    >>> Pen(2, bytes(8)) > Pen(1, b"browser1")
    True
    """

    tenure: int
    """1 to 65535: one more than that of the browser before."""
    browser: bytes
    """8 random bytes of this browser."""

    def passed_to(self, browser: bytes) -> Pen:
        """The pen of a browser that takes over."""
        return Pen(min(self.tenure + 1, LAST_TENURE), browser)

    def gives_way_to(self, later: Pen) -> bool:
        """Whether a pen that has come later counts instead.

        With the last tenure the later one always does, so that nobody keeps a seat for ever.
        """
        if self.tenure == later.tenure == LAST_TENURE:
            return self != later
        return later > self


NO_PEN: Final = Pen(0, bytes(BROWSER))
"""Before any browser has decided. It is lower than all others, and lies at no relay."""


# --- Parcels -------------------------------------------------------------------------------------


def pack(secrets: Secrets, salt: bytes, invitation: Gathering, news: News | None) -> bytes:
    """The plain bytes of a parcel, see ``Device.parcel``.

    Args:
        secrets: of the device.
        salt: from which K follows.
        invitation: its message, or with news the invitation without joins.
        news: its message with the list of players, once there is one.
    """
    keys = RelayKeys.of(checked_salt(salt), invitation.invitation.game)
    return _sealed("parcel", secrets, keys, _to_bytes(salt, invitation, news))


def unpack(plain: bytes, keys: RelayKeys, topic: str) -> Parcel:
    """The parcel of plain bytes that were found at a relay.

    Args:
        plain: what was decrypted.
        topic: where it was found.

    Raises:
        BadLink: no device of this game has made it, or it belongs to another topic. What devices
            have signed about the game itself is checked by ``Device.receive``.
    """
    key, body = _opened("parcel", plain, keys, topic, keys.topic)
    try:
        parcel = _from_bytes(key, body, keys)
    except BadLink:
        raise
    except CacaoError as error:
        raise BadLink(f"parcel: {error}") from None
    most = letters.LONGEST_NEWER if letters.is_newer(parcel.news) else letters.LONGEST
    if len(parcel.invitation) > letters.LONGEST or len(parcel.news) > most:
        raise BadLink("parcel: a message in it is too long")
    return parcel


def _to_bytes(salt: bytes, invitation: Gathering, news: News | None) -> bytes:
    writer = Writer()
    writer.put_bytes(salt)
    letters.put_gathering(writer, invitation)
    writer.put_flag(news is not None)
    if news is not None:
        writer.put(letters.put_news(writer, news, invitation.invitation.host), 0)
    number = writer.number()
    return number.to_bytes((number.bit_length() + 7) // 8, "little")


def _from_bytes(key: bytes, body: bytes, keys: RelayKeys) -> Parcel:
    reader = Reader(int.from_bytes(body, "little"))
    salt, letter = reader.take_bytes(SALT), letters.take_gathering(reader)
    invitation = letter.invitation
    if not is_same(RelayKeys.of(salt, invitation.game).secret, keys.secret):
        raise BadLink("parcel: its invitation is not that of the link")
    news = None
    if reader.take_flag():
        news = letters.take_news(reader, invitation.token, invitation.host)
    if _padded(_to_bytes(salt, letter, news)) != body:
        raise BadLink("parcel: not in the shortest form")
    _check_maker(key, letter, news)
    return Parcel(key, salt, letters.to_text(letter), letters.to_text(news) if news else "")


def _check_maker(key: bytes, letter: Gathering, news: News | None) -> None:
    """Check that the device with a key takes part in the game of its parcel."""
    invitation = letter.invitation
    invitation.host.check_invitation(invitation.game)
    given = [b""][:0]
    if news is None:
        party = next(p for p in (invitation.host, *letter.joins) if letter.sender in p.seats)
        if letter.is_join:
            party.check_join(invitation.game)
        parties: tuple[Party, ...] = (party,)
    else:
        parties = _roster(letter, news).parties
        given = [one.claim.key for one in news.course.successions if one.claim]
    if key not in [*(party.key for party in parties), *given]:
        raise BadLink("parcel: its device takes no part in the game")


def _roster(letter: Gathering, news: News) -> Roster:
    """The list of players of a running game, as the host has signed it."""
    if letter.joins or letter.is_join or letter.seating.number or news.roster is None:
        raise BadLink("parcel: it is not self-contained")
    roster = Roster(letter.invitation, *news.roster)
    if news.check != roster.hash[:ROSTER_CHECK] or not roster.is_signed:
        raise BadLink("parcel: the list of players is forged; the host has not signed it")
    return roster


# --- Pens ----------------------------------------------------------------------------------------


def pack_pen(secrets: Secrets, keys: RelayKeys, pen: Pen) -> bytes:
    """The plain bytes of a pen, see ``Device.pen``."""
    tenure, browser = pen
    if not is_whole(tenure) or not 0 < tenure <= LAST_TENURE:
        raise CacaoError(f"tenure {describe(tenure)}: expected 1 to {LAST_TENURE}")
    if not isinstance(browser, bytes) or len(browser) != BROWSER:
        raise CacaoError(f"browser {describe(browser)}: expected {BROWSER} bytes")
    return _sealed("pen", secrets, keys, tenure.to_bytes(_TENURE, "big") + browser)


def read_pen(plain: bytes, keys: RelayKeys, topic: str) -> Pen:
    """The pen of plain bytes that were found at a relay.

    Args:
        plain: what was decrypted.
        topic: where it was found; it says of which device it is.

    Raises:
        BadLink: the device of that topic has not made it.
    """
    _key, body = _opened("pen", plain, keys, topic, keys.pen_topic)
    content = body[: _TENURE + BROWSER]
    tenure = int.from_bytes(content[:_TENURE], "big")
    if not tenure or _padded(content) != body:
        raise BadLink("pen: more in it than belongs there")
    return Pen(tenure, content[_TENURE:])


# --- Bells ---------------------------------------------------------------------------------------


def pack_request(secrets: Secrets, keys: RelayKeys, request: bytes) -> bytes:
    """The plain bytes of a request to a bell, see ``Device.bell_request``."""
    return _sealed("bell", secrets, keys, keys._labels + request)  # so the bell can check the label


# --- Signed and padded ---------------------------------------------------------------------------


def _sealed(label: str, secrets: Secrets, keys: RelayKeys, content: bytes) -> bytes:
    body = _padded(content)
    signature = secrets.sign(label, bytes.fromhex(keys.game), secrets.key, body)
    return secrets.key + signature + body


def _padded(content: bytes) -> bytes:
    """The content with zeros after it, so that with key and signature it has whole steps."""
    return content + bytes(-(KEY + SIGNATURE + len(content)) % STEP)


def _opened(
    label: str, plain: bytes, keys: RelayKeys, topic: str, place: Callable[[bytes], str]
) -> tuple[bytes, bytes]:
    """The key and the body of plain bytes; the signature is checked before anything is read.

    Raises:
        BadLink: their length, place or signature is not valid.
    """
    if not isinstance(plain, bytes) or not plain or len(plain) % STEP or len(plain) > LONGEST:
        raise BadLink(f"{label}: expected 1 to {LONGEST // STEP} times {STEP} bytes")
    key, signature = plain[:KEY], plain[KEY : KEY + SIGNATURE]
    body = plain[KEY + SIGNATURE :]
    if place(key) != topic:
        raise BadLink(f"{label}: it belongs to another place")
    signed = digest(label, bytes.fromhex(keys.game), key, body)
    if not is_key(key) or not is_signed(key, signed, signature):
        raise BadLink(f"{label}: it is forged; its signature is not valid")
    return key, body


# --- Texts ---------------------------------------------------------------------------------------


def seat_code(keys: RelayKeys, seed: bytes) -> str:
    """The text of K and the seed of a device, see ``Device.seat_code``."""
    return _to_base64(keys.secret + seed)


def read_seat_code(text: str) -> tuple[RelayKeys, bytes]:
    """The keys of a game and the seed of a device, for ``Device.from_seed``.

    Raises:
        BadLink: it is not 64 characters of base64url.
    """
    data = _from_base64(text, _SEAT_TEXT, "code of a seat")
    return RelayKeys(data[:_K]), data[_K:]


def checked_salt(salt: bytes) -> bytes:
    """The same salt.

    Raises:
        CacaoError: it is not 16 bytes.
    """
    if not isinstance(salt, bytes) or len(salt) != SALT:
        raise CacaoError(f"salt {describe(salt)}: expected {SALT} bytes")
    return salt


def _to_base64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode("ascii").rstrip("=")


def _from_base64(text: str, count: int, name: str) -> bytes:
    """Bytes of a number of characters; errors do not repeat them, because they are secret."""
    if type(text) is str and len(text) == count and VALUE.keys() >= set(text):
        data = base64.urlsafe_b64decode(text + "=" * (-count % 4))
        if _to_base64(data) == text:
            return data
    raise BadLink(f"{name}: expected {count} letters, figures, - or _; it is damaged or cut off")
