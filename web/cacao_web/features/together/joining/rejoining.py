"""A guest whose seat the host has given to another device joins again, or finds its seat again.

The earlier devices of the game are kept with it until the list of players shows which one is in.
"""

from __future__ import annotations

from contextlib import suppress

from cacao_core import BadLink, CacaoError, fair
from cacao_core.fair import Device
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.joining.parts import JoinParts
from cacao_web.features.together.model import dealer
from cacao_web.game.session import Session
from cacao_web.ui.i18n import all_of, isolated


class Rejoining:
    """Goes on with another device in the same game."""

    def __init__(self, parts: JoinParts) -> None:
        self._shell, self._shared_games, _outbox, _beginning, self._events = parts

    def outrun(self, session: Session, text: str) -> bool:
        """See ``TogetherEvents.outrun``."""
        if fair.look(text).kind == "news":
            return self._is_in(session, text)
        device = dealer(session).device
        taken, free = fair.look(text), fair.look(text).free_seats
        if len(free) < len(device.seats):
            self._tell(session, model.all_taken())
            return False
        names = tuple(device.names[seat] for seat in device.seats)
        again = Device.join(text, _next(free, device), names)
        self.go_on(session, again)
        first = [taken.names[seat] for seat in device.seats if seat not in free]
        self._tell(session, model.outrun(all_of([isolated(name) for name in first])))
        return True

    def go_on(self, session: Session, device: Device) -> None:
        """Go on with a new device; the one before is kept."""
        before = dealer(session)
        self._shared_games.rejoin(session, device, (*before.earlier, before.text))
        if before.former:
            with suppress(CacaoError):  # the game before is not here any more
                former = self._shell.saves.load(model.saved_as(before.former)).session
                self._shell.tasks.run(self._tell_former(former, device))

    async def _tell_former(self, former: Session, device: Device) -> None:
        """In a rematch, the host lets in whoever says so in the game before."""
        await self._events.joins_again(former, device.key)

    def _is_in(self, session: Session, news: str) -> bool:
        """Whether an earlier device is in the list of players; then the game goes on with it."""
        for text in dealer(session).earlier:
            try:
                device = Device.from_text(text)
                device.receive(news)
            except (BadLink, fair.Cheating):
                continue
            self._shared_games.rejoin(session, device, ())
            return True
        return False

    def _tell(self, session: Session, sentence: str) -> None:
        is_shown = session is self._shell.games.session
        self._shell.notices.tell(sentence if is_shown else f"{session.title}: {sentence}")


def _next(free: tuple[Seat, ...], device: Device) -> tuple[Seat, ...]:
    """As many free seats as a device has, not the same for all that were too late at once."""
    start, count = device.key[0] % len(free), len(device.seats)
    return tuple(sorted(free[(start + step) % len(free)] for step in range(count)))
