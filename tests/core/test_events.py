"""What happened is told once, and adds up to the next position (docs/rules.md 4 to 6)."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Deal, Game, IllegalMove, Move, events
from cacao_core.events import (
    Activated,
    Drew,
    Event,
    Filled,
    GameEnded,
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
            board[:] = [sum(pair) for pair in zip(board, event.change, strict=True)]
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
def test_what_is_told_adds_up_to_the_next_position(players: int) -> None:
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
    assert {Placed, Overbuilt, Filled, Took, Sold, Moved, Waived, TempleChanged} <= kinds
    assert {TurnEnded, Drew, Refilled, GameEnded} <= kinds


def test_the_position_stays_as_it_is_and_only_legal_moves_are_told() -> None:
    game = Game(Deal.shuffled(2, 7))
    before = game.key()
    assert game.events("W2101@1,0") == game.events(Move.parse("W2101@1,0"))
    with pytest.raises(IllegalMove, match="not possible on 9,9"):
        game.events("W2101@9,9")
    assert game.key() == before


def test_8_overbuild_is_told_step_by_step() -> None:
    game = example("overbuild").game()
    covered = game.workers[0, -3].edges
    assert game.events("O1012@0,-3")[0] == Overbuilt(0, (0, -3), "1012", covered)
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
    assert took.change == events.Change(cacao=2)
    assert sold.change == events.Change(gold=8, cacao=-2)
    assert moved.change == events.Change(water=1)
    assert game.jungle[took.faced] == "P2"
    assert rest[0] == TurnEnded(0)


def test_4b_what_the_pile_fills_is_told_after_what_was_chosen() -> None:
    game = example("three_spaces_blind").game()
    game.play("JG2@2,0")
    [space] = set(game.open_spaces) - {(3, -1)}
    filled = [event for event in game.events("JG1@3,-1") if isinstance(event, Filled)]
    assert filled == [Filled((3, -1), "G1", False), Filled(space, "S", True)]
