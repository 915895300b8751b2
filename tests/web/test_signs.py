"""Signs on the board cover no workers, no prices, and not each other, at any zoom."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot
from random import Random
from typing import NamedTuple
from xml.etree.ElementTree import Element

import pytest

from cacao_core import Deal, Game, Move, Record
from cacao_core.ai.explaining.reasons import Reason
from cacao_core.tiles import Cell
from cacao_web.board import board, marks, plane
from cacao_web.board.overlay import Overlays
from cacao_web.engine.advice import Advice, Hint
from cacao_web.features.hints import view
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from tests.core.helpers import play_at_random
from tests.web.test_views import parsed

NUMBERED = ("P", "M", "G", "I", "L")
"""Beginnings of the codes of jungle tiles with a number, drawn around (79, 78)."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        apart_x = self.right <= other.left + 0.1 or other.right <= self.left + 0.1
        apart_y = self.bottom <= other.top + 0.1 or other.bottom <= self.top + 0.1
        return not apart_x and not apart_y

    def distance(self, x: float, y: float) -> float:
        return hypot(max(self.left - x, x - self.right, 0), max(self.top - y, y - self.bottom, 0))


def on(cell: Cell, left: float, top: float, right: float, bottom: float) -> Box:
    x, y = plane.corner(cell)
    return Box(x + left, y + top, x + right, y + bottom)


def workers(cell: Cell, edges: str) -> list[Box]:
    """The places of the workers of a tile, as they are drawn in symbols.svg."""
    boxes = []
    for side, count in enumerate(edges):
        half = {"0": 0.0, "1": 9.0, "2": 22.0, "3": 33.0, "4": 40.5}[count]
        a, b = 50 - half, 50 + half
        if half:
            place = ((a, 8, b, 31), (69, a, 92, b), (a, 69, b, 92), (8, a, 31, b))[side]
            boxes.append(on(cell, *place))
    return boxes


def price(cell: Cell, code: str) -> list[Box]:
    if code == "C":
        return [on(cell, 19, 64, 49, 94), on(cell, 60, 64, 90, 94)]
    return [on(cell, 64, 63, 94, 93)] if code.startswith(NUMBERED) else []


def obstacles(game: Game, more: dict[Cell, str]) -> list[Box]:
    tiles = {**game.jungle, **{cell: tile.edges for cell, tile in game.workers.items()}, **more}
    return [
        box
        for cell, what in tiles.items()
        for box in (workers(cell, what) if what.isdigit() else price(cell, what))
    ]


def place_of(element: Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[0-9.]+", str(element.get("transform")))
    return float(x), float(y)


def most(element: Element) -> float:
    """The largest scale of a sign."""
    css = " ".join(str(el.get("class")) for el in element.iter())
    [tenths] = set(re.findall(r"upto-([0-9]+)", css))
    return int(tenths) / 10


def pills(markup: str) -> list[Box]:
    """The pills of a preview; the change of the score is drawn on large boards only."""
    boxes = []
    for element in parsed(markup).iter("g"):
        if "badge" in str(element.get("class")).split():
            x, y = place_of(element)
            scale = (
                min(most(element), 1.0) if "change" in str(element.get("class")) else most(element)
            )
            rect = next(element.iter("rect"))
            width, height = scale * float(str(rect.get("width"))), scale * 30
            boxes.append(Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    return boxes


def sessions(players: int) -> list[Session]:
    """Positions of a game in which somebody places or fills."""
    deal = Deal.shuffled(players, 40 + players)
    found, moves = [], list[Move]()
    for number, move in enumerate(play_at_random(Game(deal), Random(players))):
        if move.kind != "A" and number % 3 == 0:
            record = Record(deal, tuple(moves))
            sitters = tuple(map(Sitter, "ABCD"[:players]))
            found.append(Session("x", record, sitters, Options(hide_hands=False)))
        moves.append(move)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pills_and_the_tick_have_room_of_their_own(players: int) -> None:
    shown = narrow = 0
    for session in sessions(players):
        for move in session.legal[:: max(1, len(session.legal) // 12)]:
            session.choosing.take(move)
            assert session.choosing.candidate == move
            around = obstacles(session.game, {move.cell: move.what})
            badges = pills(board.ghost(session, Overlays()))
            shown += len(badges)
            for badge in badges:
                assert not [box for box in around if badge.overlaps(box)], (move, badge)
            for one, other in combinations(badges, 2):
                assert not one.overlaps(other), (move, one, other)
            tick = next(parsed(str(board.tick(session))).iter("g"))
            x, y = place_of(tick)
            room = min(box.distance(x, y) for box in (*around, *badges))
            narrow += room < 25 * most(tick)
            assert room >= 12
    assert shown > 50
    assert narrow == 0


def test_tick_has_further_places_for_the_edge_of_the_window() -> None:
    session = sessions(2)[4]
    session.choosing.take(session.legal[0])
    tick = next(parsed(str(board.tick(session))).iter("g"))
    places = str(tick.get("data-places")).split()
    assert len(places) == 4
    x, y = place_of(tick)
    assert places[0].startswith(f"{x:g},{y:g},upto-")


def test_star_does_not_lie_on_the_ghost() -> None:
    session = Session(
        "x", Record(Deal.shuffled(2, 3)), (Sitter("A"), Sitter("B", "easy")),
        Options(suggestions=True),
    )  # fmt: skip
    session.uncover()
    stars = marks.stars(session).count('class="star"')
    assert stars > 0
    session.choosing.point_at(session.choosing.suggestions[0].cell)
    assert marks.stars(session).count('class="star"') == stars - 1


@pytest.mark.parametrize("players", [2, 4])
def test_numbers_of_hints_cover_no_price_and_no_worker(players: int) -> None:
    for session in sessions(players):
        if session.legal[0].kind == "J":
            continue
        moves = session.legal[:: max(1, len(session.legal) // 3)][:3]
        hints = tuple(Hint((move,), 1.0, 0.5, Reason("later")) for move in moves)
        advice = Advice(session.record, hints)
        drawn = parsed(view.badges(session, advice, None))
        for element, move in zip(drawn.findall("./g"), moves, strict=True):
            x, y = place_of(element)
            around = obstacles(session.game, {move.cell: move.what})
            room = min(box.distance(x, y) for box in around)
            alone = [other.cell for other in moves].count(move.cell) == 1
            assert room >= 20 * most(element) - 0.5 or not alone, move
            edge = plane.extent(session.game)  # what lies beyond may be cut off
            beside = min(x - edge.left, edge.left + edge.width - x)
            assert min(beside, y - edge.top, edge.top + edge.height - y) >= 20 * most(element)
