"""A person's results: tables, averages by source of gold, records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_web.features.statistics import gold_view
from cacao_web.features.statistics.model import GameGroup, GameOutcome, Summary
from cacao_web.game.setup import levels
from cacao_web.game.texts import words
from cacao_web.ui import ledger, widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, moment, ngettext
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog

UNDO: Final = "undo-reset"
"""Id of the button that undoes a reset."""


def reckoning(done: int, games: int) -> Markup:
    """Progress while saved games are read."""
    label = _("Reading your games: {n} of {m}").format(n=done, m=games)
    bar = h("progress", {"max": max(games, 1), "value": done})
    return dialog(_("Statistics"), h("label", {"class": "reckoning"}, label, bar))


def summary(
    summary: Summary | None,
    since: str,
    undoable: bool,
    skill: Iterable[Markup] = (),
    expanded: bool = False,
    friends: Markup | None = None,
) -> Markup:
    """The statistics.

    Args:
        summary: the statistics; None if no game counts.
        since: the date from which games count, ISO 8601; empty if all do.
        undoable: whether the reset can be undone.
        skill: what is told of luck and skill.
        expanded: whether games are left out because of their expansions.
        friends: the tables of games with friends.
    """
    intro = _("Your finished games against computers that are saved here.")
    without = _("A game does not count if you took back a whole turn and played it "
                "differently, or if it goes on from an earlier turn of another game.")  # fmt: skip
    if expanded:
        without += " " + _("Games with expansions do not count either.")
    empty = _("Nothing to count yet: finish a game against computers.")
    sentence = _("Only games started after {date} count.")
    date = moment(since, exact=True)
    undo = _("Undo") if undoable else _("Count all games")
    return dialog(
        _("Statistics"),
        friends,
        h("h3", None, _("Against computers")) if friends else None,
        h("p", {"class": "soft"} if summary else None, intro if summary else empty, " ", without),
        h("div", {"class": "since"}, h("p", {"class": "soft"}, sentence.format(date=date)),
          widgets.button("restore-statistics", undo, icon="undo", id=UNDO)) if since else None,
        _found(summary, skill) if summary else None,
    )  # fmt: skip


def _found(summary: Summary, skill: Iterable[Markup]) -> Markup:
    return join(
        _levels(summary),
        *skill,
        *gold_view.compared(summary),
        h("h3", None, _("Records")),
        _records(summary),
        h(
            "div",
            {"class": "buttons last"},
            widgets.button("export-statistics", _("Save as CSV"), icon="file"),
            widgets.button("reset-statistics", _("Start over"), icon="again"),
        ),
    )


# --- By level ----------------------------------------------------------------------------------


def _levels(summary: Summary) -> Markup:
    """Games, victories and averages by level and number of players."""
    heads = [_("Strongest computer"), _("Games"), _("Won"), _("Gold"), _("Margin")]
    rows = [_group(*kind, group) for kind, group in summary.groups.items()]
    note = _("Gold and margin are averages; the margin is measured against the best of the others.")
    table = ledger.table("ledger", heads, rows)
    return join(ledger.scrolled(table), h("p", {"class": "soft note"}, note))


def _group(rules: str, level: str, players: int, group: GameGroup) -> Markup:
    name = join(levels.computer_name(level), " ", h("small", None, gold_view.size(rules, players)))
    texts = [
        str(group.games),
        f"{group.wins / group.games:.0%}",
        words.average(group.gold, group.games),
        words.average(group.margin, group.games),
    ]
    return ledger.row(name, texts)


# --- Records -----------------------------------------------------------------------------------


def _records(summary: Summary) -> Markup:
    most = ngettext("{n} gold", "{n} gold", summary.highest.gold)
    row = ngettext("{n} game", "{n} games", summary.row)
    items = [_record(_("Most gold"), most, summary.highest)]
    if summary.widest:
        ahead = ngettext("{n} gold ahead", "{n} gold ahead", summary.widest.margin)
        items.append(_record(_("Biggest win"), ahead, summary.widest))
    items.append(_record(_("Most wins in a row"), row, None))
    return h("ul", {"class": "records"}, items)


def _record(label: str, value: str, game: GameOutcome | None) -> Markup:
    """A record, with a link to its game."""
    where = button = None
    if game:
        when = widgets.moment(game.when)
        where = h("small", None, levels.computer_name(game.level), " · ", when)
        described = _("Open the game: {record}").format(record=label)
        button = widgets.button(
            Command.RESUME, _("Open"), value=game.id, **{"aria-label": described}
        )
    return h("li", None, h("span", None, label, where), h("b", None, value), button)
