"""The choices of the seat to move, as the search of :mod:`cacao_core.ai.search` compares them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cacao_core.ai.general.lookahead import ValuedTurn
from cacao_core.ai.general.playing import Line, decisions, finish, lead, play, rest_of, turns_of
from cacao_core.ai.general.workers import planned_moves
from cacao_core.ai.general.worths import Worths
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Seat


class Deciding:
    """A decision.

    Args:
        game: the position; hidden tiles have no influence on ``ways``.
    """

    def __init__(self, game: Game, worths: Worths) -> None:
        assert game.to_move is not None, "somebody has to decide"
        self._game, self._worths = game, worths
        self.seat: Seat = game.to_move
        """The deciding seat."""
        self.seats = len(game.players)
        """Number of players."""
        self.turns = self._found()
        """The choices with their worth, most promising first."""
        self.ways = [turn.moves for turn in self.turns]
        """The moves of each choice that are decided now."""

    def _found(self) -> list[ValuedTurn]:
        game = self._game
        if game.phase is Phase.ACTIVATE:
            return _activations(game, self._worths, self.seat)
        if game.phase is Phase.DECIDE:
            return decisions(game, self._worths)
        return turns_of(game, self._worths)

    def way_as(self, line: Sequence[Move]) -> Line:
        """A choice with just these moves, which are legal."""
        return tuple(line)

    def deal(self, rng: Random) -> Game:
        """The position with everything that is hidden from the seat dealt again."""
        return self._game.view(self.seat, rng)

    def after(self, dealt: Game, way: Line) -> Game:
        """The start of the next turn after a choice."""
        game = dealt.copy()
        play(game, way, self._worths)
        return game

    def chances(self, state: Game, values: Sequence[float]) -> list[float]:
        """Each seat's chance of winning."""
        return self._worths.chances(state, values)

    def first_move(self, way: Line) -> Move:
        """The first move of a choice."""
        return way[0]

    def line(self, way: Line) -> Line:
        """The moves of a choice in this turn, up to the first that depends on hidden tiles."""
        game = self._game.copy()
        for at, move in enumerate(way):
            if game.to_move != self.seat:
                return way[:at]
            drawn = game.jungle_pile
            game.apply(move)
            if game.jungle_pile != drawn and game.phase is not Phase.PLACE:
                return way[: at + 1]  # a space was filled from the pile
        return (*way, *rest_of(game, self._worths, self.seat))


def _activations(game: Game, worths: Worths, seat: Seat) -> list[ValuedTurn]:
    """Each activation with the turn's end as it looks best, the planned one first."""
    planned = planned_moves(game, worths)[0]
    turns = []
    for move in game.legal_moves():
        after = game.copy()
        after.apply(move)
        finish(after, worths)
        turns.append(ValuedTurn(lead(worths, after, seat), (move,)))
    return sorted(turns, key=lambda turn: (turn.moves[0] != planned, -turn.worth))


def play_on(worths: Worths, depth: int, game: Game) -> list[float]:
    """Play further turns as they look best at once; each seat's expected gold after them.

    Args:
        depth: number of turns, unless the end of the game is near.
        game: is changed.
    """
    left = sum(player.tiles_left for player in game.players)
    for _turn in range(left if left <= TO_THE_END else depth):
        play(game, turns_of(game, worths)[0].moves, worths)
    return worths.evaluate(game)


TO_THE_END = 3
"""Number of remaining turns of the game from which on playouts go to its end."""
