"""The rule book and its examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.rules.controller import RulesController


def _load(shell: Shell) -> RulesController:
    from cacao_web.features.rules.controller import RulesController  # noqa: PLC0415

    return RulesController(
        shell.preferences, shell.games, shell.dialogs, shell.notices, shell.others, shell.tasks
    )


FEATURE: Final[Feature[RulesController]] = Feature(
    "rules",
    _load,
    commands={
        "rules": lambda rules, entry: rules.open(entry),
        "open-example": lambda rules, name: rules.open_example(name),
    },
    dialogs={"rules": lambda rules: rules.markup()},
    fields={"rules": lambda rules, _name, text: rules.search(text)},
)
