"""``window.cacao``: the page's interface for programs (docs/api.md)."""

from __future__ import annotations

import json

from cacao_core import CacaoError
from cacao_web.browser.page import Page
from cacao_web.play.replay import Replay
from cacao_web.play.table import Table
from cacao_web.shell.registry import Registry


class Interface:
    """Answers calls of programs.

    Args:
        table: the game in progress.
        replay: replays it.
        others: the features, which load games and answer questions.
    """

    def __init__(self, page: Page, table: Table, replay: Replay, others: Registry) -> None:
        self._page = page
        self._table = table
        self._replay = replay
        self._others = others

    def answer(self, name: str, argument: str) -> str:
        """A value, or an error's message, as JSON."""
        try:
            return json.dumps({"value": self._asked(name, argument)})
        except CacaoError as error:
            return json.dumps({"error": str(error)})

    def _asked(self, name: str, argument: str) -> object:
        if name == "load":
            return self._others.load_game(argument)
        if name == "settled":
            parts = (self._page.settled, self._table.settled, self._replay.settled)
            return all(parts) and not any(one.busy() for one in self._others.loaded)
        if name in ("invite", "table", "outcome"):
            return self._others.answer(name, argument)
        session = self._table.session
        if session is None:
            raise CacaoError("no game is open: load one, or begin one on the page")
        if name == "record":
            return session.record.to_text()
        if name == "legalMoves":
            return [str(move) for move in session.game.legal_moves()]
        self._table.play_exactly(argument)
        return None
