"""Puzzles of one kind or theme: which a person wishes, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_web.features.puzzles.model import Progress

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

KINDS: Final = ("gold", "win", "best")
THEMES: Final = ("market", "temple", "water", "filling", "overbuilding", "double", "blocking")
"""The themes of puzzles, in the order in which they are offered."""


class PuzzleWish(NamedTuple):
    """The puzzles that a person wishes; empty texts wish for any."""

    kind: str = ""
    theme: str = ""

    @classmethod
    def of(cls, text: str) -> PuzzleWish:
        """The wish of a button's value, such as ``win`` or ``water``; for any if it is none."""
        if text in KINDS:
            return cls(kind=text)
        return cls(theme=text) if text in THEMES else cls()

    def allows(self, puzzle: Puzzle) -> bool:
        return self.kind in ("", puzzle.kind) and (not self.theme or self.theme in puzzle.themes)


class Share(NamedTuple):
    """The number of puzzles of a kind or theme, and the number of solved ones."""

    wish: PuzzleWish
    solved: int
    total: int


def shares(puzzles: Iterable[Puzzle], progress: Progress) -> list[Share]:
    """All kinds and themes of which there is a puzzle."""
    everything = list(puzzles)
    wishes = [
        *(PuzzleWish(kind=kind) for kind in KINDS),
        *(PuzzleWish(theme=theme) for theme in THEMES),
    ]
    shares = []
    for wish in wishes:
        fitting = [puzzle.id for puzzle in everything if wish.allows(puzzle)]
        if fitting:
            shares.append(Share(wish, sum(map(progress.has_solved, fitting)), len(fitting)))
    return shares
