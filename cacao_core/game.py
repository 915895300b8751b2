"""A position of the game, and the rules that lead from one to the next (docs/rules.md 2 to 6).

:meth:`Game.legal_moves` is the only place that decides what is legal. :meth:`Game.play` checks its
input against it; :meth:`Game.apply` is the unchecked variant.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING

from cacao_core import legality, moves
from cacao_core.activation import Pending, edges_to_activate
from cacao_core.deal import Deal
from cacao_core.errors import BadDeal, describe
from cacao_core.jungle import Option
from cacao_core.knowledge.middle import begin_at
from cacao_core.knowledge.players import players_of
from cacao_core.knowledge.positions import OpenPosition
from cacao_core.moves import Move
from cacao_core.notebook import shown
from cacao_core.player import Player
from cacao_core.position import Phase
from cacao_core.rules import Rules
from cacao_core.tiles import (
    CLOCKWISE,
    NEIGHBOURS,
    SIDE_OF_LETTER,
    TILE_OF_EDGES,
    UNKNOWN,
    Cell,
    WorkerTile,
)

if TYPE_CHECKING:
    from cacao_core.events import Event

__all__ = ["Game", "Phase"]


class Game(OpenPosition):
    """A position that can be played; mutable, without history (see ``Record`` for that).

    Its read-only attributes are those of :class:`~cacao_core.position.Position`.

    >>> from cacao_core import Deal
    >>> game = Game(Deal.shuffled(players=2, seed=1))
    >>> game.phase, game.to_move
    (<Phase.PLACE: 'place'>, 0)
    >>> game.play(game.legal_moves()[0])
    """

    __slots__ = ()
    _repr_svg_ = shown

    def __init__(self, deal: Deal) -> None:
        """The position before the first move of a deal (docs/rules.md 2).

        Raises:
            BadDeal: it is not a deal.
        """
        if not isinstance(deal, Deal):
            raise BadDeal(f"a game starts from a Deal, not {describe(deal)}")
        rules = deal.rules
        hand, display = rules.hand, rules.display
        players = [Player(pile[:hand], pile[hand:], rules) for pile in deal.worker_piles]
        if not deal.is_known:
            players = players_of(deal)
        self._set_out(rules, players, deal.jungle_pile[:display], deal.jungle_pile[display:])
        if deal.table is not None:
            begin_at(self, deal.table)
            for cell, code in deal.table.jungle:
                self._lay(cell, code)
            return
        for cell, code in rules.start_tiles.items():
            self._lay(cell, code)
        for begin in rules.moments.begin:
            begin(self, deal)

    def _set_out(
        self,
        rules: Rules,
        players: list[Player],
        display: tuple[str, ...],
        jungle_pile: tuple[str, ...],
    ) -> None:
        """Set out everything before the first tile lies on the table."""
        self.rules, self.players = rules, players
        self.display, self.jungle_pile = display, jungle_pile
        self.turn, self.to_move, self.phase = 0, 0, Phase.PLACE
        self.jungle, self.workers, self._open = {}, {}, []
        self._placed, self._spaces, self._filled = (0, 0), (), ()
        self._pending, self._legal = (), None
        self.supply, self.noted = {}, ()

    # --- As text -----------------------------------------------------------------------------

    def __str__(self) -> str:
        """The playing area, the display and the village boards, as text."""
        from cacao_core.formats.textboard import draw  # noqa: PLC0415  # not needed when a page starts

        return draw(self)

    def to_text(self) -> str:
        """The complete position on one line; :meth:`from_text` reads it back.

        >>> from cacao_core import Deal
        >>> game = Game(Deal.shuffled(players=2, seed=7))
        >>> Game.from_text(game.to_text()) == game
        True
        """
        from cacao_core.formats.position_text import encode  # noqa: PLC0415  # as above

        return encode(self)

    @classmethod
    def from_text(cls, line: str) -> Game:
        """Read a position from its line, see :mod:`cacao_core.formats.position_text`.

        Raises:
            BadRecord: with the wrong word and the reason.
        """
        from cacao_core.formats import position_checks, position_text  # noqa: PLC0415  # as above

        parts = position_text.decode(line)
        game = cls.__new__(cls)
        game._set_out(parts.rules, parts.players, parts.display, parts.jungle_pile)
        game.turn, game.phase = parts.turn, parts.phase
        game._placed, game._filled = parts.placed, parts.filled
        game.workers, game.supply = parts.workers, parts.supply
        for cell, code in parts.jungle.items():
            game._lay(cell, code)
        game.to_move = None if game.is_over else game.turn
        if game.phase is Phase.FILL:
            game._spaces = tuple(sorted(filter(game._must_be_filled, NEIGHBOURS[game._placed])))
            more = game.jungle_pile[:1] == (UNKNOWN,) or game._can_fill_otherwise()
            if not game._spaces or not (game.display or more):
                position_checks.wrong("phase", "there is nothing to fill")
        elif game.phase is Phase.DECIDE and not game._legal_moves():
            position_checks.wrong("phase", "there is nothing to decide")
        elif game.phase is Phase.ACTIVATE:
            game._pending = position_checks.pending_of(parts, game._edges_to_activate())
            game.to_move = game._pending[0][0]
        return game

    # --- Legal moves -------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """The legal moves, without duplicates, in a fixed order; empty when the game is over.

        The order, on which links rely: placements by cell (x, then y), canonical name of the
        tile, clockwise rotation; then overbuilding in the same order; fills by code, then space;
        activations by cell, edge (n, e, s, w) and amount; after all of these, those of modules.
        """
        return (self._legal or self._legal_moves()).copy()

    def play(self, move: Move | str) -> None:
        """Play a legal move, given as a ``Move`` or in notation.

        Raises:
            IllegalMove: with the reason; the position is unchanged.
        """
        self.apply(self.find_move(move))

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """The events of playing a move here, in order; the position is unchanged.

        Hidden tiles are included: the drawn worker tile, and jungle tiles from the pile.

        Raises:
            IllegalMove: with the reason.

        >>> from cacao_core import Deal
        >>> game = Game(Deal.shuffled(players=2, seed=7))
        >>> for event in game.events("W2101@1,0"):
        ...     print(event)
        Placed(seat=0, cell=(1, 0), edges='2101')
        """
        from cacao_core.events import happened  # noqa: PLC0415  # not needed when a page starts

        legal = self.find_move(move)
        after = self.copy()
        after.apply(legal)
        return happened(legal, self, after)

    def find_move(self, move: Move | str) -> Move:
        """The legal move given by a move or a notation.

        Raises:
            IllegalMove: it is not legal, with the reason.
        """
        return legality.find_move(move, self._legal or self._legal_moves(), self)

    def _legal_moves(self) -> list[Move]:
        """The legal moves, computed once; not to be changed."""
        if self._legal is None:
            self._legal = legality.legal_moves(self)
        return self._legal

    # --- A turn, step by step (docs/rules.md 4) ----------------------------------------------

    def apply(self, move: Move) -> None:
        """Play a move from :meth:`legal_moves`, unchecked; any other corrupts the position."""
        self._legal = None
        self.noted = ()
        kind, what, cell, _amount, _choice = move
        if kind == moves.ACTIVATE:
            self._activate(move)
        elif kind == moves.PLACE:
            self._place(cell, what)
        elif kind == moves.OVERBUILD:
            self._overbuild(cell, what)
        elif kind == moves.BUILD:
            self._decide(move)
        else:
            self._fill(move)

    def _place(self, cell: Cell, edges: str) -> None:
        """Step A, and the spaces that step B must fill."""
        self._put(cell, WorkerTile(self.turn, edges))
        del self._open[bisect_left(self._open, cell)]
        spaces = [space for space in NEIGHBOURS[cell] if self._must_be_filled(space)]
        self._spaces = tuple(sorted(spaces)) if spaces else ()
        self._go_on_filling()

    def _overbuild(self, cell: Cell, edges: str) -> None:
        """Step A with overbuilding (docs/rules.md 6): no space must be filled."""
        player = self.players[self.turn]
        player.suns -= min(legality.overbuilding_cost(self.rules, player), player.suns)
        self._put(cell, WorkerTile(self.turn, edges, overbuilt=True))
        self._begin_activation()

    def _put(self, cell: Cell, tile: WorkerTile) -> None:
        self.players[self.turn].discard(TILE_OF_EDGES[tile.edges])
        self.workers[cell] = tile
        self._placed = cell
        self._filled = ()
        for placed in self.rules.moments.placed:
            placed(self, cell)

    def _must_be_filled(self, space: Cell) -> bool:
        if space in self.jungle:
            return False
        north, east, south, west = NEIGHBOURS[space]
        workers = self.workers
        return (north in workers) + (east in workers) + (south in workers) + (west in workers) > 1

    def _fill(self, move: Move) -> None:
        """One tile of step B, from the display or from where a module has it."""
        _kind, code, space, *_rest = move
        origin = "display"
        for take in self.rules.moments.take:
            if taken := take(self, move):
                code, origin = taken
        if origin == "display":
            display = list(self.display)
            # A code that is not there has named an unknown tile.
            try:
                display.remove(code)
            except ValueError:
                display.remove(UNKNOWN)
            self.display = tuple(display)
        self._spaces = tuple([other for other in self._spaces if other != space])
        self._reveal(space, code, origin)
        self._go_on_filling()

    def _go_on_filling(self) -> None:
        """Ask for a tile of the display; if there is none, fill from the pile while it lasts."""
        if self._spaces and (self.display or self._can_fill_otherwise()):
            self.phase = Phase.FILL
            return
        for space in self._spaces:
            code = self.jungle_pile[0] if self.jungle_pile else None
            if code is None:
                break
            if code == UNKNOWN:
                self._spaces = self._spaces[self._spaces.index(space) :]
                self.phase = Phase.FILL
                return
            self.jungle_pile = self.jungle_pile[1:]
            self._reveal(space, code, "pile")
        self._spaces = ()
        self._begin_activation()

    def _can_fill_otherwise(self) -> bool:
        self.phase = Phase.FILL
        return any(filling(self) for filling in self.rules.moments.filling)

    def _reveal(self, space: Cell, code: str, origin: str) -> None:
        self._lay(space, code)
        self._filled += (space,)
        for revealed in self.rules.moments.revealed:
            revealed(self, space, code, origin)

    def _lay(self, space: Cell, code: str) -> None:
        """Place a jungle tile: the empty cells around it become open to worker tiles."""
        self.jungle[space] = code
        for beside in NEIGHBOURS[space]:
            if beside not in self.workers:
                index = bisect_left(self._open, beside)
                if self._open[index : index + 1] != [beside]:
                    insort(self._open, beside)

    def _begin_activation(self) -> None:
        """Start step C: find the edges that act."""
        self._pending = self._edges_to_activate()
        self._go_on_activating()

    def _edges_to_activate(self) -> Pending:
        seats = CLOCKWISE[len(self.players)][self.turn]
        return edges_to_activate(
            seats, self._placed, self._filled, self.jungle, self.workers, self.rules
        )

    def _activate(self, move: Move) -> None:
        """One edge of step C."""
        _kind, letter, cell, amount, choice = move
        side = SIDE_OF_LETTER[letter]
        seat, edges = self._pending[0]
        at = 0
        while edges[at][0] != cell or edges[at][1] != side:
            at += 1
        player, rules = self.players[seat], self.rules
        tile, hooks = rules.tiles[edges[at][2]], rules.moments.acted
        before = player.copy() if hooks else player
        if tile.is_plain:
            tile.act(player, amount)
        else:
            tile.carry_out(self, seat, edges[at], Option(amount, choice))
        for acted in hooks:
            acted(self, seat, before)
        self._pending = ((seat, edges[:at] + edges[at + 1 :]), *self._pending[1:])
        self._go_on_activating()

    def _go_on_activating(self) -> None:
        """Ask the next player with a decision; edges without a possible effect are dropped."""
        largest = self.rules.largest
        while self._pending:
            seat, edges = self._pending[0]
            player = self.players[seat]
            for edge in edges:
                _cell, _side, code, workers = edge
                if (
                    largest[code](player, workers)
                    if code in largest
                    else len(self.rules.tiles[code].options(self, seat, edge)) > 1
                ):
                    self.phase = Phase.ACTIVATE
                    self.to_move = seat
                    return
            self._pending = self._pending[1:]
        if self.rules.modules:
            self._decide_or_end()
        else:
            self._end_turn()

    def _decide_or_end(self) -> None:
        """After all workers have acted: what a module lets the turn's player decide."""
        moments = self.rules.moments
        for all_acted in moments.all_acted:
            all_acted(self)
        if moments.decisions and any(decisions(self) for decisions in moments.decisions):
            self.phase = Phase.DECIDE
            self.to_move = self.turn
        else:
            self._end_turn()

    def _decide(self, move: Move) -> None:
        """A decision of a module."""
        for decide in self.rules.moments.decide:
            decide(self, move)
        self._end_turn()

    def _end_turn(self) -> None:
        """Draw, refill the display, next player; the game ends when the next hand is empty."""
        self.players[self.turn].draw()
        for refill in self.rules.moments.refill:
            refill(self)
        drawn = self.rules.display - len(self.display)
        if drawn:
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
        if self.rules.modules:
            self._begin_next()

    def _begin_next(self) -> None:
        """After a turn, what the modules do when tiles were drawn and the next turn begins."""
        for drawn in self.rules.moments.drawn:
            drawn(self)
        if not self.is_over:
            for begin_turn in self.rules.moments.begin_turn:
                begin_turn(self)
