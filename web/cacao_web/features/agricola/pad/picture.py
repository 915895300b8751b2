"""The result of the score pad of Agricola as a picture, for other apps."""

from __future__ import annotations

from typing import Final

from cacao_web.features.agricola.pad import result_view
from cacao_web.features.agricola.pad.sheets import Pad
from cacao_web.features.agricola.scoring import CATEGORIES
from cacao_web.features.agricola.words import count_name
from cacao_web.ui.i18n import _, isolated, numeral
from cacao_web.ui.markup import Markup, h

_WIDTH: Final = 800
_HEADS: Final = 300
"""Width of the first column."""
_TOP: Final = 100
"""The place of the names."""
_ROW: Final = 40
_LETTER: Final = 16
"""Width of a letter of a name, amply."""
_LARGEST: Final = 26
"""Size of the letters of the verdict, unless it is long."""
_PAPER, _INK, _LINE = "#fbf6e9", "#2b2420", "#cdbfa6"


def svg(pad: Pad) -> str:
    """All categories of all people, with the verdict above."""
    scores = [farm.score() for farm in pad.farms]
    rows = [
        (count_name(name), [numeral(getattr(one, name)) for one in scores]) for name in CATEGORIES
    ]
    rows.append((_("Total"), [numeral(one.total) for one in scores]))
    if pad.is_team:
        pairs = [numeral(points) for _seat, points in pad.teams()]
        rows.append((_("Partners"), [*pairs, *pairs]))
    height = _TOP + _ROW * len(rows) + 30
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {_WIDTH} {height}",
           "width": _WIDTH, "height": height, "font-family": "system-ui, sans-serif",
           "font-size": 20, "fill": _INK}  # fmt: skip
    names = [_name(pad, seat) for seat in range(len(scores))]
    verdict = f"Agricola: {result_view.verdict(pad)}"
    size = min(_LARGEST, round(1.5 * _WIDTH / len(verdict)))
    parts = [
        h("rect", {"width": _WIDTH, "height": height, "fill": _PAPER}),
        h("text", {"x": 30, "y": 48, "font-size": size, "font-weight": 700}, verdict),
        _line("", names, 0, bold=True),
        *(_line(title, numbers, n, bold=n > len(CATEGORIES))
          for n, (title, numbers) in enumerate(rows, 1)),
    ]  # fmt: skip
    return str(h("svg", box, parts))


def _width(people: int) -> float:
    """Width of the column of each person."""
    return (_WIDTH - _HEADS - 30) / people


def _name(pad: Pad, seat: int) -> str:
    """A name, cut if it is wider than its column."""
    name, most = pad.names[seat], int(_width(len(pad.names)) / _LETTER)
    cut = name if len(name) <= most else f"{name[: most - 1]}…"
    return isolated(cut) or result_view.label(pad, seat)


def _line(title: str, cells: list[str], row: int, *, bold: bool) -> Markup:
    y = _TOP + _ROW * row
    width = _width(len(cells))
    texts = [
        h("text", {"x": round(_HEADS + width * (n + 1)), "y": y, "text-anchor": "end"}, cell)
        for n, cell in enumerate(cells)
    ]
    under = {"x": 30, "y": y + 12, "width": _WIDTH - 60, "height": 1, "fill": _LINE}
    return h(
        "g",
        {"font-weight": 700 if bold else None},
        h("text", {"x": 30, "y": y}, title),
        texts,
        h("rect", under),
    )
