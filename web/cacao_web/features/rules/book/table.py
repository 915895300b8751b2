"""The rule book: the companion for games with real pieces."""

from __future__ import annotations

from cacao_web.features.rules.book.entry import BookEntry
from cacao_web.ui.i18n import _


def entries() -> tuple[BookEntry, ...]:
    return (_cacao(),)


def _cacao() -> BookEntry:
    return BookEntry(
        "at-the-table",
        _("Playing with real tiles"),
        (
            _("“At the table” on the first screen is for a game from the box, with this device "
              "beside the tiles. It needs no network. The page saves every tap, and you can "
              "take taps back."),
            _("– Set up: who plays, who starts, what goes back into the box, what lies where."),
            _("– Write down a game: tap the tile, its cell, the tile that fills the space, and "
              "the one turned up into the display. The page checks the rules and keeps track "
              "of goods and points. At the end it is a game like any other, to replay and "
              "analyse."),
            _("– Computers can play along: somebody draws for them, and the page says what "
              "they do. If your game has already begun, copy it tile by tile and go on."),
            _("– Only the score: count a finished game with buttons. If you copy your table, "
              "the page counts the temples for you."),
            _("– Expansions: tick the modules where you say who plays. In a game that you write "
              "down, you then say which huts lie there, and which gems you draw for a mine."),
            _("– Played games: those that you have written down or counted, with day, place and "
              "note; who won how often, and against whom; matches of three games. They can be "
              "saved as a file and brought back."),
            _("– Clock for turns: how long each of you has thought so far; silent."),
        ),
        see=("setup", "scoring"),
    )  # fmt: skip
