"""The rule book: the two expansions, one file for each module (docs/rules.md 11)."""

from __future__ import annotations

from cacao_core.modules import CHOCOLATL, DIAMANTE
from cacao_web.features.rules.book.entry import BookChapter
from cacao_web.features.rules.book.expansions import (
    chocolate,
    emperor,
    gems,
    huts,
    map_board,
    together,
    tree,
    watering,
    workers,
)
from cacao_web.ui.i18n import _

_BOOK = {
    one.MODULE: one for one in (map_board, watering, chocolate, huts, gems, tree, emperor, workers)
}


def chapters() -> tuple[BookChapter, ...]:
    return (
        BookChapter(_("The expansions"), together.entries()),
        BookChapter("Chocolatl", tuple(one for name in CHOCOLATL for one in _BOOK[name].entries())),
        BookChapter("Diamante", tuple(one for name in DIAMANTE for one in _BOOK[name].entries())),
    )


def task(module: str) -> str:
    """The task in the position of the example of a module, in one sentence."""
    sentence: str = _BOOK[module].task()
    return sentence
