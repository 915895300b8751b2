"""Results of friends in daily games, beside the person's own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from cacao_web.features.daily.friends import DAYS, DayResult, Read, current, of_day
from cacao_web.features.daily.model import DailyResult, History
from cacao_web.game.setup import levels
from cacao_web.ui import ledger, widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, isolated, numeral
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import check


def _named(line: DayResult) -> str:
    return isolated(line.name) if line.name else _("A friend")


def beside(lines: Sequence[DayResult], own: DailyResult | None) -> str:
    """The results of a day in a row, most gold first, such as "Ben 61, you 59"."""
    parts = [(-own.own, _("you {n}").format(n=numeral(own.own)))] if own else []
    parts += [(-one.played.own, f"{_named(one)} {numeral(one.played.own)}") for one in lines]
    return ", ".join(text for _gold, text in sorted(parts, key=lambda part: part[0]))


def arrived(lines: Sequence[DayResult], history: History, today: date) -> list[str]:
    """Sentences about lines that have come, by day, the latest first."""
    days = sorted({one.day for one in lines}, reverse=True)
    return [_arrived(of_day(lines, day), history.get(day), day, today) for day in days]


def _arrived(lines: Sequence[DayResult], own: DailyResult | None, day: date, today: date) -> str:
    text = beside(lines, own)
    if day != today:
        text = f"{day.isoformat()}: {text}"
    if own:
        return f"{text}."
    not_yet, never = _("You have not played this game yet."), _("You have not played that game.")
    return f"{text}. {not_yet if day >= today else never}"


def problems(read: Read, today: date) -> list[str]:
    """Sentences about the lines of a text that cannot be kept."""
    if not read.lines and not read.damaged:
        return [_("The link is missing here. Paste everything that your friend has copied.")]
    sentences = [_("A result is damaged. Ask your friend for it again.")] if read.damaged else []
    counted = current(read.lines, today)
    for day in sorted({one.day for one in read.lines if one not in counted}):
        sentence = _("The daily game {day} has not begun yet.")
        if day < today:
            sentence = _("The daily game {day} is too long ago: results of friends stay for "
                         "{n} days.")  # fmt: skip
        sentences.append(sentence.format(day=day.isoformat(), n=DAYS))
    return sentences


def friends(lines: Sequence[DayResult], history: History, has_name: bool) -> Markup | None:
    """The results of friends, day by day, and how they come here.

    Args:
        lines: those that still stand.
        history: the person's own results.
        has_name: whether friends learn the person's name.
    """
    if not lines and not history:
        return None
    note = _("Send your result to friends. Open the link of theirs, or paste it: it stays beside "
             "yours for {n} days.")  # fmt: skip
    nameless = _("The link of your result does not say whose it is: you have no name in the "
                 "settings.")  # fmt: skip
    return h(
        "section",
        {"class": "days"},
        h("h3", None, _("Friends")),
        _table(lines, history) if lines else None,
        h("p", {"class": "soft note"}, note.format(n=DAYS)),
        None if has_name else h("p", {"class": "soft note"}, nameless),
        h("div", {"class": "buttons"}, widgets.button(Command.OPEN, _("Paste a result…")),
          None if has_name else widgets.button(Command.SETTINGS, _("Settings"))),
    )  # fmt: skip


def exchange(wanted: bool) -> Markup:
    """The choice whether results are exchanged with those who play by relay here."""
    label = _("Exchange results with those I play with by relay")
    note = _("They see yours, with your name in your game with them, if they have chosen this too. "
             "A result is shown after your own game of that day.")  # fmt: skip
    return h("form", {"class": "exchange"}, check("exchange", label, wanted),
             h("p", {"class": "soft note"}, note))  # fmt: skip


def _table(lines: Sequence[DayResult], history: History) -> Markup:
    heads = [_("Player"), _("Computer"), _("Gold")]
    head = h("tr", None, [h("th", {"scope": "col"}, text) for text in heads])
    days = sorted({one.day for one in lines}, reverse=True)
    bodies = [_day(day, of_day(lines, day), history.get(day)) for day in days]
    table = h("table", {"class": "ledger friends"}, h("thead", None, head), bodies)
    return h("div", {"class": "scroll"}, table)


def _day(day: date, lines: Sequence[DayResult], own: DailyResult | None) -> Markup:
    """The rows of a day, most gold first; of equal ones, the person's own."""
    rows = [(-one.played.own, 1, _row(_named(one), one.played)) for one in lines]
    if own:
        rows.append((-own.own, 0, _row(_("You"), own, "own")))
    heading = h("tr", None, h("th", {"scope": "rowgroup", "colspan": 3}, day.isoformat()))
    return h("tbody", None, heading, [row for *_order, row in sorted(rows, key=lambda r: r[:2])])


def _row(name: str, played: DailyResult, css: str = "") -> Markup:
    level = levels.level_name(played.level)
    gold = f"{numeral(played.own)} : {numeral(played.other)}"
    return ledger.row(name, [level, gold], css or None)
