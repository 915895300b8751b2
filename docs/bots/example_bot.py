"""An example of a bot: it takes the move after which it will be furthest ahead.

Drop this file on the page, as it is or changed. All that a bot needs is a function ``choose`` that
gets a game and returns one of its legal moves; ``cacao_core`` is there to help.
"""

from cacao_core import Game, Move, Phase, ai

CACAO_VALUE = 1.5
"""Gold that a stored fruit is worth: it will be sold, but nobody knows yet for how much."""

BAR_VALUE = 3.5
"""The same of a bar of chocolate; there are none without that module."""

SUN_VALUE = 0.8
"""What a sun token is worth besides the gold that it scores: it may pay for overbuilding."""


def choose(game: Game) -> Move:
    """Return the best move for the seat that has to decide.

    The game is a copy that may be played with, and all that this seat cannot see has been dealt
    at random in it. Who wants to know more about chance looks at several ``game.view(seat, rng)``.
    """
    if game.phase in (Phase.ACTIVATE, Phase.DECIDE):
        return ai.suggest(game)  # the order and the amounts that bring most in this turn; huts
    return max(game.legal_moves(), key=lambda move: outlook(game, move, me=game.turn))


def outlook(game: Game, move: Move, me: int) -> float:
    """How far ahead a seat is at the end of the turn, if it plays the move and goes on as well."""
    game = game.copy()
    game.play(move)
    if game.phase is Phase.FILL:  # spaces to fill have come up: try everything there as well
        return max(outlook(game, fill, me) for fill in game.legal_moves())
    while game.phase in (Phase.ACTIVATE, Phase.DECIDE):  # everybody's workers act; huts
        game.play(ai.suggest(game))
    worths = [worth(game, seat) for seat in range(len(game.players))]
    mine = worths.pop(me)
    return mine - sum(worths) / len(worths)


def worth(game: Game, seat: int) -> float:
    """The score of a seat as it stands, and what its fruits, bars and suns may still bring."""
    player, score = game.players[seat], game.score()[seat]
    if not player.tiles_left:
        return score.total
    goods = CACAO_VALUE * player.cacao + BAR_VALUE * player.bars + SUN_VALUE * player.suns
    return score.total + goods
