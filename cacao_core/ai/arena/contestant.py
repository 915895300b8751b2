"""Contestants: levels of :mod:`cacao_core.ai`, or bots: any callable ``choose(game)``."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from cacao_core import ai
from cacao_core.ai.bots import checked_bot
from cacao_core.ai.strengths import SEARCHING
from cacao_core.deal import is_whole
from cacao_core.engine.client import DECISION, Program, ProgramError, checked_seconds
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import Move

Bot: TypeAlias = Callable[[Game], Move | str]
"""From a game as its seat may see it to a legal move, or the notation of one."""

Decider: TypeAlias = Callable[[Game, int], Move | str]
"""From a game as the seat to move may see it, and a seed, to the move."""

Entry: TypeAlias = "str | Contestant | Bot"
"""Anything that specifies a contestant, see :func:`contestants`."""

_FILE: Final = re.compile(r"(?P<path>.+\.py)(:(?P<attribute>[^:/\\]+))?")
_MODULE: Final = re.compile(r"(?P<module>[\w.]+):(?P<attribute>[\w.]+)")
_CALLABLE: Final = "choose"
_EXPECTED: Final = (
    f"expected {', '.join(ai.LEVELS)}, module:callable, path/to/file.py:callable or ./program"
)
_programs: Final[list[Program]] = []
"""Those that were started."""


@dataclass(frozen=True)
class Contestant:
    """A contestant of a tournament.

    Args:
        name: its name in results, unique in a tournament.
        source: a level, ``module:callable``, ``file.py``, ``file.py:callable``, ``./program`` with
            its arguments, or a callable.
        budget: simulations of a level; None for the level's default.
        seconds: wall-clock limit for a decision of a bot or a program; a callable has none.
        debug: whether a bot's traceback is printed to the standard error.
        digest: hash of the bot's file, so that results of two versions do not mix; it is always
            computed, even if a value is given.
    """

    name: str
    source: str | Bot
    budget: int | None = None
    digest: str = ""
    seconds: float = DECISION
    debug: bool = False

    @property
    def origin(self) -> str:
        """Its source as text."""
        if isinstance(self.source, str):
            return self.source
        kind = _kind(self.source)
        return f"{kind.__module__}:{kind.__qualname__}"


def contestants(
    entries: Iterable[Entry],
    budgets: Mapping[str, int] | None = None,
    seconds: float = DECISION,
    debug: bool = False,
) -> tuple[Contestant, ...]:
    """The contestants of some entries, checked: every bot exists and can be called.

    An entry is a level (``hard``), a level with a budget (``hard@200``), ``module:callable``,
    ``path/to/file.py`` (its ``choose``), ``path/to/file.py:callable``, ``./program --its-option``
    (docs/engine.md), any of these with a name before it (``new=path/to/file.py``), a callable, or a
    :class:`Contestant`. The callable may be a function, an object with a method ``choose``, or a
    class of such, made once per process. Bots of files and modules run in processes of their own.

    Args:
        entries: two or more, with different names.
        budgets: simulations by level, for entries without a budget.
        seconds: wall-clock limit for a decision of bots and programs, unless an entry has its own.
        debug: whether tracebacks of bots are printed to the standard error.

    Raises:
        CacaoError: an entry is invalid, cannot be loaded, or has the name of another.
    """
    if isinstance(entries, str) or not isinstance(entries, Iterable):
        raise CacaoError(f"contestants: expected a list of them, got {describe(entries)}")
    line_up = tuple(
        each if isinstance(entry, Contestant) else replace(each, seconds=seconds, debug=debug)
        for entry in entries
        for each in [_contestant(entry, budgets or {})]
    )
    if len(line_up) < 2:
        raise CacaoError(f"{len(line_up)} contestants: expected 2 or more")
    names = [each.name for each in line_up]
    for name in names:
        if names.count(name) > 1:
            raise CacaoError(f"two contestants are called {describe(name)}: name one other=…")
    for each in line_up:
        _check_budget(each.budget, each.name)
        checked_seconds(each.seconds)
        decider(each)
    return line_up


def _check_budget(budget: object, name: str) -> None:
    if budget is not None and (not is_whole(budget) or budget < 1):
        raise CacaoError(f"budget {describe(budget)} of {name}: expected a whole number above 0")


def _contestant(entry: Entry, budgets: Mapping[str, int]) -> Contestant:
    if isinstance(entry, str):
        name, named, source = entry.partition("=")
        if not named:
            return _of_source("", entry, budgets)
        if not (name.strip() and name.isprintable()):
            raise CacaoError(f"{describe(entry)}: expected a name before the sign =")
        return _of_source(name, source, budgets)
    if not isinstance(entry, Contestant):
        return Contestant(_kind(entry).__name__, entry, digest=_digest_of_source(entry))
    if not isinstance(entry.source, str):
        return replace(entry, digest=_digest_of_source(entry.source))
    contestant = _of_source(entry.name, entry.source, budgets)
    budget = contestant.budget if entry.budget is None else entry.budget
    return replace(contestant, budget=budget, seconds=entry.seconds, debug=entry.debug)


def _of_source(name: str, source: str, budgets: Mapping[str, int]) -> Contestant:
    level, limited, amount = source.partition("@")
    if level in ai.LEVELS:
        if limited and level not in SEARCHING:
            raise CacaoError(f"{describe(source)}: only {', '.join(SEARCHING)} have a budget")
        budget = _number(amount, source) if limited else budgets.get(level)
        return Contestant(name or source, level, budget)
    if match := _FILE.fullmatch(source):
        path = Path(match["path"])
        short = path.stem if match["attribute"] is None else f"{path.stem}:{match['attribute']}"
        return Contestant(name or short, source, digest=_digest(path, source))
    if match := _MODULE.fullmatch(source):
        return Contestant(name or source, source, digest=_digest(_found(match["module"]), source))
    if command := _command(source):
        short = Path(command[0]).name
        return Contestant(name or short, source, digest=_digest(Path(command[0]), source))
    raise CacaoError(f"contestant {describe(source)}: {_EXPECTED}")


def _command(source: str) -> list[str]:
    """A program with its arguments; empty if it is none. Its path has a separator in it."""
    try:
        words = shlex.split(source, posix=os.name == "posix")
    except ValueError:
        return []
    program = words and ("/" in words[0] or os.sep in words[0]) and shutil.which(words[0])
    return [program, *words[1:]] if program else []


def _kind(bot: Bot) -> Any:  # noqa: ANN401  # a function or a class: both have names
    return bot if hasattr(bot, "__qualname__") else type(bot)


def _number(text: str, entry: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise CacaoError(f"{describe(entry)}: expected a number of simulations after the sign @")
    return int(text)


def _found(module: str) -> Path:
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise CacaoError(f"there is no module {describe(module)} on Python's path")
    return Path(spec.origin or "")


def _digest(path: Path, source: str) -> str:
    """Hash of a bot's file; empty for a module without a file to read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        if path.suffix != ".py":  # a module that is built in
            return ""
        raise CacaoError(f"contestant {describe(source)}: {error.strerror}: {path}") from None


def _digest_of_source(bot: Bot) -> str:
    """Hash of a callable's source text, if Python knows it."""
    try:
        return hashlib.sha256(inspect.getsource(_kind(bot)).encode()).hexdigest()[:16]
    except (OSError, TypeError):
        return ""


# --- From a contestant to its decider ------------------------------------------------------


def decider(contestant: Contestant) -> Decider:
    """The decider of a contestant; bots that are classes are made once per process.

    Raises:
        CacaoError: it cannot be loaded, or cannot be called.
    """
    if isinstance(contestant.source, str | type):
        return _made(contestant)
    bot = _called(contestant.source)
    return lambda view, _seed: bot(view)


@cache
def _made(contestant: Contestant) -> Decider:
    source, budget = contestant.source, contestant.budget
    if not isinstance(source, str):
        bot = _called(source)
        return lambda view, _seed: bot(view)
    if source in ai.LEVELS:
        return lambda view, seed: ai.choose(view, source, seed, budget)
    return _started(contestant).choose


def _started(contestant: Contestant) -> Program:
    source = str(contestant.source)
    environment = None
    command = _command(source) if not (_FILE.fullmatch(source) or _MODULE.fullmatch(source)) else []
    if not command:
        debug = ["--debug"] if contestant.debug else []
        command = [sys.executable, "-m", "cacao_core", "engine", "--bot", source, *debug]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    program = Program(command, contestant.seconds, environment)
    try:
        program.start()
    except ProgramError as error:
        prefix = "" if error.kind == "error" else f"{error.kind}: "
        problem = f"cannot be loaded: {prefix}{error}"
        raise CacaoError(f"contestant {contestant.name} {problem}") from None
    _programs.append(program)
    return program


def seconds_of(decide: Decider) -> float:
    """The seconds of the last decision in a process of its own; 0 if it was made in this one."""
    program = getattr(decide, "__self__", None)
    return program.cpu if isinstance(program, Program) else 0.0


def end_programs() -> None:
    """End all programs and bots that were started; they start again when they are asked."""
    for program in _programs:
        program.close()


def bot_of(source: str) -> Bot:
    """The callable of ``module:callable``, ``file.py`` or ``file.py:callable``.

    Raises:
        CacaoError: it cannot be loaded, or cannot be called.
    """
    return _called(_loaded(source))


def _called(loaded: object) -> Bot:
    if isinstance(loaded, type):
        try:
            loaded = loaded()
        except Exception as error:
            raise _unusable(error) from error
    return checked_bot(getattr(loaded, _CALLABLE, loaded))


def _loaded(source: str) -> object:
    try:
        if match := _FILE.fullmatch(source):
            loaded: object = _module_of(Path(match["path"]))
        elif match := _MODULE.fullmatch(source):
            loaded = importlib.import_module(match["module"])
        else:
            raise CacaoError(f"bot {describe(source)}: {_EXPECTED}")
        for name in (match["attribute"] or _CALLABLE).split("."):
            loaded = getattr(loaded, name)
    except CacaoError:
        raise
    except (Exception, SystemExit) as error:  # a bot's file may raise anything while it is loaded
        raise _unusable(error) from error
    return loaded


def _module_of(path: Path) -> object:
    """A file as a module; like a script, it may import files beside it."""
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.append(folder)
    name = f"cacao_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CacaoError(f"{path} is no Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _unusable(error: BaseException) -> CacaoError:
    return CacaoError(f"{type(error).__name__}: {error}")


def names(group: Sequence[Contestant]) -> tuple[str, ...]:
    """The names of some contestants."""
    return tuple(each.name for each in group)
