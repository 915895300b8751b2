"""The rule book: the favour of the emperor."""

from __future__ import annotations

from typing import Final

from cacao_web.features.rules.book.entry import BookEntry, PiecePicture, Scene
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _

MODULE: Final = "emperor"


def task() -> str:
    return _("Red: place a tile on 0,-1, in the emperor’s column.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _example())


def _rules() -> BookEntry:
    return BookEntry(
        "emperor",
        expansions.module_name(MODULE),
        (
            _("The emperor is a figure. At first it stands on the second start tile. All tiles of "
              "the base game stay in play."),
            _("If you place a worker tile in the emperor’s row or column, you move the emperor "
              "onto it and take 1 gold at once, before you fill spaces. The distance does not "
              "matter, nor do gaps and other tiles between. It works when you overbuild, too."),
            _("If your turn begins and the emperor stands on a tile of yours, you take 1 gold. So "
              "a tile where the emperor stays pays again and again."),
            _("You must move the emperor when you place a tile there. You may overbuild the tile "
              "where it stands: you place in its row and column, and take 1 gold."),
        ),
        (PiecePicture("emperor", _("The emperor")),),
        see=("placing", "overbuilding", "example-emperor"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-emperor",
        _("Example: 3 gold from the emperor"),
        (
            _("Red’s first tile was in the row of the emperor, who came onto it for 1 gold. "
              "Purple’s tile is in another row and column, so the emperor stayed."),
            _("Red’s next turn begins: 1 gold, as the emperor stands on red’s tile. Red places a "
              "tile in the same column, beyond the plantation: the emperor moves there, for 1 gold "
              "more."),
        ),
        (Scene("emperor", 8, _("Before: the emperor’s row and column")),
         Scene("emperor", 9, _("After: on the new tile"))),
        see=("emperor",),
        example="emperor",
    )  # fmt: skip
