"""The guided first game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.lesson.controller import LessonController


def _load(shell: Shell) -> LessonController:
    from cacao_web.features.lesson.controller import LessonController  # noqa: PLC0415

    return LessonController(shell.tasks, shell.setup, shell.games, shell.dialogs)


FEATURE: Final[Feature[LessonController]] = Feature(
    "lesson",
    _load,
    commands={
        "learn": lambda lesson, owner: lesson.open(owner),
        "learn-again": lambda lesson, _value: lesson.begin(),
        "learn-on": lambda lesson, _value: lesson.on(),
        "learn-back": lambda lesson, _value: lesson.take_back(),
        "learn-show": lambda lesson, _value: lesson.show_way(),
        "learn-wins": lambda lesson, _value: lesson.open_wins(),
        "first-game": lambda lesson, _value: lesson.first_game(),
    },
    dialogs={"lesson-wins": lambda lesson: lesson.wins_markup()},
    wakes=(Events.home,),
    takes=lambda text: text == "learn",
)
