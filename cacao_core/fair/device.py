"""A device in a game with fair dealing: the interface of the package (docs/fair.md)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cacao_core.deal import Deal
from cacao_core.errors import CacaoError, IllegalMove, describe
from cacao_core.fair.agreements.seating import REFUSAL
from cacao_core.fair.dealing import deals
from cacao_core.fair.dealing.draws import PASSED
from cacao_core.fair.errors import Cheating
from cacao_core.fair.lobby import hosting, joining
from cacao_core.fair.memory import DeviceState
from cacao_core.fair.messages import letters, storage
from cacao_core.fair.parts.relayed import RelayedDevice
from cacao_core.fair.table import checked_key
from cacao_core.fair.watching import seated
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.record import Record
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import Seat

_CHANCE = secrets.SystemRandom()  # deals what is not known, because the engine needs whole deals


class Device(RelayedDevice):
    """One device and all that it knows of one game.

    >>> ana = Device.host(players=2, seats=(1,), names=("Bo", "Ana"))
    >>> bo = Device.join(ana.message(), seats=(0,))
    >>> ana.receive(bo.message()), bo.receive(ana.message())
    (True, True)
    >>> bo.play(bo.game.legal_moves()[0])
    >>> ana.receive(bo.message())
    True
    """

    def __init__(self, memory: DeviceState) -> None:
        """For :meth:`host`, :meth:`join` and :meth:`from_text`."""
        super().__init__(memory)
        self._deal: Deal | None = None  # with unknown tiles at random; None after a change

    # --- Beginnings ----------------------------------------------------------------------------

    @classmethod
    def host(  # noqa: PLR0913  # keywords, each with a default
        cls,
        players: int,
        seats: Sequence[Seat],
        names: Sequence[str] | None = None,
        secret: bytes | None = None,
        options: str = "",
        rules: Rules = BASE,
        *,
        huts: Sequence[str] | None = None,
    ) -> Device:
        """A device that invites others to a game.

        Args:
            players: 2, 3 or 4.
            seats: those of this device, people and computers; at least one is left for others.
            names: for all seats; colours, if None. Those who join may give other ones.
            secret: random bytes, fresh for each game; None takes them from :mod:`secrets`.
            options: text for those who join, up to 200 bytes; nobody can change it afterwards.
            huts: the sides of the hut tiles that lie up; drawn, if None.

        Raises:
            CacaoError: an argument is wrong.
        """
        lobby = hosting(players, seats, names, secret, options, rules, huts)
        return cls(DeviceState(lobby))

    @classmethod
    def join(
        cls,
        text: str,
        seats: Sequence[Seat] | None = None,
        names: Sequence[str] | None = None,
        secret: bytes | None = None,
    ) -> Device:
        """A device that accepts an invitation. Keep it: no other device would get the seats.

        Args:
            text: the message of the host, or of another guest.
            seats: those of this device; the first free one, if None.
            names: for these seats; those of the invitation, if None.
            secret: as for :meth:`host`.

        Raises:
            BadLink: it is not an invitation, or a seat is taken.
            CacaoError: an argument is wrong.
        """
        return cls(DeviceState(joining(letters.from_text(text), seats, names, secret)))

    @classmethod
    def from_text(cls, text: str, is_restored: bool = False) -> Device:
        """A device from the text that it kept.

        Args:
            text: what :meth:`to_text` has given.
            is_restored: whether it may be an old text: from a file, a backup or another device.
                Then the device decides and signs nothing new until all others have answered it.

        Raises:
            BadLink: the text is damaged, or not that of a device.
        """
        return cls(storage.read(text, is_restored))

    def to_text(self) -> str:
        """All of this device, to be kept here; it contains its secrets.

        Keep it after each change, and before a message leaves.
        """
        return storage.write(self._memory)

    # --- Messages ------------------------------------------------------------------------------

    def message(self) -> str:
        """The text for all others; the same until there is something new.

        After that, this device's decisions so far cannot be taken back. Keep :meth:`to_text` before
        it leaves.
        """
        return letters.to_text(self._memory.letter())

    @property
    def has_news(self) -> bool:
        """Whether others need something from this device that no message has had yet.

        The host has to pass on what others send as well, see :meth:`receive`.
        """
        return self._memory.has_news

    def receive(self, text: str) -> bool:
        """Take in a message of another device, whenever and however often it comes.

        Returns:
            whether there was something new in it; the host then passes its own message on.

        Raises:
            BadLink: it is damaged, belongs to another game, or comes too late to join. Nothing has
                changed.
            Cheating: no honest device makes such a message. Nothing but :attr:`cheats` has changed.
        """
        is_new = self._memory.receive(letters.from_text(text))
        if is_new:
            self._deal = None
            self._memory = seated(self._memory)
        return is_new

    @property
    def unaware(self) -> tuple[Seat, ...]:
        """Seats of devices that may not know all decisions: they have signed fewer."""
        ledger = self._ledger
        if ledger is None:
            return ()
        count = len(ledger.course.moves)
        devices = [device for device in ledger.others if ledger.covers(device) < count]
        return tuple(sorted(seat for device in devices for seat in ledger.seats_of(device)))

    @property
    def forgetful(self) -> tuple[Seat, ...]:
        """Seats of devices that may have forgotten something, as they have signed; a message helps.

        That device has decided again what it had decided, or asks (:attr:`is_unsure`).
        """
        devices = sorted(self._memory.forgetful)
        return tuple(seat for device in devices for seat in self.devices[device])

    @property
    def is_asked(self) -> bool:
        """Whether somebody asks for the list of players again; the next message has it.

        Nobody signs that, and an old text can be sent again by anybody: so it names nobody.
        """
        return bool(self._memory.asking - self._memory.forgetful)

    @property
    def cheats(self) -> tuple[Cheating, ...]:
        """The first things that were found, oldest first; also what did not stop the game."""
        return self._memory.cheats

    @property
    def is_closed(self) -> bool:
        """Whether nothing more can be decided here, and the game has no result.

        It was ended early, this device has left it, or :attr:`is_broken`.
        """
        return self.is_broken or self._memory.is_silent

    @property
    def is_broken(self) -> bool:
        """Whether a device has decided twice, of three or more.

        That is proved, and one of :attr:`cheats`.
        """
        return self._ledger is not None and self._ledger.other is not None

    @property
    def is_unsure(self) -> bool:
        """Whether it waits for answers of all other devices, because its state may be an old one.

        Its message asks them. An answer is signed, and says what that device knows of this one.
        """
        return self._memory.is_unsure

    def refuse(self, key: bytes) -> None:
        """As the host, do not let a device join; its message says so from now on.

        Args:
            key: the public key of that device.

        Raises:
            CacaoError: this device is not the host, or the game has begun.
        """
        if not self.is_host or self._ledger:
            raise CacaoError("only the host refuses others, before the game begins")
        self._lobby.refuse(checked_key(key))

    def has_refused(self, key: bytes) -> bool:
        """Whether the host has refused a device, as far as this one knows."""
        return key[:REFUSAL] in self._lobby.seating.refused

    @property
    def is_refused(self) -> bool:
        """Whether the host has refused this device."""
        return self._ledger is None and self._lobby.is_refused

    @property
    def is_seated(self) -> bool:
        """Whether the host has seated this device, as it has signed."""
        return self.is_host or self.is_full or self._lobby.party in self._lobby.seating.seated

    def step_back(self) -> None:
        """The seat has gone to another device: decide nothing until all others have answered."""
        if self._ledger:
            self._memory.doubt()

    # --- The game ------------------------------------------------------------------------------

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """Seats whose device must send something before this one can go on; empty if none must.

        With three or more devices, all send something once after the end.
        """
        ledger = self._ledger
        if ledger is None:
            return self._lobby.awaited
        if self.is_closed:
            return ()
        question = self._memory.question
        awaited = ledger.silent_about(question) if question else ledger.awaited
        return tuple(s for s, owner in enumerate(ledger.roster.owners) if owner in awaited)

    @property
    def awaits_draw(self) -> bool:
        """Whether the newest decision is followed by a draw that is not known yet.

        Then the tiles to be drawn are not in :attr:`game`, and :meth:`record` has others instead.
        """
        return self._shown is not None and self._shown.course.held is not None

    @property
    def game(self) -> Game:
        """The position: all that this device may know is true, and the rest is dealt at random.

        A copy. While a draw is awaited, nobody can move in it or the display is short.
        """
        shown = self._shown
        if shown is None or not self.has_started:
            return Game(self._known_deal())
        return deals.position(shown, self._known_deal())

    @property
    def moves(self) -> tuple[Move, ...]:
        """All decisions so far; after an early end, those that count."""
        moves = self._shown.course.moves if self._shown else ()
        return tuple(move for move in moves if move != PASSED)

    def play(self, move: Move | str) -> None:
        """A decision of one of this device's seats.

        Raises:
            IllegalMove: it is not legal, or not this device's to make now.
        """
        if self.is_closed:
            raise IllegalMove(f"{_described(move)}: the game has ended without a result")
        if self._ledger is None or self.waits_for:
            who = ", ".join(self.names[seat] for seat in self.waits_for)
            raise IllegalMove(f"{_described(move)}: this device waits for {who}")
        self._ledger.play(self.game.find_move(move))
        if self._ledger.course.is_over:
            self._deal = None  # what nobody has drawn is not guessed any more

    @property
    def fixed_moves(self) -> int:
        """Number of decisions that stand: others made them, or they may have left this device."""
        moves = self._ledger.course.moves[: self._memory.fixed] if self._ledger else ()
        return sum(move != PASSED for move in moves)

    @property
    def can_undo(self) -> bool:
        """Whether the newest decision has not been in a message, so that it can be taken back."""
        return self._ledger is not None and len(self._ledger.course.moves) > self._memory.fixed

    def undo(self) -> Move:
        """Take the newest decision back, and return it.

        Raises:
            IllegalMove: it may have left this device.
        """
        if not self.can_undo or self._ledger is None:
            raise IllegalMove("the newest decision may have left this device; it stands")
        move = self._ledger.course.moves[-1]
        self._ledger.course.take_back()
        return move

    def record(self, seat: Seat | None = None) -> Record:
        """The record as this device knows it; all other tiles are dealt at random.

        After the end, once checked, it is the true one. A draw that is awaited is dealt at random
        as well. Before the end it contains the hands of this device: give programs only what their
        seat knows, and others :meth:`public_record`.

        Args:
            seat: a seat of this device, to get only what that seat knows.

        Raises:
            CacaoError: no such seat here.
        """
        record = Record(self._known_deal(), self.moves, self.names)
        if seat is None:
            return record
        own = (*self.seats, *self.stand_ins)
        if not isinstance(seat, int) or seat not in own:
            raise CacaoError(f"seat {describe(seat)}: expected one of {own}")
        return record.seen_by(seat, _CHANCE)

    def public_record(self) -> Record:
        """The record as a spectator knows it; hands are dealt at random as well."""
        shown = self._shown
        if shown is None or not self.has_started:
            return self.record()
        deal = deals.known_deal(shown, _CHANCE, own=False)
        return Record(deal, self.moves, self.names)

    @property
    def is_verified(self) -> bool:
        """Whether the game is over, all secrets are shown, and everything follows from them."""
        return self._ledger is not None and self._ledger.is_verified

    def _forget_deal(self) -> None:
        self._deal = None

    def _known_deal(self) -> Deal:
        if self._deal is None:
            if self._shown is not None and self.has_started:
                self._deal = deals.known_deal(self._shown, _CHANCE)
            else:
                self._deal = deals.unknown_deal(self._lobby.invitation, _CHANCE)
        return self._deal


def _described(move: object) -> str:
    return str(move) if type(move) is Move else describe(move)
