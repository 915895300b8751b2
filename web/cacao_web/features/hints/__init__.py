"""Hints in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.hints.controller import HintsController


def _load(shell: Shell) -> HintsController:
    from cacao_web.features.hints.controller import HintsController  # noqa: PLC0415

    return HintsController(shell.table, shell.notices, shell.others)


FEATURE: Final[Feature[HintsController]] = Feature(
    "hints",
    _load,
    commands={
        "hint": lambda hints, number: hints.ask(number),
        "point-hint": lambda hints, number: hints.point(number),
        "no-hint": lambda hints, _value: hints.dismiss(),
    },
    keys={"h": ("hint", "")},
)
