"""The parts of the rule book: chapters, entries, and pictures."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from cacao_web.features.rules.examples import View

WIDE: Final[View] = (-1, -1, 4, 4)
"""The area around the start tiles."""


class Tile(NamedTuple):
    """A jungle tile, given by its code, with a caption."""

    code: str
    caption: str


class Crew(NamedTuple):
    """A worker tile, given by its workers n, e, s, w, with a caption."""

    edges: str
    caption: str


class Track(NamedTuple):
    """The water track."""

    caption: str


class Scene(NamedTuple):
    """A part of a position of a worked example."""

    example: str  # name of the example
    moves: int | None  # how many of its moves have been played; None plays all of them
    caption: str  # text below the picture
    wide: View | None = None
    """Cells shown instead of the example's, with marks on the cells where the next worker tile may
    go."""


class PiecePicture(NamedTuple):
    """A piece of an expansion, given by its symbol, with a caption."""

    symbol: str
    caption: str


class HutPicture(NamedTuple):
    """A hut: its name and cost in bold, and its use."""

    code: str
    title: str
    use: str

    @property
    def caption(self) -> str:
        return f"{self.title}. {self.use}"


class MapBoardPicture(NamedTuple):
    """The map board with two jungle tiles, given by their codes, with a caption."""

    codes: tuple[str, str]
    caption: str


class Card(NamedTuple):
    """The picture of a module, which leads to its entry of the same name."""

    module: str
    caption: str


Figure: TypeAlias = Tile | Crew | Track | Scene | PiecePicture | HutPicture | MapBoardPicture | Card


class BookEntry(NamedTuple):
    """One topic to look up."""

    id: str  # its name, for links; never shown
    title: str  # its topic
    text: tuple[str, ...]  # its paragraphs
    figures: tuple[Figure, ...] = ()  # its pictures
    see: tuple[str, ...] = ()  # names of related entries
    example: str = ""  # name of the worked example in it, if any


class BookChapter(NamedTuple):
    """Entries that belong together."""

    title: str
    entries: tuple[BookEntry, ...]
