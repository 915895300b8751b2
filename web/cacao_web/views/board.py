"""The playing area as SVG, in three layers that change at different times."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Game, Phase, WorkerTile
from cacao_core.tiles import COLOURS, NEIGHBOURS, Cell
from cacao_web import words
from cacao_web.i18n import _
from cacao_web.preview import Gain, Preview, preview
from cacao_web.session import Session
from cacao_web.views import art
from cacao_web.views.html import Markup, h, join

PITCH: Final = 104
"""Distance from one tile's corner to the next's, in tile units."""
_SMALLEST: Final = 5
"""The area shows at least so many cells each way, so that the first tiles are not huge."""
_STEP: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Board(NamedTuple):
    """Markup of the layers, and the view box that holds them all."""

    box: str
    tiles: Markup
    targets: Markup
    ghost: Markup


def board(session: Session) -> Board:
    """The whole board."""
    game = session.game
    return Board(view_box(game), tiles(session), targets(session), ghost(session))


def view_box(game: Game) -> str:
    """The part of the plane that holds every tile and every cell where one may go next."""
    cells = {*game.jungle, *game.workers, *game.open_spaces}
    cells |= {beside for space in game.jungle for beside in NEIGHBOURS[space]}
    xs, ys = [x for x, _y in cells], [y for _x, y in cells]
    left, width = _span(min(xs), max(xs))
    top, height = _span(min(ys), max(ys))
    return f"{left} {top} {width} {height}"


def _span(first: int, last: int) -> tuple[float, float]:
    """Start and length of a side of the view box that shows some cells, with a small margin."""
    count = max(last - first + 1, _SMALLEST)
    middle = (first + last + 1) / 2
    margin = 0.12
    return (middle - count / 2 - margin) * PITCH - 2, (count + 2 * margin) * PITCH


def _last_placed(session: Session) -> Cell | None:
    """Where the last worker tile was placed."""
    for move in reversed(session.record.moves):
        if move.starts_turn:
            return move.cell
    return None


def at(cell: Cell) -> str:
    """The transform that brings tile units to a cell."""
    return f"translate({cell[0] * PITCH} {cell[1] * PITCH})"


def thumbnail(game: Game) -> Markup:
    """A small picture of the position, without ids, roles and labels."""
    drawn = [_placed(cell, art.jungle_tile(code)) for cell, code in game.jungle.items()]
    for cell, tile in game.workers.items():
        drawn.append(_placed(cell, art.worker_tile(tile.owner, tile.edges)))
    box = {"class": "mini-board", "viewBox": view_box(game), "aria-hidden": "true"}
    return h("svg", box, drawn)


def _placed(cell: Cell, picture: Markup) -> Markup:
    return h("g", {"transform": at(cell)}, picture)


def tiles(session: Session) -> Markup:
    """Every tile that lies on the table."""
    game, last = session.game, _last_placed(session)
    jungle = [
        _tile(cell, f"jungle {code}", words.tile_name(code), art.jungle_tile(code))
        for cell, code in game.jungle.items()
    ]
    marked = set(session.targets)  # own tiles that may be overbuilt: there the mark is the cell
    workers = [
        _worker_tile(cell, tile, last=cell == last, named=cell not in marked)
        for cell, tile in game.workers.items()
    ]
    # Two groups, each in the order of play: a new tile never moves an old element.
    return join(h("g", {"id": "board-jungle"}, jungle), h("g", {"id": "board-workers"}, workers))


def _worker_tile(cell: Cell, tile: WorkerTile, last: bool, named: bool) -> Markup:
    colour = words.colour_name(tile.owner)
    label = _("workers of {colour}: {workers}").format(colour=colour, workers="-".join(tile.edges))
    mark = h("rect", {"class": "mark", "x": -1, "y": -1, "width": 102, "height": 102, "rx": 10})
    picture = art.worker_tile(tile.owner, tile.edges, tile.overbuilt)
    css = "workers last" if last else "workers"
    return _tile(cell, css, label, picture, mark if last else None, named=named)


def _tile(cell: Cell, css: str, label: str, *content: Markup | None, named: bool = True) -> Markup:
    name = words.cell_name(cell)
    attributes = {
        "id": f"t{name}",
        "class": f"tile {css}",
        "transform": at(cell),
        "data-cell": name if named else None,
        "role": "img",
        "aria-label": f"{name}: {label}",
    }
    return h("g", attributes, h("g", {"class": "drop"}, *content))


def targets(session: Session) -> Markup:
    """The cells where the chosen tile may go."""
    drawn = []
    for move in session.choices:
        css, label = {
            "W": ("cell", _("Place on {cell}")),
            "O": ("own", _("Overbuild {cell} for a sun token")),
            "J": ("space", _("Fill {cell}")),
        }[move.kind]
        drawn.append(_target(move.cell, css, label, move.cell == session.choice.cell))
    return join(drawn)


def _target(cell: Cell, css: str, label: str, chosen: bool) -> Markup:
    name = words.cell_name(cell)
    attributes = {
        "id": f"c{name}",
        "class": f"target {css}",
        "transform": at(cell),
        "data-cell": name,
        "role": "button",
        "tabindex": 0,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": label.format(cell=name),
    }
    return h("g", attributes, h("rect", {"x": 3, "y": 3, "width": 94, "height": 94, "rx": 9}))


def ghost(session: Session) -> Markup:
    """The tile that is about to be put down, with what it would bring; or the edges to activate."""
    game = session.game
    if session.deciding and game.phase is Phase.ACTIVATE:
        return join(_edge(cell, side) for cell, side, _code, _workers in game.open_edges)
    move = session.shown_move
    if move is None:
        return join(_space(space) for space in game.open_spaces)
    seen = preview(game, move)
    if move.kind == "J":
        picture = art.jungle_tile(move.what)
    else:
        picture = art.worker_tile(game.turn, move.what, move.kind == "O")
    chosen = session.choice.cell == move.cell
    css = "ghost pinned" if chosen else "ghost"
    return join(
        [_space(space) for space in game.open_spaces if space != move.cell],
        [_space(space) for space in seen.spaces if move.kind != "J"],
        h("g", {"class": css, "transform": at(move.cell)}, picture),
        [_gain(session, gain) for gain in seen.gains],
        _confirm(move.cell) if chosen else None,
    )


def ghost_text(session: Session) -> str | None:
    """What the ghost would bring, as one sentence."""
    move = session.shown_move
    if move is None:
        return None
    seen: Preview = preview(session.game, move)
    spaces = 0 if move.kind == "J" else len(seen.spaces)
    return words.preview_text(move, seen.gains, spaces, session.sitters, session.game.turn)


def _space(space: Cell) -> Markup:
    """The outline of a space that has to be filled."""
    box = {"class": "to-fill", "x": 5, "y": 5, "width": 90, "height": 90, "rx": 9}
    return h("g", {"transform": at(space)}, h("rect", box))


def _gain(session: Session, gain: Gain) -> Markup:
    """What an edge brings, written where it happens."""
    x, y = _middle(gain.cell, gain.side)
    css = f"seat-{COLOURS[gain.seat]}"
    return art.badge(words.short_gain(gain), art.good_of(gain.code), x, y, css)


def _edge(cell: Cell, side: int) -> Markup:
    """A mark on an edge that is to be activated."""
    x, y = _middle(cell, side)
    return h("circle", {"class": "edge-mark", "cx": x, "cy": y, "r": 13})


def _middle(cell: Cell, side: int) -> tuple[float, float]:
    """The middle of an edge, on the plane."""
    dx, dy = _STEP[side]
    return (cell[0] + dx / 2) * PITCH + 50, (cell[1] + dy / 2) * PITCH + 50


def _confirm(cell: Cell) -> Markup:
    """The tick on the ghost: the tile stays there."""
    return h(
        "g",
        {
            "class": "tick",
            "transform": f"translate({cell[0] * PITCH + 90} {cell[1] * PITCH + 10})",
            "data-command": "confirm",
            "role": "button",
            "tabindex": 0,
            "aria-label": _("Confirm"),
        },
        h("circle", {"r": 23}),
        art.use("icon-check", -15, -15, 30),
    )
