"""The rule book: worked examples, step by step; their records are in ``examples``."""

from __future__ import annotations

from cacao_web.features.rules.book import expansions
from cacao_web.features.rules.book.entry import BookEntry, Scene
from cacao_web.game.learning.module_turns import TURNS
from cacao_web.ui.i18n import _


def entries() -> tuple[BookEntry, ...]:
    return (_order(), _fill(), _water(), _temple(), _overbuild())


def task(example: str) -> str:
    """The task in the position of an example, in one sentence."""
    if example in TURNS:
        return expansions.task(example)
    return {
        "order": _("Red: two workers face the plantation, one faces the market. Which acts first?"),
        "fill": _("Purple: on -1,0, place the tile with one worker on each edge."),
        "water": _("Purple: on -1,0, place the tile with one worker on each edge."),
        "temple": _("Yellow: place a tile on -2,-1 with two workers facing the temple."),
        "overbuild": _("Red: overbuild your own tile on -1,2 with the tile 2-1-0-1."),
    }[example]


def _order() -> BookEntry:
    return BookEntry(
        "example-order",
        _("Example: plantation before market"),
        (
            _(
                "Red has just placed the first tile: two workers face the single plantation, one "
                "faces the market with selling price 2. The storage is empty."
            ),
            _(
                "Plantation first: red takes 2 cacao, then sells 1 of it for 2 gold and keeps the "
                "other. With the market first, there would have been nothing to sell."
            ),
        ),
        (Scene("order", 1, _("Red chooses the order")),),
        see=("order", "market"),
        example="order",
    )


def _fill() -> BookEntry:
    return BookEntry(
        "example-fill",
        _("Example: a filled space helps others, too"),
        (
            _(
                "Red has 1 cacao from the turn before. Purple places a tile so that a space "
                "touches both tiles, and fills it with a market with selling price 3."
            ),
            _(
                "Purple first takes 1 cacao from the plantation, then sells it at the new market "
                "for 3 gold."
            ),
            _(
                "One of red’s workers faces the new market as well: red sells the 1 cacao for 3 "
                "gold, during purple’s turn."
            ),
        ),
        (
            Scene("fill", 4, _("The market has just been placed")),
            Scene("fill", None, _("Both have sold: 3 gold each")),
        ),
        see=("filling", "activating"),
        example="fill",
    )


def _water() -> BookEntry:
    return BookEntry(
        "example-water",
        _("Example: three steps along the water"),
        (
            _(
                "Three of red’s workers face an empty space. Purple places a tile beside it, has "
                "to fill it, and chooses water."
            ),
            _(
                "Purple’s one worker moves purple’s carrier one field, from −10 to −4. Red’s "
                "three workers act as well: red’s carrier moves three fields, from −10 to 0, "
                "which is worth 10 gold at the end."
            ),
        ),
        (Scene("water", None, _("Three red workers and one purple worker use the water")),),
        see=("water", "filling"),
        example="water",
    )


def _temple() -> BookEntry:
    return BookEntry(
        "example-temple",
        _("Example: a shared first place at a temple"),
        (
            _(
                "Red has two workers beside the temple, and purple has one. Yellow places a tile "
                "with two workers facing it."
            ),
            _(
                "Yellow and red now share first place: each would get 3 of the 6 gold. Purple "
                "would get nothing, because nothing is paid for second place when first place is "
                "shared."
            ),
        ),
        (Scene("temple", None, _("Yellow 2, red 2, purple 1")),),
        see=("temple", "scoring"),
        example="temple",
    )


def _overbuild() -> BookEntry:
    return BookEntry(
        "example-overbuild",
        _("Example: overbuilding"),
        (
            _(
                "The jungle is used up. Red has 2 sun tokens and no cacao, and the carrier is on "
                "0. Red returns one sun token and overbuilds one of red’s own tiles, to use its "
                "place beside three jungle tiles once more."
            ),
            _(
                "One worker at the double plantation takes 2 cacao. Two workers at the market with "
                "selling price 4 sell them for 8 gold. One worker at the water moves the carrier "
                "one field, from 0 to 2."
            ),
        ),
        (
            Scene("overbuild", 73, _("Before")),
            Scene("overbuild", None, _("After: the rim shows that there is a tile underneath")),
        ),
        see=("overbuilding", "order"),
        example="overbuild",
    )
