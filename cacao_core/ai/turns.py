"""Converts a game to the whole turns that a search compares, and back to moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

from cacao_core import moves
from cacao_core.ai.playouts.encoding import (
    CODES,
    NUMBER_OF,
    ONE_SUN,
    ONE_TURN,
    ORIENTATION_OF,
    ORIENTATIONS,
    holding_of,
)
from cacao_core.ai.playouts.evaluation import win_chances
from cacao_core.ai.playouts.grid import Grid
from cacao_core.ai.playouts.options import actions, actions_at
from cacao_core.ai.playouts.state import Action, State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.search import Dealt, QuickRoot, Way
from cacao_core.ai.suggesting import suggest
from cacao_core.game import Game, Phase
from cacao_core.jungle import JUNGLE
from cacao_core.moves import Move, activations
from cacao_core.player import Player
from cacao_core.tiles import TILE_OF_EDGES, Seat


class TurnRoot(QuickRoot[Way, Dealt], Protocol[Way, Dealt]):
    """A decision of a game, of which turns can be asked for."""

    def way_as(self, line: Sequence[Move]) -> Way:
        """The choice with just these moves, which are legal; perhaps not one of ``ways``."""


class AskedRoot:
    """A decision of which some turns are asked for, and told as they were asked.

    Args:
        asked: choices of it, each with the moves that were asked for, or none.
    """

    def __init__(
        self, root: TurnRoot[Any, Any], asked: Sequence[tuple[Any, tuple[Move, ...]]]
    ) -> None:
        self._root = root
        self.seat = root.seat
        """The deciding seat."""
        self.seats = root.seats
        """Number of players."""
        self.ways = asked
        """The choices."""

    def deal(self, rng: Random) -> Any:  # noqa: ANN401  # what the root deals
        """As the root."""
        return self._root.deal(rng)

    def after(self, dealt: Any, way: tuple[Any, tuple[Move, ...]]) -> State:  # noqa: ANN401  # its
        """As the root."""
        return self._root.after(dealt, way[0])

    def chances(self, state: State, values: Sequence[float]) -> Sequence[float]:
        """As the root."""
        return self._root.chances(state, values)

    def standing(self, dealt: Any) -> State:  # noqa: ANN401  # its
        """As the root."""
        return self._root.standing(dealt)

    def first_move(self, way: tuple[Any, tuple[Move, ...]]) -> Move:
        """The first move that was asked for."""
        return self.line(way)[0]

    def way_as(self, line: Sequence[Move]) -> tuple[Any, tuple[Move, ...]]:
        """As the root, told as it is asked for."""
        return self._root.way_as(line), tuple(line)

    def line(self, way: tuple[Any, tuple[Move, ...]]) -> tuple[Move, ...]:
        """The moves that were asked for, then the others of the turn."""
        choice, asked = way
        return (*asked, *(move for move in self._root.line(choice) if move not in asked))


class PlayedTurn(Action):
    """A whole turn whose activations are given, because they are not the suggested ones.

    Args:
        like: the turn with this placement and these fills.
        moves: all of it, up to the first decision of another seat.
        before: who plays it, before it.
        after: the same player after it.
    """

    __slots__ = ("gold", "held", "moves")

    def __init__(
        self, like: Action, moves: tuple[Move, ...], before: Player, after: Player
    ) -> None:
        super().__init__(
            like.worth, like.square, like.orientation, 0, like.filling, overbuilds=like.overbuilds
        )
        self.moves = moves
        self.gold = after.gold - before.gold
        self.held = holding_of(after) + ONE_TURN + (ONE_SUN if like.overbuilds else 0)

    def activate(self, state: State) -> None:
        """Give its seat what the activations bring, before the turn is played.

        In this order, workers at a tile that is drawn from the pile add to it.
        """
        state.gold[state.turn] += self.gold
        state.held[state.turn] = self.held


class Placing:
    """The choices of the seat to move for the rest of this turn, when placing or filling.

    Args:
        game: the position; hidden tiles have no influence on ``ways``.
        tables: the values of goods and temples.
        grid: the grid of ``state``; None creates one around the area.
    """

    def __init__(self, game: Game, tables: Tables, grid: Grid | None = None) -> None:
        self._game = game
        self.seat = game.turn
        """The deciding seat."""
        self.seats = len(game.players)
        """Number of players."""
        self.state = State.of(turned_back(game), tables, grid)
        """The position before this turn's tile was placed."""
        self.ways = actions(self.state) if game.phase is Phase.PLACE else self._going_on()
        """Whole turns that agree with what was played already, most promising first; only one of
        those with equal effects."""

    @property
    def whole(self) -> list[Action]:
        """All turns that were possible when this one began, most promising first."""
        return actions(self.state)

    def goes_on(self, way: Action) -> bool:
        """Whether a turn has the tile that was placed and the spaces that were filled."""
        game, square = self._game, self.state.grid.square
        done = {(square(space), NUMBER_OF[game.jungle[space]]) for space in game.filled}
        placed = square(game.placed), ORIENTATION_OF[game.workers[game.placed].edges]
        return (way.square, way.orientation) == placed and done <= set(way.filling)

    def _going_on(self) -> list[Action]:
        game, square = self._game, self.state.grid.square
        tile = game.workers[game.placed]
        actions = actions_at(self.state, square(game.placed), ORIENTATION_OF[tile.edges])
        return [action for action in actions if self.goes_on(action)]

    def way_of(self, line: Sequence[Move]) -> Action:
        """The turn as it was played, in the phase of placing; one of ``ways`` if it is among them.

        Args:
            line: the moves of its seat, as far as they were played.
        """
        opening = [move for move in line if move.kind != moves.ACTIVATE]
        placed = self.way_as(opening)
        like = next((way for way in self.ways if way.is_like(placed)), placed)
        played, suggested = self._game.copy(), self._game.copy()
        played.jungle_pile = suggested.jungle_pile = ()  # what is drawn there is hidden
        whole = play_out(played, line)
        play_out(suggested, opening)
        after = played.players[self.seat]
        if whole is None or after == suggested.players[self.seat]:
            return like
        return PlayedTurn(like, whole, self._game.players[self.seat], after)

    def way_as(self, line: Sequence[Move]) -> Action:
        """The most promising turn with just these moves, which are legal; perhaps not in ``ways``.

        Args:
            line: in the phase of placing a placement and fills, else fills.
        """
        square = self.state.grid.square
        if self._game.phase is Phase.FILL:
            done = {(square(fill.cell), NUMBER_OF[fill.what]) for fill in line}
            return next(way for way in self._going_on() if done <= set(way.filling))
        place, *fills = line
        overbuilds = place.kind == moves.OVERBUILD
        actions = actions_at(
            self.state, square(place.cell), ORIENTATION_OF[place.what], overbuilds=overbuilds
        )
        done = {(square(fill.cell), NUMBER_OF[fill.what]) for fill in fills}
        return next(action for action in actions if done <= set(action.filling))

    def deal(self, rng: Random) -> State:
        """The state with the tiles hidden from the seat dealt again."""
        dealt = self.state.copy()
        dealt.shuffle(self.seat, rng)
        return dealt

    def after(self, dealt: State, way: Action) -> State:
        """The start of the next turn."""
        state = dealt.copy()
        if isinstance(way, PlayedTurn):
            way.activate(state)
        state.play(way)
        return state

    chances = staticmethod(win_chances)

    def standing(self, dealt: State) -> State:
        """The position before this turn's tile was placed."""
        return dealt

    def first_move(self, way: Action) -> Move:
        """The first move of a turn."""
        return self._opening(way)[0]

    def line(self, way: Action) -> tuple[Move, ...]:
        """The moves of a turn, up to the first that depends on hidden tiles; at least one."""
        if isinstance(way, PlayedTurn):
            return way.moves
        opening = self._opening(way)
        game = self._game.copy()
        for move in opening:
            game.play(move)
        if any(not number for _, number in way.filling):
            return tuple(opening)  # a space was filled from the pile
        return (*opening, *activations_of(game, self.seat))

    def _opening(self, way: Action) -> list[Move]:
        """The placement and the fills."""
        game, cell = self._game, self.state.grid.cell
        line: list[Move] = []
        if game.phase is Phase.PLACE:
            kind = moves.OVERBUILD if way.overbuilds else moves.PLACE
            line.append(Move(kind, ORIENTATIONS[way.orientation], cell(way.square)))
        for space, number in way.filling:
            if number and cell(space) not in game.jungle:
                line.append(Move(moves.FILL, CODES[number], cell(space)))
        return line


class Activating:
    """The sensible choices of the seat to move for its next edge.

    Args:
        game: the position; hidden tiles have no influence on ``ways``.
        tables: the values of goods and temples.
    """

    def __init__(self, game: Game, tables: Tables) -> None:
        assert game.to_move is not None, "somebody has to activate"
        self._game = game
        self._tables = tables
        self._grid = State.of(game, tables).grid
        self.seat = game.to_move
        """The deciding seat."""
        self.seats = len(game.players)
        """Number of players."""
        suggested = suggest(game)
        others = [move for move in _sensible(game, self.seat) if move != suggested]
        self.ways = [suggested, *others]
        """The suggested move, then all others, but never less than possible except at markets."""

    def deal(self, rng: Random) -> Game:
        """The position with the tiles hidden from the seat dealt again."""
        return self._game.view(self.seat, rng)

    def after(self, dealt: Game, way: Move) -> State:
        """The start of the next turn, if everybody plays the suggested activations."""
        game = dealt.copy()
        game.apply(way)
        while game.phase is Phase.ACTIVATE:
            game.apply(suggest(game))
        return State.of(game, self._tables, self._grid)

    chances = staticmethod(win_chances)

    def standing(self, dealt: Game) -> State:
        """The start of the next turn."""
        return self.after(dealt, self.ways[0])

    def first_move(self, way: Move) -> Move:
        """The move itself."""
        return way

    def way_as(self, line: Sequence[Move]) -> Move:
        """A legal activation as a choice; perhaps not in ``ways``."""
        return line[0]

    def line(self, way: Move) -> tuple[Move, ...]:
        """The move and what the same seat does with its other edges."""
        game = self._game.copy()
        game.play(way)
        return (way, *activations_of(game, self.seat))


def play_out(game: Game, line: Iterable[Move]) -> tuple[Move, ...] | None:
    """The moves of a turn, played up to the first decision of another seat.

    Activations that are left open follow the suggestions. Those at a tile that does not lie there
    are left out: it was drawn from the pile.

    Args:
        game: the position before the turn; it is changed.
        line: moves of the seat whose turn it is.

    Returns:
        None if not all spaces are filled.
    """
    seat, played = game.turn, list[Move]()
    for move in line:
        if move.kind != moves.ACTIVATE or move in game.legal_moves():
            game.apply(move)
            played.append(move)
    if game.phase is Phase.FILL:
        return None
    return (*played, *activations_of(game, seat))


def activations_of(game: Game, seat: Seat) -> list[Move]:
    """Play the suggested activations of a seat while it has to decide, and return them."""
    line = []
    turn = len(game.workers), game.turn
    while game.phase is Phase.ACTIVATE and game.to_move == seat:
        line.append(suggest(game))
        game.apply(line[-1])
        if (len(game.workers), game.turn) != turn:
            break
    return line


def _sensible(game: Game, seat: Seat) -> list[Move]:
    """The sensible activations: all amounts at markets, else the largest."""
    player = game.players[seat]
    sensible: list[Move] = []
    for cell, side, code, workers in game.open_edges:
        largest = player.max_amount(code, workers)
        sensible += activations(cell, side, largest)[
            0 if JUNGLE[code].good == "market" else largest :
        ]
    return sensible


def turned_back(game: Game) -> Game:
    """The position before this turn's tile was placed; the same in the phase of placing."""
    if game.phase is Phase.PLACE:
        return game
    before = game.copy()
    tile = before.workers.pop(game.placed)
    before.players[game.turn].hand += (TILE_OF_EDGES[tile.edges],)
    before.display += tuple(before.jungle.pop(space) for space in game.filled)
    return before
