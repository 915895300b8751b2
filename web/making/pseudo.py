"""A language for tests: of each message, it has the longest of all translations.

Text that finds room in it finds room in every language, so one look at a screen does instead of one
for each language. No site has it: the server of the browser tests adds it, in memory.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from making.workshop import Problem

PSEUDO: Final = "qaa"
"""Its code: one for private use (ISO 639), which browsers take and nobody speaks."""
Messages: TypeAlias = Mapping[bytes, tuple[str, ...]]
"""A catalogue: the texts for each key of gettext, one for each form of the plural."""

_MAGIC: Final = 0x950412DE
"""The first word of compiled catalogues."""
_HEADER: Final = b""
"""The key of what a catalogue tells about itself."""
_NARROW: Final = re.compile(r"[fijlrtI.,:;!'’()| ]")
_WIDE: Final = re.compile(r"[mwMW—…]")


def longest_catalogue(locale: Path) -> bytes:
    """The compiled catalogue of the longest texts of English and of a folder's catalogues."""
    return written(longest([read(file.read_bytes()) for file in sorted(locale.glob("*.mo"))]))


def longest(catalogues: Iterable[Messages]) -> Messages:
    """For each form of each message, the text that is drawn widest; English is in the keys.

    Raises:
        Problem: the plurals of two languages have different rules, so their forms do not match.
    """
    found: dict[bytes, tuple[str, ...]] = {}
    for catalogue in catalogues:
        if _rule(catalogue) != _rule(found or catalogue):
            raise Problem("languages with different rules for plurals have no common pseudo-one")
        for key, texts in catalogue.items():
            before = found.get(key) or (texts if key == _HEADER else _english(key))
            wider = (max(pair, key=width) for pair in zip(before, texts, strict=True))
            found[key] = before if key == _HEADER else tuple(wider)
    return found


def width(text: str) -> float:
    """About how wide a text is drawn, in letters; those of placeholders do not count."""
    shown = re.sub(r"\{\w*\}", "", text)
    return len(shown) - 0.5 * len(_NARROW.findall(shown)) + 0.5 * len(_WIDE.findall(shown))


def _rule(catalogue: Messages) -> str:
    """The rule for plurals, as the header of a catalogue says it."""
    found = re.search("^Plural-Forms:(.*)$", "".join(catalogue.get(_HEADER, ())), re.MULTILINE)
    return found[1].strip() if found else ""


def _english(key: bytes) -> tuple[str, ...]:
    """The English texts of a key, which may begin with a context."""
    return tuple(key.rpartition(b"\x04")[2].decode().split("\0"))


# --- Compiled catalogues -----------------------------------------------------------------------


def read(compiled: bytes) -> Messages:
    """The messages of a compiled catalogue (.mo) of this build: little-endian."""
    magic, _version, number, keys, texts = struct.unpack_from("<5I", compiled)
    if magic != _MAGIC:
        raise Problem("this is no compiled catalogue")

    def at(table: int, index: int) -> bytes:
        length, start = struct.unpack_from("<2I", compiled, table + 8 * index)
        return compiled[start : start + length]

    return {at(keys, one): tuple(at(texts, one).decode().split("\0")) for one in range(number)}


def written(messages: Messages) -> bytes:
    """A compiled catalogue (.mo) of some messages."""
    keys = sorted(messages)
    parts = [*keys, *("\0".join(messages[key]).encode() for key in keys)]
    tables, start = b"", 20 + 8 * len(parts)
    for part in parts:
        tables += struct.pack("<2I", len(part), start)
        start += len(part) + 1
    head = struct.pack("<5I", _MAGIC, 0, len(keys), 20, 20 + 8 * len(keys))
    # the table of hashes, which Python's gettext does not use, is left out
    return head + tables + b"".join(part + b"\0" for part in parts)
