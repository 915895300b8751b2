"""Fetches archives from npm's registry with the standard library, for machines without npm.

The address comes from npm's settings: environment variables, then ``.npmrc`` files. If there is
none, it comes from a library that knows npm's default.
"""

from __future__ import annotations

import functools
import http.client
import os
import re
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from making.tools import PINS, ensure_wheels, isolated
from making.workshop import WEB, WORK, Problem

TRIES: Final = 4
_PAUSE: Final = 1.0  # seconds before the second attempt; doubled before each further one
_TIMEOUT: Final = 60.0  # seconds
_CERTIFICATES: Final = ("NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE")
"""Variables that name further certificates; ssl itself reads SSL_CERT_FILE and SSL_CERT_DIR."""
_LATER: Final = (408, 425, 429)
"""HTTP statuses, besides those from 500 on, after which another attempt may succeed."""


def address() -> str:
    """The registry's address, without a slash at its end."""
    return (configured("registry", os.environ, settings()) or usual()).rstrip("/")


def settings() -> tuple[Path, ...]:
    """The files with npm's settings, highest priority first."""
    return WEB / "vendor" / ".npmrc", Path.home() / ".npmrc"


def configured(name: str, environment: Mapping[str, str], files: Iterable[Path]) -> str | None:
    """A setting of npm: of the environment, else of the first file that has it."""
    for variable, value in environment.items():
        if variable.lower() == f"npm_config_{name}" and value:
            return value
    named = environment.get("NPM_CONFIG_USERCONFIG") or environment.get("npm_config_userconfig")
    for file in (*files, *([Path(named)] if named else [])):
        try:
            text = file.read_text("utf-8")
        except OSError:
            continue
        found = re.search(rf"(?m)^\s*{name}\s*=\s*[\"']?([^\"'\s]+)", text)
        if found:
            return re.sub(r"\$\{(\w+)\}", lambda part: environment.get(part[1], ""), found[1])
    return None


@functools.cache
def usual() -> str:
    """The default registry of npm."""
    folder = ensure_wheels(WORK / "registry", [PINS / "registry.txt"])
    script = (
        "from packageurl.contrib.purl2url import get_download_url\n"
        "print(get_download_url('pkg:npm/name@1'))"
    )
    return isolated(folder, script).strip().partition("/name/")[0]


def tarball(host: str, name: str, version: str) -> str:
    """Address of a package's archive; its file name has only the last part of the package's."""
    return f"{host}/{name}/-/{name.rpartition('/')[2]}-{version}.tgz"


def download(url: str, target: Path) -> Path:
    """Download a file, with several attempts.

    Raises:
        Problem: all attempts have failed.
    """
    for tries in range(TRIES):
        if tries:
            time.sleep(_PAUSE * 2 ** (tries - 1))
        try:
            _download_once(url, target)
        except urllib.error.HTTPError as error:
            reason = f"the host answers with {error.code}"
            if error.code < 500 and error.code not in _LATER:
                break
        except (OSError, EOFError, http.client.HTTPException) as error:
            reason = str(getattr(error, "reason", None) or error)
        else:
            return target
    raise Problem(
        f"{target.name} could not be fetched ({reason}): look at the network, the proxy and "
        "the registry that npm is set to, then try again"
    )


def _download_once(url: str, target: Path) -> None:
    if not url.startswith(("https://", "http://")):
        raise Problem(f"npm's registry is set to something that is no web address: {url}")
    with (
        urllib.request.urlopen(url, timeout=_TIMEOUT, context=certificates()) as answer,  # noqa: S310
        target.open("wb") as file,
    ):
        wanted = int(answer.headers.get("Content-Length", -1))
        while block := answer.read(1 << 16):
            file.write(block)
        if wanted not in {-1, file.tell()}:
            raise EOFError(f"it ended after {file.tell()} of {wanted} bytes")


@functools.cache
def certificates() -> ssl.SSLContext:
    """The certificates that this machine trusts, and those configured for npm and pip."""
    context = ssl.create_default_context()
    named = [os.environ.get(name) for name in _CERTIFICATES]
    for file in (*named, configured("cafile", os.environ, settings())):
        if file and Path(file).is_file():
            context.load_verify_locations(file)
    return context
