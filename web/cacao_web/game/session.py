"""The page's state: the game, its players, and the current choice.

Intents of the person are method calls. They are checked against the legal moves, and change the
session. Views read it. It knows nothing of the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cacao_core import CacaoError, Deal, Move, Phase, Record, ai
from cacao_core.text import turns
from cacao_core.tiles import Cell
from cacao_web.game import plans
from cacao_web.game.choice import NOTHING, Choice, index_of, quarters_of
from cacao_web.game.opened import OpenGame
from cacao_web.game.options import USUAL, Options
from cacao_web.game.plans import Plan
from cacao_web.game.players import Sitter
from cacao_web.game.preview import Preview, preview
from cacao_web.game.takeback import Takeback


@dataclass
class Session(OpenGame):
    """A game that is open on this page, and the person's choice in it.

    Attributes:
        choice: the choice for the next move.
        plan: activations that the person has chosen, to be played one after the other.
        singly: whether the person chooses each activation of the present turn.
        follows: whether the workers do what the preview of the last placement has shown.
    """

    choice: Choice = NOTHING
    plan: tuple[Move, ...] = ()
    singly: bool = False
    follows: bool = False
    _seen: tuple[Record, Preview] | None = field(default=None, init=False, repr=False)
    _planned: tuple[Record, Plan] | None = field(default=None, init=False, repr=False)
    _suggested: tuple[Record, str, list[Move]] | None = field(default=None, init=False, repr=False)
    _placed: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _takeback: Takeback = field(default_factory=Takeback, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.choice == NOTHING:
            self.choice = self._ready

    @classmethod
    def new(
        cls, id: str, deal: Deal, sitters: tuple[Sitter, ...], options: Options | None = None
    ) -> Session:
        """A new game."""
        return cls(id, Record(deal), sitters, options or USUAL)

    # --- What is chosen ----------------------------------------------------------------------

    @property
    def chosen_tile(self) -> str | None:
        """Canonical name of the chosen hand tile, in the phase of placing."""
        if not self.deciding or self.game.phase is not Phase.PLACE:
            return None
        return self._hand[self.choice.index_in(self._hand)]

    @property
    def _hand(self) -> tuple[str, ...]:
        """The hand of the seat at turn."""
        return self.game.players[self.game.turn].hand

    @property
    def chosen_edges(self) -> str | None:
        """Workers n, e, s, w of the chosen hand tile in its present rotation."""
        if self.chosen_tile is None:
            return None
        edges = self.choice.edges(self.game.turn, self._hand)
        return edges[self.choice.index_in(edges)]

    @property
    def chosen_code(self) -> str | None:
        """Code of the chosen display tile, in the phase of filling."""
        if not self.deciding or self.game.phase is not Phase.FILL:
            return None
        display = self.game.display
        return display[min(self.choice.display, len(display) - 1)]

    @property
    def choices(self) -> list[Move]:
        """The moves that place the chosen tile in its present rotation; one for each cell."""
        wanted = self.chosen_edges or self.chosen_code
        return [move for move in self.legal if move.what == wanted]

    @property
    def targets(self) -> list[Cell]:
        """Cells where the chosen tile may go."""
        return [move.cell for move in self.choices]

    def move_on(self, cell: Cell | None) -> Move | None:
        """The move that places the chosen tile, in its present rotation, on a cell."""
        return next((move for move in self.choices if move.cell == cell), None)

    @property
    def candidate(self) -> Move | None:
        """The move that confirming would play."""
        return self.move_on(self.choice.cell)

    @property
    def shown_move(self) -> Move | None:
        """The move that the ghost shows."""
        return self.move_on(self.choice.shown)

    @property
    def preview(self) -> Preview | None:
        """The effects of the move that the ghost shows."""
        move = self.shown_move
        if move is None:
            return None
        if self._seen is None or self._seen[0] is not self.record or self._seen[1].move != move:
            self._seen = (self.record, preview(self.game, move))
        return self._seen[1]

    @property
    def suggestions(self) -> list[Move]:
        """The most promising cells for the chosen tile as it is turned, if they are to be seen."""
        edges = self.chosen_edges
        if not self.options.suggestions or edges is None or self.is_contest:
            return []
        known = self._suggested
        if known is None or known[0] is not self.record or known[1] != edges:
            moves = ai.candidates(self.game, edges=edges)
            known = self._suggested = (self.record, edges, moves)
        return known[2]

    def planned(self, first: Move) -> Plan:
        """What is proposed for all workers that act, from a first activation."""
        if (
            self._planned is None
            or self._planned[0] is not self.record
            or self._planned[1].moves[0] != first
        ):
            self._planned = (self.record, plans.shown(self.game, first))
        return self._planned[1]

    @property
    def _ready(self) -> Choice:
        """The choice when a decision begins: the only space to fill, or what a guide lays ready."""
        if self.guide:
            return self.guide.choice(self.record, self.game, self.choice)
        spaces = self.game.open_spaces
        return self.choice.anew(spaces[0] if len(spaces) == 1 else None)

    # --- Intents -----------------------------------------------------------------------------

    def choose_hand(self, index: int) -> None:
        """Choose another tile of the hand; choosing the same one again turns it."""
        if index == self.choice.hand:
            self.rotate()
        else:
            self.take_hand(index)

    def take_hand(self, index: int) -> None:
        """Choose a tile of the hand, turned as it is."""
        if self.chosen_tile is not None and 0 <= index < len(self._hand):
            self.choice = self.choice._replace(hand=index)

    def choose_display(self, index: int) -> None:
        """Choose a tile of the display, when filling; it is shown in the space if there is one."""
        if self.chosen_code is not None and 0 <= index < len(self.game.display):
            spaces = self.game.open_spaces
            only = spaces[0] if len(spaces) == 1 else self.choice.cell
            self.choice = self.choice._replace(display=index, cell=only)

    def rotate(self, by: int = 1) -> None:
        """Turn the chosen hand tile by quarters, clockwise."""
        if self.chosen_tile is not None:
            seat, index = self.game.turn, self.choice.index_in(self._hand)
            now = self.choice.quarters(seat, self._hand)[index]
            self.choice = self.choice.turn(seat, self._hand, index, now + by)

    def take(self, move: Move) -> None:
        """Choose the tile, rotation and cell of a placement or a fill."""
        if move.starts_turn:
            self.choice = self.choice.of_placement(self.game.turn, self._hand, move)
        elif move.kind == "J":
            number = self.game.display.index(move.what)
            self.choice = self.choice.anew(move.cell)._replace(display=number)

    def point_at(self, cell: Cell | None) -> bool:
        """Show the ghost on a cell; returns whether anything changes."""
        if cell == self.choice.hovered:
            return False
        hovered = cell if cell in self.targets else None
        changed = hovered != self.choice.hovered
        self.choice = self.choice._replace(hovered=hovered)
        return changed

    def choose_cell(self, cell: Cell) -> None:
        """Choose where the tile goes; the same cell again turns it."""
        if cell == self.choice.cell:
            self.rotate()
        else:
            self.propose(cell)

    def propose(self, cell: Cell) -> None:
        """Choose where the tile goes, turned as it is."""
        if cell in self.targets:
            self.choice = self.choice._replace(cell=cell)

    def confirm(self, wanted: bool) -> None:
        """Set whether tiles must be confirmed."""
        self.options = self.options._replace(confirm=wanted)

    def cancel(self) -> None:
        """Unset the chosen cell."""
        self.choice = self.choice._replace(cell=None, hovered=None)

    def uncover(self) -> None:
        """The next person is ready to see the hand."""
        self.covered = False

    def look_at(self, moves: int | None, variation: Sequence[Move] = ()) -> None:
        """Show the position after this number of moves; after all of them, the present one.

        Args:
            moves: the number.
            variation: moves to be shown after those, instead of the ones that were played.
        """
        last = len(self.record.moves)
        wanted = last if moves is None else max(moves, 0)
        self.looking = wanted if wanted < last else None
        self.variation = () if self.looking is None else tuple(variation)
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
        turn_before, before = self.game.turn, self.record
        after = self.dealer.play(move) if self.dealer else before.play(move)
        self._lay(after, self.choice.hand)
        self.record = after
        self._takeback.played(before, self.record)
        if self._takeback.revealed:
            self.about = self.about._replace(replayed=True)
        self.plan = self.plan[1:] if self.record.moves[-1:] == self.plan[:1] else ()
        self.coming = self.looking = None
        self.replaying, self.variation = False, ()
        self.choice = self._ready
        self.follows = self.follows or follows
        if self.game.turn != turn_before or self.game.is_over:
            self.covered = self._needs_cover()
            self.singly = self.follows = False

    def receive(self, text: str) -> bool:
        """Take in a message of another device; returns whether anything is new.

        Raises:
            BadLink: it is damaged, or belongs to another game.
            Cheating: no honest device makes such a message; the game has not changed.
        """
        assert self.dealer is not None, "only with fair dealing are there messages"
        before, turn = len(self.record.moves), self.game.turn
        is_new = self.dealer.device.receive(text)
        if is_new:
            self.deal_fairly()
        if len(self.record.moves) != before:
            self.plan, self.coming, self.choice = (), None, self._ready
            self._takeback = Takeback()
        if self.game.turn != turn:
            self.covered = self._needs_cover()
        return is_new

    @property
    def left(self) -> Record | None:
        """The course that the last move has left, after turns were taken back."""
        return self._takeback.left

    @property
    def may_follow(self) -> bool:
        """Whether the preview shows all that the chosen move leads to, choices of workers too."""
        seen = self.preview
        asked = self.options.ask_all or self.guide is not None
        return not asked and seen is not None and seen.asks and seen.move == self.candidate

    def activate(self, moves: Sequence[Move]) -> None:
        """Play activations one after the other: the first one now, the others automatically.

        Raises:
            IllegalMove: the first one is not legal; nothing has changed.
        """
        self.plan = tuple(moves)
        self.play(moves[0])

    def automatic_move(self) -> Move | None:
        """A person's next move if there is only one sensible choice, else None.

        With a guide, also the decisions that it has fixed.
        """
        if self.guide and self.actor:
            fixed = self.guide.fixed_move(self.record, self.game)
            if fixed or self.actor.is_computer:
                return fixed
        if self.plan and self.plan[0] not in self.game.legal_moves():
            self.plan = ()  # edges without a possible effect are dropped by the rules
        if self.plan and self._asked:
            return self.plan[0]
        if self.options.ask_all or not self._asked:
            return None
        acts = self.game.phase is Phase.ACTIVATE and self.game.to_move == self.game.turn
        if self.follows and acts:
            return ai.suggest(self.game)
        if self.game.phase is Phase.FILL:
            legal = self.game.legal_moves()
            return legal[0] if len(legal) == 1 else None
        return ai.obvious(self.game)

    @property
    def is_led(self) -> bool:
        """Whether a guide decides for the computer whose turn it is."""
        return self.guide is not None and self.actor is not None and self.actor.is_computer

    @property
    def can_undo(self) -> bool:
        """Whether anything can be undone, see :meth:`undo`."""
        return self._undone is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was undone and nothing else was played since."""
        return self._takeback.next is not None and self.looking is None

    @property
    def turns_undone(self) -> int:
        """How many turns more were begun before something was undone."""
        farthest = self._takeback.farthest
        return len(turns(farthest.moves)) - len(turns(self.record.moves)) if farthest else 0

    def undo(self) -> None:
        """Undo the last placement with all that followed; the tile is in the hand as it was turned.

        Within a turn, the player may undo until a hidden tile is shown (the draw at the end, or a
        fill from the pile). Across turns, only a lone person with that option may.

        Raises:
            CacaoError: nothing can be undone, or hidden tiles were shown since.
        """
        if (undone := self._undone) is None:
            raise CacaoError("nothing to take back in this turn")
        self._takeback.took_back(self.record)
        placed = self.record.moves[len(undone.moves)]
        self._return_to(undone)
        if self.guide and not self.is_trial:
            return
        if placed.starts_turn:
            index = index_of(placed, self._hand, self._placed.get(len(undone.moves)))
            seat, quarters = self.game.turn, quarters_of(placed)
            back = self.choice.take_back(seat, self._hand, index, quarters)
            self.choice = back._replace(hand=index)
        else:
            self.take(placed)
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
            index = self._placed[at] = index_of(after.moves[at], self._hand, wanted)
            self.choice = self.choice.lay(seat, self._hand, index)

    def _return_to(self, record: Record) -> None:
        self.record = self.dealer.return_to(record) if self.dealer else record
        self.plan, self.follows = (), False
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
        stands = self.dealer.fixed_moves if self.dealer else 0
        return point if point and len(point.moves) >= stands else None

    @property
    def _may_undo_turns(self) -> bool:
        counts = self.is_contest or self.guide is not None
        return self.options.undo_turns and len(self.persons) == 1 and not counts
