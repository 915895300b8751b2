"""Unknown tiles dealt by chance: every way to deal those that are left is as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from cacao_core.chance import splitmix64
from cacao_core.deal import Deal
from cacao_core.errors import CacaoError
from cacao_core.knowledge.counts import jungle_left
from cacao_core.knowledge.players import players_of, take_goods, unseen_of
from cacao_core.knowledge.revealing import after_gems, replace_piles, turned_up, unknown_gems
from cacao_core.player import Player
from cacao_core.position import Position
from cacao_core.tiles import COLOURS, UNKNOWN

T = TypeVar("T", bound=Position)


def filled(position: T, rng: Random) -> T:
    """A copy in which no tile is unknown; an awaited tile is on the pile."""
    whole = position.copy()
    whole.players = [_filled(player, rng) for player in position.players]
    tiles = _shuffled(jungle_left(position).elements(), rng)
    whole.display = _with(position.display, tiles)
    moments, shown = position.rules.moments, (*position.display, *position.aside)
    for named_aside in moments.named_aside:
        named_aside(whole, _with(position.aside, tiles))
    whole.jungle_pile = _with(position.jungle_pile, tiles)
    for named in moments.named:
        for at in (at for at, tile in enumerate(shown) if tile == UNKNOWN):
            named(whole, at)
    for complete in moments.complete:
        complete(whole, rng.shuffle)
    return whole


def _filled(player: Player, rng: Random) -> Player:
    tiles = _shuffled(unseen_of(player), rng)
    hand = _with(player.hand, tiles)
    whole = Player(hand, _with(player.pile, tiles), player.rules)
    take_goods(whole, player)
    return whole


def completed_deal(deal: Deal, rng: Random) -> Deal:
    """The deal, without a table, with all unknown tiles dealt by chance.

    It leads through the same moves.
    """
    if deal.is_known:
        return deal
    unseen = map(unseen_of, players_of(deal))
    workers = [
        _with(pile, _shuffled(tiles, rng))
        for pile, tiles in zip(deal.worker_piles, unseen, strict=True)
    ]
    left = Counter(deal.rules.jungle_tiles[deal.players]) - Counter(deal.jungle_pile)
    jungle = _with(deal.jungle_pile, _shuffled(left.elements(), rng))
    whole = replace_piles(deal, workers, jungle)
    for module in deal.rules.modules:
        if module.pile and UNKNOWN in (dealt := getattr(deal, module.deals)):
            pieces = Counter(module.deal(deal.players, splitmix64(0))) - Counter(dealt)
            whole = after_gems(whole, "".join(_shuffled(pieces.elements(), rng)))
    return whole


def _shuffled(tiles: Iterable[str], rng: Random) -> Iterator[str]:
    order = sorted(tiles)
    rng.shuffle(order)
    return iter(order)


def _with(pile: Sequence[str], tiles: Iterator[str]) -> tuple[str, ...]:
    return tuple(next(tiles) if tile == UNKNOWN else tile for tile in pile)


def decidable(position: T) -> T:
    """A position on which the seat to move can be advised: whole, as if by chance.

    Raises:
        CacaoError: what that seat sees at a real table is not known here.
    """
    seat = position.to_move
    if position.is_known or seat is None:
        return position
    if UNKNOWN in turned_up(position):
        raise CacaoError("a jungle tile that has turned up is not known: reveal it first")
    if unknown_gems(position):
        raise CacaoError("a gem that lies on a mine is not known: reveal it first")
    if UNKNOWN in position.players[seat].hand:
        raise CacaoError(f"the hand of {COLOURS[seat]} is not known: reveal it first")
    return filled(position, Random(0))  # noqa: S311  # any will do
