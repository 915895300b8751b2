"""``build.py test``: lint, types and all tests, on the release in dist/.

Browser tests spend much time waiting, so everything else runs in parallel, at a lower priority.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from making.browsers import chosen, ensure_browsers
from making.builds import build, ensure_for_tests, side_by_side
from making.tools import ensure_venv
from making.workshop import ROOT, Problem, outcome, say, venv_tool

_SOURCES: Final = ("cacao_core", "web/cacao_web", "web/app", "web/making", "tests", "build.py")
_DOCUMENTED: Final = ("--doctest-modules", "--doctest-glob=*.md", "cacao_core", "docs")
_WHOLE_GAME: Final = "tests/e2e/test_game.py::test_a_person_plays_a_whole_game_with_the_mouse"
_CORES: Final = os.cpu_count() or 2
_NO_TESTS: Final = 5
"""pytest's exit status if it finds no test."""


class Step(NamedTuple):
    """One check: a program and how to run it.

    Attributes:
        name: its name in messages.
        command: its command line.
        may_be_empty: whether it may find no test.
    """

    name: str
    command: Sequence[str | Path]
    may_be_empty: bool = False


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
    if core:
        ensure_venv()
    else:
        prepare("chromium" if quick else browsers)
    if any((ROOT / argument.partition("::")[0]).exists() for argument in asked):
        run_steps([*checks(), pytest("as asked for", asked)], [])
    elif core:
        run_steps([*checks(), pytest("rules", ["tests/core", *_DOCUMENTED], asked, _CORES)], [])
    else:
        in_browsers = [_WHOLE_GAME] if quick else browser_tests()
        run_steps(
            [pytest("browsers", in_browsers, asked, 1 if quick else _CORES + 1)],
            [*checks(), pytest("rules and views", ["tests/core", "tests/web", *_DOCUMENTED],
                               asked, max(1, _CORES // 2))],
        )  # fmt: skip
    say("all tests passed")


def prepare(browsers: str | None) -> None:
    """Install and build in parallel what the tests need."""

    def tools() -> None:
        ensure_venv()
        ensure_browsers(browsers.split(",") if browsers else None)

    def site() -> None:
        build()
        ensure_for_tests()

    side_by_side(tools, site)


def checks() -> list[Step]:
    """The checks of the sources."""
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


def run_steps(shown: Sequence[Step], behind: Sequence[Step]) -> None:
    """Run two sequences of steps in parallel.

    Args:
        shown: their output is shown at once; a failure ends the sequence.
        behind: at a lower priority; their output is shown at the end.
    """
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: [_captured(step) for step in behind])
        failed = _first_failure(shown)
        for step, code, seconds, text in waiting.result():
            last = text.strip().rpartition("\n")[2].strip("= ")
            say(f"{step.name}: {last or 'nothing found'} ({seconds:.0f} s)")
            if not _is_fine(step, code):
                print(text, flush=True)
                failed.append(step.name)
    if failed:
        raise Problem(f"{' and '.join(failed)} found something; see above")


def _first_failure(steps: Sequence[Step]) -> list[str]:
    for step in steps:
        say(step.name)
        done = subprocess.run([str(part) for part in step.command], cwd=ROOT, check=False)
        if not _is_fine(step, done.returncode):
            return [step.name]
    return []


def _captured(step: Step) -> tuple[Step, int, float, str]:
    started = time.monotonic()
    code, text = outcome(*_leaving_the_processor(), *step.command)
    return step, code, time.monotonic() - started, text


def _leaving_the_processor() -> list[str]:
    """A command that runs another one at a lower priority, if the system has it."""
    return [] if sys.platform == "win32" else ["nice", "-n", "4"]


def _is_fine(step: Step, code: int) -> bool:
    return code == 0 or (step.may_be_empty and code == _NO_TESTS)
