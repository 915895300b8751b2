"""The rule book: the two expansions, one file for each module (docs/rules.md 11)."""

from __future__ import annotations

from cacao_web.features.rules.book.entry import Chapter
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

_CHOCOLATL = (map_board, watering, chocolate, huts)
_DIAMANTE = (gems, tree, emperor, workers)


def chapters() -> tuple[Chapter, ...]:
    return (
        Chapter(_("The expansions"), together.entries()),
        Chapter("Chocolatl", tuple(one for module in _CHOCOLATL for one in module.entries())),
        Chapter("Diamante", tuple(one for module in _DIAMANTE for one in module.entries())),
    )


def task(module: str) -> str:
    """The task in the position of the example of a module, in one sentence."""
    told: str = next(one for one in (*_CHOCOLATL, *_DIAMANTE) if module == one.MODULE).task()
    return told
