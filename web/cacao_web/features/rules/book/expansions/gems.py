"""The rule book: gem mines and masks."""

from __future__ import annotations

from collections import Counter
from typing import Final

from cacao_core.modules.gems import GEMS, MASKS, number_of_gems
from cacao_web.features.rules.book.entry import BookEntry, Figure, PiecePicture, Scene
from cacao_web.features.rules.book.expansions import in_play
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _

MODULE: Final = "gems"


def task() -> str:
    return _("Red: place a tile on -1,2 with two workers facing the gem mine.")


def entries() -> tuple[BookEntry, ...]:
    return (_rules(), _masks(), _example())


def _rules() -> BookEntry:
    return BookEntry(
        "gems",
        expansions.module_name(MODULE),
        (
            _("When a gem mine is turned up, for the display or the map board or straight from "
              "the pile, the next 6 gems of the hidden supply are put on it; fewer if the supply "
              "runs out. They stay on it when it is placed."),
            _("Each worker at a gem mine may take one gem from it, of the colour that you like. "
              "You keep gems beside your village board, as many as you like. Nothing is put on a "
              "mine again."),
            _("If workers of several players act there, the player whose turn it is takes all of "
              "their gems first, then the others clockwise."),
            *in_play.told(MODULE),
            _("There are {many} gems of each colour, {few} with two players.").format(
                many=number_of_gems(in_play.MANY), few=number_of_gems(in_play.FEW)),
        ),
        (*in_play.pictures(MODULE, "D"), *_gems()),
        see=("masks", "activating", "example-gems", "modules-scoring"),
    )  # fmt: skip


def _gems() -> tuple[Figure, ...]:
    names = {"R": _("red: six corners"), "G": _("green: a square"), "B": _("blue: a drop"),
             "W": _("white: a triangle")}  # fmt: skip
    return tuple(PiecePicture(f"gem-{gem}", names[gem]) for gem in GEMS)


def _masks() -> BookEntry:
    each = _("{n} × value {value}")
    figures = tuple(
        PiecePicture(f"mask-{value}", each.format(n=n, value=value))
        for value, n in Counter(MASKS).items()
    )
    return BookEntry(
        "masks",
        _("Masks"),
        (
            _("As soon as you have gems of all four colours, you exchange one of each for the "
              "mask with the lowest value that is left. The page does it for you at once, in the "
              "turn of others, too. The four gems are out of the game."),
            _("When no mask is left, you keep your gems. With two players there is no mask of "
              "value 12."),
            _("At the end of the game you get the values of your masks, and 1 gold for each gem "
              "that you still have."),
        ),
        figures,
        see=("gems", "modules-scoring"),
    )  # fmt: skip


def _example() -> BookEntry:
    return BookEntry(
        "example-gems",
        _("Example: four colours for a mask"),
        (
            _("Purple has filled a space with a gem mine. Purple’s one worker took a red gem "
              "first. Then three workers of red took red, green and blue; two white gems are "
              "left."),
            _("In red’s turn two new workers face the mine. Red takes both white gems, has all "
              "four colours, and exchanges them at once for a mask of value 8. One white gem "
              "remains, which is worth 1 gold at the end."),
        ),
        (Scene("gems", 3, _("Six gems lie on the new mine")),
         Scene("gems", 8, _("Two white gems are left"))),
        see=("gems", "masks"),
        example="gems",
    )  # fmt: skip
