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
from tests.e2e.looks import SIZES, THEMES, Difference, Theme, approved


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


# --- What the comparison catches -------------------------------------------------------------

SABOTAGE = {
    "missing tile": "document.querySelector('#board [role=img][data-cell]').style.opacity = 0",
    "shifted panel": "document.querySelector('#villages').style.transform = 'translateX(6px)'",
    "wrong colour": "document.documentElement.style.setProperty('--purple', '#2f6b94')",
    "missing word": "document.querySelector('.village .name').style.opacity = 0",
    "other font": "document.body.style.fontFamily = 'Fraunces'",
    "no numbers": "document.querySelectorAll('.numeral').forEach(n => n.style.opacity = 0)",
}


def missed(page: Page, width: int) -> dict[str, Difference]:
    """Changes of the page that the comparison does not see; the page is as before afterwards."""
    right = looks.picture(page)
    unseen = {}
    for name, script in SABOTAGE.items():
        if width < 400 and name == "no numbers":
            continue  # six pixels high: too small to tell from another browser's smoothing
        page.evaluate(f"() => {{ {script} }}")
        difference = compared(page, right, until=True)
        if not difference.matters:
            unseen[name] = difference
        page.evaluate(
            "document.querySelectorAll('[style]:not(#table, #world)')"
            ".forEach(e => e.removeAttribute('style'))"
        )
    assert not compared(page, right, until=False).matters
    return unseen


def compared(page: Page, expected: Image.Image, until: bool) -> Difference:
    """The difference, as soon as it matters or does not; else that of the page at rest."""
    for actual in looks.pictures(page):
        difference = looks.compare(expected, actual)
        if difference.matters is until:
            break
    return difference


# --- The page --------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize("size", SIZES)
def test_looks_as_approved_and_changes_are_caught(
    open_page: OpenPage, size: tuple[int, int], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    page = opened(open_page, size, "dark" if size == SIZES[1] else "light")
    wrong = []
    for scene, theme in in_both_themes(page):
        path = approved(scene, size[0], theme)
        if request.config.getoption("--approve", default=False):
            looks.approve(looks.picture(page), path)
            continue
        assert path.exists(), f"{path.name} was never approved: run this with --approve"
        difference = compared(page, Image.open(path), until=False)
        if difference.matters:
            looks.picture(page).save(tmp_path / f"{path.stem}-actual.png")
            difference.picture.save(tmp_path / f"{path.stem}-difference.png")
            wrong.append(f"{path.stem} (whole {difference.whole:.2%}, part {difference.part:.0%})")
        elif (scene, theme) == ("middle", "light"):
            assert missed(page, size[0]) == {}
    assert not wrong, f"looks otherwise: {', '.join(wrong)}; pictures in {tmp_path}"
