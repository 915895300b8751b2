"""The deal that a device shows: the known tiles in their places, and all others at random."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cacao_core.deal import Deal
from cacao_core.fair.dealing.draws import filled_blind
from cacao_core.fair.dealing.hidden import drawn_by
from cacao_core.fair.ledger import Ledger
from cacao_core.fair.table import Invitation
from cacao_core.game import Game
from cacao_core.moves import BLIND, Move
from cacao_core.seen import with_rest_shuffled


def unknown_deal(invitation: Invitation, rng: Random) -> Deal:
    """A deal when nothing is known yet but what the host has chosen."""
    players, rules, huts = invitation.players, invitation.rules, invitation.huts or None
    deal = Deal.shuffled(players, rng.getrandbits(64), rules, huts)
    return replace(deal)


def known_deal(ledger: Ledger, rng: Random, own: bool = True) -> Deal:
    """The deal, as far as a device knows it.

    In a pile that is not known, the tiles that were played come first, in the order of play.

    Args:
        rng: deals all other tiles; it must not depend on a secret.
        own: whether it includes the hands that the device knows.
    """
    course = ledger.course
    piles = []
    for seat in range(len(course.owners)):
        private = ledger.private_of(seat) if own or course.is_over else None
        drawn_tiles = course.played_by(seat) if private is None else drawn_by(seat, private, course)
        piles.append(with_rest_shuffled(tuple(drawn_tiles), course.worker_tiles, rng))
    drawn, dealt = tuple(course.stock.jungle_drawn), course.stock.dealt.copy()
    if course.is_over:
        jungle = (*drawn, *course.stock.jungle_left())
        for name in course.rules.piles:
            dealt[name] = (*dealt[name], *course.stock.pieces_left(name))
    else:
        jungle = with_rest_shuffled(drawn, course.stock.jungle_tiles, rng)
        for name in course.rules.piles:
            dealt[name] = with_rest_shuffled(tuple(dealt[name]), course.stock.pieces(name), rng)
    is_chosen = bool(course.huts)
    return Deal(tuple(piles), jungle, course.rules, **dealt, is_chosen=is_chosen)


def position(ledger: Ledger, deal: Deal) -> Game:
    """The position with the tiles of a known deal.

    While a draw is awaited, the tiles to be drawn are not there: the display is short, or the
    spaces that they fill are open and nobody can move.
    """
    course = ledger.course
    game = course.game.copy()
    if game.is_over:
        return game
    for seat, player in enumerate(game.players):
        pile = deal.worker_piles[seat]
        drawn = course.drawn(seat)
        hand, player.pile = list(pile[:drawn]), pile[drawn:]
        placed = course.played_by(seat)
        if course.held and course.held.starts_turn and seat == game.turn:
            placed.pop()
        for tile in placed:
            hand.remove(tile)
        player.hand = tuple(hand)
    game.jungle_pile = deal.jungle_pile[len(course.stock.jungle_drawn) :]
    for name, place in game.rules.piles.items():
        game.supply[place] = getattr(deal, name)[len(course.stock.dealt[name]) :]
    if course.held is not None:
        _without_draw(game, course.held)
    return game


class _Paused(Game):
    """A position in which nothing follows from a fill: the next tiles are not known yet."""

    __slots__ = ()

    def _go_on_filling(self) -> None:
        pass


def _without_draw(game: Game, move: Move) -> None:
    """Play a move, but not the draw that is due after it."""
    after = game.copy()
    after.apply(move)
    if move.what == BLIND:
        game._legal = []  # the space is still open, and nobody can decide
        return
    if filled_blind(game, after, move):
        game.__class__ = _Paused
        game.apply(move)
        game.__class__ = Game
        return
    mover, jungle_pile = game.players[game.turn], game.jungle_pile
    pile, mover.pile, game.jungle_pile = mover.pile, (), ()
    game.apply(move)
    mover.pile, game.jungle_pile = pile, jungle_pile
