"""Whoever decides for a seat without a person, and how long that may take."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Final, Protocol

from cacao_core import Phase, Record, ai
from cacao_core.tiles import Seat
from cacao_web.engine.client import Opponent
from cacao_web.game.players import BOT, Sitter, is_bot

TURN: Final = {"easy": 400, "medium": 700, "hard": 1000, "expert": 3000}
"""Milliseconds that a level may take for all decisions of a turn."""
_PARTS: Final = {Phase.PLACE: 0.65, Phase.FILL: 0.6, Phase.ACTIVATE: 0.5}
"""Which part of what is left of them a decision may take: others of the turn may follow."""
_LEAST: Final = 80


class Decider(Protocol):
    """Decides for seats of some kinds."""

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move, in notation; ``on_progress`` hears which share of the work is done.

        Raises:
            CacaoError: there is none; in words for the person.
        """


class Levels:
    """Decides for the artificial player's levels, within the time of a turn."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._turn: tuple[int, Seat | None] = (-1, None)  # number of the turn, and who decides
        self._spent = 0.0  # milliseconds in it

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move of a level."""
        game = record.game()
        turn = (sum(move.starts_turn for move in record.moves), game.to_move)
        turn = (turn[0] + (game.phase is Phase.PLACE), turn[1])
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        left = (TURN[sitter.kind] - self._spent) * _PARTS[game.phase]
        allowed = max(round(left), _LEAST)
        begun = perf_counter()
        seed = random.getrandbits(32)
        move = await self._opponent.choose(record, sitter.kind, seed, allowed, on_progress)
        # What it took to start a worker does not count.
        self._spent += min((perf_counter() - begun) * 1000, allowed)
        return move


class Computers:
    """The one place where somebody who is no person is asked for a move.

    Attributes:
        deciders: kind of a seat -> who decides for it; all bots have one kind here.
        need: called with a kind that nobody decides for yet, to bring somebody who does.
    """

    def __init__(self, opponent: Opponent) -> None:
        self.deciders: dict[str, Decider] = dict.fromkeys(ai.LEVELS, Levels(opponent))
        self.need: Callable[[str], None] = lambda _kind: None

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move, in notation, for the seat to move. Whoever cancels this cancels the search.

        Raises:
            CacaoError: there is none; in words for the person.
        """
        kind = BOT if is_bot(sitter.kind) else sitter.kind
        if kind not in self.deciders:
            self.need(kind)  # bots are loaded after the start of the page
        return await self.deciders[kind].decide(record, sitter, on_progress)
