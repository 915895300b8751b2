"""Tiles that turn up: in a position, and in the deal of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal, describe
from cacao_core.knowledge.counts import jungle_left
from cacao_core.knowledge.players import HalfKnown, unseen_of
from cacao_core.knowledge.seats import check_seat
from cacao_core.moves import BLIND, FILL, Move
from cacao_core.position import Position
from cacao_core.tiles import COLOURS, UNKNOWN, Seat


def reveal(position: Position, tiles: Sequence[str], seat: Seat | None) -> None:
    """Put tiles in the place of unknown ones; see :meth:`cacao_core.game.Game.reveal`."""
    check_seat(position, seat)
    if seat is None:
        places = [place for place, tile in _turned(position, drawn=True) if tile == UNKNOWN]
        _check(tiles, len(places), jungle_left(position), "jungle tiles")
        for (where, at), tile in zip(places, tiles, strict=False):
            _name(position, where, at, tile)
        return
    player = position.players[seat]
    unknown = [at for at, tile in enumerate(player.hand) if tile == UNKNOWN]
    _check(tiles, len(unknown), Counter(unseen_of(player)), f"hand of {COLOURS[seat]}")
    if isinstance(player, HalfKnown):
        for at, tile in zip(unknown, tiles, strict=False):
            player.name(at, tile)


def reveal_gems(position: Position, gems: str) -> None:
    """Put gems in the place of unknown ones; see :meth:`cacao_core.game.Game.reveal`."""
    hooks = position.rules.moments.name_pieces
    if not hooks:
        raise BadDeal(f"gems: {len(gems)} revealed, but no unknown gem lies on a mine")
    for name_pieces in hooks:
        name_pieces(position, gems)


def unknown_gems(position: Position) -> list[int]:
    """The number of unknown gems on each gem mine that has any, those to be named first first."""
    unseen = (unknown(position) for unknown in position.rules.moments.unknown_pieces)
    return [number for numbers in unseen for number in numbers]


def turned_up(position: Position) -> tuple[str, ...]:
    """The jungle tiles that are to be named if they are unknown.

    These are the display, what lies aside, and the tiles that are drawn for spaces, unless
    somebody may decide otherwise.
    """
    return tuple(tile for _place, tile in _turned(position, drawn=not may_decide(position)))


def may_decide(position: Position) -> bool:
    """Whether a player without display may use another tile than the hidden one."""
    if not position.rules.moments.filling or not position.awaits_draw:
        return False
    return any(filling(position) for filling in position.rules.moments.filling)


_Place = tuple[str, int]


def _turned(position: Position, *, drawn: bool) -> list[tuple[_Place, str]]:
    """The tiles that have turned up, with their places, in the order in which they were drawn."""
    display = [(("display", at), tile) for at, tile in enumerate(position.display)]
    aside = [(("aside", at), tile) for at, tile in enumerate(position.aside)]
    # At the start of a game, what lies aside was drawn first.
    turned = [*display, *aside] if position.workers else [*aside, *display]
    awaited = len(position.open_spaces) if position.awaits_draw and drawn else 0
    return [*turned, *((("pile", at), t) for at, t in enumerate(position.jungle_pile[:awaited]))]


def _name(position: Position, where: str, at: int, tile: str) -> None:
    """Name the tile of a place."""
    moments = position.rules.moments
    if where == "pile":
        position.jungle_pile = _with(position.jungle_pile, at, tile)
        return
    if where == "display":
        position.display = _with(position.display, at, tile)
    else:
        for named_aside in moments.named_aside:
            named_aside(position, _with(position.aside, at, tile))
        at += len(position.display)
    for named in moments.named:
        named(position, at)


def _with(pile: tuple[str, ...], at: int, tile: str) -> tuple[str, ...]:
    return (*pile[:at], tile, *pile[at + 1 :])


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


def _named(pile: Sequence[str], tiles: Sequence[str], skipped: int = 0) -> tuple[str, ...]:
    """A pile whose first unknown tiles are named, but for some that stay unknown."""
    names = iter((*[UNKNOWN] * skipped, *tiles))
    return tuple(next(names, UNKNOWN) if tile == UNKNOWN else tile for tile in pile)


# --- The deal of a record ------------------------------------------------------------------------


def after_reveal(deal: Deal, tiles: Sequence[str], seat: Seat | None) -> Deal:
    """The deal of a game in which tiles turned up; they were checked there."""
    if seat is not None:
        return _with_workers(deal, seat, tiles)
    return replace_piles(deal, jungle=_named(deal.jungle_pile, tiles))


def after_gems(deal: Deal, gems: str) -> Deal:
    """The deal of a game in which gems turned up; they were checked there."""
    if deal.table is None:
        piles: dict[str, Any] = {
            name: "".join(_named(getattr(deal, name), gems)) for name in deal.rules.piles
        }
        return replace(deal, **piles)
    supply = dict(deal.table.supply)
    for pile in deal.rules.piles.values():
        supply[pile] = "".join(_named(supply[pile], gems))
    return replace(deal, table=replace(deal.table, supply=supply))


def after_move(deal: Deal, before: Position, move: Move) -> Deal:
    """The deal of a game in which a move has named its tile, if that was unknown."""
    if move.kind == FILL and move.what != BLIND:
        if move.tile in before.display:
            return deal
        unknown = [place for place, tile in _turned(before, drawn=False) if tile == UNKNOWN]
        skipped = next(n for n, (where, _at) in enumerate(unknown) if where == "display")
        return replace_piles(deal, jungle=_named(deal.jungle_pile, (move.tile,), skipped))
    if move.starts_turn and move.tile not in before.players[before.turn].hand:
        return _with_workers(deal, before.turn, (move.tile,))
    return deal


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
