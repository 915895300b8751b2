"""``build.py test``: lint, types and the tests, in three sizes.

===========  ================  ==========================================================
command      at most           runs
===========  ================  ==========================================================
``--fast``   two minutes       what needs no browser, no site and no Node, and is quick
(none)       ten minutes       all of that, the long tests, the site, and what people do,
                               in Chromium, with one short run in Firefox and in WebKit
``--all``    as long as it     everything, with what only matters rarely
             takes
===========  ================  ==========================================================

There are never more workers than cores, and nothing else runs beside them.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from making.broker import ensure_broker
from making.browsers import choose, chosen, ensure_browsers
from making.builds import build, side_by_side
from making.tools import ensure_venv
from making.workshop import ROOT, WORK, Problem, attend, say, venv_tool

LANES: Final = {"fast": "not long and not nightly", "test": "not nightly", "all": ""}
"""The marks that each size leaves out, as pytest has them."""
BARE: Final = (
    "tests/test_sources.py",
    "tests/test_faults.py",
    "tests/core",
    "tests/web",
    "cacao_core",
    "docs",
)
"""Places of the tests that need nothing but Python and the test tools."""
MADE: Final = ("tests/site", "tests/e2e")
"""Places of the tests that need the site, Node, a broker or browsers."""
_DOCTESTS: Final = ("--doctest-modules", "--doctest-glob=*.md")
ONE_BY_ONE: Final = ("--dist", "load", "--maxschedchunk", "1")
"""Options for workers that get a new test whenever they are free."""
_NO_TESTS: Final = 5
"""pytest's exit status if it finds no test."""


class Wishes(NamedTuple):
    """The person's wishes for a test run.

    Attributes:
        lane: a key of ``LANES``.
        paths: places of tests; empty for all of the lane.
        options: options for pytest, such as ``-k session``.
        browsers: engines, separated by commas; None for all.
    """

    lane: str = "test"
    paths: Sequence[str] = ()
    options: Sequence[str] = ()
    browsers: str | None = None


class Needs(NamedTuple):
    """Parts beside Python and the test tools that some tests need."""

    site: bool  # the site in dist/, and what tests run in Node
    engines: Sequence[str]  # the browsers


def test(wishes: Wishes) -> None:
    """Run lint, types and tests; all that pytest says goes to the terminal.

    Raises:
        Problem: a test has failed, a path does not exist, or something cannot be installed.
    """
    if wishes.browsers is not None:
        choose(wishes.browsers.split(","))
    check_paths(wishes.paths)
    keep_bytecode()
    ensure_venv()
    bare, made = places(wishes)
    failed = []
    if bare and not passes("tests without a browser", wishes, bare):
        failed.append("tests without a browser")
    stops = "-x" in wishes.options and failed
    if made and not stops and prepare(wishes, made):
        for name, some in (("tests of the site", "tests/site"), ("tests in browsers", "tests/e2e")):
            here = [path for path in made if path.startswith(some)]
            if here and not passes(name, wishes, here):
                failed.append(name)
    if failed:
        raise Problem(f"{' and '.join(failed)} failed; see above")
    say("all tests passed")


def places(wishes: Wishes) -> tuple[list[str], list[str]]:
    """Paths of the tests that need Python only, and of those that need what is built."""
    if wishes.paths:
        made = [path for path in wishes.paths if path.startswith(MADE)]
        bare = [path for path in wishes.paths if path not in made]
        return bare, made
    return list(BARE), [] if wishes.lane == "fast" else list(MADE)


def check_paths(paths: Iterable[str]) -> None:
    """Compare paths with the folders and files.

    Raises:
        Problem: one of them does not exist; the message has a similar one.
    """
    for path in paths:
        place = path.partition("::")[0]
        if not (ROOT / place).exists():
            there = [file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("*.py")]
            names = {file.rpartition("/")[2]: file for file in there}
            near = difflib.get_close_matches(place.rpartition("/")[2], names, 1, 0.5)
            meant = f"did you mean {names[near[0]]}?" if near else f"names follow -k: -k {place}"
            raise Problem(f"there is no {place}; {meant}")


def keep_bytecode() -> None:
    """Let the tests be compiled once, also where a shell forbids byte code beside the sources.

    Otherwise each of the processes of pytest compiles all tests and their libraries again.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        elsewhere = os.environ.get("PYTHONPYCACHEPREFIX") or str(WORK / "pycache")
        os.environ["PYTHONPYCACHEPREFIX"] = elsewhere


def prepare(wishes: Wishes, paths: Sequence[str]) -> bool:
    """Build and install what the selected tests need; returns whether there are any."""
    needs = needed(wishes, paths)
    if not needs.site:
        return False
    side_by_side(build_site, lambda: ensure_browsers(needs.engines))
    return True


def build_site() -> None:
    build()
    ensure_broker()


def needed(wishes: Wishes, paths: Sequence[str]) -> Needs:
    """The needs of the tests that pytest would run, by their places and names."""
    if not wishes.paths and not wishes.options:
        return Needs(True, ["chromium", *others()])
    command = [*pytest(wishes, paths), "--collect-only", "-q", "-n", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, _NO_TESTS):
        raise Problem(f"pytest cannot look for the tests:\n{done.stdout}{done.stderr}")
    names = [line for line in done.stdout.splitlines() if line.startswith(MADE) and "::" in line]
    smoke = [name for name in names if name.startswith("tests/e2e/smoke")]
    engines = [one for one in others() if any(re.search(rf"\b{one}\b", name) for name in smoke)]
    if any(name.startswith("tests/e2e") for name in set(names) - set(smoke)):
        engines.insert(0, "chromium")
    return Needs(bool(names), engines)


def others() -> list[str]:
    """The chosen engines beside Chromium."""
    return [engine for engine in chosen() if engine != "chromium"]


def passes(name: str, wishes: Wishes, paths: Sequence[str]) -> bool:
    """Run pytest with a worker for each core; returns whether nothing failed."""
    say(name)
    command = pytest(wishes, paths)
    if not any(re.match(r"-n|--pdb|--numprocesses", option) for option in wishes.options):
        command += ["-n", str(cores()), *ONE_BY_ONE]
    code = attend(command)
    return code == 0 or (code == _NO_TESTS and bool(wishes.options or wishes.paths))


def pytest(wishes: Wishes, paths: Sequence[str]) -> list[str]:
    """A command line of pytest, without workers."""
    command = [str(venv_tool("python")), "-m", "pytest", *documented(paths), *paths]
    marks = LANES[wishes.lane]
    if marks and not named(wishes.paths):
        command += ["-m", marks]
    return [*command, *wishes.options]


def documented(paths: Sequence[str]) -> Iterator[str]:
    """Options for the examples in docstrings and documents, if these are among the paths."""
    if any(path.startswith(("cacao_core", "docs")) for path in paths):
        yield from _DOCTESTS


def named(paths: Sequence[str]) -> bool:
    """Whether somebody has named single tests: these run, however long they take."""
    return any("::" in path or path.endswith(".py") for path in paths)


def cores() -> int:
    """Number of the processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
