"""Tiles to tap, at a real table."""

from __future__ import annotations

from cacao_web.board import art
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def group(label: str, buttons: list[Markup]) -> Markup:
    return h("div", {"class": "palette", "role": "group", "aria-label": label}, buttons)


def button(
    command: str,
    value: str,
    tile: Markup,
    label: str,
    left: int | Markup,
    chosen: bool | None = None,
) -> Markup:
    """A tile to tap, with how many are left, or a sign for what it costs."""
    counts = left and isinstance(left, int)
    text = _("{tile}: {n} left").format(tile=label, n=left) if counts else label
    box = {
        "type": "button",
        "class": "slot chosen" if chosen else "slot",
        "id": f"{command}-{value}",
        "data-command": command,
        "data-value": value,
        "aria-pressed": None if chosen is None else "true" if chosen else "false",
        "aria-label": text,
        "title": text,
    }
    number = h("small", {"aria-hidden": "true"}, left) if left else None
    return h("button", box, art.picture(tile), number)
