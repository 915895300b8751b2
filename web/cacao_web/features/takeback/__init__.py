"""Turns that were taken back: they can be played again, and a course that is left is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.takeback.controller import TakebackController


def _load(shell: Shell) -> TakebackController:
    from cacao_web.features.takeback.controller import TakebackController  # noqa: PLC0415

    return TakebackController(shell.games, shell.notices)


FEATURE: Final[Feature[TakebackController]] = Feature(
    "takeback",
    _load,
    wakes=(Events.taken_back, Events.course_left, Events.ended),
)
