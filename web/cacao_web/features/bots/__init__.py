"""The person's own bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_web.play.events import Events
from cacao_web.shell.controller import Controller
from cacao_web.shell.feature import Feature
from cacao_web.shell.shell import Shell

if TYPE_CHECKING:
    from cacao_web.features.bots.controller import BotsController


def _load(shell: Shell) -> BotsController:
    from cacao_web.features.bots.controller import BotsController  # noqa: PLC0415

    return BotsController(
        shell.page.support("bots"),
        shell.tasks,
        shell.setup,
        shell.games,
        shell.dialogs,
        shell.notices,
        shell.others,
    )


FEATURE = Feature(
    "bots",
    _load,
    commands={
        "bots": lambda bots, _value: bots.open(),
        "bot-accept": lambda bots, _value: bots.accept(),
        "bot-example": lambda bots, _value: bots.bring_example(),
        "bot-forget": lambda bots, name: bots.forget(name),
        "bot-play": lambda bots, name: bots.play(name),
        "bot-trouble": lambda bots, _value: bots.ask_again(),
        "bot-again": lambda bots, _value: bots.try_again(),
        "bot-move": lambda bots, _value: bots.skip(),
        "bot-seat": lambda bots, kind: bots.give_seat(kind),
    },
    dialogs={
        "bots": lambda bots: bots.shelf_markup(),
        "bot-trouble": lambda bots: bots.trouble_markup(),
    },
    wakes=(Events.ready,),
    asked=(Controller.decide,),
)
