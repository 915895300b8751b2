"""A position of the game, and the rules that lead from one to the next (docs/rules.md 2 to 6).

:meth:`Game.legal_moves` is the only place that knows what is legal. :meth:`Game.play` is the door
for outsiders and checks against it; :meth:`Game.apply` is the trusting way behind it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

from cacao_core import moves, scoring
from cacao_core.activation import Edge, Pending, edges_to_activate
from cacao_core.deal import Deal, is_whole
from cacao_core.errors import BadDeal, CacaoError, IllegalMove, describe
from cacao_core.moves import Move
from cacao_core.objections import why_illegal
from cacao_core.player import Player
from cacao_core.scoring import Score, Temple
from cacao_core.tiles import (
    DISPLAY_SIZE,
    HAND_SIZE,
    NEIGHBOURS,
    SIDE_OF_LETTER,
    START_TILES,
    TILE_OF_EDGES,
    Cell,
    Seat,
    Side,
    WorkerTile,
)

if TYPE_CHECKING:
    from random import Random


class Phase(Enum):
    """What the seat to move must decide."""

    PLACE = "place"
    FILL = "fill"
    ACTIVATE = "activate"
    OVER = "over"


class Game:
    """A position: mutable, cheap to copy, without history (that is a ``Record``'s task).

    Attributes, all to be read only:
        players: for each seat a :class:`~cacao_core.player.Player`.
        turn: seat whose turn it is; after the end, the seat that had the last turn.
        to_move: seat that must decide now (others may have to in a turn), None after the end.
        phase: what it must decide.
        display: codes of the face-up jungle tiles, 0 to 2.
        jungle_pile: codes of the face-down jungle tiles, next first.
        jungle: cell -> code of the jungle tile there.
        workers: cell -> upper worker tile there, with owner, edges and overbuilt.

    >>> from cacao_core import Deal
    >>> game = Game(Deal.shuffled(players=2, seed=1))
    >>> game.phase, game.to_move
    (<Phase.PLACE: 'place'>, 0)
    >>> game.play(game.legal_moves()[0])
    """

    __slots__ = (
        "_filled",
        "_legal",
        "_open",
        "_pending",
        "_placed",
        "_spaces",
        "display",
        "jungle",
        "jungle_pile",
        "phase",
        "players",
        "to_move",
        "turn",
        "workers",
    )

    def __init__(self, deal: Deal) -> None:
        """The position before the first move of a deal (docs/rules.md 2).

        Raises:
            BadDeal: it is no deal.
        """
        if not isinstance(deal, Deal):
            raise BadDeal(f"a game starts from a Deal, not {describe(deal)}")
        self.players = [Player(pile[:HAND_SIZE], pile[HAND_SIZE:]) for pile in deal.worker_piles]
        self.turn: Seat = 0
        self.to_move: Seat | None = 0
        self.phase = Phase.PLACE
        self.display = deal.jungle_pile[:DISPLAY_SIZE]
        self.jungle_pile = deal.jungle_pile[DISPLAY_SIZE:]
        self.jungle: dict[Cell, str] = {}
        self.workers: dict[Cell, WorkerTile] = {}
        self._open: list[Cell] = []  # empty worker cells beside the jungle, sorted
        self._placed: Cell = (0, 0)  # worker tile of this turn
        self._spaces: tuple[Cell, ...] = ()  # jungle spaces that must be filled, sorted
        self._filled: tuple[Cell, ...] = ()  # jungle spaces filled this turn
        self._pending: Pending = ()  # edges still to activate
        self._legal: list[Move] | None = None  # of this position, once asked for
        for cell, code in START_TILES.items():
            self._lay(cell, code)

    def copy(self) -> Game:
        """An independent copy of the position."""
        twin = Game.__new__(Game)
        twin.players = [player.copy() for player in self.players]
        twin.turn = self.turn
        twin.to_move = self.to_move
        twin.phase = self.phase
        twin.display = self.display
        twin.jungle_pile = self.jungle_pile
        twin.jungle = self.jungle.copy()
        twin.workers = self.workers.copy()
        twin._open = self._open.copy()
        twin._placed = self._placed
        twin._spaces = self._spaces
        twin._filled = self._filled
        twin._pending = self._pending
        twin._legal = None
        return twin

    __copy__ = copy

    def key(self) -> tuple[object, ...]:
        """All of the position as one hashable value, hidden tiles included."""
        return (
            tuple(player.key() for player in self.players),
            (self.turn, self.to_move, self.phase),
            (self.display, self.jungle_pile),
            frozenset(self.jungle.items()),
            frozenset(self.workers.items()),
            (self._placed, self._spaces, self._filled, self._pending),
        )

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable: use key()

    def __repr__(self) -> str:
        placed = len(self.workers)
        return (
            f"<Game {self.phase.value} to_move={self.to_move} turn={self.turn} "
            f"worker_tiles={placed} jungle_tiles={len(self.jungle)} display={self.display}>"
        )

    # --- What may be asked -------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether every player has placed the last worker tile and all actions are done."""
        return self.phase is Phase.OVER

    @property
    def open_spaces(self) -> tuple[Cell, ...]:
        """Jungle spaces that the seat to move must fill, in the order of their cells."""
        return self._spaces if self.phase is Phase.FILL else ()

    @property
    def open_edges(self) -> tuple[Edge, ...]:
        """Edges that the seat to move has still to activate: (cell, side, code, workers) each."""
        return self._pending[0][1] if self.phase is Phase.ACTIVATE else ()

    @property
    def placed(self) -> Cell:
        """Where this turn's worker tile lies; meaningless in the phase ``PLACE``."""
        return self._placed

    @property
    def filled(self) -> tuple[Cell, ...]:
        """Jungle spaces filled so far in this turn."""
        return self._filled

    def legal_moves(self) -> list[Move]:
        """The legal moves, without duplicates, in a fixed order; empty when the game is over.

        The order, on which links rely: placements by cell (x, then y), canonical name of the
        tile, clockwise rotation; then overbuilding in the same order; fills by code, then space;
        activations by cell, edge (n, e, s, w) and amount.
        """
        return (self._legal or self._legal_moves()).copy()

    def score(self) -> list[Score]:
        """Each seat's score, as if the game ended now."""
        return scoring.scores(self.players, self.temples())

    def temples(self) -> list[Temple]:
        """Each temple's workers and gold by seat, as if the game ended now."""
        return scoring.temples(self.jungle, self.workers, len(self.players))

    def winners(self) -> list[Seat]:
        """Seats that won (several for a shared victory); empty until the game is over."""
        return scoring.winners(self.score()) if self.is_over else []

    def view(self, seat: Seat, rng: Random) -> Game:
        """A possible position, for all that a seat can see.

        Equal in everything the seat sees; the other hands, all worker piles and the jungle pile
        are re-dealt. The result depends on ``rng`` and on what the seat sees, on nothing else.

        Raises:
            CacaoError: no such seat.
        """
        if not is_whole(seat) or not 0 <= seat < len(self.players):
            raise CacaoError(f"seat {describe(seat)}: expected 0 to {len(self.players) - 1}")
        seen = self.copy()
        for other, player in enumerate(seen.players):
            known = player.hand if other == seat else ()
            hidden = sorted(player.hand[len(known) :] + player.pile)
            rng.shuffle(hidden)
            tiles = known + tuple(hidden)
            player.hand, player.pile = tiles[: len(player.hand)], tiles[len(player.hand) :]
        jungle = sorted(self.jungle_pile)
        rng.shuffle(jungle)
        seen.jungle_pile = tuple(jungle)
        return seen

    # --- What may be done --------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a legal move, given as such or in notation.

        Raises:
            IllegalMove: with the reason; the position is as it was.
        """
        self.apply(self.find_move(move))

    def find_move(self, move: Move | str) -> Move:
        """The legal move that is meant by a move or a notation.

        Raises:
            IllegalMove: there is none, and why.
        """
        if isinstance(move, str):
            move = Move.parse(move)
        legal = self._legal or self._legal_moves()
        try:
            if isinstance(move, Move):
                return legal[legal.index(move)]
        except ValueError:
            pass  # told below, with the reason
        raise IllegalMove(why_illegal(self, move))

    def _legal_moves(self) -> list[Move]:
        """The legal moves, worked out once; not to be changed."""
        if self._legal is None:
            if self.phase is Phase.PLACE:
                self._legal = self._placements()
            elif self.phase is Phase.FILL:
                codes = sorted(set(self.display))
                self._legal = [moves.fill(code, space) for code in codes for space in self._spaces]
            elif self.phase is Phase.ACTIVATE:
                self._legal = self._activations()
            else:
                self._legal = []
        return self._legal

    def _placements(self) -> list[Move]:
        player = self.players[self.turn]
        tiles = frozenset(player.hand)
        places = moves.placements(moves.PLACE, tiles)
        found = list(chain.from_iterable(map(places.__getitem__, self._open)))
        if player.suns and not self.display and not self.jungle_pile:
            covers = moves.placements(moves.OVERBUILD, tiles)
            for cell, tile in sorted(self.workers.items()):
                if tile.owner == self.turn and not tile.overbuilt:
                    found += covers[cell]
        return found

    def _activations(self) -> list[Move]:
        seat, edges = self._pending[0]
        most = self.players[seat].most
        found: list[Move] = []
        for cell, side, code, workers in edges:
            found += moves.activations(cell, side, most(code, workers))
        return found

    # --- A turn, step by step (docs/rules.md 4) ----------------------------------------------

    def apply(self, move: Move) -> None:
        """Play a move taken from :meth:`legal_moves`, unchecked; any other ruins the position."""
        self._legal = None
        kind, what, cell, amount = move
        if kind == moves.ACTIVATE:
            self._activate(cell, SIDE_OF_LETTER[what], amount)
        elif kind == moves.PLACE:
            self._place(cell, what)
        elif kind == moves.FILL:
            self._fill(cell, what)
        else:
            self._overbuild(cell, what)

    def _place(self, cell: Cell, edges: str) -> None:
        """Step A, and what step B must fill."""
        self._put(cell, WorkerTile(self.turn, edges))
        del self._open[bisect_left(self._open, cell)]
        spaces = [space for space in NEIGHBOURS[cell] if self._must_be_filled(space)]
        self._spaces = tuple(sorted(spaces)) if spaces else ()
        self._go_on_filling()

    def _overbuild(self, cell: Cell, edges: str) -> None:
        """Step A of docs/rules.md 6: no space is filled because of it."""
        self._put(cell, WorkerTile(self.turn, edges, overbuilt=True))
        self.players[self.turn].suns -= 1
        self._begin_activation()

    def _put(self, cell: Cell, tile: WorkerTile) -> None:
        self.players[self.turn].discard(TILE_OF_EDGES[tile.edges])
        self.workers[cell] = tile
        self._placed = cell
        self._filled = ()

    def _must_be_filled(self, space: Cell) -> bool:
        if space in self.jungle:
            return False
        north, east, south, west = NEIGHBOURS[space]
        workers = self.workers
        return (north in workers) + (east in workers) + (south in workers) + (west in workers) > 1

    def _fill(self, space: Cell, code: str) -> None:
        """One tile of step B, from the display."""
        display = list(self.display)
        display.remove(code)
        self.display = tuple(display)
        self._spaces = tuple(other for other in self._spaces if other != space)
        self._reveal(space, code)
        self._go_on_filling()

    def _go_on_filling(self) -> None:
        """Ask for a tile of the display; with none left, the pile serves, as far as it reaches."""
        if self._spaces and self.display:
            self.phase = Phase.FILL
            return
        for space, code in zip(self._spaces, self.jungle_pile, strict=False):
            self._reveal(space, code)
            self.jungle_pile = self.jungle_pile[1:]
        self._spaces = ()
        self._begin_activation()

    def _reveal(self, space: Cell, code: str) -> None:
        self._lay(space, code)
        self._filled += (space,)

    def _lay(self, space: Cell, code: str) -> None:
        """Put a jungle tile down: the empty cells around it are open to worker tiles now."""
        self.jungle[space] = code
        for beside in NEIGHBOURS[space]:
            if beside not in self.workers:
                index = bisect_left(self._open, beside)
                if self._open[index : index + 1] != [beside]:
                    insort(self._open, beside)

    def _begin_activation(self) -> None:
        """Step C: who acts, and where."""
        self._pending = edges_to_activate(
            self.turn, len(self.players), self._placed, self._filled, self.jungle, self.workers
        )
        self._go_on_activating()

    def _activate(self, cell: Cell, side: Side, amount: int) -> None:
        """One edge of step C."""
        seat, edges = self._pending[0]
        at = next(at for at, edge in enumerate(edges) if edge[0] == cell and edge[1] == side)
        self.players[seat].act(edges[at][2], amount)
        self._pending = ((seat, edges[:at] + edges[at + 1 :]), *self._pending[1:])
        self._go_on_activating()

    def _go_on_activating(self) -> None:
        """Ask the next player who has a decision; edges that can do nothing are dropped."""
        while self._pending:
            seat, edges = self._pending[0]
            most = self.players[seat].most
            for _cell, _side, code, workers in edges:
                if most(code, workers):
                    self.phase = Phase.ACTIVATE
                    self.to_move = seat
                    return
            self._pending = self._pending[1:]
        self._end_turn()

    def _end_turn(self) -> None:
        """Draw, refill the display, pass on; the game ends when the next hand is empty."""
        self.players[self.turn].draw()
        drawn = DISPLAY_SIZE - len(self.display)
        self.display += self.jungle_pile[:drawn]
        self.jungle_pile = self.jungle_pile[drawn:]
        self._filled = ()
        following = (self.turn + 1) % len(self.players)
        if self.players[following].hand:
            self.turn = self.to_move = following
            self.phase = Phase.PLACE
        else:
            self.to_move = None
            self.phase = Phase.OVER
