"""Pictures of moves that nobody has played yet: a tile, a ghost, or a sign on a cell."""

from __future__ import annotations

from typing import Final

from cacao_core import Game, Move
from cacao_core.tiles import NEIGHBOURS
from cacao_web.board import art, plane
from cacao_web.game.session import Session
from cacao_web.ui.markup import Markup, h

CORNERS: Final = ((9, 9), (9, 91), (91, 91))
"""Positions of a cell's numbers, best first; the tick is in the fourth corner."""


def picture(session: Session, game: Game, move: Move) -> Markup:
    """The tile that a move places, or the one that it acts on."""
    if move.kind == "J":
        return art.jungle_tile(move.what)
    if move.kind == "A":
        return art.jungle_tile(game.jungle[NEIGHBOURS[move.cell][move.side]])
    return art.worker_tile(session.sitters[game.turn].colour, move.what, move.kind == "O")


def ghost(session: Session, game: Game, move: Move, css: str) -> Markup:
    """A tile at the place where a move would put it."""
    x, y = plane.corner(move.cell)
    placed = {"class": f"ghost {css}", "transform": f"translate({x} {y})"}
    return h("g", placed, picture(session, game, move))


def mark(move: Move, sign: str, label: str, css: str) -> Markup:
    """A sign in a corner of a move's cell."""
    left, top = plane.corner(move.cell)
    dx, dy = CORNERS[0] if css == "played" else CORNERS[2]
    place = {"class": f"hint-badge {css}", "transform": f"translate({left + dx} {top + dy})",
             "role": "img", "aria-label": label}  # fmt: skip
    drawn = h("g", {"class": "steady"}, h("circle", {"r": 18}), h("text", {"y": 7}, sign))
    return h("g", place, drawn)
