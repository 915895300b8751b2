"""The playing area as SVG, in layers that change independently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import Game, Phase, WorkerTile
from cacao_core.tiles import Cell
from cacao_web.board import art, narration, plane
from cacao_web.board.plane import PITCH, STEPS
from cacao_web.browser.geometry import Box
from cacao_web.game import words
from cacao_web.game.preview import Gain, Preview
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h, join

_BEYOND: Final = 0.8
"""Distance of a gain from the middle of the worker tile, in cells: it lies on the jungle tile."""


def view_box(box: Box) -> str:
    """A box as the viewBox attribute of a picture."""
    return " ".join(str(round(number, 1)) for number in box)


def _last_placed(session: Session) -> Cell | None:
    """Where the last worker tile was placed."""
    for move in reversed(session.shown_moves):
        if move.starts_turn:
            return move.cell
    return None


def at(cell: Cell) -> str:
    """The transform that moves tile units to a cell."""
    x, y = plane.corner(cell)
    return f"translate({x} {y})"


def thumbnail(session: Session) -> Markup:
    """A small picture of the position, without ids, roles and labels."""
    game = session.game
    box = view_box(plane.extent(game))
    drawn = tiles(game, [sitter.colour for sitter in session.sitters])
    return h("svg", {"class": "mini-board", "viewBox": box, "aria-hidden": "true"}, drawn)


def tiles(game: Game, colours: Sequence[str]) -> list[Markup]:
    """All tiles of a position, for a picture of it; the colours are those of the seats."""
    return [
        *(placed(cell, art.jungle_tile(code)) for cell, code in game.jungle.items()),
        *(
            placed(cell, art.worker_tile(colours[tile.owner], tile.edges, tile.overbuilt))
            for cell, tile in game.workers.items()
        ),
    ]


def placed(cell: Cell, picture: Markup) -> Markup:
    """A picture moved to its cell on the board."""
    return h("g", {"transform": at(cell)}, picture)


# --- Tiles -----------------------------------------------------------------------------------


def jungle(session: Session) -> dict[str, Markup]:
    """Every jungle tile on the table, row by row."""
    return {
        f"t{words.cell_name(cell)}": _jungle_tile(cell, code)
        for cell, code in sorted(session.shown.jungle.items(), key=plane.reading_order)
    }


def workers(session: Session) -> dict[str, Markup]:
    """Every worker tile on the table, row by row."""
    last = _last_placed(session)
    marked = set(session.targets)  # own tiles that may be overbuilt: the mark is the cell there
    return {
        f"t{words.cell_name(cell)}": _worker_tile(
            cell, tile, session.sitters[tile.owner].colour, cell == last, cell in marked
        )
        for cell, tile in sorted(session.shown.workers.items(), key=plane.reading_order)
    }


@cached
def _jungle_tile(cell: Cell, code: str) -> Markup:
    return _tile(cell, f"jungle {code}", words.tile_name(code), True, art.jungle_tile(code))


@cached
def _worker_tile(cell: Cell, tile: WorkerTile, colour: str, last: bool, marked: bool) -> Markup:
    label = _("workers of {colour}: {workers}").format(
        colour=words.colour_name(colour), workers=words.edges(tile.edges)
    )
    mark = h("rect", {"class": "mark", "x": -1, "y": -1, "width": 102, "height": 102, "rx": 10})
    picture = art.worker_tile(colour, tile.edges, tile.overbuilt)
    css = "workers last" if last else "workers"
    return _tile(cell, css, label, not marked, picture, mark if last else None)


def _tile(cell: Cell, css: str, label: str, named: bool, *content: Markup | None) -> Markup:
    name = words.cell_name(cell)
    attributes = {
        "id": f"t{name}",
        "class": f"tile {css}",
        "transform": at(cell),
        "data-cell": name if named else None,
        "role": "img",
        "aria-label": f"{name}: {label}",
    }
    return h("g", attributes, *content, _coordinates(name))


# --- Cells where a tile may go ----------------------------------------------------------------


def targets(session: Session) -> dict[str, Markup]:
    """The cells where the chosen tile may go, row by row; one can be reached with the Tab key."""
    cells = sorted((move.cell, move.kind) for move in session.choices)
    cells.sort(key=plane.reading_order)
    entry = session.choice.cell or (cells[0][0] if cells else None)
    return {
        f"c{words.cell_name(cell)}": _target(
            cell,
            kind,
            narration.neighbours(session, cell),
            cell == session.choice.cell,
            cell == entry,
        )
        for cell, kind in cells
    }


def stars(session: Session) -> Markup:
    """Marks on the cells that promise most for the tile that is held, for beginners."""
    return join(_star(move.cell, number) for number, move in enumerate(session.suggestions))


@cached
def _target(cell: Cell, kind: str, around: str, chosen: bool, entry: bool) -> Markup:
    css, label = {
        "W": ("cell", _("Place on {cell}")),
        "O": ("own", _("Overbuild {cell} for a sun token")),
        "J": ("space", _("Fill {cell}")),
    }[kind]
    name = words.cell_name(cell)
    attributes = {
        "id": f"c{name}",
        "class": f"target {css}",
        "transform": at(cell),
        "data-cell": name,
        "role": "button",
        "tabindex": 0 if entry else -1,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": f"{label.format(cell=name)}; {around}",
        "aria-describedby": "task",
    }
    box = {"x": 3, "y": 3, "width": 94, "height": 94, "rx": 9}
    halo = h("rect", {"class": "halo", **box})
    return h("g", attributes, halo, h("rect", box), None if kind == "O" else _coordinates(name))


def _coordinates(name: str) -> Markup:
    """The name of a cell at its upper edge, if coordinates are switched on."""
    width = 7.5 * len(name) + 8
    chip = h("rect", {"x": 0, "y": 0, "width": width, "height": 18, "rx": 6})
    label = h("g", {"class": "steady"}, chip, h("text", {"x": width / 2, "y": 14}, name))
    place = {"transform": "translate(-4 -5)", "aria-hidden": "true"}
    return h("g", {"class": "coordinates", **place}, label)


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
    mark = h(
        "g", {"class": "steady"}, h("circle", {"r": 20}), widgets.use("icon-star", -13, -13, 26)
    )
    return h("g", attributes, mark)


# --- Preview of a move --------------------------------------------------------------------------


def ghost(session: Session, others: Markup) -> Markup:
    """The chosen tile before it is placed, with its gains; or the edges to activate.

    Args:
        session: the game.
        others: other possible tiles, drawn below it.
    """
    game = session.shown
    if session.deciding and game.phase is Phase.ACTIVATE:
        return join(_edge(cell, side) for cell, side, _code, _workers in game.open_edges)
    seen = session.preview
    if seen is None:
        return join([_space(space) for space in game.open_spaces], others)
    return join(others, _shown(session, game, seen))


def _shown(session: Session, game: Game, seen: Preview) -> Markup:
    move = seen.move
    if move.kind == "J":
        picture = art.jungle_tile(move.what)
    else:
        colour = session.sitters[game.turn].colour
        picture = art.worker_tile(colour, move.what, move.kind == "O")
    chosen = session.choice.cell == move.cell
    spaces = {*game.open_spaces, *(seen.spaces if move.kind != "J" else ())} - {move.cell}
    return join(
        [_space(space) for space in sorted(spaces)],
        h(
            "g",
            {"class": "ghost pinned" if chosen else "ghost", "transform": at(move.cell)},
            picture,
        ),
        [_gain(session, gain) for gain in seen.gains],
        _change(move.cell, seen.change[game.turn]),
    )


def tick(session: Session) -> Markup | None:
    """The button that confirms a chosen cell, above everything else on the board."""
    move = session.candidate
    return _confirm(move.cell) if move else None


def ghost_text(session: Session) -> str | None:
    """The gains of the ghost, as one sentence."""
    seen = session.preview
    if seen is None:
        return None
    me = session.game.turn
    brings = words.preview_text(seen, session.sitters, me)
    return f"{brings} ({words.change_text(seen, session.sitters, me)})"


def _space(space: Cell) -> Markup:
    """The outline of a space that has to be filled."""
    box = {"class": "to-fill", "x": 5, "y": 5, "width": 90, "height": 90, "rx": 9}
    return h("g", {"transform": at(space)}, h("rect", box))


def _gain(session: Session, gain: Gain) -> Markup:
    """The gain of an edge, at the place where it happens."""
    x, y = _middle(gain.cell, gain.side, _BEYOND)
    css = f"seat-{session.sitters[gain.seat].colour}"
    return art.badge(words.short_gain(gain), art.good_of(gain.code), x, y, css)


def _change(cell: Cell, change: int) -> Markup | None:
    """The change of the own score, in the middle of the tile."""
    if not change:
        return None
    x, y = plane.corner(cell)
    css = "change up" if change > 0 else "change down"
    return art.badge(words.signed(change), "", x + 50, y + 50, css)


def _edge(cell: Cell, side: int) -> Markup:
    """A mark on an edge that is to be activated."""
    x, y = _middle(cell, side)
    return h("circle", {"class": "edge-mark", "cx": x, "cy": y, "r": 13})


def _middle(cell: Cell, side: int, reach: float = 0.5) -> tuple[float, float]:
    """The middle of an edge, on the plane; with more reach, a point beyond it."""
    dx, dy = STEPS[side]
    return (cell[0] + dx * reach) * PITCH + 50, (cell[1] + dy * reach) * PITCH + 50


def _confirm(cell: Cell) -> Markup:
    """The tick on the ghost; it confirms the cell."""
    x, y = plane.corner(cell)
    return h(
        "g",
        {
            "class": "tick",
            "transform": f"translate({x + 102} {y - 2})",
            "data-command": "confirm",
            "role": "button",
            "aria-label": _("Confirm"),
        },
        h(
            "g",
            {"class": "steady"},
            h("circle", {"r": 23}),
            widgets.use("icon-check", -15, -15, 30),
        ),
    )
