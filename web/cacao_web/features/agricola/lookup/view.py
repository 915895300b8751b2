"""The screens of the look-up: a search over four lists, and an entry as a card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.lookup.entries import KINDS, Entry, find
from cacao_web.features.agricola.lookup.shelf import Shelf
from cacao_web.shell.controller import Found
from cacao_web.ui import i18n, widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join

SEARCH: Final = "agricola-find"
"""Id of the search field."""
LIST: Final = "look/space"
_WHOLE: Final = 3
"""Results that are shown as cards; of the others only the names."""
_MOST: Final = 15
_IN_RULES: Final = 5
"""Results in the rules."""
_LONGEST: Final = 60


def place(id: str) -> str:
    """The place of an entry."""
    return f"entry/{id}"


def listing(kind: str, query: str, shelf: Shelf) -> Markup:
    """One of the lists, or what a search has found in all of them."""
    kind = kind if kind in KINDS else KINDS[0]
    names = {"space": _("Spaces"), "improvement": _("Improvements"), "card": _("Cards"),
             "term": _("Terms")}  # fmt: skip
    searched = query.strip()
    tabs = frame.tabs([(f"look/{one}", name, name) for one, name in names.items()],
                      "" if searched else f"look/{kind}")  # fmt: skip
    entries = list(shelf.entries.values())
    content = _missing(shelf) if not entries else (
        _results(find(entries, query)[:_MOST]) if searched else _lists(entries, kind)
    )  # fmt: skip
    return frame.screen(
        _("Look it up"), _field(query), tabs, content, back="doors", onward=("doors", _("Done"))
    )


def _field(query: str) -> Markup:
    label = _("What do you want to know?")
    field = {"type": "search", "name": "query", "id": SEARCH, "value": query,
             "maxlength": _LONGEST, "placeholder": label, "aria-label": label,
             "autocomplete": "off", "enterkeyhint": "search"}  # fmt: skip
    return h("div", {"class": "look-find", "role": "search"}, h("input", field))


def _missing(shelf: Shelf) -> Markup:
    if not shelf.failed:
        return h("p", {"role": "status"}, _("Loading…"))
    again = widgets.button("agricola-go", _("Try again"), icon="again", value=LIST)
    return join(h("p", {"class": "problem", "role": "status"}, _("The look-up did not arrive.")),
                h("div", {"class": "buttons"}, again))  # fmt: skip


def _results(entries: Sequence[Entry]) -> Markup:
    if not entries:
        return h("p", {"role": "status"}, _("Nothing found. Try fewer or shorter words."))
    rest = entries[_WHOLE:]
    return join(
        [_card(one) for one in entries[:_WHOLE]],
        h("h3", None, _("Also")) if rest else None,
        h("div", {"class": "chips"}, map(_chip, rest)),
    )


def _lists(entries: Sequence[Entry], kind: str) -> Markup:
    own = [one for one in entries if one.kind == kind]
    parts = [
        frame.group(_group_name(group), [_chip(one) for one in some], css="chips")
        if group != "-"
        else h("div", {"class": "chips looked-up"}, [_chip(one) for one in some])
        for group, some in groupby(own, key=lambda one: one.group)
    ]
    return join(parts, h("p", {"class": "soft"}, _note()) if kind == "space" else None)


def _group_name(group: str) -> str:
    if group.isdigit():
        return _("Period {n}").format(n=group)
    return {
        "always": _("On the board from the start"), "people": _("By number of players"),
        "space": _("Spaces of the board"), "round": _("Rounds and harvest"),
        "family": _("People"), "farmyard": _("Farmyard"), "goods": _("Goods and costs"),
        "score": _("Score"), "variant": _("Campaigns and variants"),
    }[group]  # fmt: skip


def _note() -> str:
    """The names that stand on the box."""
    if i18n.language() == "es":
        return _("These are the names printed on the Spanish game.")
    return _("We could not confirm all of these names. If your box says something else, the box "
             "is right.")  # fmt: skip


def _chip(entry: Entry) -> Markup:
    return widgets.button("agricola-go", entry.name, value=place(entry.id), css="chip")


def _card(entry: Entry) -> Markup:
    return h(
        "article",
        {"class": "looked-up"},
        h("h3", None, widgets.button("agricola-go", entry.name, value=place(entry.id))),
        [h("p", None, line) for line in entry.text],
    )


def card(id: str, shelf: Shelf) -> Markup:
    """An entry, with links to others."""
    entry = shelf.entries.get(id)
    if entry is None:
        return listing("", "", shelf)
    others = [shelf.entries[other] for other in entry.see if other in shelf.entries]
    return frame.screen(
        entry.name,
        h("article", {"class": "looked-up"}, [h("p", None, line) for line in entry.text]),
        frame.group(_("See also"), [_chip(one) for one in others], css="chips") if others else None,
        back=LIST,
        onward=(f"look/{entry.kind}", _("Look it up")),
    )


def in_rules(query: str, shelf: Shelf) -> Found | None:
    """The entries that a search in the rules finds here."""
    entries = find(list(shelf.entries.values()), query)[:_IN_RULES]
    if not entries:
        return None
    cards = [
        h("article", {"class": "rule-entry"},
          h("h4", None, widgets.button("agricola-go", one.name, value=place(one.id))),
          h("div", {"class": "rule-text"}, [h("p", None, line) for line in one.text]))
        for one in entries
    ]  # fmt: skip
    return Found(len(entries), h("section", None, h("h3", None, "Agricola"), cards))
