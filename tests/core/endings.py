"""Small positions near the end of a game, and their results by brute force over all moves."""

from __future__ import annotations

from random import Random

from cacao_core import Deal, Game, Move, Phase, ai
from cacao_core.moves import FILL
from cacao_core.rules import BASE

Result = tuple[int, int]
"""Of a seat: lead in gold over the best of the others; -1, 0, 1 by cacao if that lead is 0."""


def small_position(players: int, turns: int, seed: int, *, jungle: int = 0, kinds: int = 2) -> Game:
    """A position after a few turns by chance, cut short: the rest of the tiles is put away.

    Args:
        players: number of players.
        turns: turns that are left in all.
        seed: of the deal, of the play and of the goods.
        jungle: most jungle tiles that are left.
        kinds: most kinds of tiles in a hand.
    """
    rng = Random(seed)
    game = Game(Deal.shuffled(players, seed))
    first = -turns % players  # whose turn it is then
    least = rng.choice((3, 4, 5)) + players
    while game.phase is not Phase.PLACE or game.turn != first or len(game.workers) < least:
        game.play(rng.choice(game.legal_moves()))
    for seat, player in enumerate(game.players):
        count = turns // players + (seat >= first and turns % players > 0)
        some = rng.sample(sorted({*player.hand, *player.pile}), k=min(kinds, 2))
        player.hand = tuple(rng.choice(some) for _tile in range(count))
        player.pile = ()
        player.gold, player.cacao = rng.randrange(4), rng.randrange(BASE.storage + 1)
        player.suns = rng.choice((0, 0, 1, BASE.sun_sites))
        player.water = rng.randrange(len(BASE.water))
    left = rng.randrange(jungle + 1)
    game.display = game.display[: min(left, 2)]
    game.jungle_pile = game.jungle_pile[: max(0, left - 2)]
    return game


def result_of(game: Game, seat: int) -> Result:
    """A seat's result of a game that is over (docs/rules.md 5)."""
    ranks = [(score.total, score.cacao) for score in game.score()]
    gold, cacao = ranks.pop(seat)
    most, kept = max(ranks)
    return gold - most, (cacao > kept) - (cacao < kept) if gold == most else 0


def brute_force(game: Game, seat: int, known: dict[object, Result] | None = None) -> Result:
    """A seat's result if it plays best, and all others as is worst for it; over all legal moves."""
    if game.is_over:
        return result_of(game, seat)
    known = {} if known is None else known
    key = game.key()
    if key not in known:
        found = [brute_force(after(game, move), seat, known) for move in game.legal_moves()]
        known[key] = max(found) if game.to_move == seat else min(found)
    return known[key]


def after(game: Game, *line: Move) -> Game:
    """The position after some legal moves."""
    game = game.copy()
    for move in line:
        game.play(move)
    return game


def told(game: Game, root: Game, budget: int) -> Result | None:
    """What ``solve`` says, or the rules if the game is over, for the seat to move in ``root``.

    Between two players only, unless that seat is still to move.
    """
    seat = root.to_move
    assert seat is not None
    if game.is_over:
        return result_of(game, seat)
    found = ai.solve(game, budget)
    if found is None:
        return None
    tie = 0 if found.margin or len(found.winners) > 1 else 2 * (found.seat in found.winners) - 1
    return (found.margin, tie) if found.seat == seat else (-found.margin, -tie)


def differences(game: Game) -> list[str]:
    """In what ``solve`` differs from brute force: the result, the best first moves, the line."""
    seat = game.to_move
    assert seat is not None
    known: dict[object, Result] = {}
    result = brute_force(game, seat, known)
    found = ai.solve(game, 10**6)
    if found is None:
        return ["it is not solved"]
    wrong = []
    if told(game, game, 10**6) != result:
        wrong.append(f"{found.margin} instead of {result}")
    best = {
        move for move in game.legal_moves() if brute_force(after(game, move), seat, known) == result
    }
    firsts = {turn[0] for turn in found.turns}
    if game.phase is Phase.FILL:  # in any order
        firsts = {move for turn in found.turns for move in turn if move.kind == FILL}
    if game.phase is not Phase.ACTIVATE and firsts != best:
        wrong.append(f"best moves: {firsts ^ best}")
    if not firsts <= best:
        wrong.append(f"not best: {firsts - best}")
    for turn in found.turns:
        if brute_force(after(game, *turn), seat, known) != result:
            wrong.append(f"the result is not reached by {turn}")
    end = after(game, *found.line)
    totals = tuple(score.total for score in end.score())
    if (result_of(end, seat), totals) != (result, found.gold) or not end.is_over:
        wrong.append(f"the line comes to {totals}, not {found.gold}")
    if tuple(end.winners()) != found.winners:
        wrong.append(f"{found.winners} have not won")
    return wrong
