"""Asks the artificial players: in a web worker, or in the page itself if the worker fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError, Move, Phase, Record, ai
from cacao_web.browser.worker import Start
from cacao_web.engine import slices
from cacao_web.engine.protocol import Data
from cacao_web.engine.server import Job, begun
from cacao_web.engine.supervisor import Watched, WorkerFailed
from cacao_web.ui.i18n import _

PROGRAM: Final = "./app/opponent.py"
_STEADY: Final = "medium"
"""Strongest level used in the page after a worker failed."""
_SLICE: Final = 0.008
"""Seconds that Python works in the page at a time, between two frames."""
_PATIENCE: Final = 400
"""Time limit of a decision in the page, in milliseconds."""
_TURN: Final = 300
"""Simulations for each turn that is judged: the same for a hint and a review, so that both say the
same of it."""
_REVIEW_TIME: Final = 3_600_000
"""Time limit of a review, in milliseconds. A partial review is useless."""
_BUDGET: Final = 60
"""Largest number of simulations of a decision in the page."""


class Opponent:
    """Asks the worker; if that fails, Python in the page computes the answer.

    Args:
        start: starts workers.
        report: called with each error, for developers.
        tell: shows the person a message; called if no worker can be started, but only once.
    """

    def __init__(
        self, start: Start, report: Callable[[str], None], tell: Callable[[str], None]
    ) -> None:
        self.worker = Watched(start, PROGRAM, report)
        self._report = report
        self._tell = tell
        self._told = False

    async def choose(
        self,
        record: Record,
        level: str,
        seed: int,
        milliseconds: int,
        on_progress: Callable[[float], None],
    ) -> Move:
        """The move for the seat to move. Cancelling this cancels the search.

        Raises:
            CacaoError: there is no move to choose.
        """
        data = {
            "record": record.to_text(),
            "level": level,
            "seed": seed,
            "milliseconds": milliseconds,
        }
        game = record.game()
        try:
            answer = await self._ask("move", data, on_progress)
            return game.find_move(str(answer["move"]))
        except Exception as error:  # a bug in the search: the game goes on
            self._report(f"{PROGRAM}: {error!r}")
        if game.to_move is None:
            raise CacaoError("the game is over: there is no move to choose")
        suggests = game.phase in (Phase.ACTIVATE, Phase.DECIDE)
        return ai.suggest(game) if suggests else game.legal_moves()[0]

    async def hints(
        self, record: Record, milliseconds: int, on_progress: Callable[[float], None]
    ) -> list[Data]:
        """The best moves, in the form of the worker's answer; see :mod:`cacao_web.engine.requests`.

        Raises:
            CacaoError: there are none.
        """
        data = {**_whole(record), "milliseconds": milliseconds}
        return list((await self._ask("hints", data, on_progress))["hints"])

    async def review(
        self, record: Record, on_progress: Callable[[float], None], since: int = 0
    ) -> list[Data]:
        """The turns of a game, in the form of the worker's answer.

        See :mod:`cacao_web.engine.requests`.

        Args:
            record: the game.
            on_progress: is called with the share of the work that is done.
            since: number of moves; turns that begin before are left out.

        Raises:
            CacaoError: there is none.
        """
        data = {**_whole(record), "milliseconds": _REVIEW_TIME}
        return list((await self._ask("review", {**data, "since": since}, on_progress))["turns"])

    async def _ask(self, ask: str, data: Data, on_progress: Callable[[float], None]) -> Data:
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
            self._report(f"{PROGRAM}: {error}")
        small = {**data, "budget": _BUDGET, "brief": True}
        if suspect and "level" in data:
            small["level"] = min(data["level"], _STEADY, key=ai.LEVELS.index)
        patience = data["milliseconds"] if ask == "review" else _PATIENCE
        return await _here(ask, small, on_progress, patience)


def _whole(record: Record) -> Data:
    """A game whose turns are looked at, with as many playouts as its rules have time for."""
    data: Data = {"record": record.to_text()}
    return data if record.deal.rules.modules else {**data, "budget": _TURN}


async def _here(ask: str, data: Data, on_progress: Callable[[float], None], patience: int) -> Data:
    """Compute the answer in the page, in slices short enough for smooth drawing."""
    from cacao_web.engine import requests  # noqa: PLC0415  # most pages leave thinking to the worker

    job: Job = begun(requests.JOBS, {**data, "ask": ask})
    seconds = min(data["milliseconds"], patience) / 1000
    result = await slices.last(job.steps, seconds, _SLICE, on_progress)
    assert result is not None, "it is wanted to its end"
    return job.answer(result)
