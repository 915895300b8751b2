"""Paths of the project, running of commands, and messages to the person at the keyboard."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
DIST = ROOT / "dist"
WORK = ROOT / ".build"
VENV = WORK / "venv"
NODE_MODULES = WORK / "npm" / "node_modules"
PYPI = WORK / "pypi"

_children: set[subprocess.Popen[str]] = set()
_guard = threading.Lock()
_behind = threading.Event()
_LOW = 10  # niceness
_LOW_ON_WINDOWS: int = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
_ended = threading.Event()
_threads: dict[Path, threading.Lock] = {}  # by the folder that threads write to


class Problem(Exception):
    """An error for the person at the keyboard; the message says what to do."""


def say(text: str) -> None:
    print(f"• {text}\n", end="", flush=True)  # at once: several threads may print


def run(
    *command: str | Path,
    cwd: Path = ROOT,
    env: dict[str, str] | None = None,
    quiet: bool = False,
) -> str:
    """Run a command; returns its output. It is shown only on failure, never if ``quiet``.

    Raises:
        Problem: the command has failed or does not exist, or :func:`end_commands` was called.
    """
    with _guard:
        if _ended.is_set():
            raise Problem("the build was interrupted")
        try:
            child = subprocess.Popen(
                [str(part) for part in command],
                cwd=cwd,
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                # so that its child processes can be ended too
                process_group=None if sys.platform == "win32" else 0,
                creationflags=_LOW_ON_WINDOWS if _behind.is_set() else 0,
            )
            if _behind.is_set() and sys.platform != "win32":
                with suppress(OSError):  # it may have ended
                    os.setpriority(os.PRIO_PROCESS, child.pid, _LOW)
        except OSError as error:
            raise Problem(f"'{command[0]}' cannot be run: {error}") from None
        _children.add(child)
    output, _ = child.communicate()
    with _guard:
        _children.discard(child)
    if child.returncode:
        if not quiet and not _ended.is_set():
            print(output[-4000:], file=sys.stderr)
        raise Problem(f"'{' '.join(map(str, command))}' failed; its last lines are above")
    return output


def outcome(*command: str | Path, limit: float | None = None) -> tuple[int, str]:
    """Exit status and output of a command whose failure is a result, not an error of the build.

    Ctrl+C in a terminal ends it together with this program.

    Raises:
        subprocess.TimeoutExpired: it has not ended after ``limit`` seconds.
    """
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=limit,
    )
    return done.returncode, done.stdout


def heed_signals() -> None:
    """Let Ctrl+C and the signal to end raise KeyboardInterrupt.

    Shells switch Ctrl+C off for what they start in the background, and so for all of its children.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


def attend(command: Sequence[str], patience: float = 20) -> int:
    """Exit status of a command that has the terminal.

    Ctrl+C, or the signal to end, gives it ``patience`` seconds to end what it has started.

    Raises:
        KeyboardInterrupt: the person wants to stop, and nothing of it runs any more.
    """
    group: dict[str, Any] = {} if sys.platform == "win32" else {"process_group": 0}
    if sys.stdin is not None and sys.stdin.isatty():
        group = {}  # a debugger may ask, and Ctrl+C reaches all of the terminal's group
    child = None
    try:
        child = subprocess.Popen(command, cwd=ROOT, **group)
        return child.wait()
    except KeyboardInterrupt:
        if child:
            end_group(child, patience, leads=bool(group))
        raise


def end_group(child: subprocess.Popen[Any], patience: float = 20, *, leads: bool = True) -> None:
    """End a command and all that it has started.

    Args:
        child: the command.
        patience: seconds that it has to end by itself.
        leads: whether it leads a group of its own, which is asked to end; if not, it was asked.
    """
    for number in (signal.SIGINT, signal.SIGKILL):
        if leads:
            with suppress(ProcessLookupError):  # it may have ended at this moment
                os.killpg(child.pid, number)
        elif number == signal.SIGKILL:
            child.kill()
        with suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            child.wait(patience)


def run_behind() -> None:
    """Run all further commands at a low priority."""
    _behind.set()


def end_commands() -> None:
    """End all running commands, and start no more: the person at the keyboard wants to stop."""
    with _guard:
        _ended.set()
        for child in _children:
            if sys.platform == "win32":
                child.kill()
            else:
                with suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)


@contextmanager
def lock(folder: Path = WORK) -> Iterator[None]:
    """Let one process, and one of its threads, at a time write to a folder; others wait.

    The system frees the lock when a process ends, however it ends. Locks cannot be nested.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _threads.setdefault(folder, threading.Lock()), (folder / "lock").open("a+b") as file:
        if not _locked(file, wait=False):
            say("another build.py is at work in this folder; waiting until it is done")
            while not _locked(file, wait=True):
                pass
        try:
            yield
        finally:
            _unlock(file)


if sys.platform == "win32":
    import msvcrt

    def _locked(file: IO[bytes], *, wait: bool) -> bool:
        file.seek(0)
        try:
            # LK_LOCK tries ten times, a second apart
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _locked(file: IO[bytes], *, wait: bool) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def fresh(target: Path) -> Iterator[Path]:
    """An empty folder to fill, which replaces ``target`` once it is complete.

    Files of an interrupted run are never used.
    """
    folder, old = (target.parent / f"{target.name}.{end}" for end in ("new", "old"))
    for left in (folder, old):
        shutil.rmtree(left, ignore_errors=True)
    folder.mkdir(parents=True)
    yield folder
    try:
        if target.exists():
            target.rename(old)
        folder.rename(target)
    except OSError as error:
        raise Problem(f"{target} cannot be replaced: close what uses it ({error})") from None
    shutil.rmtree(old, ignore_errors=True)


def fingerprint(*paths: Path) -> str:
    """Hash of the contents of some files, to see whether a prepared step is up to date."""
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def prepared(mark: Path, value: str) -> bool:
    return mark.exists() and mark.read_text() == value


def venv_tool(name: str) -> Path:
    folder, suffix = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return VENV / folder / f"{name}{suffix}"


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write(target: Path, content: str | bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)
