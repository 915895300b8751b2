"""``build.py test``: the tests that a command line runs, and the answers to a wrong one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from making import testing
from making.command_line import parsed
from making.testing import Needs, Wishes
from making.workshop import WORK, Problem, attend


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The command lines of pytest that a run would start; nothing is installed, nothing is run."""
    seen: list[list[str]] = []

    def note(command: Sequence[str]) -> int:
        seen.append([str(part) for part in command[3:]])
        return 0

    monkeypatch.setattr(testing, "attend", note)
    for name in ("ensure_venv", "ensure_browsers", "build_site"):
        monkeypatch.setattr(testing, name, lambda *_given: None)
    monkeypatch.setattr(testing, "cores", lambda: 3)
    return seen


def run(*given: str) -> None:
    testing.test(parsed(["test", *given]).wishes)


def test_fast_lane_needs_neither_browsers_nor_the_site(runs: list[list[str]]) -> None:
    run("--fast")
    [[*command]] = runs
    assert {"tests/core", "tests/web", "docs", "--doctest-modules"} <= set(command)
    assert not {"tests/site", "tests/e2e"} & set(command)
    assert command[command.index("-m") + 1] == "not long and not nightly"


def test_workers_are_as_many_as_cores_and_browsers_come_alone(runs: list[list[str]]) -> None:
    run()
    assert [command[command.index("-n") + 1] for command in runs] == ["3", "3", "3"]
    assert [command[0] for command in runs[1:]] == ["tests/site", "tests/e2e"]
    assert all(command[command.index("-m") + 1] == "not nightly" for command in runs)
    runs.clear()
    run("--all")
    assert len(runs) == 3
    assert not any("-m" in command for command in runs)


def test_selection_builds_only_what_it_needs(
    runs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> None:
        raise AssertionError("this selection needs nothing that is built")

    for name in ("needed", "build_site", "ensure_browsers"):
        monkeypatch.setattr(testing, name, refuse)
    run("tests/web", "-k", "session", "-x")
    marks = "not nightly"
    workers = ["-n", "3", "--dist", "load", "--maxschedchunk", "1"]
    assert runs == [["tests/web", "-m", marks, "-x", "-k", "session", *workers]]
    run("tests/web/test_session.py::test_x", "--", "--co")
    assert "-m" not in runs[1]
    assert "--co" in runs[1]


def test_needs_follow_from_what_pytest_would_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(status: int, *names: str) -> None:
        told = subprocess.CompletedProcess([], status, "\n".join(names), "")
        monkeypatch.setattr(subprocess, "run", lambda *_given, **_named: told)

    wishes = Wishes(options=["-k", "x"])
    for names, needs in {
        ("tests/site/test_a.py::test_x",): Needs(True, []),
        ("tests/e2e/test_a.py::test_x",): Needs(True, ["chromium"]),
        ("tests/e2e/smoke/test_a.py::test_x[webkit]",): Needs(True, ["webkit"]),
    }.items():
        tells(0, *names)
        assert testing.needed(wishes, ["tests/e2e"]) == needs
    tells(5)
    assert testing.needed(wishes, ["tests/e2e"]) == Needs(False, [])
    tells(4, "unrecognized arguments: --fats")
    with pytest.raises(Problem, match="unrecognized arguments: --fats"):
        testing.needed(wishes, ["tests/e2e"])


def test_failure_in_one_run_ends_in_a_problem_and_the_next_runs_follow(
    runs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str]) -> int:
        runs.append(command)
        return 1

    monkeypatch.setattr(testing, "attend", fail)
    with pytest.raises(Problem, match="without a browser and tests of the site and tests in brow"):
        run()
    assert len(runs) == 3
    runs.clear()
    with pytest.raises(Problem, match="without a browser failed"):
        run("-x", "--all")
    assert len(runs) == 1


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (["--quick"], "unknown: --quick; try --fast"),
        (["--fats"], "unknown: --fats; try --fast"),
        (["--core"], "unknown: --core; try tests/core"),
        (["--fast", "--all"], "not allowed with"),
        (["-k"], "expected one argument"),
    ],
)
def test_unknown_options_are_answered_with_what_to_write(
    given: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(*given)
    assert answer in capsys.readouterr().err


def test_unknown_paths_and_engines_are_answered(runs: list[list[str]]) -> None:
    with pytest.raises(Problem, match=r"did you mean tests/web/test_session\.py"):
        run("tests/web/test_sesion.py")
    with pytest.raises(Problem, match="there is no zzz; names follow -k: -k zzz"):
        run("zzz")
    with pytest.raises(Problem, match="no engine is called 'opera'"):
        run("--browsers", "opera")
    assert runs == []


@pytest.mark.parametrize(("own", "kept"), [("", str(WORK / "pycache")), ("mine", "mine")])
def test_byte_code_is_kept_though_a_shell_forbids_it(
    own: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept in .build/, or where the person wishes, so that none lies beside the sources."""
    names = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    for name, value in zip(names, ("1", own), strict=True):
        monkeypatch.setenv(name, value)
    testing.keep_bytecode()
    assert [os.environ.get(name) for name in names] == [None, kept]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_interrupted_run_ends_what_it_has_started(tmp_path: Path) -> None:
    """Also a program that does not listen, and one of its children."""
    marks = tmp_path / "child"
    deaf = (
        "import signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])\n"
        f"open({str(marks)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(99)\n"
    )
    starts = (
        "from making.workshop import attend, heed_signals\n"
        "heed_signals()\n"  # Ctrl-C is off if the tests run in the background of a shell
        f"attend([{sys.executable!r}, '-c', {deaf!r}], 0.2)"
    )
    path = os.pathsep.join(sys.path)
    with subprocess.Popen(
        [sys.executable, "-c", starts],
        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": path},
    ) as program:  # fmt: skip
        while not (marks.exists() and marks.read_text()):
            assert program.poll() is None
            time.sleep(0.01)
        program.send_signal(2)
        assert program.wait(30) != 0
    child = int(marks.read_text())
    for _look in range(500):
        if not _runs(child):
            return
        time.sleep(0.01)
    raise AssertionError("the child is left behind")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(") ")[2].startswith("Z"))


def test_attended_command_gives_its_status() -> None:
    assert attend([sys.executable, "-c", "raise SystemExit(7)"]) == 7
