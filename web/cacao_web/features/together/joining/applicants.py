"""The people who want to join a game; the host seats nobody without a yes (docs/fair.md)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from cacao_core import BadLink, CacaoError, fair
from cacao_core.fair import Device
from cacao_web.features.together import model
from cacao_web.features.together.events import TogetherEvents
from cacao_web.features.together.game_here import GameHere
from cacao_web.features.together.model import dealer
from cacao_web.game.session import Session
from cacao_web.ui.i18n import isolated

MOST: Final = 16
"""So many may wait for an answer at once."""


class Applicant(NamedTuple):
    """Somebody who wants to join."""

    names: tuple[str, ...]  # of all who play on that device
    join: fair.Join


class Applicants:
    """Those who wait for an answer.

    Args:
        events: shows that somebody waits.
        take: takes a whole message in; returns whether anything in it is new.
    """

    def __init__(self, events: TogetherEvents, here: GameHere, take: Callable[[str], bool]) -> None:
        self._events, self._here, self._take = events, here, take
        self.waiting: dict[bytes, Applicant] = {}  # by public key
        self.seats_all = False  # whether whoever joins is seated, as when a program invites
        self.knows_friends = False  # whether those who play again have been let in
        self._is_again = False  # whether people of an earlier game play again
        self.is_crowded = False  # whether more want to join than may wait

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The people whom the host is asked about; the names at each device.

        In a rematch nobody is, until those of the earlier game have been let in.
        """
        is_early = self._is_again and not self.knows_friends
        return () if is_early else tuple(one.names for one in self.waiting.values())

    def hear(self, session: Session, message: str, is_welcome: bool) -> bool:
        """Take a message in from before the game: its sender's own join, and no others.

        Args:
            session: the game of this host.
            is_welcome: whether the sender is seated; if not, a person is asked. Joins that somebody
                passes on are asked for in any case.

        Returns:
            whether there was something new.

        Raises:
            BadLink: the sender cannot be seated.
        """
        self.recall(session)
        joins = fair.joins_in(message)
        is_new = self._take(fair.as_signed(message))
        own = next((join for join in joins if join.is_own), None)
        if own and (is_welcome or self.seats_all):
            joins = joins[1:]
            if is_welcome or _may_wait(dealer(session).device, own):
                is_new |= self._take(own.text)
        if not self.seats_all:
            is_new |= self._ask_for(joins)
        return is_new

    def _ask_for(self, joins: tuple[fair.Join, ...]) -> bool:
        """Let people wait for an answer; returns whether anybody is new."""
        session = self._here.any()
        if session is None:
            return False
        device = dealer(session).device
        self.tidy(device)
        new = [j for j in joins if j.key not in self.waiting and _may_wait(device, j)]
        room = max(0, MOST - len(self.waiting))
        self.is_crowded = len(new) > room
        for join in new[:room]:
            self._add(device, join)
        if new[:room]:
            self._store(session)
            self._events.asked(session)
        return bool(new[:room])

    def tidy(self, device: Device) -> None:
        """Forget those whose seats were given to others: they are told, and join again."""
        for key, applicant in [*self.waiting.items()]:
            if not _may_wait(device, applicant.join):
                del self.waiting[key]

    def _store(self, session: Session) -> bool:
        """Keep who waits with the game: a message that was opened by link does not come again."""
        self.tidy(dealer(session).device)
        dealer(session).waiting = tuple(one.join.text for one in self.waiting.values())
        session.reach.applicants = self.names
        return self._here.keep(session)

    def recall(self, session: Session) -> None:
        """Those wait again who waited when the game was kept."""
        self._is_again = bool(dealer(session).former)
        for text in dealer(session).waiting if dealer(session).is_host else ():
            with suppress(BadLink, IndexError):  # somebody has changed what was kept
                self._add(dealer(session).device, fair.joins_in(text)[0])

    def _add(self, device: Device, join: fair.Join) -> None:
        if join.key not in self.waiting and _may_wait(device, join):
            self.waiting[join.key] = Applicant(tuple(map(isolated, join.names)), join)
            self.knows_friends = False

    def accept(self, key: bytes) -> None:
        """Seat somebody who wants to join.

        Raises:
            CacaoError: the seat was given to somebody else; a sentence.
        """
        applicant = self.waiting.pop(key, None)
        session = self._here.any()
        if applicant is None or session is None:
            return
        try:
            self._take(applicant.join.text)
        except BadLink as error:
            raise CacaoError(model.refused(error, session)) from None
        finally:
            if game := self._here.any():
                self._store(game)

    def refuse(self, key: bytes) -> Session | None:
        """Do not seat somebody: the next message says so; returns the game if it may leave."""
        session = self._here.any()
        if session is None or self.waiting.pop(key, None) is None:
            return None
        dealer(session).device.refuse(key)
        return session if self._store(session) else None


def _may_wait(device: Device, join: fair.Join) -> bool:
    """Whether somebody can be let in: there is room, and no answer yet."""
    is_known = device.seats_of(join.key) or device.has_refused(join.key)
    return not is_known and set(join.seats) <= set(device.free_seats)
