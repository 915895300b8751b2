"""Why a move is not legal, in words; derived from the legal moves, so that no rule stands twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from cacao_core.moves import ACTIVATE, FILL, OVERBUILD, PLACE, Move

if TYPE_CHECKING:
    from cacao_core.game import Game

_DUTIES: Final = {
    PLACE: "place a worker tile",
    OVERBUILD: "overbuild",
    FILL: "fill a jungle space",
    ACTIVATE: "activate an edge",
}
_HOLDERS: Final = {PLACE: "hand", OVERBUILD: "hand", FILL: "display"}


def why_illegal(game: Game, move: object) -> str:
    """The reason why a move is not among the legal moves of a position.

    Args:
        game: the position.
        move: a move that is not legal there, or anything else.
    """
    try:
        move = Move.parse(str(move))
    except (TypeError, ValueError):
        return f"{move!r:.80} is not a move"
    if game.is_over:
        return f"{move}: the game is over"
    legal = game.legal_moves()
    same = [other for other in legal if other.kind == move.kind]
    if not same:
        duties = " or ".join(dict.fromkeys(_DUTIES[other.kind] for other in legal))
        return f"{move}: seat {game.to_move} cannot {_DUTIES[move.kind]} now; expected: {duties}"
    there = [other for other in same if other.cell == move.cell]
    if not there:
        cells = _few(f"{other.cell[0]},{other.cell[1]}" for other in same)
        return f"{move}: not possible on {move.cell[0]},{move.cell[1]}; expected one of {cells}"
    return f"{move}: {_wrong_tile_or_amount(move, there)}"


def _wrong_tile_or_amount(move: Move, there: list[Move]) -> str:
    if move.kind != ACTIVATE:
        tiles = _few(other.tile for other in there)
        return f"no {move.tile} in the {_HOLDERS[move.kind]}; expected one of {tiles}"
    amounts = [other.amount for other in there if other.what == move.what]
    if not amounts:
        edges = _few(other.what for other in there)
        return f"edge {move.what} has nothing to activate; expected one of {edges}"
    return f"amount {move.amount} is too much; expected 0 to {max(amounts)}"


def _few(words: Iterable[str], limit: int = 8) -> str:
    known = list(dict.fromkeys(words))
    return " ".join(known[:limit]) + (" …" if len(known) > limit else "")
