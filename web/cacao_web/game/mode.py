"""The mode of a game: the answers that differ between kinds of games. Here is the ordinary one.

A lesson, a puzzle, a real table and other devices have modes of their own, which answer otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import Game, Move, Record
from cacao_core.tiles import Cell, Seat
from cacao_web.game.choice import Choice
from cacao_web.game.players import Sitter
from cacao_web.game.presence import Reach

if TYPE_CHECKING:
    from cacao_web.game.real_table.writing import Chosen


class AwaitedPeople(NamedTuple):
    """The person who has to act in a game with other devices, as lists of games say it."""

    awaited: tuple[Seat, ...]  # who has to do something at another device first
    unaware: tuple[Seat, ...]  # after the end, to whom the last link has to be sent
    unsent: tuple[Seat, ...] = ()  # before it, who cannot go on without a link that is not made yet
    asking: tuple[Seat, ...] = ()  # who wants this device to agree not to wait any longer


class Moment(NamedTuple):
    """A game as it stands."""

    record: Record
    game: Game  # the position; read only
    sitters: tuple[Sitter, ...]  # the player of each seat


class AwaitedAtTable(NamedTuple):
    """The things at a real table that come before the next decision."""

    laying: bool = False  # the table is still being laid
    tiles: int = 0  # jungle tiles that were turned up, and are not named yet
    gems: int = 0  # gems on a mine that are not named yet
    drawing: Seat | None = None  # the computer whose drawn tiles are to be named
    to_do: tuple[Chosen, ...] = ()  # choices of computers that are to be done

    @property
    def any(self) -> bool:
        return self != NOT_ASKED


NOT_ASKED: Final = AwaitedAtTable()
"""The next decision can be made."""


class Mode:
    """The mode of a game whose people are all at this page, and whose tiles a seed deals."""

    # --- Who decides now ---------------------------------------------------------------------

    @property
    def guides(self) -> bool:
        """Whether it tells something, and decides for all others, as a lesson or puzzle does."""
        return False

    @property
    def leads_workers(self) -> bool:
        """Whether it decides what all workers do, so that the person is not asked."""
        return False

    def pauses(self, moment: Moment) -> bool:
        """Whether nobody decides, because the person is reading."""
        return False

    def fixed_move(self, moment: Moment) -> Move | None:
        """A decision that nobody is asked for; None if there is none."""
        return None

    def choice(self, moment: Moment, before: Choice) -> Choice | None:
        """The choice that is prepared for a decision; None for the usual one.

        Args:
            before: the choice until then.
        """
        return None

    def decides(self, _record: Record, sitter: Sitter) -> Sitter:
        """The player who decides when it is the turn of somebody."""
        return sitter

    def answer(self, moment: Moment) -> Move | None:
        """The decision of the computer at turn, if it is known before it thinks."""
        return None

    def defers(self, game: Game, move: Move | str) -> bool:
        """Whether something comes before a move is played."""
        return False

    def play(self, moment: Moment, move: Move | str) -> Record:
        """The record after a decision.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        return moment.record.play(move)

    def turn_over(self) -> None:
        """The turn is over."""

    def gone_on(self, moment: Moment) -> Record:
        """The record after a decision, with what follows from it."""
        return moment.record

    # --- What is awaited ---------------------------------------------------------------------

    @property
    def meanwhile(self) -> str:
        """The name of what stands in the tray while nobody decides; empty for nothing special."""
        return ""

    @property
    def reach(self) -> Reach:
        """The people at other devices, and how messages reach them; here there are none."""
        return Reach()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats whose device has to send something before anything can be decided here."""
        return ()

    @property
    def reached_by_link(self) -> tuple[Seat, ...]:
        """Seats at other devices that must get a link, so that the game goes on."""
        return ()

    @property
    def forgetful(self) -> tuple[Seat, ...]:
        """One seat for each device that may have forgotten something, until there is a link."""
        return ()

    @property
    def is_gathering(self) -> bool:
        """Whether people at other devices have to join before it starts."""
        return False

    @property
    def is_joining(self) -> bool:
        """Whether it is not known yet who takes part."""
        return False

    @property
    def is_carried(self) -> bool:
        """Whether its messages arrive without a person, also while the others are away."""
        return False

    @property
    def is_written(self) -> bool:
        """Whether it is played with real tiles, and is written down here."""
        return False

    def asked(self, moment: Moment) -> AwaitedAtTable:
        """The things at a real table that come before the next decision."""
        return NOT_ASKED

    def waited_for(self, _game: Game) -> tuple[Seat, ...]:
        """The seats that the others wait for: the one that decides; else one for each device."""
        return ()

    def unaware(self, _game: Game) -> tuple[Seat, ...]:
        """After the end: one seat for each device that may not have seen it, nor is connected."""
        return ()

    def urged(self, _game: Game) -> tuple[Seat, ...]:
        """Those of :meth:`unaware` for whom no link was made that has the end."""
        return ()

    def standing(self, _game: Game) -> AwaitedPeople | None:
        """The person who has to act in a game with others; None if it is not known or not one."""
        return None

    # --- While it holds the game -------------------------------------------------------------

    @property
    def awaits_motion(self) -> bool:
        """True if the game rests when all motion has ended, not as soon as it pauses."""
        return False

    @property
    def rests(self) -> bool:
        """Whether a turn that was tried is over: then ``Events.rested`` is told."""
        return False

    # --- What may be seen --------------------------------------------------------------------

    def position(self, record: Record) -> Game:
        """The position at the end of a record."""
        return record.game()

    def hand(self, game: Game, seat: Seat) -> tuple[str, ...]:
        """The worker tiles that a seat is offered."""
        return game.players[seat].hand

    def spots(self, record: Record) -> list[Move] | None:
        """The cells where a tile may be laid that is no move; None if tiles are played."""
        return None

    def removable(self, record: Record) -> Sequence[Cell]:
        """The cells whose tiles can be taken up again."""
        return ()

    def known_to(self, record: Record, _seat: Seat) -> Record:
        """The record for a computer: what its seat knows."""
        return record

    def replayed(self, _record: Record, game: Game, _at: int) -> Game:
        """A position that was shown, with the tiles that were drawn since.

        Args:
            record: the game now.
            game: the position as it was shown.
            at: the number of moves before it.
        """
        return game

    def without_blind(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Those of the newest moves of which it is known what they did."""
        return moves

    @property
    def asks_gains(self) -> bool:
        """Whether the person is to find out what moves bring: then nothing tells it beforehand."""
        return False

    @property
    def help(self) -> str:
        """Command of the help that it offers, for the key of hints; empty if there is none."""
        return ""

    # --- What is saved, and may be taken back ------------------------------------------------

    @property
    def is_trial(self) -> bool:
        """Whether one turn is only tried.

        Then the person may take back, nothing is saved, and no computer thinks.
        """
        return False

    @property
    def offers_undo(self) -> bool:
        """Whether the person may take decisions back at all."""
        return True

    @property
    def fixed_moves(self) -> int:
        """Number of decisions that cannot be taken back."""
        return 0

    def can_undo(self, _moment: Moment, point: Record | None) -> bool:
        """Whether anything can be taken back.

        Args:
            point: the record without the last placement; None if that stands.
        """
        return point is not None and len(point.moves) >= self.fixed_moves

    def written_anew(self, _moment: Moment) -> tuple[Record, int] | None:
        """The record without what was said last; and by how many seats it is turned.

        None if the last placement is what is taken back.
        """
        return None

    def anew(self) -> None:
        """The game goes on with another record."""

    def return_to(self, record: Record) -> Record:
        """Take decisions back, or make them again; the record after it."""
        return record

    @property
    def fragment(self) -> str:
        """The fragment of the address that opens a new game like it; empty if there is none."""
        return ""


ORDINARY_MODE: Final = Mode()
"""The mode of ordinary games."""
