"""Signatures of data/signatures.json, of which no library would make most.

What is valid there is what one exact check accepts: the key is in its only encoding and of prime
order, S < L, and the bytes of sB - kA are those of R. Much of the rest is accepted by laxer checks.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "data" / "signatures.json"


class Vector(NamedTuple):
    """A signature, and whether it is valid."""

    about: str
    key: bytes
    message: bytes
    signature: bytes
    valid: bool


def vectors() -> list[Vector]:
    """All of them, in the order of the file."""
    return [
        Vector(
            one["about"],
            bytes.fromhex(one["key"]),
            bytes.fromhex(one["message"]),
            bytes.fromhex(one["signature"]),
            one["valid"],
        )
        for one in json.loads(FILE.read_text("utf-8"))
    ]
