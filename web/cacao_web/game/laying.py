"""A table that is laid on the page as it lies in front of people: tiles, and what everybody has.

What was tapped is a list of words, so that each tap has a way back:

========== ==========================================================
r2101@1,0  a worker tile of red, as it is turned; ``r2101^1,0`` if it covers another
M4@0,2     a jungle tile
-@1,0      the tile there is taken away
r:12,3,1,4 red has gold, cacao, suns, and that field of the water carrier
========== ==========================================================

They are a header of a record without moves, which is saved like any game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from cacao_core import Deal, Game, Record, scoring
from cacao_core.knowledge.table import Table
from cacao_core.moves import FILL, PLACE, Move
from cacao_core.notes import Notes
from cacao_core.rules import BASE, Rules
from cacao_core.rules import MOST as MOST_NUMBER
from cacao_core.tiles import (
    COLOURS,
    NEIGHBOURS,
    TILE_OF_EDGES,
    UNKNOWN,
    Cell,
    Seat,
    WorkerTile,
)
from cacao_web.game.writing import LAYING, TABLE

PURPOSES: Final = ("go", "score")
"""To go on with the game; or to count the temples."""
MOST: Final = 500
"""Most words. With more, those before are put together, and their taps have no way back."""
MOST_GOLD: Final = 999

_LETTERS: Final = {colour[0]: seat for seat, colour in enumerate(COLOURS)}
_WORD: Final = re.compile(
    r"(?P<tile>[rpwy]?[A-Z0-9]{1,4}|-)(?P<how>[@^])(?P<x>-?\d{1,2}),(?P<y>-?\d{1,2})"
    r"|(?P<who>[rpwy]):(?P<goods>\d{1,3},\d,\d,\d)",
    re.ASCII,
)


class Layout(NamedTuple):
    """The tiles on the table."""

    jungle: dict[Cell, str]
    workers: dict[Cell, WorkerTile]
    goods: tuple[tuple[int, int, int, int], ...]
    """For each seat gold, cacao, suns, and the field of the water carrier."""
    rules: Rules = BASE
    """Of the game; what modules put on the table apart from tiles is not laid."""

    @property
    def players(self) -> int:
        return len(self.goods)

    def jungle_left(self) -> Counter[str]:
        """The jungle tiles that are not laid."""
        rules = self.rules
        counts = Counter(rules.jungle_tiles[self.players]) + Counter(rules.start_tiles.values())
        return counts - Counter(self.jungle.values())

    def workers_left(self, seat: Seat) -> Counter[str]:
        """The worker tiles of a seat that do not lie face up."""
        own = (TILE_OF_EDGES[tile.edges] for tile in self.workers.values() if tile.owner == seat)
        return Counter(self.rules.worker_tiles[self.players]) - Counter(own)

    def placed(self, seat: Seat) -> int:
        """The number of worker tiles a seat has placed, covered ones included."""
        own = (tile for tile in self.workers.values() if tile.owner == seat)
        return sum(1 + tile.overbuilt for tile in own)


class Problem(NamedTuple):
    """A problem of a table."""

    kind: Literal["apart", "few", "open", "covered", "turns", "over"]
    cells: tuple[Cell, ...] = ()


# --- What was tapped -----------------------------------------------------------------------------


def begun(record: Record, purpose: str) -> Record:
    """A record on which a table is laid."""
    return record.with_notes(Notes({LAYING: purpose}))


def purpose(record: Record) -> str:
    """The purpose: one of :data:`PURPOSES`."""
    found = record.notes.headers[LAYING].split()[:1]
    return found[0] if found and found[0] in PURPOSES else PURPOSES[0]


def words(record: Record) -> tuple[str, ...]:
    """The taps."""
    return tuple(record.notes.headers.get(LAYING, "").split()[1:])


def with_words(record: Record, said: Sequence[str]) -> Record:
    """The same with other taps."""
    found = record.with_notes(Notes({LAYING: " ".join((purpose(record), *said))}))
    return found if len(said) <= MOST else with_words(record, shortest(layout(found)))


def shortest(now: Layout) -> list[str]:
    """The words for a table as it lies."""
    said = [
        tile_word(None, code, cell)
        for cell, code in now.jungle.items()
        if cell not in now.rules.start_tiles
    ]
    said += [
        tile_word(tile.owner, tile.edges, cell, covers=tile.overbuilt)
        for cell, tile in now.workers.items()
    ]
    return [*said, *(goods_word(seat, goods) for seat, goods in enumerate(now.goods))]


def with_goods(record: Record, seat: Seat, goods: Sequence[int]) -> list[str]:
    """The words with what somebody has; what is typed digit by digit is one of them."""
    said, word = words(record), goods_word(seat, goods)
    before = layout(with_words(record, said[:-1])).goods[seat]
    same = sum(one != other for one, other in zip(before, goods, strict=True)) <= 1
    typed = said and same and said[-1].startswith(goods_word(seat, ()))
    return [*(said[:-1] if typed else said), word]


def layout(record: Record) -> Layout:
    """The table; what cannot be is left out."""
    start = (0, 0, 0, 0)
    rules = record.deal.rules
    found = Layout(dict(rules.start_tiles), {}, (start,) * record.deal.players, rules)
    for word in words(record):
        found = _after(found, word)
    return found


def _after(now: Layout, word: str) -> Layout:
    """The table after a tap."""
    match = _WORD.fullmatch(word)
    if match is None:
        return now
    if who := match["who"]:
        return _with_goods(now, _LETTERS[who], tuple(map(int, match["goods"].split(","))))
    cell, tile = (int(match["x"]), int(match["y"])), match["tile"]
    jungle, workers = dict(now.jungle), dict(now.workers)
    if cell not in now.rules.start_tiles:
        jungle.pop(cell, None)
        workers.pop(cell, None)
    bare = now._replace(jungle=jungle, workers=workers)
    seat, edges = _LETTERS.get(tile[0], -1), tile[1:]
    if cell in jungle:
        return now
    if tile in now.rules.tiles and not sum(cell) % 2 and bare.jungle_left()[tile]:
        jungle[cell] = tile
    elif sum(cell) % 2 and _is_left(bare, seat, edges):
        workers[cell] = WorkerTile(seat, edges, match["how"] == "^")
    return bare


def _is_left(now: Layout, seat: Seat, edges: str) -> bool:
    """Whether there is such a tile of a seat that is not laid."""
    exists = 0 <= seat < now.players and edges in TILE_OF_EDGES
    return exists and now.workers_left(seat)[TILE_OF_EDGES[edges]] > 0


def _with_goods(now: Layout, seat: Seat, goods: Sequence[int]) -> Layout:
    rules = now.rules
    most = (MOST_GOLD, rules.storage, rules.sun_sites, rules.last_field)
    if seat >= now.players:
        return now
    gold, cacao, suns, water = (min(one, top) for one, top in zip(goods, most, strict=True))
    rows = list(now.goods)
    rows[seat] = (gold, cacao, suns, water)
    return now._replace(goods=tuple(rows))


def tile_word(seat: Seat | None, tile: str, cell: Cell, *, covers: bool = False) -> str:
    """The word for a tile that is laid; an empty tile is one that is taken away."""
    owner = "" if seat is None else COLOURS[seat][0]
    return f"{owner}{tile or '-'}{'^' if covers else '@'}{cell[0]},{cell[1]}"


def goods_word(seat: Seat, goods: Sequence[int]) -> str:
    """The word for what a player has."""
    return f"{COLOURS[seat][0]}:{','.join(map(str, goods))}"


# --- Where tiles may lie -------------------------------------------------------------------------


def spots(now: Layout, seat: Seat | None, tile: str) -> list[Move]:
    """The empty cells where a tile may lie, as if they were moves; and the tiles that lie."""
    kind, cells = PLACE, set[Cell]()
    if seat is None:
        kind = FILL
        cells = {beside for cell in now.workers for beside in NEIGHBOURS[cell]}
        cells |= {(x + dx, y + dy) for x, y in now.jungle for dx in (-1, 1) for dy in (-1, 1)}
    else:
        cells = {beside for cell in now.jungle for beside in NEIGHBOURS[cell]}
    free = sorted(cells - {*now.jungle, *now.workers}) if tile else []
    return [Move(kind, tile, cell) for cell in free]


def laid(now: Layout) -> list[Cell]:
    """The tiles that can be taken up again."""
    return sorted({*now.jungle, *now.workers} - {*now.rules.start_tiles})


def taken(now: Layout, cell: Cell) -> tuple[Seat | None, str, bool]:
    """The tile of a cell: its owner, what it is, and whether it covers another."""
    if tile := now.workers.get(cell):
        return tile.owner, tile.edges, tile.overbuilt
    return None, now.jungle[cell], False


# --- Whether it may lie like this ----------------------------------------------------------------


def problems(now: Layout) -> list[Problem]:
    """The problems that no turns can lead to (docs/rules.md 3, 4 and 6); empty without any."""
    return [*_area_problems(now), *_turn_problems(now)]


def _area_problems(now: Layout) -> Iterator[Problem]:
    """The problems of the tiles' places."""
    apart = {*now.jungle, *now.workers} - _connected(now)
    few, empty = set[Cell](), set[Cell]()
    for cell in {*now.jungle, *(near for one in now.workers for near in NEIGHBOURS[one])}:
        beside = sum(near in now.workers for near in NEIGHBOURS[cell])
        if cell in now.jungle:
            few |= {cell} if beside < 2 and cell not in now.rules.start_tiles else set()
        elif beside > 1:
            empty.add(cell)
    left = now.jungle_left().total()
    covers = {cell for cell, tile in now.workers.items() if tile.overbuilt}
    if apart:
        yield Problem("apart", tuple(sorted(apart)))
    if few - apart:
        yield Problem("few", tuple(sorted(few - apart)))
    if empty and left:
        yield Problem("open", tuple(sorted(empty)))
    if covers and left > now.rules.overbuilding_from:
        yield Problem("covered", tuple(sorted(covers)))


def _connected(now: Layout) -> set[Cell]:
    """The cells whose tiles are joined to the start tiles."""
    reached, waiting = set(now.rules.start_tiles), list(now.rules.start_tiles)
    while waiting:
        for beside in NEIGHBOURS[waiting.pop()]:
            if beside not in reached and (beside in now.jungle or beside in now.workers):
                reached.add(beside)
                waiting.append(beside)
    return reached


def _turn_problems(now: Layout) -> Iterator[Problem]:
    counts, most = _counts(now), now.rules.turns(now.players)
    if max(counts) > most or not turns(now):
        yield Problem("turns")
    elif min(counts) == most:
        yield Problem("over")


def _counts(now: Layout) -> list[int]:
    return [now.placed(seat) for seat in range(now.players)]


def turns(now: Layout) -> list[Seat]:
    """The seats whose turn it may be, as far as the numbers of tiles tell."""
    return [seat for seat in range(now.players) if _first(now, seat) is not None]


def _first(now: Layout, turn: Seat) -> Seat | None:
    """The seat that must have started, if it is this player's turn; None if that cannot be."""
    counts, players = _counts(now), now.players
    first = (turn - sum(counts)) % players
    order = [counts[(first + at) % players] for at in range(players)]
    had = divmod(sum(counts), players)
    return first if order == [had[0] + (at < had[1]) for at in range(players)] else None


# --- The game ------------------------------------------------------------------------------------


def deal(now: Layout, turn: Seat = 0) -> Deal:
    """A deal with this table; seats stay as they are."""
    workers = tuple(
        (UNKNOWN,) * max(now.rules.turns(now.players) - now.placed(seat), 0)
        for seat in range(now.players)
    )
    table = Table(tuple(now.jungle.items()), tuple(sorted(now.workers.items())), now.goods, turn)
    return Deal(workers, (UNKNOWN,) * now.jungle_left().total(), plain(now.rules), table)


def plain(rules: Rules) -> Rules:
    """The rules with the same tiles and without modules: of those only tiles are laid."""
    return replace(rules, modules=(), name="laid", number=MOST_NUMBER) if rules.modules else rules


def shown(record: Record) -> Game:
    """The table as a position, whatever is wrong with it."""
    now = layout(record)
    most = now.rules.turns(now.players)
    fitting = {seat for seat in range(now.players) if now.placed(seat) <= most}
    workers = {
        cell: tile if tile.owner in fitting else _uncovered(tile)
        for cell, tile in now.workers.items()
    }
    return Game(deal(now._replace(workers=workers)))


def _uncovered(tile: WorkerTile) -> WorkerTile:
    """The same tile, which covers none."""
    return WorkerTile(tile.owner, tile.edges)


def game(record: Record, turn: Seat) -> tuple[Record, int]:
    """The game that goes on from the table, from the seat of whoever started.

    Args:
        record: on which the table was laid, without problems.
        turn: whose turn it is.

    Returns:
        Its record, without names; and by how many seats it is turned.
    """
    now = layout(record)
    first = _first(now, turn) or 0
    players = now.players
    workers = {
        cell: WorkerTile((tile.owner - first) % players, tile.edges, tile.overbuilt)
        for cell, tile in now.workers.items()
    }
    turned = now._replace(workers=workers, goods=(*now.goods[first:], *now.goods[:first]))
    begun = Record(deal(turned, (turn - first) % players))
    return begun.with_notes(Notes({TABLE: " ".join((str(first), *words(record)))})), first


def may_lay_again(record: Record) -> bool:
    """Whether a game went on from a table that can be laid otherwise."""
    return TABLE in record.notes.headers


def laid_again(record: Record) -> tuple[Record, int]:
    """The table from which a game went on; and by how many seats it is turned back."""
    first, *said = record.notes.headers[TABLE].split()
    players = record.deal.players
    by = int(first) % players if first.isascii() and first.isdigit() else 0
    blank = begun(Record(Deal.unknown(players)), PURPOSES[0])
    return with_words(blank, said), by


def temples(now: Layout) -> list[tuple[int, ...]]:
    """The workers beside each temple, by seat."""
    found = scoring.temples(now.jungle, now.workers, now.players, now.rules)
    return [temple.workers for temple in found]


def hut_numbers(record: Record) -> list[tuple[int, int]]:
    """The numbers that the hermit and the road worker count, by seat."""
    from cacao_core.modules.huts import HUTS  # noqa: PLC0415  # base games do without

    game = shown(record)
    seats = range(record.deal.players)
    return [(HUTS["HE"].bonus(game, seat), HUTS["RW"].bonus(game, seat)) for seat in seats]
