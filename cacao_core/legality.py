"""The legal moves of a position (docs/rules.md 4 to 6, 11), and why all others are illegal.

The reasons are derived from the legal moves, so that no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from cacao_core import moves
from cacao_core.errors import IllegalMove, describe
from cacao_core.knowledge.positions import OpenPosition
from cacao_core.moves import ACTIVATE, BUILD, FILL, FILL_FROM_MAP, OVERBUILD, PLACE, Move
from cacao_core.player import Player
from cacao_core.position import Phase
from cacao_core.rules import Rules
from cacao_core.tiles import TILE_OF_EDGES, UNKNOWN, Seat

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


_FEW: Final = 8
"""So many of the expected things are named."""


def legal_moves(position: OpenPosition) -> list[Move]:
    """The legal moves of a position, in the order of :meth:`~cacao_core.game.Game.legal_moves`."""
    phase, moments = position.phase, position.rules.moments
    if phase is Phase.PLACE:
        return _placements(position)
    if phase is Phase.ACTIVATE:
        return _activations(position)
    if phase is Phase.FILL:
        codes = sorted(set(position.display))
        if UNKNOWN in codes:
            codes = position.possible_codes()
        fills = [moves.fill(code, space) for code in codes for space in position._spaces]
        for filling in moments.filling:
            fills += filling(position)
        return fills
    if phase is Phase.DECIDE:
        return [move for decisions in moments.decisions for move in decisions(position)]
    return []


def _placements(position: OpenPosition) -> list[Move]:
    player = position.players[position.turn]
    tiles = frozenset(player.hand)
    if UNKNOWN in tiles:
        tiles = frozenset(player.possible)
    places = moves.placements(PLACE, tiles)
    placements = list(chain.from_iterable(map(places.__getitem__, position._open)))
    rules = position.rules
    may = len(position.jungle_pile) <= rules.overbuilding_from and _overbuilding_is_open(position)
    if (may and player.suns >= overbuilding_cost(rules, player)) or not placements:
        overbuildings = moves.placements(OVERBUILD, tiles)
        for cell, tile in sorted(position.workers.items()):
            if tile.owner == position.turn and not tile.overbuilt:
                placements += overbuildings[cell]
    return placements


def _overbuilding_is_open(position: OpenPosition) -> bool:
    rules, left = position.rules, len(position.jungle_pile)
    if not rules.early_overbuilding:
        left += len(position.display)
        if rules.moments.aside:
            left += len(position.aside)
    return left <= rules.overbuilding_from


def overbuilding_cost(rules: Rules, player: Player) -> int:
    """Sun tokens that overbuilding costs a player (docs/rules.md 6, 11.4)."""
    costs = rules.moments.overbuilding_cost
    return min(cost(player) for cost in costs) if costs else 1


def _activations(position: OpenPosition) -> list[Move]:
    seat, edges = position._pending[0]
    rules = position.rules
    player, largest = position.players[seat], rules.largest
    activations: list[Move] = []
    for edge in edges:
        cell, side, code, workers = edge
        if code in largest:
            activations += moves.activations(cell, side, largest[code](player, workers))
        else:
            activations += moves.activate(
                cell, side, rules.tiles[code].options(position, seat, edge)
            )
    return activations


def find_move(move: Move | str, legal: Sequence[Move], position: OpenPosition) -> Move:
    """That one of the legal moves of a position which a move or a notation gives.

    Raises:
        IllegalMove: it is not legal, with the reason.
    """
    if isinstance(move, str):
        move = Move.parse(move)
    try:
        if isinstance(move, Move):
            return legal[legal.index(move)]
    except ValueError:
        pass  # refused below, with the reason
    if position.awaits_draw and isinstance(move, Move):
        space = "{},{}".format(*position._spaces[0])
        raise IllegalMove(f"a jungle tile is drawn for {space}: it has to be revealed first")
    raise IllegalMove(_why_illegal(move, legal, position.to_move))


def _why_illegal(move: object, legal: Sequence[Move], to_move: Seat | None) -> str:
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


def _few(words: Iterable[str]) -> str:
    moves = list(dict.fromkeys(words))
    return " ".join(moves[:_FEW]) + (" …" if len(moves) > _FEW else "")
