"""The results of a tournament as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from cacao_core.ai.arena.figures import ContestantResults, IntervalEstimate, Pair, pairs, standings
from cacao_core.ai.arena.ratings import Rating, elo
from cacao_core.ai.arena.results import Results
from cacao_core.goods import CACAO
from cacao_core.rules import BASE

_RATED = ("", "Elo", "95 %", "wins", "95 %", "margin", "95 %", "forfeits")
_PAIRED = ("", "games", "points", "95 %", "margin", "95 %")


def report(results: Results, anchor: str | None = None) -> str:
    """Tables of ratings, scores and pairs, strongest contestants first.

    Args:
        anchor: contestant with rating 0; see :func:`elo`.

    Raises:
        CacaoError: no such contestant, or no games.
    """
    ratings = {rating.name: rating for rating in elo(results, anchor)}
    ranked = sorted(standings(results), key=lambda each: -ratings[each.name].elo)
    parts = [
        statement(results),
        table([_RATED, *(_rated(each, ratings[each.name]) for each in ranked)]),
        table([_heads(results), *(_scored(each) for each in ranked)]),
        table([_PAIRED, *map(_paired, pairs(results))]),
        *(_forfeits(each) for each in ranked if each.forfeits),
    ]
    return "\n\n".join(parts)


def statement(results: Results) -> str:
    """The number of games, in one or two lines."""
    games, deals = len(results.games), results.deals
    rules = "" if results.rules == BASE.name else f" with the rules {results.rules}"
    summary = (
        f"{games} games of {results.players} players{rules} on {deals} deals, each from every "
        "seat. Intervals: 95 %, over deals."
    )
    if not results.complete:
        summary += f"\nNot complete: {results.scheduled - games} games are missing."
    return summary


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells below each other; the first column is left-aligned.

    >>> print(table([("", "games"), ("easy", "7")]))
          games
    easy      7
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *cells]).rstrip())
    return "\n".join(lines)


def _rated(each: ContestantResults, rating: Rating) -> tuple[str, ...]:
    is_rated = rating.low < rating.high
    reach = _ends(f"{rating.low:+.0f}", f"{rating.high:+.0f}") if is_rated else ""
    wins, margin = _percent(each.wins), _gold(each.margin)
    forfeits = str(len(each.forfeits) or "")
    return each.name, f"{rating.elo:+.0f}", reach, *wins, *margin, forfeits


def _heads(results: Results) -> tuple[str, ...]:
    sources = (f"{part} left" if part == CACAO.name else part for part in results.parts)
    return ("", "score", *sources, "CPU a turn", "worst")


def _scored(each: ContestantResults) -> tuple[str, ...]:
    points = ("" if isnan(value) else f"{value:.1f}" for value in (each.score.value, *each.sources))
    return each.name, *points, _time(each.turn), _time(each.worst)


def _paired(pair: Pair) -> tuple[str, ...]:
    name = f"{pair.first} : {pair.second}"
    return name, str(pair.games), *_percent(pair.points), *_gold(pair.margin)


def _forfeits(each: ContestantResults) -> str:
    number = len(each.forfeits)
    games = "1 game" if number == 1 else f"{number} games"
    return f"{each.name} forfeited {games}; first: {each.forfeits[0]}"


def _percent(share: IntervalEstimate) -> tuple[str, str]:
    value, low, high = (f"{100 * each:.1f}" for each in share)
    return f"{value} %", _ends(low, high)


def _gold(mean: IntervalEstimate) -> tuple[str, str]:
    if isnan(mean.value):
        return "", ""
    value, low, high = (f"{each:+.1f}" for each in mean)
    return value, _ends(low, high)


def _ends(low: str, high: str) -> str:
    return f"{low} … {high}"


def _time(seconds: float) -> str:
    if isnan(seconds):
        return ""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
