"""What the lines to an engine say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cacao_core.deal import is_duration
from cacao_core.errors import CacaoError, describe
from cacao_core.formats.position_text import FORMAT
from cacao_core.game import Game
from cacao_core.record import Record

MOVES: Final = "moves"
"""The word before a list of moves, which ends a line."""
LEGAL: Final = "legal"
"""The word before all legal moves, for programs that do not know the rules; it ends a line."""
_NUMBERS: Final = ("playouts", "best", "seed")
_TIMES: Final = ("seconds", "limit")
_WORDS: Final = (*_NUMBERS, *_TIMES, "level")


class Go(NamedTuple):
    """How to decide: the words after ``go``; None where nothing is said."""

    playouts: int | None = None
    seconds: float | None = None
    limit: float | None = None
    level: str | None = None
    best: int | None = None
    seed: int | None = None
    all_moves: bool = False
    is_endless: bool = False
    moves: tuple[str, ...] = ()


def go_of(words: Sequence[str]) -> Go:
    """Read the words after ``go``.

    Raises:
        CacaoError: a word is unknown, or has no value.
    """
    options, moves = _split(words[: words.index(LEGAL)] if LEGAL in words else words)
    found: dict[str, int | float | str | bool] = {}
    rest = iter(options)
    for word in rest:
        if word == "all":
            found["all_moves"] = True
        elif word == "endless":
            found["is_endless"] = True
        elif word in _WORDS:
            found[word] = _value(word, next(rest, ""))
        else:
            expected = ", ".join((*_WORDS, "all", "endless", MOVES))
            raise CacaoError(f"{describe(word)}: expected one of {expected}")
    return Go(**found, moves=tuple(moves))  # type: ignore[arg-type]  # read by _value


def _split(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    at = words.index(MOVES) if MOVES in words else len(words)
    return words[:at], words[at + 1 :]


def _value(word: str, text: str) -> int | float | str:
    if word == "level":
        return text
    if word in _NUMBERS and text.isascii() and text.isdecimal() and len(text) <= 20:
        return int(text)
    try:
        if word in _TIMES and is_duration(seconds := float(text)):
            return seconds
    except ValueError:
        pass
    raise CacaoError(f"{word} {describe(text)}: expected a number above 0")


def game_of(words: Sequence[str], rest_of_record: str = "") -> Game:
    """The position of the words after ``position``: its line, a link, or a record, and moves.

    Raises:
        CacaoError: it cannot be read, or a move is not legal.
    """
    parts, moves = _split(words)
    kind = parts[0] if parts else ""
    if kind == FORMAT:
        game = Game.from_text(" ".join(parts))
    elif kind == "link" and len(parts) == 2:
        game = Record.from_link(parts[1]).game()
    elif kind == "record":
        game = Record.from_text(rest_of_record).game()
    else:
        raise CacaoError(f"position {describe(kind)}: expected {FORMAT}, link or record")
    for move in moves:
        game.play(move)
    return game


def option_of(words: Sequence[str], known: Mapping[str, str]) -> tuple[str, str]:
    """The name and the value of the words after ``setoption``.

    Raises:
        CacaoError: there is no such option.
    """
    if len(words) != 2 or words[0] not in known:
        raise CacaoError(f"setoption: expected one of {', '.join(known)}, and its value")
    return words[0], words[1]
