"""The dialog with the rules: a search field, the contents, and the entries with their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import Game, expansion_pieces
from cacao_core.modules.emperor import EMPEROR
from cacao_core.modules.gems import MINES
from cacao_core.pieces import Rectangle, placed
from cacao_core.rules import BASE
from cacao_core.tiles import Cell
from cacao_web.board import art, board
from cacao_web.board.plane import PITCH
from cacao_web.features.rules import examples
from cacao_web.features.rules.book import chapters, entry
from cacao_web.features.rules.book.entry import (
    BookChapter,
    BookEntry,
    Card,
    Crew,
    Figure,
    HutPicture,
    MapBoardPicture,
    PiecePicture,
    Scene,
    Tile,
    Track,
)
from cacao_web.shell.controller import Found
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, cached, ngettext
from cacao_web.ui.markup import Child, Markup, h, join
from cacao_web.ui.widgets import dialog

SEARCH: Final = "rules-find"
"""Id of the search field."""
LONGEST_QUERY: Final = 60


def heading(id: str) -> str:
    """Id of the heading of an entry."""
    return f"rule-{id}"


def book(
    query: str, chapters: Sequence[BookChapter], others: Sequence[Found], back: bool
) -> Markup:
    """The whole book, or the results of a search.

    Args:
        query: what is searched for; empty shows everything.
        chapters: chapters with the entries to show.
        others: what other features have found.
        back: whether another dialog was open before.
    """
    searching = bool(query.strip())
    return dialog(
        _("Rules"),
        _find(query, back),
        h(
            "p",
            {"class": "rules-found", "role": "status"},
            _count(chapters, others) if searching else None,
        ),
        None if searching else _contents(),
        h(
            "div",
            {"class": "rules", "id": "rules"},
            [_chapter(part) for part in chapters],
            [one.shown for one in others],
        ),
    )


def _find(query: str, back: bool) -> Markup:
    field = {
        "type": "search",
        "name": "query",
        "id": SEARCH,
        "value": query,
        "maxlength": LONGEST_QUERY,
        "placeholder": _("Search the rules"),
        "aria-label": _("Search the rules"),
        "autocomplete": "off",
        "enterkeyhint": "search",
    }
    return h(
        "div",
        {"class": "rules-find", "role": "search"},
        h("input", field),
        widgets.button("close", _("Back"), icon="prev", id="rules-back") if back else None,
    )


def _count(chapters: Sequence[BookChapter], others: Sequence[Found]) -> str:
    count = sum(len(part.entries) for part in chapters) + sum(one.number for one in others)
    if not count:
        return _("Nothing found. Try fewer or shorter words.")
    return ngettext("{n} entry found", "{n} entries found", count)


@cached
def _contents() -> Markup:
    """All entries by their titles."""
    lists = [
        h("div", None, h("p", None, part.title), _links([each.id for each in part.entries]))
        for part in chapters()
    ]
    return h("nav", {"class": "rules-contents", "aria-label": _("Contents")}, lists)


def _links(ids: Sequence[str]) -> Markup:
    items = [
        h("li", None, widgets.button("rules", linked.title, css="rule-link", value=id))
        for id in ids
        if (linked := entry(id))
    ]
    return h("ul", {"class": "rule-links"}, items)


@cached
def _chapter(part: BookChapter) -> Markup:
    return h("section", None, h("h3", None, part.title), [_entry(each) for each in part.entries])


@cached
def _entry(entry: BookEntry) -> Markup:
    """An entry; its heading gets the focus when a link leads there."""
    title = {"id": heading(entry.id), "tabindex": -1}
    opening = {"icon": "play", "css": "rule-open", "value": entry.example}
    return h(
        "article",
        {"class": "rule-entry", "aria-labelledby": heading(entry.id)},
        h("h4", title, entry.title),
        h("div", {"class": "rule-text"}, [h("p", None, text) for text in entry.text]),
        h("div", {"class": "rule-figures"}, map(_figure, entry.figures)) if entry.figures else None,
        widgets.button("open-example", _("Open this position"), **opening)
        if entry.example
        else None,
        _see(entry) if entry.see else None,
    )


def _see(entry: BookEntry) -> Markup:
    more = _("See also")
    return h("div", {"class": "rule-see"}, h("span", {"class": "soft"}, more), _links(entry.see))


# --- Pictures --------------------------------------------------------------------------------


def _figure(figure: Figure) -> Markup:
    css, picture = _picture(figure)
    caption: Child = figure.caption
    if isinstance(figure, HutPicture):
        caption = join(h("b", None, figure.title), h("span", None, figure.use))
    return h("figure", {"class": css}, picture, h("figcaption", None, caption))


def _picture(figure: Figure) -> tuple[str, Markup]:
    """The CSS class of a figure and its picture; its caption says the same in words."""
    match figure:
        case Tile():
            picture = "rule-tile", art.picture(art.jungle_tile(figure.code))
        case Crew():
            picture = "rule-tile", art.picture(art.worker_tile("red", figure.edges))
        case Track():
            picture = "rule-wide", _track()
        case PiecePicture():
            picture = "rule-tile", widgets.symbol(figure.symbol, "tile")
        case HutPicture():
            picture = "rule-hut", widgets.symbol(f"hut-{figure.code}", "tile")
        case MapBoardPicture():
            drawn = expansion_pieces.map_board([art.jungle_tile(code) for code in figure.codes])
            picture = "rule-card", _drawn(expansion_pieces.MAP_BOARD, drawn)
        case Card():
            drawn = expansion_pieces.card(figure.module)
            picture = "rule-card", _drawn(expansion_pieces.CARD, drawn)
        case Scene():
            picture = "rule-scene", _scene(figure)
    return picture


def _drawn(box: Rectangle, *content: Child) -> Markup:
    """A part of the plane as a picture."""
    area = " ".join(f"{number:g}" for number in box)
    return h("svg", {"viewBox": area, "aria-hidden": "true"}, *content)


def _track() -> Markup:
    stones = [h("li", {"class": "stone"}, value) for value in BASE.water]
    return h("ol", {"class": "water"}, stones)


def _scene(figure: Scene) -> Markup:
    """A part of the board at a point of an example."""
    example = examples.EXAMPLES[figure.example]
    game = examples.record(figure.example).game(figure.moves)
    left, top, columns, rows = figure.wide or example.view
    box = (left * PITCH - 2, top * PITCH - 2, columns * PITCH, rows * PITCH)
    return _drawn(
        box,
        board.tiles(game, example.colours),
        _of_modules(game, box),
        [placed(space, _outline("to-fill")) for space in game.open_spaces],
        [placed(cell, _outline("rule-cell")) for cell in _open_cells(game) if figure.wide],
    )


def _of_modules(game: Game, box: Rectangle) -> list[Markup]:
    """The gems on the mines and the emperor; nothing in other games."""
    mines: dict[Cell, str] = game.supply.get(MINES, {})
    drawn = [placed(cell, expansion_pieces.gems(gems)) for cell, gems in mines.items()]
    if emperor := game.supply.get(EMPEROR):
        tile = game.workers.get(emperor)
        figure = expansion_pieces.emperor(tile.edges if tile else "0000")
        drawn += [expansion_pieces.threads(emperor, box), placed(emperor, figure)]
    return drawn


def _open_cells(game: Game) -> list[Cell]:
    """The cells where the next worker tile may go."""
    return list(dict.fromkeys(move.cell for move in game.legal_moves() if move.kind == "W"))


def _outline(css: str) -> Markup:
    return h("rect", {"class": css, "x": 5, "y": 5, "width": 90, "height": 90, "rx": 9})
