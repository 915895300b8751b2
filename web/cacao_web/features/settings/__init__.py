"""The settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.settings.controller import SettingsController


def _load(shell: Shell) -> SettingsController:
    from cacao_web.features.settings.controller import SettingsController  # noqa: PLC0415

    return SettingsController(shell)


FEATURE = Feature(
    "settings",
    _load,
    commands={
        "settings": lambda settings, _value: settings.open(),
        "language": lambda settings, _value: settings.open_language(),
        "keys": lambda settings, _value: settings.open_keys(),
        "theme": lambda settings, _value: settings.switch_theme(),
    },
    dialogs={
        "settings": lambda settings: settings.markup(),
        "keys": lambda settings: settings.keys(),
    },
    fields={"settings": lambda settings, name, text: settings.set(name, text)},
    keys={"?": ("keys", "")},
)
