"""Decides for seats that no person plays, within a time limit."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Final, Protocol

from cacao_core import Move, Phase, Record, ai
from cacao_core.tiles import Seat
from cacao_web.engine.client import Opponent
from cacao_web.game.players import BOT, Sitter, is_bot

TURN: Final = {"medium": 700, "hard": 1000, "expert": 3000, "master": 5000}
"""Time limit of a level for all decisions of a turn, in milliseconds."""
WITH_MODULES: Final = {**TURN, "hard": 2000, "expert": 4000}
"""The same in games with modules, whose playouts take longer."""
QUICK: Final = 400
"""The same for all other levels, which do not search."""
_PARTS: Final = {Phase.PLACE: 0.65, Phase.FILL: 0.6, Phase.ACTIVATE: 0.5, Phase.DECIDE: 0.5}
"""Share of the remaining time for one decision; more may follow in the turn."""
_LEAST: Final = 80


class Decider(Protocol):
    """Decides for seats of certain kinds."""

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move, in notation; ``on_progress`` is called with the share of the work done.

        Raises:
            CacaoError: there is none; the message is for the person.
        """


class Levels:
    """Decides for the artificial player's levels, within the time limit of a turn."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        # The decisions of the turn so far: seat and moves before each, and milliseconds used.
        self._spent: dict[tuple[Seat | None, tuple[Move, ...]], float] = {}

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move of a level.

        Its time depends on the earlier decisions of the turn alone, so a turn that is played again
        (undo, another game) gets the same.
        """
        game, moves = record.game(), tuple(record.moves)
        self._spent = {
            (seat, before): spent
            for (seat, before), spent in self._spent.items()
            if seat == game.to_move and before in _earlier(moves, game.phase)
        }
        turn = WITH_MODULES if record.deal.rules.modules else TURN
        left = turn.get(sitter.kind, QUICK) - sum(self._spent.values())
        allowed = max(round(left * _PARTS[game.phase]), _LEAST)
        begun = perf_counter()
        seed = random.getrandbits(32)
        move = await self._opponent.choose(record, sitter.kind, seed, allowed, on_progress)
        # The time for starting a worker does not count.
        self._spent[game.to_move, moves] = min((perf_counter() - begun) * 1000, allowed)
        return move


def _earlier(moves: tuple[Move, ...], phase: Phase) -> list[tuple[Move, ...]]:
    """The moves before each earlier decision of the turn that goes on."""
    if phase is Phase.PLACE:
        return []
    start = max((at for at, move in enumerate(moves) if move.starts_turn), default=len(moves))
    return [moves[:at] for at in range(start, len(moves))]


class Computers:
    """Asks computer players and bots for moves.

    Attributes:
        deciders: kind of a seat -> its decider; all bots share one kind here.
        need: called with a kind that has no decider yet, to load it.
    """

    def __init__(self, opponent: Opponent) -> None:
        self.deciders: dict[str, Decider] = dict.fromkeys(ai.LEVELS, Levels(opponent))
        self.need: Callable[[str], None] = lambda _kind: None

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> str:
        """The move, in notation, for the seat to move. Cancelling this cancels the search.

        Raises:
            CacaoError: there is none; the message is for the person.
        """
        kind = BOT if is_bot(sitter.kind) else sitter.kind
        if kind not in self.deciders:
            self.need(kind)  # bots are loaded after the start of the page
        return await self.deciders[kind].decide(record, sitter, on_progress)
