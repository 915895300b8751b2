"""Devices that ask a bell to call them, and what a push service does, without a network."""

from __future__ import annotations

import base64
import json
import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cacao_core.fair import RelayKeys
from cacao_core.fair.hashes import Secrets
from cacao_core.fair.messages.relay import pack_request

_CURVE: Final = ec.SECP256R1()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")


def agreed(theirs: bytes) -> tuple[bytes, bytes]:
    """A fresh public key, and the secret that it shares with another one."""
    own = ec.generate_private_key(_CURVE)
    return _public(own), own.exchange(ec.ECDH(), _point(theirs))


def sealed(bell: str, topic: str, plain: bytes) -> bytes:
    """What only the bell with a public key can read, as the page seals it."""
    bell_key = decoded(bell)
    public, shared = agreed(bell_key)
    key = HKDF(SHA256(), 32, None, b"cacao-bell/1" + public + bell_key).derive(shared)
    nonce = os.urandom(12)
    return public + nonce + AESGCM(key).encrypt(nonce, plain, topic.encode())


class Phone:
    """A browser and its push service: only it can read what is pushed to it (RFC 8291)."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.auth = os.urandom(16)
        self._key = ec.generate_private_key(_CURVE)

    @property
    def p256dh(self) -> str:
        return encoded(_public(self._key))

    def opened(self, body: bytes) -> str:
        """What was pushed, of the encoding aes128gcm (RFC 8188) in one record."""
        salt, size, sender = body[:16], body[20], body[21 : 21 + body[20]]
        assert size == 65
        shared = self._key.exchange(ec.ECDH(), _point(sender))
        about = b"WebPush: info\0" + _public(self._key) + sender
        secret = HKDF(SHA256(), 32, self.auth, about).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, body[21 + size :], None)
        text, end, _padding = plain.partition(b"\2")
        assert end, "it is the last record"
        return text.decode()


class Asking:
    """A device of a game at a relay that asks the bell."""

    def __init__(self, game: int = 1, device: int = 1, endpoint: str = "") -> None:
        self.keys = RelayKeys(game.to_bytes(16, "big"))
        self.secrets = Secrets(device.to_bytes(32, "big"))
        self.topic = self.keys.topic(self.secrets.key)
        self.bell_topic = self.keys.bell_topic(self.secrets.key)
        address = endpoint or f"https://fcm.googleapis.com/fcm/send/{game}-{device}"
        self.browser = Phone(address)
        self.mark = f"{device:08}"

    def request(
        self, bell: str, tenure: int = 1, number: float = 1, endpoint: str | None = None
    ) -> bytes:
        """Its request; with an empty endpoint not to be called any more."""
        asked = {
            "tenure": tenure,
            "number": number,
            "endpoint": self.browser.endpoint if endpoint is None else endpoint,
            "p256dh": self.browser.p256dh,
            "auth": encoded(self.browser.auth),
            "mark": self.mark,
        }
        plain = pack_request(self.secrets, self.keys, json.dumps(asked).encode())
        return sealed(bell, self.bell_topic, plain)


def proved(header: str, now: float) -> dict[str, object]:
    """What somebody proves to a push service with VAPID (RFC 8292); the key is ``k``.

    Raises:
        InvalidSignature: it is forged.
        AssertionError: it is not valid now.
    """
    scheme, _blank, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decoded(head))["alg"] == "ES256"
    pair = decoded(signature)
    der = encode_dss_signature(*(int.from_bytes(one, "big") for one in (pair[:32], pair[32:])))
    _point(decoded(parts["k"])).verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    told = json.loads(decoded(claims))
    assert now < told["exp"] <= now + 24 * 3600
    return {**told, "k": parts["k"]}


def _point(public: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, public)


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
