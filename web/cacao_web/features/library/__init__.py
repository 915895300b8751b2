"""The saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.library.controller import LibraryController


def _load(shell: Shell) -> LibraryController:
    from cacao_web.features.library.controller import LibraryController  # noqa: PLC0415

    return LibraryController(
        shell.page, shell.games, shell.dialogs, shell.notices, shell.export, shell.others
    )


FEATURE: Final[Feature[LibraryController]] = Feature(
    "library",
    _load,
    commands={
        "continue": lambda library, id: library.resume(id),
        "resume": lambda library, id: library.resume(id),
        "saved-game": lambda library, id: library.open(id),
        "rename": lambda library, _value: library.rename(),
        "duplicate": lambda library, id: library.duplicate(id),
        "delete": lambda library, id: library.ask_to_delete(id),
        "delete-shared": lambda library, id: library.delete(id),
        "export": lambda library, id: library.export(id),
        "all-games": lambda library, _value: library.show_all(),
        "split": lambda library, _value: library.split(),
        "branch": lambda library, _value: library.branch(),
    },
    dialogs={
        "saved-game": lambda library: library.markup(),
        "damaged-game": lambda library: library.markup(),
        "elsewhere": lambda library: library.elsewhere(),
        "delete-shared": lambda library: library.question(),
    },
    fields={"saved-game": lambda library, _name, text: library.enter_title(text)},
    wakes=(Events.home, Events.stored, Events.overtaken),
)
