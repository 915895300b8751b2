"""Reasons why a move is illegal; derived from the legal moves, so that no rule is written twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cacao_core.errors import describe
from cacao_core.moves import ACTIVATE, BUILD, FILL, FILL_FROM_MAP, OVERBUILD, PLACE, Move
from cacao_core.tiles import TILE_OF_EDGES, Seat

_DUTIES: Final = {
    PLACE: "place a worker tile",
    OVERBUILD: "overbuild",
    FILL: "fill a jungle space",
    FILL_FROM_MAP: "fill a jungle space from the map board",
    ACTIVATE: "activate an edge",
    BUILD: "build a hut",
}
_HOLDERS: Final = {
    PLACE: "hand",
    OVERBUILD: "hand",
    FILL: "display",
    FILL_FROM_MAP: "map board",
    BUILD: "supply that can be built",
}


def why_illegal(move: object, legal: Sequence[Move], to_move: Seat | None) -> str:
    """The reason why a move is not among the legal moves of a position.

    Args:
        move: a move that is not legal there, or anything else.
        legal: the legal moves of the position; none when the game is over.
        to_move: seat that must decide there.
    """
    if not isinstance(move, Move) or not _is_well_formed(move):
        return f"{describe(move)} is not a move"
    if not legal:
        return f"{move}: the game is over"
    same = [other for other in legal if other.kind == move.kind]
    if not same:
        duties = " or ".join(dict.fromkeys(_DUTIES[other.kind] for other in legal))
        return f"{move}: seat {to_move} cannot {_DUTIES[move.kind]} now; expected: {duties}"
    there = [other for other in same if other.cell == move.cell]
    if not there:
        cells = _few(f"{other.cell[0]},{other.cell[1]}" for other in same)
        return f"{move}: not possible on {move.cell[0]},{move.cell[1]}; expected one of {cells}"
    return f"{move}: {_wrong_tile_or_amount(move, there)}"


def _is_well_formed(move: Move) -> bool:
    """Whether a move can be written in notation."""
    numbers = (*move.cell, move.amount) if isinstance(move.cell, tuple) else (None,)
    texts = (move.kind, move.what)
    if not all(type(n) is int and abs(n) < 1000 for n in numbers):
        return False
    if not all(type(text) is str and len(text) < 10 for text in texts):
        return False
    try:
        return Move.parse(str(move)) == move
    except (TypeError, ValueError):
        return False


def _wrong_tile_or_amount(move: Move, there: list[Move]) -> str:
    if move.kind != ACTIVATE:
        tile = TILE_OF_EDGES.get(move.what, move.what)
        tiles = _few(TILE_OF_EDGES.get(other.what, other.what) for other in there)
        return f"no {tile} in the {_HOLDERS[move.kind]}; expected one of {tiles}"
    amounts = [other.amount for other in there if other.what == move.what]
    if not amounts:
        edges = _few(other.what for other in there)
        return f"edge {move.what} has nothing to activate; expected one of {edges}"
    if move.choice or any(other.choice for other in there if other.what == move.what):
        ways = _few(other.choice or "0" for other in there if other.what == move.what)
        return f"{move.choice or move.amount} is not possible; expected one of {ways}"
    if move.amount <= max(amounts):
        expected = _few(map(str, amounts))
        return f"amount {move.amount} is not possible; expected one of {expected}"
    return f"amount {move.amount} is too much; expected 0 to {max(amounts)}"


def _few(words: Iterable[str], limit: int = 8) -> str:
    known = list(dict.fromkeys(words))
    return " ".join(known[:limit]) + (" …" if len(known) > limit else "")
