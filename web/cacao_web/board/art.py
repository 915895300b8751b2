"""Pictures: combine the symbols of the sheet."""

from __future__ import annotations

from typing import Final

from cacao_core import pieces
from cacao_core.jungle import JUNGLE, by_good
from cacao_core.rules import Rules, tile_of
from cacao_web.board.room import Pill, Spot
from cacao_web.game.effects import WorkerEffect
from cacao_web.game.texts import words
from cacao_web.ui import help
from cacao_web.ui.i18n import cached
from cacao_web.ui.markup import Child, Markup, h, join
from cacao_web.ui.widgets import use

jungle_tile = cached(pieces.jungle_tile)
grown = cached(pieces.grown)
worker_tile = cached(pieces.worker_tile)


def picture(content: Child, label: str | None = None, css: str = "tile") -> Markup:
    """Content in tile units as a picture; without a label it is decoration."""
    role: dict[str, str | bool] = {"aria-hidden": "true"}
    if label is not None:
        role = {"role": "img", "aria-label": label}
    return h("svg", {"class": css, "viewBox": "0 0 100 100", **role}, content)


_BARS: Final = 6
"""Number of bars that show a strength."""


@cached
def strength(level: int, of: int, label: str) -> Markup:
    """The strength of a computer as growing bars, of which some are filled."""
    filled = -(-level * _BARS // of)
    bars = [
        h(
            "rect",
            {
                "class": "full" if index < filled else None,
                "x": 4 * index,
                "y": 17 - 3 * index,
                "width": 3,
                "height": 6 + 3 * index,
                "rx": 1,
            },
        )
        for index in range(_BARS)
    ]
    box = {"class": "strength", "viewBox": "0 0 24 24", "role": "img", "aria-label": label}
    return h("svg", box, h("title", None, label), bars)


@cached
def emblem(colour: str) -> Markup:
    """A player's colour and emblem."""
    box = {"class": f"emblem seat-{colour}", "viewBox": "0 0 24 24", "aria-hidden": "true"}
    disc = h("circle", {"class": "f-player s-player", "cx": 12, "cy": 12, "r": 11})
    return h("svg", box, disc, use(f"emblem-{colour}", 4, 4, 16, **{"class": "mark"}))


@cached
def carrier(colour: str) -> Markup:
    box = {"class": f"carrying seat-{colour}", "viewBox": "-9 -27 18 28", "aria-hidden": "true"}
    return h("svg", box, h("use", {"href": "#carrier", "x": -9, "y": -27, "width": 18,
                                   "height": 28}))  # fmt: skip


@cached
def banner(colour: str) -> Markup:
    """A player's banner, with the emblem."""
    box = {"class": f"banner seat-{colour}", "viewBox": "0 0 24 24", "aria-hidden": "true"}
    mark = use(f"emblem-{colour}", 8, 4, 10, **{"class": "mark"})
    return h("svg", box, use("banner", 0, 0, 24), mark)


_SYMBOLS: Final = by_good(
    "web/cacao_web/board/art.py",
    {
        "cacao": "good-cacao",
        "market": "good-gold",
        "gold": "good-gold",
        "water": "good-water",
        "suns": "good-sun",
        "temple": "good-temple",
    },
)
_OF_MODULES: Final = {
    "watering": "good-cacao",
    "kitchen": "good-bar",
    "chocolate": "good-gold",
    "gems": "good-gems",
    "tree": "good-gold",
}


def good_of(code: str) -> str:
    """The symbol of what a jungle tile gives."""
    good = tile_of(code).good
    return _SYMBOLS.get(good) or _OF_MODULES[good]


def lacking(rules: Rules) -> list[str]:
    """The texts and pictures that tiles of some rules lack on this page, such as ``Q1: name``."""
    if rules.tiles is JUNGLE:
        return []
    from cacao_core.expansion_pieces import PICTURED  # noqa: PLC0415  # base games do without

    texts = words.more()
    needed = {"name": texts.tile_name, "object": texts.the_tile, "effect": texts.tile_told,
              "sign": good_of, "entry": help.ENTRY_OF.__getitem__}  # fmt: skip
    lacks = [f"{code}: picture" for code in rules.tiles if code not in PICTURED]
    for code in rules.tiles.keys() - JUNGLE.keys():
        for what, look_up in needed.items():
            try:
                look_up(code)
            except KeyError:
                lacks.append(f"{code}: {what}")
    return sorted(lacks)


def sign_of(effect: WorkerEffect) -> str:
    """The symbol of what workers or a module bring."""
    if effect.note or effect.choice:
        return str(words.more().sign(effect)[1])
    return good_of(effect.code)


def hidden() -> Markup:
    """A jungle tile face down."""
    back = h("rect", {"class": "f-leaf s-ink", "x": 1, "y": 1, "width": 98, "height": 98, "rx": 9})
    mark = h("text", {"class": "numeral", "x": 50, "y": 62, "text-anchor": "middle"}, "?")
    return join(back, mark)


def badge(pill: Pill, spot: Spot) -> Markup:
    """A pill with a few characters and an optional symbol, centred on a place."""
    text, name, width = pill.text, pill.symbol, pill.width
    # The style sheet enlarges the inner group when the board is drawn small.
    return h(
        "g",
        {"class": f"badge {pill.css}".strip(), "transform": f"translate({spot.x:g} {spot.y:g})"},
        h(
            "g",
            {"class": f"steady {spot.css}"},
            h("rect", {"x": -width / 2, "y": -15, "width": width, "height": 30, "rx": 15}),
            h("text", {"x": -width / 2 + (8 if name else 6), "y": 6.5}, text),
            use(name, width / 2 - 28, -11, 22) if name else None,
        ),
    )
