"""The rule book: the action of each kind of jungle tile."""

from __future__ import annotations

from cacao_core.jungle import JUNGLE, codes_of
from cacao_core.rules import BASE
from cacao_web.features.rules.book.entry import BookEntry, Tile, Track
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, ngettext, numeral, pgettext


def entries() -> tuple[BookEntry, ...]:
    return (_plantation(), _market(), _gold_mine(), _water(), _sun(), _temple())


def _tiles(*codes: str) -> tuple[Tile, ...]:
    """Pictures of some kinds, each with its name and number of tiles."""
    return tuple(Tile(code, _counted(code)) for code in codes)


def _counted(code: str) -> str:
    count, name = BASE.jungle_in_box().get(code), words.tile_name(code)
    return _("{n} × {tile}").format(tile=name, n=count) if count else name


def _plantation() -> BookEntry:
    return BookEntry(
        "plantation",
        _("Plantation"),
        (
            _(
                "Each worker takes one cacao fruit at a single plantation and two at a double "
                "plantation, and puts them in your storage."
            ),
            _(
                "The storage holds {n} fruits. Anything that does not fit is not taken, and those "
                "workers cannot make up for it later."
            ).format(n=BASE.storage),
        ),
        _tiles(*codes_of("cacao")),
        see=("market", "village-board", "example-order"),
    )


def _market() -> BookEntry:
    return BookEntry(
        "market",
        _("Market"),
        (
            _(
                "Each worker may sell one cacao fruit from your storage for the selling price "
                "shown on the market. You need not sell all that you could."
            ),
            _(
                "Example: with three fruits in storage, two workers at a market with selling "
                "price {price} sell two of them, for {gold} gold."
            ).format(price=JUNGLE["M4"].number, gold=2 * JUNGLE["M4"].number),
        ),
        _tiles(*codes_of("market")),
        see=("plantation", "order", "example-order"),
    )


def _gold_mine() -> BookEntry:
    return BookEntry(
        "gold-mine",
        _("Gold mine"),
        (
            _("Each worker takes as much gold from the bank as the value of the mine."),
            _("Example: three workers at a mine with value {value} take {gold} gold.").format(
                value=JUNGLE["G2"].number, gold=3 * JUNGLE["G2"].number
            ),
        ),
        _tiles(*codes_of("gold")),
        see=("scoring",),
    )


def _water() -> BookEntry:
    start, last = numeral(BASE.water[0]), numeral(BASE.water[-1])
    return BookEntry(
        "water",
        pgettext("jungle tile", "Water"),
        (
            _("Each worker moves your water carrier one field along the water track."),
            _(
                "The carrier starts on {start} and stops for good on {last}. At the end of the "
                "game the value of its field is added to your gold, or taken from it."
            ).format(start=start, last=last),
        ),
        (
            *_tiles(*codes_of("water")),
            Track(_("The fields in the order in which the carrier passes them")),
        ),
        see=("scoring", "example-water"),
    )


def _sun() -> BookEntry:
    return BookEntry(
        "sun",
        _("Sun-worshipping site"),
        (
            ngettext(
                "Each worker takes one sun token. You have {n} site for them on your village "
                "board; any more are not taken.",
                "Each worker takes one sun token. You have {n} sites for them on your village "
                "board; any more are not taken.",
                BASE.sun_sites,
            ),
            _(
                "Once the jungle is used up, a sun token lets you overbuild one of your own tiles. "
                "A token that you still have at the end is worth 1 gold."
            ),
        ),
        _tiles(*codes_of("suns")),
        see=("overbuilding", "scoring"),
    )


def _temple() -> BookEntry:
    return BookEntry(
        "temple",
        _("Temple"),
        (
            _(
                "Workers at a temple do nothing during the game: they count at its end. Then each "
                "temple on its own pays {first} gold to the player with the most workers beside "
                "it, and {second} gold to the one with the second most. Players without workers "
                "there get nothing."
            ).format(first=BASE.temple_gold[0], second=BASE.temple_gold[1]),
            _(
                "If several players share first place, they split the {first} gold, rounded down, "
                "and second place gets nothing. If several share second place, they split the "
                "{second} gold, rounded down."
            ).format(first=BASE.temple_gold[0], second=BASE.temple_gold[1]),
            _(
                "Whoever is alone at a temple gets the {first} gold; the {second} stay in the "
                "bank. On an overbuilt cell, only the workers on the upper tile count."
            ).format(first=BASE.temple_gold[0], second=BASE.temple_gold[1]),
        ),
        _tiles(*codes_of("temple")),
        see=("scoring", "example-temple"),
    )
