"""At the table: a companion for games that are played with real pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.companion.controller import CompanionController


def _load(shell: Shell) -> CompanionController:
    from cacao_web.features.companion.controller import CompanionController  # noqa: PLC0415

    return CompanionController(shell)


FEATURE: Final[Feature[CompanionController]] = Feature(
    "companion",
    _load,
    commands={
        "companion": lambda companion, places: companion.return_to(places),
        "companion-go": lambda companion, place: companion.go(place),
        "companion-tap": lambda companion, tap: companion.tap(tap),
        "companion-back": lambda companion, place: companion.back(place),
        "companion-laid": lambda companion, _value: companion.laid(),
        "companion-bring": lambda companion, text: companion.bring(text),
        "companion-clock": lambda companion, _value: companion.stop_clock(),
        "companion-undo": lambda companion, _value: companion.undo(),
    },
    dialogs={"companion": lambda companion: companion.markup()},
    fields={"companion": lambda companion, name, value: companion.fill_in(name, value)},
)
