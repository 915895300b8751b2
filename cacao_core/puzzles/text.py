"""The file of puzzles: one on each line, so that people can read and compare it.

The first line names the format. The words of a line are the kind, the rating, the theme (perhaps
with more after a ``+``, such as ``double+filling``), the goal (``-`` if there is none), the number
of moves before the position, and the link of the game with the solution at its end. Lines that
begin with ``#`` are comments.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_core.errors import CacaoError, describe
from cacao_core.puzzles.puzzle import ALSO, KINDS, THEMES, Puzzle

FORMAT: Final = "cacao-puzzles 1"
_WORDS: Final = 6


def encode(puzzles: Iterable[Puzzle]) -> str:
    """The text of a file of puzzles."""
    return "".join([f"{FORMAT}\n", *(f"{line(puzzle)}\n" for puzzle in puzzles)])


def line(puzzle: Puzzle) -> str:
    """The line of one puzzle."""
    goal = "-" if puzzle.goal is None else puzzle.goal
    themes = "+".join(puzzle.themes)
    return f"{puzzle.kind} {puzzle.rating} {themes} {goal} {puzzle.at} {puzzle.link}"


def decode(text: str) -> list[Puzzle]:
    """Read a file of puzzles. The games are read when they are first asked for.

    Raises:
        CacaoError: with the number of the line and the reason.
    """
    first, *lines = text.splitlines() or [""]
    if first != FORMAT:
        raise CacaoError(f"line 1: expected {FORMAT!r}, got {describe(first)}")
    return [_puzzle(line, number) for number, line in enumerate(lines, 2) if _is_puzzle(line)]


def _is_puzzle(line: str) -> bool:
    return bool(line) and not line.startswith("#")


def _puzzle(line: str, number: int) -> Puzzle:
    words = line.split()
    if len(words) != _WORDS:
        raise CacaoError(f"line {number}: expected {_WORDS} words, got {len(words)}")
    kind, rating, themes, goal, at, link = words
    theme, *also = themes.split("+")
    if kind not in KINDS or theme not in THEMES or not set(also) <= set(ALSO):
        raise CacaoError(f"line {number}: unknown kind or theme: {describe(f'{kind} {themes}')}")
    if not (rating.isdecimal() and at.isdecimal() and (goal == "-" or goal.isdecimal())):
        raise CacaoError(f"line {number}: expected whole numbers: {rating} {goal} {at}")
    if (kind == "gold") == (goal == "-"):
        raise CacaoError(f"line {number}: only puzzles about gold have a goal")
    gold = None if goal == "-" else int(goal)
    return Puzzle(kind, int(rating), theme, gold, int(at), link, tuple(also))
