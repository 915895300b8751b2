"""Asks the artificial player for a move: in a web worker, or, where there is none, in the page.

Requests and answers are one JSON text each, so that nothing but data crosses the border:
``{"id": 1, "record": "…", "level": "medium", "seed": 1}`` and ``{"id": 1, "move": "…"}``
or ``{"id": 1, "error": "…"}``.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from cacao_core import CacaoError, Record, ai

Ask: TypeAlias = Callable[[str], Awaitable[str]]
"""Sends a request and waits for its answer."""


def request(number: int, record: Record, level: str, seed: int) -> str:
    """The text of a request."""
    return json.dumps({"id": number, "record": record.to_text(), "level": level, "seed": seed})


def answer(text: str) -> str:
    """What the worker does with a request; an error is an answer too."""
    data: dict[str, Any] = json.loads(text)
    try:
        game = Record.from_text(data["record"]).game()
        move = ai.choose(game, data["level"], seed=data["seed"])
        return json.dumps({"id": data["id"], "move": str(move)})
    except (CacaoError, KeyError) as error:
        return json.dumps({"id": data.get("id"), "error": f"{error}"})


def read(number: int, text: str) -> str:
    """The move of an answer.

    Raises:
        CacaoError: the worker reports an error, or the answer belongs to another request.
    """
    data = json.loads(text)
    if data.get("id") != number:
        raise CacaoError(f"answer {data.get('id')!r}: expected {number}")
    if "move" not in data:
        raise CacaoError(str(data.get("error", "no move")))
    return str(data["move"])


class Opponent:
    """Numbers the requests and falls back on the page's own Python if the worker fails."""

    def __init__(self, ask: Ask, report: Callable[[str], None]) -> None:
        self._ask: Ask | None = ask
        self._report = report
        self._number = 0

    async def choose(self, record: Record, level: str, seed: int) -> str:
        """The move, in notation, for the seat to move.

        Raises:
            CacaoError: the artificial player refuses the position.
        """
        self._number += 1
        number = self._number
        text = request(number, record, level, seed)
        if self._ask is not None:
            try:
                return read(number, await self._ask(text))
            except Exception as error:  # whatever a worker may die of, the game goes on
                self._ask = None
                self._report(f"the computer player's worker failed: {error}")
        return read(number, answer(text))
