"""art.html: every picture in both themes and several sizes, for a check by eye."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

from cacao_core import Deal, Game, Phase, expansion_pieces, pieces
from cacao_core.jungle import JUNGLE
from cacao_core.rules import BASE
from cacao_core.scoring import Score
from cacao_core.tiles import COLOURS
from cacao_web.board import art, board, cloth, plane, village
from cacao_web.game.players import Sitter
from cacao_web.ui import widgets
from cacao_web.ui.markup import Child, Markup, h, join

THEMES: Final = ("light", "dark")

Matrix = tuple[tuple[float, float, float], ...]

VISION: Final[dict[str, Matrix]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear RGB as people without one kind of cone see it: G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009, severity 1.0."""

GREY: Final[Matrix] = ((0.2126, 0.7152, 0.0722),) * 3
"""Relative luminance of linear RGB, as defined by WCAG 2: like a black-and-white print."""

_POLICY: Final = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
_STYLES: Final = ("fonts", "tokens", "art", "expansions", "page", "game", "gallery")
_NEW_TILES: Final = ("I", "K", "C", "D", "L")
"""Jungle tiles of the expansions."""
_NEW_WORKERS: Final = ("0022", "0202", "0103", "0004")
_ON_MINES: Final = ("RRGBWW", "RGBW", "BBBBBB", "GW")
"""Gems on the mines that are shown."""
_PLACED: Final = 14
"""Worker tiles on the table that is shown."""
_TILE_SIZES: Final = (40, 80, 160)
_EMBLEM_SIZES: Final = (12, 16, 24, 48)
_ICON_SIZES: Final = (16, 24, 48)
_APP_SIZES: Final = (16, 32, 180)
_WORKERS: Final = (("1111", False), ("2101", False), ("0310", False), ("3001", True))
"""Edges that show every number of workers on a side, and whether the tile is overbuilt."""


class _Symbol(NamedTuple):
    """A symbol of the sheet."""

    name: str
    box: str


def page(symbols: str, hero: str, expansions: str) -> str:
    """The whole page.

    Args:
        symbols: the symbol sheet of the page.
        hero: the symbols of the first screen, art/hero.svg.
        expansions: the symbol sheet of the expansions.
    """
    sheet = [
        _Symbol(*match)
        for match in re.findall(r'<symbol id="(.+?)" viewBox="(.+?)"', symbols + expansions)
    ]
    themes = [h("section", {"class": "theme", "data-theme": t}, _theme(t, sheet)) for t in THEMES]
    title = "Cacao in the browser: all pictures"
    links = [h("link", {"rel": "stylesheet", "href": f"style/{name}.css"}) for name in _STYLES]
    head = h(
        "head",
        None,
        h("meta", {"charset": "utf-8"}),
        h("title", None, title),
        h("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        h("meta", {"http-equiv": "Content-Security-Policy", "content": _POLICY}),
        h("link", {"rel": "icon", "href": "icons/icon.svg", "type": "image/svg+xml"}),
        links,
        h("script", {"defer": True, "src": "app/offline.js"}),
    )
    pictures = join(Markup(symbols), Markup(hero), Markup(expansions), _filters())
    main = h(
        "main", {"class": "gallery"}, h("h1", None, title), h("div", {"class": "pair"}, themes)
    )
    return f"<!doctype html>\n{h('html', {'lang': 'en'}, head, h('body', None, pictures, main))}\n"


def _theme(theme: str, sheet: list[_Symbol]) -> Markup:
    return join(
        h("h2", None, theme.capitalize()),
        _part("First screen", _first_screen()),
        _part("Table", _table()),
        _part("Village board", _row(_villages())),
        _part("Jungle tiles", [_row(_jungle(size)) for size in _TILE_SIZES]),
        _part("Each in another picture", [_row(_jungle(80, n)) for n in range(1, pieces.VARIANTS)]),
        _part("Worker tiles", [_row(_workers(size)) for size in _TILE_SIZES]),
        _part("Emblems", [_row(_emblems(size)) for size in _EMBLEM_SIZES]),
        _part("Goods and pieces", [_row(_goods(sheet, size)) for size in (16, 24, 48, 80)]),
        _part("Icons", [_row(_icons(sheet, size)) for size in _ICON_SIZES]),
        _part("Expansions: tiles", [_row(_new_tiles(size)) for size in _TILE_SIZES]),
        _part("Expansions: goods", [_row(_new_goods(sheet, size)) for size in (16, 24, 48, 80)]),
        _part("Expansions: map board", _row(_map_boards())),
        _part("Expansions: cards", _row(_cards())),
        _part("App icon", _row(map(_app_icon, _APP_SIZES))),
        _part("As other eyes see it", map(_as_seen, (*VISION, "grey"))),
    )


def _part(title: str, *content: Child) -> Markup:
    return h("section", None, h("h3", None, title), *content)


def _row(pictures: Iterable[Markup]) -> Markup:
    return h("div", {"class": "row"}, pictures)


def _first_screen() -> Markup:
    """The drawings of the first screen, without its texts."""
    leaves = [
        h("svg", {"class": f"leaves {side}", "viewBox": "0 0 620 400", "aria-hidden": "true"},
          h("use", {"href": f"#canopy-{side}"}))
        for side in ("left", "right")
    ]  # fmt: skip
    table = {"viewBox": "0 0 720 600", "aria-hidden": "true"}
    return h("div", {"class": "scene"}, leaves, h("svg", table, _hero()))


def _hero() -> list[Markup]:
    return [h("use", {"href": f"#hero-{part}"}) for part in ("mat", "sample", "pieces")]


def _table() -> Markup:
    """A board on its cloth in the middle of a game, with the plots where a tile may go."""
    game, rng = Game(Deal.shuffled(4, 5)), Random(5)
    while game.phase is not Phase.PLACE or len(game.workers) < _PLACED:
        game.play(rng.choice(game.legal_moves()))
    plots = [
        pieces.placed(cell, pieces.plot())
        for cell in sorted(plane.cells_of(game) - {*game.jungle, *game.workers})
    ]
    box = {"class": "ground", "viewBox": board.view_box(cloth.around(game)), "aria-hidden": "true"}
    drawn = board.tiles(game, COLOURS)
    return h("svg", box, cloth.cloth(game), cloth.shade(game).values(), plots, drawn)


def _villages() -> list[Markup]:
    """The village boards of a person and a computer."""
    sitters = (Sitter("Ana", "person", "red"), Sitter("Bo", "hard", "purple"))
    room = village.room_of(BASE)
    has = ((15, 3, 2, 4, 5, room), (7, 0, 1, 2, 6, room))
    scores = (
        Score(gold=15, temples=9, suns=2, water=2, cacao=3),
        Score(gold=7, temples=3, suns=1, water=-1, cacao=0),
    )
    return [
        village.village(
            seat,
            village.VillageOwner(sitter, sitter.name, sitter.name),
            has[seat],
            scores[seat],
            not seat,
            False,
        )
        for seat, sitter in enumerate(sitters)
    ]


def _jungle(size: int, variant: int = 0) -> list[Markup]:
    return [
        art.picture(art.jungle_tile(code, variant), f"jungle tile {code}", f"tile px-{size}")
        for code in JUNGLE
    ]


def _workers(size: int) -> list[Markup]:
    return [
        art.picture(
            art.worker_tile(colour, edges, overbuilt), f"{colour} {edges}", f"tile px-{size}"
        )
        for colour in COLOURS
        for edges, overbuilt in _WORKERS
    ]


def _emblems(size: int) -> list[Markup]:
    return [
        h("span", {"class": f"px-{size}", "title": colour}, art.emblem(colour))
        for colour in COLOURS
    ]


def _goods(sheet: list[_Symbol], size: int) -> list[Markup]:
    """Symbols other than tiles, their parts, emblems and icons; people are red."""
    kinds = ("good-", "carrier", "banner", "pod", "confetti-")
    return [_symbol(symbol, size, "seat-red") for symbol in sheet if symbol.name.startswith(kinds)]


def _new_tiles(size: int) -> list[Markup]:
    """Tiles of the expansions: plain, with something more, with gems, workers, the emperor."""
    mines = [join(pieces.jungle_tile("D"), expansion_pieces.gems(gems)) for gems in _ON_MINES]
    visited = join(pieces.worker_tile("red", "3100"), expansion_pieces.emperor("3100"))
    shining = join(pieces.worker_tile("white", "0202"), expansion_pieces.glow(0))
    drawn = [
        *(pieces.jungle_tile(code, n) for n in range(pieces.VARIANTS) for code in _NEW_TILES),
        *mines,
        *(pieces.worker_tile("yellow", edges) for edges in _NEW_WORKERS),
        visited,
        shining,
    ]
    return [art.picture(one, "", f"tile px-{size}") for one in drawn]


def _new_goods(sheet: list[_Symbol], size: int) -> list[Markup]:
    """Gems, masks, huts, the emperor and the sheet's other small pictures."""
    kinds = ("gem-", "mask-", "hut-", "emperor")
    return [_symbol(symbol, size) for symbol in sheet if symbol.name.startswith(kinds)]


def _map_boards() -> list[Markup]:
    tiles = [pieces.jungle_tile(code) for code in ("W", "K")]
    return [
        h("svg", {"class": "wide", "viewBox": _box(expansion_pieces.MAP_BOARD)},
          expansion_pieces.map_board(tiles[:count]))
        for count in range(3)
    ]  # fmt: skip


def _cards() -> list[Markup]:
    """The pictures of the modules."""
    return [
        h("svg", {"class": "wide", "viewBox": _box(expansion_pieces.CARD)},
          h("title", None, module), expansion_pieces.card(module))
        for module in expansion_pieces.SYMBOLS
    ]  # fmt: skip


def _box(box: pieces.Rectangle) -> str:
    return " ".join(f"{number:g}" for number in box)


def _icons(sheet: list[_Symbol], size: int) -> list[Markup]:
    return [_symbol(symbol, size) for symbol in sheet if symbol.name.startswith("icon-")]


def _symbol(symbol: _Symbol, size: int, css: str = "") -> Markup:
    width, height = symbol.box.split()[2:]
    picture = h("use", {"href": f"#{symbol.name}", "width": width, "height": height})
    frame = {"class": f"px-{size} {css}".strip(), "viewBox": f"0 0 {width} {height}"}
    label = {"role": "img", "aria-label": symbol.name}
    return h("svg", {**frame, **label}, h("title", None, symbol.name), picture)


def _app_icon(size: int) -> Markup:
    return h("img", {"class": f"px-{size}", "src": "icons/icon.svg", "alt": f"icon, {size} px"})


# --- Colour vision ---------------------------------------------------------------------------


def _filters() -> Markup:
    """One SVG filter for each kind of colour vision; their default colour space is linear RGB."""
    made = [
        h("filter", {"id": f"see-{name}"}, h("feColorMatrix", {"values": _values(matrix)}))
        for name, matrix in {**VISION, "grey": GREY}.items()
    ]
    return h("svg", {"class": "symbols", "aria-hidden": "true"}, made)


def _values(matrix: Matrix) -> str:
    """A matrix in the form of feColorMatrix: alpha is unchanged, nothing is added."""
    rows = [f"{red} {green} {blue} 0 0" for red, green, blue in matrix]
    return " ".join([*rows, "0 0 0 1 0"])


def _as_seen(name: str) -> Markup:
    """All tiles and emblems through one filter."""
    tiles = [art.jungle_tile(code) for code in dict.fromkeys((*JUNGLE, *_NEW_TILES))]
    tiles += [art.picture(expansion_pieces.gems("RGBW"))]
    tiles += [art.worker_tile(colour, "3001") for colour in COLOURS]
    tiles += [_disc(colour) for colour in COLOURS]
    placed = [
        h("g", {"transform": f"translate({index % 12 * 108} {index // 12 * 108})"}, tile)
        for index, tile in enumerate(tiles)
    ]
    box = {"class": "seen", "viewBox": "-4 -4 1300 220", "role": "img", "aria-label": name}
    picture = h("svg", box, h("g", {"filter": f"url(#see-{name})"}, placed))
    return h("figure", None, h("figcaption", None, name), picture)


def _disc(colour: str) -> Markup:
    """A player's colour and emblem in tile units."""
    disc = h("circle", {"class": "f-player s-player", "cx": 50, "cy": 50, "r": 46})
    mark = widgets.use(f"emblem-{colour}", 17, 17, 66, **{"class": "f-on-player"})
    return h("g", {"class": f"seat-{colour}"}, disc, mark)
