"""Links from anything on the page to its entry in the rule book.

Only the names of entries are known here; the book is imported when somebody opens it.
"""

from __future__ import annotations

from typing import Final

from cacao_core.jungle import JUNGLE, by_good
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, cached
from cacao_web.ui.markup import Markup, h

_ENTRIES: Final = by_good(
    "web/cacao_web/ui/help.py",
    {
        "cacao": "plantation",
        "market": "market",
        "gold": "gold-mine",
        "water": "water",
        "suns": "sun",
        "temple": "temple",
    },
)
_OF_MODULES: Final = {"I": "watering", "K": "chocolate", "C": "chocolate", "D": "gems", "L": "tree"}
ENTRY_OF: Final = {
    **{code: _ENTRIES[tile.good] for code, tile in JUNGLE.items()},
    **_OF_MODULES,
}
"""Code of a jungle tile -> name of the entry about it."""
OF_PIECES: Final = {
    "bar": "chocolate",
    "gem": "gems",
    "hut": "hut-list",
    "map": "map",
    "mask": "masks",
}
"""Kind of a piece that players have of modules -> name of the entry about it."""


@cached
def sign(entry: str, topic: str) -> Markup:
    """A small "?" that opens an entry; ``topic`` names its subject for screen readers.

    The style sheet writes the "?", so that it does not become part of the text beside it.
    """
    if not is_there(Command.RULES):
        return Markup("")
    return h("button", {**leading_to(entry, topic), "class": "sign"})


def leading_to(entry: str, topic: str) -> dict[str, object]:
    """Attributes of a button that opens an entry, with its name."""
    label = _("Rules: {topic}").format(topic=topic)
    return {
        "type": "button",
        "data-command": Command.RULES,
        "data-value": entry,
        "disabled": not is_there(Command.RULES),
        "aria-label": label,
        "title": label,
    }


def headed(title: str, entry: str, topic: str = "") -> Markup:
    """The heading of a panel with its "?" beside it."""
    return h("div", {"class": "headed"}, h("h2", None, title), sign(entry, topic or title))
