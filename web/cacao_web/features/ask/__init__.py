"""Answers to taps: what a tile does, why nothing can be done on a cell, and a village board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.ask.controller import AskController


def _load(shell: Shell) -> AskController:
    from cacao_web.features.ask.controller import AskController  # noqa: PLC0415

    return AskController(shell.table, shell.notices, shell.dialogs)


FEATURE: Final[Feature[AskController]] = Feature(
    "ask",
    _load,
    commands={
        "ask": lambda ask, cell: ask.about(cell),
        "ask-around": lambda ask, _value: ask.around(),
        "village": lambda ask, seat: ask.village(seat),
    },
    dialogs={"village": lambda ask: ask.markup()},
    keys={"i": ("ask-around", "")},
)
