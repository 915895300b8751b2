"""The page looks as approved; `pytest tests/e2e/test_looks.py --approve` approves what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageEnhance
from playwright.sync_api import Page

from tests.bench.chromium import golden_game
from tests.e2e import looks
from tests.e2e.conftest import OpenPage

APPROVED = Path(__file__).parent / "approved"
SIZES = [(1440, 900), (1024, 768), (390, 844)]
THEMES = ["light", "dark"]


def opened(open_page: OpenPage, size: tuple[int, int], theme: str) -> Page:
    width, height = size
    page = open_page(
        viewport={"width": width, "height": height}, color_scheme=theme, bypass_csp=True
    )
    looks.steady(page)
    return page


def approved(scene: str, width: int, theme: str) -> Path:
    return APPROVED / f"{scene}-{width}-{theme}.png"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_looks_as_approved(
    open_page: OpenPage,
    size: tuple[int, int],
    theme: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    page = opened(open_page, size, theme)
    wrong = []
    for scene in looks.scenes(page, golden_game()):
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
    page = opened(open_page, size, "light")
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


def kept() -> list[Path]:
    return sorted(APPROVED.glob("*.png"))


def moved(picture: Image.Image, by: float) -> Image.Image:
    """The picture moved by a part of a pixel to the right and down."""
    return picture.transform(
        picture.size, Image.Transform.AFFINE, (1, 0, -by, 0, 1, -by), Image.Resampling.BILINEAR
    )


def test_what_another_browser_may_do_is_forgiven() -> None:
    for path in kept():
        picture = Image.open(path).convert("RGB")
        noise = Image.effect_noise(picture.size, 12).convert("RGB")
        for other in (
            picture,
            moved(picture, 0.4),
            ImageChops.add(picture, noise, 1, -128),
            ImageEnhance.Brightness(picture).enhance(0.97),
        ):
            difference = looks.compare(picture, other)
            assert not difference.matters, (path.name, difference[:2])


def test_another_size_and_small_spots_are_not_forgiven() -> None:
    picture = Image.open(approved("middle", 390, "light")).convert("RGB")
    assert looks.compare(picture, picture.crop((0, 0, 390, 843))).matters
    x, y = 200, 400
    spot = picture.copy()
    red, green, blue = spot.getpixel((x, y))  # type: ignore[misc]
    spot.paste(((red + 90) % 256, green, blue), (x, y, x + looks.SQUARE, y + looks.SQUARE))
    difference = looks.compare(picture, spot)
    assert difference.matters
    assert difference.whole < looks.WHOLE


def test_approved_pictures_are_small_and_all_in_use() -> None:
    names = {
        approved(scene, width, theme).name
        for scene in ("start", "middle", "result", "end")
        for width, _height in SIZES
        for theme in THEMES
    }
    assert {path.name for path in kept()} == names
    assert sum(path.stat().st_size for path in kept()) / len(names) < 60_000
