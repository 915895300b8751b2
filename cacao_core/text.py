"""A record as text that people read and write.

A header of ``key: value`` lines, an empty line, and one line for each turn::

    cacao-record 1
    rules: 1
    players: 2
    seed: 7
    red: Ana
    purple: hard

    1 red W1111@0,-1 An1@0,-1
    1 purple W2101@1,0 JM3@2,0

Instead of a seed, an explicit deal gives ``red pile: 1111 2101 …`` for each colour and
``jungle pile: P1 M3 …``. A line that starts with ``#``, and the rest of a turn's line after one, is
a comment. Header lines whose key begins with ``x-`` are anybody's, and skipped. Words are parted by
spaces or tabs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, ParamSpec, TypeVar

from cacao_core.deal import Deal, check_players, check_worker_pile
from cacao_core.errors import BadDeal, BadRecord, IllegalMove, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import COLOURS, RULES_VERSION

P = ParamSpec("P")
T = TypeVar("T")

FORMAT: Final = "cacao-record"
VERSION: Final = "1"
LONGEST: Final = 1 << 16
"""Characters that a text may have; a whole game has less than a tenth."""
LONGEST_NAME: Final = 40
_LONGEST_NUMBER: Final = len(str(1 << 64))
_LAST_C0, _FIRST_C1, _LAST_C1 = 0x1F, 0x7F, 0x9F
_NOT_IN_NAMES: Final = frozenset(
    {
        *map(chr, range(_LAST_C0 + 1)),
        *map(chr, range(_FIRST_C1, _LAST_C1 + 1)),
        *map(chr, range(0x202A, 0x202F)),  # these and the next turn the text round
        *map(chr, range(0x2066, 0x206A)),
        *map(chr, range(0xD800, 0xE000)),
        *"\u2028\u2029\ufeff",
    }
)
"""Controls; spelled out, because what Python calls printable changes with its version."""
_INVISIBLE: Final = (
    " \u00a0\u00ad\u115f\u1160\u200b\u200c\u200d\u200e\u200f\u2060\u2800\u3000\u3164"
)


class Parts(NamedTuple):
    """What a record consists of: the moves are legal, and ``game`` is where they lead."""

    deal: Deal
    moves: tuple[Move, ...]
    seats: tuple[str, ...] | None
    game: Game


def encode(deal: Deal, moves: Iterable[Move], seats: Sequence[str] | None) -> str:
    """The text of a record."""
    lines = [f"{FORMAT} {VERSION}", f"rules: {RULES_VERSION}", f"players: {deal.players}"]
    if deal.seed is not None:
        lines.append(f"seed: {deal.seed}")
    else:
        for colour, pile in zip(COLOURS, deal.worker_piles, strict=False):
            lines.append(f"{colour} pile: {' '.join(pile)}")
        lines.append(f"jungle pile: {' '.join(deal.jungle_pile)}")
    for colour, name in zip(COLOURS, seats or (), strict=False):
        lines.append(f"{colour}: {name}")
    lines.append("")
    for number, turn in enumerate(turns(moves)):
        lines.append(" ".join([_turn_name(number, deal.players), *map(str, turn)]))
    return "\n".join([*lines, ""])


def decode(text: str) -> Parts:
    """Read the text of a record.

    Raises:
        BadRecord: with the number of the line and the reason.
    """
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {describe(text)}")
    if len(text) > LONGEST:
        raise BadRecord(f"text of {len(text)} characters: expected up to {LONGEST}")
    return _Reader(text).parts()


def turns(moves: Iterable[Move]) -> list[list[Move]]:
    """The moves of a game from its start, grouped into turns."""
    grouped: list[list[Move]] = []
    for move in moves:
        if move.starts_turn or not grouped:
            grouped.append([])
        grouped[-1].append(move)
    return grouped


def _turn_name(number: int, players: int) -> str:
    """How the line of a turn begins; turns are counted from 0."""
    played, seat = divmod(number, players)
    return f"{played + 1} {COLOURS[seat]}"


def checked_names(seats: Sequence[str], players: int) -> tuple[str, ...]:
    """The names of the seats, or :class:`BadRecord` if they do not fit."""
    if isinstance(seats, str) or not isinstance(seats, Sequence) or len(seats) != players:
        raise BadRecord(f"names of the seats: expected {players}, got {describe(seats)}")
    for seat, name in enumerate(seats):
        check_name(name, f"name of seat {seat}")
    return tuple(seats)


def check_name(name: str, where: str) -> None:
    """Raise :class:`BadRecord` unless a player can be called so in a record."""
    if not isinstance(name, str):
        raise BadRecord(f"{where}: expected text, got {describe(name)}")
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadRecord(f"{where}: expected 1 to {LONGEST_NAME} characters, got {len(name)}")
    if not _NOT_IN_NAMES.isdisjoint(name) or not name.strip(_INVISIBLE):
        raise BadRecord(f"{where}: {describe(name)} has control characters, or nothing to see")
    if name != name.strip():
        raise BadRecord(f"{where}: {describe(name)} has spaces around it")


class _Reader:
    """Reads the text of one record, line by line."""

    def __init__(self, text: str) -> None:
        lines = (line.strip(" \t\r") for line in text.removeprefix("\ufeff").split("\n"))
        self.lines = [(n, line) for n, line in enumerate(lines, 1) if not line.startswith("#")]
        self.header: dict[str, tuple[int, str]] = {}

    def parts(self) -> Parts:
        body = self._read_header()
        deal = self._deal()
        seats = self._names(deal.players)
        game = Game(deal)
        moves: list[Move] = []
        number = 0
        for line, text in body:
            if text:
                moves += _read_turn(game, line, text, _turn_name(number, deal.players))
                number += 1
        return Parts(deal, tuple(moves), seats, game)

    def _read_header(self) -> list[tuple[int, str]]:
        """Fill the header in; what is left is the body."""
        lines = iter(self.lines)
        for line, text in lines:
            if text:
                self._check_version(line, text)
                break
        else:
            raise BadRecord(f"line 1: expected '{FORMAT} {VERSION}', got nothing")
        for line, text in lines:
            if not text:
                break
            key, colon, value = text.partition(":")
            if not colon or key in self.header:
                problem = "is there twice" if colon else "is not 'key: value'"
                raise BadRecord(f"line {line}: {describe(key)} {problem}")
            if not key.startswith("x-"):
                self.header[key] = (line, value.strip(" \t"))
        return list(lines)

    def _check_version(self, line: int, text: str) -> None:
        name, _, version = text.partition(" ")
        if name != FORMAT:
            raise BadRecord(f"line {line}: expected '{FORMAT} {VERSION}', got {describe(text)}")
        if version != VERSION:
            raise BadRecord(f"line {line}: version {describe(version)}; expected {VERSION}")

    def _deal(self) -> Deal:
        line, rules = self._number("rules")
        if rules != RULES_VERSION:
            raise BadRecord(f"line {line}: rules version {rules}; expected {RULES_VERSION}")
        line, players = self._number("players")
        _at_line(line, check_players, players)
        if "seed" in self.header:
            line, seed = self._number("seed")
            return _at_line(line, Deal.shuffled, players, seed)
        piles = []
        for colour in COLOURS[:players]:
            line, value = self._take(f"{colour} pile")
            piles.append(tuple(value.split()))
            _at_line(line, check_worker_pile, piles[-1], players, colour)
        line, value = self._take("jungle pile")
        return _at_line(line, Deal, tuple(piles), tuple(value.split()))

    def _number(self, key: str) -> tuple[int, int]:
        line, value = self._take(key)
        known = value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER
        if not known or str(int(value)) != value:
            raise BadRecord(f"line {line}: {key}: expected a number, got {describe(value)}")
        return line, int(value)

    def _take(self, key: str) -> tuple[int, str]:
        if key not in self.header:
            raise BadRecord(f"header: no line '{key}: …'")
        return self.header.pop(key)

    def _names(self, players: int) -> tuple[str, ...] | None:
        """The names, which are the last of the header: nothing else may be left in it."""
        names = []
        if not self.header.keys().isdisjoint(COLOURS[:players]):
            for colour in COLOURS[:players]:
                line, name = self._take(colour)
                check_name(name, f"line {line}: {colour}")
                names.append(name)
        if self.header:
            key, (line, _) = next(iter(self.header.items()))
            raise BadRecord(f"line {line}: unexpected {describe(key)}")
        return tuple(names) or None


def _at_line(line: int, check: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call something that refuses deals; a refusal tells the line."""
    try:
        return check(*args, **kwargs)
    except BadDeal as error:
        raise BadRecord(f"line {line}: {error}") from None


def _read_turn(game: Game, line: int, text: str, name: str) -> list[Move]:
    """The moves of a line; they are played on the way."""
    words = [word for word in re.split("[ \t]+", text.partition("#")[0]) if word]
    notations = words[2:]
    if " ".join(words[:2]) != name or not notations:
        raise BadRecord(f"line {line}: expected '{name}' and its moves")
    moves: list[Move] = []
    for notation in notations:
        try:
            moves.append(game.find_move(notation))
        except IllegalMove as error:
            raise BadRecord(f"line {line}: {error}") from None
        if moves[-1].starts_turn != (len(moves) == 1):
            raise BadRecord(f"line {line}: {notation}: one line holds one whole turn")
        game.apply(moves[-1])
    return moves
