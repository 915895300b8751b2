"""The service worker's side, without one."""

from __future__ import annotations

from collections.abc import Callable

from cacao_web.features.updates.model import CopyState


class KeeperStandIn:
    """Implements ``cacao_web.features.updates.browser.Keeper``.

    Attributes:
        against: the reason that prevents an update.
        changes: how often an update was requested.
        installs: how often the site was to be installed.
        looks: how often the page has wished to know whether every file is there.
    """

    def __init__(self) -> None:
        self.on_state: Callable[[CopyState], None] = lambda _state: None
        self.free: Callable[[], bool] = lambda: False
        self.against = ""
        self.changes = 0
        self.installs = 0
        self.looks = 0

    def look(self) -> None:
        self.looks += 1

    def start(self, on_state: Callable[[CopyState], None], free: Callable[[], bool]) -> None:
        self.on_state, self.free = on_state, free

    async def change(self) -> str:
        self.changes += 1
        return self.against

    async def install(self) -> None:
        self.installs += 1
