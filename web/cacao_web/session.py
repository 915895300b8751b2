"""The one mutable thing of the page: the game being played, who plays it, and what is chosen.

Intents of the person come in as method calls, are checked against the legal moves, and change
the session. Views read it. It knows nothing of the browser.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cacao_core import CacaoError, Deal, Game, Move, Phase, Record, ai
from cacao_core.tiles import ROTATIONS, Cell, Seat
from cacao_web.seats import Sitter


@dataclass(frozen=True)
class Options:
    """How a game is played at this device.

    Attributes:
        hide_hands: cover the hand until the next person is ready.
        ask_all: ask even for activations that cannot be a mistake.
    """

    hide_hands: bool = True
    ask_all: bool = False


@dataclass
class Choice:
    """What the person has chosen so far, before a move is confirmed."""

    hand: int = 0
    turned: int = 0
    display: int = 0
    cell: Cell | None = None
    hovered: Cell | None = None

    @property
    def shown(self) -> Cell | None:
        """The cell that shows a ghost: the chosen one, else the one pointed at."""
        return self.cell or self.hovered


@dataclass
class Session:
    """A game at this page.

    Attributes:
        id: names the saved game.
        record: deal and moves so far.
        sitters: who sits at each seat.
        choice: what is chosen for the next move.
        covered: whether the hand is hidden until the next person says to be ready.
        thinking: whether a computer is choosing.
        coming: a person's move that is about to be played by itself.
    """

    id: str
    record: Record
    sitters: tuple[Sitter, ...]
    options: Options = Options()
    choice: Choice = field(default_factory=Choice)
    covered: bool = False
    thinking: bool = False
    coming: Move | None = None
    _position: tuple[Record, Game] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        self.record = self.record.renamed([sitter.name for sitter in self.sitters])
        self.covered = self._needs_cover()

    @classmethod
    def new(
        cls, id: str, deal: Deal, sitters: tuple[Sitter, ...], options: Options | None = None
    ) -> Session:
        """A game that begins."""
        return cls(id, Record(deal), sitters, options or Options())

    # --- What is -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position; to be read only."""
        if self._position is None or self._position[0] is not self.record:
            self._position = (self.record, self.record.game())
        return self._position[1]

    @property
    def actor(self) -> Sitter | None:
        """Who must decide now."""
        seat = self.game.to_move
        return None if seat is None else self.sitters[seat]

    @property
    def persons(self) -> list[Seat]:
        """Seats of people at this device."""
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.is_person]

    @property
    def viewer(self) -> Seat | None:
        """Whose hand may be shown now; None if nobody's."""
        if len(self.persons) == 1:
            return self.persons[0]
        turn = self.game.turn
        if self.covered or not self.sitters[turn].is_person or self.game.to_move != turn:
            return None
        return turn

    @property
    def deciding(self) -> bool:
        """Whether a person at this page has to decide now and sees what about."""
        return self._asked and self.coming is None

    @property
    def _asked(self) -> bool:
        return bool(self.actor and self.actor.is_person and not self.covered)

    @property
    def legal(self) -> list[Move]:
        """Legal moves that the person may choose from; none while others decide."""
        return self.game.legal_moves() if self.deciding else []

    @property
    def chosen_tile(self) -> str | None:
        """Canonical name of the hand tile that is chosen, in the phase of placing."""
        if not self.deciding or self.game.phase is not Phase.PLACE:
            return None
        hand = self.game.players[self.game.turn].hand
        return hand[min(self.choice.hand, len(hand) - 1)]

    @property
    def chosen_edges(self) -> str | None:
        """Workers n, e, s, w of the chosen hand tile as it is turned now."""
        tile = self.chosen_tile
        if tile is None:
            return None
        looks = ROTATIONS[tile]
        return looks[self.choice.turned % len(looks)]

    @property
    def chosen_code(self) -> str | None:
        """Code of the display tile that is chosen, in the phase of filling."""
        if not self.deciding or self.game.phase is not Phase.FILL:
            return None
        display = self.game.display
        return display[min(self.choice.display, len(display) - 1)]

    @property
    def choices(self) -> list[Move]:
        """The moves that put the chosen tile, turned as it is, somewhere; one for each cell."""
        wanted = self.chosen_edges or self.chosen_code
        return [move for move in self.legal if move.what == wanted]

    @property
    def targets(self) -> list[Cell]:
        """Cells where the chosen tile may go."""
        return [move.cell for move in self.choices]

    def move_on(self, cell: Cell | None) -> Move | None:
        """The move that puts the chosen tile, turned as it is, on a cell."""
        return next((move for move in self.choices if move.cell == cell), None)

    @property
    def candidate(self) -> Move | None:
        """The move that a confirmation would play."""
        return self.move_on(self.choice.cell)

    @property
    def shown_move(self) -> Move | None:
        """The move that the ghost shows."""
        return self.move_on(self.choice.shown)

    # --- Intents -----------------------------------------------------------------------------

    def choose_hand(self, index: int) -> None:
        """Take another tile of the hand; the same one again turns it."""
        if self.chosen_tile is None:
            return
        if index == self.choice.hand:
            self.rotate()
        elif 0 <= index < len(self.game.players[self.game.turn].hand):
            self.choice = replace(self.choice, hand=index, turned=0)

    def choose_display(self, index: int) -> None:
        """Take another tile of the display, when filling."""
        if self.chosen_code is not None and 0 <= index < len(self.game.display):
            self.choice = replace(self.choice, display=index)

    def rotate(self, by: int = 1) -> None:
        """Turn the chosen hand tile by quarters, clockwise."""
        if self.chosen_tile is not None:
            self.choice = replace(self.choice, turned=self.choice.turned + by)

    def point_at(self, cell: Cell | None) -> bool:
        """Show the ghost on a cell; tells whether anything changes."""
        hovered = cell if cell in self.targets else None
        changed = hovered != self.choice.hovered
        self.choice = replace(self.choice, hovered=hovered)
        return changed

    def choose_cell(self, cell: Cell) -> None:
        """Choose where the tile goes; the same cell again turns it."""
        if cell not in self.targets:
            return
        if cell == self.choice.cell:
            self.rotate()
        self.choice = replace(self.choice, cell=cell)

    def cancel(self) -> None:
        """Give the chosen cell up."""
        self.choice = replace(self.choice, cell=None, hovered=None)

    def uncover(self) -> None:
        """The next person is ready to see the own hand."""
        self.covered = False

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move for whoever must decide.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        turn_before = self.game.turn
        self.record = self.record.play(move)
        self.coming = None
        self.choice = Choice()
        if self.game.turn != turn_before:
            self.covered = self._needs_cover()

    def automatic_move(self) -> Move | None:
        """A person's next move if there is only one sensible thing to do, else None."""
        if self.options.ask_all or not self._asked:
            return None
        if self.game.phase is Phase.FILL:
            legal = self.game.legal_moves()
            return legal[0] if len(legal) == 1 else None
        return ai.obvious(self.game)

    @property
    def can_undo(self) -> bool:
        """Whether the turn can be taken back: its player decides, and nothing hidden was shown."""
        game = self.game
        if not self.deciding or game.phase is Phase.PLACE or game.to_move != game.turn:
            return False
        return len(self.record.game(self._turn_start).jungle_pile) == len(game.jungle_pile)

    def undo(self) -> None:
        """Back to the start of the turn.

        Raises:
            CacaoError: there is nothing to take back, or something hidden was shown since.
        """
        if not self.can_undo:
            raise CacaoError("nothing to take back in this turn")
        self.record = self.record.upto(self._turn_start)
        self.choice = Choice()

    @property
    def _turn_start(self) -> int:
        """Number of moves before the turn that is going on."""
        moves = self.record.moves
        return max(at for at, move in enumerate(moves) if move.starts_turn)

    def _needs_cover(self) -> bool:
        several = len(self.persons) > 1 and self.options.hide_hands
        turn = self.sitters[self.game.turn]
        return several and turn.is_person and self.game.phase is Phase.PLACE
