"""Text that stays within a width, whatever it says and whichever font a viewer has."""

from __future__ import annotations

from typing import Final

from cacao_core.svg.paint import number, text

_NARROW: Final = "fijlrtI1.,:;'!|()[] "
_WIDE: Final = "mwMWQO@%&"
_CJK: Final = 0x1100
"""From this code point on, letters are as wide as they are high, or wider."""
_EMOJI: Final = 0x1F000


def width(content: str) -> float:
    """An upper limit of the width of a text in bold sans-serif letters, in font sizes."""
    return sum(map(_advance, content))


def _advance(letter: str) -> float:
    if ord(letter) >= _CJK:
        return 1.4 if ord(letter) >= _EMOJI else 1.1
    if letter in _NARROW:
        return 0.45
    if letter in _WIDE:
        return 1.1
    return 0.8 if letter.isupper() else 0.7


def fitted(
    content: str, at: tuple[float, float], room: float, sizes: tuple[int, int], style: str
) -> str:
    """A text in one line; in two smaller ones if it is too long, and cut off if that is, too.

    Args:
        content: the text.
        at: where the line begins, on its base line.
        room: the width, in pixels; nothing is drawn beyond it.
        sizes: the largest and the smallest size of letters, in pixels.
        style: the ``font`` of the text, with ``{}`` for the size.
    """
    largest, smallest = sizes
    size = min(largest, int(room / max(width(content), 0.1)))
    lines = [content]
    if size < smallest:
        lines = _two_lines(content, room / smallest)
        size = min(largest * 5 // 8, int(room / max(map(width, lines))))
    x, y = at
    top = 1.1 * largest  # of the box, above the base line
    first = top if len(lines) == 1 else top / 2 + 0.1 * size
    drawn = "".join(
        f'<text x="0" y="{number(first + line * size * 1.2)}" font="{style.format(size)}" '
        f'fill="var(--ink)">{text(words)}</text>'
        for line, words in enumerate(lines)
    )
    place = f'x="{number(x)}" y="{number(y - top)}"'
    return f'<svg {place} width="{number(room)}" height="{number(1.6 * largest)}">{drawn}</svg>'


def _two_lines(content: str, room: float) -> list[str]:
    """A text in two lines, broken at a space if that fits; the second one is cut off at the end."""
    breaks = [at for at, letter in enumerate(content) if letter == " " and at]
    fit = [at for at in breaks if width(content[:at]) <= room and width(content[at:]) <= room]
    if fit:
        at = min(fit, key=lambda one: abs(width(content[:one]) - width(content[one:])))
        return [content[:at], content[at:].strip()]
    at = next((n for n in range(len(content)) if width(content[: n + 1]) > room), len(content))
    return [content[:at], _cut(content[at:].strip(), room)]


def _cut(content: str, room: float) -> str:
    """A text that is cut off if it has no room."""
    if width(content) <= room:
        return content
    length = next(at for at in range(len(content)) if width(f"{content[: at + 1]}…") > room)
    return f"{content[:length].rstrip()}…"
