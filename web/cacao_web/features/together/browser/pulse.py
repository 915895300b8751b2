"""Judges from heartbeats whether the other device is still there."""

from __future__ import annotations

from typing import Final

from cacao_web.features.together.browser.live import Signal

BEAT: Final = 2.0
"""Seconds between heartbeats."""
SHAKY: Final = 5.0
"""Seconds of silence until a connection is shaky."""
LOST: Final = 30.0
"""Seconds of silence until it is closed."""
_LATE: Final = 1.5


class Pulse:
    """Counts the seconds of silence.

    Browsers slow the timers of hidden pages down, and stop sleeping ones. Silence while this device
    slept says nothing about the other one, and does not count.

    Args:
        now: time in seconds.
    """

    def __init__(self, now: float) -> None:
        self._beat = now
        self._silence = 0.0

    def hear(self) -> None:
        self._silence = 0.0

    def beat(self, now: float) -> None:
        """Time has passed; to be called every ``BEAT`` seconds."""
        passed, self._beat = now - self._beat, now
        if 0 <= passed <= BEAT + _LATE:
            self._silence += passed

    @property
    def signal(self) -> Signal:
        """The meaning of the silence of a connection that was open."""
        if self._silence >= LOST:
            return Signal.CLOSED
        return Signal.SHAKY if self._silence >= SHAKY else Signal.OPEN
