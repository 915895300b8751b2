"""Runs in a bot's worker: loads the bot, asks it for moves, and reports its failures.

All exceptions, output and results of a bot become data in an answer
(:mod:`cacao_web.features.bots.model`).
"""

from __future__ import annotations

import base64
import importlib
import importlib.util
import io
import json
import re
import sys
import traceback
from collections.abc import Awaitable, Callable
from contextlib import redirect_stderr, redirect_stdout
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

from cacao_core import IllegalMove, Move, Record
from cacao_core.errors import describe
from cacao_web.features.bots.model import BotProblem

GROUP: Final = "cacao.bots"
"""Group of a wheel's entry points that name a bot."""
_MODULE: Final = "own_bot"
_LONGEST_MESSAGE: Final = 400
_LONGEST_TEXT: Final = 3000
_FRAMES: Final = 8

Choose: TypeAlias = Callable[[Any], object]
"""The function of a bot: from a game to a move."""
Install: TypeAlias = Callable[[Path], Awaitable[None]]
"""Makes the modules of a wheel importable, without a network."""


class _Wrong(Exception):
    """An error of a bot that has not raised an exception."""

    def __init__(self, what: str, message: str = "") -> None:
        super().__init__(message)
        self.what, self.message = what, message


async def micropip_installer() -> Install:
    """Load micropip, which installs wheels that require only packages of the site."""
    pyodide: Any = importlib.import_module("pyodide_js")
    await pyodide.loadPackage("micropip")
    micropip: Any = importlib.import_module("micropip")

    async def install(wheel: Path) -> None:
        try:
            await micropip.install(f"emfs:{wheel}", index_urls=[], keep_going=True)
        except ValueError as error:
            reason = str(error).partition("\n")[0]
            missing = re.findall(r"'([^']+)'", reason.partition(" wheel for: ")[2])
            raise _Wrong("packages", ", ".join(missing) or reason) from None

    return install


class Runner:
    """Runs one bot.

    Args:
        folder: directory for its file.
        installer: loads the function that installs wheels.
        shut_in: restricts what a bot can access; called before a bot's file is unpacked.
    """

    def __init__(
        self,
        folder: str = "/bots",
        installer: Callable[[], Awaitable[Install]] = micropip_installer,
        shut_in: Callable[[], None] = lambda: None,
    ) -> None:
        self._folder = Path(folder)
        self._installer = installer
        self._shut_in = shut_in
        self._choose: Choose | None = None
        self._own: set[str] = set()  # paths of the bot's files

    async def answer(self, text: str) -> str:
        data: dict[str, Any] = json.loads(text)
        printed = _Printed()
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                if data["do"] == "load":
                    await self._load(data["file"], base64.b64decode(data["data"]))
                    move = ""
                else:
                    move = self._move(Record.from_text(data["record"]))
        except BaseException as error:  # a bot may even try to exit
            problem = self._problem(error)._replace(printed=printed.text)
            return json.dumps({"id": data["id"], "problem": problem._asdict()})
        return json.dumps({"id": data["id"], "move": move})

    # --- Loading -----------------------------------------------------------------------------

    async def _load(self, file: str, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / file
        path.write_bytes(data)
        if path.suffix == ".whl":
            install = await self._installer()
            self._shut_in()
            await install(path)
            self._choose = self._of_wheel(path.name.partition("-")[0])
        else:
            self._shut_in()
            self._own = {str(path)}
            self._choose = _offered(_module(path), path.name)

    def _of_wheel(self, name: str) -> Choose:
        """The function of a wheel: of its entry point, else of the first module that has one."""
        importlib.invalidate_caches()
        distribution = metadata.distribution(name)
        files = [file for file in distribution.files or () if file.suffix == ".py"]
        self._own = {str(distribution.locate_file(file)) for file in files}
        for entry in distribution.entry_points:
            if entry.group == GROUP:
                loaded = entry.load()
                return loaded if callable(loaded) else _offered(loaded, entry.value)
        names = dict.fromkeys(file.parts[0].removesuffix(".py") for file in files)
        modules = [name for name in names if name.isidentifier()]
        for module in modules:
            choose = getattr(importlib.import_module(module), "choose", None)
            if callable(choose):
                return choose  # type: ignore[no-any-return]  # any value of the bot's
        raise _Wrong("choose", ", ".join(modules))

    # --- Playing -----------------------------------------------------------------------------

    def _move(self, record: Record) -> str:
        """The bot's move in notation."""
        if self._choose is None:
            raise _Wrong("choose")
        answer = self._choose(record.game())
        if not isinstance(answer, Move | str):
            raise _Wrong("nonsense", describe(answer))
        try:
            return str(record.game().find_move(answer))
        except IllegalMove as error:
            raise _Wrong("illegal", str(error)) from None

    # --- Failures ------------------------------------------------------------------------------

    def _problem(self, error: BaseException) -> BotProblem:
        if isinstance(error, _Wrong):
            return BotProblem(error.what, error.message[:_LONGEST_MESSAGE])
        report = traceback.TracebackException.from_exception(error, compact=True)
        message = "".join(report.format_exception_only()).strip().rpartition("\n")[2]
        file, line = self._place(report)
        what = "raised"
        if isinstance(error, ModuleNotFoundError) and error.name:
            what, message = "module", str(error.name)
        return BotProblem(what, message[:_LONGEST_MESSAGE], file, line, self._trace(report))

    def _place(self, report: traceback.TracebackException) -> tuple[str, int]:
        """The last line of the bot's own code that was run, or that could not be parsed."""
        places = [(frame.filename, frame.lineno or 0) for frame in report.stack]
        if getattr(report, "filename", None):  # a SyntaxError
            places.append((str(report.filename), int(report.lineno or 0)))
        own = [place for place in places if place[0] in self._own]
        file, line = own[-1] if own else ("", 0)
        return Path(file).name, line

    def _trace(self, report: traceback.TracebackException) -> str:
        """The traceback from the beginning of the bot's own code."""
        frames = list(report.stack)
        first = next((n for n, frame in enumerate(frames) if frame.filename in self._own), None)
        frames = [] if first is None else frames[first:]
        report.stack = traceback.StackSummary.from_list(frames[-_FRAMES:])
        text = "".join(report.format(chain=False))[-_LONGEST_TEXT:]
        for path in self._own:
            text = text.replace(path, Path(path).name)
        return text


def _module(path: Path) -> ModuleType:
    """Import a file as a module under a name that shadows no other module."""
    spec = importlib.util.spec_from_file_location(_MODULE, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_MODULE] = module
    spec.loader.exec_module(module)
    return module


def _offered(thing: object, where: str) -> Choose:
    choose = getattr(thing, "choose", None)
    if not callable(choose):
        raise _Wrong("choose", where)
    return choose  # type: ignore[no-any-return]  # any value of the bot's


class _Printed(io.TextIOBase):
    """Keeps the end of a bot's output, and passes all of it on to the browser's console."""

    def __init__(self) -> None:
        self.text = ""
        self._passed = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text = (self.text + text)[-_LONGEST_TEXT:]
        if self._passed < _LONGEST_TEXT and sys.__stdout__:
            self._passed += len(text)
            sys.__stdout__.write(text[:_LONGEST_TEXT])
        return len(text)
