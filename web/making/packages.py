"""The pinned npm packages that the site ships, or that builds and tests run in Node."""

from __future__ import annotations

from typing import Final

from making.tools import npm
from making.workshop import NODE_MODULES, WEB, Problem, copy, fingerprint, prepared, say

PINS: Final = WEB / "vendor" / "package.json"
LOCK: Final = WEB / "vendor" / "package-lock.json"


def ensure_packages() -> None:
    """Install all pinned packages into .build/, unless they are there.

    npm compares each with its hash in the lock file, which holds no addresses: npm takes them from
    the registry that it is set to, and has settings for proxies, certificates and log-ins.

    Raises:
        Problem: npm cannot fetch one, or it has another hash than the pinned one.
    """
    folder = NODE_MODULES.parent
    mark, now = folder / "prepared", fingerprint(PINS, LOCK)
    if prepared(mark, now):
        return
    say("fetching npm packages")
    mark.unlink(missing_ok=True)
    for file in (PINS, LOCK):
        copy(file, folder / file.name)
    try:
        npm("ci", "--ignore-scripts", "--fetch-retry-mintimeout=1000",
            "--fetch-retry-maxtimeout=8000", cwd=folder)  # fmt: skip
    except Problem:
        raise Problem(
            "npm could not install the pinned packages, its last lines are above: look at the "
            "network, the proxy and the registry that npm is set to, then try again"
        ) from None
    mark.write_text(now)
