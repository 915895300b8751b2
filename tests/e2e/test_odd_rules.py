"""A game in the browser by rules that the page does not know, see tests/web/test_odd_rules.py."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from cacao_core import Record
from tests.bench.chromium import script_that_makes
from tests.core.test_rules import ODD, played
from tests.e2e.conftest import OpenPage, settled

_MAKE: Final = """
from collections.abc import Mapping
from dataclasses import replace
from pyscript import document, window
from cacao_core import expansion_pieces
from cacao_core.jungle import JUNGLE, JungleTile
from cacao_core.rules import BASE, add_rules
from cacao_web.board import art
from cacao_web.game.texts import expansions
from cacao_web.ui import help

class Canoe(JungleTile):
    good = "canoe"
    gives = {"gold": 1, "water": 1}

    def max_amount(self, player, workers):
        return workers

    def act(self, player, amount):
        player.gold += amount
        player.water += min(amount, player.rules.last_field - player.water)

add_rules(replace(
    BASE, name="strange-lands", number=10, water=(-12, -6, -3, -1, 0, 1, 3, 6, 9, 20), storage=6,
    temple_gold=(9, 4), tiles={**JUNGLE, "Q1": Canoe("Q1")},
    jungle_tiles={n: {**BASE.jungle_tiles[n], "Q1": 3} for n in BASE.players},
))

def also(name, text):
    others = getattr(expansions, name)
    def told(one):
        return text if getattr(one, "code", one) == "Q1" else others(one)
    setattr(expansions, name, told)

for name, text in {"tile_name": "canoe", "the_tile": "the canoe", "tile_told": "Paddle!",
                   "effect_texts": ("paddles", "you paddle", "Paddle"),
                   "sign": ("+1", "good-water")}.items():
    also(name, text)
expansion_pieces.PICTURED = {*expansion_pieces.PICTURED, "Q1"}
art._OF_MODULES["canoe"] = "good-water"
help.ENTRY_OF["Q1"] = "water"
for old, new in (("tile-W", "tile-Q1"), ("more-W-1", "more-Q-1"), ("more-W-2", "more-Q-2")):
    symbol = document.getElementById(old).cloneNode(True)
    symbol.id = new
    document.getElementById(old).parentNode.append(symbol)
window.odd = True
"""


@pytest.mark.nightly
def test_game_by_other_rules_is_played_and_drawn(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate(script_that_makes("odd", _MAKE))
    page.evaluate("link => cacao.load(link)", Record(played(ODD, 2, 3).deal).to_link())
    settled(page)
    board = page.locator("#village-0")
    expect(board.locator("[data-anchor^='water:0:']")).to_have_text(list(map(_told, ODD.water)))
    expect(board.locator("[data-anchor^='cacao:0:']")).to_have_count(ODD.storage)
    page.evaluate("""async () => {
        for (let legal; (legal = cacao.legalMoves()).length; await cacao.play(legal.at(-1)));
    }""")
    settled(page)
    game = Record.from_text(page.evaluate("cacao.record()")).game()
    assert game.is_over
    assert game.rules == ODD
    assert "Q1" in game.jungle.values()
    expect(page.locator("[href='#tile-Q1']").first).to_be_attached()
    for score in game.score():
        expect(page.locator("dialog .scores")).to_contain_text(str(score.total))


def _told(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)
