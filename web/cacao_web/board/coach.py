"""The card beside the board in which somebody tells what to do, and says how it went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cacao_core.tiles import Cell
from cacao_web.board.board import at
from cacao_web.ui import widgets
from cacao_web.ui.markup import Child, Markup, h, join


def card(
    header: Sequence[Child], said: Child, ways: Sequence[Child], *, leave: Markup, css: str = ""
) -> Markup:
    """The card.

    Args:
        header: its title, and what belongs beside it.
        said: its text.
        ways: the buttons that lead on.
        leave: the button that leaves for the first screen.
        css: ``reached`` or ``missed`` for a verdict, and further classes.
    """
    sign = widgets.symbol("icon-check", "glyph") if css.startswith("reached") else None
    return h(
        "div",
        {"class": f"coach-card {css}".strip()},
        h("header", None, *header),
        leave,
        h("p", None, sign, said),
        h("div", {"class": "coach-ways"}, *ways) if ways else None,
    )


def rings(cells: Iterable[Cell]) -> Markup:
    """Rings around some cells."""
    box = {"x": -2, "y": -2, "width": 104, "height": 104, "rx": 12}
    return join(h("g", {"class": "meant", "transform": at(cell)}, h("rect", box)) for cell in cells)
