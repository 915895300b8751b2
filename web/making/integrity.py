"""The hashes of a site's files: those that pages name, and a list to compare a site with.

``SHA256SUMS`` of the site is a list in the format of ``sha256sum --check``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import quote

from making.workshop import DIST, Problem, say, write

SUMS: Final = "SHA256SUMS"
PROGRAM: Final = "pyodide/pyodide.asm.wasm"
"""Python's program. Browsers keep its machine code only until they ask the host whether it has
changed. So they never ask: its address changes with its content."""
RELAY: Final = "relay.html"
"""The frame with the MQTT client. Service workers do not see it, so its address changes as well:
else the browser's own cache could give it to a page of another version."""
_MOST: Final = 10
"""At most so many wrong files are listed."""

Read: TypeAlias = Callable[[str], bytes]
"""Reads a file of a site; an OSError if there is none."""


def subresource(data: bytes) -> str:
    """The hash of a file in the form of the ``integrity`` attribute."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def sha256(data: bytes) -> str:
    """The hash of some data, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def address(site: Path, name: str) -> str:
    """The address that pages use for a file of the site."""
    changing = name in (PROGRAM, RELAY)
    return f"{name}?{sha256((site / name).read_bytes())[:16]}" if changing else name


def names(site: Path) -> list[str]:
    """Names of all files of the site's folder, in order."""
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())


def write_sums(site: Path = DIST) -> None:
    """Write the hashes of all files in the site's folder."""
    files = [name for name in names(site) if name != SUMS]
    lines = [f"{sha256((site / name).read_bytes())}  {name}\n" for name in files]
    write(site / SUMS, "".join(lines))


def read_sums(site: Path) -> dict[str, str]:
    """Name of each file of the site -> its hash.

    Raises:
        Problem: there is no list, or it is damaged.
    """
    try:
        lines = (site / SUMS).read_text("utf-8").splitlines()
    except OSError:
        raise Problem(f"{site} has no {SUMS}: run 'python3 build.py build' first") from None
    if not all(len(line) > 66 and line[64:66] == "  " for line in lines):
        raise Problem(f"{site / SUMS} is damaged")
    return {line[66:]: line[:64] for line in lines}


def differences(sums: Mapping[str, str], read: Read) -> list[str]:
    """Missing and altered files, in words.

    Args:
        sums: the hash that each file should have.
        read: reads a file.
    """
    found = []
    for name, wanted in sums.items():
        try:
            if sha256(read(name)) != wanted:
                found.append(f"{name} is another file")
        except OSError as error:
            found.append(f"{name} is not there: {error}")
    return found


def additions(sums: Mapping[str, str], site: Path) -> list[str]:
    """Files of a folder that do not belong to the build."""
    known = {*sums, SUMS}
    return [f"{name} does not belong there" for name in names(site) if name not in known]


def altered(site: Path, vendored: Mapping[str, bytes]) -> list[str]:
    """Third-party files that differ from their packages, whose hashes are pinned."""
    return differences(
        {name: sha256(data) for name, data in vendored.items()},
        lambda name: (site / name).read_bytes(),
    )


def check(place: str, vendored: Mapping[str, bytes], dist: Path = DIST) -> None:
    """Compare a site with the build on this machine.

    Args:
        place: a folder, or the address of a site; empty for dist/.
        vendored: third-party files of the site, by name.
        dist: folder of the build.

    Raises:
        Problem: a file differs.
    """
    sums = read_sums(dist)
    if place.startswith(("https://", "http://")):
        found = differences(sums, _online(place))
    else:
        site = Path(place) if place else dist
        found = differences(sums, lambda name: (site / name).read_bytes())
        found += additions(sums, site) + altered(site, vendored)
    if found:
        more = [f"and {len(found) - _MOST} more"] if len(found) > _MOST else []
        raise Problem("not as it was built:\n  " + "\n  ".join(found[:_MOST] + more))
    say(f"{place or 'dist/'} is as it was built: {len(sums)} files")


def _online(address: str) -> Read:
    base = address.partition("#")[0].rpartition("/")[0] + "/"

    def read(name: str) -> bytes:
        fresh = {"Cache-Control": "no-cache"}
        request = urllib.request.Request(base + quote(name), headers=fresh)  # noqa: S310  # http
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise OSError(f"the host answers with {error.code}") from None

    return read


# --- In the page ---------------------------------------------------------------------------------


def first_visit(site: Path) -> dict[str, tuple[int, str]]:
    """The files of a first visit: size in bytes, and the hash to check."""
    patterns = ("app/python.mjs", "pyscript/*.js", "vendor/*.js", "pyodide/pyodide*",
                "pyodide/python_stdlib.zip")  # fmt: skip
    files = sorted(file for pattern in patterns for file in site.glob(pattern))
    return {
        address(site, file.relative_to(site).as_posix()): (file.stat().st_size, integrity(file))
        for file in files
    }


def integrity(file: Path) -> str:
    """The hash of a file that a script checks; only of archives, which can be replaced.

    With a hash check, the browser neither compiles WebAssembly while downloading nor caches it.
    """
    return subresource(file.read_bytes()) if file.suffix == ".zip" else ""


def sealed(site: Path, page: str) -> str:
    """The page with the hashes of what it cannot start without: a damaged file is not run."""

    def seal(found: re.Match[str]) -> str:
        return f'{found[1]} integrity="{subresource((site / found[2]).read_bytes())}"'

    first = r'((?:src|href)="(app/(?:check|store|boot)\.js|style/all\.css)")(?: integrity="[^"]*")?'
    return re.sub(first, seal, page)


def import_map(site: Path, files: Iterable[str]) -> str:
    """Hashes of the modules among some files, checked at every import.

    ``app/boot.js`` preloads these modules, but the hash of a preload is valid for that request
    only. Altered modules are not run.
    """
    names = [name for name in files if name.endswith((".js", ".mjs"))]
    hashes = {f"./{name}": subresource((site / name).read_bytes()) for name in names}
    return json.dumps({"integrity": hashes})
