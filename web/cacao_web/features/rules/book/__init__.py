"""The rules in our own words, in the present language: chapters with entries.

Imported when somebody opens the rules, not when the page starts.
"""

from __future__ import annotations

import unicodedata

from cacao_web.features.rules.book import basics, cases, ending, expansions, table, tiles, turn
from cacao_web.features.rules.book.entry import BookChapter, BookEntry
from cacao_web.ui.i18n import _, cached


@cached
def chapters() -> tuple[BookChapter, ...]:
    return (
        BookChapter(_("The game and its pieces"), basics.entries()),
        BookChapter(_("A turn"), turn.entries()),
        BookChapter(_("What the jungle tiles do"), tiles.entries()),
        BookChapter(_("The end and the score"), ending.entries()),
        BookChapter(_("Worked examples"), cases.entries()),
        BookChapter(_("At the table"), table.entries()),
        *expansions.chapters(),
    )


def entries() -> list[BookEntry]:
    """All entries, in reading order."""
    return [each for part in chapters() for each in part.entries]


def entry(id: str) -> BookEntry | None:
    """The entry of a given name, or None."""
    return next((each for each in entries() if each.id == id), None)


def find(query: str) -> tuple[BookChapter, ...]:
    """The chapters with the entries that contain all words of a query; without one, the whole book.

    Capitals and accents make no difference, and a part of a word is enough. Entries with matching
    titles come first.
    """
    wanted = _plain(query).split()
    matching = [
        part._replace(entries=tuple(each for each in part.entries if _has(_words(each), wanted)))
        for part in chapters()
    ]
    if not wanted:
        return tuple(matching)

    def later(each: BookEntry) -> bool:
        return not _has(_plain(each.title), wanted)

    sorted_parts = [
        part._replace(entries=tuple(sorted(part.entries, key=later))) for part in matching
    ]
    return tuple(
        sorted((part for part in sorted_parts if part.entries), key=lambda p: later(p.entries[0]))
    )


def _has(text: str, wanted: list[str]) -> bool:
    return all(word in text for word in wanted)


@cached
def _words(searched: BookEntry) -> str:
    """All text of an entry, normalized for the search."""
    captions = [figure.caption for figure in searched.figures]
    return _plain(" ".join([searched.title, *searched.text, *captions]))


def _plain(text: str) -> str:
    """A text without capitals and accents."""
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parted if not unicodedata.combining(letter))
