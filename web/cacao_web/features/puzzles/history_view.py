"""The puzzles that a person has tried: what failed first, and the curve of the rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cacao_web.board.results import chart
from cacao_web.features.puzzles import texts
from cacao_web.features.puzzles.model import FIRST, LATER, NOT_YET, Progress
from cacao_web.features.puzzles.themes_view import back
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

_LISTED: Final = 30
"""Most puzzles of each list, the latest first."""


def history(progress: Progress, puzzles: Mapping[str, Puzzle]) -> Markup:
    """The dialog with all puzzles that were tried.

    Args:
        progress: what was tried.
        puzzles: all of the collection; others that were tried once are left out.
    """
    tried = [puzzles[id] for id in reversed([*progress.results]) if id in puzzles]
    failed = [one for one in tried if progress.results[one.id] == NOT_YET]
    solved = [one for one in tried if progress.results[one.id] != NOT_YET]
    nothing = h("p", {"class": "soft"}, _("You have not tried any puzzle yet."))
    return widgets.dialog(
        _("Your puzzles so far"),
        *curve(progress.ratings),
        None if tried else nothing,
        *_group(_("Not solved yet"), failed, progress.results),
        *_group(_("Solved"), solved, progress.results),
        back(),
    )


def curve(ratings: Sequence[int]) -> list[Markup]:
    """The rating over the tries; nothing before there are two points."""
    if len(ratings) < 2:
        return []
    sentence = _("Your rating, from {first} to {last}; lowest {low}, highest {high}.")
    label = sentence.format(first=ratings[0], last=ratings[-1], low=min(ratings), high=max(ratings))
    return [h("h3", None, _("Your rating")), chart.single(ratings, label)]


def _group(title: str, puzzles: Sequence[Puzzle], results: Mapping[str, str]) -> Iterable[Markup]:
    if not puzzles:
        return
    yield h("h3", None, title, " ", h("small", {"class": "soft"}, len(puzzles)))
    entries = [_entry(puzzle, results[puzzle.id]) for puzzle in puzzles[:_LISTED]]
    yield h("ul", {"class": "puzzle-list"}, entries)
    more = len(puzzles) - _LISTED
    if more > 0:
        sentence = ngettext("{n} more, tried earlier.", "{n} more, tried earlier.", more)
        yield h("p", {"class": "soft"}, sentence)


def _entry(puzzle: Puzzle, how: str) -> Markup:
    """A puzzle with its result; a click puts it on the board again.

    Its theme is told only once it is solved.
    """
    about = [_("Puzzle {n}").format(n=puzzle.rating), _results()[how]]
    if how != NOT_YET:
        about.insert(1, texts.theme_name(puzzle.theme))
    go = {"type": "button", "class": "turn", "data-command": "puzzle-open",
          "data-value": puzzle.id}  # fmt: skip
    facts = h("small", None, " · ".join(about))
    return h("li", None, h("button", go, h("b", None, texts.title(puzzle.kind)), facts))


def _results() -> dict[str, str]:
    return {
        FIRST: _("at the first try"),
        LATER: _("at a later try"),
        NOT_YET: _("not solved yet"),
    }
