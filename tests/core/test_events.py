"""What happened is told once, and adds up to the next position (docs/rules.md 4 to 6)."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Deal, Game, IllegalMove, Move
from cacao_core.activation import Edge
from cacao_core.events import (
    Activated,
    Drew,
    Event,
    Filled,
    GameEnded,
    Lost,
    Moved,
    Overbuilt,
    Placed,
    Refilled,
    Sold,
    TempleChanged,
    Took,
    TurnEnded,
    Waived,
)
from cacao_core.goods import Change
from cacao_core.rules import BASE
from cacao_core.tiles import NEIGHBOURS, Seat
from tests.core.helpers import example, play_at_random


class Told:
    """A position that knows nothing of the rules: it only adds up what it is told."""

    def __init__(self, game: Game) -> None:
        self.boards = [[p.gold, p.cacao, p.suns, p.water] for p in game.players]
        self.hands = [sorted(player.hand) for player in game.players]
        self.piles = [len(player.pile) for player in game.players]
        self.jungle = dict(game.jungle)
        self.workers = {cell: (tile.owner, tile.edges) for cell, tile in game.workers.items()}
        self.display = sorted(game.display)
        self.pile = len(game.jungle_pile)
        self.temples = [score.temples for score in game.score()]
        self.turn, self.winners = game.turn, game.winners()

    def hear(self, event: Event) -> None:
        """Add one event."""
        if isinstance(event, Placed | Overbuilt):
            self.workers[event.cell] = (event.seat, event.edges)
            name = min((event.edges[n:] + event.edges[:n] for n in range(4)), key=_canonical)
            self.hands[event.seat].remove(name)
        if isinstance(event, Overbuilt | Activated):
            board = self.boards[event.seat]
            board[:] = [sum(pair) for pair in zip(board, event.change.values(), strict=True)]
        if isinstance(event, Filled):
            self._fill(event)
        if isinstance(event, TempleChanged):
            sums = zip(self.temples, event.change, strict=True)
            self.temples = [gold + more for gold, more in sums]
        if isinstance(event, Drew):
            self.hands[event.seat] = sorted([*self.hands[event.seat], event.tile])
            self.piles[event.seat] -= 1
        if isinstance(event, Refilled):
            self.display = sorted([*self.display, event.code])
            self.pile -= 1
        if isinstance(event, TurnEnded):
            self.turn = (event.seat + 1) % len(self.boards)
        if isinstance(event, GameEnded):
            self.winners, self.turn = list(event.winners), len(self.boards) - 1

    def _fill(self, event: Filled) -> None:
        self.jungle[event.cell] = event.code
        if event.from_pile:
            self.pile -= 1
        else:
            self.display.remove(event.code)


def _canonical(edges: str) -> bool:
    return edges not in ("1111", "2101", "3001", "3100")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events_add_up_to_the_next_position(players: int) -> None:
    kinds: set[type] = set()
    for seed in range(12):
        game = Game(Deal.shuffled(players, seed))
        told = Told(game)
        for move in play_at_random(game.copy(), Random(seed)):
            for event in game.events(move):
                kinds.add(type(event))
                told.hear(event)
            game.play(move)
            assert vars(told) == vars(Told(game))
    assert {Placed, Overbuilt, Filled, Took, Sold, Moved, Waived, Lost, TempleChanged} <= kinds
    assert {TurnEnded, Drew, Refilled, GameEnded} <= kinds


def test_position_stays_as_it_is_and_only_legal_moves_are_told() -> None:
    game = Game(Deal.shuffled(2, 7))
    before = game.key()
    assert game.events("W2101@1,0") == game.events(Move.parse("W2101@1,0"))
    with pytest.raises(IllegalMove, match="not possible on 9,9"):
        game.events("W2101@9,9")
    assert game.key() == before


def test_8_overbuild_is_told_step_by_step() -> None:
    game = example("overbuild").game()
    covered = game.workers[0, -3].edges
    assert game.events("O1012@0,-3")[0] == Overbuilt(
        0, (0, -3), "1012", covered, Change.of(game.rules, suns=-1)
    )
    game.play("O1012@0,-3")
    amounts = {"P2": 2, "M4": 2, "W": 1}
    told: list[Event] = []
    for code, amount in amounts.items():
        side = next(edge.side for edge in game.open_edges if edge.code == code)
        move = f"A{'nesw'[side]}{amount}@0,-3"
        told += game.events(move)
        game.play(move)
    took, sold, moved, *rest = told
    assert isinstance(took, Took)
    assert isinstance(sold, Sold)
    assert isinstance(moved, Moved)
    assert took.change == Change.of(game.rules, cacao=2)
    assert sold.change == Change.of(game.rules, gold=8, cacao=-2)
    assert moved.change == Change.of(game.rules, water=1)
    assert game.jungle[took.faced] == "P2"
    assert rest[0] == TurnEnded(0)


def test_4b_fills_from_the_pile_are_told_after_the_chosen_ones() -> None:
    game = example("three_spaces_blind").game()
    game.play("JG2@2,0")
    [space] = set(game.open_spaces) - {(3, -1)}
    filled = [event for event in game.events("JG1@3,-1") if isinstance(event, Filled)]
    assert filled == [Filled((3, -1), "G1", False), Filled(space, "S", True)]


# --- What there is no room for (docs/rules.md 4.C) ------------------------------------------------


def facing(code: str, cacao: int = 0, suns: int = 0) -> Game:
    """A first turn beside a jungle tile on 0,0 and a market on 1,1."""
    game = Game(Deal.shuffled(2, 7))
    game.jungle[0, 0] = code
    game.players[0].cacao, game.players[0].suns = cacao, suns
    return game


@pytest.mark.parametrize(
    ("game", "moves", "lost"),
    [
        # where nothing is left to be decided, the edge is dropped
        (facing("P1", cacao=5), "W3001@0,1", [3]),
        (facing("P2", cacao=5), "W3001@0,1", [6]),
        (facing("S", suns=3), "W3001@0,1", [3]),
        # as much as there is room for is taken
        (facing("P1", cacao=3), "W3001@0,1 An2@0,1", [1]),
        (facing("S", suns=1), "W3001@0,1 An2@0,1", [1]),
        (facing("P1", cacao=2), "W3001@0,1 An3@0,1", []),
        # what a player chooses not to take is not lost
        (facing("P1", cacao=3), "W3001@0,1 An1@0,1", []),
        (facing("P1", cacao=3), "W3001@0,1 An0@0,1", []),
        (facing("S", suns=1), "W3001@0,1 An0@0,1", []),
        # a sale before it makes room; one that is waived does not
        (facing("P1", cacao=5), "W0013@1,0 As1@1,0 Aw1@1,0", [2]),
        (facing("P1", cacao=5), "W0013@1,0 As0@1,0", [3]),
        (facing("P1", cacao=5), "W0013@1,0 Aw0@1,0 As1@1,0", [3]),
        # elsewhere nothing needs room
        (facing("W", cacao=5, suns=3), "W3001@0,1 An3@0,1", []),
        (facing("G2", cacao=5, suns=3), "W3001@0,1 An6@0,1", []),
    ],
)
def test_4c_goods_without_room_are_lost(game: Game, moves: str, lost: list[int]) -> None:
    told: list[Event] = []
    for move in moves.split():
        told += game.events(move)
        game.play(move)
    found = [event for event in told if isinstance(event, Lost)]
    assert [event.amount for event in found] == lost
    assert all(event.seat == 0 and event.code == game.jungle[0, 0] for event in found)
    assert game.turn == 1  # the turn is over: nothing can be lost any more


def edges(game: Game) -> set[tuple[Seat, Edge]]:
    return {(seat, Edge(*edge)) for seat, edges in game.pending for edge in edges}


def test_4c_dropped_edges_are_lost_for_any_owner() -> None:
    others = 0
    for seed in range(20):
        game = Game(Deal.shuffled(4, seed))
        for move in play_at_random(game.copy(), Random(seed)):
            before, told = edges(game), game.events(move)
            game.play(move)
            lost = {(one.seat, one.cell, one.side) for one in told if isinstance(one, Lost)}
            for seat, edge in before - edges(game):
                if (edge.cell, edge.side) != (move.cell, move.side) and edge.code in "P1 P2 S":
                    assert (seat, edge.cell, edge.side) in lost
                    others += seat != game.turn
            for seat, cell, side in lost:
                full = game.players[seat]
                code = game.jungle[NEIGHBOURS[cell][side]]
                assert full.suns == BASE.sun_sites if code == "S" else full.cacao == BASE.storage
    assert others > 3
