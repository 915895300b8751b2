"""Animations for what has happened since a position, made from the rules' events.

There is nothing to animate before the first move, so the page loads this module only then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cacao_core import Game, Move
from cacao_core.events import (
    Activated,
    Event,
    Filled,
    Overbuilt,
    Placed,
    Sold,
    TempleChanged,
    Waived,
)
from cacao_core.module import ModuleEvent
from cacao_core.tiles import TILE_OF_EDGES, Seat
from cacao_web.board import art
from cacao_web.browser.effects import (
    FLIGHT,
    SETTLE,
    Count,
    Dust,
    Effect,
    Flight,
    Hop,
    Sound,
    is_from_hand,
)
from cacao_web.game.texts.words import cell_name, signed
from cacao_web.ui import widgets
from cacao_web.ui.markup import Markup

STAGGER: Final = 0.08
_LIFT: Final = 0.1
"""Seconds from the workers' first hop until goods are taken up."""
_COINS: Final = 5
"""At most so many coins fly, however much is earned."""
_GOODS: Final = 28.0
"""Size of goods that fly, in pixels."""
_STEP: Final = 0.17
"""Seconds of a carrier's step to the next field."""
_RISE: Final = 0.5
"""Seconds in which a banner goes to a temple, or back."""
_AT_ONCE: Final = 4
"""If more tiles were placed since the earlier position, nothing flies."""


def between(
    before: Game,
    colours: Sequence[str],
    moves: Sequence[Move],
    hand: tuple[Seat, int] | None = None,
) -> list[Effect]:
    """The animations that lead from one position to a later one.

    Args:
        before: the earlier position.
        moves: played since then; goods fly only for a single move, and nothing flies for more
            than a few.
        hand: seat whose hand is shown, and the index of its chosen tile.
    """
    if sum(move.kind not in "AH" for move in moves) > _AT_ONCE:
        return []
    events = _told(before, moves)
    workers = {event.cell: event for event in events if isinstance(event, Placed | Overbuilt)}
    jungle = [event for event in events if isinstance(event, Filled)]
    if len(workers) + len(jungle) > _AT_ONCE:
        return []
    effects: list[Effect] = []
    for tile in workers.values():
        effects += _placed(before, tile, colours, hand)
    display, aside = list(before.display), list(before.aside)
    for filled in jungle:
        effects += _filled(filled, display, aside)
    if len(moves) == 1 and isinstance(events[0], Activated):
        effects += _acted(before, events[0], colours)
    for event in events:
        if isinstance(event, TempleChanged):
            effects += _banners(event, colours)
    for seat in range(len(before.players)):
        effects += _counted(seat, events)
    return effects


def _told(before: Game, moves: Sequence[Move]) -> list[Event]:
    game, events = before.copy(), list[Event]()
    for move in moves:
        events += game.events(move)
        game.play(move)
    return events


# --- Tiles -----------------------------------------------------------------------------------


def _placed(
    before: Game,
    tile: Placed | Overbuilt,
    colours: Sequence[str],
    hand: tuple[Seat, int] | None,
) -> Iterator[Effect]:
    player, target = before.players[tile.seat], f"cell:{cell_name(tile.cell)}"
    source = f"village:{tile.seat}"
    if hand and hand[0] == tile.seat:
        source = f"hand:{_slot(player.hand, tile.edges, hand[1])}"
    picture = art.picture(art.worker_tile(colours[tile.seat], tile.edges))
    yield from _put_down(picture, source, target, "place")
    if isinstance(tile, Overbuilt):
        left = player.suns + tile.change.suns
        sun = widgets.symbol("good-sun")
        yield Flight(sun, f"suns:{tile.seat}:{left}", target, 0.0, size=_GOODS)


def _put_down(picture: Markup, source: str, target: str, sound: str) -> Iterator[Effect]:
    """A tile flies to its cell and is put down there, in a little dust."""
    yield Flight(picture, source, target, 0.0, FLIGHT + SETTLE, lands=True, settles=True)
    yield Dust(target.removeprefix("cell:"), FLIGHT + SETTLE * 0.6)
    yield Sound(sound, FLIGHT + SETTLE * 0.5)


def settled(effects: Sequence[Effect]) -> list[Effect]:
    """The effects of a tile that lies at its place already: it is only put down."""
    if not any(is_from_hand(effect) for effect in effects):
        return list(effects)
    settling: list[Effect] = []
    for effect in effects:
        if isinstance(effect, Flight) and is_from_hand(effect):
            settling.append(effect._replace(source=effect.target, length=SETTLE))
        elif isinstance(effect, Dust) or effect[:2] == ("place", FLIGHT + SETTLE * 0.5):
            settling.append(effect._replace(start=SETTLE * 0.6))
        else:
            settling.append(effect)
    return settling


def _slot(hand: Sequence[str], edges: str, chosen: int) -> int:
    """Position of a tile in the hand: the chosen one if it is of that kind, else the first."""
    name = TILE_OF_EDGES[edges]
    right = chosen < len(hand) and hand[chosen] == name
    return chosen if right or name not in hand else hand.index(name)


def _filled(tile: Filled, display: list[str], aside: list[str]) -> Iterator[Effect]:
    """A jungle tile from the display, from the map board, or from the pile.

    An empty text replaces its code there. Of several moves, a later one may take a tile that was
    not there before the first.
    """
    source, where, lying = "pile", "display", display
    if tile.from_map:
        where, lying = "map", aside
    if tile.code in lying and not tile.from_pile:
        source = f"{where}:{lying.index(tile.code)}"
        lying[lying.index(tile.code)] = ""
    picture = art.picture(art.grown(tile.code, tile.cell))
    yield from _put_down(picture, source, f"cell:{cell_name(tile.cell)}", "fill")


# --- Goods -----------------------------------------------------------------------------------


def _acted(before: Game, done: Activated, colours: Sequence[str]) -> Iterator[Effect]:
    """The actions of the workers on an edge: they hop, and carry goods to the village board.

    Goods come from the workers, and go to them to be sold: the price of the tile stays in sight.
    """
    if isinstance(done, Waived):
        return
    seat, change = done.seat, done.change
    place, player = f"edge:{cell_name(done.cell)}:{done.side}", before.players[seat]
    yield Hop(cell_name(done.cell), done.side, 0.0)
    if isinstance(done, Sold):
        for index in range(-change.cacao):
            pod, slot = widgets.symbol("good-cacao"), player.cacao - 1 - index
            start = index * STAGGER
            yield Flight(pod, f"cacao:{seat}:{slot}", place, start, size=_GOODS)
    if change.water > 0:
        yield from _stepped(seat, colours[seat], player.water, player.water + change.water)
    coins = [f"gold:{seat}"] * min(change.gold, _COINS)
    yield from _carried("gold", place, coins, FLIGHT if isinstance(done, Sold) else _LIFT)
    fruits = range(player.cacao, player.cacao + change.cacao)
    yield from _carried("cacao", place, [f"cacao:{seat}:{slot}" for slot in fruits])
    suns = range(player.suns, player.suns + change.suns)
    yield from _carried("sun", place, [f"suns:{seat}:{slot}" for slot in suns])


def _stepped(seat: Seat, colour: str, first: int, last: int) -> Iterator[Effect]:
    """A carrier goes from field to field."""
    for step, field in enumerate(range(first, last)):
        begin = _LIFT + step * _STEP
        source, target = f"water:{seat}:{field}", f"water:{seat}:{field + 1}"
        hides = f"carrier:{seat}" if field + 1 == last else ""
        yield Flight(art.carrier(colour), source, target, begin, _STEP, size=_GOODS, hides=hides)
        yield Sound("water", begin + _STEP * 0.8)


def _banners(event: TempleChanged, colours: Sequence[str]) -> Iterator[Effect]:
    """Whoever now leads at a temple puts a banner there; whoever led before takes theirs away."""
    cell, now = event.temple.cell, event.temple.gold
    before = [gold - change for gold, change in zip(now, event.change, strict=True)]
    here = f"cell:{cell_name(cell)}"
    for seat, colour in enumerate(colours[: len(now)]):
        led, leads = _leads(before, seat), _leads(now, seat)
        if led != leads:
            ways = (f"village:{seat}", here) if leads else (here, f"village:{seat}")
            yield Flight(art.banner(colour), *ways, FLIGHT, _RISE, size=_GOODS * 1.3)


def _leads(gold: Sequence[int], seat: Seat) -> bool:
    """Whether nobody gets more from a temple."""
    return gold[seat] > 0 and gold[seat] == max(gold)


def _carried(
    good: str, source: str, targets: Sequence[str], start: float = _LIFT
) -> Iterator[Effect]:
    """Goods that fly one after the other."""
    for index, target in enumerate(targets):
        begin = start + index * STAGGER
        lands = good != "gold"
        picture = widgets.symbol(f"good-{good}")
        yield Flight(picture, source, target, begin, lands=lands, size=_GOODS)
        yield Sound(good, begin + FLIGHT * 0.9)


def _counted(seat: Seat, events: Sequence[Event]) -> Iterator[Effect]:
    """A player's figures that change: gold, and the present value of the temples."""
    gold = sum(
        e.change.gold for e in events if isinstance(e, Activated | ModuleEvent) and e.seat == seat
    )
    temples = sum(e.change[seat] for e in events if isinstance(e, TempleChanged))
    if gold:
        yield Count(f"gold:{seat}", signed(gold), 2 * FLIGHT)
    if temples:
        yield Count(f"score:{seat}", signed(temples), FLIGHT)
    if temples > 0:
        yield Sound("temple", FLIGHT)
