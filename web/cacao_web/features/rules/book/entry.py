"""What the rule book is made of: chapters, their entries, and the pictures beside the words."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from cacao_web.features.rules.examples import View

WIDE: Final[View] = (-1, -1, 4, 4)
"""What surrounds the start tiles."""


class Tile(NamedTuple):
    """A jungle tile, given by its code, and what is written below it."""

    code: str
    caption: str


class Crew(NamedTuple):
    """A worker tile, given by its workers n, e, s, w, and what is written below it."""

    edges: str
    caption: str


class Track(NamedTuple):
    """The water track."""

    caption: str


class Scene(NamedTuple):
    """A part of a position of a worked example.

    Attributes:
        example: name of the example.
        moves: how many of its moves have been played; None plays all of them.
        caption: what is written below it.
        wide: cells that are to be seen instead of the example's; those where the next worker tile
            may go are marked.
    """

    example: str
    moves: int | None
    caption: str
    wide: View | None = None


Figure: TypeAlias = Tile | Crew | Track | Scene


class Entry(NamedTuple):
    """One thing that somebody may look up.

    Attributes:
        id: its name, for links to it; never shown.
        title: what it is about.
        text: its paragraphs.
        figures: its pictures.
        see: names of other entries that go on from here.
        example: name of the worked example that it tells, if it is one.
    """

    id: str
    title: str
    text: tuple[str, ...]
    figures: tuple[Figure, ...] = ()
    see: tuple[str, ...] = ()
    example: str = ""


class Chapter(NamedTuple):
    """Entries that belong together."""

    title: str
    entries: tuple[Entry, ...]
