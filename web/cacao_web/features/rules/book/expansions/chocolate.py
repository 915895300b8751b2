"""The rule book: chocolate."""

from __future__ import annotations

from typing import Final

from cacao_core.modules.chocolate import FOR_BAR, FOR_CACAO
from cacao_web.features.rules.book.entry import BookEntry, PiecePicture, Scene
from cacao_web.features.rules.book.expansions import in_play
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _

MODULE: Final = "chocolate"


def task() -> str:
    return _("Red: place a tile on -1,2, and fill the space with the chocolate market.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _example())


def _rules() -> BookEntry:
    return BookEntry(
        "chocolate",
        expansions.module_name(MODULE),
        (
            _("Each worker at a chocolate kitchen may turn 1 cacao of your storage into 1 bar of "
              "chocolate. The bar lies in the same storage space: a space holds one cacao or one "
              "bar."),
            _("Each worker at a chocolate market may sell 1 cacao for {cacao} gold, or 1 bar for "
              "{bar} gold. Workers of one edge may sell some of both.").format(
                  cacao=FOR_CACAO, bar=FOR_BAR),
            _("Other markets buy no bars. Bars that are left at the end are worth nothing, also "
              "in a tie. There are always enough bars."),
            *in_play.told(MODULE),
        ),
        (*in_play.pictures(MODULE, "K", "C"), PiecePicture("good-bar", _("A bar of chocolate"))),
        see=("market", "plantation", "example-chocolate", "modules-together"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-chocolate",
        _("Example: from cacao to a bar to gold"),
        (
            _("Red has 2 cacao and 1 bar, which was made in purple’s turn. Red’s new tile has two "
              "workers at the kitchen and one at a new chocolate market."),
            _("Kitchen first: both cacao become bars, so red has 3 bars. Then the worker at the "
              "market sells one bar for 7 gold. Two bars stay in storage for later."),
        ),
        (Scene("chocolate", None, _("The kitchen, and below it the chocolate market")),),
        see=("chocolate", "order"),
        example="chocolate",
    )  # fmt: skip
