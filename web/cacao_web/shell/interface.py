"""``window.cacao``: the page's interface for programs (docs/api.md)."""

from __future__ import annotations

import json
from collections.abc import Callable

from cacao_core import CacaoError
from cacao_web.browser.page import Page
from cacao_web.play.replay import Replay
from cacao_web.play.table import Table


class Interface:
    """Answers calls of programs.

    Args:
        page: the page.
        table: the game in progress.
        replay: replays it.
        load: shows the game of a link or a record; raises CacaoError.
        busy: whether something of a feature happens automatically.
    """

    def __init__(
        self,
        page: Page,
        table: Table,
        replay: Replay,
        load: Callable[[str], None],
        busy: Callable[[], bool],
    ) -> None:
        self._page = page
        self._table = table
        self._replay = replay
        self._load = load
        self._busy = busy

    def answer(self, name: str, argument: str) -> str:
        """A value, or an error's message, as JSON."""
        try:
            return json.dumps({"value": self._asked(name, argument)})
        except CacaoError as error:
            return json.dumps({"error": str(error)})

    def _asked(self, name: str, argument: str) -> str | bool | list[str] | None:
        if name == "load":
            self._load(argument)
            return None
        if name == "settled":
            parts = (self._page.settled, self._table.settled, self._replay.settled)
            return all(parts) and not self._busy()
        session = self._table.session
        if session is None:
            raise CacaoError("no game is open: load one, or begin one on the page")
        if name == "record":
            return session.record.to_text()
        if name == "legalMoves":
            return [str(move) for move in session.game.legal_moves()]
        self._table.play_exactly(argument)
        return None
