"""A table that is laid on the page as it lies in front of people: tiles, and what everybody has.

What was tapped is a list of words, so that each tap has a way back:

========== ==========================================================
r2101@1,0  a worker tile of red, as it is turned; ``r2101^1,0`` if it covers another
M4@0,2     a jungle tile
-@1,0      the tile there is taken away
r:12,3,1,4 red has gold, cacao, suns, and that field of the water carrier
========== ==========================================================

With modules, what somebody has of them follows, such as ``,0,2,R.R.W,9,MC.HE``, and words say what
lies on the board: ``emperor@1,0``, ``mines@0,2=R.B.B``. ``huts=MC.FA…`` are the sides that lie up.

They are a header of a record without moves, which is saved like any game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from cacao_core import Deal, Game, Record, scoring
from cacao_core.formats.position_text import good_text
from cacao_core.knowledge.middle import laid as laid_deal
from cacao_core.knowledge.table import LaidTable
from cacao_core.module import LaidPart
from cacao_core.moves import FILL, PLACE, Move
from cacao_core.notes import Notes
from cacao_core.rules import Rules
from cacao_core.tiles import COLOURS, NEIGHBOURS, ROTATIONS, TILE_OF_EDGES, Cell, Seat, WorkerTile
from cacao_web.game.real_table.writing import LAYING, TABLE

PURPOSES: Final = ("go", "score")
"""To go on with the game; or to count the temples."""
MOST: Final = 500
"""Most words. With more, those before are put together, and their taps have no way back."""
MOST_GOLD: Final = 999

_LETTERS: Final = {colour[0]: seat for seat, colour in enumerate(COLOURS)}
_WORD: Final = re.compile(
    r"(?P<tile>[rpwy]?[A-Z0-9]{1,4}|-)(?P<how>[@^])(?P<x>-?\d{1,2}),(?P<y>-?\d{1,2})"
    r"|(?P<who>[rpwy]):(?P<goods>\d{1,3},\d,\d,\d[A-Z0-9.,-]*)"
    r"|(?P<part>[a-z]+)@(?P<u>-?\d{1,2}),(?P<v>-?\d{1,2})(=(?P<things>[A-Z0-9.]+|-))?",
    re.ASCII,
)
_Goods: TypeAlias = tuple[Any, ...]


class Layout(NamedTuple):
    """The tiles on the table."""

    jungle: dict[Cell, str]
    workers: dict[Cell, WorkerTile]
    goods: tuple[_Goods, ...]
    """For each seat gold, cacao, suns, the field of the water carrier, and the goods of modules."""
    start: Deal
    """The unknown deal before the first turn."""
    lying: Mapping[str, Any] = {}  # never changed in place
    """Name of a part that lies on the board for a module -> cell -> pieces there; or its cell."""

    @property
    def rules(self) -> Rules:
        return self.start.rules

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


# --- What was tapped -----------------------------------------------------------------------------


def begun(record: Record, purpose: str) -> Record:
    """A record on which a table is laid."""
    return record.with_notes(Notes({LAYING: purpose}))


def purpose(record: Record) -> str:
    """The purpose: one of :data:`PURPOSES`."""
    first_word = record.notes.headers[LAYING].split()[:1]
    return first_word[0] if first_word and first_word[0] in PURPOSES else PURPOSES[0]


def words(record: Record) -> tuple[str, ...]:
    """The taps."""
    return tuple(record.notes.headers.get(LAYING, "").split()[1:])


def with_words(record: Record, entries: Sequence[str]) -> Record:
    """The same with other taps."""
    laid = record.with_notes(Notes({LAYING: " ".join((purpose(record), *entries))}))
    return laid if len(entries) <= MOST else with_words(record, shortest(layout(laid)))


def shortest(now: Layout) -> list[str]:
    """The words for a table as it lies."""
    entries = [
        tile_word(None, code, cell)
        for cell, code in now.jungle.items()
        if cell not in now.rules.start_tiles
    ]
    entries += [
        tile_word(tile.owner, tile.edges, cell, covers=tile.overbuilt)
        for cell, tile in now.workers.items()
    ]
    for name, lying in now.lying.items():
        of = lying.items() if isinstance(lying, dict) else [(lying, "")]
        entries += [part_word(name, cell, things) for cell, things in of]
    return [*entries, *(goods_word(seat, goods) for seat, goods in enumerate(now.goods))]


def with_goods(record: Record, seat: Seat, goods: Sequence[Any]) -> list[str]:
    """The words with what somebody has; what is typed digit by digit is one of them."""
    entries, word = words(record), goods_word(seat, goods)
    before = layout(with_words(record, entries[:-1])).goods[seat]
    changed = [one for one, other in zip(goods, before, strict=True) if one != other]
    same = len(changed) <= 1 and all(isinstance(one, int) for one in changed)
    typed = entries and same and entries[-1].startswith(goods_word(seat, ()))
    return [*(entries[:-1] if typed else entries), word]


def layout(record: Record) -> Layout:
    """The table; what cannot be is left out."""
    rules = record.deal.rules
    start = tuple(rules.start_goods.values())
    state = Layout(dict(rules.start_tiles), {}, (start,) * record.deal.players, record.deal)
    for word in words(record):
        state = _after(state, word)
    return state


def _after(now: Layout, word: str) -> Layout:
    """The table after a tap."""
    match = _WORD.fullmatch(word)
    if match is None:
        return now
    if who := match["who"]:
        return _with_goods(now, _LETTERS[who], match["goods"].split(","))
    if name := match["part"]:
        return _with_part(now, name, (int(match["u"]), int(match["v"])), match["things"])
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


def _with_goods(now: Layout, seat: Seat, texts: Sequence[str]) -> Layout:
    """The table with what a player has; what cannot be is cut off, or changes nothing."""
    goods = now.rules.goods
    if seat >= now.players or len(texts) != len(goods):
        return now
    rows, has = list(now.goods), list[Any]()
    for good, text in zip(goods, texts, strict=True):
        if good.kinds:
            things = [] if text == "-" else text.split(".")
            has.append(good.made_of([one for one in things if one in good.kinds]))
        elif text.isdecimal():
            has.append(min(int(text), good.most(now.rules) if good.most else MOST_GOLD))
        else:
            return now
    rows[seat] = tuple(has)
    return now._replace(goods=tuple(rows))


def parts(rules: Rules) -> list[LaidPart]:
    """All that lies on the board for modules, apart from tiles."""
    return [part for module in rules.modules for part in module.lies]


def _with_part(now: Layout, name: str, cell: Cell, things: str | None) -> Layout:
    """The table with pieces on a tile, or with a figure on it."""
    part = next((one for one in parts(now.rules) if one.name == name), None)
    if part is None or cell not in (*now.jungle, *now.workers):
        return now
    if not part.code:
        return now._replace(lying={**now.lying, name: cell})
    pieces = [one for one in (things or "-").split(".") if one in part.kinds][: part.most]
    if now.jungle.get(cell) != part.code:
        return now
    return now._replace(
        lying={**now.lying, name: {**now.lying.get(name, {}), cell: "".join(pieces)}}
    )


def tile_word(seat: Seat | None, tile: str, cell: Cell, *, covers: bool = False) -> str:
    """The word for a tile that is laid; an empty tile is one that is taken away."""
    owner = "" if seat is None else COLOURS[seat][0]
    return f"{owner}{tile or '-'}{'^' if covers else '@'}{cell[0]},{cell[1]}"


def goods_word(seat: Seat, goods: Sequence[Any]) -> str:
    """The word for what a player has."""
    return f"{COLOURS[seat][0]}:{','.join(map(good_text, goods))}"


def part_word(name: str, cell: Cell, things: str = "") -> str:
    """The word for pieces on a tile; without any, for a figure on it or an empty tile."""
    word = f"{name}@{cell[0]},{cell[1]}"
    return f"{word}={'.'.join(things)}" if things else word


# --- Where tiles may lie -------------------------------------------------------------------------


def looks(now: Layout, seat: Seat) -> list[str]:
    """The ways in which the worker tiles of a seat can lie.

    An owner of the foreman has two for each that he strengthens: it lies as it lay before, or with
    the worker that he adds.
    """
    huts = dict(zip(now.rules.start_goods, now.goods[seat], strict=True)).get("huts", ())
    plain = [edges for looks in ROTATIONS.values() for edges in looks]
    return [edges for edges in TILE_OF_EDGES if "FO" in huts or edges in plain]


def figure(rules: Rules, page: str) -> LaidPart | None:
    """The figure of the module that a page of the tray is about."""
    module = rules.module(page)
    return next((part for part in module.lies if not part.code), None) if module else None


def spots(now: Layout, page: str, tile: str) -> list[Move]:
    """The empty cells where a tile may lie, or the tiles for a figure, as if they were moves.

    Args:
        now: the table.
        page: of the tray, see ``Tool``.
        tile: that is laid.
    """
    seat = int(page) if page.isdigit() else None
    if part := figure(now.rules, page):
        return [Move(PLACE, part.name, cell) for cell in (*now.rules.start_tiles, *now.workers)]
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


# --- Whose turn it may be ------------------------------------------------------------------------


def counts(now: Layout) -> list[int]:
    return [now.placed(seat) for seat in range(now.players)]


def turns(now: Layout) -> list[Seat]:
    """The seats whose turn it may be, as far as the numbers of tiles tell."""
    return [seat for seat in range(now.players) if first_seat(now, seat) is not None]


def first_seat(now: Layout, turn: Seat) -> Seat | None:
    """The seat that must have started, if it is this player's turn; None if that cannot be."""
    placed, players = counts(now), now.players
    first = (turn - sum(placed)) % players
    order = [placed[(first + at) % players] for at in range(players)]
    had = divmod(sum(placed), players)
    return first if order == [had[0] + (at < had[1]) for at in range(players)] else None


# --- The game ------------------------------------------------------------------------------------


def deal(now: Layout, turn: Seat = 0) -> Deal:
    """A deal with this table; seats stay as they are."""
    table = LaidTable(
        tuple(now.jungle.items()), tuple(sorted(now.workers.items())), now.goods, turn
    )
    return laid_deal(Game(now.start), now.start, table, now.lying)


def shown(record: Record) -> Game:
    """The table as a position, whatever is wrong with it."""
    now = layout(record)
    most = now.rules.turns(now.players)
    fitting = {seat for seat in range(now.players) if now.placed(seat) <= most}
    workers = {
        cell: tile if tile.owner in fitting else tile._replace(overbuilt=False)
        for cell, tile in now.workers.items()
    }
    return Game(deal(now._replace(workers=workers)))


def turned(now: Layout, turn: Seat) -> tuple[Layout, int]:
    """The table from the seat of whoever started; and by how many seats it is turned."""
    first, players = first_seat(now, turn) or 0, now.players
    workers = {
        cell: WorkerTile((tile.owner - first) % players, tile.edges, tile.overbuilt)
        for cell, tile in now.workers.items()
    }
    return now._replace(workers=workers, goods=(*now.goods[first:], *now.goods[:first])), first


def game(record: Record, turn: Seat) -> tuple[Record, int]:
    """The game that goes on from the table, from the seat of whoever started.

    Args:
        record: on which the table was laid, without problems.
        turn: whose turn it is.

    Returns:
        Its record, without names; and by how many seats it is turned.
    """
    now = layout(record)
    seen, first = turned(now, turn)
    begun = Record(deal(seen, (turn - first) % now.players))
    entries = (str(first), *_open(now.start), *words(record))
    return begun.with_notes(Notes({TABLE: " ".join(entries)})), first


def _open(start: Deal) -> list[str]:
    """The words for what was open before the first turn, such as the sides of huts."""
    names = [module.deals for module in start.rules.modules if module.deals and not module.pile]
    return [f"{name}={'.'.join(getattr(start, name))}" for name in names]


def laid_again(record: Record) -> tuple[Record, int]:
    """The table from which a game went on; and by how many seats it is turned back."""
    first, *entries = record.notes.headers[TABLE].split()
    players = record.deal.players
    by = int(first) % players if first.isascii() and first.isdigit() else 0
    start = Deal.unknown(players, record.deal.rules)
    for word in entries:
        name, _equals, value = word.partition("=")
        if "@" not in name and value:
            opened: dict[str, Any] = {name: tuple(value.split("."))}
            start = replace(start, **opened)
    blank = begun(Record(start), PURPOSES[0])
    return with_words(blank, [word for word in entries if word not in _open(start)]), by


def temples(now: Layout) -> list[tuple[int, ...]]:
    """The workers beside each temple, by seat."""
    temples = scoring.temples(now.jungle, now.workers, now.players, now.rules)
    return [temple.workers for temple in temples]
