"""All carriers. Where several reach somebody, the last one of them is asked first."""

from __future__ import annotations

from typing import Final

from cacao_web.features.together.direct.connected import DirectCarrier
from cacao_web.features.together.links.linked import LinkCarrier
from cacao_web.features.together.relay.relayed import RelayCarrier

KINDS: Final = (LinkCarrier, RelayCarrier, DirectCarrier)
