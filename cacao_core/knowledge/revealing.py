"""Tiles that turn up: in a position, and in the deal of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal, describe
from cacao_core.knowledge.counts import jungle_left
from cacao_core.knowledge.players import HalfKnown, unseen_of
from cacao_core.knowledge.seats import check_seat
from cacao_core.moves import ACTIVATE, FILL, Move
from cacao_core.position import Position
from cacao_core.tiles import COLOURS, UNKNOWN, Seat


def reveal(position: Position, tiles: Sequence[str], seat: Seat | None) -> None:
    """Put tiles in the place of unknown ones; see :meth:`cacao_core.game.Game.reveal`."""
    check_seat(position, seat)
    if seat is None:
        turned = turned_up(position)
        _check(tiles, turned.count(UNKNOWN), jungle_left(position), "jungle tiles")
        shown = len(position.display)
        named = _named(turned, tiles)
        position.display = named[:shown]
        position.jungle_pile = (*named[shown:], *position.jungle_pile[len(turned) - shown :])
        return
    player = position.players[seat]
    unknown = [at for at, tile in enumerate(player.hand) if tile == UNKNOWN]
    _check(tiles, len(unknown), Counter(unseen_of(player)), f"hand of {COLOURS[seat]}")
    if isinstance(player, HalfKnown):
        for at, tile in zip(unknown, tiles, strict=False):
            player.name(at, tile)


def turned_up(position: Position) -> tuple[str, ...]:
    """The display, and the tiles that are drawn for spaces."""
    awaited = len(position.open_spaces) if position.awaits_draw else 0
    return (*position.display, *position.jungle_pile[:awaited])


def _check(tiles: Sequence[str], places: int, left: Counter[str], where: str) -> None:
    if len(tiles) > places:
        have = f"{places} unknown tiles have turned up" if places else "no unknown tile is there"
        raise BadDeal(f"{where}: {len(tiles)} revealed, but {have}")
    given: Counter[str] = Counter()
    for tile in tiles:
        if type(tile) is not str or given[tile] >= left[tile]:
            expected = " ".join(sorted((left - given).elements()))
            raise BadDeal(f"{where}: no {describe(tile)} is left; expected one of {expected}")
        given[tile] += 1


def _named(pile: Sequence[str], tiles: Sequence[str]) -> tuple[str, ...]:
    """A pile whose first unknown tiles are named."""
    names = iter(tiles)
    return tuple(next(names, UNKNOWN) if tile == UNKNOWN else tile for tile in pile)


# --- The deal of a record ------------------------------------------------------------------------


def after_reveal(deal: Deal, position: Position, tiles: Sequence[str], seat: Seat | None) -> Deal:
    """The deal of a game in which tiles turned up at a position; they were checked there."""
    if seat is not None:
        return _with_workers(deal, seat, tiles)
    skipped = len(deal.jungle_pile) - len(position.jungle_pile) - len(position.display)
    jungle = deal.jungle_pile
    return replace_piles(deal, jungle=(*jungle[:skipped], *_named(jungle[skipped:], tiles)))


def after_move(deal: Deal, before: Position, move: Move) -> Deal:
    """The deal of a game in which a move has named its tile, if that was unknown."""
    if move.kind == ACTIVATE:
        return deal
    if move.kind == FILL:
        named = move.tile in before.display
        return deal if named else after_reveal(deal, before, (move.tile,), None)
    named = move.tile in before.players[before.turn].hand
    return deal if named else _with_workers(deal, before.turn, (move.tile,))


def _with_workers(deal: Deal, seat: Seat, tiles: Sequence[str]) -> Deal:
    piles = list(deal.worker_piles)
    piles[seat] = _named(piles[seat], tiles)
    return replace_piles(deal, workers=piles)


def replace_piles(
    deal: Deal, workers: Collection[Sequence[str]] = (), jungle: Sequence[str] = ()
) -> Deal:
    """A deal with other piles; those that are empty stay."""
    piles = tuple(map(tuple, workers)) or deal.worker_piles
    return replace(deal, worker_piles=piles, jungle_pile=tuple(jungle) or deal.jungle_pile)
