"""The daily game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.features.daily.address import takes
from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.daily.controller import DailyController


def _load(shell: Shell) -> DailyController:
    from cacao_web.features.daily.controller import DailyController  # noqa: PLC0415

    return DailyController(shell)


FEATURE: Final[Feature[DailyController]] = Feature(
    "daily",
    _load,
    commands={
        "daily": lambda daily, _value: daily.open(),
        "begin-daily": lambda daily, _value: daily.begin(),
        "daily-level": lambda daily, value: daily.choose_level(value),
        "copy-daily": lambda daily, day: daily.copy(day),
        "send-daily": lambda daily, day: daily.send(day),
    },
    dialogs={"daily": lambda daily: daily.markup()},
    fields={"daily": lambda daily, name, text: daily.choose(name, text)},
    asked=(Controller.daily_results, Controller.daily_arrived),
    takes=takes,
)
