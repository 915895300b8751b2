"""Ending a game that does not go on, as a device does it (docs/fair.md, "Ending a game early")."""

from __future__ import annotations

from cacao_core.errors import CacaoError
from cacao_core.fair.agreements.successions import asked, is_bound, successor_of
from cacao_core.fair.agreements.wishes import Wanted, Wish
from cacao_core.fair.dealing.draws import PASSED
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.parts.participant import Participant
from cacao_core.tiles import Seat


class EndingDevice(Participant):
    """A :class:`~cacao_core.fair.Device` that may end its game, or leave it."""

    @property
    def is_ended(self) -> bool:
        """Whether the devices have ended the game where it stands, as they have signed."""
        return self._ledger is not None and self._ledger.ended_at is not None

    @property
    def _shown(self) -> Ledger | None:
        """The game as people see it: once it was ended, without the decisions after that."""
        ledger = self._ledger
        end = ledger.ended_at if ledger else None
        if ledger is None or end is None or len(ledger.course.moves) <= end:
            return ledger
        ledger = ledger.copy()
        while len(ledger.course.moves) > end and ledger.course.can_take_back:
            ledger.course.take_back()
        return ledger

    @property
    def left_by(self) -> tuple[Seat, ...]:
        """The seats of all devices that have left the game, as they have signed."""
        return self._wanted_by("left")

    @property
    def agreed_by(self) -> tuple[Seat, ...]:
        """The seats of all devices that want to end the game, and have not left it."""
        return self._wanted_by("over")

    @property
    def passed_by(self) -> tuple[Seat, ...]:
        """The seats of all devices that want a computer to play on for whom the game waits."""
        return self._wanted_by("pass")

    def _wanted_by(self, wanted: Wanted) -> tuple[Seat, ...]:
        return tuple(seat for seat, wish in self._wishes() if wish.wanted == wanted)

    def _wishes(self) -> list[tuple[Seat, Wish]]:
        """The wishes that hold now, by seat; those of earlier positions do not."""
        ledger = self._ledger
        if ledger is None:
            return []
        stage, is_ended, live = ledger.stage, self.is_ended, ledger.live
        wishes = [(d, ledger.wish_of(d) if d in live else None) for d in ledger.roster.owners]
        return [
            (seat, wish)
            for seat, (_owner, wish) in enumerate(wishes)
            if wish and (wish.leaves or is_ended or wish[:2] == stage)
        ]

    @property
    def may_end(self) -> bool:
        """Whether the game waits for others only, so that this device may agree to end it."""
        ledger = self._ledger
        if ledger is None or not self._goes_on(ledger):
            return False
        return bool(ledger.awaited) and not self._has_agreed(ledger)

    def _has_agreed(self, ledger: Ledger) -> bool:
        """Whether this device has agreed to a succession, which cannot be taken back.

        It is free again when the successor wants another one.
        """
        return is_bound(ledger)

    @property
    def may_leave(self) -> bool:
        """Whether the game has begun and goes on, and this device has not left it."""
        ledger = self._ledger
        if ledger is None or not self._goes_on(ledger) or self._memory.is_silent:
            return False
        return not self._has_agreed(ledger)

    @property
    def may_pass_on(self) -> bool:
        """Whether this device may say that a computer plays on for whom the game waits.

        The successor says so first, when nobody wants to end the game; then all others agree.
        """
        ledger = self._ledger
        if ledger is None or not self._goes_on(ledger) or self._memory.is_silent:
            return False
        device = ledger.course.blocking
        if device in (None, ledger.own) or len(ledger.live) < 3 or self.agreed_by:
            return False
        if self._has_agreed(ledger):
            return False
        wish, begins = asked(ledger), successor_of(ledger, device) == ledger.own
        if begins and self._memory.question:
            return False  # it may have signed more than it knows
        return begins if wish is None else wish.wanted == "pass"

    @property
    def blocked_by(self) -> tuple[Seat, ...]:
        """The seats of the device for which the game waits, this one perhaps; empty at the end."""
        ledger = self._ledger
        device = ledger.course.blocking if ledger and self._goes_on(ledger) else None
        return ledger.seats_of(device) if ledger and device is not None else ()

    @property
    def successor(self) -> tuple[Seat, ...]:
        """The seats of the device to which :attr:`blocked_by` would pass on; empty if to none."""
        ledger, blocked = self._ledger, self.blocked_by
        if ledger is None or not blocked or len(ledger.live) < 3:
            return ()
        return ledger.seats_of(successor_of(ledger, ledger.roster.owners[blocked[0]]))

    @property
    def has_passed_on(self) -> bool:
        """Whether the seats of this device have passed on: it watches."""
        return self._ledger is not None and self._ledger.has_passed_on

    def holder(self, seat: Seat) -> Seat:
        """The lowest seat that a device had first, of the one that decides for a seat now."""
        ledger = self._ledger
        return seat if ledger is None else ledger.seats_of(ledger.course.owners[seat])[0]

    @property
    def stand_ins(self) -> tuple[Seat, ...]:
        """The seats that have passed on to this device: computers play there."""
        ledger = self._ledger
        if ledger is None:
            return ()
        owners = ledger.course.owners
        return tuple(s for s in ledger.course.open_values if owners[s] == ledger.own)

    @property
    def passed_on(self) -> tuple[tuple[Seat, int], ...]:
        """Each seat that has passed on to a computer, and the number of moves before that."""
        return self._successions(given=False)

    def _successions(self, given: bool) -> tuple[tuple[Seat, int], ...]:
        """Each seat of a succession to a new device, or to a computer, and the moves before it."""
        ledger = self._ledger
        if ledger is None:
            return ()
        moves, passed = ledger.course.moves, ledger.course.passed
        return tuple(
            (seat, sum(move != PASSED for move in moves[: one.at]))
            for one in ledger.successions
            if (one.claim is not None) == given
            for seat in ledger.seats_of(passed[one.at])
        )

    def _goes_on(self, ledger: Ledger) -> bool:
        return ledger.plays and not (
            ledger.course.is_over or ledger.other or ledger.ended_at is not None
        )

    def end(self) -> None:
        """Agree to end the game where it stands, because it waits for others.

        It has ended when all agree but those for which it waits; with two devices, at once. The
        wish is gone when the game goes on before that.

        Raises:
            CacaoError: it has not begun, is over, or waits for this device.
        """
        if not self.may_end:
            raise CacaoError("only a game that waits for other devices can be ended")
        self._memory.wish("over")

    def leave(self) -> None:
        """Leave the game, whoever is to decide. With two devices, it has ended then.

        Raises:
            CacaoError: it has not begun, is over, or this device has agreed to pass seats on.
        """
        ledger = self._ledger
        if ledger is None or not self._goes_on(ledger) or self._has_agreed(ledger):
            raise CacaoError("only a game that goes on can be left")
        self._memory.wish("left")

    def stay(self) -> None:
        """Play on, after :meth:`end` or :meth:`leave`.

        Raises:
            CacaoError: it has not begun, is over, or this device has agreed to pass seats on.
        """
        ledger = self._ledger
        if ledger is None or not self._goes_on(ledger):
            raise CacaoError("only a game that goes on can be played on")
        if self._has_agreed(ledger):
            raise CacaoError("the agreement that a computer plays on cannot be taken back")
        self._memory.wish(None)

    def pass_on(self) -> None:
        """Agree that a computer plays on for whom the game waits, see :attr:`may_pass_on`.

        When all have agreed, the seats are the successor's, and its computers decide. This cannot
        be taken back, and is gone when the game goes on before that.

        Raises:
            CacaoError: it is not this device's to say so now.
        """
        if not self.may_pass_on:
            raise CacaoError("nobody can pass seats on now, or this device has to wait for another")
        self._memory.wish("pass")
        self._forget_deal()

    def _forget_deal(self) -> None:
        """Other tiles may be known now."""
