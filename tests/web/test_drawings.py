"""The page and the package draw the same table, of the same symbols; the style sheets are cheap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from cacao_core import Deal, Game, pieces, svg
from cacao_core.svg import sheet
from cacao_core.svg.paint import Painter
from cacao_core.tiles import COLOURS
from cacao_web.board import board, cloth
from cacao_web.ui.markup import join
from making import compiled, drawings
from making.workshop import ROOT
from tests.core.helpers import example


def test_page_adds_only_icons_to_the_symbols_of_the_package() -> None:
    both = drawings.symbols() + drawings.expansions()
    names = re.findall(r'<symbol id="([\w-]+)"', both)
    own = [name for name in names if name not in sheet.symbols()]
    assert set(sheet.symbols()) == {*names} - {*own}
    assert own
    assert all(name.startswith("icon-") for name in own)
    assert len(names) == len(set(names))
    for name in sheet.symbols():
        assert sheet.symbols()[name].markup in both


@pytest.mark.parametrize("theme", svg.THEMES)
@pytest.mark.parametrize("name", ["overbuild", "golden_v1_3_seed", "golden_v1_4_seed"])
def test_board_of_the_page_is_that_of_the_picture(name: str, theme: str) -> None:
    game = example(name).game()
    colours = COLOURS[: len(game.players)]
    painted = Painter(theme).picture(
        join(cloth.cloth(game), *board.tiles(game, colours)), (0, 0, 1, 1), ""
    )
    shown = svg.board(game, theme=theme)
    assert pieces_of(painted) <= pieces_of(shown)
    assert len(pieces_of(painted)) > len(game.jungle) + len(game.workers)


def pieces_of(picture: str) -> set[str]:
    """Symbols, cloth and placed tiles of a picture, without the beginning of its ids."""
    plain = re.sub(r"\bc[0-9a-f]{10}-", "", picture)
    symbols = set(re.findall(r'<g id=".*?</g>(?=<g id|</defs>)', plain))
    body = plain.partition("</defs>")[2]
    tiles = set(re.findall(r'<g transform="translate\(-?\d+ -?\d+\)">.*?</g>(?=<g|</svg>)', body))
    return symbols | tiles | set(re.findall(r"<rect [^>]*/>", body))


def test_picture_of_the_start_lies_on_the_cloth_of_the_page() -> None:
    game = Game(Deal.shuffled(2, 1))
    x, y, width, height = pieces.beyond(pieces.around(pieces.cells_of(game)))
    left, top, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', svg.board(game))[0].split())
    assert (x - left, y - top) == pytest.approx((18, 18), abs=0.01)
    assert (wide - width, high - height) == pytest.approx((36, 36), abs=0.01)
    assert cloth.around(game) == (x, y, width, height)


def test_pictures_are_no_part_of_what_the_page_loads() -> None:
    assert not [name for name in compiled.program_files() if name.startswith("cacao_core/svg/")]


_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_NAMED: Final = re.compile(r"[#.\[]|^[a-z]")


def _split(selector: str, at: str) -> list[str]:
    """The parts between some characters, where these are not in brackets."""
    parts, depth = [""], 0
    for letter in selector:
        depth += (letter in "([") - (letter in ")]")
        if letter in at and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _is_named(selector: str) -> bool:
    """Whether what a selector is about has a name: of an element, a class, an attribute."""
    last = _split(selector, " >+~")[-1]
    choices = re.findall(r":(?:is|where)\(((?:[^()]|\([^()]*\))*)\)", last)
    bare = re.sub(r":[\w-]+(\((?:[^()]|\([^()]*\))*\))?", "", last)
    return bool(_NAMED.search(bare)) or any(
        all(map(_is_named, _split(choice, ","))) for choice in choices
    )


def _selectors() -> Iterator[str]:
    for path in sorted((ROOT / "web").rglob("*.css")):
        if "vendor" in path.parts:
            continue
        text = re.sub(r"@media print \{.*?\n\}", "", _COMMENT.sub("", path.read_text("utf-8")),
                      flags=re.DOTALL)  # fmt: skip
        for found in re.findall(r"([^{}]+)\{", text):
            yield from _split(found.rpartition(";")[2], ",")


def test_rules_with_has_are_about_named_elements() -> None:
    """Else browsers look at the style of all elements whenever any of these conditions changes.

    Chromium keeps one list for all rules with ``:has()``. With ``.line > :not(b)`` among them, each
    move restyled the whole game, which was a fifth of a page's work in play.
    """
    with_conditions = [
        one for one in _selectors() if any(":has(" in part for part in _split(one, " >+~")[:-1])
    ]
    assert len(with_conditions) > 50
    unnamed = [one for one in with_conditions if not _is_named(one)]
    assert unnamed == []
