"""The value of a whole turn, found by playing it: the most gold, and the winner in the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from cacao_core.ai.endings import solve
from cacao_core.ai.suggesting import IMPATIENT, most_gold, suggest
from cacao_core.errors import CacaoError
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Seat

_UNLIMITED: Final = 1 << 60
"""A budget that is never used up."""


class Placement(NamedTuple):
    """A placement with its fills, and the gold that its player can take then."""

    moves: tuple[Move, ...]
    """The placement and the fills."""
    gold: int
    """The most that is certain, with the best activations."""
    hoped: int
    """The most with the luckiest tile from the pile; the same as ``gold`` if none is drawn."""


def play_turn(game: Game, moves: Iterable[Move | str]) -> Game:
    """The position after a whole turn of the seat to move; what others decide in it may follow.

    Raises:
        IllegalMove: a move is not legal.
        CacaoError: the seat has still to decide in this turn, or the moves go beyond it.
    """
    seat, turn = game.to_move, len(game.workers)
    after = game.copy()
    begun = False
    for move in moves:
        if begun and after.phase in (Phase.PLACE, Phase.OVER):
            raise CacaoError("the moves go on after the end of the turn")
        after.play(move)
        begun = True
    if not begun or (after.to_move == seat and after.phase is not Phase.PLACE):
        raise CacaoError(f"the turn is not complete: seat {seat} has still to decide")
    assert len(after.workers) - turn in (0, 1), "one tile is placed in a turn"
    return after


def openings(game: Game) -> Iterator[Placement]:
    """Every placement of the seat to move with every way to fill, and what it brings.

    A turn draws one hidden tile at most: a space more than the display has tiles.
    """
    for place in game.legal_moves():
        begun = game.copy()
        begun.apply(place)
        blind = len(begun.open_spaces) > len(begun.display) and bool(begun.jungle_pile)
        codes = sorted(set(begun.jungle_pile)) if blind else [""]
        by_fills: dict[tuple[Move, ...], list[int]] = {}
        for code in codes:
            dealt = begun.copy()
            if code:
                dealt.jungle_pile = (code, *_without(begun.jungle_pile, code))
            for fills, after in _filled(dealt):
                by_fills.setdefault(fills, []).append(_gold(after, game.turn))
        for fills, gold in by_fills.items():
            yield Placement((place, *fills), min(gold), max(gold))


def _without(codes: tuple[str, ...], code: str) -> tuple[str, ...]:
    at = codes.index(code)
    return codes[:at] + codes[at + 1 :]


def _filled(begun: Game) -> Iterator[tuple[tuple[Move, ...], Game]]:
    """Each way to fill the spaces, in one order, and the position after it."""
    waiting: list[tuple[tuple[Move, ...], Game]] = [((), begun)]
    while waiting:
        fills, game = waiting.pop()
        if game.phase is not Phase.FILL:
            yield fills, game
            continue
        for move in game.legal_moves():
            if fills and (move.cell, move.what) < (fills[-1].cell, fills[-1].what):
                continue  # the same fills in another order
            after = game.copy()
            after.apply(move)
            waiting.append(((*fills, move), after))


def _gold(after: Game, seat: Seat) -> int:
    """The most gold that a seat takes in the rest of its turn."""
    return most_gold(after) if after.to_move == seat and after.phase is Phase.ACTIVATE else 0


def best_for_gold(game: Game, opening: Placement) -> tuple[Move, ...]:
    """The whole turn that takes the most gold after a placement and fills."""
    after = game.copy()
    for move in opening.moves:
        after.apply(move)
    line = list(opening.moves)
    while after.to_move == game.to_move and after.phase is Phase.ACTIVATE:
        line.append(suggest(after, IMPATIENT))
        after.apply(line[-1])
    return tuple(line)


def gold_of(game: Game, moves: Iterable[Move | str]) -> int:
    """The gold that the seat to move takes by a whole turn.

    Raises:
        CacaoError: illegal moves, or not a whole turn.
    """
    assert game.to_move is not None, "somebody is to move"
    seat = game.to_move
    return play_turn(game, moves).players[seat].gold - game.players[seat].gold


def wins_after(game: Game, moves: Iterable[Move | str]) -> bool:
    """Whether the seat to move wins alone after a whole turn, with best play of all.

    Args:
        game: a position that :func:`can_be_won_for_certain` accepts.
        moves: the turn.

    Raises:
        CacaoError: illegal moves, or not a whole turn.
    """
    seat = game.to_move
    after = play_turn(game, moves)
    if len(game.players) > 2:
        while after.phase is Phase.ACTIVATE:  # the others take what they can
            after.apply(suggest(after, IMPATIENT))
    if after.to_move is None:
        return after.winners() == [seat]
    solution = solve(after, _UNLIMITED)
    assert solution is not None, "nothing is hidden"
    return solution.winners == (seat,)


def can_be_won_for_certain(game: Game) -> bool:
    """Whether nothing is hidden; with three and four players, whether it is the last turn."""
    if game.phase is not Phase.PLACE or game.jungle_pile:
        return False
    if any(player.pile for player in game.players):
        return False
    left = sum(player.tiles_left for player in game.players)
    return len(game.players) == 2 or left == 1
