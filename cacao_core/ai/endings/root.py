"""The choices of the seat to move for the rest of its turn: their exact values, and their moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from cacao_core import moves
from cacao_core.ai.endings.field import ORIENTATIONS_OF_KIND, EndingTurn, Field, effect, goods_of
from cacao_core.ai.endings.goods import POINT, results, worth_at_end
from cacao_core.ai.endings.search import Window
from cacao_core.ai.endings.tree import EVERYTHING, EndingTree, Node
from cacao_core.ai.endings.turns import PendingEdges, TurnPlan, turns_in
from cacao_core.ai.learned.tables import WEIGHTS
from cacao_core.ai.playouts.encoding import (
    CODES,
    NUMBER_OF,
    ONE_SUN,
    ORIENTATION_OF,
    ORIENTATIONS,
    Holding,
    holding_of,
    suns_of,
)
from cacao_core.ai.playouts.grid import Grid, Square
from cacao_core.ai.playouts.state import State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.suggesting import obvious
from cacao_core.ai.turns import turned_back
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Seat

Goods: TypeAlias = tuple[int, Holding]
"""A player's gold, and holding without turns left."""

_MARGIN: Final = 5
"""Squares around the area besides one for each jungle tile to come: it can grow so far."""


class TurnRest(NamedTuple):
    """The rest of a turn."""

    opening: tuple[Move, ...]
    """Its placement and fills."""
    goods: Goods
    """The seat's goods after its activations."""


class RootChoice:
    """Ways with the same effects.

    Attributes:
        ways: all of them.
        goods: what the seat has after them, if that is the same for all.
        guess: what they seem to be worth.
        value: their value, within a window.
    """

    __slots__ = ("goods", "guess", "value", "ways")

    def __init__(self, guess: int, value: Callable[[Window], int], goods: Goods = (0, 0)) -> None:
        self.ways: list[TurnRest] = []
        self.goods = goods
        self.guess = guess
        self.value = value


def options_of(game: Game, tree: EndingTree) -> list[RootChoice]:
    """All choices of the seat to move, the most promising for it first."""
    if game.phase is Phase.ACTIVATE:
        choices = list(_acting(game, tree))
    else:
        before = turned_back(game)
        node = Node(_state_of(before), tree.budget)
        if node.field:
            choices = _on_field(game, node, node.field, tree)
        else:
            choices = _filling(game, node, tree)
    choices.sort(key=lambda option: -option.guess)
    return choices


def _state_of(game: Game) -> State:
    margin = _MARGIN + len(game.display) + len(game.jungle_pile)
    grid = Grid([*game.jungle, *game.workers], margin)
    return State.of(game, _tables_for(len(game.players)), grid)


@cache
def _tables_for(seats: int) -> Tables:
    """Tables for a number of players; only those of the temples are used."""
    return Tables(seats, WEIGHTS[seats])


# --- Without jungle tiles ------------------------------------------------------------------------


def _on_field(game: Game, node: Node, field: Field, tree: EndingTree) -> list[RootChoice]:
    """The placements and overbuildings, with the results of their activations."""
    seat, state = game.turn, node.state
    held = goods_of(state.held[seat])
    targets = [(square, -1) for square in state.open]
    if suns_of(held):
        targets += [(square, field.tile(*field.tile_at(square))) for square in state.own[seat]]
    choices: dict[EndingTurn, RootChoice] = {}
    for square, covered in targets:
        kind = moves.PLACE if covered < 0 else moves.OVERBUILD
        for orientation, step, earned in _steps_on(node, field, square, covered):
            if step not in choices:
                choices[step] = RootChoice(step.gain, partial(tree.after, node, step))
            move = Move(kind, ORIENTATIONS[orientation], state.grid.cell(square))
            choices[step].ways.append(TurnRest((move,), (state.gold[seat] + earned, step.held)))
    return list(choices.values())


def _steps_on(
    node: Node, field: Field, square: Square, covered: int
) -> Iterator[tuple[int, EndingTurn, int]]:
    """All turns on a cell: orientation, turn, gold that it earns at once.

    Args:
        field: its field.
        covered: number of the own tile there that is overbuilt; -1 for an ordinary placement.
    """
    state = node.state
    seat = state.turn
    held = goods_of(state.held[seat])
    rest = held if covered < 0 else held - ONE_SUN
    lost = 0 if covered < 0 else field.tiles[covered][1]
    place = field.place(square) if covered < 0 else -1
    for kind in sorted(set(state.hands[seat])):
        for orientation in ORIENTATIONS_OF_KIND[kind]:
            for gain, after, workers in effect(field.sides(square), orientation, rest):
                change = workers - lost
                total = gain + worth_at_end(rest) - worth_at_end(held)
                total += field.lead_gain(seat, field.temples, change)
                earned = (gain - worth_at_end(after) + worth_at_end(rest)) // POINT
                yield orientation, EndingTurn(total, after, kind, place, covered, change), earned


# --- With jungle tiles ---------------------------------------------------------------------------


def _filling(game: Game, node: Node, tree: EndingTree) -> list[RootChoice]:
    """The placements and fillings that agree with what was played, and their results."""
    outcomes: dict[tuple[object, ...], list[RootChoice]] = {}
    for turn in turns_in(node.state, all_looks=True):
        opening = _opening(game, node.state, turn)
        if opening is None:
            continue
        key = (turn.square, turn.filling, turn.look)
        if key not in outcomes:
            tree.budget.spend()
            after = node.state.copy()
            after.lay_out(turn.square, turn.orientation, turn.filling)
            outcomes[key] = _outcomes(Node(after, tree.budget), turn.pending, tree)
        for option in outcomes[key]:
            option.ways.append(TurnRest(opening, option.goods))
    return [option for options in outcomes.values() for option in options]


def _opening(game: Game, state: State, turn: TurnPlan) -> tuple[Move, ...] | None:
    """The moves of a placement and its fills that are still to be played; None if others were."""
    cell = state.grid.cell
    line = []
    if game.phase is Phase.PLACE:
        line.append(Move(moves.PLACE, ORIENTATIONS[turn.orientation], cell(turn.square)))
    else:
        edges = game.workers[game.placed].edges
        done = {(space, game.jungle[space]) for space in game.filled}
        fills = {(cell(space), CODES[number]) for space, number in turn.filling}
        if (cell(turn.square), turn.orientation) != (game.placed, ORIENTATION_OF[edges]):
            return None
        if not done <= fills:
            return None
    for space, number in turn.filling[: len(state.display)]:
        if cell(space) not in game.jungle:
            line.append(Move(moves.FILL, CODES[number], cell(space)))
    return tuple(line)


def _acting(game: Game, tree: EndingTree) -> list[RootChoice]:
    """The results of the edges of the seat to move."""
    choices = _outcomes(*_waived(game, tree), tree)
    for option in choices:
        option.ways.append(TurnRest((), option.goods))
    return choices


def _waived(game: Game, tree: EndingTree) -> tuple[Node, PendingEdges]:
    """The position after the turn, as if everybody waived everything, and the edges that act."""
    pending: list[tuple[Seat, tuple[tuple[int, int], ...]]] = []
    after = game.copy()
    while after.phase is Phase.ACTIVATE:
        seat = after.to_move
        assert seat is not None, "somebody has to activate"
        edges = [(NUMBER_OF[code], workers) for _, _, code, workers in after.open_edges]
        pending.append((seat, tuple(sorted(edges))))
        while after.phase is Phase.ACTIVATE and after.to_move == seat:
            after.apply(after.legal_moves()[0])
    return Node(_state_of(after), tree.budget), tuple(pending)


def value_after(game: Game, tree: EndingTree) -> int:
    """The exact value of a position in which others activate, a turn begins, or the game is over.

    Raises:
        TooMuch: the budget is used up.
    """
    return tree.settle(*_waived(game, tree), EVERYTHING)


def _outcomes(node: Node, pending: PendingEdges, tree: EndingTree) -> list[RootChoice]:
    """The results of the first player's edges.

    Args:
        node: the position after the turn.
        pending: the players whose edges act.
        tree: values them.
    """
    (seat, edges), *rest = pending
    gold, held = node.state.gold[seat], node.state.held[seat]
    choices = []
    for earned, after in results(held, edges):
        goods = gold + earned, after

        def value(window: Window, goods: Goods = goods) -> int:
            node.own(seat, *goods)
            result = tree.settle(node, tuple(rest), window)
            node.own(seat, gold, held)
            return result

        node.own(seat, *goods)
        guess = tree.promise(node, tuple(rest), seat)
        choices.append(RootChoice(guess, value, (goods[0], goods_of(goods[1]))))
        node.own(seat, gold, held)
    return choices


# --- As moves ------------------------------------------------------------------------------------


def line_of(game: Game, way: TurnRest) -> tuple[Move, ...]:
    """The moves of a way: placement, fills, and activations in an order that brings its goods."""
    seat = game.to_move
    assert seat is not None, "somebody has to move"
    after = game.copy()
    for move in way.opening:
        after.apply(move)
    activations = _activations(after, seat, way.goods, set())
    assert activations is not None, "the goods can be reached"
    return (*way.opening, *activations)


def can_reach(game: Game, seat: Seat, goods: Goods) -> bool:
    """Whether activations of a seat can end with some goods."""
    return _activations(game, seat, goods, set()) is not None


def _activations(
    game: Game, seat: Seat, goods: Goods, tried: set[object]
) -> tuple[Move, ...] | None:
    """Activations of a seat that end with some goods; None if there are none."""
    player = game.players[seat]
    if game.phase is not Phase.ACTIVATE or game.to_move != seat:
        reached = (player.gold, goods_of(holding_of(player))) == goods
        return () if reached else None
    state = (game.open_edges, player.gold, player.cacao)
    if state in tried:
        return None
    tried.add(state)
    sure = obvious(game)
    for move in [sure] if sure else reversed(game.legal_moves()):
        after = game.copy()
        after.apply(move)
        activations = _activations(after, seat, goods, tried)
        if activations is not None:
            return (move, *activations)
    return None
