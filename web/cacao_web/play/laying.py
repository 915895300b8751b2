"""Laying a table on the page, tile by tile."""

from __future__ import annotations

from cacao_core.tiles import TILE_OF_EDGES, Cell
from cacao_web.game import laying, written
from cacao_web.game.real import JUNGLE
from cacao_web.game.session import Session
from cacao_web.play.table import Table

PARTS = ("gold", "cacao", "suns", "water")
"""The parts that everybody has, in the order of a layout."""


def run(table: Table, what: str) -> None:
    """Something was tapped in the tray, such as ``tile:M4``.

    Raises:
        ValueError, LookupError: there is no such tap.
    """
    session = table.session
    if session is None or not session.asked.laying:
        return
    real = written.table_of(session)
    kind, _colon, value = what.partition(":")
    if kind == "page":
        real.tool = JUNGLE._replace(page=value)
    elif kind == "tile":
        real.tool = real.tool._replace(tile=value)
    elif kind == "covers":
        real.tool = real.tool._replace(covers=not real.tool.covers)
    elif kind == "goods":
        _count(session, *value.split(":"))
    elif kind == "begin":
        written.go_on_from_table(session, range(len(session.sitters))[int(value)])
    table.changed(None, automatic=True)


def _count(session: Session, at: str, part: str, number: str) -> None:
    """Another number of what somebody has."""
    seat, goods = int(at), list(laying.layout(session.record).goods[int(at)])
    digits = "".join(one for one in number if one in "0123456789")
    goods[PARTS.index(part)] = min(int(digits or 0), laying.MOST_GOLD)
    written.lay(session, laying.with_goods(session.record, seat, goods))


def _say(session: Session, word: str) -> None:
    written.lay(session, [*laying.words(session.record), word])


def put(table: Table, cell: Cell) -> None:
    """Lay the chosen tile on an empty cell, or take up the one that lies there."""
    session = table.session
    if session is None or not session.asked.laying:
        return
    real = written.table_of(session)
    tool = real.tool
    if cell in session.mode.removable(session.record):
        seat, tile, covers = laying.taken(laying.layout(session.record), cell)
        _say(session, laying.tile_word(None, "", cell))
        real.tool = JUNGLE._replace(
            page="jungle" if seat is None else str(seat), tile=tile, covers=covers
        )
    elif cell in session.targets:
        _say(session, laying.tile_word(tool.seat, tool.tile, cell, covers=tool.covers))
        now = laying.layout(session.record)
        left = now.jungle_left() if tool.seat is None else now.workers_left(tool.seat)
        if not left[tool.tile if tool.seat is None else TILE_OF_EDGES[tool.tile]]:
            real.tool = tool._replace(tile="")
    else:
        return
    table.changed(None, automatic=False)
