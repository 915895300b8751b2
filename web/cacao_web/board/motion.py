"""What has happened between two positions, as things that move: a diff, for any two of them.

The page shows the later position at once; the motions are drawn over it and change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cacao_core import Game, Move
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
from cacao_web.board import art
from cacao_web.browser.effects import FLIGHT, Count, Effect, Flight, Hop, Sound
from cacao_web.game.words import cell_name, signed
from cacao_web.ui import widgets

STAGGER: Final = 0.08
_LIFT: Final = 0.1
"""Goods are taken up so long after the workers have begun to hop."""
_COINS: Final = 5
"""More coins than this do not fly, however much is earned."""
_AT_ONCE: Final = 4
"""Positions that differ by more tiles than this are not one step apart: nothing flies."""


def between(
    before: Game,
    after: Game,
    colours: Sequence[str],
    moves: Sequence[Move] = (),
    hand: tuple[Seat, int] | None = None,
) -> list[Effect]:
    """The motions that lead from one position to a later one.

    Args:
        before: the earlier position.
        after: the later one, of the same game.
        colours: each seat's colour.
        moves: the move between them if it was one; goods fly only then, for from two positions
            alone it cannot be told which of several markets has paid.
        hand: seat whose hand is in sight, and which tile of it was chosen.
    """
    workers = [cell for cell, tile in after.workers.items() if before.workers.get(cell) != tile]
    jungle = [cell for cell in after.jungle if cell not in before.jungle]
    back = len(before.workers) > len(after.workers) or len(before.jungle) > len(after.jungle)
    if back or len(workers) + len(jungle) > _AT_ONCE:
        return []
    found: list[Effect] = []
    for cell in workers:
        found += _placed(before, after, cell, colours, hand)
    display = list(before.display)
    for cell in jungle:
        found += _filled(after.jungle[cell], cell, display)
    if len(moves) == 1 and moves[0].kind == "A":
        found += _acted(before, after, moves[0])
    scores = zip(before.score(), after.score(), strict=True)
    for seat, (old, new) in enumerate(scores):
        found += _counted(seat, new.gold - old.gold, new.temples - old.temples)
    return found


# --- Tiles -----------------------------------------------------------------------------------


def _placed(
    before: Game,
    after: Game,
    cell: Cell,
    colours: Sequence[str],
    hand: tuple[Seat, int] | None,
) -> Iterator[Effect]:
    tile = after.workers[cell]
    source = f"village:{tile.owner}"
    if hand and hand[0] == tile.owner:
        source = f"hand:{_slot(before.players[tile.owner].hand, tile.edges, hand[1])}"
    picture = art.picture(art.worker_tile(colours[tile.owner], tile.edges))
    yield Flight(picture, source, f"cell:{cell_name(cell)}", 0.0, lands=True)
    yield Sound("place", FLIGHT * 0.8)
    if tile.overbuilt:
        left = after.players[tile.owner].suns
        sun = widgets.symbol("good-sun")
        yield Flight(sun, f"suns:{tile.owner}:{left}", f"cell:{cell_name(cell)}", 0.0)


def _slot(hand: Sequence[str], edges: str, chosen: int) -> int:
    """Where in the hand a tile was: the chosen one if it is of that kind, else the first."""
    name = TILE_OF_EDGES[edges]
    right = chosen < len(hand) and hand[chosen] == name
    return chosen if right or name not in hand else hand.index(name)


def _filled(code: str, cell: Cell, display: list[str]) -> Iterator[Effect]:
    """A jungle tile from the display, where it leaves an empty text, or from the pile."""
    source = "pile"
    if code in display:
        source = f"display:{display.index(code)}"
        display[display.index(code)] = ""
    picture = art.picture(art.jungle_tile(code))
    yield Flight(picture, source, f"cell:{cell_name(cell)}", 0.0, lands=True)
    yield Sound("fill", FLIGHT * 0.8)


# --- Goods -----------------------------------------------------------------------------------


def _acted(before: Game, after: Game, move: Move) -> Iterator[Effect]:
    """What the workers on an edge do: they hop, and goods go where they count."""
    if not move.amount:
        return
    seat = before.workers[move.cell].owner
    beside = NEIGHBOURS[move.cell][move.side]
    code, place = before.jungle[beside], f"cell:{cell_name(beside)}"
    old, new = before.players[seat], after.players[seat]
    yield Hop(cell_name(move.cell), move.side, 0.0)
    if code in MARKETS:
        for index, slot in enumerate(reversed(range(new.cacao, old.cacao))):
            pod = widgets.symbol("good-cacao")
            yield Flight(pod, f"cacao:{seat}:{slot}", place, index * STAGGER)
    if code in MARKETS or code in MINES:
        coins = [f"gold:{seat}"] * min(new.gold - old.gold, _COINS)
        yield from _carried("gold", place, coins, FLIGHT if code in MARKETS else _LIFT)
    elif code in PLANTATIONS:
        slots = range(old.cacao, new.cacao)
        yield from _carried("cacao", place, [f"cacao:{seat}:{slot}" for slot in slots])
    elif code == SUN_SITE:
        slots = range(old.suns, new.suns)
        yield from _carried("sun", place, [f"suns:{seat}:{slot}" for slot in slots])
    elif code == WATER:
        yield from _carried("water", place, [f"water:{seat}:{new.water}"])


def _carried(
    good: str, source: str, targets: Sequence[str], start: float = _LIFT
) -> Iterator[Effect]:
    """Goods that fly one after the other."""
    for index, target in enumerate(targets):
        begin = start + index * STAGGER
        lands = good != "gold"
        yield Flight(widgets.symbol(f"good-{good}"), source, target, begin, lands=lands)
        yield Sound(good, begin + FLIGHT * 0.9)


def _counted(seat: Seat, gold: int, temples: int) -> Iterator[Effect]:
    """A player's figures that change: gold, and what the temples are worth as they stand."""
    if gold:
        yield Count(f"gold:{seat}", signed(gold), 2 * FLIGHT)
    if temples:
        yield Count(f"score:{seat}", signed(temples), FLIGHT)
    if temples > 0:
        yield Sound("temple", FLIGHT)
