"""Bots at their seats: each in a worker of its own, with a time limit for each request."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple, TypeAlias

from cacao_core import CacaoError, Deal, Move, Record
from cacao_core.tiles import Seat
from cacao_web.features.bots.browser import SandboxWorker
from cacao_web.features.bots.model import (
    Bot,
    BotFailed,
    BotProblem,
    choose_request,
    load_request,
    read_answer,
)


class BotLimits(NamedTuple):
    """Time limits in seconds: for starting a worker, loading a bot, and deciding on a move."""

    start: float = 90
    load: float = 30
    move: float = 10


LIMITS: Final = BotLimits()


StartWorker: TypeAlias = Callable[[], SandboxWorker]


class BotPlayer:
    """A bot in a worker, loaded by the first request. It is ended when it fails."""

    def __init__(self, bot: Bot, worker: SandboxWorker, limits: BotLimits = LIMITS) -> None:
        self.bot = bot
        self.busy = False
        self._worker = worker
        self._limits = limits
        self._number = 0
        self._loaded = False
        self._ended = False

    async def choose(self, record: Record) -> Move:
        """The move for the seat to move; hidden information is not sent.

        Raises:
            BotFailed: the worker is then ended.
        """
        self.busy = True
        try:
            await self._load()
            seat = record.game().to_move
            assert seat is not None, "somebody has to decide"
            seen = record.seen_by(seat, random.Random())
            move = await self._ask(choose_request(self._next(), seen), self._limits.move)
            try:
                chosen = record.play(move).moves[-1]
            except CacaoError as error:
                raise BotFailed(BotProblem("illegal", str(error))) from None
        except (BotFailed, asyncio.CancelledError):
            self.end()
            raise
        self.busy = False
        return chosen

    async def _load(self) -> None:
        if not self._loaded:
            await self._within(self._worker.started(), self._limits.start, "died")
            await self._ask(load_request(self._next(), self.bot), self._limits.load)
            self._loaded = True

    def _next(self) -> int:
        self._number += 1
        return self._number

    async def _ask(self, request: str, seconds: float) -> str:
        return read_answer(self._number, await self._within(self._worker.ask(request), seconds))

    async def _within(
        self, work: Coroutine[Any, Any, object], seconds: float, late: str = "time"
    ) -> object:
        """Wait, at most for a number of seconds."""
        if self._ended:  # by another task in the meantime
            work.close()
            raise asyncio.CancelledError
        try:
            return await asyncio.wait_for(work, seconds)
        except TimeoutError:
            raise BotFailed(BotProblem(late, f"{seconds:g}")) from None
        except OSError as error:
            raise BotFailed(BotProblem("died", str(error))) from None

    def end(self) -> None:
        """End the worker; a pending request for a move is cancelled."""
        self._ended = True
        self._worker.end()


async def check(bot: Bot, start: StartWorker, limits: BotLimits = LIMITS) -> Move:
    """Test whether a bot can be loaded and has a first move; returns that move.

    Raises:
        BotFailed: the test has failed.
    """
    player = BotPlayer(bot, start(), limits)
    try:
        return await player.choose(Record(Deal.shuffled(players=2, seed=1)))
    finally:
        player.end()


class Players:
    """The bots of a game. Two seats with the same bot have two workers, which share nothing."""

    def __init__(self, start: StartWorker, limits: BotLimits = LIMITS) -> None:
        self._start = start
        self._limits = limits
        self._at: dict[Seat, BotPlayer] = {}

    async def choose(self, bot: Bot, record: Record) -> Move:
        """The move of a bot for the seat to move. Cancelling this stops the bot.

        Raises:
            BotFailed: the bot is ended; the next request starts a new worker.
        """
        seat = record.game().to_move
        assert seat is not None, "somebody has to decide"
        player = self._at.get(seat)
        if player is None or player.bot != bot or player.busy:
            self._end(seat)  # it is still busy with a cancelled request
            player = self._at[seat] = BotPlayer(bot, self._start(), self._limits)
        try:
            return await player.choose(record)
        except (BotFailed, asyncio.CancelledError):
            if self._at.get(seat) is player:
                del self._at[seat]
            raise

    def _end(self, seat: Seat) -> None:
        if player := self._at.pop(seat, None):
            player.end()

    def end_all(self) -> None:
        """End all workers; pending requests are cancelled."""
        for seat in list(self._at):
            self._end(seat)
