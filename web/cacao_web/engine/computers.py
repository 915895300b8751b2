"""The computer players: they think in a web worker, or in the page itself if the worker fails."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Final, TypeAlias

from cacao_core import CacaoError, Move, Phase, Record, ai
from cacao_core.moves import turn_starts
from cacao_core.tiles import Seat
from cacao_web.browser.page import Page
from cacao_web.browser.progress import Progress
from cacao_web.engine import slices
from cacao_web.engine.protocol import Data
from cacao_web.engine.server import Job, begun
from cacao_web.engine.supervisor import SupervisedWorker, WorkerFailed
from cacao_web.game.players import Sitter, is_bot
from cacao_web.ui.i18n import _

PROGRAM: Final = "./app/opponent.py"
TURN: Final = {"medium": 700, "hard": 1000, "expert": 3000, "master": 5000}
"""Time limit of a level for all decisions of a turn, in milliseconds."""
WITH_MODULES: Final = {**TURN, "hard": 2000, "expert": 4000}
"""Time limits in games with modules, whose playouts take longer."""
QUICK: Final = 400
"""Time limit of all other levels, which do not search."""
_PARTS: Final = {Phase.PLACE: 0.65, Phase.FILL: 0.6, Phase.ACTIVATE: 0.5, Phase.DECIDE: 0.5}
"""Share of the remaining time for one decision; more may follow in the turn."""
_LEAST: Final = 80
_STEADY: Final = "medium"
"""Strongest level used in the page after a worker failed."""
_SLICE: Final = 0.008
"""Seconds that Python works in the page at a time, between two frames."""
_PATIENCE: Final = 400
"""Time limit of a decision in the page, in milliseconds."""
_PLAYOUTS: Final = 300
"""Simulations for each turn that is judged: the same for a hint and a review, so that both say the
same of it."""
_REVIEW_TIME: Final = 3_600_000
"""Time limit of a review, in milliseconds. A partial review is useless."""
_BUDGET: Final = 60
"""Largest number of simulations of a decision in the page."""

Decide: TypeAlias = Callable[[Record, Sitter, Progress], Awaitable[Move]]
"""Decides for the seat to move; raises CacaoError, with a message for the person."""


class Computers:
    """Decides for all seats that no person plays, and finds hints and reviews.

    If no worker answers, Python in the page computes the answer.

    Args:
        page: starts workers.
        bots: decides for bots.
        tell: shows the person a message; called if no worker can be started, but only once.
    """

    def __init__(self, page: Page, bots: Decide, tell: Callable[[str], None]) -> None:
        self.worker = SupervisedWorker(page, PROGRAM)
        self._page = page
        self._bots = bots
        self._tell = tell
        self._told = False
        # The decisions of the turn so far: seat and moves before each, and milliseconds used.
        self._spent: dict[tuple[Seat | None, tuple[Move, ...]], float] = {}

    async def decide(self, record: Record, sitter: Sitter, on_progress: Progress) -> Move:
        """The move for the seat to move. Cancelling this cancels the search.

        A level's time depends on the earlier decisions of the turn alone, so a turn that is played
        again (undo, another game) gets the same.

        Args:
            sitter: the one that decides.
            on_progress: is called with the share of the work that is done.

        Raises:
            CacaoError: there is none; the message is for the person.
        """
        if is_bot(sitter.kind):
            return await self._bots(record, sitter, on_progress)
        moves, allowed = tuple(record.moves), self._allowed(record, sitter.kind)
        start = perf_counter()
        move = await self._choose(record, sitter.kind, allowed, on_progress)
        # The time for starting a worker does not count.
        self._spent[record.game().to_move, moves] = min((perf_counter() - start) * 1000, allowed)
        return move

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

    async def _choose(
        self, record: Record, level: str, milliseconds: int, on_progress: Progress
    ) -> Move:
        data = {
            "record": record.to_text(),
            "level": level,
            "seed": random.getrandbits(32),
            "milliseconds": milliseconds,
        }
        game = record.game()
        try:
            answer = await self._ask("move", data, on_progress)
            return game.find_move(str(answer["move"]))
        except Exception as error:  # a bug in the search: the game goes on
            self._page.report(f"{PROGRAM}: {error!r}")
        if game.to_move is None:
            raise CacaoError("the game is over: there is no move to choose")
        suggests = game.phase in (Phase.ACTIVATE, Phase.DECIDE)
        return ai.suggest(game) if suggests else game.legal_moves()[0]

    async def hints(self, record: Record, milliseconds: int, on_progress: Progress) -> list[Data]:
        """The best moves, in the form of the worker's answer; see :mod:`cacao_web.engine.requests`.

        Raises:
            CacaoError: there are none.
        """
        data = {**_whole(record), "milliseconds": milliseconds}
        return list((await self._ask("hints", data, on_progress))["hints"])

    async def review(self, record: Record, on_progress: Progress, since: int = 0) -> list[Data]:
        """The turns of a game, in the form of the worker's answer.

        See :mod:`cacao_web.engine.requests`.

        Args:
            on_progress: is called with the share of the work that is done.
            since: number of moves; turns that begin before are left out.

        Raises:
            CacaoError: there is none.
        """
        data = {**_whole(record), "milliseconds": _REVIEW_TIME}
        return list((await self._ask("review", {**data, "since": since}, on_progress))["turns"])

    async def _ask(self, ask: str, data: Data, on_progress: Progress) -> Data:
        try:
            return await self.worker.ask(ask, data, on_progress)
        except WorkerFailed as error:
            suspect = error.worked
            if not suspect and not self._told:
                self._told = True
                self._tell(_(
                    "The computer players did not start properly, so they think less than "
                    "usual. Check that you are online, then reload the page."
                ))  # fmt: skip
        except CacaoError as error:
            suspect = True
            self._page.report(f"{PROGRAM}: {error}")
        small = {**data, "budget": _BUDGET, "brief": True}
        if suspect and "level" in data:
            small["level"] = min(data["level"], _STEADY, key=ai.LEVELS.index)
        patience = data["milliseconds"] if ask == "review" else _PATIENCE
        return await _here(ask, small, on_progress, patience)


def _whole(record: Record) -> Data:
    """A game whose turns are looked at, with as many playouts as its rules have time for."""
    data: Data = {"record": record.to_text()}
    return data if record.deal.rules.modules else {**data, "budget": _PLAYOUTS}


async def _here(ask: str, data: Data, on_progress: Progress, patience: int) -> Data:
    """Compute the answer in the page, in slices short enough for smooth drawing."""
    from cacao_web.engine import requests  # noqa: PLC0415  # most pages leave thinking to the worker

    job: Job = begun(requests.JOBS, {**data, "ask": ask})
    seconds = min(data["milliseconds"], patience) / 1000
    result = await slices.last(job.steps, seconds, _SLICE, on_progress)
    assert result is not None, "it is wanted to its end"
    return job.answer(result)


def _earlier(moves: tuple[Move, ...], phase: Phase) -> list[tuple[Move, ...]]:
    """The moves before each earlier decision of the turn that goes on."""
    if phase is Phase.PLACE:
        return []
    start = max(turn_starts(moves), default=len(moves))
    return [moves[:at] for at in range(start, len(moves))]
