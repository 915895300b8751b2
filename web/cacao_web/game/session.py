"""The page's state: the game, its players, and the current choice.

Intents of the person are method calls. They are checked against the legal moves, and change the
session. Views read it. It knows nothing of the browser.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cacao_core import CacaoError, Deal, Game, Move, Phase, Record, ai
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES, Cell, Seat
from cacao_web.game.choice import NOTHING, Choice
from cacao_web.game.guide import Guide
from cacao_web.game.options import USUAL, Options
from cacao_web.game.origin import ORDINARY, About
from cacao_web.game.players import Sitter, coloured
from cacao_web.game.preview import Preview, preview


@dataclass
class Session:
    """A game that is open on this page.

    Attributes:
        id: name of the saved game.
        record: deal and moves so far.
        sitters: the player of each seat.
        options: how it is played at this device.
        about: other facts about it.
        choice: the choice for the next move.
        covered: whether the hand is hidden until the next person is ready.
        thinking: whether a computer is choosing.
        stuck: whether a computer has failed, and the person must say how to go on.
        coming: a person's only sensible move, which will be played automatically.
        looking: number of moves of the earlier position that is shown; None shows the present.
        replaying: whether the positions after it follow automatically.
        presenting: whether they do so and the person cannot stop it.
        guide: the tutor, in the lesson.
    """

    id: str
    record: Record
    sitters: tuple[Sitter, ...]
    options: Options = USUAL
    about: About = ORDINARY
    choice: Choice = NOTHING
    covered: bool = False
    thinking: bool = False
    stuck: bool = False
    coming: Move | None = None
    looking: int | None = None
    replaying: bool = False
    presenting: bool = False
    guide: Guide | None = None
    _position: tuple[Record, Game] | None = field(default=None, init=False, repr=False)
    _past: tuple[Record, int, Game] | None = field(default=None, init=False, repr=False)
    _seen: tuple[Record, Preview] | None = field(default=None, init=False, repr=False)
    _suggested: tuple[Record, str, list[Move]] | None = field(default=None, init=False, repr=False)
    _earlier: dict[int, Record] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.sitters = coloured(self.sitters)
        self.record = self.record.renamed([sitter.name for sitter in self.sitters])
        self.covered = self._needs_cover()

    @classmethod
    def new(
        cls, id: str, deal: Deal, sitters: tuple[Sitter, ...], options: Options | None = None
    ) -> Session:
        """A new game."""
        return cls(id, Record(deal), sitters, options or USUAL)

    # --- State -------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position; read only."""
        if self._position is None or self._position[0] is not self.record:
            self._position = (self.record, self.record.game())
        return self._position[1]

    @property
    def shown(self) -> Game:
        """The position that is drawn: the present one, or an earlier one."""
        if self.looking is None:
            return self.game
        past = self._past
        if past is None or past[0] is not self.record or past[1] != self.looking:
            past = self._past = (self.record, self.looking, self.record.game(self.looking))
        return past[2]

    @property
    def shown_moves(self) -> tuple[Move, ...]:
        """The moves that led to the position that is drawn."""
        return self.record.moves[: self.looking]

    @property
    def title(self) -> str:
        """Name of the game: the person's title, else the players."""
        return self.about.title or " · ".join(sitter.name for sitter in self.sitters)

    @property
    def is_contest(self) -> bool:
        """Whether the game counts for more than itself, or has players at other devices.

        Nobody gets hints in such a game.
        """
        counts = bool(self.about.origin.feature) and self.guide is None
        return counts or any(sitter.is_elsewhere for sitter in self.sitters)

    @property
    def actor(self) -> Sitter | None:
        """The player who must decide now."""
        seat = self.game.to_move
        return None if seat is None else self.sitters[seat]

    @property
    def persons(self) -> list[Seat]:
        """Seats of people at this device."""
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.is_person]

    @property
    def colours(self) -> list[str]:
        """Each seat's colour."""
        return [sitter.colour for sitter in self.sitters]

    @property
    def viewer(self) -> Seat | None:
        """The seat whose hand may be shown now; None if there is none."""
        if len(self.persons) == 1:
            return self.persons[0]
        turn = self.game.turn
        if self.covered or not self.sitters[turn].is_person or self.game.to_move != turn:
            return None
        return turn

    @property
    def deciding(self) -> bool:
        """Whether a person at this page has to decide now, and sees the position."""
        return self._asked and self.coming is None and self.looking is None

    @property
    def _asked(self) -> bool:
        free = not self.covered and not self.held
        return bool(self.actor and self.actor.is_person and free)

    @property
    def held(self) -> bool:
        """Whether nobody decides, because the person is reading."""
        return self.guide is not None and self.guide.holds(self.record, self.game)

    @property
    def legal(self) -> list[Move]:
        """Legal moves that the person may choose from; none while others decide."""
        return self.game.legal_moves() if self.deciding else []

    @property
    def chosen_tile(self) -> str | None:
        """Canonical name of the chosen hand tile, in the phase of placing."""
        if not self.deciding or self.game.phase is not Phase.PLACE:
            return None
        hand = self.game.players[self.game.turn].hand
        return hand[min(self.choice.hand, len(hand) - 1)]

    @property
    def chosen_edges(self) -> str | None:
        """Workers n, e, s, w of the chosen hand tile in its present rotation."""
        tile = self.chosen_tile
        if tile is None:
            return None
        looks = ROTATIONS[tile]
        return looks[self.choice.turned % len(looks)]

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

    # --- Intents -----------------------------------------------------------------------------

    def choose_hand(self, index: int) -> None:
        """Choose another tile of the hand; choosing the same one again turns it."""
        if index == self.choice.hand:
            self.rotate()
        else:
            self.take_hand(index)

    def take_hand(self, index: int) -> None:
        """Choose a tile of the hand; if it is chosen already, its rotation stays."""
        if self.chosen_tile is None or index == self.choice.hand:
            return
        if 0 <= index < len(self.game.players[self.game.turn].hand):
            self.choice = self.choice._replace(hand=index, turned=0)

    def choose_display(self, index: int) -> None:
        """Choose another tile of the display, when filling."""
        if self.chosen_code is not None and 0 <= index < len(self.game.display):
            self.choice = self.choice._replace(display=index)

    def rotate(self, by: int = 1) -> None:
        """Turn the chosen hand tile by quarters, clockwise."""
        if self.chosen_tile is not None:
            self.choice = self.choice._replace(turned=self.choice.turned + by)

    def take(self, move: Move) -> None:
        """Choose the tile, rotation and cell of a placement or a fill."""
        if move.starts_turn:
            hand = self.game.players[self.game.turn].hand
            tile = TILE_OF_EDGES[move.what]
            turned = ROTATIONS[tile].index(move.what)
            self.choice = Choice(hand=hand.index(tile), turned=turned, cell=move.cell)
        elif move.kind == "J":
            self.choice = Choice(display=self.game.display.index(move.what), cell=move.cell)

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

    def look_at(self, moves: int | None) -> None:
        """Show the position after this number of moves; after all of them, the present one."""
        last = len(self.record.moves)
        wanted = last if moves is None else max(moves, 0)
        self.looking = wanted if wanted < last else None
        self.replaying = self.replaying and self.looking is not None
        self.choice = NOTHING

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move for the player who must decide.

        Raises:
            IllegalMove: with the reason; nothing has changed.
        """
        turn_before, before = self.game.turn, self.record
        self.record = before.play(move)
        self._earlier[len(before.moves)] = before
        self.coming = self.looking = None
        self.replaying = False
        self.choice = NOTHING
        if self.game.turn != turn_before or self.game.is_over:
            self.covered = self._needs_cover()

    def automatic_move(self) -> Move | None:
        """A person's next move if there is only one sensible choice, else None.

        With a guide, also the fixed decisions of others.
        """
        if self.guide and self.actor and self.actor.is_computer:
            return self.guide.others_move(self.record, self.game)
        if self.options.ask_all or not self._asked:
            return None
        if self.game.phase is Phase.FILL:
            legal = self.game.legal_moves()
            return legal[0] if len(legal) == 1 else None
        return ai.obvious(self.game)

    @property
    def can_undo(self) -> bool:
        """Whether anything can be undone, see :meth:`undo`."""
        return self._undone is not None

    def undo(self) -> None:
        """Undo a decision of this turn; at its start, with the option, the person's previous turn.

        Raises:
            CacaoError: nothing can be undone, or hidden tiles were shown since.
        """
        if (undone := self._undone) is None:
            raise CacaoError("nothing to take back in this turn")
        self.record = undone
        self.choice = NOTHING

    @property
    def _undone(self) -> Record | None:
        """The record after undoing; None if nothing may be undone.

        Within a turn, the player may undo until a hidden tile is shown (the draw at the end, or a
        fill from the pile). Across turns, only a lone person with that option may.
        """
        game = self.game
        if not self.deciding:
            return None
        if game.phase is not Phase.PLACE and game.to_move == game.turn:
            before = self._up_to(len(self.record.moves) - 1)
            seen = len(before.game().jungle_pile) - len(game.jungle_pile)
            return before if not seen or self._may_undo_turns else None
        if not self._may_undo_turns:
            return None
        starts = [at for at, move in enumerate(self.record.moves) if move.starts_turn]
        own = starts[self.persons[0] :: len(self.sitters)]
        return self._up_to(own[-1]) if own else None

    def _up_to(self, at: int) -> Record:
        """The record at an earlier move, cached because replaying is slow.

        The cache may hold moves that were undone, but these are never asked for: playing another
        move replaces them.
        """
        if at not in self._earlier:
            self._earlier[at] = self.record.up_to(at)
        return self._earlier[at]

    @property
    def _may_undo_turns(self) -> bool:
        return self.options.undo_turns and len(self.persons) == 1

    def _needs_cover(self) -> bool:
        several = len(self.persons) > 1 and self.options.hide_hands
        turn = self.sitters[self.game.turn]
        return several and turn.is_person and self.game.phase is Phase.PLACE
