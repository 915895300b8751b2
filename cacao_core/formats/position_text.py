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

A line contains hidden tiles too; that of :meth:`~cacao_core.game.Game.view` contains possible ones.
Reading checks consistency: the tiles are those of a game, each at a legal place, and somebody can
move. It does not check whether the position can be reached.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple, NoReturn, TypeVar

from cacao_core.activation import Pending
from cacao_core.errors import BadRecord, describe
from cacao_core.player import Player
from cacao_core.position import Phase, Position
from cacao_core.rules import BASE, JUNGLE, Rules, rules_named
from cacao_core.tiles import (
    COLOURS,
    NEIGHBOURS,
    ROTATIONS,
    SIDE_OF_LETTER,
    SIDES,
    TILE_OF_EDGES,
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
_WORKER: Final = re.compile(rf"([{_INITIALS}])([WO])([0-3]{{4}})@{_CELL}")
_EDGE: Final = re.compile(rf"([{SIDES}])@{_CELL}")
_PLACE: Final = re.compile(_CELL)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,2}")
_MOST_GOLD: Final = 999

T = TypeVar("T")


class PositionParts(NamedTuple):
    """The content of a line; ``edges`` are those of the seat to move."""

    rules: Rules
    jungle: dict[Cell, str]
    workers: dict[Cell, WorkerTile]
    display: tuple[str, ...]
    jungle_pile: tuple[str, ...]
    players: list[Player]
    turn: Seat
    phase: Phase
    placed: Cell
    filled: tuple[Cell, ...]
    edges: tuple[tuple[Cell, Side], ...]


def encode(position: Position) -> str:
    """The line of a position."""
    jungle = [f"{code}@{_cell(cell)}" for cell, code in position.jungle.items()]
    workers = [
        f"{_INITIALS[tile.owner]}{'O' if tile.overbuilt else 'W'}{tile.edges}@{_cell(cell)}"
        for cell, tile in position.workers.items()
    ]
    edges = [f"{SIDES[edge.side]}@{_cell(edge.cell)}" for edge in position.open_edges]
    words = [
        FORMAT,
        *_version(position.rules),
        ";".join(jungle),
        ";".join(workers),
        ",".join(position.display),
        ",".join(position.jungle_pile),
        ";".join(map(_player, position.players)),
        _INITIALS[position.turn],
        position.phase.value,
        _cell(position.placed),
        ";".join(map(_cell, position.filled)),
        ";".join(edges),
    ]
    return " ".join(word or "-" for word in words)


def _version(rules: Rules) -> tuple[str, ...]:
    return (VERSION,) if rules == BASE else (VERSION_WITH_RULES, rules.name)


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _player(player: Player) -> str:
    goods = f"{player.gold},{player.cacao},{player.suns},{player.water}"
    return f"{','.join(player.hand)}/{','.join(player.pile)}/{goods}"


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
    if words[:2] == [FORMAT, VERSION_WITH_RULES]:
        rules = _rules("".join(words[2:3]))
        words[1:3] = [VERSION]
    if words[:2] != [FORMAT, VERSION]:
        expected = f"'{FORMAT} {VERSION}'"
        raise BadRecord(f"position: expected {expected}, got {describe(' '.join(words[:2]))}")
    if len(words) != len(WORDS):
        raise BadRecord(f"position of {len(words)} words: expected {len(WORDS)}")
    parts = _read(["" if word == "-" else word for word in words], rules)
    _check_tiles(parts)
    _check_area(parts)
    _check_hands(parts)
    _check_turn(parts)
    return parts


def _rules(name: str) -> Rules:
    found = rules_named(name)
    if found is None:
        raise BadRecord(f"position: this program does not know the rules {describe(name)}")
    return found


def wrong(word: str, reason: str) -> NoReturn:
    """Refuse a line because of one of its words.

    Raises:
        BadRecord: always.
    """
    raise BadRecord(f"position, {word}: {reason}")


def _read(words: Sequence[str], rules: Rules) -> PositionParts:
    """The words one by one, each checked by itself."""
    seats = tuple(_list("seats", words[6], ";", partial(_read_player, rules)))
    if len(seats) not in rules.players:
        wrong("seats", f"{len(seats)}; expected {' or '.join(map(str, rules.players))}")
    jungle = _list("jungle tiles", words[2], ";", _read_jungle)
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
        tuple(_list("display", words[4], ",", _read_code)),
        tuple(_list("jungle pile", words[5], ",", _read_code)),
        list(seats),
        _INITIALS.index(words[7]),
        phases[words[8]],
        _read_cell("latest worker tile", words[9]),
        tuple(_list("filled spaces", words[10], ";", _read_cell)),
        tuple(_list("edges", words[11], ";", _read_edge)),
    )


def _list(name: str, word: str, mark: str, read: Callable[[str, str], T]) -> list[T]:
    return [read(name, part) for part in word.split(mark)] if word else []


def _mapping(name: str, pairs: Iterable[tuple[Cell, T]]) -> dict[Cell, T]:
    found: dict[Cell, T] = {}
    for cell, tile in pairs:
        if cell in found:
            wrong(name, f"two on {_cell(cell)}")
        found[cell] = tile
    return found


def _match(name: str, part: str, pattern: re.Pattern[str], example: str) -> tuple[str, ...]:
    found = pattern.fullmatch(part)
    if not found:
        wrong(name, f"expected such as {example}, got {describe(part)}")
    return found.groups()


def _read_cell(name: str, part: str) -> Cell:
    x, y = _match(name, part, _PLACE, "1,0")
    return int(x), int(y)


def _read_jungle(name: str, part: str) -> tuple[Cell, str]:
    code, x, y = _match(name, part, _JUNGLE, "P1@0,0")
    return (int(x), int(y)), _read_code(name, code)


def _read_code(name: str, part: str) -> str:
    if part not in JUNGLE:
        wrong(name, f"no tile {describe(part)}; expected {' '.join(JUNGLE)}")
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
    if len(words) != 3:
        wrong(name, f"expected hand/pile/goods, got {describe(part)}")
    hand, pile = (tuple(_list(name, word, ",", _read_tile)) for word in words[:2])
    goods = words[2].split(",")
    limits = _MOST_GOLD, rules.storage, rules.sun_sites, rules.last_field
    if len(goods) != len(limits) or not all(map(_NUMBER.fullmatch, goods)):
        wrong(name, f"expected four numbers such as 4,2,1,3, got {describe(words[2])}")
    player = Player(hand, pile, rules)
    player.gold, player.cacao, player.suns, player.water = map(int, goods)
    for good, limit in zip(map(int, goods), limits, strict=True):
        if good > limit:
            wrong(name, f"goods {words[2]}; expected up to {','.join(map(str, limits))}")
    return player


def _read_tile(name: str, part: str) -> str:
    if part not in ROTATIONS:
        wrong(name, f"no worker tile {describe(part)}; expected {' '.join(ROTATIONS)}")
    return part


# --- Consistency -------------------------------------------------------------------------


def _check_tiles(parts: PositionParts) -> None:
    """The tiles are those of a game with so many players (docs/rules.md 1 and 2)."""
    seats, rules = len(parts.players), parts.rules
    jungle = Counter([*parts.jungle.values(), *parts.display, *parts.jungle_pile])
    expected = Counter(rules.jungle_tiles[seats]) + Counter(rules.start_tiles.values())
    if jungle != expected:
        more = ", ".join(f"{jungle[code]} × {code}" for code in JUNGLE)
        wrong("jungle tiles", f"with display and pile there are {more}; not those of a game")
    for seat, player in enumerate(parts.players):
        own = [tile for tile in parts.workers.values() if tile.owner == seat]
        seen = Counter([TILE_OF_EDGES[tile.edges] for tile in own])
        seen += Counter(player.hand) + Counter(player.pile)
        counts = Counter(rules.worker_tiles[seats])
        covered = sum(tile.overbuilt for tile in own)
        if seen - counts or seen.total() + covered != counts.total():
            wrong("seats", f"{COLOURS[seat]} has not the worker tiles of a game")
    if any(tile.owner >= seats for tile in parts.workers.values()):
        wrong("worker tiles", "one belongs to nobody")


def _check_area(parts: PositionParts) -> None:
    """Every tile is at a legal place, and all are connected (docs/rules.md 3 and 4)."""
    jungle, workers = parts.jungle, parts.workers
    start = parts.rules.start_tiles
    for name, cells, odd in (("jungle tiles", jungle, 0), ("worker tiles", workers, 1)):
        for x, y in cells:
            if (x + y) % 2 != odd:
                wrong(name, f"{x},{y} is a space for others")
    if any(jungle.get(cell) != code for cell, code in start.items()):
        wrong("jungle tiles", "the start tiles are not at their place")
    reached, waiting = set(start), list(start)
    while waiting:
        for beside in NEIGHBOURS[waiting.pop()]:
            if beside not in reached and (beside in jungle or beside in workers):
                reached.add(beside)
                waiting.append(beside)
    for cell in (*jungle, *workers):
        if cell not in reached:
            wrong("jungle tiles", f"{_cell(cell)} is apart from the other tiles")
    for cell in jungle:
        if cell not in start and sum(beside in workers for beside in NEIGHBOURS[cell]) < 2:
            wrong("jungle tiles", f"{_cell(cell)} is beside fewer than two worker tiles")
    left = len(parts.display) + len(parts.jungle_pile)
    if any(tile.overbuilt for tile in workers.values()) and left > parts.rules.overbuilding_from:
        wrong("worker tiles", "overbuilt, before the jungle tiles were used up")


def _check_hands(parts: PositionParts) -> None:
    """All players have had the right number of turns and tiles (docs/rules.md 4)."""
    rules = parts.rules
    counts = rules.turns(len(parts.players))
    placing = parts.phase in (Phase.PLACE, Phase.OVER)
    left = parts.players[parts.turn].tiles_left + (0 if placing else 1)
    over = parts.phase is Phase.OVER
    for seat, player in enumerate(parts.players):
        expected = 0 if over else left - (seat < parts.turn)
        busy = seat == parts.turn and not placing
        if player.tiles_left + busy != expected or not 0 <= expected <= counts:
            wrong("seats", f"{COLOURS[seat]} has {player.tiles_left} worker tiles left")
        if len(player.hand) + busy != min(rules.hand, expected):
            wrong("seats", f"{COLOURS[seat]} has {len(player.hand)} worker tiles in the hand")
    if not over and not left:
        wrong("phase", "no worker tile is left to be placed")
    if over and parts.turn != len(parts.players) - 1:
        wrong("turn", "the last turn is that of the last seat")
    missing = len(parts.display) < rules.display and parts.jungle_pile and placing
    if len(parts.display) > rules.display or missing:
        wrong("display", f"{len(parts.display)} tiles; expected {rules.display}")


def _check_turn(parts: PositionParts) -> None:
    """The actions of the turn agree with its phase."""
    busy = parts.phase in (Phase.FILL, Phase.ACTIVATE)
    tile = parts.workers.get(parts.placed)
    if busy and (tile is None or tile.owner != parts.turn):
        wrong("latest worker tile", f"no worker tile of {COLOURS[parts.turn]} lies there")
    beside = [cell for cell in NEIGHBOURS[parts.placed] if cell in parts.jungle] if busy else []
    if len(set(parts.filled)) != len(parts.filled) or not set(parts.filled) <= set(beside):
        wrong("filled spaces", "expected jungle tiles beside the latest worker tile, each once")
    if bool(parts.edges) != (parts.phase is Phase.ACTIVATE):
        wrong("edges", f"{len(parts.edges)} in the phase {parts.phase.value}")


def check_edges(parts: PositionParts, pending: Pending) -> int:
    """Check whether the edges of a line are among those that act in the turn, in the same order.

    Args:
        parts: what the line says, in the phase ``ACTIVATE``.
        pending: all edges that act in the turn, by seat (docs/rules.md 4.C).

    Returns:
        Index of the entry of ``pending`` that contains them.

    Raises:
        BadRecord: they are not, or they leave no decision.
    """
    for index, (seat, edges) in enumerate(pending):
        found = [edge for edge in edges if edge[:2] in parts.edges]
        if [edge[:2] for edge in found] == list(parts.edges):
            amount = parts.players[seat].max_amount
            if any(amount(code, workers) for _cell, _side, code, workers in found):
                return index
            wrong("edges", "there is nothing left to decide about them")
    wrong("edges", "these do not act in this turn, or in another order")
