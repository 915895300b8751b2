"""The two builds: the plain site, ready within seconds, and the release in dist/.

The plain site has Python's library, Pyodide's program and the page's modules unchanged. It has all
languages and features. It starts more slowly, and lacks the API reference, the wheel and the
drawn icons. Building it needs no Node.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from making import site
from making.compiled import program_files, write_archive, write_python
from making.integrity import names, sha256, write_sums
from making.offline import draw_icons, write_offline
from making.packages import ensure_packages
from making.tools import ensure_node, ensure_tools, ensure_wheels
from making.trimmed import trimmed
from making.workshop import DIST, NODE_MODULES, ROOT, WORK, fresh, lock, say, write

PLAIN: Final = WORK / "plain"
_INPUTS: Final = (
    "web", "cacao_core", "docs/bots.md", "docs/bots", "build.py", "pyproject.toml", "README.md",
    "LICENSE",
)  # fmt: skip
"""The sources of a build."""
_ASKED: Final = ("CACAO_RELAY", "CACAO_SITE", "CACAO_STUN")
"""Variables of the environment that are written into the page."""


# --- Is a site up to date? ---------------------------------------------------------------------


def inputs(root: Path = ROOT) -> str:
    """Hash of what a build depends on: names and contents of the sources, wishes, and this Python.

    The versions of Pyodide and other dependencies are included: the lock files are sources.
    """
    digest = hashlib.sha256(sys.version.encode())
    digest.update("".join(f"{os.environ.get(name, '')}\n" for name in _ASKED).encode())
    for file in source_files(root):
        name = file.relative_to(root).as_posix()
        digest.update(f"{name} {sha256(file.read_bytes())}\n".encode())
    return digest.hexdigest()


def source_files(root: Path) -> Iterator[Path]:
    """The source files of a build, in order, without files that tools generate beside them."""
    for name in _INPUTS:
        place = root / name
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            parts = file.relative_to(root).parts
            hidden = any(part.startswith(".") for part in parts[:-1])
            if file.is_file() and "__pycache__" not in parts and not hidden:
                yield file


def note(folder: Path, made_from: str) -> None:
    """Store the hash of a finished site's sources, and the hashes of its files."""
    files = {name: sha256((folder / name).read_bytes()) for name in names(folder)}
    write(_noted(folder), json.dumps({"inputs": made_from, "files": files}))


def is_current(folder: Path, made_from: str) -> bool:
    """Whether a site was built from these sources, and no file is missing, altered or new."""
    try:
        noted = json.loads(_noted(folder).read_text("utf-8"))
        return bool(
            noted["inputs"] == made_from
            and noted["files"].keys() == set(names(folder))
            and all(sha256((folder / n).read_bytes()) == h for n, h in noted["files"].items())
        )
    except (OSError, ValueError, KeyError):
        return False


def _noted(folder: Path) -> Path:
    """Path of the stored hashes; outside of the site, whose files are compared with them."""
    return WORK / f"{folder.name}.json"


# --- The plain site ----------------------------------------------------------------------------


def build_plain(target: Path = PLAIN) -> Path:
    """Build the plain site unless it is up to date; returns its folder."""
    with lock():
        now = inputs()
        if not is_current(target, now):
            ensure_page()
            with fresh(target) as folder:
                write_plain(folder)
            note(target, now)
    return target


def ensure_page() -> None:
    """Install the dependencies of every build, from npm and for Python at the same time."""
    side_by_side(ensure_packages, ensure_wheels)


def write_plain(folder: Path) -> None:
    """Write the plain site to an empty folder."""
    write_parts(folder, NODE_MODULES / "pyodide")
    write_plain_python(folder)
    finish(folder, icons=False)


def write_plain_python(folder: Path) -> None:
    """The three archives of :func:`making.compiled.write_python`, but with source text."""
    archives = [folder / "pyodide" / f"python_{name}.zip" for name in ("plain", "stdlib", "bots")]
    shutil.copyfile(NODE_MODULES / "pyodide" / "python_stdlib.zip", archives[0])
    written = {name: file.read_bytes() for name, file in program_files().items()}
    write_archive(archives[0], written, "a")
    for other in archives[1:]:
        shutil.copyfile(archives[0], other)
    write_archive(archives[2], site.about_package(), "a")


# --- The release -------------------------------------------------------------------------------


def build() -> None:
    """Build the release in dist/ unless it is up to date."""
    started = time.monotonic()
    with lock():
        now = inputs()
        if is_current(DIST, now):
            say("dist/ is up to date")
            return
        ensure_release()
        with fresh(DIST) as folder:
            write_release(folder)
        note(DIST, now)
    seconds = time.monotonic() - started
    size = sum((DIST / name).stat().st_size for name in names(DIST))
    say(f"dist/ is ready: {size / 1e6:.1f} MB, {seconds:.0f} s")


def ensure_release() -> None:
    """Install all dependencies of the release build."""
    side_by_side(ensure_page, ensure_tools, ensure_node)


def write_release(folder: Path) -> None:
    """Write the release to an empty folder; slow steps run in parallel."""
    say("building the site")
    side_by_side(
        trimmed,  # slowest, so it starts first
        lambda: write_python(site=folder, about=site.about_package()),
        lambda: site.write_reference(folder),
        lambda: site.write_wheel(folder),
        lambda: draw_icons(folder / "icons"),
    )
    write_parts(folder, trimmed())
    finish(folder, icons=True)
    write_sums(folder)


# --- Both --------------------------------------------------------------------------------------


def write_parts(folder: Path, program: Path) -> None:
    """Write the parts that take no time; ``program`` is the folder of Pyodide's program."""
    for name, data in site.third_parties(program).items():
        write(folder / name, data)
    site.copy_folders(folder)
    site.tell_workers(folder)
    site.compile_messages(folder)
    site.write_gallery(folder)
    site.write_guide(folder)


def finish(folder: Path, *, icons: bool) -> None:
    """Write the files that list other files of the site, so it comes last."""
    site.write_page(folder, icons=icons)
    write_offline(folder, icons=icons)
    site.check_site(folder)


def side_by_side(*steps: Callable[[], object]) -> None:
    """Run steps in parallel; when all have ended, the first failure is raised."""
    with ThreadPoolExecutor(len(steps)) as pool:
        jobs: list[Future[object]] = [pool.submit(step) for step in steps]
    for job in jobs:
        job.result()
