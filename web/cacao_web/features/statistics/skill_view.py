"""Luck over time, and the rating by skill."""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf
from typing import Final

from cacao_web.board.results import chart
from cacao_web.features.statistics import gold_view, skill
from cacao_web.features.statistics.model import FEW, GameOutcome
from cacao_web.features.statistics.skill import GivenAway, KindGivenAway, Luck, SkillRating
from cacao_web.game.setup import levels
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h

_NARROW: Final = 2.0
"""Half of an interval that is told as a number however small the average is, in gold."""


def luck_and_skill(outcomes: Iterable[GameOutcome]) -> list[Markup]:
    """The luck and skill in the analysed games, and their number."""
    every = list(outcomes)
    games = skill.analysed(every)
    title = h("h3", None, _("Luck and skill"))
    luck, rated, given = skill.luck(games), skill.rating(games), skill.given_away(games)
    if luck is None:
        note = _("When you analyse a finished game, you see here how much of its result was "
                 "luck, and how well you played.")  # fmt: skip
        return [title, h("p", {"class": "soft"}, note)]
    counted = ngettext("{n} of {total} games is analysed; only analysed games count here.",
                       "{n} of {total} games are analysed; only analysed games count here.",
                       luck.games, total=str(len(every)))  # fmt: skip
    if rated is None and any(one.players == 2 and one.helped for one in games):
        counted += " " + _("Games with hints or marked cells do not tell how well you decide.")
    return [
        title,
        *([_rating(rated)] if rated else []),
        h("p", {"class": "skill-told"}, _luck(luck)),
        *(_course(luck) if luck.games > 1 else []),
        h("p", {"class": "soft note"}, counted),
        *(_given_away(given) if given else []),
    ]


def _rating(rating: SkillRating) -> Markup:
    """The level that decides about as well."""
    level, low, high = map(levels.computer_name, (rating.level, rating.low, rating.high))
    like = _("You decide about as well as {level}.").format(level=level)
    between = _("It could also be anywhere from {low} to {high}; more games will tell.").format(
        low=low, high=high
    )
    lost = _("Your decisions cost {gold} gold a turn, compared with the best known.").format(
        gold=words.decimal(rating.loss)
    )
    number = ngettext("This is from {n} game of two players.",
                      "This is from the latest {n} games of two players.",
                      rating.games)  # fmt: skip
    unsure = between if rating.low != rating.high else ""
    text = " ".join(filter(None, (unsure, lost, number)))
    return h("p", {"class": "skill-told"}, h("b", None, like), " ", text)


def _luck(luck: Luck) -> str:
    sentence = _("The tiles brought you {gold} gold a game on average.")
    if luck.mean < 0:
        sentence = _("The tiles cost you {gold} gold a game on average.")
    sentence = sentence.format(gold=words.decimal(abs(luck.mean)))
    usual = _(
        "With ordinary luck, anything between −{n} and +{n} is normal. The more games, "
        "the closer it comes to 0."
    )
    return f"{sentence} {usual.format(n=words.decimal(luck.chance))}"


def _course(luck: Luck) -> list[Markup]:
    """The average luck after each game, between the bounds that chance explains."""
    bounds = [skill.chance(games) for games in range(1, luck.games + 1)]
    ends = round(luck.chance)
    lines = [
        chart.ChartFigure("chance", bounds, ends),
        chart.ChartFigure("chance", [-bound for bound in bounds], -ends),
        chart.ChartFigure("luck", luck.course, round(luck.mean)),
    ]
    label = _("Average luck after each game; at the end {gold}.").format(
        gold=words.signed(round(luck.mean))
    )
    entries = (("luck", _("Your average luck")), ("chance", _("What chance alone explains")))
    return [chart.courses(lines, label, 0), chart.legend(entries)]


def _given_away(given: GivenAway) -> list[Markup]:
    """The gold that each kind of decision gave away, as bars and as figures, and the changes."""
    *kinds, every = names = [_("Placing a worker tile"), _("Overbuilding"),
                             _("Filling jungle spaces"), _("Using workers"),
                             _("All decisions")]  # fmt: skip
    values = [part.mean for part in given.kinds]
    low, high = min(*values, 0), max(*values, 1)
    heads = [h("th", {"scope": "col"}, text) for text in (_("Decision"), _("Gold"))]
    rows = [
        h("tr", None, h("th", {"scope": "row"}, name),
          h("td", None, gold_view.bars([(part.mean, "lost")], low, high)),
          h("td", None, _part(part)))
        for name, part in zip(kinds, given.kinds, strict=True)
    ]  # fmt: skip
    total = h("tr", None, h("th", {"scope": "row"}, every), h("td", None),
              h("td", None, h("b", None, _part(given.every))))  # fmt: skip
    few = gold_view.too_few(given.games)
    changes = [] if few else _changes(names, (*given.kinds, given.every))
    return [
        h("h3", None, _("What your decisions gave away, per game")),
        *([few] if few else []),
        h("table", {"class": "ledger source-bars single"},
          h("thead", None, h("tr", None, heads[0], h("td", None), heads[1])),
          h("tbody", None, rows), h("tfoot", None, total)),
        *(h("p", {"class": "skill-told"}, change) for change in changes),
        *([] if few or changes else [h("p", {"class": "skill-told"}, _("No clear change yet."))]),
        h("p", {"class": "soft note"}, _note(given.games, bool(changes))),
    ]  # fmt: skip


def _changes(names: Iterable[str], parts: Iterable[KindGivenAway]) -> list[str]:
    """The kinds that give away less than before, or more, as far as that is certain."""
    less = _("{decision}: {gold} gold less given away per game than before.")
    more = _("{decision}: {gold} gold more given away per game than before.")
    return [
        (more if part.change > 0 else less).format(
            decision=name, gold=words.decimal(abs(part.change))
        )
        for name, part in zip(names, parts, strict=True)
        if part.change
    ]


def _note(games: int, compared: bool) -> str:
    """The meaning of the figures; and "before", if it was said."""
    number = ngettext("From {n} game.", "From {n} games.", games)
    note = _("Each turn is counted under its first mistake. Not overbuilding when it was right "
             "counts as well.")  # fmt: skip
    before = _("“Before” is the earlier half of these games.") if compared else ""
    return " ".join(filter(None, (number if games >= FEW else "", note, before)))


def _part(part: KindGivenAway) -> str:
    """An average, with half of its interval unless that is wider than the average itself."""
    mean = words.decimal(part.mean)
    if isinf(part.error):
        return mean
    if part.error > max(abs(part.mean), _NARROW):
        return _("{gold} (uncertain)").format(gold=mean)
    return f"{mean} ± {words.decimal(part.error)}"
