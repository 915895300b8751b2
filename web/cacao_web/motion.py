"""What has happened between two positions, as things that move: a diff, for any two of them.

The page shows the later position at once; the motions are drawn over it and change nothing.
Where something flies from and to is named by anchors: ``cell:1,0``, ``hand:2``, ``display:0``,
``pile``, and on a village board ``village:1``, ``gold:1``, ``cacao:1:3``, ``suns:1:0``,
``water:1:4``, ``score:1``. What follows the last colon may be missing on the page.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from cacao_core import Game, Move
from cacao_core.activation import Edge
from cacao_core.tiles import (
    MARKETS,
    MINES,
    NEIGHBOURS,
    PLANTATIONS,
    SUN_SITE,
    TILE_OF_EDGES,
    WATER,
    Cell,
    Seat,
)
from cacao_web.views import art
from cacao_web.views.html import Markup
from cacao_web.words import cell_name, signed

FLIGHT: Final = 0.32
STAGGER: Final = 0.08
_COINS: Final = 5
"""More coins than this do not fly, however much is earned."""
_AT_ONCE: Final = 4
"""Positions that differ by more tiles than this are not one step apart: nothing flies."""


class Flight(NamedTuple):
    """A picture flies from one anchor to another; ``lands`` hides what lies there till then.

    ``start`` and ``length`` are in seconds at normal speed, here and below.
    """

    picture: Markup
    source: str
    target: str
    start: float
    length: float = FLIGHT
    lands: bool = False


class Count(NamedTuple):
    """A figure changes by an amount, which rises from it as a text."""

    anchor: str
    text: str
    start: float
    length: float = 0.9


class Hop(NamedTuple):
    """The workers on an edge of a cell's tile hop."""

    cell: str
    side: int
    start: float
    length: float = 0.26


class Sound(NamedTuple):
    """Something is to be heard, by its name."""

    name: str
    start: float
    length: float = 0.0


Effect: TypeAlias = "Flight | Count | Hop | Sound"


def duration(effects: Sequence[Effect]) -> float:
    """Seconds until all that flies has landed, at normal speed."""
    landing = (item.start + item.length for item in effects if not isinstance(item, Count))
    return max(landing, default=0.0)


def between(
    before: Game,
    after: Game,
    colours: Sequence[str],
    viewer: Seat | None,
    move: Move | None = None,
) -> list[Effect]:
    """The motions that lead from one position to another.

    Args:
        before: the earlier position.
        after: the later one, of the same game.
        colours: each seat's colour.
        viewer: seat whose hand is in sight, if any.
        move: the move between them, if it was one; it tells edges apart that end together.
    """
    workers = [cell for cell, tile in after.workers.items() if before.workers.get(cell) != tile]
    jungle = [cell for cell in after.jungle if cell not in before.jungle]
    back = len(before.workers) > len(after.workers) or len(before.jungle) > len(after.jungle)
    if back or len(workers) + len(jungle) > _AT_ONCE:
        return []
    found: list[Effect] = []
    for cell in workers:
        found += _placed(before, after, cell, colours, viewer)
    for cell in jungle:
        found += _filled(before, after, cell)
    acted = _acted(before, after, move)
    found += [Hop(cell_name(edge[0]), edge[1], 0.0) for edge in acted]
    old, new = before.score(), after.score()
    for seat in range(len(after.players)):
        found += _goods(before, after, seat, acted)
        found += _temples(seat, new[seat].temples - old[seat].temples)
    return found


# --- Tiles -----------------------------------------------------------------------------------


def _placed(
    before: Game, after: Game, cell: Cell, colours: Sequence[str], viewer: Seat | None
) -> Iterator[Effect]:
    tile = after.workers[cell]
    name = TILE_OF_EDGES[tile.edges]
    hand = before.players[tile.owner].hand
    held = tile.owner == viewer and name in hand
    source = f"hand:{hand.index(name)}" if held else f"village:{tile.owner}"
    picture = art.picture(art.worker_tile(colours[tile.owner], tile.edges))
    yield Flight(picture, source, f"cell:{cell_name(cell)}", 0.0, lands=True)
    yield Sound("place", FLIGHT * 0.8)
    if tile.overbuilt:
        left = after.players[tile.owner].suns
        sun = art.symbol("good-sun", "good")
        yield Flight(sun, f"suns:{tile.owner}:{left}", f"cell:{cell_name(cell)}", 0.0)


def _filled(before: Game, after: Game, cell: Cell) -> Iterator[Effect]:
    code = after.jungle[cell]
    shown = before.display
    source = f"display:{shown.index(code)}" if code in shown else "pile"
    picture = art.picture(art.jungle_tile(code))
    yield Flight(picture, source, f"cell:{cell_name(cell)}", 0.0, lands=True)
    yield Sound("fill", FLIGHT * 0.8)


# --- Goods -----------------------------------------------------------------------------------


def _acted(before: Game, after: Game, move: Move | None) -> list[Edge]:
    """The edges that were to be activated before and are not any more.

    After a sale the engine drops edges that have nothing to do any more: they have not acted.
    """
    if move and move.kind == "A":
        return [edge for edge in before.open_edges if edge[:2] == (move.cell, move.side)]
    same = (before.turn, before.to_move) == (after.turn, after.to_move)
    still = after.open_edges if same and len(before.workers) == len(after.workers) else ()
    gone = list(before.open_edges)
    for edge in still:
        if edge in gone:
            gone.remove(edge)
    return gone


def _goods(before: Game, after: Game, seat: Seat, acted: list[Edge]) -> Iterator[Effect]:
    """What a player has gained and spent, each from or to where it happened."""
    old, new = before.players[seat], after.players[seat]
    mine = [edge for edge in acted if after.workers[edge[0]].owner == seat]
    market = _where(mine, MARKETS)
    if new.cacao > old.cacao and (source := _where(mine, PLANTATIONS)):
        goods = range(old.cacao, new.cacao)
        yield from _carried("cacao", source, [f"cacao:{seat}:{slot}" for slot in goods])
    if new.cacao < old.cacao and market:
        for index, slot in enumerate(reversed(range(new.cacao, old.cacao))):
            pod = art.symbol("good-cacao")
            yield Flight(pod, f"cacao:{seat}:{slot}", market, index * STAGGER)
    sold = FLIGHT if market else 0.1
    if new.gold > old.gold:
        source = market or _where(mine, MINES) or f"village:{seat}"
        coins = [f"gold:{seat}"] * min(new.gold - old.gold, _COINS)
        yield from _carried("gold", source, coins, sold)
        yield Count(f"gold:{seat}", signed(new.gold - old.gold), sold + FLIGHT)
    if new.suns > old.suns and (source := _where(mine, (SUN_SITE,))):
        slots = [f"suns:{seat}:{slot}" for slot in range(old.suns, new.suns)]
        yield from _carried("sun", source, slots)
    if new.water > old.water and (source := _where(mine, (WATER,))):
        yield from _carried("water", source, [f"water:{seat}:{new.water}"])


def _temples(seat: Seat, change: int) -> Iterator[Effect]:
    """How the temples' majorities have changed for a player, in gold."""
    if change:
        yield Count(f"score:{seat}", signed(change), FLIGHT)
        if change > 0:
            yield Sound("temple", FLIGHT)


def _carried(
    good: str, source: str, targets: Sequence[str], start: float = 0.1
) -> Iterator[Effect]:
    """Goods that fly one after the other."""
    for index, target in enumerate(targets):
        begin = start + index * STAGGER
        lands = good != "gold"
        yield Flight(art.symbol(f"good-{good}"), source, target, begin, lands=lands)
        yield Sound(good, begin + FLIGHT * 0.9)


def _where(edges: Sequence[Edge], codes: Container[str]) -> str | None:
    """The jungle tile of the first edge at one of some kinds."""
    for cell, side, code, _workers in edges:
        if code in codes:
            return f"cell:{cell_name(NEIGHBOURS[cell][side])}"
    return None
