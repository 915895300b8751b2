"""What an attacker would write where the page expects a name, a record or a link."""

from __future__ import annotations

import json
from functools import cached_property
from html.parser import HTMLParser
from typing import Final

from cacao_web.game.options import Options
from cacao_web.game.origin import About
from cacao_web.saves import codec
from tests.core.helpers import example

TEXTS: Final = (
    "<script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1>",
    "</button></dialog><iframe src=x>",
    "\" autofocus onfocus=pwned=1 x=\"",
    "' onclick='window.pwned=1",
    "&lt;img src=x onerror=pwned=1&gt;",
    "`${window.pwned=1}`",
    "{names}{0}%s%n",
    "javascript:window.pwned=1",
    "data:text/html,<script>pwned=1</script>",
    "]]><!--",
    "\u202egnp.exe",
    "\u2066\u2067evil",
    "\u200b\u200d\u2060",
    "a\u200bb",
    "a\x00b",
    "a\r\nb: c",
    "\ud83e",
    "👩\u200d👧🫘",
    "Z\u0351\u036b\u0343\u036a\u0302a",
    "x" * 10_000,
    "W" * 40,
    "__proto__",
    "constructor",
    "../../etc/passwd",
    " ",
    "",
)  # fmt: skip

NAMES: Final = ("Ana", "Bo", "Carla", "Dmitri")
RECORD: Final = example("temple").renamed(NAMES)
"""A game of four; what is hostile is put into it."""


def record_with(name: str) -> str:
    """The text of a game with a hostile player's name, as in a file."""
    return RECORD.to_text().replace("Carla", name)


def records() -> list[str]:
    """Texts that are no game, or no game for long, with hostile words in each part of a record."""
    text = RECORD.to_text()
    start, end = text[: len(text) // 2], text[len(text) // 2 :]
    made = [start + hostile + end for hostile in TEXTS]
    made += [f"cacao-record {hostile}\n{text}" for hostile in TEXTS]
    made += [f"{text}{hostile}@1,0\n" for hostile in TEXTS]
    made += [text * 200, text.replace("\n", "\r"), text.replace(" ", "\u00a0"), "cacao-record 1"]
    noted = text.replace("record 1", "record 2", 1).split("\n")
    for hostile in TEXTS:
        head, first, *rest = noted[:7], *noted[7:]
        others = [f"x-{hostile}: {hostile}", "", f"# {hostile}"]
        made.append("\n".join([*head, *others, first, f"> {hostile}", *rest]))
    made += ["\n" * 100_000, "cacao-record 1\n" + "x: y\n" * 50_000, "1" + "A" * 3000]
    return made


def noted(hostile: str) -> str:
    """The text of a good game with hostile words wherever free text is allowed."""
    head, body = RECORD.to_text().replace("record 1", "record 2", 1).split("\n\n")
    first, *rest = body.split("\n")
    headers = [f"x-{word}: {word}" for word in (hostile, "a") if not set(word) & set("\n:#")]
    lines = [f"# {line}" for line in hostile.split("\n")]
    one = lines[0][2:].replace("\r", "")
    body = "\n".join([*lines, f"{first} # {one}", *lines, f"> {first} # {one}", *rest])
    return "\n".join([head, *headers, "", body])


def saved(**changes: object) -> str:
    good = {
        "version": codec.VERSION,
        "saved": "2026-11-20T12:00:00+00:00",
        "record": RECORD.to_text(),
        "kinds": ["person"] * 4,
        "colours": ["red", "purple", "white", "yellow"],
        "options": Options()._asdict(),
        "about": About().told(),
    }
    return json.dumps(good | changes)


def stored() -> dict[str, str]:
    """Hostile entries of a browser's store under the names of this page, and one good game.

    Some of these are games after all; each has something odd that must not do any harm.
    """
    odd: list[object] = [None, True, -1, 1e308, [], {}, [[]], [None] * 4, [5] * 4, "x" * 9]
    odd += [["person"] * 3, "perp", {"__proto__": 1, "a": 2, "b": 3, "c": 4}, *TEXTS[:2]]
    fields = ("version", "saved", "record", "kinds", "colours", "undo_turns")
    made = [saved(**{field: value}) for field in fields for value in odd]
    made += [
        "",
        "{",
        "null",
        "5",
        '"x"',
        "[]",
        "[" * 100_000,
        "{}",
        '{"__proto__": {"version": 1}}',
    ]
    made += [*TEXTS, "9" * 5000, '{"version": ' + "9" * 5000 + "}", "x" * 300_000]
    entries = {f"cacao.game.{n}": text for n, text in enumerate(made)}
    entries |= {f"cacao.game.{hostile}": saved() for hostile in TEXTS[:12]}
    return entries | {f"cacao.{hostile}": hostile for hostile in TEXTS[:12]}


SETTINGS: Final = (
    *("", "{", "null", "5", "[]", "[" * 100_000, '"x"', '{"__proto__": {"theme": "dark"}}'),
    json.dumps(dict.fromkeys(("theme", "language", "tempo", "sound", "players"), 5)),
    json.dumps({name: [{}] for name in ("theme", "language", "tempo", "sound", "players")}),
    *(
        json.dumps(dict.fromkeys(("theme", "language", "tempo", "sound", "players"), text))
        for text in (*TEXTS, "bot:<b> bot:x\u0000 person person", "nobody nobody nobody nobody")
    ),
)
"""Hostile settings in the store."""


class Skeleton(HTMLParser):
    """Which elements markup has, in order, with the names of their attributes; no words.

    Attributes:
        elements: one text for each.
        addresses: all that something could be fetched from, or be run as.
    """

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.addresses: set[str] = set()
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        self.elements.append(" ".join([tag, *names]))
        self.addresses |= {
            value or "" for name, value in attrs
            if name in ("href", "src", "action", "formaction", "data", "style", "srcdoc")
        }  # fmt: skip

    @cached_property
    def odd(self) -> list[str]:
        """Elements that no view of the page makes, or with attributes that are programs."""
        return [
            element
            for element in self.elements
            if element.split()[0] in _NEVER or any(n.startswith("on") for n in element.split()[1:])
        ]


_NEVER: Final = frozenset(
    ("script", "img", "iframe", "object", "embed", "base", "meta", "style", "template")
)
