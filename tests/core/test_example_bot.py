"""The bot that docs/bots.md starts from: an example must work, alone and as it is."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from cacao_core import Deal, Game, Phase
from cacao_core.modules.huts import HUTS
from cacao_core.rules import Rules, expanded
from tests.core.helpers import program

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "bots" / "example_bot.py"


def test_bot_needs_nothing_but_the_package() -> None:
    imports = [line for line in EXAMPLE.read_text("utf-8").splitlines() if "import " in line]
    assert imports == ["from cacao_core import Game, Move, Phase, ai"]


@pytest.mark.long
def test_bot_beats_chance_at_every_number_of_players() -> None:
    bot = program("bots/example_bot.py")
    wins = 0
    for players in (2, 3, 4):
        for seed in range(2):
            game, rng, seat = Game(Deal.shuffled(players, seed)), Random(seed), seed % players
            while not game.is_over:
                mine = game.to_move == seat
                view = game.view(seat, rng)
                game.play(bot.choose(view) if mine else rng.choice(game.legal_moves()))
            wins += seat in game.winners()
    assert wins >= 5


@pytest.mark.parametrize("rules", [expanded("chocolate", "huts", "map"), expanded(big=True)])
def test_bot_beats_chance_with_modules(rules: Rules) -> None:
    bot, wins = program("bots/example_bot.py"), 0
    for seed in range(2):
        players = rules.players[0]
        game, rng = Game(Deal.shuffled(players, seed, rules)), Random(seed)
        while not game.is_over:
            assert game.to_move is not None
            view = game.view(game.to_move, rng)
            game.play(bot.choose(view) if game.to_move == seed else rng.choice(view.legal_moves()))
        wins += seed in game.winners()
    assert wins == 2


def test_documents_name_what_lies_on_the_table() -> None:
    """A bot of the big game can be written from docs/api.md alone."""
    game = Game(Deal.shuffled(3, 1, expanded(big=True)))
    while not game.is_over:
        supply, player = game.supply, game.players[game.turn]
        if game.phase is Phase.DECIDE:
            assert {move.what for move in game.legal_moves() if move.what != "-"} == {
                code for code in supply["huts"] if HUTS[code].cost <= player.gold
            } - {*player.huts}
        if game.phase is Phase.FILL and player.maps:
            from_map = {move.what for move in game.legal_moves() if move.kind == "K"}
            assert from_map == {*supply["map_board"]}
        assert {*supply["mines"]} == {cell for cell, code in game.jungle.items() if code == "D"}
        assert supply["emperor"] in {*game.workers, *game.rules.start_tiles}
        assert len(supply["waiting_gems"]) == (*game.display, *supply["map_board"]).count("D")
        spent = len("RGBW") * sum(len(one.masks) for one in game.players)
        lying = [supply["gem_pile"], *supply["mines"].values(), *supply["waiting_gems"]]
        assert sum(map(len, lying)) + sum(len(one.gems) for one in game.players) + spent == 32
        game.apply(game.legal_moves()[-1])
    for score in game.score():
        assert {"huts", "masks", "gems"} < {*score.sources}
        assert score.total == sum(score.sources.values())
    named = set(re.findall(r'^\| `"(\w+)"` \|', (DOCS / "api.md").read_text("utf-8"), re.MULTILINE))
    assert named == {*game.supply}
