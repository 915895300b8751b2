"""The rule book: the map board."""

from __future__ import annotations

from typing import Final

from cacao_web.features.rules.book.entry import BookEntry, MapBoardPicture, PiecePicture, Scene
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _

MODULE: Final = "map"


def task() -> str:
    return _("Red: place a tile on -1,2, and fill the space with the market of the map board.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _example())


def _rules() -> BookEntry:
    return BookEntry(
        "map",
        expansions.module_name(MODULE),
        (
            _("Two more jungle tiles lie face up on the map board, beside the display. Each "
              "player has 2 map tiles. All tiles of the base game stay in play."),
            _("When you fill a jungle space, you may give up a map tile and take a tile of the "
              "map board instead of one of the display. You may give up both map tiles in one "
              "turn."),
            _("At the end of each turn, tiles of the map board move into the display until it "
              "has 2, first the one that lies there longest. Then the map board is refilled from "
              "the pile."),
            _("Overbuilding begins when the display, the map board and the pile are empty. Map "
              "tiles that are left are worth nothing."),
            _("If the display is empty and you must still fill a space, you may use a map tile, "
              "or draw the tile unseen from the pile. Without a map tile you draw. If the pile is "
              "empty, too, you must use a map tile; without one the space stays empty, although "
              "there is something on the map board."),
            _("A space that stayed empty is filled in a later turn in which somebody places a tile "
              "beside it, if there are jungle tiles then."),
        ),
        (
            MapBoardPicture(("P2", "M4"), _("The map board")),
            PiecePicture("good-map", _("2 map tiles for each player")),
        ),
        see=("filling", "shortage", "example-map", "early-overbuilding"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-map",
        _("Example: a market from the map board"),
        (
            _("Red has 3 cacao, and opens a space with a new tile. In the display are water and a "
              "temple, but on the map board there is a market with selling price 4."),
            _("Red gives up a map tile for this market. One worker takes a fourth cacao at the "
              "plantation, and two workers sell 2 at the market, for 8 gold."),
            _("At the end of the turn nothing is missing in the display, so only the map board "
              "is refilled, from the pile."),
        ),
        (Scene("map", None, _("The market from the map board")),),
        see=("map", "filling"),
        example="map",
    )  # fmt: skip
