"""Decides for seats that no person plays, within a time limit."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter
from typing import Final, Protocol

from cacao_core import Move, Phase, Record
from cacao_core.moves import turn_starts
from cacao_core.tiles import Seat
from cacao_web.engine.client import Opponent
from cacao_web.game.players import Sitter, is_bot

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
    ) -> Move:
        """The move for the seat to move; ``on_progress`` is called with the share of the work done.

        Raises:
            CacaoError: there is none; the message is for the person.
        """


class Computers:
    """Decides for all seats that no person plays: itself for levels, by bots for theirs.

    Args:
        opponent: thinks for the levels.
        need: called if somebody has to decide for a bot, and ``bots`` is not set.

    Attributes:
        bots: decides for all bots; a feature sets it.
    """

    def __init__(self, opponent: Opponent, need: Callable[[], None]) -> None:
        self.bots: Decider | None = None
        self._need = need
        self._opponent = opponent
        # The decisions of the turn so far: seat and moves before each, and milliseconds used.
        self._spent: dict[tuple[Seat | None, tuple[Move, ...]], float] = {}

    async def decide(
        self, record: Record, sitter: Sitter, on_progress: Callable[[float], None]
    ) -> Move:
        """The move for the seat to move. Cancelling this cancels the search.

        A level's time depends on the earlier decisions of the turn alone, so a turn that is played
        again (undo, another game) gets the same.

        Raises:
            CacaoError: there is none; the message is for the person.
        """
        if is_bot(sitter.kind):
            return await self._of_bots().decide(record, sitter, on_progress)
        moves = tuple(record.moves)
        allowed = self._allowed(record, sitter.kind)
        begun = perf_counter()
        seed = random.getrandbits(32)
        move = await self._opponent.choose(record, sitter.kind, seed, allowed, on_progress)
        # The time for starting a worker does not count.
        self._spent[record.game().to_move, moves] = min((perf_counter() - begun) * 1000, allowed)
        return move

    def _of_bots(self) -> Decider:
        if self.bots is None:
            self._need()  # bots are loaded after the start of the page
        assert self.bots is not None, "the feature of bots is there as long as a bot plays"
        return self.bots

    def _allowed(self, record: Record, level: str) -> int:
        """The time limit of a decision, in milliseconds."""
        game, moves = record.game(), tuple(record.moves)
        self._spent = {
            (seat, before): spent
            for (seat, before), spent in self._spent.items()
            if seat == game.to_move and before in _earlier(moves, game.phase)
        }
        turn = WITH_MODULES if record.deal.rules.modules else TURN
        left = turn.get(level, QUICK) - sum(self._spent.values())
        return max(round(left * _PARTS[game.phase]), _LEAST)


def _earlier(moves: tuple[Move, ...], phase: Phase) -> list[tuple[Move, ...]]:
    """The moves before each earlier decision of the turn that goes on."""
    if phase is Phase.PLACE:
        return []
    start = max(turn_starts(moves), default=len(moves))
    return [moves[:at] for at in range(start, len(moves))]
