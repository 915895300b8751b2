"""The place of one game at a relay: what lies there is read, and this device's parcel kept there.

A parcel has all that its device may tell, and a newer one replaces it. So nothing has to arrive in
order, or twice, or at all: what lies there in the end counts. Whoever finds that its own parcel is
missing, old or not its own puts it there again, with growing pauses.

One *browser* of each seat decides. It has put a note there, the pen, and has seen it come back.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from random import uniform
from time import monotonic
from typing import Final

from cacao_web.browser.tasks import Tasks
from cacao_web.features.together.browser.relay import RelayError, RelayLine, Relays, Trouble
from cacao_web.features.together.relay.calls import DAILY, KEPT, NEXT, RelayCalls
from cacao_web.features.together.relay.inbox import RelayInbox, either, opened
from cacao_web.features.together.relay.letters import Letters
from cacao_web.features.together.relay.pauses import ENOUGH, Pauses, tried
from cacao_web.features.together.relay.pen import SeatPen
from cacao_web.features.together.relay.place import KEPT_SECONDS, Place
from cacao_web.features.together.relay.presences import GOODBYE, HERE, Presences

PATIENCE: Final = 10.0
"""Seconds after which a relay that says nothing counts as one that does not let this game read."""
_SILENCE: Final = 300.0
"""Seconds without news after which it is looked again what lies there: something may be lost."""
_RETURN: Final = 30.0
"""The same when the person comes back to the page."""
_ASKS: Final = "asks"
_AGAIN: Final = 0.5
"""Seconds until a device says again that it is there."""


class Mailbox:
    """The place of one game at a relay.

    Args:
        place: where it is.
        letters: takes in what has come.
        tasks: run in the background.
        changed: is called when the relay can be reached or not, somebody has come or gone, or
            another browser decides.
    """

    def __init__(
        self,
        relays: Relays,
        place: Place,
        letters: Letters,
        tasks: Tasks,
        changed: Callable[[], None],
    ) -> None:
        self.address, self.keys, self.own = place[:3]
        self._place = place
        self.has_put = False  # whether this device's parcel was put there
        self.is_asked = False  # whether the relay has said what lies there, or cannot be reached
        self.trouble: Trouble | None = None  # why it cannot be reached
        self.has_failed = False  # whether it was not only slow
        self.pen = SeatPen(relays, place, letters)
        self.present = Presences(relays, self.keys)
        self.devices: set[bytes] = set()  # the public keys of devices that use the relay
        self._relays, self._letters, self._tasks, self._changed = relays, letters, tasks, changed
        self._topic = self.keys.topic(self.own)
        self._here_topic = self.keys.presence_topic(self.own)
        self._begins_again = False  # whether all that lies there has to be read once more
        self._wanted = b""  # the parcel that shall lie there
        self._lies = b""  # the one that does: it has come back from there
        self._told = b""  # the same, also while the relay cannot be reached
        self._is_putting = False
        self._put_last = b""  # the one that was put there last
        self._sealed_last = b"", b""  # the one that was encrypted last, before and after that
        self._not_before = 0.0  # when it may be put there again
        self._puts, self._tries = Pauses(), Pauses()  # until it is put there, or connected, again
        self._calls = {kind: RelayCalls(relays, self.keys, self._topic, kind) for kind in KEPT}
        self._inbox = RelayInbox(self._take, tasks, changed)
        self._ping, self._echo = b"", asyncio.Event()
        self._change, self._woken = asyncio.Event(), asyncio.Event()
        self._line: RelayLine | None = None
        self._lost: Trouble | None = None
        self._is_closed = self._is_over = self._says_goodbye = False
        self._says_again = False  # whether it is about to say again that it is there
        self._is_there = False  # whether the relay says so
        self._heard = 0.0  # when news came last, or what lies there was looked at

    # --- What the game asks ----------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the relay is reached, and what lies there is known."""
        return self._line is not None and self.is_asked and self.trouble is None

    @property
    def is_elsewhere(self) -> bool:
        """Whether another browser decides for this seat."""
        return self.pen.is_elsewhere

    @property
    def is_told(self) -> bool:
        """Whether the newest parcel lies at the relay: it has come back from there."""
        return bool(self._wanted) and self._wanted == self._told

    @property
    def is_flooded(self) -> bool:
        """Whether strangers fill the place of the game, so that not all of it is read."""
        return self._inbox.is_flooded and not self._place.is_full

    # --- What the game wants ---------------------------------------------------------------------

    def know(self, others: tuple[bytes, ...], is_full: bool) -> None:
        """These devices take part; once these are all, nothing else is read any more."""
        self._move(self._place._replace(others=others, is_full=is_full))

    def _move(self, place: Place) -> None:
        if place != self._place:
            self._place, self._inbox.known = place, place.known
            if place.is_full and self._line:
                self.read_again()

    def read_again(self) -> None:
        """Read once more all that lies there."""
        self._begins_again = True
        self._change.set()

    def publish(self, parcel: bytes) -> None:
        """This is the newest parcel; it is on its way as soon as it can be."""
        if parcel != self._wanted:
            self._wanted = parcel
            if self._line and self._is_there:  # at once, because every turn of the loop costs
                self._tasks.run(self._put_now(self._line))

    def call(self, text: str) -> None:
        """Invite the players of this game to another one; with the fragment of the invitation."""
        self._calls[NEXT].own = text.encode()
        self._change.set()

    def ask(self, lost: bytes, text: str) -> None:
        """Leave the words of a new device where those of a lost one would lie, with its key."""
        self._calls[_ASKS] = RelayCalls(self._relays, self.keys, self.keys.topic(lost), NEXT)
        self._calls[_ASKS].own = text.encode()
        self._change.set()

    def tell_daily(self, text: str) -> None:
        """Exchange results of daily games with the others; with an empty text, do so no more."""
        if text or self._place.hears_daily:
            self._calls[DAILY].own = text.encode()
            self._change.set()
        self._move(self._place._replace(hears_daily=bool(text)))

    def claim(self) -> None:
        """This browser decides, as soon as it has read once more what lies there."""
        if self.is_asked:
            self._tasks.run(self._wait_enough())
        self.pen.claims, self._begins_again, self.is_asked = True, True, False
        self._change.set()
        self.wake()

    def wake(self) -> None:
        """Do not wait any longer to try again, or to look again."""
        self._tries.begin_again()
        self._puts.begin_again()
        self._not_before = 0.0
        self._woken.set()
        self._change.set()
        if monotonic() >= self._heard + _RETURN:
            self._heard = -_SILENCE

    def close(self, says_goodbye: bool = False) -> None:
        """End it; with whether the others shall see that this device has left the game."""
        self._is_closed, self._is_over, self._says_goodbye = True, True, says_goodbye
        self._change.set()
        self._woken.set()

    async def run(self) -> None:
        """Stay connected until it is closed."""
        self._tasks.run(self._wait_enough())
        while not self._is_closed or self._says_goodbye:
            try:
                await self._stay()
                continue
            except RelayError as error:
                if self.is_asked and self.trouble is None:
                    self._tries.begin_again()
                self.has_failed = True
                self._fail(error.trouble)
            if not self._is_closed or self._says_goodbye:
                pause = self._tries.grown() * uniform(0.5, 1.5)  # not all at the same time
                await either(self._woken, pause)
            self._woken.clear()

    async def visit(self) -> None:
        """Look once what lies there, put the newest parcel there, and leave.

        Raises:
            RelayError: it cannot be reached.
        """
        self._is_closed = True
        self._tasks.run(self._wait_enough())  # the person may open the game meanwhile
        await self._stay()

    # --- A connection ----------------------------------------------------------------------------

    async def _stay(self) -> None:
        self._inbox.clear()
        self.present.clear()
        self._begins_again = False
        self._lost, self._lies = None, b""
        self.pen.begin()
        self._inbox.known, self._inbox.is_flooded = self._place.known, False
        self._line = line = await tried(self._connected, self._woken)
        try:
            if self._says_goodbye:
                await self._leave(line)
                return
            await self._look(line)
            await self._take_pen(line)
            await self._be_here(line)
            while True:
                await self._put(line)
                for calls in self._calls.values():
                    await calls.put(line)
                rest = self._heard + _SILENCE - monotonic()
                if self._is_closed or rest <= 0:
                    break
                due = None if self._is_putting else self._due()
                await either(self._change, rest if due is None else min(due, rest))
                self._change.clear()
                if self._lost:
                    raise RelayError(self._lost)
                if self._begins_again:
                    break
                await self._take_pen(line)
            if self._is_closed and (self._is_there or self.present.is_gone(self.own)):
                with suppress(RelayError):
                    await self._leave(line)
        finally:
            self._is_there = False
            self._line = None
            line.close()

    async def _connected(self) -> RelayLine:
        if self._is_over and not self._says_goodbye:
            raise RelayError(Trouble.LOST)
        will = "" if self._place.watches else self._here_topic
        return await self._relays.connect(
            self.address, self.keys.game, self._place.topics, will, self
        )

    async def _look(self, line: RelayLine) -> None:
        """Wait for what lies there: it is here once an own message has come back."""
        self._ping, self._echo = os.urandom(8), asyncio.Event()
        await line.publish(f"{self._topic}/ping", self._ping, is_retained=False)
        await either(self._echo, PATIENCE)
        if self._lost or not self._echo.is_set():  # it may accept a subscription, and send nothing
            raise RelayError(self._lost or Trouble.NOT_READ)
        self._heard = monotonic()

    async def _be_here(self, line: RelayLine) -> None:
        if self._is_closed:
            return  # after a visit, nobody decides before the relay is asked again
        if not self._place.watches:
            await line.publish(self._here_topic, HERE, seconds=KEPT_SECONDS)
            self._is_there = True
        self.is_asked, self.trouble = True, None
        self._changed()

    async def _leave(self, line: RelayLine) -> None:
        left = await self._sealed(self._here_topic, GOODBYE) if self._says_goodbye else b""
        await line.publish(self._here_topic, left, seconds=KEPT_SECONDS)
        self._says_goodbye = False

    async def _say_again(self, line: RelayLine) -> None:
        """Say that this device is there, after another browser of its seat has left, or deleted it.

        The will of a connection before a reload may come late, too.
        """
        await asyncio.sleep(_AGAIN)
        self._says_again = False
        if line is self._line and self._is_there and not self._is_closed:
            with suppress(RelayError):
                await line.publish(self._here_topic, HERE, seconds=KEPT_SECONDS)

    async def _take_pen(self, line: RelayLine) -> None:
        if not self._is_closed and await self.pen.take(line):
            self._changed()

    def _due(self) -> float | None:
        """Seconds until the parcel is put there again; None if it need not be."""
        if self.is_elsewhere or not self._wanted or self._wanted == self._lies:
            return None
        return max(0.0, self._not_before - monotonic()) if self._wanted == self._put_last else 0.0

    async def _put_now(self, line: RelayLine) -> None:
        try:
            await self._put(line)
        except RelayError:  # the loop tries again, or finds that the connection is lost
            self._put_last = b"" if line is not self._line else self._put_last
        self._change.set()  # it has to come back

    async def _put(self, line: RelayLine) -> None:
        """Put the newest parcel there, unless another browser does."""
        if self._is_putting:
            return
        self._is_putting = True
        try:
            await self._put_newest(line)
        finally:
            self._is_putting = False

    async def _put_newest(self, line: RelayLine) -> None:
        while self._due() == 0.0:
            parcel = self._wanted
            if parcel != self._put_last:
                self._puts.begin_again()
            self._put_last, self._not_before = parcel, monotonic() + self._puts.grown()
            if self._sealed_last[0] != parcel:  # the same bytes again are no news to a bell
                self._sealed_last = parcel, await self._sealed(self._topic, parcel)
            await line.publish(self._topic, self._sealed_last[1], seconds=KEPT_SECONDS)
            if not self.has_put:
                self.has_put = True
                self._changed()

    async def _sealed(self, topic: str, plain: bytes) -> bytes:
        return await self._relays.encrypt(self.keys.cipher, plain, topic.encode())

    def _fail(self, trouble: Trouble) -> None:
        self.is_asked, self.trouble = True, trouble
        self._changed()

    async def _wait_enough(self) -> None:
        """A relay that cannot be reached soon does not stop the game."""
        await asyncio.sleep(ENOUGH)
        if not self.is_asked:
            self._fail(Trouble.UNREACHABLE)

    # --- What comes ------------------------------------------------------------------------------

    def arrived(self, topic: str, payload: bytes) -> None:
        self._inbox.add(topic, payload)

    def flooded(self) -> None:
        self._inbox.flood()

    def lost(self, trouble: Trouble) -> None:
        self._lost = trouble
        self._change.set()
        self._echo.set()
        self.pen.give_up()

    async def _take(self, topic: str, payload: bytes) -> None:
        if topic == f"{self._topic}/ping":
            if payload == self._ping:
                self._echo.set()
        elif topic.endswith("/here"):
            await self._take_presence(topic, payload)
        elif topic == self.pen.topic:
            if await self.pen.read(payload) and self.is_asked:
                self._change.set()
                self._changed()
        elif calls := next((self._calls[kind] for kind in KEPT if topic.endswith(kind)), None):
            if call := await calls.take(topic, payload):
                self._letters.called(call)
        elif not topic.endswith(("/pen", "/ping")):
            await self._take_parcel(topic, payload)

    async def _take_presence(self, topic: str, payload: bytes) -> None:
        is_new = await self.present.take(topic, payload)
        line = self._line
        if topic == self._here_topic and payload != HERE and line and not self._says_again:
            self._says_again = True
            self._tasks.run(self._say_again(line))
        if is_new and self.is_open:
            self._changed()

    async def _take_parcel(self, topic: str, payload: bytes) -> None:
        """Take the parcel of a device; junk on the own topic is replaced."""
        parcel, plain = await opened(self._relays, self.keys, topic, payload)
        if topic == self._topic:
            lies = plain if parcel else b""
            was_told, self._lies, self._told = self.is_told, lies, lies
            self._change.set()
            if self.is_told and not was_told:
                self._changed()
        if parcel:
            self._heard = monotonic()
            self.devices.add(parcel.key)
            self._letters.arrived(parcel)
