"""A guided turn for each module that somebody plays for the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.novelty.controller import NoveltyController


def _load(shell: Shell) -> NoveltyController:
    from cacao_web.features.novelty.controller import NoveltyController  # noqa: PLC0415

    return NoveltyController(shell.preferences, shell.setup, shell.games)


FEATURE: Final[Feature[NoveltyController]] = Feature(
    "novelty",
    _load,
    commands={
        "novelty": lambda novelty, _value: novelty.begin(),
        "novelty-again": lambda novelty, _value: novelty.again(),
        "novelty-on": lambda novelty, _value: novelty.go_on(),
        "novelty-leave": lambda novelty, _value: novelty.leave(),
    },
    wakes=(Events.begun_with_modules,),
)
