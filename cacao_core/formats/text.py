"""A record as text that people can read and write.

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
``jungle pile: P1 M3 …``. A comment is a line that starts with ``#``, or the rest of a turn's line
after one. It belongs to that turn, or to the game if no turn is above it; lines above the first
line of the record are ignored. Header lines whose key begins with ``x-`` are free for any use.
Words are separated by spaces or tabs.

Version 2 also has variations. Their lines begin with ``>`` and follow the turn that they
replace. Each variation begins with that turn's name, and may continue with later turns::

    cacao-record 2
    …
    1 purple W2101@1,0 JM3@2,0
    > 1 purple W1111@1,0 JM3@2,0  # safer
    > 2 red W1111@0,1
    > 1 purple W1012@1,0

A record without variations is written as version 1, which older programs can read.

Version 3 has unknown tiles as well, ``?`` in the piles, or starts in the middle of a game: then one
line ``position: cacao-position …`` stands in the place of the piles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from cacao_core.deal import Deal, check_players, check_worker_pile
from cacao_core.errors import BadDeal, BadRecord, CacaoError, IllegalMove, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.names import CONTROLS, check_length, check_name, readable
from cacao_core.rules import Rules, rules_named, rules_of
from cacao_core.tiles import COLOURS

_NOTHING: Final[Mapping[Any, str]] = MappingProxyType({})

P = ParamSpec("P")
T = TypeVar("T")

FORMAT: Final = "cacao-record"
VERSION: Final = "1"
VERSION_WITH_VARIATIONS: Final = "2"
VERSION_WITH_UNKNOWN: Final = "3"
_VERSIONS: Final = (VERSION, VERSION_WITH_VARIATIONS, VERSION_WITH_UNKNOWN)
LONGEST: Final = 1 << 16
"""Length limit of a text; a whole game has less than a tenth of it."""
LONGEST_NOTES: Final = LONGEST // 2
"""Length limit of comments, variations and custom headers together."""
OTHERS: Final = "x-"
"""Beginning of the keys of custom header lines."""
_LONGEST_NUMBER: Final = len(str(1 << 64))

Line: TypeAlias = tuple[int, tuple[Move, ...], str]
"""A variation: first turn that it replaces, from 1; its moves; an optional comment."""


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


def encode(
    deal: Deal,
    moves: Iterable[Move],
    seats: Sequence[str] | None,
    headers: Mapping[str, str] = _NOTHING,
    comments: Mapping[int, str] = _NOTHING,
    variations: Iterable[Line] = (),
) -> str:
    """The text of a record; see :class:`RecordParts`."""
    lines = _header(deal, seats, headers)
    alternatives: dict[int, list[str]] = {}
    for first, line, said in variations:
        alternatives.setdefault(first, []).extend(_variation(first, line, said, deal))
    version = VERSION_WITH_VARIATIONS if alternatives else VERSION
    if not deal.is_known or deal.table is not None:
        version = VERSION_WITH_UNKNOWN
    lines += _comment_lines(comments.get(0, ""))
    for number, turn in enumerate(turns(moves), 1):
        text, comment = _turn(number, turn, deal), comments.get(number, "")
        if comment and "\n" not in comment:
            text, comment = f"{text}  # {comment}", ""
        lines += [text, *_comment_lines(comment), *alternatives.get(number, ())]
    return "\n".join([f"{FORMAT} {version}", *lines, ""])


def _header(deal: Deal, seats: Sequence[str] | None, headers: Mapping[str, str]) -> list[str]:
    """The lines between the first one and the turns."""
    rules = deal.rules.name if deal.rules.modules else deal.rules.number
    lines = [f"rules: {rules}", f"players: {deal.players}"]
    if deal.table is not None:
        lines.append(f"position: {Game(deal).to_text()}")
    elif deal.seed is not None:
        lines.append(f"seed: {deal.seed}")
        if deal.huts != Deal.shuffled(deal.players, deal.seed, deal.rules).huts:
            lines.append(f"huts: {' '.join(deal.huts)}")
    else:
        for colour, pile in zip(COLOURS, deal.worker_piles, strict=False):
            lines.append(f"{colour} pile: {' '.join(pile)}")
        lines.append(f"jungle pile: {' '.join(deal.jungle_pile)}")
        dealing = (module.deals for module in deal.rules.modules if module.deals)
        lines += [f"{name}: {' '.join(getattr(deal, name))}" for name in dealing]
    for colour, name in zip(COLOURS, seats or (), strict=False):
        lines.append(f"{colour}: {name}")
    lines += [f"{key}: {value}" for key, value in headers.items()]
    return [*lines, ""]


def _turn(number: int, moves: Iterable[Move], deal: Deal) -> str:
    """The line of a turn, counted from 1."""
    return " ".join([_turn_name(number, deal), *map(str, moves)])


def _comment_lines(comment: str) -> list[str]:
    return [f"# {line}" for line in comment.split("\n")] if comment else []


def _variation(first: int, moves: Iterable[Move], comment: str, deal: Deal) -> list[str]:
    """The lines of a variation; the comment is on the first of them."""
    lines = [f"> {_turn(n, turn, deal)}" for n, turn in enumerate(turns(moves), first)]
    if comment:
        lines[0] = f"{lines[0]}  # {comment}"
    return lines


def decode(text: str) -> RecordParts:
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


def _turn_name(number: int, deal: Deal) -> str:
    """The beginning of a turn's line; the turns of the record are counted from 1."""
    played, seat = divmod(deal.turns_before + number - 1, deal.players)
    return f"{played + 1} {COLOURS[seat]}"


def checked_names(seats: Sequence[str], players: int) -> tuple[str, ...]:
    """The names of the seats, or :class:`BadRecord` if they do not fit."""
    if isinstance(seats, str) or not isinstance(seats, Sequence) or len(seats) != players:
        raise BadRecord(f"names of the seats: expected {players}, got {describe(seats)}")
    for seat, name in enumerate(seats):
        check_name(name, f"name of seat {seat}")
    return tuple(seats)


class _Reader:
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
                moves += _read_turn(game, line, turn, _turn_name(number, deal))
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
            known = f"{', '.join(_VERSIONS[:-1])} or {_VERSIONS[-1]}"
            raise BadRecord(f"line {line}: version {describe(version)}; expected {known}")
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
        if rules is None:
            self.header["rules"] = (line, value)
            line, number = self._number("rules")
            rules = rules_of(number)
        if rules is None:
            raise BadRecord(f"line {line}: rules {value}: this program does not know them")
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
        known = value.isascii() and value.isdigit() and len(value) <= _LONGEST_NUMBER
        if not known or str(int(value)) != value:
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
        deal: of the game.
    """

    def __init__(self, before: Game, number: int, deal: Deal) -> None:
        self._before, self._game = before, before
        self._first = self._next = number
        self._deal = deal
        self.line: Line = (number, (), "")

    def read(self, line: int, text: str, comment: str) -> bool:
        """Read a turn of a variation; returns whether a new variation begins."""
        first = _turn_name(self._first, self._deal)
        begins = self._next == self._first or " ".join(text.split()[:2]) == first
        if begins:
            self._game, self._next = self._before.copy(), self._first
            self.line = (self._first, (), "")
        moves = _read_turn(self._game, line, text, _turn_name(self._next, self._deal))
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
