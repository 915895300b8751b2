"""The entries that explain the supplement, in a language, and a search."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from cacao_web.browser.json_text import read_json

KINDS: Final = ("space", "improvement", "card", "term")
"""The lists."""
LANGUAGES: Final = ("en", "de", "es", "it", "nl")
_SHORTEST: Final = 2
"""Letters of a word that is searched for."""


class Entry(NamedTuple):
    """A card of the look-up."""

    id: str
    kind: str  # one of KINDS
    group: str  # the heading that it stands under in its list
    name: str
    text: tuple[str, ...]  # its lines
    see: tuple[str, ...]  # ids of related entries
    titles: str  # all names in all languages, normalized
    words: str  # other words that it is found by, normalized
    content: str  # its lines, normalized

    def weight(self, word: str) -> int:
        """The strength with which it fits a word."""
        if any(part.startswith(word) for part in self.titles.split()):
            return 6
        if any(part.startswith(word) for part in self.words.split()):
            return 4
        return 1 if any(part.startswith(word) for part in self.content.split()) else 0


def read(text: bytes, language: str) -> dict[str, Entry]:
    """The entries of the file, by id, in its order; in English if it lacks the language.

    Raises:
        ValueError, LookupError, TypeError: it is damaged.
    """
    return {one["id"]: _entry(one, language) for one in read_json(text.decode())["entries"]}


def _entry(data: dict[str, Any], language: str) -> Entry:
    own = data.get(language) or data["en"]
    return Entry(
        data["id"],
        data["kind"],
        data["group"],
        own["name"],
        tuple(own["text"]),
        tuple(data["see"]),
        " ".join(plain(data[code]["name"]) for code in LANGUAGES),
        plain(own["words"]),
        plain(" ".join(own["text"])),
    )


def find(entries: Sequence[Entry], query: str) -> list[Entry]:
    """The entries that fit the words of a query or a question, the best first.

    A word that many entries have counts less. An entry fits if it has at least one of the words
    that count most.
    """
    words = [word for word in plain(query).split() if len(word) >= _SHORTEST]
    fitting = Counter(word for word in words for entry in entries if entry.weight(word))
    rare = {word: math.log(1 + len(entries) / number) for word, number in fitting.items()}
    if not rare:
        return []
    wanted = plain(query)

    def rank(entry: Entry) -> float:
        name = plain(entry.name)
        whole = 10 if wanted == name else 2 * name.count(" ") * (f" {name} " in f" {wanted} ")
        return whole + sum(entry.weight(word) * share for word, share in rare.items())

    least = max(map(rank, entries)) / 2
    return sorted((one for one in entries if rank(one) > least), key=rank, reverse=True)


def plain(text: str) -> str:
    """The words of a text, without capitals, accents and signs; ``new-born`` is one word."""
    joined = re.sub(r"(?<=\w)[-\u2019'](?=\w)", "", text.casefold())
    parted = unicodedata.normalize("NFKD", joined)
    return " ".join(re.findall(r"\w+", "".join(c for c in parted if not unicodedata.combining(c))))
