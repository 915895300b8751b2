"""A complete position as one line of text, like FEN in chess.

Words separated by spaces, ``-`` for an empty one, parts of a word separated by ``;`` or ``,``::

    cacao-position 1        format and version; ``cacao-position 2 short`` names other rules
    P1@0,0;M2@1,1           jungle tiles, in the order of placement
    rW2101@1,0;pO1111@0,1   worker tiles: owner's initial, W (O if it covers one), workers, cell
    M3,T                    display
    S,W,G1                  jungle pile, next first
    1111,2101/3001/4,2,1,3  for each seat hand / pile / gold, cacao, suns, field of the carrier
                            (0 to 8); seats are separated by ``;``
    r                       whose turn it is
    fill                    phase: place, fill, activate or over
    1,0                     cell of the latest worker tile
    0,-1                    jungle spaces filled in this turn
    n@1,0;w@1,0             edges that the seat to move has still to activate, in the phase activate

>>> from cacao_core import Deal, Game
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> game.play("W2101@1,0")
>>> words = game.to_text().split()
>>> words[2:5], words[7:]
(['P1@0,0;M2@1,1', 'rW2101@1,0', 'M4,G1'], ['r', 'activate', '1,0', '-', 'w@1,0'])
>>> Game.from_text(" ".join(words)) == game
True

Version 3 always names the rules, and has unknown tiles, ``?``, in hands, piles and display. If
tiles were covered, a fourth part of a seat says what its unknown tiles may be, as far as known::

    cacao-position 3 base … ?,?,2101/?,?/4,2,1,3/1111,2101,2101,3100 …

A line contains hidden tiles too; that of :meth:`~cacao_core.game.Game.view` contains possible ones.
Reading checks consistency: the tiles are those of a game, each at a legal place, and somebody can
move. It does not check whether the position can be reached.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

from cacao_core.errors import BadRecord, describe
from cacao_core.formats import supplies
from cacao_core.formats.position_checks import (
    VERSION_WITH_UNKNOWN,
    PositionParts,
    cell_text,
    check,
    unseen_in,
    wrong,
)
from cacao_core.goods import Good
from cacao_core.knowledge.players import player_of, unseen_of
from cacao_core.player import Player
from cacao_core.position import Phase, Position
from cacao_core.rules import BASE, Rules, rules_named
from cacao_core.tiles import (
    COLOURS,
    ROTATIONS,
    SIDE_OF_LETTER,
    SIDES,
    TILE_OF_EDGES,
    UNKNOWN,
    Cell,
    Seat,
    Side,
    WorkerTile,
)

FORMAT: Final = "cacao-position"
VERSION: Final = "1"
VERSION_WITH_RULES: Final = "2"
LONGEST: Final = 4096
"""Length limit of a line; the longest possible one has a third of it."""
WORDS: Final = (
    *("format", "version", "jungle tiles", "worker tiles", "display", "jungle pile", "seats"),
    *("turn", "phase", "latest worker tile", "filled spaces", "edges"),
)

_INITIALS: Final = "".join(colour[0] for colour in COLOURS)
_CELL: Final = r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)"
_JUNGLE: Final = re.compile(rf"([A-Z][A-Za-z0-9]*)@{_CELL}")
_WORKER: Final = re.compile(rf"([{_INITIALS}])([WO])([0-4]{{4}})@{_CELL}")
_EDGE: Final = re.compile(rf"([{SIDES}])@{_CELL}")
_PLACE: Final = re.compile(_CELL)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,2}")
_MOST_GOLD: Final = 999

T = TypeVar("T")


def encode(position: Position) -> str:
    """The line of a position."""
    rules = position.rules
    jungle = [f"{code}@{cell_text(cell)}" for cell, code in position.jungle.items()]
    workers = [
        f"{_INITIALS[tile.owner]}{'O' if tile.overbuilt else 'W'}{tile.edges}@{cell_text(cell)}"
        for cell, tile in position.workers.items()
    ]
    edges = [f"{SIDES[edge.side]}@{cell_text(edge.cell)}" for edge in position.open_edges]
    words = [
        FORMAT,
        *_version(position),
        ";".join(jungle),
        ";".join(workers),
        ",".join(position.display),
        ",".join(position.jungle_pile),
        ";".join(_player(position, seat) for seat in range(len(position.players))),
        _INITIALS[position.turn],
        position.phase.value,
        cell_text(position.placed),
        ";".join(map(cell_text, position.filled)),
        ";".join(edges),
        *([supplies.encode(position.supply)] if rules.modules else []),
    ]
    return " ".join(word or "-" for word in words)


def _version(position: Position) -> tuple[str, ...]:
    rules = position.rules
    if not position.is_known:
        return (VERSION_WITH_UNKNOWN, rules.name)
    return (VERSION,) if rules == BASE else (VERSION_WITH_RULES, rules.name)


def _player(position: Position, seat: Seat) -> str:
    player = position.players[seat]
    goods = ",".join(good_text(getattr(player, good.name)) for good in position.rules.goods)
    text = f"{','.join(player.hand)}/{','.join(player.pile)}/{goods}"
    if player.is_known or Counter(unseen_of(player)) == unseen_in(position, seat):
        return text
    return f"{text}/{','.join(unseen_of(player))}"


def good_text(value: int | str | tuple[object, ...]) -> str:
    """The text of a player's amount of a good: a number, or things separated by dots."""
    return str(value) if isinstance(value, int) else ".".join(map(str, value)) or "-"


def decode(line: str) -> PositionParts:
    """Read the line of a position.

    Raises:
        BadRecord: with the wrong word and the reason.
    """
    if not isinstance(line, str):
        raise BadRecord(f"a position is text, not {describe(line)}")
    if len(line) > LONGEST:
        raise BadRecord(f"position of {len(line)} characters: expected up to {LONGEST}")
    words = [word for word in re.split("[ \t\r\n]+", line) if word]
    rules = BASE
    version = words[1] if words[:1] == [FORMAT] and len(words) > 1 else ""
    if version in (VERSION_WITH_RULES, VERSION_WITH_UNKNOWN):
        rules = _rules("".join(words[2:3]))
        words[1:3] = [VERSION]
    if words[:2] != [FORMAT, VERSION]:
        expected = f"'{FORMAT} {VERSION}'"
        raise BadRecord(f"position: expected {expected}, got {describe(' '.join(words[:2]))}")
    expected_words = len(WORDS) + bool(rules.modules)
    if len(words) != expected_words:
        raise BadRecord(f"position of {len(words)} words: expected {expected_words}")
    parts = _read(["" if word == "-" else word for word in words], rules)
    check(parts, version)
    return parts


def _rules(name: str) -> Rules:
    rules = rules_named(name)
    if rules is None:
        raise BadRecord(f"position: this program does not know the rules {describe(name)}")
    return rules


def _read(words: Sequence[str], rules: Rules) -> PositionParts:
    """The words one by one, each checked by itself."""
    seats = tuple(_list("seats", words[6], ";", partial(_read_player, rules)))
    if len(seats) not in rules.players:
        wrong("seats", f"{len(seats)}; expected {' or '.join(map(str, rules.players))}")
    read_code = partial(_read_code, rules)
    jungle = _list("jungle tiles", words[2], ";", partial(_read_jungle, rules))
    workers = _list("worker tiles", words[3], ";", _read_worker)
    phases = {phase.value: phase for phase in Phase}
    if words[7] not in tuple(_INITIALS[: len(seats)]):
        wrong("turn", f"expected one of {' '.join(_INITIALS[: len(seats)])}")
    if words[8] not in phases:
        wrong("phase", f"{describe(words[8])}; expected one of {' '.join(phases)}")
    return PositionParts(
        rules,
        _mapping("jungle tiles", jungle),
        _mapping("worker tiles", workers),
        tuple(_list("display", words[4], ",", read_code)),
        tuple(_list("jungle pile", words[5], ",", read_code)),
        list(seats),
        _INITIALS.index(words[7]),
        phases[words[8]],
        _read_cell("latest worker tile", words[9]),
        tuple(_list("filled spaces", words[10], ";", _read_cell)),
        tuple(_list("edges", words[11], ";", _read_edge)),
        supplies.decode(words[12], rules) if rules.modules else {},
    )


def _list(name: str, word: str, mark: str, read: Callable[[str, str], T]) -> list[T]:
    return [read(name, part) for part in word.split(mark)] if word else []


def _mapping(name: str, pairs: Iterable[tuple[Cell, T]]) -> dict[Cell, T]:
    tiles: dict[Cell, T] = {}
    for cell, tile in pairs:
        if cell in tiles:
            wrong(name, f"two on {cell_text(cell)}")
        tiles[cell] = tile
    return tiles


def _match(name: str, part: str, pattern: re.Pattern[str], example: str) -> tuple[str, ...]:
    match = pattern.fullmatch(part)
    if not match:
        wrong(name, f"expected such as {example}, got {describe(part)}")
    return match.groups()


def _read_cell(name: str, part: str) -> Cell:
    x, y = _match(name, part, _PLACE, "1,0")
    return int(x), int(y)


def _read_jungle(rules: Rules, name: str, part: str) -> tuple[Cell, str]:
    code, x, y = _match(name, part, _JUNGLE, "P1@0,0")
    return (int(x), int(y)), _read_code(rules, name, code)


def _read_code(rules: Rules, name: str, part: str) -> str:
    if part not in rules.tiles and part != UNKNOWN:
        wrong(name, f"no tile {describe(part)}; expected {' '.join(rules.tiles)}")
    return part


def _read_worker(name: str, part: str) -> tuple[Cell, WorkerTile]:
    owner, letter, edges, x, y = _match(name, part, _WORKER, "rW2101@1,0")
    if edges not in TILE_OF_EDGES:
        wrong(name, f"no worker tile has workers {edges}")
    return (int(x), int(y)), WorkerTile(_INITIALS.index(owner), edges, letter == "O")


def _read_edge(name: str, part: str) -> tuple[Cell, Side]:
    letter, x, y = _match(name, part, _EDGE, "n@1,0")
    return (int(x), int(y)), SIDE_OF_LETTER[letter]


def _read_player(rules: Rules, name: str, part: str) -> Player:
    words = part.split("/")
    if len(words) not in (3, 4):
        wrong(name, f"expected hand/pile/goods, got {describe(part)}")
    hand, pile = (tuple(_list(name, word, ",", _read_tile)) for word in words[:2])
    unseen = _list(name, "".join(words[3:]), ",", _read_tile)
    player = player_of(hand, pile, rules, unseen)
    goods = words[2].split(",")
    if len(goods) != len(rules.goods):
        wrong(name, f"expected {len(rules.goods)} goods such as 4,2,1,3, got {describe(words[2])}")
    for good, text in zip(rules.goods, goods, strict=True):
        setattr(player, good.name, read_good(good, rules, name, text))
    return player


def read_good(good: Good, rules: Rules, name: str, text: str) -> object:
    """A player's amount of a good."""
    if not good.kinds:
        most = good.most(rules) if good.most else _MOST_GOLD
        if not _NUMBER.fullmatch(text) or int(text) > most:
            wrong(name, f"{describe(text)} {good.name}; expected 0 to {most}")
        return int(text)
    things = [] if text == "-" else text.split(".")
    if unknown := [thing for thing in things if thing not in good.kinds]:
        expected = " ".join(good.kinds)
        wrong(name, f"{good.name}: {describe(unknown[0])}; expected some of {expected}")
    return good.made_of(things)


def _read_tile(name: str, part: str) -> str:
    if part not in ROTATIONS and part != UNKNOWN:
        wrong(name, f"no worker tile {describe(part)}; expected {' '.join(ROTATIONS)}")
    return part
