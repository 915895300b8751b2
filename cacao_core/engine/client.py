"""A program that decides, in a process of its own, as its side of the protocol sees it."""

from __future__ import annotations

import os
import signal
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Final

from cacao_core.deal import is_duration
from cacao_core.engine.asked import PROTOCOL
from cacao_core.errors import CacaoError
from cacao_core.game import Game
from cacao_core.moves import Move

DECISION: Final = 60.0
"""Seconds for a decision, unless something else is said."""
_START: Final = 30.0
"""Seconds until a program has introduced itself."""
_LONGEST: Final = 1 << 16
"""Characters of a line; what is longer counts as several."""
_MOST: Final = 10_000
"""Lines that a program may write for one decision, and that wait to be read."""
_UNTOLD: Final = -1.0
"""The CPU seconds of a decision, as long as the program has told none."""


class ProgramError(Exception):
    """A program has failed: it hangs, has ended, or has answered nonsense.

    Args:
        kind: a word or two: the name of an error, or what it has done.
        said: more about it.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Program:
    """A program that speaks the protocol of docs/engine.md; started when it is first asked.

    Args:
        command: the program, and its arguments.
        seconds: wall-clock limit of a decision.
        environment: variables of the process; None for those of this one.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float = DECISION,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._command = list(command)
        self._seconds = seconds
        self._environment = None if environment is None else dict(environment)
        self._process: _Process | None = None
        self._rules: list[str] = []
        self.name = ""
        """The program's own name, once it has been started."""
        self.cpu = 0.0
        """Seconds of its last decision: CPU seconds if it tells them, else wall-clock."""

    def start(self) -> None:
        """Start it, unless it runs.

        Raises:
            ProgramError: it cannot be started, or does not introduce itself.
        """
        if self._process is not None:
            return
        try:
            self._process = process = _Process(self._command, self._environment)
        except OSError as error:
            raise ProgramError("not started", str(error.strerror or error)) from None
        end = monotonic() + _START
        self._say("cacao")
        while (line := self._next(process, end)) != "cacaook":
            word, _space, rest = line.partition(" ")
            if word == "error":
                self.close()
                raise ProgramError("error", rest)
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            if word == "rules":
                self._rules = rest.split()
            if word == "protocol" and rest.strip() != PROTOCOL:
                self.close()
                raise ProgramError("other protocol", f"it speaks {rest[:20]}; expected {PROTOCOL}")

    def choose(self, game: Game, seed: int | None = None) -> Move:
        """The decision of the seat to move. Give it a view: it gets the whole position.

        Raises:
            ProgramError: it hangs, has ended, says that it has failed, or answers nonsense.
            IllegalMove: its move is not legal.
        """
        self.cpu = _UNTOLD
        begun = monotonic()
        try:
            self.start()
            begun = monotonic()  # its first decision does not count the start
            return self._decision(game, seed, begun + self._seconds)
        finally:
            if self.cpu == _UNTOLD:
                self.cpu = monotonic() - begun

    def _decision(self, game: Game, seed: int | None, end: float) -> Move:
        process = self._process
        assert process is not None, "it is started"
        self._check_rules(game.rules.name)
        if all(tile.owner != game.to_move for tile in game.workers.values()):
            self._say("newgame")
        self._say(f"position {game.to_text()}")
        self._say("isready")
        self._answer(process, end, "readyok")  # what it has said without being asked is no answer
        chance = "" if seed is None else f" seed {seed}"
        legal = " ".join(map(str, game.legal_moves()))
        self._say(f"go limit {self._seconds:g}{chance} legal {legal}")
        self.cpu = _UNTOLD
        return game.find_move(self._answer(process, end, "bestmove"))

    def _check_rules(self, name: str) -> None:
        """Check that it plays by some rules; a program that names none plays by any.

        Raises:
            ProgramError: it does not.
        """
        parts = ["workers" if part.startswith("tiles-") else part for part in name.split("+")]
        if self._rules and not {*parts} <= {*self._rules}:
            raise ProgramError("other rules", f"it plays {' '.join(self._rules)}; this is {name}")

    def _answer(self, process: _Process, end: float, wanted: str) -> str:
        """The text after a word that is waited for."""
        for _line in range(_MOST):
            word, _space, rest = self._next(process, end).partition(" ")
            if word == wanted:
                return rest.strip()
            if word == "error":
                kind, colon, message = rest.partition(":")
                raise ProgramError(kind if colon else "error", message.strip() if colon else rest)
            if word == "info" and rest.startswith("cpu "):
                self.cpu = _seconds_of(rest.removeprefix("cpu "))
        self.close()
        raise ProgramError("nonsense", f"{_MOST} lines, and no {wanted}")

    def close(self) -> None:
        """End it."""
        if self._process:
            self._process.end()
            self._process = None

    def _say(self, line: str) -> None:
        process = self._process
        assert process is not None, "it is started"
        with suppress(OSError):  # what has happened is read from what it has said
            process.say(line)

    def _next(self, process: _Process, end: float) -> str:
        line = process.next(end)
        if line is None:
            code = process.code()
            self.close()
            raise ProgramError("ended", f"the program has ended with {code}")
        if line is _HANGS:
            self.close()
            raise ProgramError("too slow", "no answer in time")
        return line


_HANGS: Final = "\0"


class _Process:
    """A process whose lines are read by a thread, so that nobody waits for them for ever."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # whoever holds a tournament names it
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            encoding="utf-8",
            errors="replace",
            start_new_session=os.name == "posix",  # Ctrl-C is not meant for it
        )
        self._lines: Queue[str | None] = Queue(_MOST)  # what is too much stays with the program
        output, self._input = self._process.stdout, self._process.stdin
        Thread(target=_read, args=(output, self._lines), daemon=True).start()
        self._finalizer = weakref.finalize(self, _kill, self._process)

    def say(self, line: str) -> None:
        """Write a line.

        Raises:
            OSError: it has ended.
        """
        assert self._input, "it is a pipe"
        self._input.write(f"{line}\n")
        self._input.flush()

    def next(self, end: float) -> str | None:
        """The next line; None if it has ended, ``_HANGS`` if there is none at a time."""
        try:
            return self._lines.get(timeout=max(0.0, end - monotonic()))
        except Empty:
            return _HANGS

    def code(self) -> str:
        """The way in which it has ended."""
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "its output closed"
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def end(self) -> None:
        """Kill it."""
        self._finalizer()


def _read(source: IO[str] | None, lines: Queue[str | None]) -> None:
    with suppress(OSError, ValueError):  # it was closed
        while source and (line := source.readline(_LONGEST)):
            lines.put(line.strip())
    lines.put(None)


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(OSError):  # it has ended already
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # with whatever it has started
        else:
            process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        with suppress(OSError):  # what was not sent yet
            if stream:
                stream.close()


def _seconds_of(text: str) -> float:
    """The seconds that a program tells; ``_UNTOLD`` if they are no number from 0."""
    try:
        seconds = float(text)
    except ValueError:
        return _UNTOLD
    return seconds if 0 <= seconds < inf else _UNTOLD


def checked_seconds(seconds: object) -> float:
    """A time limit.

    Raises:
        CacaoError: it is no finite number above 0.
    """
    if is_duration(seconds):
        return float(seconds)
    raise CacaoError("seconds: expected a number above 0")
