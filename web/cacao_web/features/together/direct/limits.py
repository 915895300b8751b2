"""The limits for a device at the other end of a connection (docs/live.md, "Limits").

Guests allow a host twice as much, so that a guest at the limit cannot cut the host off from others.
An honest device stays far below, also if computers play a whole game on it in seconds. What is new
in a game needs no limit: a game has fewer than 512 decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, Literal, NamedTuple, TypeAlias

from cacao_core.tiles import Seat

LONGEST: Final = 20_000
"""Length limit of a text. The longest message of a game is far shorter."""
PROOF_SECONDS: Final = 30
"""Within them, a device has to prove which one it is."""

Sort: TypeAlias = Literal[
    "text",
    "known",
    "refused",
    "told",
    "where",
    "proves",
    "shows",
    "says",
    "spare",
    "parcel",
    "stranger",
]
"""The sorts that are counted: see :data:`LIMITS`."""


class Limit(NamedTuple):
    """The number of things of a sort that may come."""

    at_once: int
    per_second: float  # how fast this number is restored


LIMITS: Final[dict[Sort, Limit]] = {
    "text": Limit(3000, 300),  # anything at all
    "known": Limit(1000, 20),  # messages of the game with nothing new, as a host's echo is
    "refused": Limit(20, 0.2),  # what is damaged, forged or unintelligible
    "told": Limit(60, 1),  # what a person is told: findings, invitations, wishes
    "where": Limit(100, 5),
    "proves": Limit(20, 1),
    "shows": Limit(600, 60),  # for each seat, because a host passes on those of others
    "says": Limit(20, 1),  # for each seat
    "spare": Limit(20, 0.2),  # for each seat
    "parcel": Limit(400, 10),  # for each topic of a relay; what is more is read later
    "stranger": Limit(40, 2),  # for all topics together of which nobody knows whose they are
}


class Allowance:
    """The rest of one device's limits.

    Args:
        tolerance: so many times the limits are allowed.
        now: the time in seconds.
    """

    def __init__(self, tolerance: int = 1, now: Callable[[], float] = monotonic) -> None:
        self._tolerance = tolerance
        self._now = now
        self._left: dict[tuple[Sort, Seat | None], tuple[float, float]] = {}  # number, time

    def takes(self, sort: Sort, seat: Seat | None = None) -> bool:
        """Count one more thing; returns whether it is allowed."""
        now, most = self._now(), LIMITS[sort].at_once * self._tolerance
        left, since = self._left.get((sort, seat), (most, now))
        restored = (now - since) * LIMITS[sort].per_second * self._tolerance
        left = min(most, left + restored)
        self._left[sort, seat] = max(0, left - 1), now
        return left >= 1
