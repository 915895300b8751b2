"""The rule book: the expansions in general, several modules in one game, and the big game."""

from __future__ import annotations

from collections import Counter

from cacao_core.modules import NAMES
from cacao_core.rules import expanded
from cacao_web.features.rules.book.entry import BookEntry, Card
from cacao_web.features.rules.book.expansions import in_play
from cacao_web.game.texts import expansions
from cacao_web.ui.i18n import _


def entries() -> tuple[BookEntry, ...]:
    return (_expansions(), _together(), _big_game(), _scoring(), _early())


def _expansions() -> BookEntry:
    return BookEntry(
        "expansions",
        _("Chocolatl and Diamante"),
        (
            _("The two expansions have four modules each. You can play with any of them, alone or "
              "together. All rules of the base game hold where a module says nothing else."),
            _("Choose modules under “Expansions” when you set up a new game. Most of them bring "
              "new jungle tiles, and others go back into the box in their place: the page of "
              "each module says which. With two players, the changes come after those of the base "
              "game."),
        ),
        tuple(Card(module, expansions.module_name(module)) for module in NAMES),
        see=NAMES,
    )  # fmt: skip


def _together() -> BookEntry:
    return BookEntry(
        "modules-together",
        _("Several modules in one game"),
        (
            _("Put in and put away what each module says. If a tile is already away, nothing else "
              "takes its place."),
            _("Tree of life with chocolate: put away only what chocolate says, and add the trees. "
              "The game has more jungle tiles, so all have more worker tiles, too: with three "
              "players nobody puts a tile away, with four each puts away only one 1-1-1-1, and "
              "with two each also has the new tile with four workers on one edge."),
            _("Things happen in this order: at the beginning of your turn the emperor’s gold; when "
              "the tile is placed the emperor comes; then spaces are filled and workers act; then "
              "the farmer’s extra cacao, building a hut, drawing, and refilling."),
        ),
        see=("tree", "chocolate", "big-game"),
    )  # fmt: skip


def _big_game() -> BookEntry:
    big = expanded(big=True)
    four, three = (
        Counter(big.jungle_tiles[players]) + Counter(big.start_tiles.values()) for players in (4, 3)
    )
    return BookEntry(
        "big-game",
        _("The big game"),
        (
            _("With three or four players you can play with all eight modules at once, and put "
              "nothing away: all {jungle} jungle tiles are in play, start tiles included, and each "
              "player has all {workers} worker tiles, old and new.").format(
                  jungle=sum(four.values()), workers=big.turns(4)),
            _("With three players, these stay in the box: {tiles}.").format(
                tiles=in_play.named(dict(four - three))),
            _("With two players you can play with all modules, too, each with its usual changes."),
        ),
        see=("modules-together", "expansions"),
    )  # fmt: skip


def _scoring() -> BookEntry:
    return BookEntry(
        "modules-scoring",
        _("The score with modules"),
        (
            _("Your score is that of the base game, plus:"),
            _("– for each hut its cost, and its bonus;"),
            _("– the values of your masks, and 1 gold for each gem that you still have."),
            _("Bars of chocolate and map tiles are worth nothing. In a tie the most cacao decides; "
              "bars do not count."),
        ),
        see=("scoring", "huts", "masks"),
    )  # fmt: skip


def _early() -> BookEntry:
    return BookEntry(
        "early-overbuilding",
        _("Early overbuilding"),
        (
            _("A variant, if all agree: you may overbuild as soon as the jungle pile is empty, "
              "although tiles lie in the display or on the map board. You still need a sun token."),
            _("Choose it under “Expansions”, with the map."),
        ),
        see=("overbuilding", "map"),
    )  # fmt: skip
