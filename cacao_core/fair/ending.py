"""Ending a game that does not go on, as a device does it (docs/fair.md, "Ending a game early")."""

from __future__ import annotations

from cacao_core.errors import CacaoError
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.participant import Participant
from cacao_core.fair.wishes import Wish
from cacao_core.tiles import Seat


class Ending(Participant):
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
        return tuple(seat for seat, wish in self._wishes() if wish.leaves)

    @property
    def agreed_by(self) -> tuple[Seat, ...]:
        """The seats of all devices that want to end the game, and have not left it."""
        return tuple(seat for seat, wish in self._wishes() if not wish.leaves)

    def _wishes(self) -> list[tuple[Seat, Wish]]:
        """The wishes that hold now, by seat; those of earlier positions do not."""
        ledger = self._ledger
        if ledger is None:
            return []
        stage, is_ended = ledger.stage, self.is_ended
        found = [(owner, ledger.wish_of(owner)) for owner in ledger.roster.owners]
        return [
            (seat, wish)
            for seat, (_owner, wish) in enumerate(found)
            if wish and (wish.leaves or is_ended or wish[:2] == stage)
        ]

    @property
    def may_end(self) -> bool:
        """Whether the game waits for others only, so that this device may agree to end it."""
        ledger = self._ledger
        return ledger is not None and self._goes_on(ledger) and bool(ledger.awaited)

    @property
    def may_leave(self) -> bool:
        """Whether the game has begun and goes on, and this device has not left it."""
        ledger = self._ledger
        return ledger is not None and self._goes_on(ledger) and not self._memory.is_silent

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
        self._memory.wish(leaves=False)

    def leave(self) -> None:
        """Leave the game, whoever is to decide. With two devices, it has ended then.

        Raises:
            CacaoError: it has not begun, or is over.
        """
        if self._ledger is None or not self._goes_on(self._ledger):
            raise CacaoError("only a game that goes on can be left")
        self._memory.wish(leaves=True)

    def stay(self) -> None:
        """Play on, after :meth:`end` or :meth:`leave`.

        Raises:
            CacaoError: it has not begun, or is over.
        """
        if self._ledger is None or not self._goes_on(self._ledger):
            raise CacaoError("only a game that goes on can be played on")
        self._memory.wish(leaves=None)
