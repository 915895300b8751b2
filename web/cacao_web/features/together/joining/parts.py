"""The parts of the page by which games of other devices are opened here, joined, and moved."""

from __future__ import annotations

from typing import NamedTuple

from cacao_web.features.together.events import TogetherEvents
from cacao_web.features.together.joining.beginning import Beginning
from cacao_web.features.together.links.outbox import Outbox
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.shell.shell import Shell


class JoinParts(NamedTuple):
    """The parts that opening, joining, moving and watching share."""

    shell: Shell  # the page
    shared_games: SharedGames  # the games that this tab has
    outbox: Outbox  # makes links
    beginning: Beginning  # shows games
    events: TogetherEvents  # shows people what happens
