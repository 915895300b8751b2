"""Laying a table on the page, tile by tile."""

from __future__ import annotations

from cacao_core.tiles import TILE_OF_EDGES, Cell
from cacao_web.game.real_table import laying, statements
from cacao_web.game.real_table.mode import JUNGLE
from cacao_web.game.session import Session
from cacao_web.game.texts.words import cell_of
from cacao_web.play.table import Table


def run(table: Table, what: str) -> None:
    """Something was tapped in the tray, such as ``tile:M4``.

    Raises:
        ValueError, LookupError: there is no such tap.
    """
    session = table.session
    if session is None or not session.asked.laying:
        return
    mode = statements.table_of(session)
    kind, _colon, value = what.partition(":")
    if kind == "page":
        mode.tool = JUNGLE._replace(page=value)
    elif kind == "tile":
        mode.tool = mode.tool._replace(tile=value)
    elif kind == "covers":
        mode.tool = mode.tool._replace(covers=not mode.tool.covers)
    elif kind == "goods":
        _count(session, *value.split(":"))
    elif kind == "add":
        _add(session, *value.split(":"))
    elif kind == "lie":
        _lie(session, *value.split(":"))
    elif kind == "begin":
        statements.go_on_from_table(session, range(len(session.sitters))[int(value)])
    table.changed(None, automatic=True)


def _count(session: Session, at: str, part: str, number: str) -> None:
    """Another number of what somebody has."""
    now, seat = laying.layout(session.record), int(at)
    goods, names = list(now.goods[seat]), [good.name for good in now.rules.goods]
    digits = "".join(one for one in number if one in "0123456789")
    goods[names.index(part)] = min(int(digits or 0), laying.MOST_GOLD)
    statements.lay(session, laying.with_goods(session.record, seat, goods))


def _add(session: Session, at: str, part: str, kind: str) -> None:
    """Somebody has one more piece of a kind; after the most of them, none."""
    now, seat = laying.layout(session.record), int(at)
    index = [good.name for good in now.rules.goods].index(part)
    good, goods = now.rules.goods[index], list(now.goods[seat])
    goods[index] = good.made_of(_one_more(list(map(str, goods[index])), kind, good.each))
    statements.lay(session, laying.with_goods(session.record, seat, goods))


def _lie(session: Session, name: str, cell: str, kind: str) -> None:
    """One more piece of a kind lies on a tile; where no more can lie, none of that kind."""
    now, place = laying.layout(session.record), cell_of(cell)
    part = next(one for one in laying.parts(now.rules) if one.name == name)
    lying = list(now.lying.get(name, {}).get(place, ""))
    most = lying.count(kind) + part.most - len(lying)
    things = "".join(_one_more(lying, kind, most))
    _say(session, laying.part_word(name, place, things or "-"))


def _one_more(things: list[str], kind: str, most: int) -> list[str]:
    if things.count(kind) < most:
        return [*things, kind]
    return [one for one in things if one != kind]


def _say(session: Session, word: str) -> None:
    statements.lay(session, [*laying.words(session.record), word])


def put(table: Table, cell: Cell) -> None:
    """Lay the chosen tile on an empty cell, or take up the one that lies there."""
    session = table.session
    if session is None or not session.asked.laying:
        return
    mode = statements.table_of(session)
    tool = mode.tool
    if part := laying.figure(session.game.rules, tool.page):
        if cell not in session.choosing.targets:
            return
        _say(session, laying.part_word(part.name, cell))
    elif cell in session.mode.removable(session.record):
        seat, tile, covers = laying.taken(laying.layout(session.record), cell)
        _say(session, laying.tile_word(None, "", cell))
        mode.tool = JUNGLE._replace(
            page="jungle" if seat is None else str(seat), tile=tile, covers=covers
        )
    elif cell in session.choosing.targets:
        _say(session, laying.tile_word(tool.seat, tool.tile, cell, covers=tool.covers))
        now = laying.layout(session.record)
        left = now.jungle_left() if tool.seat is None else now.workers_left(tool.seat)
        if not left[tool.tile if tool.seat is None else TILE_OF_EDGES[tool.tile]]:
            mode.tool = tool._replace(tile="")
    else:
        return
    table.changed(None, automatic=False)
