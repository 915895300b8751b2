"""Agricola, edition of 2016, at the table: score pad, helpers, campaigns and look-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.agricola.controller import AgricolaController


def _load(shell: Shell) -> AgricolaController:
    from cacao_web.features.agricola.controller import AgricolaController  # noqa: PLC0415

    return AgricolaController(shell)


FEATURE: Final[Feature[AgricolaController]] = Feature(
    "agricola",
    _load,
    commands={
        "agricola": lambda agricola, places: agricola.return_to(places),
        "agricola-go": lambda agricola, place: agricola.go(place),
        "agricola-back": lambda agricola, place: agricola.back(place),
        "agricola-tap": lambda agricola, tap: agricola.tap(tap),
        "agricola-undo": lambda agricola, _value: agricola.undo(),
        "agricola-csv": lambda agricola, _value: agricola.save_table(),
        "agricola-picture": lambda agricola, how: agricola.picture(how),
    },
    dialogs={"agricola": lambda agricola: agricola.markup()},
    fields={"agricola": lambda agricola, name, value: agricola.fill_in(name, value)},
    asked=(
        Controller.doors,
        Controller.evenings,
        Controller.evenings_kept,
        Controller.evenings_brought,
        Controller.looked_up,
    ),
)
