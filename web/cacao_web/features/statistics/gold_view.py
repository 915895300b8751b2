"""The sources and times of gold: a person's beside the opponents', as bars and as figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cacao_core.rules import BASE
from cacao_web.features.statistics.model import FEW, Compared, Summary
from cacao_web.game.setup import levels
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext, numeral, pgettext
from cacao_web.ui.markup import Markup, h, join

_GOODS: Final = ("good-cacao", "good-gold", "good-temple", "good-sun", "good-water")
"""A symbol for each source of gold, in the order of ``Sources``."""


def compared(summary: Summary) -> Iterator[Markup]:
    """All games together; then those of each kind, folded, if there are several."""
    yield h("h3", None, _("Where gold comes from, on average"))
    yield _units(summary.gold.by_turn)
    yield _tables(summary.gold)
    if len(summary.kinds) > 1:
        for kind, gold in summary.kinds.items():
            games = ngettext("{n} game", "{n} games", gold.games)
            heading = h("summary", None, f"{_kind(*kind)}: {games}")
            yield h("details", {"class": "more"}, heading, _tables(gold))


def too_few(games: int) -> Markup | None:
    """That averages of so many games may be by chance, if they are few."""
    if games >= FEW:
        return None
    sentence = ngettext(
        "From {n} game: this says little yet.", "From {n} games: this says little yet.", games
    )
    return h("p", {"class": "soft note"}, sentence)


def _units(by_turn: bool) -> Markup:
    """The choice between the gold of a game and that of a turn."""
    buttons = [
        widgets.button(
            "statistics-unit",
            label,
            value=unit,
            id=f"unit-{unit}",
            **{"aria-pressed": "true" if chosen else "false"},
        )
        for unit, label, chosen in (
            ("game", _("Per game"), not by_turn),
            ("turn", _("Per turn"), by_turn),
        )
    ]
    return h("div", {"class": "either", "role": "group", "aria-label": _("Averages")}, buttons)


def _kind(rules: str, level: str, players: int) -> str:
    return f"{levels.computer_name(level)}, {size(rules, players)}"


def size(rules: str, players: int) -> str:
    """The number of players, and whether a game is a short one."""
    text = ngettext("{n} player", "{n} players", players)
    return text if rules == BASE.name else ", ".join((text, _("short game")))


def _tables(gold: Compared) -> Markup:
    when = [_("First third"), _("Second third"), _("Last third")]
    names = [_("Markets"), _("Mines"), _("Temples"), _("Suns"), pgettext("score", "Water")]
    sources = [
        (join(widgets.symbol(good), " ", name), own, other)
        for good, name, own, other in zip(
            _GOODS, names, gold.own.sources, gold.others.sources, strict=True
        )
    ]
    thirds = list(zip(map(join, when), gold.own.thirds, gold.others.thirds, strict=True))
    note = _("Gold from markets and mines, by thirds of the game")
    return join(
        too_few(gold.games),
        _table(_("Source"), sources, gold),
        h("p", {"class": "soft note"}, note),
        _table(_("Turns"), thirds, gold),
    )


def _table(first: str, rows: list[tuple[Markup, float, float]], gold: Compared) -> Markup:
    """For each row both bars, on a scale that all of them share, and both values."""
    values = [value for _name, *both in rows for value in both]
    low, high = min(*values, 0), max(*values, 1)
    you = h("span", {"class": "own"}, _("You"))
    opponent = h("span", {"class": "other"}, _("An opponent"))
    heads = [h("th", {"scope": "col"}, text) for text in (first, you, opponent)]
    head = h("tr", None, heads[0], h("td", None), heads[1:])
    body = [
        h("tr", None, h("th", {"scope": "row"}, name),
          h("td", None, bars([(own, "own"), (other, "other")], low, high)),
          h("td", None, h("b", None, _average(own, gold))), h("td", None, _average(other, gold)))
        for name, own, other in rows
    ]  # fmt: skip
    return h("table", {"class": "ledger source-bars"}, h("thead", None, head),
             h("tbody", None, body))  # fmt: skip


def _average(value: float, gold: Compared) -> str:
    """An average; for a single game, its whole number, unless it is that of several opponents."""
    if gold.by_turn:
        return words.decimal(value, 2)
    is_whole = gold.games == 1 and value == round(value)
    return numeral(round(value)) if is_whole else words.decimal(value)


def bars(values: Sequence[tuple[float, str]], low: float, high: float) -> Markup:
    """A bar from zero for each value, one below the other; in hundredths of the width.

    Args:
        values: each with the class of its bar.
        low: the left end of the scale, 0 or less.
        high: its right end.
    """
    unit, height = 100 / (high - low), 11 * len(values) - 2
    box = {"viewBox": f"0 0 100 {height}", "preserveAspectRatio": "none", "aria-hidden": "true"}
    rects = []
    for y, (value, kind) in zip(range(0, height, 11), values, strict=True):
        start, length = (min(value, 0) - low) * unit, abs(value) * unit
        place = {"x": round(start, 1), "y": y, "width": round(length, 1), "height": 9}
        rects.append(h("rect", {**place, "class": f"{kind} minus" if value < 0 else kind}))
    zero = {"x1": round(-low * unit, 1), "x2": round(-low * unit, 1), "y1": 0, "y2": height}
    return h("svg", box, rects, h("line", zero))
