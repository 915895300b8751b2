"""The meaning of the lines to an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cacao_core.ai.strengths import LEVELS
from cacao_core.deal import is_duration
from cacao_core.errors import CacaoError, describe
from cacao_core.formats.position_text import FORMAT
from cacao_core.game import Game
from cacao_core.record import Record

PROTOCOL: Final = "1"
"""The version of the protocol."""
MOVES: Final = "moves"
"""The word before a list of moves, which ends a line."""
LEGAL: Final = "legal"
"""The word before all legal moves, for programs that do not know the rules; it ends a line."""
_NUMBERS: Final = ("playouts", "best", "seed")
_TIMES: Final = ("seconds", "limit")
_WORDS: Final = (*_NUMBERS, *_TIMES, "level")
_FIELDS: Final = {"all": "all_moves", "endless": "is_endless"}


class Go(NamedTuple):
    """The words after ``go``: limits of a decision; None where the line says nothing."""

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
        CacaoError: a word is unknown, stands twice, has no value, or does not go with another.
    """
    options, moves = _split(words[: words.index(LEGAL)] if LEGAL in words else words)
    fields: dict[str, int | float | str | bool] = {}
    rest = iter(options)
    for word in rest:
        if _FIELDS.get(word, word) in fields:
            raise CacaoError(f"go: {word} stands twice")
        if word == "all":
            fields["all_moves"] = True
        elif word == "endless":
            fields["is_endless"] = True
        elif word in _WORDS:
            fields[word] = _value(word, next(rest, ""))
        else:
            expected = ", ".join((*_WORDS, "all", "endless", MOVES))
            raise CacaoError(f"{describe(word)}: expected one of {expected}")
    go = Go(**fields, moves=tuple(moves))  # type: ignore[arg-type]  # read by _value
    _check_together(go)
    return go


def _check_together(go: Go) -> None:
    """Refuse words of which one would have no effect.

    Raises:
        CacaoError: two do not go together.
    """
    lengths = {"seconds": go.seconds, "playouts": go.playouts, "endless": go.is_endless or None}
    given = [word for word, value in lengths.items() if value is not None]
    if len(given) > 1 and not (go.level and not go.is_endless):
        raise CacaoError(f"go: expected one of {' and '.join(given)}")
    turns = {"all": go.all_moves, "best": go.best, MOVES: go.moves, "endless": go.is_endless}
    if go.level and (words := [word for word, value in turns.items() if value]):
        raise CacaoError(f"go: a level decides for itself: leave out level, or {words[0]}")
    if go.all_moves and go.moves:
        raise CacaoError(f"go: expected one of all and {MOVES}")


def _split(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    at = words.index(MOVES) if MOVES in words else len(words)
    return words[:at], words[at + 1 :]


def _value(word: str, text: str) -> int | float | str:
    if word == "level":
        if text in LEVELS:
            return text
        raise CacaoError(f"level {describe(text)}: expected one of {', '.join(LEVELS)}")
    if word in _NUMBERS:
        least = 0 if word == "seed" else 1
        if text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) >= least:
            return int(text)
        raise CacaoError(f"{word} {describe(text)}: expected a whole number from {least}")
    try:
        if is_duration(seconds := float(text)):
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


def option_of(words: Sequence[str], options: Mapping[str, str]) -> tuple[str, str]:
    """The name of the words after ``setoption``, and its value; none for ``default``.

    Raises:
        CacaoError: there is no such option, or it cannot have this value.
    """
    if not options:
        raise CacaoError("setoption: there are no options")
    if len(words) != 2 or words[0] not in options:
        raise CacaoError(f"setoption: expected one of {', '.join(options)}, and its value")
    name, value = words
    return name, "" if value == "default" else str(_value(name, value))
