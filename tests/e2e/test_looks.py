"""The page looks as approved; `pytest tests/e2e/test_looks.py --approve` approves what there is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.bench.chromium import golden_game
from tests.e2e import looks
from tests.e2e.conftest import OpenPage
from tests.e2e.looks import SIZES, THEMES, Theme, approved


def opened(open_page: OpenPage, size: tuple[int, int], theme: Theme = "light") -> Page:
    width, height = size
    page = open_page(
        viewport={"width": width, "height": height}, color_scheme=theme, bypass_csp=True, drawn=True
    )
    looks.steady(page)
    return page


def in_both_themes(page: Page) -> Iterator[tuple[str, Theme]]:
    """Each scene once for each theme of the system, first the present one; the page follows."""
    begun = page.locator("html").get_attribute("data-theme")
    themes = sorted(THEMES, key=lambda theme: theme != begun)
    for scene in looks.scenes(page, golden_game()):
        for theme in themes:
            page.emulate_media(color_scheme=theme)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            yield scene, theme


@pytest.mark.parametrize("size", SIZES)
def test_looks_as_approved(
    open_page: OpenPage, size: tuple[int, int], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    page = opened(open_page, size, "dark" if size == SIZES[1] else "light")
    wrong = []
    for scene, theme in in_both_themes(page):
        actual, path = looks.picture(page), approved(scene, size[0], theme)
        if request.config.getoption("--approve", default=False):
            looks.approve(actual, path)
            continue
        assert path.exists(), f"{path.name} was never approved: run this with --approve"
        difference = looks.compare(Image.open(path), actual)
        if difference.matters:
            actual.save(tmp_path / f"{path.stem}-actual.png")
            difference.picture.save(tmp_path / f"{path.stem}-difference.png")
            wrong.append(f"{path.stem} (whole {difference.whole:.2%}, part {difference.part:.0%})")
    assert not wrong, f"looks otherwise: {', '.join(wrong)}; pictures in {tmp_path}"


# --- What the comparison catches, and what it forgives ---------------------------------------

SABOTAGE = {
    "missing tile": "document.querySelector('#board [role=img][data-cell]').style.opacity = 0",
    "shifted panel": "document.querySelector('#villages').style.transform = 'translateX(6px)'",
    "wrong colour": "document.documentElement.style.setProperty('--purple', '#2f6b94')",
    "missing word": "document.querySelector('.village .name').style.opacity = 0",
    "other font": "document.body.style.fontFamily = 'Fraunces'",
    "no numbers": "document.querySelectorAll('.numeral').forEach(n => n.style.opacity = 0)",
}


@pytest.mark.parametrize("size", SIZES)
def test_real_changes_are_caught(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = opened(open_page, size)
    scenes = looks.scenes(page, golden_game())
    while next(scenes) != "middle":
        pass
    right = looks.picture(page)
    missed = {}
    for name, script in SABOTAGE.items():
        if size[0] < 400 and name == "no numbers":
            continue  # six pixels high: too small to tell from another browser's smoothing
        page.evaluate(f"() => {{ {script} }}")
        difference = looks.compare(right, looks.picture(page))
        if not difference.matters:
            missed[name] = difference[:2]
        page.evaluate(
            "document.querySelectorAll('[style]:not(#table, #world)')"
            ".forEach(e => e.removeAttribute('style'))"
        )
    assert missed == {}
    assert not looks.compare(right, looks.picture(page)).matters
