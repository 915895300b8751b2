"""A language for tests: of each message, it has the longest of all translations.

Text that finds room in it finds room in every language, so one look at a screen does instead of one
for each language. No site has it: the server of the browser tests adds it, in memory.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo

from making.workshop import Problem

PSEUDO: Final = "qaa"
"""Its code: one for private use (ISO 639), which browsers take and nobody speaks."""

_NARROW: Final = re.compile(r"[fijlrtI.,:;!'’()| ]")
_WIDE: Final = re.compile(r"[mwMW—…]")


def longest_catalogue(locale: Path) -> bytes:
    """The compiled catalogue of the longest texts of English and of a folder's catalogues."""
    files = sorted(locale.glob("*.mo"))
    made = io.BytesIO()
    write_mo(made, longest(read_mo(io.BytesIO(file.read_bytes())) for file in files))
    return made.getvalue()


def longest(catalogues: Iterable[Catalog]) -> Catalog:
    """For each form of each message, the text that is drawn widest; English is in the keys.

    Raises:
        Problem: the plurals of two languages have different rules, so their forms do not match.
    """
    found, rules = Catalog(), set[str]()
    for catalogue in catalogues:
        found.mime_headers = catalogue.mime_headers
        rules.add(catalogue.plural_forms)
        if len(rules) > 1:
            raise Problem("languages with different rules for plurals have no common pseudo-one")
        for message in filter(lambda message: message.id, catalogue):
            context = _context(message)
            before = found.get(message.id, context)
            ours = before or found.add(message.id, message.id, context=context)
            pairs = zip(_forms(ours), _forms(message), strict=True)
            wider = tuple(max(pair, key=width) for pair in pairs)
            ours.string = wider if message.pluralizable else wider[0]
    return found


def _context(message: Message) -> str | None:
    """What tells a message from others with the same English; ``read_mo`` leaves it in bytes."""
    context: Any = message.context
    return context.decode() if context else None


def _forms(message: Message) -> tuple[str, ...]:
    texts = message.string or ()
    return (texts,) if isinstance(texts, str) else tuple(texts)


def width(text: str) -> float:
    """About how wide a text is drawn, in letters; those of placeholders do not count."""
    shown = re.sub(r"\{\w*\}", "", text)
    return len(shown) - 0.5 * len(_NARROW.findall(shown)) + 0.5 * len(_WIDE.findall(shown))
