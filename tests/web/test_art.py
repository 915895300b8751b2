"""The art: told apart by every eye, drawn from tokens only, nothing missing and nothing unused."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cacao_core import pieces
from cacao_core.jungle import JUNGLE, codes_of
from cacao_core.tiles import COLOURS
from cacao_web.board import gallery
from making import drawings
from tests.e2e import looks

WEB = Path(__file__).parents[2] / "web"
SHEET, HERO, EXPANSIONS = drawings.symbols(), drawings.hero(), drawings.expansions()
TOKENS, STYLE, EXPANDED = (
    drawings.style_file(f"style/{name}.css").read_text("utf-8")
    for name in ("tokens", "art", "expansions")
)
THEMES = gallery.THEMES
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
VISION = {"normal": NORMAL, **gallery.VISION}

APART = 30.0
"""Least distance of two player colours in CIE Lab (1976). A difference of 2.3 can just be seen when
two large fields touch (Mahy et al. 1994); the figures here are a few pixels wide, lie apart, and
are told at a glance, for which some ten times that is a usual rule. The emblem comes on top."""

_ICONS_AHEAD = """
    file hand last menu mute play sound
"""
AHEAD = {f"icon-{name}" for name in _ICONS_AHEAD.split()} | {
    "good-tile",
    "good-worker",
}
"""Symbols that are drawn before the views that will show them."""

Colour = tuple[float, ...]


def declarations(selector: str, sheet: str = TOKENS) -> dict[str, str]:
    """The custom properties of a rule of tokens.css, or of another sheet."""
    block = sheet.partition(f"{selector} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block))


LIGHT = declarations('[data-theme="light"]')
TOKEN = {"light": LIGHT, "dark": {**LIGHT, **declarations('[data-theme="dark"]')}}
SEAT = {colour: declarations(f".seat-{colour}") for colour in COLOURS}


def linear(colour: str) -> Colour:
    """Linear RGB of #rrggbb."""
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)


def times(matrix: gallery.Matrix, colour: Colour) -> Colour:
    return tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)


def seen(matrix: gallery.Matrix, colour: str) -> Colour:
    """Linear RGB as eyes with this matrix see it."""
    return tuple(min(1.0, max(0.0, part)) for part in times(matrix, linear(colour)))


def lab(rgb: Colour) -> Colour:
    """CIE Lab for white D65."""
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
              (0.0193339, 0.1191920, 0.9503041))  # fmt: skip
    scaled = zip(times(to_xyz, rgb), (0.95047, 1.0, 1.08883), strict=True)
    ratios = [part / white for part, white in scaled]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else t * 841 / 108 + 4 / 29 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(first: str, second: str) -> float:
    """Contrast ratio of WCAG 2."""
    low, high = sorted(times(gallery.GREY, linear(each))[0] + 0.05 for each in (first, second))
    return high / low


def distance(first: Colour, second: Colour) -> float:
    return math.dist(lab(first), lab(second))


# --- Colours ---------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", VISION)
def test_player_colours_differ_for_all_eyes(theme: str, eyes: str) -> None:
    shown = {name: seen(VISION[eyes], TOKEN[theme][name]) for name in COLOURS}
    for first, second in combinations(COLOURS, 2):
        assert distance(shown[first], shown[second]) >= APART, (first, second)


TEXT = [
    ("ink", "table"),
    ("ink", "panel"),
    ("ink-soft", "table"),
    ("ink-soft", "panel"),
    ("table", "ink"),  # notices
    ("danger", "panel"),
    ("on-legal", "legal"),  # primary buttons
    ("outline", "gold"),  # numerals in coins
    ("outline", "paper"),  # numerals in pods
]
GRAPHICS = [
    ("legal", "table"),
    ("legal", "panel"),
    ("chosen", "table"),
    ("chosen", "panel"),
    ("danger", "table"),
    ("ink-soft", "panel"),  # borders of fields
    ("outline", "glade"),  # pods on their ground
    ("outline", "sand"),  # stalls on theirs
    ("outline", "glow"),  # the altar on its
    ("outline", "water"),
    ("outline", "clearing"),  # huts
    ("gold", "dark"),  # nuggets in the mine
    ("stone", "jungle"),  # the temple
    ("paper", "stripe-2"),
    ("paper", "stripe-3"),  # stripe-4 on paper has an outline, which is the next pair
    ("outline", "stripe-4"),
    ("outline", "stone"),  # numbers of the water track
    ("sprout", "plot"),
    ("legal", "ground"),
    ("legal", "mat"),
    ("chosen", "ground"),
    ("chosen", "mat"),
]


@pytest.mark.parametrize("theme", THEMES)
def test_contrast(theme: str) -> None:
    for least, pairs in ((4.5, TEXT), (3.0, GRAPHICS)):
        for first, second in pairs:
            measured = contrast(TOKEN[theme][first], TOKEN[theme][second])
            assert measured >= least, (first, second, round(measured, 2))


@pytest.mark.parametrize("theme", THEMES)
def test_tiles_stand_out_from_the_cloth(theme: str) -> None:
    """The edge of either kind of tile; a lamp makes the cloth lighter where most tiles lie."""
    cloth = [TOKEN[theme]["mat"]]
    if theme == "dark":
        light, share = re.fullmatch(r"rgb\((.+) / (\d+)%\)", TOKEN[theme]["lamp"]).groups()  # type: ignore[union-attr]
        cloth.append(lit(cloth[0], [int(part) for part in light.split()], int(share) / 100))
        cloth.append(lit(cloth[1], [int(part) for part in light.split()], int(share) / 100))
    for below in cloth:
        for tile in ("leaf", "jungle"):
            assert contrast(TOKEN[theme][tile], below) >= 1.6, (tile, below)


def lit(colour: str, light: list[int], share: float) -> str:
    """A colour under a thin layer of light."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    mixed = [round(a + (b - a) * share) for a, b in zip(parts, light, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def test_title_stands_out() -> None:
    assert contrast(TOKEN["light"]["cacao"], TOKEN["light"]["table"]) >= 4.5
    assert contrast(TOKEN["dark"]["cacao-light"], TOKEN["dark"]["table"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", COLOURS)
def test_players_stand_out_from_their_ground(theme: str, colour: str) -> None:
    """By fill or by outline; and the emblem from the fill."""
    fill = TOKEN[theme][colour]
    for ground in ("table", "panel", "clearing"):
        below = TOKEN[theme][ground]
        drawn = max(contrast(fill, below), contrast(SEAT[colour]["player-line"], below))
        assert drawn >= 3, (ground, round(drawn, 2))
    assert contrast(SEAT[colour]["on-player"], fill) >= 3


def test_dark_theme_changes_only_what_the_light_one_has() -> None:
    dark = declarations('[data-theme="dark"]')
    assert len(dark) > 10
    assert dark.keys() <= LIGHT.keys()


# --- The sheet -------------------------------------------------------------------------------


def shapes(svg: str) -> Iterator[ElementTree.Element]:
    for element in ElementTree.fromstring(svg).iter():
        element.tag = element.tag.rpartition("}")[2]
        yield element


SYMBOLS, EXPANSION_SYMBOLS = (
    {el.get("id", "") for el in shapes(sheet) if el.tag == "symbol"}
    for sheet in (SHEET, EXPANSIONS)
)


def constants() -> set[str]:
    """Strings in the page's modules, and icons of buttons; not the gallery, which shows all."""
    found: set[str] = set()
    package = WEB / "cacao_web"
    for file in package.rglob("*.py"):
        if file.stem == "gallery":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value.removeprefix("#"))
            if isinstance(node, ast.Call):
                named = [word.value for word in node.keywords if word.arg == "icon"]
                if ast.unparse(node.func).endswith("icon_button"):
                    named.append(node.args[2])
                found |= {
                    f"icon-{icon.value}"
                    for icon in named
                    if isinstance(icon, ast.Constant) and isinstance(icon.value, str)
                }
    return found


def used() -> set[str]:
    """Names of symbols of the first sheet that are shown somewhere."""
    parts = r"(?:icon|good|tile|emblem|confetti)-[a-z0-9-]+|crew-[123]|clearing|hut|carrier|banner"
    kinds = {code[0] for code in JUNGLE}
    names = {text for text in constants() if re.fullmatch(parts, text)}
    names |= {f"more-{kind}-{n}" for kind in kinds for n in range(1, pieces.VARIANTS)}
    names |= {f"tile-{code}" for code in JUNGLE} | {f"emblem-{name}" for name in COLOURS}
    page = (WEB / "index.html").read_text("utf-8")
    names |= set(re.findall(r'href="#([\w-]+)"', page + HERO + SHEET))
    return names - {el.get("id") for el in shapes(HERO)} - EXPANSION_SYMBOLS


@pytest.mark.long
def test_symbols_exist_once_and_are_shown() -> None:
    assert used() <= SYMBOLS
    assert used() >= SYMBOLS - AHEAD
    assert AHEAD <= SYMBOLS
    ids = re.findall(r'\bid="([^"]+)"', SHEET + HERO + (WEB / "index.html").read_text("utf-8"))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("svg", "style"),
    [(SHEET, STYLE), (HERO, STYLE), (EXPANSIONS, STYLE + EXPANDED)],
    ids=["symbols", "hero", "expansions"],
)
def test_shapes_are_coloured_by_classes_only(svg: str, style: str) -> None:
    known = set(re.findall(r"\.([a-z][\w-]*)", style + TOKENS))
    plain = {"svg", "symbol", "g", "use", "defs"}
    every = list(shapes(svg))
    # Emblems take their colour from where they are used.
    plain_shapes = [el for symbol in every if "emblem-" in symbol.get("id", "") for el in symbol]
    for element in every:
        assert not {"fill", "stroke", "style", "opacity"} & set(element.keys())
        classes = element.get("class", "").split()
        assert set(classes) <= known, classes
        if element.tag in plain or element in plain_shapes:
            continue
        assert classes, element.attrib
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?![\w-])|rgba?\(|hsl|gradient|filter", svg)


def test_style_of_the_art_has_no_colour_of_its_own() -> None:
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|hsl", STYLE)
    assert set(re.findall(r"var\(--([\w-]+)", STYLE)) <= (
        LIGHT.keys() | set(re.findall(r"--([\w-]+):", TOKENS + STYLE))
    )


def test_tiles_stay_cheap_to_paint() -> None:
    """The board shows up to sixty; no clip path, no nested symbol, few shapes."""
    for symbol in (*shapes(SHEET), *shapes(EXPANSIONS)):
        if symbol.tag != "symbol":
            continue
        inside = [el.tag.rpartition("}")[2] for el in symbol.iter()]
        assert not {"clipPath", "use", "mask", "filter", "image"} & set(inside)
        drawn = [tag for tag in inside if tag not in ("symbol", "g")]
        assert len(drawn) <= (6 if symbol.get("id", "").startswith("more-") else 16)
    assert len(SHEET) < 34_000
    assert len(HERO) < 25_000
    assert len(EXPANSIONS) < 45_000


def test_markets_have_as_many_coloured_stripes_as_they_pay() -> None:
    markets = [el for el in shapes(SHEET) if el.get("id", "").startswith("tile-M")]
    assert {el.get("id") for el in markets} == {f"tile-{code}" for code in codes_of("market")}
    for symbol in markets:
        code = symbol.get("id", "").removeprefix("tile-M")
        if symbol.tag == "symbol":
            stripes = [el for el in symbol.iter() if f"f-stripe-{code}" in el.get("class", "")]
            assert stripes[-1].get("d", "").count("M") == int(code)


# --- The gallery -----------------------------------------------------------------------------


def test_gallery_shows_all_without_inline_style_or_script() -> None:
    page = gallery.page(SHEET, HERO, EXPANSIONS)
    assert set(re.findall(r'href="#([\w-]+)"', page)) >= SYMBOLS | EXPANSION_SYMBOLS
    assert page.count('data-theme="') == len(THEMES)
    assert not re.search(r"<script(?! defer src=)|<style|\sstyle=|\son\w+=", page)
    for name in (*gallery.VISION, "grey"):
        assert page.count(f"url(#see-{name})") == len(THEMES)
    styles = re.findall(r'href="(style/[\w.]+)"', page)
    assert styles
    assert all(drawings.style_file(style).is_file() for style in styles)


def kept() -> list[Path]:
    return sorted(looks.APPROVED.glob("*.png"))


def test_approved_pictures_are_small_and_all_in_use() -> None:
    names = {
        looks.approved(scene, width, theme).name
        for scene in ("start", "middle", "result", "end")
        for width, _height in looks.SIZES
        for theme in looks.THEMES
    }
    assert {path.name for path in kept()} == names
    assert sum(path.stat().st_size for path in kept()) / len(names) < 70_000
