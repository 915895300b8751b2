"""The browser's support for games with other devices; each half is imported when it is needed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cacao_web.features.together.browser.live import Live
    from cacao_web.features.together.browser.relay import Relays


class DomSupport:
    """Implements ``together.browser.Support``."""

    @cached_property
    def live(self) -> Live:
        from cacao_web.features.together.dom import live

        return live.DomLive()

    @cached_property
    def relays(self) -> Relays:
        from cacao_web.features.together.dom import relay

        return relay.DomRelays()


support = DomSupport
"""Makes it, for ``Page.support``."""
