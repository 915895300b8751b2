"""The table of a game that starts in the middle, in its link (docs/link.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cacao_core.errors import BadLink, BadRecord, CacaoError
from cacao_core.formats import position_text, supplies
from cacao_core.goods import GOODS
from cacao_core.knowledge.table import LaidTable
from cacao_core.rules import Rules
from cacao_core.tiles import BASE_ROTATIONS, TILE_OF_EDGES, Cell, WorkerTile

if TYPE_CHECKING:
    from cacao_core.deal import Deal
    from cacao_core.formats.radix import Packer, Unpacker

_REACH: Final = 64
"""Cells are less than so far from the first one, in each direction."""
_TILES: Final = 64
_GOLD: Final = 1024
_ASCII: Final = 128
_LONGEST_TEXT: Final = 1 << 12


def put(packer: Packer, table: LaidTable, rules: Rules, players: int) -> None:
    """Add the digits of a table.

    Raises:
        BadLink: there is more gold, or the table is larger, than any game has.
    """
    codes, looks = tuple(rules.tiles), _looks(rules)
    packer.put(table.turn, players)
    for possessions in table.goods:
        for value, radix in zip(possessions, _radices(rules), strict=False):
            _put(packer, value, radix)
    _put(packer, len(table.jungle), _TILES)
    for cell, code in table.jungle:
        _put_cell(packer, cell)
        packer.put(codes.index(code), len(codes))
    _put(packer, len(table.workers), _TILES)
    for cell, tile in table.workers:
        _put_cell(packer, cell)
        packer.put(tile.owner, players)
        packer.put(looks.index(tile.edges), len(looks))
        packer.put(int(tile.overbuilt), 2)
    if rules.modules:
        _put_text(packer, _module_text(table))


def take(unpacker: Unpacker, rules: Rules, players: int) -> LaidTable:
    """The table of some digits; whether it is possible is for :func:`checked`."""
    codes, looks = tuple(rules.tiles), _looks(rules)
    turn = unpacker.take(players)
    goods: list[tuple[Any, ...]] = []
    for _seat in range(players):
        gold, cacao, suns, water = (unpacker.take(radix) for radix in _radices(rules))
        goods.append((gold, cacao, suns, water))
    jungle = []
    for _tile in range(unpacker.take(_TILES)):
        cell = _take_cell(unpacker)
        jungle.append((cell, codes[unpacker.take(len(codes))]))
    workers = []
    for _tile in range(unpacker.take(_TILES)):
        cell, owner = _take_cell(unpacker), unpacker.take(players)
        edges, overbuilt = looks[unpacker.take(len(looks))], bool(unpacker.take(2))
        workers.append((cell, WorkerTile(owner, edges, overbuilt)))
    supply: dict[str, Any] = {}
    if rules.modules:
        goods, supply = _take_modules(unpacker, rules, goods)
    return LaidTable(tuple(jungle), tuple(workers), tuple(goods), turn, supply)


def _looks(rules: Rules) -> tuple[str, ...]:
    """The ways in which worker tiles of the game can lie, in the order of digits."""
    if not rules.modules:
        return tuple(look for looks in BASE_ROTATIONS.values() for look in looks)
    return tuple(TILE_OF_EDGES)


def _module_text(table: LaidTable) -> str:
    """The supply, and the things that players own because of modules."""
    first = len(GOODS)
    words = [
        position_text.good_text(value)
        for possessions in table.goods
        for value in possessions[first:]
    ]
    return " ".join([*words, supplies.encode(dict(table.supply))])


def _take_modules(
    unpacker: Unpacker, rules: Rules, goods: list[tuple[Any, ...]]
) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """The goods with those of modules, and the supply."""
    *words, supply = _take_text(unpacker).split(" ")
    each = len(rules.more_goods)
    if len(words) != each * len(goods):
        raise BadLink("link: not the goods of these rules")
    try:
        more = [
            tuple(
                position_text.read_good(good, rules, "goods", word)
                for good, word in zip(rules.more_goods, words[seat * each :], strict=False)
            )
            for seat in range(len(goods))
        ]
        return [(*has, *owns) for has, owns in zip(goods, more, strict=True)], supplies.decode(
            supply, rules
        )
    except BadRecord as error:
        raise BadLink(f"link: {error}") from None


def _put_text(packer: Packer, text: str) -> None:
    _put(packer, len(text), _LONGEST_TEXT)
    for character in text:
        packer.put(ord(character), _ASCII)


def _take_text(unpacker: Unpacker) -> str:
    return "".join(chr(unpacker.take(_ASCII)) for _character in range(unpacker.take(_LONGEST_TEXT)))


def checked(deal: Deal) -> Deal:
    """A deal with a table on which everything lies as it may.

    Raises:
        BadLink: it does not.
    """
    table = deal.table
    cells = [] if table is None else [cell for cell, _tile in (*table.jungle, *table.workers)]
    if len(set(cells)) < len(cells):
        raise BadLink("link: two tiles lie at one place")
    from cacao_core.game import Game  # noqa: PLC0415  # it imports the deal

    try:
        again = Game.from_text(Game(deal).to_text()).as_deal()
    except CacaoError as error:
        raise BadLink(f"link: {error}") from None
    if again != deal:
        raise BadLink("link: the tiles on the table are in another order")
    return deal


def told(table: LaidTable) -> str:
    """The table in one line, for the check digits."""
    jungle = (f"{code}@{x},{y}" for (x, y), code in table.jungle)
    workers = (
        f"{tile.owner}:{tile.edges}{'+' * tile.overbuilt}@{x},{y}" for (x, y), tile in table.workers
    )
    goods = (",".join(map(str, possessions)) for possessions in table.goods)
    more = [supplies.encode(dict(table.supply))] if table.supply else []
    return " ".join([str(table.turn), *goods, *jungle, *workers, *more])


def _radices(rules: Rules) -> tuple[int, int, int, int]:
    return _GOLD, rules.storage + 1, rules.sun_sites + 1, rules.last_field + 1


def _put(packer: Packer, value: int, radix: int) -> None:
    if not 0 <= value < radix:
        raise BadLink(f"this table has no link: {value} of something, expected up to {radix - 1}")
    packer.put(value, radix)


def _put_cell(packer: Packer, cell: Cell) -> None:
    for along in cell:
        _put(packer, along + _REACH, 2 * _REACH)


def _take_cell(unpacker: Unpacker) -> Cell:
    x, y = (unpacker.take(2 * _REACH) - _REACH for _along in range(2))
    return x, y
