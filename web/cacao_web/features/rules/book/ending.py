"""The rule book: how the game ends, and who wins."""

from __future__ import annotations

from cacao_core.rules import BASE
from cacao_web.features.rules.book.entry import BookEntry
from cacao_web.ui.i18n import _, numeral


def entries() -> tuple[BookEntry, ...]:
    return (_end(), _scoring(), _winner())


def _end() -> BookEntry:
    return BookEntry(
        "end",
        _("The end of the game"),
        (
            _(
                "The game ends after the turn in which the last player places the last worker "
                "tile. By then everybody has placed the same number. The game does not end when "
                "the jungle is used up."
            ),
        ),
        see=("scoring", "overbuilding"),
    )


def _scoring() -> BookEntry:
    return BookEntry(
        "scoring",
        _("The score"),
        (
            _("Your score is the gold that you have gathered, plus:"),
            _(
                "– for each temple, {first} or {second} gold if you come first or second there;"
            ).format(first=BASE.temple_gold[0], second=BASE.temple_gold[1]),
            _("– 1 gold for each sun token that you still have;"),
            _(
                "– the value of the water field that your carrier is on, from {low} to {high}."
            ).format(low=numeral(min(BASE.water)), high=max(BASE.water)),
            _("Unsold cacao is worth nothing. A score can be negative."),
        ),
        see=("temple", "sun", "water", "winner"),
    )


def _winner() -> BookEntry:
    return BookEntry(
        "winner",
        _("Who wins"),
        (
            _(
                "The most gold wins. In a tie, the most cacao left in storage decides; if that is "
                "a tie as well, the victory is shared."
            ),
        ),
        see=("scoring",),
    )
