"""A second, independent reader of what lies at a relay, written from docs/relay.md alone.

As :mod:`tests.core.fair_verifier` it shares no code with ``cacao_core.fair``.
"""

from __future__ import annotations

import base64
import hmac

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from cacao_core import Record
from tests.core.fair_verifier import (
    Digits,
    check_signature,
    long_hash,
    need,
    read_gathering,
    short_hash,
    verify_news,
)


class Link:
    """What follows from the 22 characters of a link: "Keys"."""

    def __init__(self, text: str) -> None:
        self.secret = base64.urlsafe_b64decode(text + "==")
        need(len(text) == 22 and text[-1] in "AQgw", "not the link of a game")
        self.game = self.derived("game", 16)
        self.cipher, self.labels = self.derived("cipher", 32), self.derived("label", 32)

    def derived(self, about: str, count: int) -> bytes:
        info = b"cacao-relay/2/" + about.encode()
        return bytes(HKDF(SHA256(), count, None, info).derive(self.secret))

    def topic(self, key: bytes) -> str:
        label = hmac.digest(self.labels, key, "sha256")[:8]
        return f"cacao/2/{self.game.hex()}/{label.hex()}"


def decrypted(link: Link, payload: bytes, topic: str) -> bytes:
    """The plain bytes of a payload: "Encryption"."""
    return bytes(AESGCM(link.cipher).decrypt(payload[:12], payload[12:], topic.encode("ascii")))


def opened(link: Link, plain: bytes, topic: str, kind: str) -> tuple[bytes, bytes]:
    """The key and the body of plain bytes: "Plain bytes"."""
    need(len(plain) in range(1024, 7169, 1024), "an odd length")
    key, signature, body = plain[:32], plain[32:96], plain[96:]
    place = link.topic(key) + ("/pen" if kind == "pen" else "")
    need(place == topic, "another place")
    check_signature(key, signature, long_hash(kind, link.game, key, body), f"the {kind}")
    return key, body


def read_pen(link: Link, plain: bytes, topic: str) -> tuple[int, bytes]:
    """Tenure and browser: "Pens"."""
    _key, body = opened(link, plain, topic, "pen")
    tenure = int.from_bytes(body[:2], "big")
    need(tenure and not any(body[10:]), "not a pen")
    return tenure, body[2:10]


def finished_game(link: Link, plain: bytes, topic: str) -> Record:
    """The verified record of a finished game, from one parcel: "Parcels"."""
    _key, body = opened(link, plain, topic, "parcel")
    digits = object.__new__(Digits)
    digits.number = int.from_bytes(body, "little")
    salt = digits.bytes(16)
    rules, players, host, game = read_gathering(digits)
    need(short_hash("link", salt, game) == link.secret, "another invitation")
    need(digits.take(2), "the game has not begun")
    return verify_news(digits, rules, players, host, game, has_host=False)
