"""What is told to those who hear the page: every move, what comes of it, and who is next."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Deal, Game, Move, Record
from cacao_core.events import Lost
from cacao_core.formats.text import turns
from cacao_web.board import narration
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import gains, words
from tests.core.helpers import example, play_at_random
from tests.web.standin import StandIn
from tests.web.test_app import begin, run, settled, started

SITTERS = tuple(
    Sitter(name, "person", colour)
    for name, colour in (("Ana", "red"), ("Bo", "purple"), ("Cleo", "white"), ("Dai", "yellow"))
)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_told_turn_by_turn_is_the_game_told_at_once(players: int, seed: int) -> None:
    deal = Deal.shuffled(players, seed)
    moves = list(play_at_random(Game(deal), Random(seed)))
    told, position = [], Game(deal)
    for turn in turns(moves):
        told += narration.events(position, turn, SITTERS)
        for move in turn:
            position.play(move)
    assert told == narration.events(Game(deal), moves, SITTERS)
    assert all(sentence[0].isupper() and sentence[-1] in ".!" for sentence in told)
    last = [sentence for sentence in told if " gold, " in sentence][-players:]
    for player, sitter in zip(position.players, SITTERS, strict=False):
        assert f"{sitter.name} has {player.gold} gold, {player.cacao} cacao." in last


def test_equal_effects_are_added_up_wherever_they_are_told() -> None:
    acts = [
        gains.effect(0, "W", 2, -1), gains.effect(0, "W", 1, 0), gains.effect(1, "P1", 1),
        gains.effect(1, "P2", 2), gains.effect(0, "M3", 2), gains.effect(0, "M2", 1),
        gains.effect(0, "S", 0), gains.effect(0, "G1", 1), gains.effect(0, "G2", 4),
    ]  # fmt: skip
    assert gains.told(acts, {1: "Bo"}) == [
        "moves 3 fields along the water (→ 0)",
        "Bo takes 3 cacao",
        "sells 3 cacao for 8 gold",
        "takes 5 gold",
    ]
    assert [gains.short(one) for one in gains.added(acts)] == ["+3", "+3", "3→8", "+5"]


def test_what_there_is_no_room_for_is_told_and_added_up() -> None:
    lost = [Lost(0, (0, 1), 0, "P1", 1), Lost(0, (0, 1), 1, "P2", 2), Lost(1, (1, 0), 3, "S", 1)]
    acts = [gains.effect(0, "P2", 2), gains.effect(0, "P1", 1), *gains.of(lost)]
    assert gains.told(acts, {1: "Bo"}) == [
        "takes 3 cacao (no room for 3 more)",
        "Bo has no room for 1 sun token",
    ]
    assert gains.told(acts, you=0)[0] == "you take 3 cacao (no room for 3 more)"
    assert gains.told(gains.of(lost), you=0)[0] == "you have no room for 3 cacao"
    assert [gains.short(one) for one in gains.added(acts)] == ["+3/6", "+0/1"]


def test_tiles_that_come_by_themselves_are_told() -> None:
    """docs/rules.md 4.B: what the pile fills; end of the turn: what is new in the display."""
    shown = 0
    for seed in range(6):
        game = Game(Deal.shuffled(4, seed))
        for move in play_at_random(game.copy(), Random(seed)):
            before = game.copy()
            game.play(move)
            told = narration.events(before, [move], SITTERS)
            drawn = len(before.jungle_pile) - len(game.jungle_pile)
            blind = len(game.jungle) - len(before.jungle) - (move.kind == "J")
            assert sum("The pile fills" in sentence for sentence in told) == blind
            new = [text for text in told if text.startswith("New in the jungle display")]
            named = new[0].count(", ") + 1 if new else 0
            assert named == drawn - blind
            shown += drawn - blind
    assert shown > 50


def test_a_space_that_the_pile_fills_is_told() -> None:
    game = example("three_spaces_blind").game()
    game.play("JG2@2,0")
    [done, filled, *_rest] = narration.events(game, [Move.parse("JG1@3,-1")], SITTERS)
    assert done.endswith("fills 3,-1: gold mine (value 1).")
    [space] = set(game.open_spaces) - {(3, -1)}
    assert filled == f"The pile fills {words.cell_name(space)}: sun-worshipping site."


def test_what_lies_around_a_cell_is_told_clockwise() -> None:
    session = Session("a", Record(Deal.shuffled(2, 7), ["W1111@1,0"]), SITTERS[:2])
    assert narration.neighbours(session, (0, 1)) == (
        "north: single plantation; east: market (price 2)"
    )
    assert "west: 1 worker of Ana" in narration.neighbours(session, (2, 0))
    turned = Session("a", Record(Deal.shuffled(2, 7), ["W2101@1,0"]), SITTERS[:2])
    assert narration.neighbours(turned, (1, -1)) == "south: 2 workers of Ana"
    assert "west: 1 worker of Ana" in narration.neighbours(turned, (2, 0))
    assert "east: 1 worker of Ana" in narration.neighbours(turned, (0, 0))
    assert "north: 0 workers of Ana" in narration.neighbours(turned, (1, 1))


def test_moves_and_calls_are_told_in_order() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        begin(page, name_0="Ana", kind_1="person", name_1="Bo", ask_all="on")
        assert page.told[-1] == "Ana’s turn 1 of 11. Hand the device to Ana."
        page.intent("uncover", "")
        page.intent("cell", "1,0")
        page.intent("confirm", "")
        await settled(app)
        session = app.session
        assert session is not None
        edges = session.record.moves[0].what
        assert f"Ana places workers {'-'.join(edges)} on 1,0." in page.told
        assert page.told[-1].startswith("Ana’s turn 1 of 11. Your workers act.")

    run(scenario)


def test_nobody_is_told_that_a_computer_is_thinking() -> None:
    """That is over before it could be read out."""

    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        begin(page, kind_0="easy", kind_2="medium")
        await settled(app)
        assert app.session is not None
        assert app.session.game.is_over
        assert len(page.told) > len(app.session.record.moves)
        assert not [told for told in page.told if "thinking" in told]
        assert page.told[-1] == "The game is over."

    run(scenario)


def test_what_is_chosen_is_said_with_what_it_brings() -> None:
    async def scenario() -> None:
        page = StandIn()
        await started(page)
        begin(page, name_0="Ana")
        page.intent("rotate", "1")
        assert page.said[-1] == "Workers: 1 north, 2 east, 1 south."
        page.intent("rotate", "-1")
        page.intent("cell", "1,0")
        assert page.said[-1] == (
            "Workers: 2 north, 1 east, 1 west. score ±0 · takes 1 cacao. "
            "Press Enter to place it, Escape to cancel."
        )

    run(scenario)


def test_an_earlier_turn_is_said_when_it_is_looked_at() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        begin(page, name_0="Ana", kind_1="person", name_1="Bo")
        page.intent("uncover", "")
        for _move in range(12):
            assert app.session is not None
            app.table.play_exactly(str(app.session.game.legal_moves()[0]))
        page.intent("look", "3")
        assert page.said[-1].startswith("Turn 2 of 4 · Bo’s turn 1 of 11: places workers ")

    run(scenario)
