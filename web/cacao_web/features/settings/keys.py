"""The dialog with the keys of the keyboard."""

from __future__ import annotations

from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog


def keys() -> Markup:
    rows = [
        h("tr", None, h("th", {"scope": "row"}, _caps(names)), h("td", None, does))
        for names, does in (*_choosing(), *_looking())
    ]
    return dialog(_("Keyboard shortcuts"), h("table", {"class": "keys"}, h("tbody", None, rows)))


def _choosing() -> tuple[tuple[str, str], ...]:
    return (
        ("1 2 3 4", _("choose a tile from your hand or the display")),
        ("R ⇧R", _("turn the tile to the right, to the left")),
        ("↑ → ↓ ←", _("go to the nearest cell in that direction")),
        ("Home End", _("go to the first or the last cell")),
        ("PageUp PageDown", _("go to the previous or the next cell")),
        ("Enter", _("choose the cell, then confirm")),
        ("⇧Enter", _("confirm, then choose what the workers do")),
        ("Esc", _("cancel; close hints and messages")),
        ("U Ctrl+Z", _("take back the last tile and everything after it")),
        ("⇧U Ctrl+Y Ctrl+⇧Z", _("redo what was taken back")),
        ("H", _("show the best moves, then one after another")),
        ("I", _("explain the jungle tiles beside the cell")),
    )


def _looking() -> tuple[tuple[str, str], ...]:
    """The keys for the view, the others' turns and the replay."""
    return (
        ("+ − 0", _("zoom in, zoom out, show the whole board")),
        ("W", _("show again what the others did")),
        ("S", _("skip the computers’ turns")),
        ("← →", _("in a replay or after the end: previous or next turn")),
        ("P", _("in a replay or after the end: play automatically")),
        ("?", _("show this list")),
    )


def _caps(names: str) -> Markup:
    """Keys as they are labelled on the keyboard."""
    parts = [h("kbd", None, name) for name in names.split()]
    return join([join(" ", part) for part in parts])
