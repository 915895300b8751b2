"""Markup from Python. Other text is escaped, so that no name can become an element."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Final, TypeAlias

from cacao_core.pieces import Markup
from cacao_web.ui.i18n import numeral

__all__ = ["Child", "Content", "Markup", "h", "join"]

_SPECIAL: Final = re.compile("[&<>\"']")
_VOID: Final = frozenset({"input", "br", "hr", "img", "link", "meta"})


Content: TypeAlias = "Markup | Mapping[str, Markup] | None"
"""The content of an element: markup, or children by id, which can be changed singly."""
Child: TypeAlias = "str | int | Iterable[Child] | None"


def h(name: str, attributes: Mapping[str, object] | None = None, *children: Child) -> Markup:
    """An element, HTML or SVG.

    Args:
        name: tag name.
        attributes: True writes the bare name; False and None leave it out.
        children: markup, text to be escaped, numbers, which get a real minus sign, None, or any
            nesting of these.
    """
    start = name + "".join(_attribute(key, value) for key, value in (attributes or {}).items())
    if name in _VOID:
        return Markup(f"<{start}>")
    return Markup(f"<{start}>{join(children)}</{name}>")


def join(*children: Child) -> Markup:
    """Children one after the other, without an element around them."""
    return Markup("".join(map(_text, children)))


def _safe(text: str) -> str:
    return escape(text) if _SPECIAL.search(text) else text  # most texts are names and numbers


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    return f" {key}" if value is True else f' {key}="{_safe(str(value))}"'


def _text(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, int):
        return numeral(child)
    if isinstance(child, str):
        return _safe(child)
    return "".join(map(_text, child))
