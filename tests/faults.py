"""Fault check: make a small mistake in the program, and see which test fails first.

    python3 tests/faults.py                      try all faults, and write docs/dev/faults.md
    python3 tests/faults.py --expected           run only the tests that are named there
    python3 tests/faults.py [--expected] NAME    the same for some faults
    python3 tests/faults.py --list               print the faults

Each file of ``tests/faults`` is a patch; its first line says what a person would notice. A fault is
made in a copy of this checkout, with all changes that were not committed. The file of the test that
found it the last time runs first, then one lane after the other until a test fails. With
``--expected``, the named test must fail with the fault, and pass without it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "web"))

from making import testing  # noqa: E402
from making.browsers import ensure_browsers  # noqa: E402
from making.testing import BARE, ONE_BY_ONE, cores, documented  # noqa: E402
from making.workshop import end_group, heed_signals  # noqa: E402

PATCHES = ROOT / "tests" / "faults"
TABLE = ROOT / "docs" / "dev" / "faults.md"
NOTES = "CACAO_FAULT_NOTES"
"""Variable with the path of the file for the names of tests that fail."""
NO_TESTS = 5
"""pytest's exit status if it finds no test."""


class Lane(NamedTuple):
    """Tests that run together."""

    command: str  # the option of ``build.py test`` that has them, or none
    tests: tuple[str, ...]  # arguments of pytest
    needs_site: bool = False


INSTALLED = ("venv", "npm", "pypi", "tools", "node", "pycache")
"""Folders of ``.build`` that no fault changes."""
BUILD = (sys.executable, "build.py", "build")
PATIENCE = {"CACAO_PATIENCE": "20000"}
"""Milliseconds after which browser tests give up: with most faults, they wait in vain."""
PYTEST = (".build/venv/bin/python", "-m", "pytest", "-p", "tests.faults", "-x", "-q", "--no-header",
          "--deselect=tests/test_faults.py")  # fmt: skip
"""A patch that is applied does not fit any more, which says nothing about the fault."""
DOCTESTS = tuple(documented(BARE))
KINDS = {"--fast": testing.LANES["fast"], "": testing.LANES["test"], "--all": "nightly"}
"""The tests of each command, by their marks."""
WORKERS = ("-n", str(cores()), *ONE_BY_ONE)
LANES = (
    Lane("--fast", (*BARE, *DOCTESTS, "-m", KINDS["--fast"])),
    Lane("", (*BARE, "-m", "long and not nightly")),
    Lane("", ("tests/site", "-m", KINDS[""]), needs_site=True),
    Lane("", ("tests/e2e", "--ignore=tests/e2e/smoke", "-m", KINDS[""]), needs_site=True),
    Lane("--all", ("tests", "-m", KINDS["--all"]), needs_site=True),
)
"""In their order; each has only tests that the earlier ones leave out."""


class Found(NamedTuple):
    """The test that finds a fault, the command that has it, and the seconds until it failed."""

    test: str
    command: str
    seconds: int
    reason: str = ""  # why that is enough; for ``--all``, written by hand


class Unclear(Exception):
    """Nobody knows whether the fault is found; with the reason, as the end of an output."""


# --- In pytest, this module is a plugin --------------------------------------------------------


def pytest_runtest_logreport(report: object) -> None:
    """Note the name of a test that fails."""
    if getattr(report, "failed", False) and NOTES in os.environ:
        with Path(os.environ[NOTES]).open("a", encoding="utf-8") as file:
            file.write(f"{getattr(report, 'nodeid', '')}\n")


pytest_collectreport = pytest_runtest_logreport


# --- A copy of the checkout --------------------------------------------------------------------


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the checkout, which is removed at the end; what was installed is linked."""
    with tempfile.TemporaryDirectory(prefix="cacao-faults-") as folder:
        place = Path(folder)
        listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, place / name)
        (place / ".build").mkdir()
        for part in (ROOT / ".build").iterdir():
            target = place / ".build" / part.name
            if part.name in INSTALLED:
                target.symlink_to(part)
            elif part.is_dir():
                shutil.copytree(part, target)
            else:
                shutil.copy2(part, target)
        git(place, "init", "-q")
        git(place, "add", "-A")
        yield place


def git(place: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=place, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout


@contextmanager
def with_fault(place: Path, name: str) -> Iterator[None]:
    """The copy with a fault, and then without it.

    Raises:
        Unclear: what the patch changes is not there any more.
    """
    try:
        git(place, "apply", str(PATCHES / f"{name}.patch"))
    except subprocess.CalledProcessError:
        raise Unclear("the patch does not apply: write it anew") from None
    try:
        yield
    finally:
        git(place, "checkout", "-q", ".")  # from the index
        git(place, "clean", "-fdq")


def succeeds(place: Path, command: Sequence[str]) -> bool:
    """Run a command in the copy; all that it has started ends, also if this is interrupted."""
    env = {**os.environ, **PATIENCE, NOTES: str(place / ".build" / "notes")}
    with (place / ".build" / "output").open("wb") as output:
        child = subprocess.Popen(command, cwd=place, env=env, stdin=subprocess.DEVNULL,
                                 stdout=output, stderr=output, start_new_session=True)  # fmt: skip
        try:
            return child.wait() in (0, NO_TESTS)
        finally:
            end_group(child)


def _names_file(argument: str) -> bool:
    return argument.startswith(("tests", "cacao_core", "docs"))


def _path(place: Path, test: str) -> Path:
    return place / test.partition("::")[0]


def failing(place: Path, tests: Sequence[str]) -> str:
    """The name of the first test that fails; empty if all pass.

    Raises:
        Unclear: the run has failed in another way.
    """
    notes = place / ".build" / "notes"
    notes.write_text("", "utf-8")
    gone = [one for one in tests if _names_file(one) and not _path(place, one).exists()]
    there = [one for one in tests if one not in gone]
    if not any(map(_names_file, there)) or succeeds(place, [*PYTEST, *there]):
        return ""
    if named := notes.read_text("utf-8").split("\n")[0]:
        return named
    raise Unclear((place / ".build" / "output").read_text("utf-8", "replace")[-2000:])


# --- Who finds a fault? ------------------------------------------------------------------------


def found(place: Path, name: str, last: Found | None) -> Found | None:
    """Run the lanes with a fault, up to the first test that fails; None if all pass.

    The file of the test that found it the last time comes first.
    """
    begun, is_built = time.monotonic(), False
    with with_fault(place, name):
        if last:
            if is_built := last.command != LANES[0].command:
                build(place)
            if near := found_in(place, last.test.partition("::")[0]):
                return near._replace(seconds=round(time.monotonic() - begun))
        for lane in LANES:
            if lane.needs_site and not is_built:
                build(place)
                is_built = True
            if test := failing(place, [*lane.tests, *WORKERS]):
                return Found(test, lane.command, round(time.monotonic() - begun))
    return None


def found_in(place: Path, file: str) -> Found | None:
    """The first test of a file that fails, by the commands that have its tests."""
    kinds = ("--fast" if file.startswith(BARE) else "", "", "--all")
    for command, marks in zip(kinds, (KINDS["--fast"], LANES[1].tests[-1], "nightly"), strict=True):
        if test := failing(place, (file, *DOCTESTS, "-m", marks)):
            return Found(test, command, 0)
    return None


def build(place: Path) -> None:
    if not succeeds(place, BUILD):
        raise Unclear((place / ".build" / "output").read_text("utf-8", "replace")[-2000:])


def finds(place: Path, rows: Sequence[Found]) -> str:
    """The first of the named tests that fails; empty if all pass."""
    if any(row.command != LANES[0].command for row in rows):
        build(place)
    tests = sorted({row.test for row in rows})
    more = WORKERS if len(tests) > 1 else ("-m", KINDS[rows[0].command])
    return failing(place, [*tests, *DOCTESTS, *more])


# --- The document ------------------------------------------------------------------------------


def sentence(name: str) -> str:
    return (PATCHES / f"{name}.patch").read_text("utf-8").partition("\n")[0]


def read() -> dict[str, Found]:
    """The rows of the document: name of a fault -> who finds it."""
    rows, command = {}, ""
    for part in re.split(r"(?m)^(?=## |- )", TABLE.read_text("utf-8")):
        if heading := re.match(r"## `build.py test ?(.*)`", part):
            command = heading[1]
        elif row := re.match(r"- \*\*(\S+)\*\*(?s:.*?)\n  `(.+)`, (\d+) s\.((?s:.*))", part):
            rows[row[1]] = Found(row[2], command, int(row[3]), " ".join(row[4].split()))
    return rows


def write(rows: dict[str, Found]) -> None:
    """Write the document anew; its introduction stays."""
    text = TABLE.read_text("utf-8").partition("\n## ")[0].rstrip() + "\n"
    for command in dict.fromkeys(lane.command for lane in LANES):
        text += f"\n## `{f'build.py test {command}'.strip()}`\n\n"
        for name, row in sorted(rows.items()):
            if row.command == command:
                # a line of a document has at most 120 characters; without parameters it fits
                test = row.test if len(row.test) < 105 else row.test.partition("[")[0]
                text += _wrapped(f"- **{name}** {sentence(name)}")
                text += f"  `{test}`, {row.seconds} s.\n"
                text += _wrapped(f"  {row.reason}") if row.reason else ""
    TABLE.write_text(text, "utf-8")


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 120, subsequent_indent="  ", break_on_hyphens=False) + "\n"


# --- The command -------------------------------------------------------------------------------


def try_out(place: Path, name: str) -> bool:
    """Look who finds a fault, and write it down; returns whether anybody does."""
    rows = read()
    old = rows.pop(name, None)
    new = found(place, name, old)
    if new:
        same = old and old.command == new.command == "--all"
        rows[name] = new._replace(reason=old.reason if old and same else "")
    write({one: row for one, row in rows.items() if one in listed()})
    told = f"{new.seconds} s, test {new.command}, {new.test}" if new else "FOUND BY NOBODY"
    print(f"{name}: {told}")
    return new is not None


def check(place: Path, name: str) -> bool:
    """Whether the named test finds a fault."""
    row = read().get(name)
    with with_fault(place, name):
        is_found = bool(row and finds(place, [row]))
    print(f"{name}: {'found' if is_found else 'NOT FOUND'} by {row.test if row else 'nobody'}")
    return is_found


def listed() -> list[str]:
    return sorted(file.stem for file in PATCHES.glob("*.patch"))


def run(names: Sequence[str], is_expected: bool) -> list[str]:
    """Names of the faults that are not found, or not as expected."""
    missed = []
    with copied() as place:
        rows = [row for name, row in read().items() if name in names]
        if is_expected and rows and (test := finds(place, rows)):
            return [f"{test} fails without a fault"]
        for name in names:
            try:
                is_found = check(place, name) if is_expected else try_out(place, name)
            except Unclear as error:
                is_found = False
                print(f"{name}: UNCLEAR\n{error}")
            missed += [] if is_found else [name]
            sys.stdout.flush()
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a fault; without any, all")
    parser.add_argument("--expected", action="store_true", help="run only the tests that are named")
    parser.add_argument("--list", action="store_true", help="only print the faults")
    options = parser.parse_args()
    if unknown := sorted({*options.names} - {*listed()}):
        parser.error(f"no fault is called {unknown[0]!r}; --list prints all")
    names = options.names or listed()
    if options.list:
        print("\n".join(f"{name}: {sentence(name)}" for name in names))
        return 0
    ensure_browsers(["chromium"])
    heed_signals()
    try:
        missed = run(names, options.expected)
    except KeyboardInterrupt:
        return 130
    print(f"{len(names)} faults; not found: {', '.join(missed) or 'none'}")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
