"""The rule book: watering."""

from __future__ import annotations

from typing import Final

from cacao_web.features.rules.book.entry import BookEntry, Scene
from cacao_web.features.rules.book.expansions import in_play
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _

MODULE: Final = "watering"


def task() -> str:
    return _("Red: place a tile on -1,2 with two workers facing the watering site.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _example())


def _rules() -> BookEntry:
    return BookEntry(
        "watering",
        expansions.module_name(MODULE),
        (
            _("Each worker at a watering site may move your water carrier back by one field. For "
              "each field you take 4 cacao, as many as there is room for in your storage."),
            _("You cannot go further back than to −10: there the site gives nothing. A step that "
              "brings no cacao, because the storage is full, is not possible."),
            *in_play.told(MODULE),
            _("The second start tile is a water tile. The market with selling price 2 that "
              "usually lies there is shuffled into the pile."),
        ),
        in_play.pictures(MODULE, "I"),
        see=("water", "plantation", "example-watering"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-watering",
        _("Example: back for cacao"),
        (
            _("Red’s carrier is on 0, and red has 1 cacao. Two workers of the new tile face the "
              "watering site. The first one moves the carrier back from 0 to −1 and brings 4 "
              "cacao: the storage is full. The second one can do nothing."),
            _("Then a worker sells 1 cacao at the market for 3 gold. Red has lost 1 point on the "
              "water, and won 3 gold and 3 cacao."),
        ),
        (Scene("watering", None, _("Two workers at the watering site, one at the market")),),
        see=("watering", "order"),
        example="watering",
    )  # fmt: skip
