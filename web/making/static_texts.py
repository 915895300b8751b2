"""The texts of index.html, shown before Python is ready: ``data-text`` and ``data-label``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import BinaryIO, Final

_MARKS: Final = ("data-text", "data-label")


class _Texts(HTMLParser):
    """Collects each text with its line number."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(self.getpos()[0], text) for name, text in attrs if name in _MARKS and text]


def static_texts(page: str) -> list[str]:
    """All translatable texts of a page, sorted."""
    parser = _Texts()
    parser.feed(page)
    return sorted({text for _line, text in parser.found})


def extract(
    file: BinaryIO, keywords: object, comment_tags: object, options: Mapping[str, str]
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Babel's interface for extracting the texts of a file, see web/locale/babel.cfg."""
    parser = _Texts()
    parser.feed(file.read().decode("utf-8"))
    for line, text in parser.found:
        yield line, None, text, []
