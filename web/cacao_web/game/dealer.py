"""A game that is dealt fairly among several devices, as the session sees it.

The hidden tiles are in ``cacao_core.fair``. This module is loaded at the start of the page, that
package only when such a game is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import Game, Move, Record
from cacao_core.moves import BLIND
from cacao_core.notes import Notes
from cacao_core.tiles import Seat
from cacao_web.game.players import ELSEWHERE, Sitter, coloured

if TYPE_CHECKING:
    from cacao_core.fair import Device


ENDED: Final = "x-ended"
"""The header of a record that says that its game was ended where it stood, without a result."""


class Standing(NamedTuple):
    """The person who has to act in a game with other devices, as lists of games say it."""

    awaited: tuple[Seat, ...]  # who has to do something at another device first
    unaware: tuple[Seat, ...]  # after the end, to whom the last link has to be sent
    unsent: tuple[Seat, ...] = ()  # before it, who cannot go on without a link that is not made yet


class Relay(NamedTuple):
    """By which relay the messages of a game travel by themselves (docs/relay.md)."""

    address: str  # host, or host and port
    key: str  # K, as it stands in the invitation
    salt: str  # from which K follows, in hexadecimal digits
    pen: str = ""  # the highest pen that was seen, in hexadecimal digits: which browser decides
    former: str = ""  # token of the game whose people play again; empty for a game of its own


class Dealer:
    """This device's part in a game with others; read from its text when it is first needed.

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

    def __init__(
        self,
        text: str = "",
        device: Device | None = None,
        kept: Standing | None = None,
        relay: Relay | None = None,
        earlier: tuple[str, ...] = (),
        waiting: tuple[str, ...] = (),
    ) -> None:
        self.kept = kept
        self.relay = relay
        self.earlier = earlier
        self.waiting = waiting
        self._text = text
        self._device = device

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
        if self.device.is_closed:
            return tuple(s for s in range(self.device.players) if s not in self.device.seats)
        return self.device.waits_for

    @property
    def forgetful(self) -> tuple[Seat, ...]:
        """Seats whose devices may have forgotten something, and get it by the next message."""
        return self.device.forgetful

    @property
    def unaware(self) -> tuple[Seat, ...]:
        """Seats whose device may not know all decisions."""
        return self.device.unaware

    @property
    def awaits_draw(self) -> bool:
        """Whether tiles must be drawn after the newest decision, and are not known yet."""
        return self.device.awaits_draw

    @property
    def fixed_moves(self) -> int:
        """Number of decisions that cannot be taken back."""
        return self.device.fixed_moves

    def record(self) -> Record:
        """The record as this device knows it, with all other tiles dealt at random.

        A header marks a game that was ended early.
        """
        record = self.device.record()
        return record.with_notes(Notes({ENDED: "early"})) if self.device.is_ended else record

    def record_for(self, seat: Seat) -> Record:
        """The record as one of the seats here knows it."""
        return self.device.record(seat)

    def game(self) -> Game:
        """The position; tiles that still have to be drawn are missing."""
        game = self.device.game
        if not self.has_started:
            game.jungle_pile, game.display = (*game.display, *game.jungle_pile), ()
            for player in game.players:
                player.pile, player.hand = (*player.hand, *player.pile), ()
        return game

    def replayed(self, record: Record, at: int) -> Game:
        """An earlier position, for telling what has followed from it.

        The tiles that were drawn since are in it. What has not been drawn yet is not told.

        Args:
            record: the record now.
            at: the number of moves before that position.
        """
        game = record.game(at)
        if self.awaits_draw and at == len(record.moves) - 1:
            game.jungle_pile = ()
            for player in game.players:
                player.pile = ()
        return game

    def without_blind(self, moves: Sequence[Move]) -> Sequence[Move]:
        """The newest moves, without one that takes a tile from the pile before it is drawn."""
        is_blind = self.awaits_draw and moves[-1:] and moves[-1].what == BLIND
        return moves[:-1] if is_blind else moves

    def play(self, move: Move | str) -> Record:
        """A decision of a seat here; the record after it.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
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
        own = self.device.seats
        return coloured(
            sitter._replace(name=name, kind=sitter.kind if seat in own else ELSEWHERE)
            for seat, (sitter, name) in enumerate(zip(sitters, self.device.names, strict=True))
        )
