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
from cacao_core.modules import NAMES
from cacao_core.moves import Move
from cacao_core.rules import BASE, SHORT, Rules, expanded
from cacao_core.tiles import NEIGHBOURS

CROWDED = replace(SHORT, name="crowded", number=14, storage=3, sun_sites=2, overbuilding_from=9)

WITH_MODULES = [*map(expanded, NAMES), expanded(*NAMES), expanded(big=True)]


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


@pytest.mark.parametrize("rules", WITH_MODULES, ids=lambda rules: rules.name)
def test_games_with_modules_stay_below_their_limits(rules: Rules) -> None:
    encoder = Encoder(rules)
    for players in rules.players:
        game, rng = Game(Deal.shuffled(players, players, rules)), Random(players)
        pile = sum(rules.jungle_tiles[players].values())
        while not game.is_over:
            placed, filled = len(game.workers), len(game.jungle) - 2
            assert filled <= most_filled(placed, pile)
            assert len(game.open_cells) <= most_open_cells(rules, players)
            assert len(game.jungle) + placed <= encoder.tiles
            legal = game.legal_moves()
            assert len(legal) <= encoder.moves
            for edge in game.open_edges if game.phase is Phase.ACTIVATE else ():
                tile = rules.tiles[edge.code]
                assert len(tile.options(game, game.to_move or 0, edge)) <= tile.most_options(4)
            game.apply(greedy(game, rng) if game.phase is Phase.PLACE else rng.choice(legal))


def hidden_in(game: Game) -> tuple[object, ...]:
    """What no seat sees, or only one."""
    hands = [(sorted(player.hand), player.pile) for player in game.players]
    return hands, game.jungle_pile, game.supply.get("gem_pile")


@pytest.mark.parametrize("rules", WITH_MODULES, ids=lambda rules: rules.name)
def test_learners_see_all_of_modules_and_nothing_hidden(rules: Rules) -> None:
    encoder = Encoder(rules)
    told = set[bytes]()
    for at, game in enumerate(positions(rules.players[0], range(1), rules)):
        if at % 7:
            continue
        seat = game.to_move
        assert seat is not None
        seen = encoder.observation(game, seat)
        arrays = seen["observation"]
        assert {name: one.shape for name, one in arrays.items()} == encoder.shapes
        rows = [row.tobytes() for row in arrays["moves"][: len(game.legal_moves())]]
        assert len(set(rows)) == len(rows) == seen["action_mask"].sum()
        other = game.view(seat, Random(at))
        dealt = encoder.observation(other, seat)["observation"]
        assert all((dealt[name] == one).all() for name, one in arrays.items())
        same = encoder.whole(game).tolist() == encoder.whole(other).tolist()
        assert same == (hidden_in(game) == hidden_in(other))
        told.add(arrays["state"].tobytes() + arrays["players"].tobytes())
    assert len(told) > 8


@pytest.mark.parametrize("name", ["map_board", "huts", "harvest", "mines", "masks", "emperor"])
def test_everything_on_the_table_is_told(name: str) -> None:
    rules = expanded(*NAMES)
    encoder = Encoder(rules)
    *_, game = (game for game in positions(2, range(1), rules) if game.supply["mines"])
    others: dict[str, object] = {
        "map_board": ("P1",),
        "huts": game.supply["huts"][1:],
        "harvest": (1, 0),
        "mines": dict.fromkeys(game.supply["mines"], "RGBWWW"),
        "masks": game.supply["masks"][1:],
        "emperor": (-9, 9),
    }
    other = game.copy()
    other.supply[name] = others[name]
    for seat in range(2):
        seen, told = (encoder.observation(one, seat)["observation"] for one in (game, other))
        assert any((seen[part] != told[part]).any() for part in ("state", "tiles"))
    assert encoder.whole(game).tolist() != encoder.whole(other).tolist()


def test_what_moves_bring_is_told_without_modules_only() -> None:
    assert not Encoder(expanded("huts")).effects
    with pytest.raises(CacaoError, match="rules huts: what moves bring is told of games without"):
        effects(Game(Deal.shuffled(2, 1, expanded("huts"))))


def test_limits_are_those_that_the_documents_name() -> None:
    assert [most_moves(expanded(name)) for name in NAMES] == [588] * 8
    assert most_moves(expanded(*NAMES)) == 648
    assert most_moves(expanded(big=True)) == 924
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
