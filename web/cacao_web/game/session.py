"""The one mutable thing of the page: the game being played, who plays it, and what is chosen.

Intents of the person come in as method calls, are checked against the legal moves, and change
the session. Views read it. It knows nothing of the browser.
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
    """A game at this page.

    Attributes:
        id: names the saved game.
        record: deal and moves so far.
        sitters: who sits at each seat.
        options: how it is played at this device.
        about: what it is beyond that.
        choice: what is chosen for the next move.
        covered: whether the hand is hidden until the next person says to be ready.
        thinking: whether a computer is choosing.
        stuck: whether it cannot, and waits for the person to say how to go on.
        coming: a person's move that is about to be played by itself.
        looking: number of moves of the earlier position that is looked at; None shows the present.
        replaying: whether the positions from there on show by themselves, one after the other.
        presenting: whether they do so without the person being able to stop that.
        guide: who leads the person through the game, if anybody does.
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
        """A game that begins."""
        return cls(id, Record(deal), sitters, options or USUAL)

    # --- What is -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The position; to be read only."""
        if self._position is None or self._position[0] is not self.record:
            self._position = (self.record, self.record.game())
        return self._position[1]

    @property
    def shown(self) -> Game:
        """The position that is drawn: the present one, or an earlier one that is looked at."""
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
        """What the game is called: as the person wants it, else by who plays."""
        return self.about.title or " · ".join(sitter.name for sitter in self.sitters)

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
    def colours(self) -> list[str]:
        """Each seat's colour."""
        return [sitter.colour for sitter in self.sitters]

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
        return self._asked and self.coming is None and self.looking is None

    @property
    def _asked(self) -> bool:
        free = not self.covered and not self.held
        return bool(self.actor and self.actor.is_person and free)

    @property
    def held(self) -> bool:
        """Whether nobody decides, because the person is being told something."""
        return self.guide is not None and self.guide.holds(self.record, self.game)

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

    @property
    def preview(self) -> Preview | None:
        """What the move brings that the ghost shows."""
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
        if not self.options.suggestions or edges is None:
            return []
        known = self._suggested
        if known is None or known[0] is not self.record or known[1] != edges:
            moves = ai.candidates(self.game, edges=edges)
            known = self._suggested = (self.record, edges, moves)
        return known[2]

    # --- Intents -----------------------------------------------------------------------------

    def choose_hand(self, index: int) -> None:
        """Take another tile of the hand; the same one again turns it."""
        if index == self.choice.hand:
            self.rotate()
        else:
            self.take_hand(index)

    def take_hand(self, index: int) -> None:
        """Take a tile of the hand, turned as it is if it was taken already."""
        if self.chosen_tile is None or index == self.choice.hand:
            return
        if 0 <= index < len(self.game.players[self.game.turn].hand):
            self.choice = self.choice._replace(hand=index, turned=0)

    def choose_display(self, index: int) -> None:
        """Take another tile of the display, when filling."""
        if self.chosen_code is not None and 0 <= index < len(self.game.display):
            self.choice = self.choice._replace(display=index)

    def rotate(self, by: int = 1) -> None:
        """Turn the chosen hand tile by quarters, clockwise."""
        if self.chosen_tile is not None:
            self.choice = self.choice._replace(turned=self.choice.turned + by)

    def take(self, move: Move) -> None:
        """Choose what a placement or a fill consists of."""
        if move.starts_turn:
            hand = self.game.players[self.game.turn].hand
            tile = TILE_OF_EDGES[move.what]
            turned = ROTATIONS[tile].index(move.what)
            self.choice = Choice(hand=hand.index(tile), turned=turned, cell=move.cell)
        elif move.kind == "J":
            self.choice = Choice(display=self.game.display.index(move.what), cell=move.cell)

    def point_at(self, cell: Cell | None) -> bool:
        """Show the ghost on a cell; tells whether anything changes."""
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
        """Whether tiles are to be confirmed from now on."""
        self.options = self.options._replace(confirm=wanted)

    def cancel(self) -> None:
        """Give the chosen cell up."""
        self.choice = self.choice._replace(cell=None, hovered=None)

    def uncover(self) -> None:
        """The next person is ready to see the own hand."""
        self.covered = False

    def look_at(self, moves: int | None) -> None:
        """Look at the position after so many moves; at the present one after all of them."""
        last = len(self.record.moves)
        wanted = last if moves is None else max(moves, 0)
        self.looking = wanted if wanted < last else None
        self.replaying = self.replaying and self.looking is not None
        self.choice = NOTHING

    # --- Changes -----------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move for whoever must decide.

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
        """A person's next move if there is only one sensible thing to do, else None.

        With a guide, also what others decide.
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
        """Whether anything can be taken back, see :meth:`undo`."""
        return self._undone is not None

    def undo(self) -> None:
        """One decision back in the turn; with the option, from its start to that of the one before.

        Raises:
            CacaoError: there is nothing to take back, or something hidden was shown since.
        """
        if (undone := self._undone) is None:
            raise CacaoError("nothing to take back in this turn")
        self.record = undone
        self.choice = NOTHING

    @property
    def _undone(self) -> Record | None:
        """What would be left of the record, or None if nothing may be taken back.

        Within a turn its player may, as long as nothing hidden was shown (the draw at its end, a
        blind fill). Across turns a lone person may who plays with that option.
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
        """The record as it was earlier; remembered, for to play it again takes a while.

        What is remembered of moves that have been taken back is never asked for: whoever plays
        otherwise has it remembered anew.
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
