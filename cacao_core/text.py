"""A record as text that people read and write.

A header of ``key: value`` lines, an empty line, and one line for each turn::

    cacao-record 1
    players: 2
    seed: 7
    red: Ana
    purple: hard

    1 red W1111@0,-1 An1@0,-1
    1 purple W2101@1,0 JM3@2,0

Instead of a seed, an explicit deal gives ``red pile: 1111 2101 …`` for each colour and
``jungle pile: P1 M3 …``. A line that starts with ``#``, and the rest of a turn's line after one, is
a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal, BadRecord, IllegalMove
from cacao_core.game import Game
from cacao_core.moves import Move, shorten
from cacao_core.tiles import COLOURS

FORMAT: Final = "cacao-record"
VERSION: Final = "1"
LONGEST_NAME: Final = 40
_LONGEST_NUMBER: Final = len(str(1 << 64))
_JOINERS: Final = str.maketrans("", "", "\u200c\u200d")
"""Invisible, but part of words in several scripts, so names may have them."""


class Parts(NamedTuple):
    """What a record consists of; the moves are legal."""

    deal: Deal
    moves: tuple[Move, ...]
    seats: tuple[str, ...] | None


def encode(parts: Parts) -> str:
    """The text of a record."""
    deal = parts.deal
    lines = [f"{FORMAT} {VERSION}", f"players: {deal.players}"]
    if deal.seed is not None:
        lines.append(f"seed: {deal.seed}")
    else:
        for colour, pile in zip(COLOURS, deal.worker_piles, strict=False):
            lines.append(f"{colour} pile: {' '.join(pile)}")
        lines.append(f"jungle pile: {' '.join(deal.jungle_pile)}")
    for colour, name in zip(COLOURS, parts.seats or (), strict=False):
        lines.append(f"{colour}: {name}")
    lines.append("")
    for number, turn in enumerate(turns(parts.moves)):
        lines.append(" ".join([_turn_name(number, deal.players), *map(str, turn)]))
    return "\n".join([*lines, ""])


def decode(text: str) -> Parts:
    """Read the text of a record.

    Raises:
        BadRecord: with the number of the line and the reason.
    """
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {type(text).__name__}")
    return _Reader(text).parts()


def turns(moves: Iterable[Move]) -> list[list[Move]]:
    """The moves of a game from its start, grouped into turns."""
    grouped: list[list[Move]] = []
    for move in moves:
        if move.starts_turn:
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
        raise BadRecord(f"names of the seats: expected {players}, got {shorten(repr(seats))}")
    for seat, name in enumerate(seats):
        check_name(name, f"name of seat {seat}")
    return tuple(seats)


def check_name(name: str, where: str) -> None:
    """Raise :class:`BadRecord` unless a player can be called so in a record."""
    if not isinstance(name, str):
        raise BadRecord(f"{where}: expected text, got {type(name).__name__}")
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadRecord(f"{where}: expected 1 to {LONGEST_NAME} characters, got {len(name)}")
    if name != name.strip() or not name.translate(_JOINERS).isprintable():
        raise BadRecord(f"{where}: {shorten(name)} has unprintable characters or outer spaces")


class _Reader:
    """Reads the text of one record, line by line."""

    def __init__(self, text: str) -> None:
        lines = map(str.strip, text.removeprefix("\ufeff").split("\n"))
        self.lines = [(n, line) for n, line in enumerate(lines, 1) if not line.startswith("#")]
        self.header: dict[str, tuple[int, str]] = {}

    def parts(self) -> Parts:
        body = self._read_header()
        try:
            deal = self._deal()
        except BadDeal as error:
            raise BadRecord(f"header: {error}") from None
        seats = self._names(deal.players)
        game = Game(deal)
        moves: list[Move] = []
        number = 0
        for line, text in body:
            if text:
                moves += _read_turn(game, line, text, _turn_name(number, deal.players))
                number += 1
        return Parts(deal, tuple(moves), seats)

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
                raise BadRecord(f"line {line}: {shorten(key)} {problem}")
            self.header[key] = (line, value.strip())
        return list(lines)

    def _check_version(self, line: int, text: str) -> None:
        name, _, version = text.partition(" ")
        if name != FORMAT:
            raise BadRecord(f"line {line}: expected '{FORMAT} {VERSION}', got {shorten(text)}")
        if version != VERSION:
            raise BadRecord(f"line {line}: version {shorten(version)}; expected {VERSION}")

    def _deal(self) -> Deal:
        players = self._number("players")
        if "seed" in self.header:
            return Deal.shuffled(players, self._number("seed"))
        colours = COLOURS[:players] if 0 <= players <= len(COLOURS) else ()
        piles = tuple(self._pile(f"{colour} pile") for colour in colours)
        return Deal(piles, self._pile("jungle pile"))

    def _number(self, key: str) -> int:
        line, value = self._take(key)
        if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER):
            raise BadRecord(f"line {line}: {key}: expected a number, got {shorten(value)}")
        return int(value)

    def _pile(self, key: str) -> tuple[str, ...]:
        return tuple(self._take(key)[1].split())

    def _take(self, key: str) -> tuple[int, str]:
        if key not in self.header:
            raise BadRecord(f"header: no line '{key}: …'")
        return self.header.pop(key)

    def _names(self, players: int) -> tuple[str, ...] | None:
        """The names, which are the last of the header: nothing else may be left in it."""
        names = []
        if COLOURS[0] in self.header:
            for colour in COLOURS[:players]:
                line, name = self._take(colour)
                check_name(name, f"line {line}: {colour}")
                names.append(name)
        for key, (line, _) in self.header.items():
            raise BadRecord(f"line {line}: unexpected {shorten(key)}")
        return tuple(names) or None


def _read_turn(game: Game, line: int, text: str, name: str) -> list[Move]:
    """The moves of a line; they are played on the way."""
    start, *notations = text.partition("#")[0].removeprefix(name).split(" ")
    if not text.startswith(name) or start or not notations:
        raise BadRecord(f"line {line}: expected '{name}' and its moves")
    moves = []
    for notation in filter(None, notations):
        try:
            moves.append(game.find_move(notation))
        except IllegalMove as error:
            raise BadRecord(f"line {line}: {error}") from None
        if moves[-1].starts_turn != (len(moves) == 1):
            raise BadRecord(f"line {line}: {notation}: one line holds one whole turn")
        game.play(moves[-1])
    if not moves:
        raise BadRecord(f"line {line}: expected moves after '{name}'")
    return moves
