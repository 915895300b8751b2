"""The playing area as SVG, in layers that change independently."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from types import ModuleType
from typing import Final

from cacao_core import Game, Move, Phase, WorkerTile
from cacao_core.moves import BLIND, FILLS, OVERBUILD, PLACE
from cacao_core.pieces import placed, plot
from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.board import art, marks, narration, pills, plane, recap
from cacao_web.board.overlay import Overlays
from cacao_web.board.plane import PITCH, STEPS
from cacao_web.board.room import Spot
from cacao_web.browser.geometry import Box
from cacao_web.game.preview import Preview, acting, preview, spaces_after
from cacao_web.game.session import Session
from cacao_web.game.texts import forecast, words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h, join

_PLOT: Final = {"x": 3, "y": 3, "width": 94, "height": 94, "rx": 9}
_TICK: Final = 25
"""Radius of the tick."""


def view_box(box: Box) -> str:
    """A box as the viewBox attribute of a picture."""
    return " ".join(str(round(number, 1)) for number in box)


def _last_placed(session: Session) -> Cell | None:
    """The cell where the last worker tile was placed."""
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
    box = view_box(plane.around({*game.jungle, *game.workers}))
    drawn = tiles(game, [sitter.colour for sitter in session.sitters])
    return h("svg", {"class": "mini-board", "viewBox": box, "aria-hidden": "true"}, drawn)


def on_disc(session: Session, middle: tuple[float, float], radius: float) -> Markup:
    """The tiles of the position on a round table, turned a little, as large as it allows."""
    game = session.game
    box = plane.around({*game.jungle, *game.workers})
    scale = min(2 * radius / hypot(box.width, box.height), 1.18)
    x, y = box.left + box.width / 2, box.top + box.height / 2
    moved = f"translate({middle[0]:g} {middle[1]:g}) rotate(-7) scale({scale:.3f})"
    drawn = tiles(game, session.colours)
    return h("g", {"transform": f"{moved} translate({-x:g} {-y:g})"}, drawn)


def surroundings(game: Game, colours: Sequence[str], cell: Cell) -> Markup:
    """A small picture of a jungle tile and of the worker tiles around it."""
    x, y = plane.corner(cell)
    box = view_box(Box(x - PITCH, y - PITCH, 3 * PITCH, 3 * PITCH))
    around = [
        (beside, game.workers[beside]) for beside in NEIGHBOURS[cell] if beside in game.workers
    ]
    drawn = [
        placed(cell, art.grown(game.jungle[cell], cell)),
        *(
            placed(beside, art.worker_tile(colours[tile.owner], tile.edges, tile.overbuilt))
            for beside, tile in around
        ),
    ]
    return h("svg", {"class": "spot", "viewBox": box, "aria-hidden": "true"}, drawn)


def tiles(game: Game, colours: Sequence[str]) -> list[Markup]:
    """All tiles of a position, for a picture of it; the colours are those of the seats."""
    return [
        *(placed(cell, art.grown(code, cell)) for cell, code in game.jungle.items()),
        *(
            placed(cell, art.worker_tile(colours[tile.owner], tile.edges, tile.overbuilt))
            for cell, tile in game.workers.items()
        ),
        *(_extras().all_of(game) if game.supply else ()),
    ]


# --- Tiles -----------------------------------------------------------------------------------


def jungle(session: Session) -> dict[str, Markup]:
    """Every jungle tile on the table, row by row."""
    return {
        f"t{words.cell_name(cell)}": _jungle_tile(cell, code, _gems_on(session.shown, cell))
        for cell, code in sorted(session.shown.jungle.items(), key=plane.reading_order)
    }


def workers(session: Session) -> dict[str, Markup]:
    """Every worker tile on the table, row by row."""
    last = _last_placed(session)
    marked = {
        *session.choosing.targets,
        *session.mode.removable(session.record),
    }  # own tiles that may be overbuilt: the mark is the cell there
    return {
        f"t{words.cell_name(cell)}": _worker_tile(
            cell,
            tile,
            session.sitters[tile.owner].colour,
            workers_on(session, tile),
            last=cell == last,
            marked=cell in marked,
        )
        for cell, tile in sorted(session.shown.workers.items(), key=plane.reading_order)
    } | (_extras().emperor(session.shown) if session.shown.supply else {})


def _extras() -> ModuleType:
    """The module for expansions, which base games do without."""
    from cacao_web.board import extras  # noqa: PLC0415  # see above

    return extras


def _gems_on(game: Game, cell: Cell) -> str | None:
    """The gems on a mine; None elsewhere."""
    mines: dict[Cell, str] = game.supply.get("mines", {})
    return mines.get(cell)


@cached
def _jungle_tile(cell: Cell, code: str, gems: str | None = None) -> Markup:
    name, tile = words.tile_name(code), art.grown(code, cell)
    if gems is None:
        return _tile(cell, f"jungle {code}", name, True, tile)
    name = f"{name}: {_extras().gems_told(gems)}"
    return _tile(cell, f"jungle {code}", name, True, tile, _extras().gems(gems))


@cached
def _worker_tile(
    cell: Cell, tile: WorkerTile, colour: str, label: str, *, last: bool, marked: bool
) -> Markup:
    mark = h("rect", {"class": "mark", "x": -1, "y": -1, "width": 102, "height": 102, "rx": 10})
    picture = art.worker_tile(colour, tile.edges, tile.overbuilt)
    css = "workers last" if last else "workers"
    return _tile(cell, css, label, not marked, picture, mark if last else None)


def workers_on(session: Session, tile: WorkerTile) -> str:
    """A worker tile in words, with the name that its player has everywhere."""
    if tile.owner == session.you:
        return _("your workers: {workers}").format(workers=words.edges(tile.edges))
    return _("workers of {name}: {workers}").format(
        name=session.sitters[tile.owner].said, workers=words.edges(tile.edges)
    )


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


def targets(session: Session, meant: Cell | None = None) -> dict[str, Markup]:
    """The cells where the chosen tile may go, row by row; one can be reached with the Tab key.

    Args:
        meant: the only one of them that stands out, if somebody tells the person where to play.
    """
    free = words.is_free(session.game)
    taken = {**session.game.jungle, **session.game.workers}
    cells: list[tuple[Cell, str]] = [
        (move.cell, "F" if free and move.kind == OVERBUILD else move.kind)
        for move in session.choosing.choices
    ]
    cells = [(cell, "E" if kind == PLACE and cell in taken else kind) for cell, kind in cells]
    cells.sort()
    cells += [(cell, "T") for cell in session.mode.removable(session.record)]
    cells.sort(key=plane.reading_order)
    legal = [cell for cell, _kind in cells]
    entry = session.choice.cell or (meant if meant in legal else next(iter(legal), None))
    return {
        f"c{words.cell_name(cell)}": _target(
            cell,
            kind,
            narration.neighbours(session, cell),
            cell == session.choice.cell,
            cell == entry,
            aside=meant is not None and cell != meant,
        )
        for cell, kind in cells
    }


def to_choose(cell: Cell, css: str, label: str, chosen: bool, entry: bool) -> dict[str, str | int]:
    """Attributes of a cell that can be chosen; the entry can be reached with the Tab key."""
    name = words.cell_name(cell)
    return {
        "id": f"c{name}",
        "class": f"target {css}",
        "transform": at(cell),
        "data-cell": name,
        "role": "button",
        "tabindex": 0 if entry else -1,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": label,
        "aria-describedby": "task",
    }


@cached
def _target(
    cell: Cell, kind: str, around: str, chosen: bool, entry: bool, *, aside: bool
) -> Markup:
    css, label = {
        "W": ("cell", _("Place on {cell}")),
        "O": ("own", _("Overbuild {cell} for a sun token")),
        "F": ("own", _("Overbuild {cell} without a sun token")),
        "J": ("space", _("Fill {cell}")),
        "K": ("space", _("Fill {cell}")),
        "T": ("lies", _("Take up the tile on {cell}")),
        "E": ("lies", _("Place on {cell}")),
    }[kind]
    name = words.cell_name(cell)
    text = f"{label.format(cell=name)}; {around}"
    attributes = to_choose(cell, f"{css} aside" if aside else css, text, chosen, entry)
    halo = h("rect", {"class": "halo", **_PLOT})
    if kind in "OFTE":
        return h("g", attributes, halo, plot(sprouting=False))
    return h("g", attributes, halo, plot(), _coordinates(name))


def _coordinates(name: str) -> Markup:
    """The name of a cell at its upper edge, if coordinates are switched on."""
    width = 7.5 * len(name) + 8
    chip = h("rect", {"x": 0, "y": 0, "width": width, "height": 18, "rx": 6})
    label = h("g", {"class": "steady"}, chip, h("text", {"x": width / 2, "y": 14}, name))
    place = {"transform": "translate(-4 -5)", "aria-hidden": "true"}
    return h("g", {"class": "coordinates", **place}, label)


# --- Preview of a move --------------------------------------------------------------------------


def ghost(session: Session, overlays: Overlays, whole: Preview | None = None) -> Markup:
    """The chosen tile before it is placed, with its gains; or the edges to activate, with theirs.

    Args:
        overlays: other possible tiles, drawn below it, and what workers will do.
        whole: a turn that is shown instead.
    """
    game, others = session.shown, overlays.ghosts(session)
    deciding = session.deciding and game.phase is Phase.ACTIVATE
    edges = game.open_edges if deciding else ()
    marked = join(_edge(cell, side) for cell, side, _code, _workers in edges)
    if game.supply:
        marked = join(_extras().threads(session), _extras().glows(session), marked)
    plan = overlays.plan(session) if deciding else None
    seen = whole or session.choosing.preview or (plan.seen if plan else None)
    if seen is None and session.mode.asks_gains and (move := session.choosing.shown_move):
        return join(others, marked, _unaided(session, game, move))
    if seen is None:
        spaces = [_space(space) for space in game.open_spaces]
        blind = None if session.mode.asks_gains else session.choosing.shown_move
        drawn = marks.ghost(session, game, blind, "ghost pinned") if blind else None
        return join(spaces, others, marked, drawn, recap.gains(session), _distant(session))
    pinned = whole is not None or session.choice.cell == seen.move.cell
    return join(others, marked, _shown(session, game, seen, pinned))


def _distant(session: Session) -> Markup | None:
    """The tile that somebody at another device is about to place, or only its cell."""
    tried = session.reach.distant
    if tried is None or session.look.at is not None:
        return None
    if isinstance(tried, Move):
        return marks.ghost(session, session.game, tried, "ghost distant")
    colour = session.sitters[session.game.turn].colour
    box = {"x": 5, "y": 5, "width": 90, "height": 90, "rx": 9}
    css = f"distant tried seat-{colour}"
    return h("g", {"class": css, "transform": at(tried)}, h("rect", box | {"class": "edging"}),
             h("rect", box))  # fmt: skip


def _shown(session: Session, game: Game, seen: Preview, pinned: bool) -> Markup:
    move = seen.move
    css = "ghost pinned" if pinned else "ghost"
    placed = [] if move.kind == "A" else [marks.ghost(session, game, move, css)]
    placed += [marks.ghost(session, game, fill, "ghost filled") for fill in seen.fills]
    filled = {move.cell, *(fill.cell for fill in seen.fills)}
    spaces = {*game.open_spaces, *(seen.spaces if move.kind not in FILLS else ())} - filled
    laid = pills.layout(session, seen)
    return join(
        [_space(space) for space in sorted(spaces)],
        placed,
        [art.badge(pill, spot) for pill, spot in laid.pills()],
        pills.change(seen, game.turn) if move.starts_turn else None,
    )


def _unaided(session: Session, game: Game, move: Move) -> Markup:
    """The tile at its place and the workers that would act, without what they bring."""
    css = "ghost pinned" if session.choice.cell == move.cell else "ghost"
    spaces = {*game.open_spaces, *spaces_after(game, move)} - {move.cell}
    return join(
        [_space(space) for space in sorted(spaces)],
        marks.ghost(session, game, move, css),
        [_edge(one.cell, one.side) for one in acting(game, move)],
    )


def tick(session: Session, whole: Preview | None = None) -> Markup | None:
    """The button that confirms a chosen cell, above everything else on the board."""
    move = session.choosing.candidate
    if move is None:
        return None
    seen = whole or session.choosing.preview
    if (seen is None or seen.move != move) and not session.mode.asks_gains and move.what != BLIND:
        seen = preview(session.game, move)
    return _confirm(pills.layout(session, seen).corners(move.cell, move.what, _TICK))


def ghost_text(session: Session) -> str | None:
    """The gains of the ghost, or only who would act there, as one sentence."""
    seen, move = session.choosing.preview, session.choosing.shown_move
    me = session.game.to_move
    if session.mode.asks_gains and move is not None and me is not None:
        return forecast.acting_text(session.game, move, session, me)
    return None if seen is None or me is None else forecast.effects(seen, session, me)


def _space(space: Cell) -> Markup:
    """The outline of a space that has to be filled."""
    box = {"class": "to-fill", "x": 5, "y": 5, "width": 90, "height": 90, "rx": 9}
    return h("g", {"transform": at(space)}, h("rect", box))


def _edge(cell: Cell, side: int) -> Markup:
    """A mark on an edge that is to be activated."""
    x, y = _middle(cell, side)
    return h("circle", {"class": "edge-mark", "cx": x, "cy": y, "r": 13})


def _middle(cell: Cell, side: int) -> tuple[float, float]:
    """The middle of an edge, on the plane."""
    dx, dy = STEPS[side]
    return (cell[0] + dx / 2) * PITCH + 50, (cell[1] + dy / 2) * PITCH + 50


def _confirm(spots: Sequence[Spot]) -> Markup:
    """The tick on the ghost; it confirms the cell. The camera keeps it in sight."""
    best = spots[0]
    return h(
        "g",
        {
            "class": f"tick {best.css}",
            "transform": f"translate({best.x} {best.y})",
            "data-places": " ".join(f"{spot.x},{spot.y},{spot.css}" for spot in spots),
            "data-command": "confirm",
            "role": "button",
            "aria-label": _("Confirm"),
        },
        h(
            "g",
            {"class": "steady"},
            h("circle", {"class": "reach", "r": 32}),
            h("circle", {"r": 23}),
            widgets.use("icon-check", -15, -15, 30),
        ),
    )
