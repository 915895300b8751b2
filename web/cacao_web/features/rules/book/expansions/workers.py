"""The rule book: new workers."""

from __future__ import annotations

from typing import Final

from cacao_core.modules import IN_THE_BOX
from cacao_core.tiles import NEW_KINDS
from cacao_web.features.rules.book.entry import BookEntry, Crew, Scene
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _, ngettext

MODULE: Final = "workers"


def task() -> str:
    return _("Red: place the tile with four workers on one edge on 0,1, facing the plantation.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _example())


def _rules() -> BookEntry:
    figures = tuple(
        Crew(edges, ngettext("{n} of each colour", "{n} of each colour", IN_THE_BOX[edges]))
        for edges in NEW_KINDS
    )
    return BookEntry(
        "workers",
        expansions.module_name(MODULE),
        (
            _("There are four new worker tiles of each colour. Before the game you agree which "
              "tiles you play with: any mix, the same for all."),
            _("If you change nothing, the new tiles replace the tiles 1-1-1-1; if there are fewer "
              "than four of these, they replace 2-1-0-1 as well. So each player has as many tiles "
              "as usual."),
            _("More worker tiles make a longer game. Recommended is a mix with more worker tiles "
              "than jungle tiles in all, start tiles included: 1 to 8 more with two players, 2 to "
              "12 with three, 3 to 16 with four."),
            _("With many worker tiles there may be no cell left where you can place one. Then you "
              "overbuild one of your own tiles, even without a sun token, and while jungle tiles "
              "are left."),
            _("All workers of an edge act together, as usual: four workers at a plantation take 4 "
              "cacao, and at a temple all of them count."),
        ),
        figures,
        see=("worker-tiles", "setup", "example-workers", "big-game"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-workers",
        _("Example: four workers on one edge"),
        (
            _("Red places the tile with four workers on one edge so that all of them face the "
              "single plantation. They take 4 cacao at once. The other three edges have nobody."),
        ),
        (Scene("workers", None, _("Four workers at the plantation")),),
        see=("workers", "plantation"),
        example="workers",
    )  # fmt: skip
