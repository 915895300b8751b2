"""The years at the table: who won how often, and the rivals of a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS
from cacao_web.features.companion import view
from cacao_web.features.companion.evenings import years
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.features.companion.evenings.played_view import day_name
from cacao_web.features.companion.evenings.years import Rival, YearsRow
from cacao_web.features.companion.frame import frame
from cacao_web.game.texts import words
from cacao_web.ui import ledger, widgets
from cacao_web.ui.i18n import _, isolated, ngettext, numeral
from cacao_web.ui.markup import Markup, h, join

_MOST_CHIPS: Final = 30
_SIZES: Final = range(MIN_PLAYERS, MAX_PLAYERS + 1)


def table(played: PlayedEvenings, page: str) -> Markup:
    """Everybody's games; a page is a number of players and a year, such as ``4/2026``."""
    players, year = _chosen(page)
    games = years.chosen(played, players, year)
    return frame.screen(
        _("The years"),
        frame.years(_SIZES, {one.day[:4] for one in played.games}, players, year, len(games)),
        _rows(played, years.rows(played, games)),
        back=view.PLAYED,
        onward=("doors", _("Done")),
        can_undo=bool(played.past),
    )


def _chosen(page: str) -> tuple[int, str]:
    players, _slash, year = page.partition("/")
    return int(players or 0), year


def _rows(played: PlayedEvenings, rows: Sequence[YearsRow]) -> Markup:
    if not rows:
        return h("p", None, _("No such games with names yet."))
    heads = [_("Player"), _("Games"), _("Won"), _("Gold"), _("Best")]
    lines = [
        ledger.row(
            _link(played, row.key),
            [row.games, words.shortest(row.wins), words.decimal(row.gold), row.most],
        )
        for row in rows
    ]
    return _table(heads, lines)


def _link(played: PlayedEvenings, key: str) -> Markup:
    return widgets.button("companion-go", isolated(played.name(key)), value=f"person/{key}")


def _table(heads: Sequence[str], lines: Sequence[Markup]) -> Markup:
    return ledger.scrolled(ledger.table("ledger years", heads, lines))


# --- A person ------------------------------------------------------------------------------------


def person(played: PlayedEvenings, key: str) -> Markup:
    """A person's games by number of players, rivals, and names."""
    return frame.screen(
        isolated(played.name(key)),
        _own(played, key),
        _rivals(played, years.rivals(played, key, played.games)),
        _names(played, key),
        back="years/0/",
        onward=("years/0/", _("Done")),
        can_undo=bool(played.past),
    )


def _own(played: PlayedEvenings, key: str) -> Markup:
    lines = []
    for players in (0, *_SIZES):
        rows = years.rows(played, years.chosen(played, players, ""))
        row = next((one for one in rows if one.key == key), None)
        if row:
            size = ngettext("{n} player", "{n} players", players) if players else _("All")
            best = widgets.button("companion-go", numeral(row.most), value=f"played/{row.best.id}",
                                  title=day_name(row.best.day))  # fmt: skip
            gold = words.decimal(row.gold)
            lines.append(ledger.row(size, [row.games, words.shortest(row.wins), gold, best]))
    return _table([_("Games with"), _("Games"), _("Won"), _("Gold"), _("Best")], lines)


def _rivals(played: PlayedEvenings, rivals: Sequence[Rival]) -> Markup | None:
    if not rivals:
        return None
    heads = [_("Against"), _("Ahead"), _("Behind"), _("Tied"), _("Margin")]
    lines = [
        ledger.row(_link(played, one.key), [one.won, one.lost, one.tied, words.decimal(one.margin)])
        for one in rivals
    ]
    note = _("Ahead and behind: how often each of the two finished in front. Margin: the "
             "average difference in gold.")  # fmt: skip
    return join(
        h("h3", None, _("Rivals")), _table(heads, lines), h("p", {"class": "soft note"}, note)
    )


def _names(played: PlayedEvenings, key: str) -> Markup:
    """Another name, the same person under other names, and those who are one already."""
    everybody = [row.key for row in years.rows(played, played.games)]
    others = [one for one in everybody if one != key and not played.have_met(key, one)]
    same = [
        widgets.button("companion-tap", isolated(played.name(one)), value=f"join:{one}", css="chip")
        for one in others[:_MOST_CHIPS]
    ]
    apart = [
        widgets.button("companion-tap", _("{name} is somebody else").format(name=isolated(name)),
                       value=f"apart:{one}")
        for one, name in played.written(key)
    ]  # fmt: skip
    field = {"name": "rename", "value": played.name(key), "maxlength": LONGEST_NAME,
             "aria-label": _("Name"), "autocomplete": "off"}  # fmt: skip
    rename = widgets.button("companion-tap", _("Rename"), value="rename:now")
    return join(
        h("div", {"class": "row rename"}, h("input", field), rename),
        frame.group(_("The same person as"), same, css="chips") if same else None,
        frame.group(_("Also written as"), apart, css="chips") if apart else None,
    )
