"""``build.py test``: lint, types and all tests, on the release in dist/.

Browser tests spend much time waiting, so everything else runs in parallel, at a lower priority.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from making.browsers import chosen, ensure_browsers
from making.builds import build, ensure_for_tests, side_by_side
from making.tools import ensure_venv
from making.workshop import ROOT, WORK, Problem, outcome, say, venv_tool

_SOURCES: Final = ("cacao_core", "web/cacao_web", "web/app", "web/making", "tests", "build.py")
_DOCUMENTED: Final = (
    "--doctest-modules",
    "--doctest-glob=*.md",
    "--ignore=docs/reference",  # its examples are those of the modules, without their names
    "cacao_core",
    "docs",
)
_WHOLE_GAME: Final = "tests/e2e/test_game.py::test_whole_game_with_the_mouse"
_CORES: Final = os.cpu_count() or 2
_NO_TESTS: Final = 5
"""pytest's exit status if it finds no test."""


class Step(NamedTuple):
    """One check: a program and how to run it."""

    name: str  # its name in messages
    command: Sequence[str | Path]  # its command line
    may_be_empty: bool = False  # whether it may find no test


def test(asked: Sequence[str], *, core: bool, quick: bool, browsers: str | None) -> None:
    """Run all checks.

    Args:
        asked: further arguments of pytest; if they contain paths, only these tests run.
        core: only the tests of the rules package; no site is built.
        quick: in the browser, only one whole game.
        browsers: names of engines, separated by commas; others are left out.

    Raises:
        Problem: a check has failed; its output was printed.
    """
    keep_bytecode()
    with Background() as behind:
        if core:
            ensure_venv()
            behind.add(checks())
        else:
            prepare("chromium" if quick else browsers, lambda: behind.add(checks()))
        if any((ROOT / argument.partition("::")[0]).exists() for argument in asked):
            shown = pytest("as asked for", asked)
        elif core:
            shown = pytest("rules", ["tests/core", *_DOCUMENTED], asked, _CORES)
        else:
            others = ["tests/core", "tests/web", *_DOCUMENTED]
            behind.add([pytest("rules and views", others, asked, _CORES)])
            in_browsers = [_WHOLE_GAME] if quick else browser_tests()
            shown = pytest("browsers", in_browsers, asked, 1 if quick else _CORES + 1)
        say(shown.name)
        done = subprocess.run([str(part) for part in shown.command], cwd=ROOT, check=False)
        failed = [] if _is_fine(shown, done.returncode) else [shown.name]
        failed += behind.failed()
    if failed:
        raise Problem(f"{' and '.join(failed)} found something; see above")
    say("all tests passed")


def keep_bytecode() -> None:
    """Let the tests be compiled once, also where a shell forbids byte code beside the sources.

    Otherwise each of the processes of pytest compiles all tests and their libraries again.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        elsewhere = os.environ.get("PYTHONPYCACHEPREFIX") or str(WORK / "pycache")
        os.environ["PYTHONPYCACHEPREFIX"] = elsewhere


def prepare(browsers: str | None, on_tools: Callable[[], None]) -> None:
    """Install and build in parallel what the tests need; tells when the tools are there."""

    def tools() -> None:
        ensure_venv()
        on_tools()
        ensure_browsers(browsers.split(",") if browsers else None)

    def site() -> None:
        build()
        ensure_for_tests()

    side_by_side(tools, site)


def checks() -> list[Step]:
    return [
        Step("ruff: lint", [venv_tool("ruff"), "check", "--quiet", "."]),
        Step("ruff: format", [venv_tool("ruff"), "format", "--quiet", "--check", "."]),
        Step("mypy: types", [venv_tool("mypy"), *_SOURCES]),
        Step("messages: template", [venv_tool("python"), "build.py", "messages", "--check"]),
    ]


def browser_tests() -> list[str]:
    """Folders of the browser tests; those for other engines only if such an engine is chosen."""
    others = [engine for engine in chosen() if engine != "chromium"]
    return ["tests/e2e"] if others else ["tests/e2e", "--ignore=tests/e2e/smoke"]


def pytest(name: str, where: Sequence[str], asked: Sequence[str] = (), workers: int = 0) -> Step:
    """A run of pytest; with several workers, the tests are distributed among them."""
    arguments = [*where, *asked]
    if workers:
        arguments += ["-n", str(workers), "--dist", "load", "--maxschedchunk", "1"]
    command: list[str | Path] = [venv_tool("python"), "-m", "pytest", *arguments]
    return Step(f"pytest: {name}", command, may_be_empty=bool(asked))


class Background:
    """Runs steps one after the other, at a lower priority, while something else goes on."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._results: list[Future[tuple[Step, int, float, str]]] = []

    def __enter__(self) -> Background:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def add(self, steps: Iterable[Step]) -> None:
        """Run further steps after the present ones."""
        self._results += [self._pool.submit(_captured, step) for step in steps]

    def failed(self) -> list[str]:
        """Names of the steps that failed, when all have ended; their output is shown."""
        names = []
        for result in self._results:
            step, code, seconds, text = result.result()
            last = text.strip().rpartition("\n")[2].strip("= ")
            say(f"{step.name}: {last or 'nothing found'} ({seconds:.0f} s)")
            if not _is_fine(step, code):
                print(text, flush=True)
                names.append(step.name)
        return names


def _captured(step: Step) -> tuple[Step, int, float, str]:
    started = time.monotonic()
    code, text = outcome(*_leaving_the_processor(), *step.command)
    return step, code, time.monotonic() - started, text


def _leaving_the_processor() -> list[str]:
    """A command that runs another one at a lower priority, if the system has it."""
    return [] if sys.platform == "win32" else ["nice", "-n", "2"]


def _is_fine(step: Step, code: int) -> bool:
    return code == 0 or (step.may_be_empty and code == _NO_TESTS)
