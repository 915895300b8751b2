"""The pictures of the expansions: complete, told apart, and never over what must be seen."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from cacao_core import expansion_pieces, pieces, svg
from cacao_core.expansion_pieces import GEMS, HUTS, MASKS, PLACES, SYMBOLS
from cacao_core.svg import sheet
from cacao_core.svg.paint import Painter
from cacao_core.tiles import ROTATIONS
from making import drawings
from tests.web import test_art as art
from tests.web.test_signs import Box, price, workers

NAMES = re.findall(r'<symbol id="([\w-]+)"', drawings.expansions())
LIGHT = art.declarations('[data-theme="light"]', art.EXPANDED)
TOKEN = {
    "light": art.TOKEN["light"] | LIGHT,
    "dark": art.TOKEN["dark"] | LIGHT | art.declarations('[data-theme="dark"]', art.EXPANDED),
}
FILL = dict(zip(GEMS, ("red", "green", "blue", "white"), strict=True))
NEW_WORKERS = ("0022", "0202", "0103", "0004")
COSTS = (4, 6, 6, 6, 8, 8, 10, 10, 12, 12, 14, 16, 20, 24)


def painted(markup: str, box: pieces.Rectangle = (0, 0, 100, 100), theme: str = "light") -> str:
    return str(Painter(theme).picture(markup, box, ""))


def places(markup: str) -> list[Box]:
    """The places of the symbols in some markup, in its units."""
    found = []
    for use in ElementTree.fromstring(f"<g>{markup}</g>").iter("use"):
        x, y, width, height = (float(use.attrib[name]) for name in ("x", "y", "width", "height"))
        found.append(Box(x, y, x + width, y + height))
    return found


# --- The second sheet --------------------------------------------------------------------------


def test_every_symbol_belongs_to_a_module() -> None:
    named = [name for names in SYMBOLS.values() for name in names]
    assert {*named, expansion_pieces.SCENE} == {*NAMES}
    assert len(NAMES) == len(named) + 1  # each once


def test_start_of_the_page_has_none_of_it() -> None:
    page, style = drawings.symbols(), art.STYLE + art.TOKENS
    assert not {*NAMES} & {*re.findall(r'id="([\w-]+)"', page)}
    assert not {*LIGHT} & {*re.findall(r"--([\w-]+):", style)}
    assert "svg/expansions" not in (art.WEB / "index.html").read_text("utf-8")


def test_colours_are_named_and_have_values_in_both_themes() -> None:
    rules = art.EXPANDED.rpartition("}\n}\n")[2]
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|hsl", rules)
    assert {*re.findall(r"var\(--([\w-]+)", rules)} <= TOKEN["light"].keys()
    assert TOKEN["dark"].keys() == TOKEN["light"].keys()


# --- Told apart ----------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", svg.THEMES)
def test_gems_differ_by_shape_and_stand_out_from_their_mine(theme: str) -> None:
    shapes = {gem: sheet.symbols()[f"gem-{gem}"].markup.partition(' d="')[2] for gem in GEMS}
    assert len({shape.partition('"')[0] for shape in shapes.values()}) == len(GEMS)
    for gem in GEMS:
        fill = TOKEN[theme][f"gem-{FILL[gem]}"]
        for ground in ("rock", "socket", "panel", "clearing"):
            below = TOKEN[theme][ground]
            drawn = max(art.contrast(fill, below), art.contrast(TOKEN[theme]["outline"], below))
            assert drawn >= 3 or ground == "panel", (gem, ground, round(drawn, 2))


@pytest.mark.parametrize("theme", svg.THEMES)
@pytest.mark.parametrize("eyes", art.VISION)
def test_gems_differ_by_colour_for_all_eyes(theme: str, eyes: str) -> None:
    """Less than players do, because shapes differ as well."""
    shown = {
        gem: art.seen(art.VISION[eyes], TOKEN[theme][f"gem-{name}"]) for gem, name in FILL.items()
    }
    for first, second in combinations(GEMS, 2):
        assert art.distance(shown[first], shown[second]) >= art.APART / 2, (first, second)


CONTRAST = [
    ("outline", "cream"),
    ("outline", "thatch"),
    ("outline", "jade"),
    ("seedling", "soil-dark"),
    ("fire", "pit"),
    ("cream", "cacao"),  # stripes of the chocolate market
    ("bar", "clearing"),  # a bar in storage
    ("bar", "sand"),
]


@pytest.mark.parametrize("theme", svg.THEMES)
def test_contrast(theme: str) -> None:
    for first, second in CONTRAST:
        measured = art.contrast(TOKEN[theme][first], TOKEN[theme][second])
        assert measured >= 3, (first, second, round(measured, 2))


def test_huts_and_masks_have_their_numbers() -> None:
    for code, cost in zip(HUTS, COSTS, strict=True):
        assert re.findall(r">(\d+)</text>", sheet.symbols()[f"hut-{code}"].markup) == [str(cost)]
    for value in MASKS:
        assert re.findall(r">(\d+)</text>", sheet.symbols()[f"mask-{value}"].markup) == [str(value)]


# --- On a tile -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(PLACES + 2))
def test_gems_lie_beside_each_other_on_their_mine(count: int) -> None:
    lying = places(expansion_pieces.gems(("RGBW" * 2)[:count]))
    assert len(lying) == min(count, PLACES)
    assert all(0 <= edge <= pieces.TILE for box in lying for edge in box)
    assert not [pair for pair in combinations(lying, 2) if pair[0].overlaps(pair[1])]
    for gem in {*"RGBW"[:count]}:
        assert 'id="' in painted(expansion_pieces.gems(gem))


TURNED = sorted({tile[-n:] + tile[:-n] for tile in (*ROTATIONS, *NEW_WORKERS) for n in range(1, 5)})


@pytest.mark.parametrize("edges", TURNED)
def test_emperor_covers_no_worker_and_no_number(edges: str) -> None:
    """Neither on his own tile nor on those around it, which may have any number of workers."""
    [figure] = places(expansion_pieces.emperor(edges))
    seen = workers((0, 0), edges)
    for cell in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)):
        seen += [*workers(cell, "4444"), *(box for code in "PMGC" for box in price(cell, code))]
    assert not [box for box in seen if figure.overlaps(box)]


def test_emperor_on_a_jungle_tile_covers_no_number() -> None:
    [figure] = places(expansion_pieces.emperor())
    assert not [box for code in "PMGC" for box in price((0, 0), code) if figure.overlaps(box)]


@pytest.mark.parametrize("edges", NEW_WORKERS)
def test_new_worker_tiles_are_drawn(edges: str) -> None:
    crews = re.findall(r"#crew-(\d)", pieces.worker_tile("red", edges))
    assert crews == [count for count in edges if count != "0"]
    turned = re.findall(r'<g class="w(\d)">', pieces.worker_tile("red", edges))
    assert turned == [str(side) for side, count in enumerate(edges) if count != "0"]
    assert painted(pieces.worker_tile("red", edges))


def test_four_workers_stand_apart() -> None:
    heads = re.findall(r"M(-?[\d.]+) [\d.]+a", sheet.symbols()["crew-4"].markup.rpartition("<")[0])
    xs = sorted(map(float, heads[-4:]))
    assert len(xs) == 4
    assert min(b - a for a, b in pairwise(xs)) > 16


def test_threads_cross_on_the_tile_of_the_emperor() -> None:
    drawn = expansion_pieces.threads((2, -1), (-300, -400, 900, 800))
    assert re.findall(r' d="([^"]+)"', drawn) == ["M-300 -54H600M258 -400V400"]


# --- Pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", svg.THEMES)
@pytest.mark.parametrize("module", SYMBOLS)
def test_module_has_a_picture_of_its_own_pieces(module: str, theme: str) -> None:
    drawn = expansion_pieces.card(module)
    assert {*re.findall(r'href="#([\w-]+)"', drawn)} & {*SYMBOLS[module]}
    alone = painted(drawn, expansion_pieces.CARD, theme)
    assert not re.search(r"var\(|class=", alone)
    others = {expansion_pieces.card(other) for other in SYMBOLS if other != module}
    assert drawn not in others


@pytest.mark.parametrize("count", [0, 1, 2])
def test_map_board_shows_its_tiles(count: int) -> None:
    tiles = [pieces.jungle_tile(code) for code in ("W", "I")][:count]
    drawn = expansion_pieces.map_board(tiles)
    assert [tile in drawn for tile in tiles] == [True] * count
    assert drawn.count("<g ") == count
    assert painted(drawn, expansion_pieces.MAP_BOARD)


def test_new_tiles_have_three_pictures_each() -> None:
    looks = {
        painted(pieces.jungle_tile(code, variant))
        for code in "IKCDL"
        for variant in range(pieces.VARIANTS)
    }
    assert len(looks) == 5 * pieces.VARIANTS
