"""The comparison of pictures forgives what another browser may do, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageEnhance

from tests.e2e import looks
from tests.e2e.looks import APPROVED, SIZES, THEMES, approved


def kept() -> list[Path]:
    return sorted(APPROVED.glob("*.png"))


def moved(picture: Image.Image, by: float) -> Image.Image:
    """The picture moved by a part of a pixel to the right and down."""
    return picture.transform(
        picture.size, Image.Transform.AFFINE, (1, 0, -by, 0, 1, -by), Image.Resampling.BILINEAR
    )


@cache
def noise(size: tuple[int, int]) -> Image.Image:
    return Image.effect_noise(size, 12).convert("RGB")


def test_what_another_browser_may_do_is_forgiven() -> None:
    for path in kept():
        picture = Image.open(path).convert("RGB")
        for other in (
            moved(picture, 0.4),
            ImageChops.add(picture, noise(picture.size), 1, -128),
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
    assert sum(path.stat().st_size for path in kept()) / len(names) < 70_000
