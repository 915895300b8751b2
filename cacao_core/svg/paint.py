"""From markup with classes to a picture that stands alone: plain attributes, and its own symbols.

The markup is that of :mod:`cacao_core.pieces`: symbols by name, classes of ``art.css``, and
colours as ``var(--name)`` of ``tokens.css``. What comes out names no class, no variable and no
file, so that it looks alike in every viewer; its ids begin with a digest of the picture, so that
many pictures fit in one page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from typing import Final

from cacao_core.errors import BadRules
from cacao_core.pieces import Rectangle
from cacao_core.svg import sheet

_TOKEN: Final = re.compile(r"<(/?)([a-zA-Z]+)((?:\s+[\w:-]+=\"[^\"]*\")*)\s*(/?)>|([^<]+)")
_ATTRIBUTE: Final = re.compile(r"([\w:-]+)=\"([^\"]*)\"")
_VARIABLE: Final = re.compile(r"var\(--([\w-]+)\)")
_TRANSLUCENT: Final = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)")
_FONT: Final = re.compile(r"(\d+) ([\d.]+)px (.+)")
_PLAIN: Final = frozenset({
    "fill", "opacity", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "stroke-width", "text-anchor",
})  # fmt: skip
"""Properties that are attributes as well; pictures need no others."""
_PREFIX: Final = "\0"
"""Stands for the beginning of all ids until the picture is complete."""
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Attributes = dict[str, str]


def number(value: float) -> str:
    """A number as short as it can be, with two decimals at most; the same on every Python."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text(content: str) -> str:
    """Any text as part of a picture; what XML cannot hold is left out."""
    return escape(_UNPRINTABLE.sub("", content))


class Picture(str):
    """A picture as SVG text, which notebooks show."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Painter:
    """Paints one picture in one theme."""

    def __init__(self, theme: str) -> None:
        """Begin a picture.

        Raises:
            CacaoError: no such theme.
        """
        self._variables = sheet.variables(theme)
        self._symbols: dict[str, str] = {}  # id without prefix -> painted markup

    def picture(self, markup: str, box: Rectangle, title: str, size: int | None = None) -> Picture:
        """The whole picture.

        Args:
            markup: what it shows.
            box: the part of the plane that it shows.
            title: what it shows, in words.
            size: its width in pixels; None leaves it to whoever shows it.
        """
        content = "".join(self._painted(markup, None))
        made = (f'<g id="{_PREFIX}{name}">{body}</g>' for name, body in self._symbols.items())
        if self._symbols:
            content = f"<defs>{''.join(made)}</defs>{content}"
        content = f"<title>{text(title)}</title>{content}"
        view = " ".join(map(number, box))
        place = ""
        if size is not None:
            place = f' width="{size}" height="{round(size * box[3] / box[2])}"'
        digest = sha256(f"{view}{content}".encode()).hexdigest()[:10]
        whole = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="{view}"{place} role="img">{content}</svg>\n'
        )
        return Picture(whole.replace(_PREFIX, f"c{digest}-"))

    def _painted(self, markup: str, colour: str | None) -> Iterator[str]:
        """Markup with plain attributes.

        Args:
            markup: with classes.
            colour: of the player to whom it belongs.
        """
        colours = [colour]  # of the elements that are open
        waiting = ""  # a start tag, until it is known whether anything follows
        for end, tag, attributes, empty, words in _TOKEN.findall(markup):
            if end:
                colours.pop()
                yield f"{waiting[:-1]}/>" if waiting else f"</{tag}>"
                waiting = ""
                continue
            yield waiting
            waiting = ""
            if words:
                yield words
                continue
            given = dict(_ATTRIBUTE.findall(attributes))
            classes = given.pop("class", "").split()
            seat = [css.removeprefix("seat-") for css in classes if css.startswith("seat-")]
            colours.append(seat[0] if seat else colours[-1])
            start = self._start(tag, given, classes, colours[-1])
            if empty:
                colours.pop()
                yield f"{start[:-1]}/>"
            else:
                waiting = start

    def _start(self, tag: str, given: Attributes, classes: list[str], colour: str | None) -> str:
        """The start of an element."""
        attributes: Attributes = {}
        for wanted, declarations in sheet.rules():
            if wanted.issubset(classes):
                attributes |= self._plain(declarations, colour)
        if tag == "path" and "s-ink" in classes and "fill" not in attributes:
            attributes["fill"] = "none"
        attributes |= self._plain(given, colour)
        if tag == "use":
            given = self._use(given, colour)
        rest = {name: value for name, value in given.items() if name not in _PLAIN | {"font"}}
        every = "".join(f' {name}="{value}"' for name, value in (rest | attributes).items())
        return f"<{tag}{every}>"

    def _plain(self, declarations: sheet.Declarations, colour: str | None) -> Attributes:
        """Declarations as attributes."""
        attributes: Attributes = {}
        for name, value in declarations.items():
            resolved = self._resolved(value, colour)
            if name == "font" and (font := _FONT.fullmatch(resolved)):
                attributes["font-weight"], attributes["font-size"], attributes["font-family"] = (
                    font.groups()
                )
            elif name in ("fill", "stroke") and (faint := _TRANSLUCENT.fullmatch(resolved)):
                red, green, blue, share = faint.groups()
                attributes[name] = f"#{int(red):02x}{int(green):02x}{int(blue):02x}"
                attributes[f"{name}-opacity"] = number(float(share) / 100)
            elif name in _PLAIN:
                attributes[name] = resolved
        return attributes

    def _resolved(self, value: str, colour: str | None) -> str:
        """A value without variables."""
        own = sheet.seat(colour) if colour else {}
        while _VARIABLE.search(value):
            value = _VARIABLE.sub(
                lambda match: own.get(match[1]) or self._variables[match[1]], value
            )
        return value

    def _use(self, given: Attributes, colour: str | None) -> Attributes:
        """The attributes of a use of a symbol, which becomes part of the picture."""
        name = given.pop("href").removeprefix("#")
        symbol = sheet.symbols().get(name)
        if symbol is None:
            raise BadRules(f"no picture {name!r}: expected a symbol in cacao_core/svg")
        symbol_name = f"{name}-{colour}" if symbol.is_coloured and colour else name
        if symbol_name not in self._symbols:
            self._symbols[symbol_name] = ""  # keeps its place before the symbols that it may use
            self._symbols[symbol_name] = "".join(self._painted(symbol.markup, colour))
        x, y, width, height = (float(given.pop(key)) for key in ("x", "y", "width", "height"))
        left, top, wide, high = symbol.box
        scale = min(width / wide, height / high)
        x += (width - wide * scale) / 2 - left * scale
        y += (height - high * scale) / 2 - top * scale
        steps = [given.pop("transform", "")]
        if x or y:
            steps.append(f"translate({number(x)} {number(y)})")
        if scale != 1:
            steps.append(f"scale({scale:.4g})")
        transform = " ".join(filter(None, steps))
        named = {"xlink:href": f"#{_PREFIX}{symbol_name}"}
        return {**named, "transform": transform, **given} if transform else {**named, **given}
