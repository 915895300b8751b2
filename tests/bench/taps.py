"""How many taps a whole game takes a person on a phone: a count, no measurement of time.

Games of the medium computer are played again as a person would tap them, with the rules of the
page: what is chosen already costs nothing. "before" counts as the page was until each jungle tile
was its own question: one tap for each activation that is asked, and every space is tapped.

    python -m tests.bench.taps [games]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from cacao_core import Deal, Game, Move, Phase, ai
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES, Seat
from cacao_web.game import plans
from cacao_web.game.preview import preview

_ME: Seat = 0


def taps(deal: Deal) -> Counter[str]:
    """The taps of the first player in a game, by kind, now and before."""
    game, counted = Game(deal), Counter[str]()
    planned: Sequence[Move] = ()
    follows = False
    while not game.is_over:
        move = ai.choose(game, "medium", seed=deal.seed or 0)
        if game.to_move == _ME:
            if game.phase is Phase.ACTIVATE:
                asked = ai.obvious(game) is None
                counted["activate before"] += asked
                if planned and planned[0] == move:
                    planned = planned[1:]
                elif asked and not (follows and game.turn == _ME and move == ai.suggest(game)):
                    counted["activate now"] += 1
                    plan = plans.shown(game, ai.suggest(game))
                    planned = plan.moves[1:] if plan.moves[0] == move else ()
            else:
                planned, follows = (), preview(game, move).asks
                _place(game, move, counted)
        game.play(move)
    return counted


def _place(game: Game, move: Move, counted: Counter[str]) -> None:
    """Tile, rotation, cell and tick."""
    if move.kind == "J":
        other = game.display.index(move.what) > 0
        one = len(game.open_spaces) == 1
        if len(game.legal_moves()) == 1:
            return  # it is played automatically
        counted["fill before"] += other + 2
        counted["fill now"] += other + (1 if one else 2)
        return
    hand, tile = game.players[_ME].hand, TILE_OF_EDGES[move.what]
    turned = ROTATIONS[tile].index(move.what)
    here = (hand.index(tile) > 0) + turned + 2
    counted["place before"] += here
    counted["place now"] += here


def main() -> None:
    """Print the mean of some games."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for players in (2, 3, 4):
        total = Counter[str]()
        for seed in range(games):
            total += taps(Deal.shuffled(players, seed))
        now, before = (
            sum(number for kind, number in total.items() if kind.endswith(when)) / games
            for when in ("now", "before")
        )
        kinds = ", ".join(f"{kind} {number / games:.1f}" for kind, number in sorted(total.items()))
        print(
            f"{players} players: {before:.1f} before, {now:.1f} now ({now / before:.2f}); {kinds}"
        )


if __name__ == "__main__":
    main()
