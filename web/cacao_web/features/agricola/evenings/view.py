"""The screens of games of Agricola that were played: one of them, and the years."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from cacao_web.features.agricola.evenings import played as shelf
from cacao_web.features.agricola.evenings.played import Evening, Played
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.pad import result_view
from cacao_web.features.agricola.pad.result_view import label
from cacao_web.features.agricola.pad.sheets import MOST_PEOPLE
from cacao_web.game.texts import words
from cacao_web.shell.controller import Evenings
from cacao_web.ui import ledger, widgets
from cacao_web.ui.i18n import _, isolated, numeral
from cacao_web.ui.markup import Markup, h, join

YEARS: Final = "years/0/"


def in_list(played: Played) -> Evenings | None:
    """The games as they stand among other played games; None if there are none."""
    if not played:
        return None
    more = join(
        h("h3", None, "Agricola"),
        h("div", {"class": "buttons"},
          widgets.button("agricola-go", _("The years"), icon="star", value=YEARS),
          widgets.button("agricola-csv", _("Save as CSV"), icon="file")),
    )  # fmt: skip
    return Evenings([(one.day, _item(one)) for one in reversed(played)], more)


def _item(evening: Evening) -> Markup:
    """A game: everybody with their points, the best first."""
    totals = evening.totals
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    people = [(label(evening.pad, at), totals[at], at in evening.winners) for at in order]
    facts = ("Agricola", isolated(evening.place), evening.note)
    return frame.was_played(f"evening/{evening.id}", people, *facts)


def game(evening: Evening, today: str, can_undo: bool) -> Markup:
    """A game: its result, and what can be written about it."""
    pad = evening.pad
    names = [label(pad, seat) for seat in range(len(pad.names))]
    return frame.screen(
        result_view.verdict(pad),
        h("div", {"class": "scroll"},
          result_view.table(names, [asdict(farm.score()) for farm in pad.farms])),
        frame.about(evening.day, evening.place, evening.note, today),
        h("div", {"class": "buttons"},
          widgets.button("agricola-tap", _("Correct the score"), icon="list", value="pad:open"),
          widgets.button("agricola-tap", _("Delete"), icon="trash", value="delete:game")),
        back="doors", onward=("doors", _("Done")), can_undo=can_undo,
    )  # fmt: skip


def years(played: Played, page: str, can_undo: bool) -> Markup:
    """The wins of each person; a page is a number of players and a year, such as ``4/2026``."""
    count, _slash, year = page.partition("/")
    players = int(count or 0)
    games = shelf.chosen(played, players, year)
    sizes = sorted({len(one.pad.names) for one in played} & set(range(1, MOST_PEOPLE + 1)))
    return frame.screen(
        _("Agricola: the years"),
        frame.years(sizes, {one.day[:4] for one in played}, players, year, len(games)),
        _rows(games),
        back="doors", onward=("doors", _("Done")), can_undo=can_undo,
    )  # fmt: skip


def _rows(games: Played) -> Markup:
    rows = shelf.rows(games)
    if not rows:
        return h("p", None, _("No such games with names yet."))
    heads = [_("Player"), _("Games"), _("Won"), _("Points"), _("Best")]
    lines = [
        ledger.row(isolated(row.name), [row.games, words.shortest(row.wins),
                                        words.decimal(row.points), numeral(row.best)])
        for row in rows
    ]  # fmt: skip
    return ledger.scrolled(ledger.table("ledger years", heads, lines))
