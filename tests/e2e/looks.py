"""Pictures of the page, and their comparison.

Another version of the browser smooths edges differently and moves letters by a part of a pixel;
that must pass. A tile that is not there, a panel that has moved, a colour that is wrong must not.
So both pictures are halved and slightly blurred, which takes the fringes away, and then

- a pixel counts as different if a colour channel is off by more than ``CHANNEL`` of 255: that
  forgives the palette of the approved picture, not another colour of the same lightness;
- the share of such pixels in the whole picture must stay under ``WHOLE``: catches what is spread
  out thinly;
- their share in each square of ``SQUARE`` pixels, wherever it lies, must stay under ``PART``:
  catches what is small. One tile among sixty is less than 0.3 % of the whole, and 100 % of itself.

Measured on all approved pictures: moved by 0.4 pixels, with noise, or 3 % darker, no pixel is
different; of a missing tile's, panel's or name's square at least 65 % is. What is not caught is as
small as the numerals on the tiles of a whole board on a phone (14 %).
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, expect

from cacao_core import Record
from cacao_core.moves import by_turn

CHANNEL: Final = 24
WHOLE: Final = 0.005
PART: Final = 0.25
SQUARE: Final = 16
_COLOURS: Final = 128
"""In the palette of an approved picture."""

APPROVED: Final = Path(__file__).parent / "approved"
SIZES: Final = [(1440, 900), (1024, 768), (390, 844)]
"""Sizes of the windows of the approved pictures."""
Theme: TypeAlias = Literal["light", "dark"]
THEMES: Final[list[Theme]] = ["light", "dark"]

_STEADY: Final = """
*, *::before, *::after { animation: none !important; transition: none !important; }
code, textarea { font-family: "Source Sans 3" !important; }
#notice { visibility: hidden; }
"""
"""Stops motion, avoids the machine's fonts, and hides what goes away by itself."""


def approved(scene: str, width: int, theme: str) -> Path:
    """The approved picture of a scene."""
    return APPROVED / f"{scene}-{width}-{theme}.png"


class Difference(NamedTuple):
    """The difference of two pictures.

    Attributes:
        whole: share of different pixels.
        part: their share in the worst square.
        expected: the picture that is expected; the other one, if that has another size.
        mask: where they differ, white on black.
    """

    whole: float
    part: float
    expected: Image.Image
    mask: Image.Image

    @property
    def matters(self) -> bool:
        """Whether it is more than the difference between versions of a browser."""
        return self.whole > WHOLE or self.part > PART

    @property
    def picture(self) -> Image.Image:
        """Where they differ, in red on what is expected."""
        light = [value // 2 + 127 for value in range(256)] * 3
        shown = self.expected.convert("L").convert("RGB").point(light)
        shown.paste((220, 0, 0), mask=self.mask.resize(shown.size))
        return shown


def compare(expected: Image.Image, actual: Image.Image) -> Difference:
    """Compare a picture with the approved one."""
    if expected.size != actual.size:
        return Difference(1, 1, actual, Image.new("L", actual.size))
    apart = ImageChops.difference(_softened(expected), _softened(actual))
    red, green, blue = apart.split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask = worst.point([255 * (value > CHANNEL) for value in range(256)])
    whole = mask.histogram()[255] / (mask.width * mask.height)
    crowd = mask.filter(ImageFilter.BoxBlur(SQUARE / 4 - 0.5))  # half of a half, and the middle
    return Difference(whole, float(crowd.getextrema()[1]) / 255, expected, mask)  # type: ignore[arg-type]


def _softened(picture: Image.Image) -> Image.Image:
    return picture.convert("RGB").reduce(2).filter(ImageFilter.GaussianBlur(1))


def approve(picture: Image.Image, path: Path) -> None:
    """Store a picture as the approved one, with a palette to keep it small."""
    path.parent.mkdir(exist_ok=True)
    small = picture.convert("RGB").quantize(
        _COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE
    )
    small.save(path, optimize=True)


# --- Taking pictures -------------------------------------------------------------------------


def scenes(page: Page, record: Record) -> Iterator[str]:
    """Bring the page to each scene; yields its name."""
    moves = [len(turn) for turn in by_turn(record.moves)]
    for name, at in (("start", 0), ("middle", sum(moves[: len(moves) // 2]))):
        _load(page, record.up_to(at))
        uncover = page.locator("[data-command=uncover]")
        if uncover.count():
            uncover.first.click()
        yield name
    _load(page, record)
    expect(page.locator("dialog[open]")).to_be_visible()
    yield "result"
    page.locator("dialog[open] [data-command=close]").first.click()
    yield "end"


def _load(page: Page, record: Record) -> None:
    page.evaluate("localStorage.clear()")
    page.evaluate("text => window.cacao.load(text)", record.to_text())


def steady(page: Page) -> None:
    """Prepare an opened page for pictures; its context must bypass the content policy."""
    page.add_style_tag(content=_STEADY)


def pictures(page: Page) -> Iterator[Image.Image]:
    """Pictures of the page without motion until nothing changes any more, the last one at rest.

    Fonts are loaded, and nothing is pointed at.
    """
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")
    page.evaluate("document.fonts.ready.then(cacao.painted)")
    before = b""
    for _try in range(40):
        taken = page.screenshot(animations="disabled")
        if taken == before:
            return
        yield Image.open(BytesIO(taken)).convert("RGB")
        before = taken
        page.wait_for_timeout(50)
    raise AssertionError("the page does not come to rest")


def picture(page: Page) -> Image.Image:
    """A picture of the page at rest."""
    *_others, last = pictures(page)
    return last
