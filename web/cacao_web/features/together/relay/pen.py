"""The note that says which browser of a seat decides: here, and as it lies at the relay."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from cacao_core import BadLink
from cacao_core.fair import NO_PEN, Pen, read_pen
from cacao_web.features.together.browser.relay import RelayLine, Relays
from cacao_web.features.together.relay.inbox import either
from cacao_web.features.together.relay.letters import Letters
from cacao_web.features.together.relay.pauses import ENOUGH
from cacao_web.features.together.relay.place import KEPT_SECONDS, Place

GRACE: Final = 1.0
"""Seconds in which what another browser has decided before it has seen this one's pen arrives."""


class SeatPen:
    """The pen of a seat.

    Args:
        place: where it lies.
        letters: sign it.
    """

    def __init__(self, relays: Relays, place: Place, letters: Letters) -> None:
        self.highest = place.pen
        """The highest one that was seen."""
        self.topic = place.keys.pen_topic(place.own)
        self.claims = False  # whether this browser wants to decide, whoever does
        self._relays, self._place, self._letters = relays, place, letters
        self._there: Pen | None = None  # which one, as the relay says
        self._asked: Pen | None = None  # what this browser has put there
        self._echo = asyncio.Event()

    @property
    def is_elsewhere(self) -> bool:
        """Whether another browser decides."""
        return self.highest is not None and not self._is_own and not self.claims

    @property
    def _is_own(self) -> bool:
        return self.highest is not None and self.highest.browser == self._place.browser

    def begin(self) -> None:
        """The relay says once more what lies there."""
        self._there = None

    def give_up(self) -> None:
        """The connection is lost: do not wait for the note any more."""
        self._echo.set()

    async def take(self, line: RelayLine) -> bool:
        """Put a note there that this browser decides, if it may, and wait for it some seconds.

        Returns:
            Whether it was put there.
        """
        is_own, takes_over = self._is_own, self.highest is not None and not self._is_own
        if self._place.watches or (takes_over and not self.claims):
            return False
        if is_own and self.highest == self._there:
            self.claims = False
            return False
        passed = (self.highest or NO_PEN).passed_to(self._place.browser)
        note = self.highest if is_own and self.highest else passed
        self._asked, self._echo = note, asyncio.Event()
        signed = self._letters.signed(note, self._place.keys)
        cipher = self._place.keys.cipher
        sealed = await self._relays.encrypt(cipher, signed, self.topic.encode())
        await line.publish(self.topic, sealed, seconds=KEPT_SECONDS)
        await either(self._echo, ENOUGH)
        if takes_over:
            await asyncio.sleep(GRACE)
        self._there = self._there or note
        if self.highest is None or self.highest.gives_way_to(note):
            self.highest = note
        self.claims = False
        return True

    async def read(self, payload: bytes) -> bool:
        """Read what lies there. A relay may have lost it, or have an old one.

        Returns:
            Whether it is not what this browser has put there.
        """
        keys, topic = self._place.keys, self.topic
        plain = await self._relays.decrypt(keys.cipher, payload, topic.encode())
        self._there = None
        with suppress(BadLink):
            self._there = read_pen(plain or b"", keys, topic)
        if self._there is not None and self._there == self._asked:
            self._echo.set()
            return False
        if self._there and (self.highest is None or self.highest.gives_way_to(self._there)):
            self.highest = self._there
        return True
