"""Helpers of several test modules: deals with a chosen start, and random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

from cacao_core import Deal, Game, Move, Phase, Record
from cacao_core.moves import BLIND
from cacao_core.rules import BASE, expanded
from cacao_core.tiles import Cell

DATA = Path(__file__).parent / "data"


def pile(start: Sequence[str], counts: Mapping[str, int]) -> tuple[str, ...]:
    """A whole pile that begins as given; the rest follows in a fixed order."""
    left = Counter(counts)
    left.subtract(start)
    assert min(left.values()) >= 0, f"not that many tiles: {start}"
    return (*start, *left.elements())


def deal_starting(
    players: int = 2, hands: Sequence[Sequence[str]] = (), jungle: Sequence[str] = ()
) -> Deal:
    """A deal whose worker piles and jungle pile begin as given."""
    starts = [*hands, *[()] * (players - len(hands))]
    return Deal(
        worker_piles=tuple(pile(start, BASE.worker_tiles[players]) for start in starts),
        jungle_pile=pile(jungle, BASE.jungle_tiles[players]),
    )


def game_after(deal: Deal, *moves: str) -> Game:
    """The position after some moves."""
    return Record(deal, moves).game()


def notations(game: Game) -> list[str]:
    """The legal moves in notation."""
    return [str(move) for move in game.legal_moves()]


def play_at_random(game: Game, rng: Random) -> Iterator[Move]:
    """Play a game to its end; yields each move before it is played."""
    while moves := game.legal_moves():
        # Overbuilding is rare among the legal moves, so it gets a chance of its own.
        rare = [move for move in moves if move.kind == "O"]
        move = rng.choice(rare if rare and rng.random() < 0.5 else moves)
        yield move
        game.play(move)


def program(path: str) -> Any:
    """A program of the documents."""
    spec = spec_from_file_location(Path(path).stem, DATA.parents[2] / "docs" / path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def example(name: str) -> Record:
    """A recorded game from tests/core/data."""
    return Record.from_text((DATA / f"{name}.txt").read_text("utf-8"))


def last_turn(seed: int) -> Game:
    """A game in the phase of placing its last tile."""
    game, rng = Game(Deal.shuffled(2, seed)), Random(seed)
    while sum(player.tiles_left for player in game.players) > 1 or game.phase is not Phase.PLACE:
        game.apply(rng.choice(game.legal_moves()))
    return game


@cache
def played_to_a_hidden_tile() -> tuple[Record, int]:
    """A whole game in which somebody draws a hidden tile in place of one of the map board.

    Three spaces are filled then. The second value is the number of moves before that.
    """
    rng = Random(15)
    deal = Deal.shuffled(4, 15, expanded("map", "gems"))
    game, moves, hidden = Game(deal), list[Move](), 0
    while not game.is_over:
        legal = game.legal_moves()
        if game.phase is Phase.PLACE:
            move = _few_spaces_or_three(game, legal, rng)
        else:
            blind = [one for one in legal if one.what == BLIND]
            hidden = len(moves) if blind else hidden
            move = rng.choice(blind or [one for one in legal if one.kind != "K"] or legal)
        moves.append(move)
        game.apply(move)
    return Record(deal, moves), hidden


def _few_spaces_or_three(game: Game, legal: list[Move], rng: Random) -> Move:
    found, first = [], dict[Cell, Move]()
    for one in legal:
        first.setdefault(one.cell, one)
    for move in first.values():
        after = game.copy()
        after.apply(move)
        found.append((len(after.open_spaces), rng.random(), move))
    found.sort()
    return found[-1 if found[-1][0] >= 3 else 0][2]
