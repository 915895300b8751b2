"""Playing turns as they look best at once: placement, fills, activations, and what modules ask."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.ai.general.lookahead import Lookahead, ValuedTurn
from cacao_core.ai.general.workers import activate_all, obvious, planned_moves
from cacao_core.ai.general.worths import Worths, worths_for
from cacao_core.game import Game, Phase
from cacao_core.modules.huts import HUTS
from cacao_core.moves import BUILD, NO_HUT, Move
from cacao_core.tiles import Seat

Line = tuple[Move, ...]


def turns_of(game: Game, worths: Worths) -> list[ValuedTurn]:
    """The turns that can begin, or go on with fills, most promising first."""
    if game.phase is Phase.PLACE:
        return Lookahead(game, worths).turns()
    return fillings(game, worths)


def fillings(game: Game, worths: Worths) -> list[ValuedTurn]:
    """The ways to fill the spaces that are open, most promising first."""
    turns = [
        ValuedTurn(lead(worths, after, game.turn), line)
        for line, after in _fillings(game, (), worths)
    ]
    return sorted(turns, key=lambda turn: -turn.worth)


def _fillings(game: Game, begun: Line, worths: Worths) -> list[tuple[Line, Game]]:
    """Each way with the position after the turn; the order of fills has no influence."""
    if game.phase is not Phase.FILL:
        after = game.copy()
        finish(after, worths)
        return [(begun, after)]
    fillings: list[tuple[Line, Game]] = []
    first = game.open_spaces[0]
    legal = game.legal_moves()
    spaces = [first] if len(game.display) >= len(game.open_spaces) else game.open_spaces
    for move in legal:
        if move.cell in spaces:
            after = game.copy()
            after.apply(move)
            fillings += _fillings(after, (*begun, move), worths)
    return fillings


def decisions(game: Game, worths: Worths) -> list[ValuedTurn]:
    """The decisions that a module asks of the seat to move, most promising first."""
    turns = [ValuedTurn(decided(game, move, worths), (move,)) for move in game.legal_moves()]
    return sorted(turns, key=lambda turn: -turn.worth)


def decided(game: Game, move: Move, worths: Worths) -> float:
    """The worth of a decision."""
    if move.what == NO_HUT:
        return 0.0
    huts = game.players[game.turn].huts
    worth = worths.hut(game, move.what, game.turn) - worths.liquidity(game, HUTS[move.what].cost)
    return worth - HUTS[move.what].cost + ("MB" in huts) + (move.what == "MB")


def finish(game: Game, worths: Worths) -> None:
    """Play a turn to its end as it looks best.

    Args:
        game: it is changed.
    """
    while game.phase not in (Phase.PLACE, Phase.OVER):
        if game.phase is Phase.ACTIVATE:
            activate_all(game, worths)
        elif game.phase is Phase.FILL:
            for move in fillings(game, worths)[0].moves:
                game.apply(move)
        else:
            game.apply(decisions(game, worths)[0].moves[0])


def play(game: Game, line: Sequence[Move], worths: Worths) -> None:
    """Play the moves of a turn, and the rest of it as it looks best; ``game`` is changed."""
    for move in line:
        if move.kind == BUILD and game.phase is Phase.ACTIVATE:
            activate_all(game, worths)  # others, before the seat of the turn decides
        game.apply(move)
    finish(game, worths)


def rest_of(game: Game, worths: Worths, seat: Seat) -> Line:
    """The moves of a seat in the rest of this turn, up to the first decision of another seat.

    Args:
        game: it is changed.
        seat: whose decisions.
    """
    line: list[Move] = []
    while game.to_move == seat and game.phase not in (Phase.PLACE, Phase.OVER):
        if game.phase is Phase.ACTIVATE:
            line += activate_all(game, worths, seat)
        else:
            move = (fillings if game.phase is Phase.FILL else decisions)(game, worths)[0].moves[0]
            game.apply(move)
            line.append(move)
    return tuple(line)


def lead(worths: Worths, game: Game, seat: Seat) -> float:
    """The worth of a position to a seat beside the others."""
    values = worths.evaluate(game)
    others = sum(values) - values[seat]
    return values[seat] - worths.share * others


def suggest(game: Game) -> Move:
    """The best next activation or decision of the seat to move, judged by this turn only."""
    worths = worths_for(game.rules, len(game.players))
    if game.phase is Phase.DECIDE:
        return decisions(game, worths)[0].moves[0]
    return obvious(game) or planned_moves(game, worths)[0]
