"""The page's state: the game, its players, and the current choice; how the game goes on.

Intents of the person are method calls. They are checked against the legal moves, and change the
session. Views read it. It knows nothing of the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType

from cacao_core import CacaoError, Deal, Move, Phase, Record, ai
from cacao_core.formats.text import turns
from cacao_core.moves import FILLS
from cacao_core.tiles import UNKNOWN, Seat
from cacao_web.game import plans, writing
from cacao_web.game.choice import index_of, quarters_of
from cacao_web.game.chosen import ChosenGame
from cacao_web.game.options import USUAL, Options
from cacao_web.game.players import Sitter
from cacao_web.game.takeback import Takeback


def laying() -> ModuleType:
    """The module for tables that are laid, which few games need."""
    from cacao_web.game import laying as found  # noqa: PLC0415  # rarely needed

    return found


@dataclass
class Session(ChosenGame):
    """A game that is open on this page, and the person's choice in it."""

    plan: tuple[Move, ...] = ()
    """Activations that the person has chosen, to be played one after the other."""
    singly: bool = False  # whether the person chooses each activation of the present turn
    follows: bool = False  # whether the workers do what the preview of the last placement has shown
    misfit: writing.Misfit | None = None
    """At a real table: the turn that no longer fits, after an earlier one was put right."""
    _answers: dict[object, Move] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """At a real table: what each computer has decided, by what it knew."""
    _placed: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _takeback: Takeback = field(default_factory=Takeback, init=False, repr=False, compare=False)

    @classmethod
    def new(
        cls, id: str, deal: Deal, sitters: tuple[Sitter, ...], options: Options | None = None
    ) -> Session:
        return cls(id, Record(deal), sitters, options or USUAL)

    def write_down(self) -> None:
        """Not all tiles are known: it is played at a real table, and written down here.

        What computers have done so far has been done there.
        """
        self.about = self.about._replace(real=True)
        self.options = self.options._replace(hide_hands=False, confirm=False)
        self.covered = False
        if self.at_table and self.record.moves:
            self.record = writing.with_done(self.record)

    # --- Looking -----------------------------------------------------------------------------

    def uncover(self) -> None:
        """The next person is ready to see the hand."""
        self.covered = False
        self.choice = self._ready

    def look_at(
        self, moves: int | None, variation: Sequence[Move] = (), ahead: Sequence[Move] = ()
    ) -> None:
        """Show the position after this number of moves; after all of them, the present one.

        Args:
            moves: the number.
            variation: moves to be shown after those, instead of the ones that were played.
            ahead: moves of the variation that come after those.
        """
        last = len(self.record.moves)
        wanted = last if moves is None else max(moves, 0)
        self.looking = wanted if wanted < last else None
        self.variation = () if self.looking is None else tuple(variation)
        self.ahead = tuple(ahead) if self.variation else ()
        self.replaying = self.replaying and self.looking is not None
        self.choice = self._ready

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str, follows: bool = False) -> None:
        """Play a move for the player who must decide.

        Args:
            move: the move.
            follows: whether the workers then do what the preview has shown.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        if self._draws_first(move):
            return
        turn_before, before = self.game.turn, self.record
        after = self.mode.play(before, move)
        if (seat := self.game.to_move) in self.at_table:
            self._answers[self.game.key(seat)] = after.moves[-1]
            after = writing.with_done(after) if self.typed else after
        self._lay(after, self.choice.hand)
        self.record = after
        self._takeback.played(before, self.record)
        if self._takeback.revealed:
            self.about = self.about._replace(replayed=True)
        self.plan = self.plan[1:] if self.record.moves[-1:] == self.plan[:1] else ()
        self.hinted = self.hinted[1:] if self.record.moves[-1:] == self.hinted[:1] else ()
        self.coming = self.looking = None
        self.replaying, self.variation, self.ahead = False, (), ()
        self.choice = self._ready
        self.follows = self.follows or follows
        if self.game.turn != turn_before or self.game.is_over:
            self.covered = self._needs_cover()
            self.singly = self.follows = self.by_hand = False
        self._go_on_writing()

    def reveal(self, tile: str) -> None:
        """Name a tile at a real table: one that was turned up, or that a computer has drawn.

        Raises:
            BadDeal: no tile is awaited, or no such tile is left.
        """
        if self.awaits_gems:
            self.record = self.record.reveal(gems=tile)
        else:
            self.record = self.record.reveal(tile, seat=self.drawing)
        self.choice = self._ready
        drawn, self.blind = self.blind or writing.only_blind(self.game), None
        if drawn:
            self.play(drawn)
        else:
            self._go_on_writing()

    def done(self) -> None:
        """At the real table, what computers have chosen has been done."""
        self.record = writing.with_done(self.record)

    def say_by_hand(self) -> None:
        """Say what the computer does in the present turn; what it has just chosen is dropped."""
        if chosen := writing.chosen(self.record, self.at_table):
            self.write_anew(writing.before(self.record, chosen[0].at, self.at_table, hand=False))
        self.by_hand = True

    @property
    def may_name_hand(self) -> bool:
        """Whether a computer is about to place a tile, or has chosen one, from its hand."""
        if to_do := self.to_do:
            return to_do[0].move.starts_turn
        placing = self.game.phase is Phase.PLACE and self.game.turn in self.at_table
        return self.typed and placing and not self.asks_table

    def name_hand(self) -> None:
        """Name all tiles of the computer's hand anew; it then chooses again."""
        if self.may_name_hand:
            at = self.to_do[0].at if self.to_do else len(self.record.moves)
            self._answers.clear()
            self.write_anew(writing.before(self.record, at, self.at_table, hand=True))

    @property
    def answer(self) -> Move | None:
        """The move that the computer at turn has decided before when it knew the same."""
        seat = self.game.to_move
        return self._answers.get(self.game.key(seat)) if seat in self.at_table else None

    def put_right(self) -> None:
        """Go back to the turn that is shown; the turns after it are entered again by themselves."""
        record = writing.reopened(self.record, len(self.shown_moves), self.at_table)
        self.look_at(None)
        self.write_anew(record)

    def drop_waiting(self) -> None:
        """Give up the turns that wait since an earlier one was put right."""
        self.record = writing.dropped(self.record)

    @property
    def waiting(self) -> writing.Waiting:
        """The turns that wait since an earlier one was put right."""
        return writing.waiting(self.record)

    def _go_on_writing(self) -> None:
        """At a real table: enter turns that wait; when all is over, nothing stays unknown."""
        if not self.is_written:
            return
        self.record, self.misfit = writing.refitted(self.record, self.at_table)
        self.choice = self._ready
        if self.game.is_over and not self.record.deal.is_known:
            self.record = self.record.completed(0)

    def write_anew(self, record: Record) -> None:
        """Go on with another record of the game at a real table."""
        self._takeback, self._placed = Takeback(), {}
        self.plan, self.coming, self.misfit = (), None, None
        self.singly = self.follows = self.by_hand = False
        self.record, self.blind = record, None
        self.choice = self._ready

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
            self.plan, self.coming, self.choice = (), None, self._ready
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
        self.plan = tuple(moves)
        self.play(moves[0])

    def automatic_move(self) -> Move | None:
        """A person's next move if there is only one sensible choice, else None.

        Also the decisions that the mode has fixed.
        """
        fixed = self.mode.fixed_move(self.moment) if self.actor else None
        if fixed or self.is_led:
            return fixed
        if self.plan and self.plan[0] not in self.game.legal_moves():
            self.plan = ()  # edges without a possible effect are dropped by the rules
        if self.plan and self._asked:
            return self.plan[0]
        one_by_one = self.is_written and self.singly
        if self.options.ask_all or one_by_one or not self._asked:
            return None
        acts = self.game.phase is Phase.ACTIVATE and self.game.to_move == self.game.turn
        if self.follows and acts:
            return ai.suggest(self.game)
        if self.game.phase is Phase.FILL:
            legal = self.game.legal_moves()
            return legal[0] if len(legal) == 1 else None
        return ai.obvious(self.game)

    @property
    def stops(self) -> list[plans.Stop]:
        """The workers of the seat to move that can act; at a real table, each of them if wanted."""
        return plans.stops(self.game, each=self.is_written and self.singly)

    @property
    def is_led(self) -> bool:
        """Whether a guide decides for the computer whose turn it is."""
        return self.mode.guides and self.actor is not None and self.actor.is_computer

    @property
    def can_undo(self) -> bool:
        """Whether anything can be undone, see :meth:`undo`."""
        if self.is_laying:
            return bool(laying().words(self.record))
        if self.is_written:
            if writing.TABLE in self.record.notes.headers:
                return self.looking is None  # the table can be laid otherwise
            piles = (self.record.deal.jungle_pile, *self.record.deal.worker_piles)
            known = any(pile[0] != UNKNOWN for pile in piles)
            return self.looking is None and (known or bool(self.record.moves))
        return self._undone is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was undone and nothing else was played since."""
        return self._takeback.next is not None and self.looking is None

    @property
    def turns_undone(self) -> int:
        """The number of further turns that had been begun before something was undone."""
        farthest = self._takeback.farthest
        return len(turns(farthest.moves)) - len(turns(self.record.moves)) if farthest else 0

    def undo(self) -> None:
        """Undo the last placement with all that followed; the tile is in the hand as it was turned.

        Within a turn, the player may undo until a hidden tile is shown (the draw at the end, or a
        fill from the pile). Across turns, only a lone person with that option may. At a real table,
        whatever was said last is undone.

        Raises:
            CacaoError: nothing can be undone, or hidden tiles were shown since.
        """
        if self.is_written and self.can_undo:
            self._unsay()
            return
        if (undone := self._undone) is None:
            raise CacaoError("nothing to take back in this turn")
        self._takeback.took_back(self.record)
        placed = self.record.moves[len(undone.moves)]
        self._return_to(undone)
        if self.mode.guides and not self.mode.is_trial:
            return
        if placed.starts_turn:
            index = index_of(placed, self._hand, self._placed.get(len(undone.moves)))
            seat, quarters = self.game.turn, quarters_of(placed)
            back = self.choice.take_back(seat, self._hand, index, quarters)
            self.choice = back._replace(hand=index)
        else:
            if placed.kind in FILLS:
                self.take(placed)
            self.choice = self.choice._replace(cell=None)

    def _unsay(self) -> None:
        """Take back what was said or laid last at a real table."""
        if self.is_laying:
            self.lay(laying().words(self.record)[:-1])
        elif writing.entries(self.record, self.at_table):
            self.write_anew(writing.undone(self.record, self.at_table))
        else:
            record, turned = laying().laid_again(self.record)
            self._turn_seats(record, len(self.sitters) - turned)

    def lay(self, words: Sequence[str]) -> None:
        """Lay the table as some taps say, see :mod:`cacao_web.game.laying`."""
        self.record = laying().with_words(self.record, words)

    def go_on_from_table(self, turn: Seat) -> None:
        """Go on with the game from the table that was laid, at somebody's turn.

        Seats are turned so that the first one is that of whoever started.
        """
        if not laying().problems(laying().layout(self.record)):
            self._turn_seats(*laying().game(self.record, turn))

    def _turn_seats(self, record: Record, by: int) -> None:
        self.sitters = (*self.sitters[by:], *self.sitters[:by])
        self.write_anew(record.renamed([sitter.name for sitter in self.sitters]))

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
            index = self._placed[at] = index_of(after.moves[at], self._hand, wanted)
            self.choice = self.choice.lay(seat, self._hand, index)

    def _return_to(self, record: Record) -> None:
        self.record = self.mode.return_to(record)
        self.plan, self.hinted, self.follows = (), (), False
        self.coming, self.choice = None, self._ready

    @property
    def _undone(self) -> Record | None:
        """The record after undoing; None if nothing may be undone."""
        game = self.game
        lone = self._may_undo_turns
        waiting = lone and self.actor is not None and self.actor.is_computer
        if self.looking is not None or not (self._asked or waiting):
            return None
        if not lone and game.to_move != game.turn:
            return None
        seat = self.persons[0] if lone else game.turn
        point = self._takeback.point(self.record, seat, turns=lone)
        return point if point and len(point.moves) >= self.mode.fixed_moves else None

    @property
    def _may_undo_turns(self) -> bool:
        counts = self.is_contest or self.mode.guides
        return self.options.undo_turns and len(self.persons) == 1 and not counts
