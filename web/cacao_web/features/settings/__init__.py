"""The settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.browser.relay import Relays
    from cacao_web.features.settings.controller import SettingsController


def feature(relays: Callable[[], Relays]) -> Feature[SettingsController]:
    """The feature, given what makes the browser's support for relays."""

    def load(shell: Shell) -> SettingsController:
        from cacao_web.features.settings.controller import SettingsController  # noqa: PLC0415

        return SettingsController(shell, relays())

    return Feature(
        "settings",
        load,
        commands={
            "settings": lambda settings, _value: settings.open(),
            "language": lambda settings, _value: settings.open_language(),
            "live-settings": lambda settings, _value: settings.open_live(),
            "relay-settings": lambda settings, _value: settings.open_relay(),
            "relay-try": lambda settings, _value: settings.relay.try_it(),
            "relay-forget": lambda settings, address: settings.relay.forget(address),
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
