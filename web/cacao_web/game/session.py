"""The page's state: the game, its players, and the current choice; how the game goes on.

Intents of the person are method calls. They are checked against the legal moves, and change the
session. Views read it. It knows nothing of the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cacao_core import CacaoError, Deal, Move, Record
from cacao_core.moves import FILLS, turns_begun
from cacao_web.game import plans
from cacao_web.game.choice import NOTHING, index_of, quarters_of
from cacao_web.game.chosen import Choosing
from cacao_web.game.onward import Onward
from cacao_web.game.opened import OpenGame
from cacao_web.game.options import USUAL, Options
from cacao_web.game.players import Sitter
from cacao_web.game.takeback import Takeback


@dataclass
class Session(OpenGame):
    """A game that is open on this page, with the ways in which it goes on."""

    choosing: Choosing = field(init=False, repr=False, compare=False)
    _placed: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _takeback: Takeback = field(default_factory=Takeback, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.choosing = Choosing(self)
        if self.choice == NOTHING:  # the best tile is looked for once the game is shown
            self.choice = self.choosing.prepared

    @classmethod
    def new(
        cls, id: str, deal: Deal, sitters: tuple[Sitter, ...], options: Options | None = None
    ) -> Session:
        return cls(id, Record(deal), sitters, options or USUAL)

    def entered(self) -> None:
        """The game is shown."""
        if self.choice == self.choosing.prepared:
            self.choice = self.choosing.ready

    # --- Looking -----------------------------------------------------------------------------

    def uncover(self) -> None:
        """The next person is ready to see the hand."""
        self.covered = False
        self.choice = self.choosing.ready

    def look_at(
        self, moves: int | None, variation: Sequence[Move] = (), ahead: Sequence[Move] = ()
    ) -> None:
        """Show another position, see :meth:`cacao_web.game.look.Look.turn_to`."""
        self.look.turn_to(self.record, moves, variation, ahead)
        self.choice = self.choosing.ready

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str, follows: bool = False) -> None:
        """Play a move for the player who must decide.

        Args:
            follows: whether the workers then do what the preview has shown.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        if self.mode.defers(self.game, move):
            return
        turn_before, before = self.game.turn, self.record
        after = self.mode.play(self.moment, move)
        self._lay(after, self.choice.hand)
        self.record = after
        self._takeback.played(before, self.record)
        if self._takeback.revealed:
            self.about = self.about._replace(replayed=True)
        self.onward.played(self.record)
        self.look.end()
        self.choice = self.choosing.ready
        self.onward.follows = self.onward.follows or follows
        if self.game.turn != turn_before or self.game.is_over:
            self.covered = self._needs_cover()
            self.onward.turn_over()
            self.mode.turn_over()
        self.go_on_with(self.mode.gone_on(self.moment))

    def go_on_with(self, record: Record) -> None:
        """Go on with the same game, of which more is known."""
        if record is not self.record:
            self.record = record
            self.choice = self.choosing.ready

    def write_anew(self, record: Record, turned: int = 0) -> None:
        """Go on with another record of the game at a real table.

        Args:
            turned: by how many seats the players are turned.
        """
        self.mode.anew()
        self.sitters = (*self.sitters[turned:], *self.sitters[:turned])
        self._takeback, self._placed = Takeback(), {}
        self.onward.stop()
        self.onward.turn_over()
        self.record = record.renamed([sitter.name for sitter in self.sitters])
        self.choice = self.choosing.ready

    def receive(self, text: str) -> bool:
        """Take in a message of another device; returns whether anything is new.

        Raises:
            BadLink: it is damaged, or belongs to another game.
            Cheating: no honest device makes such a message; the game has not changed.
        """
        assert self.dealer is not None, "only with fair dealing are there messages"
        before, turn = self.record.moves, self.game.turn
        is_new = self.dealer.device.receive(text)
        if is_new:
            self.deal_fairly()
        if self.record.moves != before:
            if self.record.moves[: len(before)] != before:  # another course of the game stands
                self.look_at(None)
            self.onward.stop()
            self.choice = self.choosing.ready
            self._takeback = Takeback()
        if self.game.turn != turn:
            self.covered = self._needs_cover()
        return is_new

    @property
    def left(self) -> Record | None:
        """The course that the last move has left, after turns were taken back."""
        return self._takeback.left

    def activate(self, moves: Sequence[Move]) -> None:
        """Play activations one after the other: the first one now, the others automatically.

        Raises:
            IllegalMove: the first one is not legal; nothing has changed.
        """
        self.onward.plan = tuple(moves)
        self.play(moves[0])

    def automatic_move(self) -> Move | None:
        """A person's next move if there is only one sensible choice, else None.

        Also the decisions that the mode has fixed.
        """
        fixed = self.mode.fixed_move(self.moment) if self.actor else None
        if fixed or self.is_led:
            return fixed
        if self.onward.plan and self.onward.plan[0] not in self.game.legal_moves():
            self.onward.plan = ()  # edges without a possible effect are dropped by the rules
        if not self._asked:
            return None
        one_by_one = self.mode.is_written and self.onward.singly
        return self.onward.next(self.game, asks=self.options.ask_all or one_by_one)

    @property
    def stops(self) -> list[plans.Stop]:
        """The workers of the seat to move that can act; at a real table, each of them if wanted."""
        return plans.stops(self.game, each=self.mode.is_written and self.onward.singly)

    @property
    def is_led(self) -> bool:
        """Whether a guide decides for the computer whose turn it is."""
        return self.mode.guides and self.actor is not None and self.actor.is_computer

    @property
    def can_undo(self) -> bool:
        """Whether anything can be undone, see :meth:`undo`."""
        return self.look.at is None and self.mode.can_undo(self.moment, self._point)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone and nothing else was played since."""
        return self._takeback.next is not None and self.look.at is None

    @property
    def turns_undone(self) -> int:
        """The number of further turns that had been begun before something was undone."""
        farthest = self._takeback.farthest
        return turns_begun(farthest.moves) - turns_begun(self.record.moves) if farthest else 0

    def undo(self) -> None:
        """Undo the last placement with all that followed; the tile is in the hand as it was turned.

        Within a turn, the player may undo until a hidden tile is shown (the draw at the end, or a
        fill from the pile). Across turns, only a lone person with that option may. At a real table,
        whatever was said last is undone.

        Raises:
            CacaoError: nothing can be undone, or hidden tiles were shown since.
        """
        if not self.can_undo:
            raise CacaoError("nothing to take back in this turn")
        if written := self.mode.written_anew(self.moment):
            self.write_anew(*written)
        elif point := self._point:
            self._take_back(point)

    def _take_back(self, point: Record) -> None:
        """Undo the last placement; its tile is chosen again, unless that is for the mode to say."""
        self._takeback.took_back(self.record)
        placed = self.record.moves[len(point.moves)]
        self._return_to(point)
        if self.mode.guides and not self.mode.is_trial:
            return
        if placed.starts_turn:
            index = index_of(placed, self.choosing.hand, self._placed.get(len(point.moves)))
            seat, quarters = self.game.turn, quarters_of(placed)
            back = self.choice.take_back(seat, self.choosing.hand, index, quarters)
            self.choice = back._replace(hand=index)
        else:
            if placed.kind in FILLS:
                self.choosing.take(placed)
            self.choice = self.choice._replace(cell=None)

    def redo(self) -> None:
        """Play again what was undone last.

        Raises:
            CacaoError: nothing was undone, or something else was played since.
        """
        if (record := self._takeback.next) is None:
            raise CacaoError("nothing was taken back")
        self._takeback.played_again()
        self._lay(record, self._placed.get(len(self.record.moves)))
        self._return_to(record)

    def _lay(self, after: Record, wanted: int | None) -> None:
        """The next move of a record is played: the tile that a person places leaves the hand."""
        at, seat = len(self.record.moves), self.game.turn
        if after.moves[at].starts_turn and seat in self.persons:
            index = self._placed[at] = index_of(after.moves[at], self.choosing.hand, wanted)
            self.choice = self.choice.lay(seat, self.choosing.hand, index)

    def _return_to(self, record: Record) -> None:
        self.record = self.mode.return_to(record)
        self.onward = Onward(singly=self.onward.singly)
        self.choice = self.choosing.ready

    @property
    def _point(self) -> Record | None:
        """The record without the last placement; None if it may not be undone."""
        game = self.game
        lone = self._may_undo_turns
        waiting = lone and self.actor is not None and self.actor.is_computer
        if not (self._asked or waiting) or not (lone or game.to_move == game.turn):
            return None
        seat = self.persons[0] if lone else game.turn
        return self._takeback.point(self.record, seat, turns=lone)

    @property
    def _may_undo_turns(self) -> bool:
        counts = self.is_contest or self.mode.guides
        return self.options.undo_turns and len(self.persons) == 1 and not counts
