"""The form for a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.newgame.controller import NewGameController


def _load(shell: Shell) -> NewGameController:
    from cacao_web.features.newgame.controller import NewGameController  # noqa: PLC0415

    return NewGameController(shell)


FEATURE: Final[Feature[NewGameController]] = Feature(
    "newgame",
    _load,
    commands={
        "new-game": lambda newgame, _value: newgame.open(),
        "begin": lambda newgame, _value: newgame.begin(),
        "play-at": lambda newgame, value: newgame.play_at(value),
        "level": lambda newgame, value: newgame.choose_level(value),
        "colour": lambda newgame, value: newgame.choose_colour(value),
    },
    dialogs={"setup": lambda newgame: newgame.markup()},
    fields={"setup": lambda newgame, name, text: newgame.fill_in(name, text)},
)
