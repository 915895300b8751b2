"""An engine: answers lines with the package's own players, or with a bot."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Iterator
from time import monotonic, process_time
from typing import Final, TypeAlias

from cacao_core import __version__, ai
from cacao_core.ai.results import Analysis, Candidate
from cacao_core.engine.asked import PROTOCOL, Go, game_of, go_of, option_of
from cacao_core.engine.inbox import LineInbox, Lines
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.modules import NAMES
from cacao_core.moves import Move
from cacao_core.rules import BASE, SHORT

_REPORT: Final = 0.1
"""Seconds between two reports of a search."""
_SHARE: Final = 0.8
"""Share of a limit after which it answers: the line has to arrive in time."""
_LEAST: Final = 48
"""Steps of a search before it is stopped: two looks at each turn. The time limit is not held up."""

Bot: TypeAlias = Callable[[Game], Move | str]


class Engine:
    """Answers the lines of the protocol, see docs/engine.md.

    Args:
        lines: what it is told.
        write: writes a line.
        bot: decides instead of the package's players.
        debug: whether the traceback of a bot's error is printed to the standard error.
    """

    def __init__(
        self,
        lines: Lines,
        write: Callable[[str], None],
        bot: Bot | None = None,
        debug: bool = False,
    ) -> None:
        self._inbox, self._write = LineInbox(lines), write
        self._bot, self._debug = bot, debug
        self._game: Game | None = None
        self._options = {"level": "", "playouts": ""}
        self._end: float | None = None  # when a search has to end
        self._stops = self._is_endless = False  # whether it was told to end, or needs to be
        self._steps = 0  # of a search
        self._is_over = False

    def run(self) -> None:
        """Answer until it is told to quit, or nobody tells it anything any more."""
        while not self._is_over:
            if (line := self._inbox.next()) is None:
                return
            try:
                self._answer(line.split())
            except CacaoError as error:
                self._write(f"error {_one_line(error)}")

    def _answer(self, words: list[str]) -> None:
        command, rest = (words[0], words[1:]) if words else ("", [])
        if command == "cacao":
            self._introduce()
        elif command == "isready":
            self._write("readyok")
        elif command == "newgame":
            self._game = None
        elif command == "setoption":
            name, value = option_of(rest, {} if self._bot else self._options)
            self._options[name] = value
        elif command == "position":
            self._game = None
            self._game = game_of(rest, self._inbox.record() if rest[:1] == ["record"] else "")
        elif command == "go":
            self._go(go_of(rest))
        elif command == "quit":
            self._is_over = True
        elif command not in ("", "stop"):
            raise CacaoError(f"{describe(command)}: there is no such command")

    def _introduce(self) -> None:
        self._write(f"id name cacao_core {__version__}{' with a bot' if self._bot else ''}")
        self._write(f"protocol {PROTOCOL}")
        self._write(f"rules {BASE.name} {SHORT.name} {' '.join(NAMES)} early big")
        if not self._bot:
            self._write(f"option level default {' '.join(ai.LEVELS)}")
            self._write("option playouts default")
        self._write("cacaook")

    # --- Decisions -------------------------------------------------------------------------------

    def _go(self, go: Go) -> None:
        if self._game is None:
            raise CacaoError("go: expected a position before")
        if self._game.to_move is None:
            raise CacaoError("go: the game is over")
        begun = process_time()
        self._inbox.search_begins()
        self._stops, self._steps, self._is_endless = False, 0, go.is_endless
        self._end = None if go.limit is None else monotonic() + _SHARE * go.limit
        best = self._asked_bot(self._game, go) if self._bot else self._searched(self._game, go)
        self._write(f"info cpu {process_time() - begun:.6f}")
        self._write(f"bestmove {best}")

    def _asked_bot(self, game: Game, go: Go) -> str:
        assert self._bot, "it is asked"
        if go.seed is not None:
            random.seed(go.seed)  # so that bots that use this module are repeatable too
        try:
            answer = self._bot(game)
        except (Exception, SystemExit) as error:  # a bot may raise anything
            if self._debug:
                traceback.print_exc(file=sys.stderr)
            raise CacaoError(f"{type(error).__name__}: {error}") from None
        return _one_line(answer) if isinstance(answer, str | Move) else describe(answer)

    def _searched(self, game: Game, go: Go) -> Move:
        level = go.level or self._options["level"]
        playouts = go.playouts
        if playouts is None and go.seconds is None and self._options["playouts"]:
            playouts = int(self._options["playouts"])
        if level and not (go.moves or go.all_moves or go.best or go.is_endless):
            return self._as_level(game, level, go, playouts)
        return self._analysed(game, go, playouts)

    def _as_level(self, game: Game, level: str, go: Go, playouts: int | None) -> Move:
        if go.seconds is not None:
            self._end = monotonic() + go.seconds
        move = None
        for _share, latest in ai.thinking(game, level, go.seed, playouts):
            move = latest
            if self._is_stopped():
                break
        assert move is not None, "there is a first step"
        return move

    def _analysed(self, game: Game, go: Go, playouts: int | None) -> Move:
        seconds = 1e6 if go.is_endless else go.seconds
        steps = ai.analysing(
            game,
            None if seconds else playouts,
            seconds=seconds,
            moves=go.moves or None,
            all_moves=go.all_moves,
            best=go.best,
        )
        best = self._reported(game, steps, go)
        return best[0].move

    def _reported(self, game: Game, steps: Iterator[tuple[float, Analysis]], go: Go) -> Analysis:
        last, latest, shown = -_REPORT, None, None
        for share, analysis in steps:
            latest = analysis
            if self._is_stopped():
                break
            if share < 1 and monotonic() >= last + _REPORT and analysis is not shown:
                last, shown = monotonic(), analysis
                self._write(f"info share {share:.2f} {_value(analysis[0])}")
        assert latest is not None, "there is a first step"
        answers = ai.Answers(game)
        for rank, candidate in enumerate(latest[: go.best or 1], 1):
            reason = ai.explain(game, candidate.line, latest[0].line if rank > 1 else (), answers)
            words = [reason.kind, str(reason.amount), str(reason.gold), reason.code or "-"]
            self._write(f"info rank {rank} reason {' '.join(words)} {_value(candidate)}")
        return latest

    def _is_stopped(self) -> bool:
        """Whether the search shall end.

        Nobody could stop an endless one after the last line. Any other has an end, and whoever has
        kept a session as text wants the same answers as then.
        """
        self._steps += 1
        if self._end is not None and monotonic() >= self._end:
            return True
        for word in self._inbox.during_search():
            if word == "isready":
                self._write("readyok")
            elif word == "stop" or self._is_endless:
                self._stops = True
        return self._stops and self._steps >= _LEAST


def _value(candidate: Candidate) -> str:
    line = " ".join(map(str, candidate.line))
    figures = f"playouts {candidate.simulations} lead {candidate.margin:.2f}"
    return f"{figures} win {candidate.win:.3f} turn {line}"


def _one_line(answer: object) -> str:
    return " ".join(str(answer).split())[:400]
