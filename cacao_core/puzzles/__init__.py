"""Puzzles: positions in which one turn is clearly the best.

>>> from cacao_core import puzzles
>>> puzzle = puzzles.load()[0]
>>> puzzle.accepts(puzzle.solution)
True
"""

from __future__ import annotations

from pkgutil import get_data
from typing import Final

from cacao_core.puzzles.puzzle import ALSO, KINDS, THEMES, Puzzle
from cacao_core.puzzles.text import decode

__all__ = ["ALSO", "FILE", "KINDS", "THEMES", "Puzzle", "load"]

FILE: Final = "puzzles.txt"
"""The file of the puzzles that are shipped, in this package."""


def load(text: str | None = None) -> list[Puzzle]:
    """Puzzles, easiest first. Their games are read when they are first asked for.

    Args:
        text: of a file of puzzles; None reads the one that is shipped.

    Raises:
        CacaoError: the text is not that of a file of puzzles; with the number of the line.
    """
    if text is None:
        text = (get_data(__name__, FILE) or b"").decode("utf-8")
    return decode(text)
