"""Giving the seats of a lost device to a new one (docs/fair.md, "A new device")."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core.errors import CacaoError
from cacao_core.fair.agreements.claims import Claim
from cacao_core.fair.agreements.successions import MOST, asked, is_bound, successor_of, take_claim
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import ROSTER_CHECK, Asking
from cacao_core.fair.parts.ending import EndingDevice
from cacao_core.tiles import Seat


class Asked(NamedTuple):
    """A new device that asks for the seats of a lost one."""

    key: bytes
    """Its public key."""
    seats: tuple[Seat, ...]
    """Those that it asks for."""
    agreed_by: tuple[Seat, ...]
    """The seats of the devices that have agreed, while the game waits for the lost one."""
    may_agree: bool
    """Whether this device may agree now."""


class GivingDevice(EndingDevice):
    """A :class:`~cacao_core.fair.Device` that asks for seats, or agrees to give some."""

    # --- The new device --------------------------------------------------------------------------

    def ask_for(self, seat: Seat) -> None:
        """As a device that watches, ask for a seat, and all others of its device.

        Raises:
            CacaoError: this device plays, or the game does not go on, or nobody can give the seat.
        """
        ledger = self._ledger
        if ledger is None or not self.may_ask_for(seat):
            raise CacaoError("only a device that watches asks for a seat, and for one that is held")
        device = ledger.course.owners[seat]
        claim = Claim.of(ledger.secrets, device, ledger.roster.hash)
        ledger = self._memory.ledger = ledger.copy()
        ledger.claims = tuple(one for one in ledger.claims if one.key != claim.key)
        take_claim(ledger, claim)

    def may_ask_for(self, seat: Seat) -> bool:
        """Whether this device watches, and the others may give it the seat."""
        ledger = self._ledger
        if ledger is None or ledger.plays or ledger.has_passed_on:
            return False
        goes_on = not (ledger.course.is_over or ledger.other or ledger.ended_at is not None)
        is_held = seat in ledger.seats_of(ledger.course.owners[seat])
        return goes_on and is_held and len(ledger.live) > 2 and len(ledger.successions) < MOST

    @property
    def asks_for(self) -> tuple[Seat, ...]:
        """The seats that this device asks for."""
        ledger, claim = self._ledger, self._own_claim
        return ledger.seats_of(claim.device) if ledger and claim else ()

    @property
    def _own_claim(self) -> Claim | None:
        ledger = self._ledger
        own = ledger.secrets.key if ledger and not ledger.plays else b""
        return next((one for one in ledger.claims if one.key == own), None) if ledger else None

    def asking(self) -> str:
        """The message in which this device asks for seats, for all that play.

        Raises:
            CacaoError: it asks for none.
        """
        ledger, claim = self._ledger, self._own_claim
        if ledger is None or claim is None:
            raise CacaoError("this device asks for no seat")
        token, check = ledger.roster.invitation.token, ledger.roster.hash[:ROSTER_CHECK]
        return letters.to_text(Asking(token, check, claim))

    # --- The others ------------------------------------------------------------------------------

    @property
    def asked_for(self) -> tuple[Asked, ...]:
        """The new devices that ask for seats, the first one first."""
        ledger = self._ledger
        if ledger is None:
            return ()
        return tuple(
            Asked(
                claim.key,
                ledger.seats_of(claim.device),
                tuple(seat for seat, wish in self._wishes() if wish.claim == self._hash(claim)),
                self._may_give(ledger, claim),
            )
            for claim in ledger.claims
            if claim.device in ledger.live
        )

    def _hash(self, claim: Claim) -> bytes:
        assert self._ledger is not None  # noqa: S101  # it has begun
        return claim.hash(self._ledger.roster.hash)

    def _may_give(self, ledger: Ledger, claim: Claim) -> bool:
        """Whether this device may agree that a new device gets the seats for which the game waits.

        The successor says so first, also if it has wanted a computer to play on before.
        """
        is_possible = self._goes_on(ledger) and not self._memory.is_silent
        device = ledger.course.blocking
        if not is_possible or device != claim.device or device == ledger.own:
            return False
        if len(ledger.live) < 3 or len(ledger.successions) >= MOST:
            return False
        if self.agreed_by or self._memory.question:
            return False
        wish = asked(ledger)
        if successor_of(ledger, device) == ledger.own:
            return wish is None or wish.wanted == "pass"
        return wish is not None and wish.claim == self._hash(claim) and not is_bound(ledger)

    def give(self, key: bytes) -> None:
        """Agree that a new device gets the seats for which the game waits, see :attr:`asked_for`.

        When all have agreed, they are its own, and hidden tiles are dealt again. This cannot be
        taken back, and is gone when the game goes on before that.

        Raises:
            CacaoError: it is not this device's to say so now.
        """
        ledger = self._ledger
        claim = next((one for one in ledger.claims if one.key == key), None) if ledger else None
        if ledger is None or claim is None or not self._may_give(ledger, claim):
            raise CacaoError("this seat cannot be given now, or this device has to wait")
        self._memory.wish("give", self._hash(claim))
        self._forget_deal()

    @property
    def given_on(self) -> tuple[tuple[Seat, int], ...]:
        """Each seat that was given to a new device, and the number of moves before that."""
        return self._successions(given=True)
