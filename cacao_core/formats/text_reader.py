"""Reads a record from its text; :mod:`cacao_core.formats.text` describes and writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from cacao_core.deal import Deal, check_players, check_worker_pile
from cacao_core.errors import BadDeal, BadRecord, CacaoError, IllegalMove, describe
from cacao_core.formats.text import (
    FORMAT,
    LONGEST,
    OTHERS,
    VERSION,
    VERSION_WITH_UNKNOWN,
    VERSION_WITH_VARIATIONS,
    Line,
    turn_name,
)
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.names import CONTROLS, check_length, readable
from cacao_core.rules import Rules, rules_named, rules_of
from cacao_core.tiles import COLOURS

P = ParamSpec("P")
T = TypeVar("T")

_VERSIONS: Final = (VERSION, VERSION_WITH_VARIATIONS, VERSION_WITH_UNKNOWN)
_LONGEST_NUMBER: Final = len(str(1 << 64))


class RecordParts(NamedTuple):
    """The content of a record: the moves are legal, and ``game`` is the position after them.

    ``headers`` are the custom ones; ``comments`` are by turn from 1, 0 for the whole game.
    """

    deal: Deal
    moves: tuple[Move, ...]
    seats: tuple[str, ...] | None
    game: Game
    headers: dict[str, str]
    comments: dict[int, str]
    variations: tuple[Line, ...]


def decode(text: str) -> RecordParts:
    """Read the text of a record.

    Raises:
        BadRecord: with the number of the line and the reason.
    """
    if not isinstance(text, str):
        raise BadRecord(f"a record is text, not {describe(text)}")
    if len(text) > LONGEST:
        raise BadRecord(f"text of {len(text)} characters: expected up to {LONGEST}")
    return _RecordReader(text).parts()


class _RecordReader:
    """Reads the text of one record, line by line."""

    def __init__(self, text: str) -> None:
        lines = (line.strip(" \t\r") for line in text.removeprefix("\ufeff").split("\n"))
        self.lines = list(enumerate(lines, 1))
        self.version = VERSION
        self.header: dict[str, tuple[int, str]] = {}
        self.others: dict[str, str] = {}
        self.comments: dict[int, str] = {}
        self.variations: list[Line] = []

    def parts(self) -> RecordParts:
        body = self._read_header()
        deal = self._deal()
        seats = self._names(deal.players)
        game = Game(deal)
        moves = self._read_turns(body, game, deal)
        notes = self.others, self.comments, tuple(self.variations)
        return RecordParts(deal, tuple(moves), seats, game, *notes)

    def _read_turns(self, body: Iterable[tuple[int, str]], game: Game, deal: Deal) -> list[Move]:
        """The moves of the game, which are checked by playing them; notes are stored."""
        moves: list[Move] = []
        number, with_variations = 0, self.version != VERSION
        alternative = _Alternative(game, 0, deal)
        for line, text in body:
            turn, mark, comment = text.partition("#")
            if text.startswith(">") and number and with_variations:
                if alternative.read(line, turn[1:], _kept(comment)):
                    self.variations.append(alternative.line)
                else:
                    self.variations[-1] = alternative.line
                continue
            if turn:
                number += 1
                if with_variations:
                    alternative = _Alternative(game.copy(), number, deal)
                moves += _read_turn(game, line, turn, turn_name(number, deal))
            if mark:
                self._comment(number, comment)
        return moves

    def _comment(self, turn: int, comment: str) -> None:
        """Store a comment, after those on the same turn."""
        if text := _kept(comment):
            above = self.comments.get(turn)
            self.comments[turn] = f"{above}\n{text}" if above else text

    def _read_header(self) -> list[tuple[int, str]]:
        """Read the header; returns the remaining lines."""
        lines = iter(self.lines)
        for line, text in lines:
            if text and not text.startswith("#"):
                self._check_version(line, text)
                break
        else:
            raise BadRecord(f"line 1: expected '{FORMAT} {VERSION}', got nothing")
        for line, text in lines:
            if not text:
                break
            if text.startswith("#"):
                self._comment(0, text[1:])
                continue
            key, colon, value = text.partition(":")
            if not colon or key in self.header:
                problem = "is there twice" if colon else "is not 'key: value'"
                raise BadRecord(f"line {line}: {describe(key)} {problem}")
            if key.startswith(OTHERS):
                self.others[_kept(key)] = _kept(value)
            else:
                self.header[key] = (line, value.strip(" \t"))
        return list(lines)

    def _check_version(self, line: int, text: str) -> None:
        name, _, version = text.partition(" ")
        if name != FORMAT:
            raise BadRecord(f"line {line}: expected '{FORMAT} {VERSION}', got {describe(text)}")
        if version not in _VERSIONS:
            versions = f"{', '.join(_VERSIONS[:-1])} or {_VERSIONS[-1]}"
            raise BadRecord(f"line {line}: version {describe(version)}; expected {versions}")
        self.version = version

    def _deal(self) -> Deal:
        rules = self._rules()
        line, players = self._number("players")
        _at_line(line, check_players, players, rules)
        if "position" in self.header and self.version == VERSION_WITH_UNKNOWN:
            return self._laid(players, rules)
        if "seed" in self.header:
            line, seed = self._number("seed")
            if "huts" not in self.header:
                return _at_line(line, Deal.shuffled, players, seed, rules)
            line, huts = self._take("huts")
            return _at_line(line, Deal.shuffled, players, seed, rules, huts.split())
        piles = []
        for colour in COLOURS[:players]:
            line, value = self._take(f"{colour} pile")
            piles.append(tuple(value.split()))
            _at_line(line, check_worker_pile, piles[-1], players, colour, rules)
        line, value = self._take("jungle pile")
        jungle = tuple(value.split())
        dealt: dict[str, Any] = {}
        for module in rules.modules:
            if module.deals:
                line, value = self._take(module.deals)
                dealt[module.deals] = value.split()
        deal = _at_line(line, partial(Deal, **dealt), tuple(piles), jungle, rules)
        if not deal.is_known and self.version != VERSION_WITH_UNKNOWN:
            raise BadRecord(f"line {line}: unknown tiles need version {VERSION_WITH_UNKNOWN}")
        return deal

    def _rules(self) -> Rules:
        """The rules, by number or name."""
        line, value = self._take("rules")
        rules = rules_named(value)
        if rules is None and value[:1].isdigit():
            self.header["rules"] = (line, value)
            line, number = self._number("rules")
            rules = rules_of(number)
        if rules is None:
            raise BadRecord(
                f"line {line}: rules {describe(value)}: this program does not know them"
            )
        return rules

    def _laid(self, players: int, rules: Rules) -> Deal:
        """The deal of a game that starts in the middle."""
        line, value = self._take("position")
        try:
            game = Game.from_text(value)
            deal = game.as_deal()
        except CacaoError as error:
            raise BadRecord(f"line {line}: {error}") from None
        if deal.players != players or deal.rules != rules:
            raise BadRecord(f"line {line}: a position of other rules or another number of players")
        return deal

    def _number(self, key: str) -> tuple[int, int]:
        line, value = self._take(key)
        is_number = value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER
        if not is_number or str(int(value)) != value:
            raise BadRecord(f"line {line}: {key}: expected a number, got {describe(value)}")
        return line, int(value)

    def _take(self, key: str) -> tuple[int, str]:
        if key not in self.header:
            raise BadRecord(f"header: no line '{key}: …'")
        return self.header.pop(key)

    def _names(self, players: int) -> tuple[str, ...] | None:
        """The names, which come last in the header: no other line may be left."""
        names: list[str] = []
        if not self.header.keys().isdisjoint(COLOURS[:players]):
            for colour in COLOURS[:players]:
                line, name = self._take(colour)
                check_length(name, f"line {line}: {colour}")
                names.append(readable(name, len(names)))
        if self.header:
            key, (line, _) = next(iter(self.header.items()))
            raise BadRecord(f"line {line}: unexpected {describe(key)}")
        return tuple(names) or None


class _Alternative:
    """Reads the variations of one turn, line by line.

    Args:
        before: the position before the turn.
        number: of the turn, from 1.
    """

    def __init__(self, before: Game, number: int, deal: Deal) -> None:
        self._before, self._game = before, before
        self._first = self._next = number
        self._deal = deal
        self.line: Line = (number, (), "")

    def read(self, line: int, text: str, comment: str) -> bool:
        """Read a turn of a variation; returns whether a new variation begins."""
        first = turn_name(self._first, self._deal)
        begins = self._next == self._first or " ".join(text.split()[:2]) == first
        if begins:
            self._game, self._next = self._before.copy(), self._first
            self.line = (self._first, (), "")
        moves = _read_turn(self._game, line, text, turn_name(self._next, self._deal))
        _turn, known, above = self.line
        self.line = (self._first, (*known, *moves), f"{above} {comment}".strip())
        self._next += 1
        return begins


def _kept(text: str) -> str:
    """A comment or a custom header line on one line, without control characters."""
    return "".join(c for c in text if c == "\t" or c not in CONTROLS).strip()


def _at_line(line: int, check: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function that checks deals; its error gets the line number."""
    try:
        return check(*args, **kwargs)
    except BadDeal as error:
        raise BadRecord(f"line {line}: {error}") from None


def _read_turn(game: Game, line: int, text: str, name: str) -> list[Move]:
    """The moves of a line, which are checked by playing them."""
    words = [word for word in re.split("[ \t]+", text) if word]
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
