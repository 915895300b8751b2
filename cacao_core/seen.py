"""A game as one seat may know it: the same moves, and a deal whose unseen tiles are dealt anew.

Games are sent to programs that must not know hidden tiles (such as bots) in this form only: the
result does not depend on any hidden tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cacao_core.deal import Deal, is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import Seat

if TYPE_CHECKING:
    from random import Random


def deal_for(seat: Seat, deal: Deal, moves: Sequence[Move], game: Game, rng: Random) -> Deal:
    """A deal that a seat cannot distinguish from the true one.

    Drawn tiles of the own pile and the jungle pile keep their places. Of the others' piles a seat
    knows only the tiles that were played, so these come first, in the order of play.

    Args:
        deal: the true deal.
        moves: the moves played from it.
        game: the position after these moves.
        rng: deals the unseen tiles.

    Raises:
        CacaoError: no such seat.
    """
    if not is_whole(seat) or not 0 <= seat < deal.players:
        raise CacaoError(f"seat {describe(seat)}: expected 0 to {deal.players - 1}")
    played = [move.tile for move in moves if move.starts_turn]
    piles = []
    for owner, pile in enumerate(deal.worker_piles):
        if owner == seat:
            tiles = pile[: len(pile) - len(game.players[owner].pile)]
        else:
            tiles = tuple(played[(owner - deal.turns_before) % deal.players :: deal.players])
        piles.append(with_rest_shuffled(tiles, pile, rng))
    drawn = deal.jungle_pile[: len(deal.jungle_pile) - len(game.jungle_pile)]
    jungle = with_rest_shuffled(drawn, deal.jungle_pile, rng)
    hidden = _piles_again(deal, game, rng)
    return replace(deal, worker_piles=tuple(piles), jungle_pile=jungle, **hidden)


def _piles_again(deal: Deal, game: Game, rng: Random) -> dict[str, Any]:
    """The face-down pieces of modules, dealt again: changes of the deal, or of its table."""
    names = deal.rules.piles
    if deal.table is None:
        wholes = {name: getattr(deal, name) for name in names}
    else:
        wholes = {name: deal.table.supply[pile] for name, pile in names.items()}
    again = {}
    for name, whole in wholes.items():
        drawn = whole[: len(whole) - len(game.supply[names[name]])]
        again[name] = "".join(with_rest_shuffled(tuple(drawn), whole, rng))
    if deal.table is None or not again:
        return again
    supply = {names[name]: pile for name, pile in again.items()}
    return {"table": replace(deal.table, supply={**deal.table.supply, **supply})}


def with_rest_shuffled(tiles: tuple[str, ...], pile: Sequence[str], rng: Random) -> tuple[str, ...]:
    """The known tiles, then the others of the pile; sorted first, because their order is hidden."""
    rest = sorted(pile)
    for tile in tiles:
        rest.remove(tile)
    rng.shuffle(rest)
    return (*tiles, *rest)
