"""Statistics of the games played on this device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.statistics.controller import StatisticsController


def _load(shell: Shell) -> StatisticsController:
    from cacao_web.features.statistics.controller import (  # noqa: PLC0415
        StatisticsController,
    )

    return StatisticsController(shell)


FEATURE: Final[Feature[StatisticsController]] = Feature(
    "statistics",
    _load,
    commands={
        "statistics": lambda statistics, _value: statistics.open(),
        "statistics-unit": lambda statistics, unit: statistics.count_in(unit),
        "export-statistics": lambda statistics, _value: statistics.export(),
        "reset-statistics": lambda statistics, _value: statistics.reset(),
        "restore-statistics": lambda statistics, _value: statistics.restore(),
    },
    dialogs={"statistics": lambda statistics: statistics.markup()},
)
