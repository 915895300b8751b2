"""The browser as games with other devices need it: protocols and plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cacao_web.features.together.browser.live import Live
    from cacao_web.features.together.browser.relay import Relays


class Support(Protocol):
    """The browser's support for games with other devices; each half is made when it is needed."""

    @property
    def live(self) -> Live:
        """Its support for live play."""

    @property
    def relays(self) -> Relays:
        """Its support for games through a relay."""
