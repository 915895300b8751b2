"""Whether a position that was read is possible: its tiles, places, hands and phase."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, NamedTuple, NoReturn

from cacao_core.activation import Pending
from cacao_core.errors import BadRecord
from cacao_core.knowledge.players import HalfKnown, unplaced
from cacao_core.player import Player
from cacao_core.position import Phase, Position
from cacao_core.rules import Rules
from cacao_core.tiles import (
    COLOURS,
    NEIGHBOURS,
    TILE_OF_EDGES,
    UNKNOWN,
    Cell,
    Seat,
    Side,
    WorkerTile,
)

VERSION_WITH_UNKNOWN: Final = "3"


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
    supply: dict[str, Any]

    @property
    def aside(self) -> tuple[str, ...]:
        """Codes of the jungle tiles that lie face up elsewhere than in the display."""
        return tuple(code for moment in self.rules.moments.aside for code in moment(self))


def wrong(word: str, reason: str) -> NoReturn:
    """Refuse a line because of one of its words.

    Raises:
        BadRecord: always.
    """
    raise BadRecord(f"position, {word}: {reason}")


def cell_text(cell: Cell) -> str:
    """A cell as in notation, such as ``1,0``."""
    return f"{cell[0]},{cell[1]}"


def unseen_in(position: Position | PositionParts, seat: Seat) -> Counter[str]:
    """The tiles that a player's unknown tiles may be, as far as that follows from the others."""
    counts = position.rules.worker_tiles[len(position.players)]
    player = position.players[seat]
    left = unplaced(counts, seat, position.workers.values())
    return left - Counter(player.hand) - Counter(player.pile)


def check(parts: PositionParts, version: str) -> None:
    """Check everything but the edges; what unknown tiles may be is added.

    Raises:
        BadRecord: with the wrong word and the reason.
    """
    _check_unknown(parts, version)
    _check_tiles(parts)
    _check_area(parts)
    _check_hands(parts)
    _check_turn(parts)
    for module in parts.rules.modules:
        module.check_supply(parts)


def _check_unknown(parts: PositionParts, version: str) -> None:
    """Unknown tiles are in lines that may have them, and it is possible what they may be."""
    seen = (*parts.display, *parts.jungle_pile, *str(parts.supply))
    if version != VERSION_WITH_UNKNOWN:
        if UNKNOWN in seen or not all(player.is_known for player in parts.players):
            wrong("version", f"unknown tiles need version {VERSION_WITH_UNKNOWN}")
        return
    for seat, player in enumerate(parts.players):
        if isinstance(player, HalfKnown):
            left, given = unseen_in(parts, seat), Counter(player.unseen)
            unknown = (player.hand + player.pile).count(UNKNOWN)
            if given - left or (given and given.total() < unknown):
                wrong("seats", f"the unknown tiles of {COLOURS[seat]} cannot be these")
            player.unseen = player.unseen or tuple(sorted(left.elements()))


def _check_tiles(parts: PositionParts) -> None:
    """The tiles are those of a game with so many players (docs/rules.md 1 and 2)."""
    seats, rules = len(parts.players), parts.rules
    jungle = Counter([*parts.jungle.values(), *parts.display, *parts.jungle_pile, *parts.aside])
    expected = Counter(rules.jungle_tiles[seats]) + Counter(rules.start_tiles.values())
    unknown = jungle.pop(UNKNOWN, 0)
    if jungle - expected or jungle.total() + unknown != expected.total():
        more = ", ".join(f"{jungle[code]} × {code}" for code in rules.codes)
        wrong("jungle tiles", f"with display and pile there are {more}; not those of a game")
    for seat, player in enumerate(parts.players):
        own = [tile for tile in parts.workers.values() if tile.owner == seat]
        seen = Counter([TILE_OF_EDGES[tile.edges] for tile in own])
        seen += Counter(player.hand) + Counter(player.pile)
        unknown = seen.pop(UNKNOWN, 0)
        counts = Counter(rules.worker_tiles[seats])
        covered = sum(tile.overbuilt for tile in own)
        if seen - counts or seen.total() + unknown + covered != counts.total():
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
            wrong("jungle tiles", f"{cell_text(cell)} is apart from the other tiles")
    for cell in jungle:
        if cell not in start and sum(beside in workers for beside in NEIGHBOURS[cell]) < 2:
            wrong("jungle tiles", f"{cell_text(cell)} is beside fewer than two worker tiles")
    _check_overbuilt(parts)


def _check_overbuilt(parts: PositionParts) -> None:
    """Nothing is overbuilt before the jungle tiles are used up (docs/rules.md 6)."""
    left = len(parts.jungle_pile)
    if not parts.rules.early_overbuilding:
        left += len(parts.display) + len(parts.aside)
    overbuilt = any(tile.overbuilt for tile in parts.workers.values())
    if overbuilt and left > parts.rules.overbuilding_from:
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
            right = min(rules.hand, expected) - busy
            held = (
                f"{len(player.hand)} worker tiles in the hand" if player.hand else "an empty hand"
            )
            wrong("seats", f"{COLOURS[seat]} has {held}; expected {right}")
    if not over and not left:
        wrong("phase", "no worker tile is left to be placed")
    if over and parts.turn != len(parts.players) - 1:
        wrong("turn", "the last turn is that of the last seat")
    missing = len(parts.display) < rules.display and parts.jungle_pile and placing
    if len(parts.display) > rules.display or missing:
        wrong("display", f"{len(parts.display)} tiles; expected {rules.display}")


def _check_turn(parts: PositionParts) -> None:
    """The actions of the turn agree with its phase."""
    busy = parts.phase in (Phase.FILL, Phase.ACTIVATE, Phase.DECIDE)
    tile = parts.workers.get(parts.placed)
    if busy and (tile is None or tile.owner != parts.turn):
        wrong("latest worker tile", f"no worker tile of {COLOURS[parts.turn]} lies there")
    beside = [cell for cell in NEIGHBOURS[parts.placed] if cell in parts.jungle] if busy else []
    if len(set(parts.filled)) != len(parts.filled) or not set(parts.filled) <= set(beside):
        wrong("filled spaces", "expected jungle tiles beside the latest worker tile, each once")
    if bool(parts.edges) != (parts.phase is Phase.ACTIVATE):
        wrong("edges", f"{len(parts.edges)} in the phase {parts.phase.value}")


def pending_of(parts: PositionParts, acting: Pending) -> Pending:
    """The edges that are still to act; those of a line are the first of them.

    Args:
        parts: what the line says, in the phase ``ACTIVATE``.
        acting: all edges that act in the turn, by seat (docs/rules.md 4.C).

    Raises:
        BadRecord: the edges of the line do not act, are in another order, or leave no decision.
    """
    for index, (seat, edges) in enumerate(acting):
        left = tuple(edge for edge in edges if edge[:2] in parts.edges)
        if tuple(edge[:2] for edge in left) == parts.edges:
            amount = parts.players[seat].max_amount
            if any(amount(code, workers) for _cell, _side, code, workers in left):
                return ((seat, left), *acting[index + 1 :])
            wrong("edges", "there is nothing left to decide about them")
    wrong("edges", "these do not act in this turn, or in another order")
