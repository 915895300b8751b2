"""What learners are told of moves is what the rules then do (docs/learning.md)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cacao_core import CacaoError, Deal, Game, Phase
from cacao_core.ai.suggesting import suggest
from cacao_core.learning import MOST_MOVES, Encoder, effects, most_moves
from cacao_core.learning.limits import most_filled, most_open_cells, most_tiles
from cacao_core.moves import Move
from cacao_core.rules import BASE, SHORT, Rules
from cacao_core.tiles import NEIGHBOURS

CROWDED = replace(SHORT, name="crowded", number=14, storage=3, sun_sites=2, overbuilding_from=9)


def positions(players: int, seeds: range, rules: Rules = BASE) -> Iterator[Game]:
    """Every position of some games by chance."""
    for seed in seeds:
        game, rng = Game(Deal.shuffled(players, seed, rules)), Random(seed)
        while not game.is_over:
            yield game
            game.apply(rng.choice(game.legal_moves()))


def standing(game: Game, seat: int) -> list[tuple[int, int, int, int, int]]:
    """Gold, cacao, suns, water and temples of each player, clockwise from a seat."""
    scores = game.score()
    rows = [
        (p.gold, p.cacao, p.suns, scores[at].water, scores[at].temples)
        for at, p in enumerate(game.players)
    ]
    return rows[seat:] + rows[:seat]


def acted(game: Game, move: Move) -> Game | None:
    """The position after a move, when all edges of the turn have acted; None if spaces are left."""
    after = game.copy()
    after.apply(move)
    fruits = tuple(0.01 * fruits for fruits in range(game.rules.storage + 1))
    turn = len(after.workers), sum(tile.overbuilt for tile in after.workers.values())
    while after.phase is Phase.ACTIVATE:
        after.apply(suggest(after, fruits))
    if after.phase is Phase.FILL:
        return None
    assert turn == (len(after.workers), sum(tile.overbuilt for tile in after.workers.values()))
    return after


@pytest.mark.parametrize(
    ("players", "rules"), [(2, BASE), (3, BASE), (4, BASE), (2, SHORT), (3, CROWDED)]
)
def test_move_brings_what_the_turn_then_brings(players: int, rules: Rules) -> None:
    seen = dict.fromkeys(Phase, 0)
    overbuilt = 0
    rng = Random(players)
    for game in positions(players, range(5), rules):
        seat = game.to_move
        assert seat is not None
        legal = game.legal_moves()
        brings, _opens = effects(game)
        assert brings.shape == (len(legal), 4, 5)
        before = standing(game, seat)
        for row in rng.sample(range(len(legal)), min(8, len(legal))):
            after = acted(game, legal[row])
            if after is None:
                continue
            if len(after.jungle) > len(game.jungle) + (legal[row].kind == "J"):
                continue  # spaces were filled from the pile, whose tiles nobody knows
            change = np.array(standing(after, seat)) - np.array(before)
            assert brings[row, :players].tolist() == change.tolist(), str(legal[row])
            assert not brings[row, players:].any()
            seen[game.phase] += 1
            overbuilt += legal[row].kind == "O"
    assert min(seen[Phase.PLACE], seen[Phase.FILL], seen[Phase.ACTIVATE]) > 10
    assert overbuilt > 5 or rules is not CROWDED


@pytest.mark.parametrize("players", [2, 4])
def test_move_opens_spaces_and_cells(players: int) -> None:
    filling = filled = 0
    for game in positions(players, range(2)):
        _brings, opens = effects(game)
        for move, (spaces, own, others, cells) in zip(game.legal_moves(), opens, strict=True):
            after = game.copy()
            after.apply(move)
            if move.kind in "WJ" and after.phase is Phase.FILL:
                assert len(after.open_spaces) == spaces
                mine, theirs = facing(after)
                assert (own, others) == (mine, theirs)
                filling += 1
            if move.kind == "J" and len(after.jungle) == len(game.jungle) + 1:
                assert len(after.open_cells) - len(game.open_cells) == cells
                filled += 1
            if move.kind in "AO":
                assert (spaces, own, others, cells) == (0, 0, 0, 0)
    assert min(filling, filled) > 50


def facing(game: Game) -> tuple[int, int]:
    """Workers of the turn's player, and of the others, at the spaces that are to be filled."""
    counts = [0, 0]
    for space in game.open_spaces:
        for side, cell in enumerate(NEIGHBOURS[space]):
            if cell in game.workers:
                tile = game.workers[cell]
                counts[tile.owner != game.turn] += int(tile.edges[(side + 2) % 4])
    return counts[0], counts[1]


def test_effects_are_empty_after_the_end() -> None:
    *_, game = positions(2, range(1))
    while not game.is_over:
        game.play(game.legal_moves()[0])
    with pytest.raises(CacaoError, match="over"):
        effects(game)


def greedy(game: Game, rng: Random) -> Move:
    """A move that leaves the seats as many open cells as possible."""

    def cells(move: Move) -> tuple[int, float]:
        after = game.copy()
        after.apply(move)
        return len(after.open_cells), rng.random()

    return max(game.legal_moves(), key=cells)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_have_no_more_than_the_proof_allows(players: int) -> None:
    most = 0
    for seed in range(3):
        game, rng = Game(Deal.shuffled(players, seed)), Random(seed)
        pile = len(game.display) + len(game.jungle_pile)
        while not game.is_over:
            placed, filled = len(game.workers), len(game.jungle) - 2
            assert filled <= most_filled(placed, pile)
            assert len(game.open_cells) <= max(6, 6 + 2 * filled - placed)
            assert len(game.open_cells) <= most_open_cells(BASE, players)
            assert len(game.jungle) + placed <= most_tiles(BASE)
            most = max(most, len(game.legal_moves()))
            game.apply(greedy(game, rng))
    assert 90 < most <= MOST_MOVES


def test_limits_are_those_that_the_documents_name() -> None:
    assert (MOST_MOVES, most_moves(BASE), most_moves(SHORT)) == (588, 588, 480)
    assert [most_open_cells(BASE, players) for players in (2, 3, 4)] == [31, 40, 40]
    assert most_tiles(BASE) == 64


def test_key_tells_positions_apart_that_differ_in_hidden_tiles() -> None:
    encoder = Encoder()
    for game in list(positions(3, range(1)))[:30]:
        other = game.view(0, Random(1))
        same = encoder.whole(game).tolist() == encoder.whole(other).tolist()
        assert same == (game == other)
        assert encoder.whole(game).shape == encoder.whole(Game(Deal.shuffled(2, 1))).shape


@pytest.mark.parametrize(
    ("module", "missing", "extras"),
    [
        ("gymnasium", "gymnasium", [".[gymnasium]"]),
        ("pettingzoo", "pettingzoo", [".[pettingzoo]"]),
        ("learning", "numpy", [".[gymnasium]", ".[pettingzoo]"]),
    ],
)
def test_missing_extra_is_named(module: str, missing: str, extras: list[str]) -> None:
    source = f"import sys; sys.modules[{missing!r}] = None; import cacao_core.{module}"
    command = [sys.executable, "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stderr.splitlines()[-1]
    assert f"pip install '{extras[0]}'" in said
    assert all(extra in said for extra in extras)
