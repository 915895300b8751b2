"""The result of a game with real tiles: who has won, and where the gold came from."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core import scoring
from cacao_core.goods import SOURCES
from cacao_core.scorepads.checks import places
from cacao_core.scoring import Score
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, pgettext
from cacao_web.ui.markup import Markup, h


def verdict(names: Sequence[str], scores: Sequence[Score]) -> str:
    """The winner, given names by seat."""
    won = [names[seat] for seat in scoring.winners(scores)]
    if len(won) == 1:
        return _("{name} wins").format(name=won[0])
    return _("Shared victory: {names}").format(names=all_of(won))


def table(names: Sequence[Markup], colours: Sequence[str], scores: Sequence[Score]) -> Markup:
    """Gold by source, best player first; and what decided a tie."""
    ranking = places([(score.total, score.cacao) for score in scores])
    titles = [
        ("good-gold", _("Gold")), ("good-temple", _("Temples")), ("good-sun", _("Suns")),
        ("good-water", pgettext("score", "Water")), *_more_heads(scores), ("", _("Total")),
        ("good-cacao", _("Cacao left")),
    ]  # fmt: skip
    heads = [
        h("th", {"scope": "col"}, widgets.symbol(good) if good else None, h("span", None, title))
        for good, title in titles
    ]
    place, rows = 1, []
    for seats in ranking:
        rows += [_row(names[seat], colours[seat], place, scores[seat]) for seat in seats]
        place += len(seats)
    body = h("tbody", None, rows)
    head = h("thead", None, h("tr", None, h("th", {"scope": "col"}, _("Player")), heads))
    note = _note(scores, len(ranking[0]))
    css = f"scores more sources-{len(titles)}" if _more(scores[0]) else "scores"
    return h(
        "div",
        {"class": "scroll"},
        h("table", {"class": css}, head, body),
        h("p", {"class": "soft"}, note) if note else None,
    )


def _more(score: Score) -> list[str]:
    """The sources of gold that modules bring."""
    return [source for source in score.sources if source not in SOURCES]


def _more_heads(scores: Sequence[Score]) -> list[tuple[str, str]]:
    """The symbols and titles of what modules bring."""
    if not _more(scores[0]):
        return []
    from cacao_web.board import owned  # noqa: PLC0415  # base games have nothing of it

    return [owned.head(source) for source in _more(scores[0])]


def _row(name: Markup, colour: str, place: int, score: Score) -> Markup:
    numbers = score.sources.values()
    css = f"seat-{colour}" + (" won" if place == 1 else "")
    return h(
        "tr",
        {"class": css},
        h("th", {"scope": "row"}, _("{n}.").format(n=place), " ", name),
        [h("td", None, words.number(number)) for number in numbers],
        h("td", {"class": "total"}, words.number(score.total)),
        h("td", None, score.cacao),
    )


def _note(scores: Sequence[Score], winners: int) -> str:
    best = max(score.total for score in scores)
    tied = sum(score.total == best for score in scores)
    if tied == 1:
        return ""
    if winners < tied:
        return _("Equal gold: the most cacao left decides.")
    return _("Equal gold and equal cacao: a shared victory.")
