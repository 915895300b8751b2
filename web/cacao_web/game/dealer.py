"""A game that is dealt fairly among several devices, as the session sees it.

The hidden tiles are in ``cacao_core.fair``. This module is loaded at the start of the page, that
package only when such a game is opened.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import Game, Move, Record
from cacao_core.moves import BLIND, turn_starts, turns_begun
from cacao_core.notes import Notes
from cacao_core.tiles import Seat
from cacao_web.game.mode import AwaitedPeople, Mode, Moment
from cacao_web.game.players import COMPUTER, ELSEWHERE, Sitter, coloured
from cacao_web.game.presence import Reach

if TYPE_CHECKING:
    from cacao_core.fair import Device


ENDED: Final = "x-ended"
"""The header of a record that says that its game was ended where it stood, without a result."""
STOOD_IN: Final = "x-computer"
"""The header of a record that says for which seats computers have played on, and since when: the
seat, and the number of moves before that, such as ``1@34 2@50``."""
GIVEN: Final = "x-device"
"""The header, of this form too, for seats that were given to a new device of the same person."""
_COMPUTERS: Final = re.compile(r"c([0-3]+)", re.ASCII)
"""The seats of computers at the host, in the options of a game after the letter of each player."""
LATE: Final = "-"
"""The end of the options of a game in which watchers see each turn one turn later."""


class Relay(NamedTuple):
    """By which relay the messages of a game travel by themselves (docs/relay.md)."""

    address: str  # host, or host and port
    key: str  # K, as it stands in the invitation
    salt: str  # from which K follows, in hexadecimal digits
    pen: str = ""  # the highest pen that was seen, in hexadecimal digits: which browser decides
    former: str = ""  # token of the game whose people play again; empty for a game of its own


class Dealer(Mode):
    """The mode of a game with other devices: the part of this one.

    It is read from its text when it is first needed.

    Args:
        text: what :attr:`text` was, for a saved game.
        device: the device, for one that has just begun.
        kept: what stood in the saved game about who has to do something, if it is known.
        relay: by which relay its messages travel, if by any.
        earlier: what :attr:`text` was of devices that have joined this game before, and lost their
            seats; they are kept until the list of players shows which one is in.
        waiting: at the host, the message of each device that waits to be let in.

    Raises:
        BadLink: at the first use, if the text is damaged.
    """

    meanwhile: Final = "devices"

    def __init__(
        self,
        text: str = "",
        device: Device | None = None,
        kept: AwaitedPeople | None = None,
        relay: Relay | None = None,
        earlier: tuple[str, ...] = (),
        waiting: tuple[str, ...] = (),
    ) -> None:
        self._reach = Reach()
        self.level = COMPUTER
        """The level of computers here that play on for people at other devices."""
        self.kept = kept
        self.relay = relay
        self.earlier = earlier
        self.waiting = waiting
        self._text = text
        self._device = device

    @property
    def reach(self) -> Reach:
        return self._reach

    def rejoin(self, device: Device, earlier: tuple[str, ...]) -> None:
        """Go on with another device, which has a place of its own at the relay.

        Args:
            device: the new one.
            earlier: what :attr:`text` was of former ones.
        """
        self._device, self.earlier = device, earlier
        self.kept, self.waiting = None, ()
        self.relay = self.relay and self.relay._replace(pen="")

    @property
    def device(self) -> Device:
        """The device; it must be used in one place only."""
        if self._device is None:
            from cacao_core.fair import Device  # noqa: PLC0415  # not for the start of the page

            self._device = Device.from_text(self._text)
        return self._device

    @property
    def is_loaded(self) -> bool:
        """Whether the device has been read; a game in a list is shown by its record alone."""
        return self._device is not None

    @property
    def text(self) -> str:
        """All of it, secrets included, for this device alone."""
        return self._text if self._device is None else self._device.to_text()

    @property
    def token(self) -> str:
        """The token of the game, the same on all devices."""
        return self.device.token

    @property
    def has_started(self) -> bool:
        """Whether all have joined; before that there are no tiles."""
        return self.device.has_started

    @property
    def is_open(self) -> bool:
        """Whether hidden values still have to be shown, or checked."""
        return not self.device.is_verified

    @property
    def is_host(self) -> bool:
        """Whether this device made the invitation."""
        return self.device.is_host

    @property
    def has_news(self) -> bool:
        """Whether others need something that no message has had yet."""
        return self.device.has_news

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats whose device has to send something before anything can be decided here.

        A game that has ended without a result waits for all others, for ever.
        """
        if self._behind:
            turn = (turns_begun(self.device.moves) - 1) % self.device.players
            return next(seats for seats in self.device.devices if turn in seats)
        if self.device.is_closed:
            return tuple(s for s in range(self.device.players) if s not in self.device.seats)
        return self.device.waits_for

    @property
    def forgetful(self) -> tuple[Seat, ...]:
        forgetful = self.device.forgetful if self.has_news else ()
        return self.leaders([seat for seat in forgetful if self.reach.needs_link(seat)])

    @property
    def reached_by_link(self) -> tuple[Seat, ...]:
        seats = () if self.device.is_watching else self.awaited
        return tuple(seat for seat in seats if self.reach.needs_link(seat))

    @property
    def is_gathering(self) -> bool:
        return not self.has_started

    @property
    def is_joining(self) -> bool:
        return not self.device.is_full

    @property
    def former(self) -> str:
        """The token of the game whose people play again; empty for a game of its own."""
        return self.relay.former if self.relay else ""

    @property
    def is_carried(self) -> bool:
        return self.relay is not None

    @property
    def offers_undo(self) -> bool:
        """Not while the others see each decision at once."""
        return not (self.reach.is_live or self.is_carried or self.is_gathering)

    def leaders(self, seats: Collection[Seat]) -> tuple[Seat, ...]:
        """Of some seats one for each device."""
        return tuple(known[0] for known in self.device.devices if known[0] in seats)

    def waited_for(self, game: Game) -> tuple[Seat, ...]:
        device, seats = self.device, self.reached_by_link or self.awaited
        if self.is_joining:
            return seats if device.is_host else device.host_seats[:1]
        if game.to_move in seats and not device.is_unsure:
            return (self.person_for(game.to_move),)
        return self.leaders(seats)

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats of computers at the host, as the invitation says."""
        found = _COMPUTERS.match(self.device.options, self.device.players)
        return tuple(seat for seat in self.device.host_seats if found and str(seat) in found[1])

    def person_for(self, seat: Seat) -> Seat:
        """The seat of the host, if a computer there has this seat; else the seat itself."""
        if seat not in self.computers:
            return seat
        people = (one for one in self.device.host_seats if one not in self.computers)
        return next(people, seat)

    def unaware(self, game: Game) -> tuple[Seat, ...]:
        if not self.is_loaded or not game.is_over or self.device.is_watching:
            return ()
        return self.leaders([s for s in self.device.unaware if self.reach.needs_link(s)])

    def urged(self, game: Game) -> tuple[Seat, ...]:
        return self.unaware(game) if self.has_news else ()

    def standing(self, game: Game) -> AwaitedPeople | None:
        if not self.is_loaded:
            return self.kept
        if self.device.has_passed_on:
            return AwaitedPeople((), ())
        waited_for = self.waited_for(game)
        unsent = waited_for if self.reached_by_link and self.has_news else ()
        unsent = () if game.is_over else tuple(sorted({*unsent, *self.forgetful}))
        return AwaitedPeople(waited_for, self.urged(game), unsent, self._asking())

    def _asking(self) -> tuple[Seat, ...]:
        device = self.device
        wanting = {*device.agreed_by, *device.passed_by}
        is_asked = self.reach.silent and not (wanting & {*device.seats} or device.is_closed)
        return self.leaders(wanting) if is_asked else ()

    @property
    def awaits_draw(self) -> bool:
        """Whether tiles must be drawn after the newest decision, and are not known yet."""
        return self.device.awaits_draw and not self._behind

    @property
    def fixed_moves(self) -> int:
        """Number of decisions that cannot be taken back."""
        return self.device.fixed_moves

    @property
    def is_late(self) -> bool:
        """Whether watchers see each turn one turn later."""
        return self.device.options.endswith(LATE)

    @property
    def _behind(self) -> int:
        """Number of the newest decisions that this device does not show yet, because it is late."""
        device = self.device
        if not (device.is_watching and self.is_late) or device.is_closed or device.is_over:
            return 0
        starts = turn_starts(device.moves)
        return len(device.moves) - starts[-1] if starts else 0

    def record(self) -> Record:
        """The record as this device knows it, with all other tiles dealt at random.

        Headers mark a game that was ended early, and one in which computers have played on.
        """
        record, headers = self.device.record(), {ENDED: "early"} if self.device.is_ended else {}
        if behind := self._behind:
            record = record.up_to(len(record.moves) - behind)
        if passed := self.device.passed_on:
            headers[STOOD_IN] = " ".join(f"{seat}@{moves}" for seat, moves in passed)
        if given := self.device.given_on:
            headers[GIVEN] = " ".join(f"{seat}@{moves}" for seat, moves in given)
        return record.with_notes(Notes(headers)) if headers else record

    def known_to(self, _record: Record, seat: Seat) -> Record:
        return self.device.record(seat)

    def position(self, record: Record) -> Game:
        """The position; tiles that still have to be drawn are missing."""
        if not self.is_loaded or self._behind:
            return record.game()
        game = self.device.game
        if not self.has_started:
            game.jungle_pile, game.display = (*game.display, *game.jungle_pile), ()
            for player in game.players:
                player.pile, player.hand = (*player.hand, *player.pile), ()
        return game

    def replayed(self, record: Record, _game: Game, at: int) -> Game:
        """The position with the tiles that were drawn since; without those still to be drawn."""
        game = record.game(at)
        if self.awaits_draw and at == len(record.moves) - 1:
            game.jungle_pile = ()
            for player in game.players:
                player.pile = ()
        return game

    def without_blind(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves without one that takes a tile from the pile before it is drawn."""
        is_blind = self.awaits_draw and moves[-1:] and moves[-1].what == BLIND
        return moves[:-1] if is_blind else moves

    def play(self, _moment: Moment, move: Move | str) -> Record:
        self.device.play(move)
        return self.record()

    def return_to(self, record: Record) -> Record:
        """Take decisions back that still can be, or make them again; the record after it."""
        while len(self.device.moves) > len(record.moves):
            self.device.undo()
        for move in record.moves[len(self.device.moves) :]:
            self.device.play(move)
        return self.record()

    def seated(self, sitters: tuple[Sitter, ...]) -> tuple[Sitter, ...]:
        """The same sitters with the names that all devices have, and those elsewhere marked."""
        device, kinds = self.device, [ELSEWHERE] * len(sitters)
        for seat in device.seats if not device.has_passed_on else ():
            kinds[seat] = sitters[seat].kind
        for seat in device.stand_ins:
            kinds[seat] = sitters[seat].kind if sitters[seat].is_computer else self.level
        return coloured(
            sitter._replace(name=name, kind=kind)
            for sitter, name, kind in zip(sitters, device.names, kinds, strict=True)
        )
