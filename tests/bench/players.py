"""Simple players to measure the levels against, for the arena: `tests/bench/players.py:flat`.

They are not part of the package: a good programmer could write them in an afternoon.
"""

from __future__ import annotations

from random import Random

from cacao_core import Game, Move, Phase
from cacao_core.ai.activation import suggest
from cacao_core.ai.evaluation import evaluate
from cacao_core.ai.policy import best_action
from cacao_core.ai.tables import Tables
from cacao_core.ai.turns import Placing
from cacao_core.ai.weights import PLAIN
from cacao_core.tiles import NEIGHBOURS, WORKERS_ON, Seat

_PLACEMENTS, _DEALS, _DEPTH = 10, 40, 4
_TABLES = {seats: Tables(seats, PLAIN) for seats in (2, 3, 4)}


def greedy(game: Game) -> Move:
    """Full-turn greedy: every placement, every way to fill, best activations; PLAIN weights.

    It plays every turn out on the rules' own engine.
    """
    if game.phase is Phase.ACTIVATE:
        return _activation(game)
    seat = game.turn
    rated = [(_after(game, move, seat), move) for move in game.legal_moves()]
    return max(rated, key=lambda pair: pair[0])[1]


def _after(game: Game, move: Move, seat: Seat) -> float:
    """The seat's advantage at the end of the turn, if it plays the move and goes on as well."""
    game = game.copy()
    game.apply(move)
    if game.phase is Phase.FILL:
        return max(_after(game, fill, seat) for fill in game.legal_moves())
    while game.phase is Phase.ACTIVATE:
        game.apply(_activation(game))
    return _advantage(game, seat)


def _activation(game: Game) -> Move:
    assert game.to_move is not None
    return suggest(game, PLAIN.cacao[game.players[game.to_move].tiles_left])


def _advantage(game: Game, seat: Seat) -> float:
    """A seat's lead over the others' average; temples as at present."""
    temples = game.temples()
    values = []
    for other, player in enumerate(game.players):
        left = player.tiles_left
        values.append(
            player.gold
            + PLAIN.cacao[left][player.cacao]
            + PLAIN.suns[left][player.suns]
            + PLAIN.water[left][player.water]
            + sum(temple.gold[other] for temple in temples)
        )
    mine = values.pop(seat)
    return mine - sum(values) / len(values)


def flat(game: Game) -> Move:
    """Plain flat Monte-Carlo: the 10 greedily best turns, 40 re-deals each, 4 turns deep.

    Every turn is tried equally often, playouts are greedy, the end is valued with PLAIN weights.
    """
    if game.phase is Phase.ACTIVATE:
        return _activation(game)
    root = Placing(game, _TABLES[len(game.players)])
    rng = Random(0)
    totals = [0.0] * len(root.ways[:_PLACEMENTS])
    for _deal in range(_DEALS):
        dealt = root.deal(rng)
        for index, way in enumerate(root.ways[:_PLACEMENTS]):
            state = root.after(dealt, way)
            for _turn in range(_DEPTH):
                if not state.is_over:
                    state.play(best_action(state))
            values = evaluate(state)
            mine = values.pop(root.seat)
            totals[index] += mine - max(values)
    return root.first_move(root.ways[max(range(len(totals)), key=totals.__getitem__)])


def learner(game: Game) -> Move:
    """Somebody who has just finished *Learn to play*; the lowest level is measured against it.

    The model: in each turn one kind of thing is in mind (fruits to take, a market to sell at, gold,
    water, the sun or a temple). Half of the cells are seen, and one tile of the hand. The first
    place that gives something of the kind, in any orientation that comes to hand, is good enough;
    if there is none, the first that gives anything. Spaces are filled with what was in mind, else
    with anything. Workers always do as much as they can.
    """
    rng = Random(game.to_text())
    moves = list(game.legal_moves())
    if game.phase is Phase.ACTIVATE:
        return max(moves, key=lambda move: move.amount)
    mind = rng.choice(_MINDS)
    rng.shuffle(moves)
    if game.phase is Phase.FILL:
        return next((move for move in moves if move.what[0] in mind), moves[0])
    cells = sorted({move.cell for move in moves})
    seen = set(rng.sample(cells, (len(cells) + 1) // 2))
    tile = rng.choice(sorted({move.tile for move in moves}))
    moves = [move for move in moves if move.cell in seen and move.tile == tile] or moves
    wanted = next((move for move in moves if _gives(game, move, mind)), None)
    return wanted or next((move for move in moves if _gives(game, move, "PMGWST")), moves[0])


_MINDS = ("P", "M", "M", "G", "W", "S", "T")


def _gives(game: Game, move: Move, kinds: str) -> bool:
    """Whether workers of a placed tile face something of a kind that has an effect now."""
    player = game.players[game.turn]
    for cell, workers in zip(NEIGHBOURS[move.cell], WORKERS_ON[move.what], strict=True):
        code = game.jungle.get(cell, "")
        if not (code and workers and code[0] in kinds):
            continue
        if code == "T" or player.max_amount(code, workers):
            return True
    return False
