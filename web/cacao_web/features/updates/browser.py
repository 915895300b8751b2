"""The browser's support for storing the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cacao_web.features.updates.model import CopyState


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
