"""The work of `master` shared by several workers; the move is that of ``ai.choose``.

One thread leads; any number of others work, each with the same position and seed::

    choice = begin(game, seed)          # the leader; a Move if there is nothing to share
    while not choice.is_decided:
        results = [work(game, seed, part) for part in choice.parts]  # one for each worker
        choice.join(results)            # in the order of the parts
    move = end(game, seed, choice)

A :class:`~cacao_core.ai.master.Part` is three plain values, ``(seed, deals, ways)``, and a result a
list of numbers, so both can be sent as JSON. :attr:`Choice.best` is the best turn so far, for
leaders that must stop early.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from cacao_core.ai.activation import obvious
from cacao_core.ai.endings import Ending
from cacao_core.ai.levels import ENOUGH, check_budget, nodes_for, playouts_of, root_of
from cacao_core.ai.master import Choice, Part, playouts_for, run, running
from cacao_core.ai.search import Root
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.game import Game, Phase
from cacao_core.moves import Move

_LEVEL: Final = "master"


def begin(game: Game, seed: int, budget: int | None = None) -> Move | Choice:
    """The work to be done for a move, or the move if it needs none.

    Args:
        game: the position; left as it is. Hidden tiles have no influence.
        seed: makes the choice repeatable.
        budget: playouts for a turn, 1 or more, instead of the level's own.
    """
    check_budget(budget)
    rng = Random(seed)
    assert game.to_move is not None, "somebody has to move"
    view = game.view(game.to_move, rng)
    if view.phase is Phase.ACTIVATE and (sure := obvious(view)):
        return sure
    if nodes := nodes_for(view, _LEVEL):
        ending = Ending(view, nodes)
        for _share in ending.steps():
            pass
        if ending.decides:
            return ending.first_move()
    playouts = playouts_of(view, STRENGTHS[_LEVEL].budget if budget is None else budget)
    root = root_of(view)
    if len(root.ways) == 1 or (view.phase is Phase.ACTIVATE and playouts < ENOUGH):
        return root.first_move(root.ways[0])
    return Choice(root, rng.getrandbits(32), playouts_for(view, playouts))


def work(game: Game, seed: int, part: Part) -> list[float]:
    """The result of a part, for :meth:`Choice.join`; game and seed are those of :func:`begin`."""
    return run(_root(game, seed), Part(*part))


def working(
    game: Game, seed: int, part: tuple[int, int, Sequence[int]]
) -> Iterator[tuple[float, list[float]]]:
    """:func:`work` in small steps: the share of the work done, and the result, empty until then."""
    number, deals, ways = part
    playouts = deals * len(ways)
    steps = running(_root(game, seed), Part(number, deals, tuple(ways)))
    for done, sums in enumerate(steps, start=1):
        yield done / playouts, sums if done == playouts else []


def is_shared(game: Game) -> bool:
    """Whether the next move is worth sharing: a whole turn, not the end of the game."""
    assert game.to_move is not None, "somebody has to move"
    view = game.view(game.to_move, Random(0))
    return game.phase is Phase.PLACE and not nodes_for(view, _LEVEL)


def end(game: Game, seed: int, choice: Choice) -> Move:
    """The move of the best turn so far."""
    root = _root(game, seed)
    return root.first_move(root.ways[choice.best])


def _root(game: Game, seed: int) -> Root[Any, Any]:
    assert game.to_move is not None, "somebody has to move"
    return root_of(game.view(game.to_move, Random(seed)))
