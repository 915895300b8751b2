"""The ladder: a series of games against stronger and stronger computers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.ladder.controller import LadderController


def _load(shell: Shell) -> LadderController:
    from cacao_web.features.ladder.controller import LadderController  # noqa: PLC0415

    return LadderController(shell.saves, shell.setup, shell.games, shell.dialogs)


FEATURE: Final[Feature[LadderController]] = Feature(
    "ladder",
    _load,
    commands={
        "ladder": lambda ladder, _value: ladder.open(),
        "ladder-play": lambda ladder, number: ladder.play(number),
    },
    dialogs={"ladder": lambda ladder: ladder.markup()},
)
