"""Tables of figures: a name in each row, and what belongs to it."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_web.ui.markup import Child, Markup, h


def table(css: str, heads: Iterable[Child], *rows: Child, caption: Markup | None = None) -> Markup:
    """A table with the heads of its columns."""
    columns = [h("th", {"scope": "col"}, head) for head in heads]
    top = h("thead", None, h("tr", None, columns))
    return h("table", {"class": css}, caption, top, h("tbody", None, *rows))


def row(name: Child, cells: Iterable[Child], css: str | None = None) -> Markup:
    """A row: its name, and the cells beside it."""
    return h(
        "tr", {"class": css}, h("th", {"scope": "row"}, name), [h("td", None, one) for one in cells]
    )


def scrolled(shown: Markup) -> Markup:
    """A table that can be wider than its dialog."""
    return h("div", {"class": "scroll"}, shown)
