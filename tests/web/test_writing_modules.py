"""Games with modules at a real table, written down from the set-up to the result."""

from __future__ import annotations

import random
import re

import pytest

from cacao_core import Deal, Game, Move, Record
from cacao_core.modules.huts import TILES
from cacao_core.rules import Rules, expanded
from cacao_core.tiles import UNKNOWN
from cacao_web.game.real_table import statements
from cacao_web.game.setup.expansion import EXPANSIONS
from tests.core.helpers import played_to_a_hidden_tile
from tests.web.driven import awaited, settled
from tests.web.test_writing import at_table
from tests.web.test_writing_computers import at_table as with_computers

BY_DAY = ("map", "gems", "huts")
EACH = [
    pytest.param((name,), 2, marks=() if name in BY_DAY else pytest.mark.nightly)
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
    [*EACH, pytest.param(EXPANSIONS, 3, marks=pytest.mark.long)],
)
@awaited
async def test_a_whole_game_is_written_down(modules: tuple[str, ...], players: int) -> None:
    """Decisions by chance, all that turns up is named; the score is that of the rules."""
    rules = expanded(*modules, big=modules == EXPANSIONS)
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


@awaited
async def test_a_hidden_tile_is_named_when_somebody_draws_it() -> None:
    """docs/rules.md 11.1, ruling: with a map tile one may still draw blind."""
    record, hidden = played_to_a_hidden_tile()
    assert hidden
    notary = await at_table(record)
    await notary.write()
    assert notary.session.record.moves == record.moves
    assert notary.session.game.score() == record.game().score()


@awaited
async def test_a_computer_that_draws_a_hidden_tile_has_it_named_first() -> None:
    record, hidden = played_to_a_hidden_tile()
    notary = await at_table(record.up_to(hidden))
    await notary.write()
    session, move = notary.session, record.moves[hidden]
    assert [session.asked.tiles] == [0]
    session.play(move)  # as a computer has it
    assert session.asked.tiles == 1
    assert len(session.record.moves) == hidden
    tile = record.deal.jungle_pile[session.record.deal.jungle_pile.index(UNKNOWN)]
    statements.reveal(session, tile)
    assert session.record.moves[-1] == move
    assert session.game.jungle[move.cell] == tile
    session.undo()
    assert len(session.record.moves) <= hidden


@awaited
async def test_tiles_are_asked_for_where_they_lie() -> None:
    """Four tiles are turned up at first: two for the map board, then two for the display."""
    notary = await at_table(Record(Deal.shuffled(2, 3, expanded("map", "gems"))))
    asked = []
    for code in ("M3", "P1", "D", "G1"):
        asked.append(re.findall("for the (map board|display)", str(notary.page.regions["task"])))
        await notary.tap("reveal", code)
    assert asked == [["map board"], ["map board"], ["display"], ["display"]]
    game = notary.session.game
    assert (game.aside, game.display) == (("M3", "P1"), ("D", "G1"))
    assert notary.session.asked.gems == 6
    await notary.tap("reveal", "W")
    assert notary.session.asked.gems == 5
    notary.page.intent("undo", "")
    assert notary.session.asked.gems == 6
    assert "New in this game" not in str(notary.page.regions.get("notice", ""))


@awaited
async def test_a_hut_that_lies_otherwise_is_put_right() -> None:
    """What was written down stays; a hut that has been built cannot be another one."""
    record = played(expanded("huts"), 2, 5)
    right = record.deal.huts
    built = [move.what for move in record.moves if move.kind == "H" and move.what != "-"]
    notary = await at_table(record)
    await notary.write(6)
    before = notary.session.record
    at = next(n for n, code in enumerate(right) if code not in built)
    side = next(one for one in TILES[at] if one != right[at])
    notary.page.intent("companion-go", "huts/now")
    notary.page.write(f"side-{at}", side)
    await settled(notary.app)
    turned = notary.session.record
    assert turned.moves == before.moves
    assert turned.deal.huts == (*right[:at], side, *right[at + 1 :])
    assert side in notary.session.game.supply["huts"]
    notary.page.write(f"side-{at}", right[at])
    notary.page.intent("close", "")
    await notary.write()
    assert notary.session.record.moves == record.moves
