"""Studies: files of several games, which belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.studies.controller import StudiesController


def _load(shell: Shell) -> StudiesController:
    from cacao_web.features.studies.controller import StudiesController  # noqa: PLC0415

    return StudiesController(shell)


FEATURE: Final[Feature[StudiesController]] = Feature(
    "studies",
    _load,
    commands={
        "study": lambda studies, name: studies.open(name),
        "study-menu": lambda studies, name: studies.menu(name),
        "chapter": lambda studies, id: studies.enter(id),
        "next-chapter": lambda studies, _value: studies.next(),
        "raise-chapter": lambda studies, id: studies.raise_chapter(id),
        "rename-study": lambda studies, _value: studies.rename(),
        "delete-study": lambda studies, name: studies.delete(name),
        "export-study": lambda studies, name: studies.export(name),
    },
    dialogs={"study": lambda studies: studies.markup()},
    fields={"study": lambda studies, _name, text: studies.enter_title(text)},
    wakes=(Events.opened,),
)
