"""Pictures of moves that nobody has played yet: a tile, a ghost, or a sign on a cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_core import Game, Move
from cacao_core.moves import ACTIVATE, BLIND, FILLS
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.board import art, plane, telling
from cacao_web.board.room import Spot
from cacao_web.engine.advice import Then
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

RADIUS: Final = 20
"""Of a sign in a corner."""


def picture(session: Session, game: Game, move: Move) -> Markup:
    """The tile that a move places, or the one that it acts on."""
    if move.kind == ACTIVATE:
        faced = NEIGHBOURS[move.cell][move.side]
        return art.grown(game.jungle[faced], faced)
    if move.what == BLIND:
        return art.hidden()
    if move.kind in FILLS:
        return art.grown(move.what, move.cell)
    return telling.tile(move, session.sitters[game.turn].colour)


def cell_of(move: Move) -> Cell:
    """The cell that a move is about: where its tile goes, or the tile that its workers act on."""
    return NEIGHBOURS[move.cell][move.side] if move.kind == ACTIVATE else move.cell


def ghost(session: Session, game: Game, move: Move, css: str) -> Markup:
    """A tile at the place where a move would put it."""
    x, y = plane.corner(move.cell)
    placed = {"class": css, "transform": f"translate({x} {y})"}
    return h("g", placed, picture(session, game, move))


def following(session: Session, steps: Iterable[Then], taken: Iterable[Cell]) -> Markup:
    """The tiles of the turns that are likely to follow, with their number from 1.

    Args:
        steps: the turns.
        taken: cells on which something else is drawn.
    """
    drawn, used = [], set(taken)
    for number, step in enumerate(steps, 1):
        colour = session.sitters[step.seat].colour
        label = _("likely next turn: {name}").format(name=session.label(step.seat))
        for move in words.laid(step.moves):
            if move.cell in used:
                continue
            used.add(move.cell)
            x, y = plane.corner(move.cell)
            sign = Spot(x + 50, y + 50, 1.0)
            drawn.append(
                h("g", {"class": "ghost follows", "transform": f"translate({x} {y})"},
                  telling.tile(move, colour))
            )  # fmt: skip
            if move.starts_turn:
                drawn.append(mark(sign, f"+{number}", label, "follows"))
    return join(drawn)


def mark(spot: Spot, sign: str, label: str, css: str) -> Markup:
    """A sign in a corner of a move's cell."""
    place = {"class": f"hint-badge {css}", "transform": f"translate({spot.x:g} {spot.y:g})",
             "role": "img", "aria-label": label}  # fmt: skip
    return h("g", place, disc(spot, sign))


def disc(spot: Spot, sign: str) -> Markup:
    """A round sign, no larger than its place allows."""
    circle, text = h("circle", {"r": RADIUS - 2}), h("text", {"y": 7}, sign)
    return h("g", {"class": f"steady {spot.css}"}, circle, text)


def stars(session: Session) -> Markup:
    """Marks on the cells that promise most, for the tile that is held as it is turned.

    They help beginners. None is drawn where the ghost is: it would hide the workers.
    """
    held, shown = session.choosing.chosen_edges, session.choosing.shown_move
    return join(
        _star(move.cell, number)
        for number, move in enumerate(session.choosing.suggestions)
        if move.what == held and move != shown
    )


def _star(cell: Cell, number: int) -> Markup:
    """A mark for beginners; what is tapped is the cell below it."""
    x, y = plane.corner(cell)
    label = _("Suggestion {n}: {cell}").format(n=number + 1, cell=words.cell_name(cell))
    attributes = {
        "class": "star",
        "transform": f"translate({x + 50} {y + 50})",
        "role": "img",
        "aria-label": label,
    }
    star = h(
        "g", {"class": "steady"}, h("circle", {"r": 20}), widgets.use("icon-star", -13, -13, 26)
    )
    return h("g", attributes, star)
