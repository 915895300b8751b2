"""Games with modules at a real table, written down from the set-up to the result."""

from __future__ import annotations

import random

import pytest

from cacao_core import Deal, Game, Move, Record
from cacao_core.rules import Rules, expanded
from cacao_core.tiles import UNKNOWN
from cacao_web.game.setup.expansion import EXPANSIONS
from tests.web.driven import awaited
from tests.web.test_writing import at_table
from tests.web.test_writing_computers import at_table as with_computers

EACH = [
    ((name,), 2) if name in ("map", "gems", "huts") else pytest.param((name,), 2, marks=LONG)
    for LONG in [pytest.mark.long]
    for name in EXPANSIONS
]


def played(rules: Rules, players: int, seed: int) -> Record:
    """A whole game by chance."""
    rng = random.Random(seed)
    deal = Deal.shuffled(players, seed, rules)
    game, moves = Game(deal), list[Move]()
    while not game.is_over:
        moves.append(rng.choice(game.legal_moves()))
        game.apply(moves[-1])
    return Record(deal, moves)


@pytest.mark.parametrize(
    ("modules", "players"),
    [*EACH, pytest.param(EXPANSIONS, 2, marks=pytest.mark.long),
     pytest.param(EXPANSIONS, 3, marks=pytest.mark.long)],
)  # fmt: skip
@awaited
async def test_a_whole_game_is_written_down(modules: tuple[str, ...], players: int) -> None:
    """Decisions by chance, all that turns up is named; the score is that of the rules.

    With all modules, two play all of them together, and three the big game.
    """
    rules = expanded(*modules, big=modules == EXPANSIONS and players > 2)
    record = played(rules, players, 5)
    notary = await at_table(record)
    assert notary.session.game.rules == rules
    await notary.write()
    written = notary.session.record
    assert [str(move) for move in written.moves] == [str(move) for move in record.moves]
    assert written.game().score() == record.game().score()
    assert written.game().winners() == record.game().winners()
    assert written.deal.is_known
    drawn = len(record.deal.gems) - len(record.game().supply.get("gem_pile", ""))
    assert written.deal.gems[:drawn] == record.deal.gems[:drawn]
    assert UNKNOWN not in written.deal.gems
    assert written.deal.huts == record.deal.huts
    assert Record.from_link(written.to_link()).moves == written.moves


@pytest.mark.parametrize(
    "modules", [("map", "gems", "huts"), pytest.param(EXPANSIONS, marks=pytest.mark.long)]
)
@awaited
async def test_computers_play_modules_at_the_table(modules: tuple[str, ...]) -> None:
    """They decide by what lies there, and the page says what is to be done for them."""
    record = Record(Deal.shuffled(2, 6, expanded(*modules)))
    table = await with_computers(record)
    await table.play()
    assert table.session.game.is_over
    assert table.session.game.score() == table.game.score()
    assert table.session.record.deal.is_known
