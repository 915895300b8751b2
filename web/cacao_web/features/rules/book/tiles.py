"""The rule book: the action of each kind of jungle tile."""

from __future__ import annotations

from cacao_core.scoring import TEMPLE_FIRST, TEMPLE_SECOND
from cacao_core.tiles import (
    JUNGLE_TILES,
    LAST_WATER_FIELD,
    MARKETS,
    MINES,
    PLANTATIONS,
    STORAGE_SPACES,
    SUN_SITE,
    SUN_SITES,
    TEMPLE,
    WATER,
    WATER_FIELDS,
)
from cacao_web.features.rules.book.entry import Entry, Tile, Track
from cacao_web.game import words
from cacao_web.ui.i18n import _, ngettext, pgettext


def entries() -> tuple[Entry, ...]:
    return (_plantation(), _market(), _gold_mine(), _water(), _sun(), _temple())


def _tiles(*codes: str) -> tuple[Tile, ...]:
    """Pictures of some kinds, each with its name and number of tiles."""
    return tuple(Tile(code, _counted(code)) for code in codes)


def _counted(code: str) -> str:
    return _("{n} × {tile}").format(tile=words.tile_name(code), n=JUNGLE_TILES[code])


def _plantation() -> Entry:
    return Entry(
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
            ).format(n=STORAGE_SPACES),
        ),
        _tiles(*PLANTATIONS),
        see=("market", "village-board", "example-order"),
    )


def _market() -> Entry:
    return Entry(
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
            ).format(price=MARKETS["M4"], gold=2 * MARKETS["M4"]),
        ),
        _tiles(*MARKETS),
        see=("plantation", "order", "example-order"),
    )


def _gold_mine() -> Entry:
    return Entry(
        "gold-mine",
        _("Gold mine"),
        (
            _("Each worker takes as much gold from the bank as the value of the mine."),
            _("Example: three workers at a mine with value {value} take {gold} gold.").format(
                value=MINES["G2"], gold=3 * MINES["G2"]
            ),
        ),
        _tiles(*MINES),
        see=("scoring",),
    )


def _water() -> Entry:
    start, last = words.number(WATER_FIELDS[0]), words.number(WATER_FIELDS[LAST_WATER_FIELD])
    return Entry(
        "water",
        pgettext("jungle tile", "Water"),
        (
            _("Each worker moves your water carrier one field along the water track."),
            _(
                "The carrier starts on {start} and stops for good on {last}. At the end of the "
                "game the value of its field is added to your gold, or taken from it."
            ).format(start=start, last=last),
        ),
        (*_tiles(WATER), Track(_("The fields in the order in which the carrier passes them"))),
        see=("scoring", "example-water"),
    )


def _sun() -> Entry:
    return Entry(
        "sun",
        _("Sun-worshipping site"),
        (
            ngettext(
                "Each worker takes one sun token. You have {n} site for them on your village "
                "board; any more are not taken.",
                "Each worker takes one sun token. You have {n} sites for them on your village "
                "board; any more are not taken.",
                SUN_SITES,
            ),
            _(
                "Once the jungle is used up, a sun token lets you overbuild one of your own tiles. "
                "A token that you still have at the end is worth 1 gold."
            ),
        ),
        _tiles(SUN_SITE),
        see=("overbuilding", "scoring"),
    )


def _temple() -> Entry:
    return Entry(
        "temple",
        _("Temple"),
        (
            _(
                "Workers at a temple do nothing during the game: they count at its end. Then each "
                "temple on its own pays {first} gold to the player with the most workers beside "
                "it, and {second} gold to the one with the second most. Players without workers "
                "there get nothing."
            ).format(first=TEMPLE_FIRST, second=TEMPLE_SECOND),
            _(
                "If several players share first place, they split the {first} gold, rounded down, "
                "and second place gets nothing. If several share second place, they split the "
                "{second} gold, rounded down."
            ).format(first=TEMPLE_FIRST, second=TEMPLE_SECOND),
            _(
                "Whoever is alone at a temple gets the {first} gold; the {second} stay in the "
                "bank. On an overbuilt cell, only the workers on the upper tile count."
            ).format(first=TEMPLE_FIRST, second=TEMPLE_SECOND),
        ),
        _tiles(TEMPLE),
        see=("scoring", "example-temple"),
    )
