"""Names of players: what a record takes, and what is made of a name that it does not take."""

from __future__ import annotations

import unicodedata
from typing import Final

from cacao_core.errors import BadRecord, describe

LONGEST_NAME: Final = 40
_LAST_C0, _FIRST_C1, _LAST_C1 = 0x1F, 0x7F, 0x9F
CONTROLS: Final = frozenset(
    {
        *map(chr, range(_LAST_C0 + 1)),
        *map(chr, range(_FIRST_C1, _LAST_C1 + 1)),
        *map(chr, range(0x202A, 0x202F)),  # these and the next change the direction of text
        *map(chr, range(0x2066, 0x206A)),
        *map(chr, range(0xD800, 0xE000)),
        *"\u2028\u2029\ufeff",
    }
)
"""Control characters; listed here, because ``str.isprintable`` depends on the Python version."""
_INVISIBLE: Final = "".join(
    chr(code)
    for first, last in (
        (0x20, 0x20), (0xA0, 0xA0), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160),
        (0x1680, 0x1680), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2000, 0x200F), (0x202F, 0x202F),
        (0x205F, 0x206F), (0x2800, 0x2800), (0x3000, 0x3000), (0x3164, 0x3164), (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0), (0xFFF9, 0xFFFC), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
        (0xE0000, 0xE01EF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
"""Characters that show nothing: spaces, joiners, fillers, selectors, marks of direction, tags."""
_LOOSE: Final = "".join(
    c for c in _INVISIBLE if not ("\ufe00" <= c <= "\ufe0f" or c >= "\U000e0000")
)
"""Those that belong to no character before them: selectors and tags change how that looks."""
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Me", "Mn", "Zl", "Zp", "Zs")
"""Unicode categories of what shows nothing by itself."""
_FORMATS: Final = ("Cc", "Cf", "Cs")
"""Those of what shows nothing anywhere."""
_BLANKS: Final = "\u2800\u3164\uffa0"
"""Characters that look like a space, and are none."""


def check_name(name: str, where: str) -> None:
    """Raise :class:`BadRecord` unless a player's name is valid in a record."""
    check_length(name, where)
    if not CONTROLS.isdisjoint(name) or not _shows(name):
        raise BadRecord(f"{where}: {describe(name)} has control characters, or nothing to see")
    if name != name.strip():
        raise BadRecord(f"{where}: {describe(name)} has spaces around it")


def check_length(name: str, where: str) -> None:
    """Raise :class:`BadRecord` unless it is text of which :func:`readable` makes a name."""
    if not isinstance(name, str):
        raise BadRecord(f"{where}: expected text, got {describe(name)}")
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadRecord(f"{where}: expected 1 to {LONGEST_NAME} characters, got {len(name)}")


def tidied(text: str) -> str:
    """The name that a person has typed; empty if nothing of it can be seen.

    Composed (NFC), on one line, without control characters, and without what shows nothing around
    it. It may be too long.
    """
    visible = "".join(c for c in text if c not in CONTROLS or c.isspace())
    name = unicodedata.normalize("NFC", " ".join(visible.split())).strip(_LOOSE)
    return name if _shows(name) else ""


def readable(name: str, seat: int) -> str:
    """The name of a seat as it was written elsewhere or before: what is odd in it costs no game.

    What cannot be seen at all is ``Player n``.
    """
    try:
        check_name(name, "name")
    except BadRecord:
        return tidied(tidied(name)[:LONGEST_NAME]) or f"Player {seat + 1}"
    return name


def outline(name: str) -> str:
    """The same text for names that look alike, or differ only in large and small letters.

    Compatible characters are the same (NFKC), what shows nothing is left out, and any number of
    spaces is one. Letters of other scripts stay different, however alike they look.
    """
    text, before = name, ""
    while text != before:  # what is made of a character may be one to be left out
        before = text
        shown = "".join(" " if c in _BLANKS or c.isspace() else c for c in text)
        shown = "".join(c for c in shown if c == " " or not _is_unseen(c))
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())
        text = " ".join(folded.split())
    return text


def _is_unseen(character: str) -> bool:
    return character in _INVISIBLE or unicodedata.category(character) in _FORMATS


def _shows(name: str) -> bool:
    return any(c not in _INVISIBLE and unicodedata.category(c) not in _UNSEEN for c in name)
