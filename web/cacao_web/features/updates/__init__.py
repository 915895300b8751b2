"""Use without a network, and new versions of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_web.play.events import Events
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.updates.controller import UpdatesController


def _load(shell: Shell) -> UpdatesController:
    from cacao_web.features.updates.controller import UpdatesController  # noqa: PLC0415

    return UpdatesController(
        shell.page.support("updates"),
        shell.tasks,
        shell.games,
        shell.dialogs,
        shell.notices,
        shell.others,
    )


FEATURE = Feature(
    "updates",
    _load,
    commands={
        "update": lambda updates, _value: updates.change(),
        "install": lambda updates, _value: updates.install(),
    },
    wakes=(Events.ready,),
)
