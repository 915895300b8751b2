"""The end of a game: who won and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.result.controller import ResultController


def _load(shell: Shell) -> ResultController:
    from cacao_web.features.result.controller import ResultController  # noqa: PLC0415

    return ResultController(
        shell.games, shell.dialogs, shell.others, shell.preferences, shell.tasks
    )


FEATURE: Final[Feature[ResultController]] = Feature(
    "result",
    _load,
    commands={
        "result": lambda result, _value: result.open(),
        "rematch": lambda result, _value: result.rematch(),
        "look": lambda result, moves: result.look(moves),
        "name-me": lambda result, _value: result.name(),
        "no-name": lambda result, _value: result.ask_no_more(),
    },
    fields={"end": lambda result, name, text: result.enter(name, text)},
    dialogs={"end": lambda result: result.markup()},
    wakes=(Events.ended,),
)
