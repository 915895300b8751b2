"""The final score of all players, by source of gold."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.goods import SOURCES
from cacao_core.scorepads.checks import places
from cacao_core.scoring import Score, winners
from cacao_web.game.texts import words
from cacao_web.ui import ledger, widgets
from cacao_web.ui.i18n import _, pgettext
from cacao_web.ui.markup import Markup, h, join


def verdict(names: Sequence[str], scores: Sequence[Score]) -> str:
    """The winner, given names by seat."""
    return words.won_by([names[seat] for seat in winners(scores)])


def table(
    names: Sequence[Markup], colours: Sequence[str], scores: Sequence[Score], numbered: bool = False
) -> Markup:
    """Gold by source, best player first; and the tie-break if it decided.

    Args:
        names: by seat.
        colours: by seat.
        scores: by seat.
        numbered: whether the place stands before the name.
    """
    ranking = places([(score.total, score.cacao) for score in scores])
    sources = _sources(scores)
    more = [source for source in sources if source not in SOURCES]
    titles = [*_heads(sources), *_more_heads(more), ("", _("Total")),
              ("good-cacao", _("Cacao left"))]  # fmt: skip
    heads = [
        join(widgets.symbol(good) if good else None, h("span", None, title))
        for good, title in titles
    ]
    place, rows = 1, []
    for seats in ranking:
        before = f"{_('{n}.').format(n=place)} " if numbered else ""
        rows += [
            _row(join(before, names[seat]), colours[seat], scores[seat], sources, place == 1)
            for seat in seats
        ]
        place += len(seats)
    note = _note(scores, len(ranking[0]))
    css = f"scores more sources-{len(titles)}" if more else "scores"
    return h(
        "div",
        {"class": "scroll"},
        ledger.table(css, [_("Player"), *heads], rows),
        h("p", {"class": "soft"}, note) if note else None,
    )


def _sources(scores: Sequence[Score]) -> list[str]:
    """The sources that have a column; not temples where gem mines lie in place of them."""
    sources = list(scores[0].sources)
    if "gems" in sources and not any(score.sources["temples"] for score in scores):
        sources.remove("temples")
    return sources


def _heads(sources: Sequence[str]) -> list[tuple[str, str]]:
    """The symbols and titles of those that the base game has."""
    heads = {
        "gold": ("good-gold", _("Gold")),
        "temples": ("good-temple", _("Temples")),
        "suns": ("good-sun", _("Suns")),
        "water": ("good-water", pgettext("score", "Water")),
    }
    return [heads[source] for source in sources if source in heads]


def _more_heads(more: Sequence[str]) -> list[tuple[str, str]]:
    """The symbols and titles of what modules bring."""
    if not more:
        return []
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    return [owned.head(source) for source in more]


def _row(name: Markup, colour: str, score: Score, sources: Sequence[str], won: bool) -> Markup:
    return h(
        "tr",
        {"class": f"seat-{colour}" + (" won" if won else "")},
        h("th", {"scope": "row"}, name),
        [h("td", None, score.sources[source]) for source in sources],
        h("td", {"class": "total"}, score.total),
        h("td", None, score.cacao),
    )


def _note(scores: Sequence[Score], winners: int) -> str:
    """The tie-break; empty if nobody else has as much gold as the best."""
    best = max(score.total for score in scores)
    tied = sum(score.total == best for score in scores)
    if tied == 1:
        return ""
    if winners < tied:
        return _("Equal gold: the most cacao left decides.")
    return _("Equal gold and equal cacao: a shared victory.")
