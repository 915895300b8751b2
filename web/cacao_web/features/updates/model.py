"""The state of the site's copy on this device, and its protocol."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, Protocol


class Offline(Enum):
    """Whether the site works without a network, or why not."""

    UNKNOWN = "not known yet"
    COMING = "it is being fetched"
    HERE = "it does"
    BROKEN = "not all files came through"
    FULL = "there is no room for it"
    REFUSED = "the browser does not keep sites"
    TRIAL = "this address is for trials"


class CopyState(NamedTuple):
    """The state of the site's copy."""

    kept: Offline = Offline.UNKNOWN  # whether the site works without a network
    ready: bool = False  # whether a new version is stored completely and waits
    installable: bool = False  # whether the browser offers to install the site as an app


class Keeper(Protocol):
    """The browser's support for storing the site."""

    def start(self, report: Callable[[CopyState], None], free: Callable[[], bool]) -> None:
        """Start to store the site when there is nothing else to do.

        Args:
            report: called with the state, and after each change of it.
            free: asked whether the page may be updated now; if so, it must not load anything after
                that.
        """

    def look(self) -> None:
        """Check whether every file is there and right, and fetch the others again; then tell."""

    async def change(self) -> str:
        """Update to the new version; the page is reloaded.

        Returns:
            What prevents it: empty, or ``busy`` (a page is in use), ``silent`` (a page does not
            answer) or ``gone`` (there is no new version).
        """

    async def install(self) -> None:
        """Let the browser ask whether to install the site as an app."""
