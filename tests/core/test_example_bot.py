"""The bot that docs/bots.md starts from: an example must work, alone and as it is."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cacao_core import Deal, Game
from tests.core.helpers import program

EXAMPLE = Path(__file__).parents[2] / "docs" / "bots" / "example_bot.py"


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
