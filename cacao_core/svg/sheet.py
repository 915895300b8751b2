"""The data that pictures are made of: symbols, the colours of both themes, and what classes mean.

``symbols.svg``, ``tokens.css`` and ``art.css`` of this package are also those of the page. So are
``expansions.svg`` and ``expansions.css``, which the page loads with the first game with modules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import Final, NamedTuple

from cacao_core.errors import CacaoError, describe

THEMES: Final = ("light", "dark")
_SYMBOLS: Final = ("symbols.svg", "expansions.svg")
_COLOURS: Final = ("tokens.css", "expansions.css")
_CLASSED: Final = ("art.css", "expansions.css")

_SYMBOL: Final = re.compile(r'<symbol id="([\w-]+)" viewBox="([^"]+)">\s*(.*?)\s*</symbol>', re.S)
_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASSES: Final = re.compile(r"(?:\.[\w-]+)+")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)
_FAMILIES: Final = {
    # A picture has no fonts of its own. Georgia's figures go below the line, so it is left out.
    "sans": "'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif",
    "display": "Fraunces, 'Iowan Old Style', 'Noto Serif', 'DejaVu Serif', serif",
}

Declarations = Mapping[str, str]
"""Property -> value."""


class Symbol(NamedTuple):
    """A symbol: left, top, width and height of its box, and its markup."""

    box: tuple[float, float, float, float]
    markup: str

    @property
    def is_coloured(self) -> bool:
        """Whether it has the colours of a player."""
        return "player" in self.markup


@cache
def symbols() -> Mapping[str, Symbol]:
    """All symbols by name."""
    symbols = {}
    for name, box, markup in _SYMBOL.findall("".join(map(_data, _SYMBOLS))):
        left, top, width, height = map(float, box.split())
        symbols[name] = Symbol((left, top, width, height), markup)
    return symbols


@cache
def rules() -> list[tuple[frozenset[str], Declarations]]:
    """The declarations of classes together; later ones win, as in a style sheet."""
    rules = [
        (frozenset(selector[1:].split(".")), declarations)
        for selector, declarations in _rules(_CLASSED)
        if _CLASSES.fullmatch(selector)
    ]
    return sorted(rules, key=lambda rule: len(rule[0]))  # stable: the order among equals stays


@cache
def variables(theme: str) -> Declarations:
    """Names of colours and fonts -> their values in a theme.

    Raises:
        CacaoError: no such theme.
    """
    if theme not in THEMES:
        raise CacaoError(f"theme {describe(theme)}: expected {' or '.join(THEMES)}")
    values: dict[str, str] = {}
    for name in dict.fromkeys(("light", theme)):
        values |= _variables(f'[data-theme="{name}"]')
    return values | _FAMILIES


@cache
def seat(colour: str) -> Declarations:
    """The further variables of a player's colour."""
    return _variables(f".seat-{colour}")


def _variables(selector: str) -> Declarations:
    return {
        name.removeprefix("--"): value
        for names, declarations in _rules(_COLOURS)
        if selector in re.split(r",\s*", names)
        for name, value in declarations.items()
        if name.startswith("--")
    }


@cache
def _rules(sheets: tuple[str, ...]) -> list[tuple[str, Declarations]]:
    """Selector and declarations of each rule of some style sheets."""
    rules: list[tuple[str, Declarations]] = []
    for selector, body in _RULE.findall(_COMMENT.sub("", "".join(map(_data, sheets)))):
        pairs = (part.partition(":") for part in body.split(";") if ":" in part)
        rules.append((selector.strip(), {name.strip(): value.strip() for name, _c, value in pairs}))
    return rules


def _data(name: str) -> str:
    return (get_data("cacao_core.svg", name) or b"").decode("utf-8")
