"""Is it what was built? Hashes of all files of the site, here, in a folder, or where it is online.

``SHA256SUMS`` of the site is a list as ``sha256sum --check`` reads it.
"""

from __future__ import annotations

import base64
import hashlib
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import quote

from making.workshop import DIST, Problem, say, write

SUMS: Final = "SHA256SUMS"
PROGRAM: Final = "pyodide/pyodide.asm.wasm"
"""Python's program: browsers keep its machine code as long as nobody asks the host whether it is
still the same, so pages ask at an address that is another one when the content is."""
_MOST: Final = 10
"""How many wrong files are named."""

Read: TypeAlias = Callable[[str], bytes]
"""The content of a file of a site; an OSError if there is none."""


def subresource(data: bytes) -> str:
    """The hash of a file as browsers take it in ``integrity``."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def sha256(data: bytes) -> str:
    """The hash of some data, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def address(site: Path, name: str) -> str:
    """Where pages ask for a file of the site."""
    return f"{name}?{sha256((site / name).read_bytes())[:16]}" if name == PROGRAM else name


def names(site: Path) -> list[str]:
    """All files of the site's folder, by their names in the site, in order."""
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())


def write_sums(site: Path = DIST) -> None:
    """List the hashes of all files that are in the site's folder by now."""
    files = [name for name in names(site) if name != SUMS]
    lines = [f"{sha256((site / name).read_bytes())}  {name}\n" for name in files]
    write(site / SUMS, "".join(lines))


def read_sums(site: Path) -> dict[str, str]:
    """Name of each file of the site -> its hash.

    Raises:
        Problem: there is no list, or it is none.
    """
    try:
        lines = (site / SUMS).read_text("utf-8").splitlines()
    except OSError:
        raise Problem(f"{site} has no {SUMS}: run 'python3 build.py build' first") from None
    if not all(len(line) > 66 and line[64:66] == "  " for line in lines):
        raise Problem(f"{site / SUMS} is damaged")
    return {line[66:]: line[:64] for line in lines}


def differences(sums: Mapping[str, str], read: Read) -> list[str]:
    """What is missing or not as it should be, in words.

    Args:
        sums: the hash that each file should have.
        read: how to get at a file.
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
    """Files of a folder that nobody has built."""
    known = {*sums, SUMS}
    return [f"{name} does not belong there" for name in names(site) if name not in known]


def altered(site: Path, vendored: Mapping[str, bytes]) -> list[str]:
    """Files of others that are not as their packages have them, whose hashes are pinned."""
    return differences(
        {name: sha256(data) for name, data in vendored.items()},
        lambda name: (site / name).read_bytes(),
    )


def check(place: str, vendored: Mapping[str, bytes], dist: Path = DIST) -> None:
    """Compare a site with what was built here.

    Args:
        place: a folder, or the address of the site online; empty for what was built itself.
        vendored: what the site ships of others, by name.
        dist: what was built.

    Raises:
        Problem: something is not as it was built.
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
