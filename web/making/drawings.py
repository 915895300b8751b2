"""The origin of pictures and colours: those of the game itself belong to ``cacao_core.svg``.

The page adds icons, the first screen and its own style, so that both draw the same table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from making.workshop import ROOT, WEB

CORE: Final = ROOT / "cacao_core" / "svg"
"""Symbols, colours and style of everything that belongs to the game."""
SHARED_STYLES: Final = ("tokens.css", "art.css", "expansions.css")
"""Style sheets that the page takes from there."""
EXPANSIONS: Final = "expansions.svg"
"""The second sheet of symbols; a file of the site."""
_END: Final = "</svg>\n"


def symbols() -> str:
    """The page's sheet of symbols: those of the game, then its icons."""
    game, icons = ((folder / "symbols.svg").read_text("utf-8") for folder in (CORE, WEB / "art"))
    return game.removesuffix(_END) + icons.partition("\n")[2]


def expansions() -> str:
    """The symbols of the expansions, which the page fetches with the first game that needs them."""
    return (CORE / EXPANSIONS).read_text("utf-8")


def hero() -> str:
    """The symbols of the first screen."""
    return (WEB / "art" / "hero.svg").read_text("utf-8")


def style_file(part: str) -> Path:
    """The file of a style sheet, by its name in the site: ``style/art.css``."""
    folder, _slash, name = part.rpartition("/")
    return CORE / name if folder == "style" and name in SHARED_STYLES else WEB / part
