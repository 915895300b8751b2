"""Finds or installs the browsers of the tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from making.tools import apt_install, as_root_on_debian
from making.workshop import Problem, run, say, venv_tool


@dataclass(frozen=True)
class BrowserEngine:
    """A browser engine."""

    programs: tuple[str, ...]  # names of the system's executable, best first
    packages: tuple[str, ...]  # the Debian packages to install
    folders: tuple[str, ...] = ()
    """Further directories of such an executable, as patterns below ``/usr``."""
    helpers: tuple[str, ...] = ()  # further programs needed to drive it
    oldest: int = 0  # first version of the system's browser that Playwright can drive


ENGINES: Final = {
    "chromium": BrowserEngine(
        # The first, also installed by Playwright, has no windows and takes two thirds of the time.
        (
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
        ),
        ("chromium-headless-shell",),
    ),
    "firefox": BrowserEngine(  # 140 is too old for Playwright 1.64; the others were not tested
        ("firefox-esr", "firefox"), ("firefox-esr",), oldest=153
    ),
    "webkit": BrowserEngine(
        ("MiniBrowser",),
        ("webkit2gtk-driver", "xvfb"),
        folders=("lib/*/webkit2gtk-4.*", "lib*/webkit2gtk-4.*", "libexec/webkit2gtk-4.*"),
        helpers=("WebKitWebDriver", "Xvfb"),
    ),
}
CHOSEN: Final = "CACAO_BROWSERS"
"""Variable with the engines to be tested, separated by commas; without it, all are."""


def variable(engine: str) -> str:
    """Name of the variable with the executable of an engine."""
    return f"CACAO_{engine.upper()}"


def chosen() -> list[str]:
    """Engines to be tested; raises Problem for one that does not exist."""
    names = [name for name in os.environ.get(CHOSEN, "").split(",") if name]
    unknown = sorted(set(names) - set(ENGINES))
    if unknown:
        raise Problem(f"no engine is called {unknown[0]!r}; there are {', '.join(ENGINES)}")
    return names or list(ENGINES)


@cache
def playwrights_own() -> frozenset[str]:
    """Engines that Playwright has installed."""
    look = (
        "from playwright.sync_api import sync_playwright as s; import json, os\n"
        f"with s() as p: print(json.dumps([n for n in {list(ENGINES)!r}"
        " if os.path.exists(getattr(p, n).executable_path)]))"
    )
    command = [str(venv_tool("python")), "-c", look]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    return frozenset(json.loads(asked.stdout)) if asked.returncode == 0 else frozenset()


def on_system(engine: str) -> str | None:
    """The system's own executable of an engine, if everything to drive it is installed."""
    needs = ENGINES[engine]
    if not all(map(shutil.which, needs.helpers)):
        return None
    for pattern in needs.folders:
        for folder in sorted(Path("/usr").glob(pattern), reverse=True):
            if os.access(folder / needs.programs[0], os.X_OK):
                return str(folder / needs.programs[0])
    found = filter(None, map(shutil.which, needs.programs))
    return next((path for path in found if version(path) >= needs.oldest), None)


def version(program: str) -> int:
    """Major version of a program; 0 if unknown."""
    asked = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    number = re.search(r"\d+", asked.stdout)
    return int(number[0]) if number else 0


def find(engine: str) -> str | None:
    """The executable of an engine: configured, Playwright's (empty), the system's, or None."""
    named = os.environ.get(variable(engine))
    if named:
        return named
    return "" if engine in playwrights_own() else on_system(engine)


def choose(names: Sequence[str]) -> None:
    """Test only these engines, and say so.

    Raises:
        Problem: there is no engine of such a name.
    """
    os.environ[CHOSEN] = ",".join(names)
    if untried := [engine for engine in ENGINES if engine not in chosen()]:
        say(f"ATTENTION: THE GAME IS NOT TRIED IN {' AND '.join(untried).upper()}, as asked for")


def ensure_browsers(wanted: Sequence[str]) -> None:
    """Find or install engines, and tell the tests where they are."""
    paths = {engine: find(engine) for engine in wanted}
    if missing := [engine for engine, path in paths.items() if path is None]:
        paths |= install(missing)
    for engine, path in paths.items():
        if path:
            os.environ[variable(engine)] = path
        say(f"{engine}: {path or 'the one of Playwright'}")


def install(engines: Sequence[str]) -> dict[str, str]:
    """Install engines with apt, all at once, else with Playwright.

    Returns:
        Their executables; empty for Playwright's own.

    Raises:
        Problem: one of them is still missing.
    """
    with suppress(Problem):  # what is missing then is told below
        if as_root_on_debian() and is_debian():
            apt_install(*(package for engine in engines for package in ENGINES[engine].packages))
        else:
            say(f"no {' and no '.join(engines)} here: asking Playwright for its own")
            # CI machines are used for one run, and allow Playwright to install packages
            needed = ["--with-deps"] if os.environ.get("CI") else []
            playwrights_own.cache_clear()
            run(venv_tool("playwright"), "install", *needed, *engines, quiet=True)
    paths = {}
    for engine in engines:
        path = find(engine)
        if path is None:
            raise Problem(how_to_get(engine))
        paths[engine] = path
    return paths


def is_debian() -> bool:
    """Whether this is Debian itself: derivatives have packages of these names without a browser."""
    release = Path("/etc/os-release")
    return release.exists() and "ID=debian" in release.read_text("utf-8").splitlines()


def how_to_get(engine: str) -> str:
    """Instructions for the case that an engine cannot be installed."""
    needs = ENGINES[engine]
    name = f"{engine} {needs.oldest} or newer" if needs.oldest else engine
    told = (
        f"no {name} for the tests: install it (on Debian: apt install {' '.join(needs.packages)}),"
        f" or set {variable(engine)} to the path of {needs.programs[0]}, then try again"
    )
    if engine == "chromium":
        return told
    others = ",".join(name for name in ENGINES if name != engine)
    return f"{told}; 'python3 build.py test --browsers {others}' goes without it"
