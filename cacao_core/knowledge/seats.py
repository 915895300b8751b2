"""A seat's knowledge of a position."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.knowledge.counts import Hidden, jungle_left
from cacao_core.knowledge.players import player_of, take_goods, unseen_of
from cacao_core.player import Player
from cacao_core.position import Phase, Position
from cacao_core.tiles import UNKNOWN, Seat

T = TypeVar("T", bound=Position)


def check_seat(position: Position, seat: Seat | None) -> None:
    """Raise :class:`CacaoError` unless it is a seat, or None."""
    seats = len(position.players)
    if seat is not None and (not is_whole(seat) or not 0 <= seat < seats):
        raise CacaoError(f"seat {describe(seat)}: expected 0 to {seats - 1}, or None")


def known_to(position: T, seat: Seat | None) -> T:
    """See :meth:`cacao_core.game.Game.known_to`."""
    check_seat(position, seat)
    seen = position.copy()
    seen.players = [
        _without_hidden(player, own=owner == seat) for owner, player in enumerate(position.players)
    ]
    seen.jungle_pile = (UNKNOWN,) * len(position.jungle_pile)
    for pile in position.rules.piles.values():
        seen.supply[pile] = UNKNOWN * len(position.supply[pile])
    return seen


def _without_hidden(player: Player, *, own: bool) -> Player:
    hidden = player.pile if own else player.hand + player.pile
    unseen = [*unseen_of(player), *(tile for tile in hidden if tile != UNKNOWN)]
    hand = player.hand if own else (UNKNOWN,) * len(player.hand)
    veiled = player_of(hand, (UNKNOWN,) * len(player.pile), player.rules, unseen)
    take_goods(veiled, player)
    return veiled


def hidden(position: Position, seat: Seat | None) -> Hidden:
    """See :meth:`cacao_core.game.Game.hidden`."""
    seen = known_to(position, seat)
    return Hidden(
        seat,
        tuple(player.hand.count(UNKNOWN) for player in seen.players),
        tuple(player.pile.count(UNKNOWN) for player in seen.players),
        seen.display.count(UNKNOWN),
        seen.jungle_pile.count(UNKNOWN),
        tuple(dict(Counter(unseen_of(player))) for player in seen.players),
        dict(jungle_left(seen)),
    )


def key_for(position: Position, seat: Seat) -> tuple[object, ...]:
    """The same value for all positions of which a seat knows the same.

    The order of the hand has no influence, nor what happened in the turn before.
    """
    seen = known_to(position, seat)
    for player in seen.players:
        player.hand = tuple(sorted(player.hand))
    if seen.phase in (Phase.PLACE, Phase.OVER):
        seen._placed = (0, 0)
    return seen.key()
