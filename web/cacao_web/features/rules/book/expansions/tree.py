"""The rule book: the tree of life."""

from __future__ import annotations

from typing import Final

from cacao_core.modules.tree import FOR_NOBODY
from cacao_web.features.rules.book.entry import BookEntry, Scene
from cacao_web.features.rules.book.expansions import in_play
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _

MODULE: Final = "tree"


def task() -> str:
    return _("Red: place a tile on -1,2, and fill the space with the tree of life.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _example())


def _rules() -> BookEntry:
    return BookEntry(
        "tree",
        expansions.module_name(MODULE),
        (
            _("Each worker at a tree of life may take 1 gold. But an edge without workers that "
              "faces the tree may take {n} gold.").format(n=FOR_NOBODY),
            _("So edges without workers act here, too, at the moment when workers would: when the "
              "tile is placed beside the tree, or the tree beside the tile. You choose their place "
              "in the order of your edges."),
            _("Example: edges with 0, 1, 2 and 3 workers take 3, 1, 2 and 3 gold."),
            *in_play.told(MODULE),
        ),
        in_play.pictures(MODULE, "L"),
        see=("gold-mine", "activating", "example-tree", "modules-together"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-tree",
        _("Example: an edge without workers"),
        (
            _("Red places a tile with two workers at the market with selling price 3, and fills "
              "the new space with a tree of life. The tree touches two tiles of red."),
            _("The new tile has one worker there: 1 gold. The older tile has none on that edge: 3 "
              "gold. With 6 gold from the market, the turn brings 10 gold."),
        ),
        (Scene("tree", None, _("One worker from the left, none from above")),),
        see=("tree", "order"),
        example="tree",
    )  # fmt: skip
