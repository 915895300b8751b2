"""The daily game: its dialog, and its part of the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from cacao_web.board.forms.level import slider
from cacao_web.features.daily import friends_view, model
from cacao_web.features.daily.friends import DayResult
from cacao_web.features.daily.model import DailyResult, History
from cacao_web.game.setup import levels
from cacao_web.ui import ledger, widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, ngettext, numeral
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog

_PERSON: Final = "\N{SLIGHTLY SMILING FACE}"
_ROBOT: Final = "\N{ROBOT FACE}"
_CHOCOLATE: Final = "\N{CHOCOLATE BAR}"
_TROPHY: Final = "\N{TROPHY}"
_DAYS: Final = 7
"""Number of days listed in the history."""


class Today(NamedTuple):
    """The data of the dialog about a day."""

    day: date  # the day, in UTC
    level: str  # the computer that is chosen
    suits: str  # the one that suits the person
    history: History  # the results of all days
    going: str  # name of the day's unfinished game, if there is one
    over: str  # name of the day's game that counted, if it is still stored
    can_share: bool  # whether the browser has a share sheet
    lines: Sequence[DayResult] = ()  # the results of friends that still stand
    has_name: bool = True  # whether the settings know the person's name
    is_carried: bool = False  # whether there are games that need no links
    exchanges: bool = False  # whether results are exchanged with those who play them


def today(present: Today) -> Markup:
    """The day's game, and the results of earlier days."""
    about = _("Everybody gets the same tiles each day (the day changes at midnight UTC). You "
              "sit in the same seat as everybody else, against one computer.")  # fmt: skip
    about = f"{about} {widgets.without_expansions()}"
    return dialog(
        _("Daily game"),
        h("p", {"class": "day"}, h("time", {"datetime": present.day.isoformat()},
                                   present.day.isoformat())),
        _done(present) if present.day in present.history else h("p", None, about),
        None if present.going or present.day in present.history else _level(present),
        friends_view.friends(present.lines, present.history, present.has_name),
        friends_view.exchange(present.exchanges) if present.is_carried else None,
        _days(present.history, present.day),
        _buttons(present),
    )  # fmt: skip


def _done(present: Today) -> Markup:
    """Today's game is over."""
    text = _("You have played today’s game: {result}. Playing it again does not count.")
    result = _result(present.history[present.day])
    day = present.day.isoformat()
    return h(
        "div",
        {"class": "contest"},
        h("p", None, text.format(result=result)),
        h("div", {"class": "buttons"}, _tell(day, present.can_share)),
    )


def _level(present: Today) -> Markup:
    """The choice of the computer, and a description of it."""
    choice = slider("level", present.level, _("Computer"), present.suits, "daily-level")
    return h("form", {"data-form": "begin-daily"}, choice, widgets.without_hints())


def _buttons(present: Today) -> Markup:
    """Buttons to start the game, continue it, or look at it again."""
    main = again = None
    if present.going:
        main = _main(Command.RESUME, _("Continue"), present.going)
    elif present.day not in present.history:
        main = _main("begin-daily", _("Start"), None)
    else:
        main = _main(Command.RESUME, _("Look at it again"), present.over) if present.over else None
        again = widgets.button("begin-daily", _("Play it again"))
    return h("div", {"class": "buttons last"}, main, again)


def _main(command: str, label: str, value: str | None) -> Markup:
    return widgets.button(command, label, icon="play", css="primary", value=value, autofocus=True)


def _days(history: History, day: date) -> Markup | None:
    """The last days with their results, and how many were played in a row."""
    if not history:
        return None
    latest = sorted(history, reverse=True)[:_DAYS]
    now, won, longest = (
        model.streak(history, day),
        model.streak(history, day, won=True),
        model.longest(history),
    )
    rows = [ledger.row(one.isoformat(), _cells(history[one])) for one in latest]
    heads = [_("Day"), _("Computer"), _("Gold"), _("Result")]
    return h(
        "section",
        {"class": "days"},
        h("h3", None, _("Your days")),
        h("dl", {"class": "tally"}, _figure(_("Days played in a row"), now),
          _figure(_("Days won in a row"), won),
          _figure(_("Longest streak"), longest)),
        ledger.scrolled(ledger.table("ledger", heads, rows)),
    )  # fmt: skip


def _figure(label: str, value: int) -> Markup:
    return h("div", None, h("dt", None, label), h("dd", None, value))


def _cells(played: DailyResult) -> list[str]:
    return [levels.level_name(played.level), _gold(played), _ended(played)]


def _gold(played: DailyResult) -> str:
    return f"{numeral(played.own)} : {numeral(played.other)}"


def _ended(played: DailyResult) -> str:
    if played.won == 1:
        return _("won")
    return _("shared victory") if played.won else _("lost")


def _result(played: DailyResult) -> str:
    """A result in a few words, such as "Computer (hard), 54 : 47, won"."""
    level = levels.computer_name(played.level)
    return _("{computer}, {gold}, {ended}").format(
        computer=level, gold=_gold(played), ended=_ended(played)
    )


def _tell(day: str, can_share: bool) -> list[Markup]:
    """Buttons to share the result."""
    copy = widgets.button("copy-daily", _("Copy result"), icon="file", value=day)
    send = widgets.button("send-daily", _("Share result…"), icon="share", value=day)
    return [copy, send] if can_share else [copy]


# --- The end of a game -------------------------------------------------------------------------


def told(history: History, day: date) -> str:
    """A result to share, without spoilers."""
    text = _("Cacao, daily game {day}: {result}").format(
        day=day.isoformat(), result=_result(history[day])
    )
    days = model.streak(history, day)
    row = ngettext("{n} day played in a row", "{n} days played in a row", days)
    return f"{text}, {row}\n{card(history[day])}" if days > 1 else f"{text}\n{card(history[day])}"


def card(played: DailyResult) -> str:
    """A result in small pictures: a piece of chocolate for each ten gold."""
    rows = [(_PERSON, played.own, played.won > 0), (_ROBOT, played.other, played.won < 1)]
    return "\n".join(
        f"{who}{_CHOCOLATE * max(0, round(gold / 10))} {gold}{_TROPHY if wins else ''}"
        for who, gold, wins in rows
    )


def result(
    history: History, day: date, today: date, can_share: bool, lines: Sequence[DayResult] = ()
) -> Markup:
    """The end of a daily game that counts; with the lines of friends of that day."""
    days = model.streak(history, max(day, today))
    row = ngettext("{n} day played in a row.", "{n} days played in a row.", days)
    most = _("Your longest streak: {n}.").format(n=model.longest(history))
    return h(
        "section",
        {"class": "contest"},
        h("h3", None, _("Daily game {day}").format(day=day.isoformat())),
        h("p", None, h("b", None, row), " ", h("span", {"class": "soft"}, most)),
        h("p", {"class": "quote", "id": "daily-text"}, told(history, day)),
        h("p", {"class": "beside"}, friends_view.beside(lines, history[day])) if lines else None,
        h("div", {"class": "buttons"}, _tell(day.isoformat(), can_share)),
    )


def second(first: DailyResult) -> Markup:
    """The end of a daily game after the first of its day."""
    text = _("Only the first game of a day counts: {result}.")
    return h("p", {"class": "contest"}, text.format(result=_result(first)))


def ordinary() -> Markup:
    """The end of a game that claims to be a daily one, and is not."""
    text = _("This game was not played like the daily game, so it counts as an ordinary one.")
    return h("p", {"class": "contest"}, text)
