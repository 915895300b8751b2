"""What is known about the copy of the site on this device, and who keeps it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple, Protocol


class Kept(Enum):
    """Whether the site works without a network, or what stands against it."""

    UNKNOWN = "not known yet"
    COMING = "it is being fetched"
    HERE = "it does"
    BROKEN = "not all files came through"
    REFUSED = "the browser does not keep sites"
    TRIAL = "this address is for trials"


class State(NamedTuple):
    """What is known.

    Attributes:
        kept: whether the site works without a network.
        ready: whether a new version is here as a whole and waits.
        installable: whether the browser offers to install the site as an app.
    """

    kept: Kept = Kept.UNKNOWN
    ready: bool = False
    installable: bool = False


class Keeper(Protocol):
    """What a browser has to keep a site."""

    def start(self, told: Callable[[State], None], free: Callable[[], bool]) -> None:
        """Begin to keep it, when nothing else is to do.

        Args:
            told: hears the state, and whenever it changes.
            free: asked whether the page may change to another version now; after a yes it must
                not load anything.
        """

    async def change(self) -> str:
        """Change to the new version; the page is loaded anew.

        Returns:
            What stands against it, if anything does: ``busy`` (a page is not free), ``silent``
            (a page does not answer) or ``gone`` (there is no new version).
        """

    async def install(self) -> None:
        """Let the browser ask whether to install the site."""
