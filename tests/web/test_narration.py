"""Sentences for people who hear the page: moves, their effects, and whose turn it is."""

from __future__ import annotations

import re
from random import Random

import pytest

from cacao_core import Deal, Game, Move, Phase, Record, ai
from cacao_core.events import Lost
from cacao_core.moves import by_turn, turn_starts, turns_begun
from cacao_core.rules import BASE
from cacao_web.board import caption, narration
from cacao_web.board.overlay import Overlay, Overlays
from cacao_web.board.regions import log, tray
from cacao_web.game.effects import WorkerEffect, of
from cacao_web.game.players import ELSEWHERE, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.game.texts import gains, words
from tests.core.helpers import example, play_at_random
from tests.web.driven import App, awaited, begin, settled
from tests.web.standin import StandIn

SITTERS = tuple(
    Sitter(name, "person", colour)
    for name, colour in (("Ana", "red"), ("Bo", "purple"), ("Cleo", "white"), ("Dai", "yellow"))
)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_whole_game_is_told_the_same_turn_by_turn(players: int, seed: int) -> None:
    deal = Deal.shuffled(players, seed)
    moves = list(play_at_random(Game(deal), Random(seed)))
    told, position = [], Game(deal)
    for turn in by_turn(moves):
        told += narration.events(position, turn, SITTERS)
        for move in turn:
            position.play(move)
    assert told == narration.events(Game(deal), moves, SITTERS)
    assert all(sentence[0].isupper() and sentence[-1] in ".!" for sentence in told)
    last = [sentence for sentence in told if " gold, " in sentence][-players:]
    for player, sitter in zip(position.players, SITTERS, strict=False):
        assert f"{sitter.name} has {player.gold} gold, {player.cacao} cacao." in last


def test_equal_effects_and_losses_are_added_up() -> None:
    acts = [
        WorkerEffect(0, "W", 2, water=-1), WorkerEffect(0, "W", 1, water=0),
        WorkerEffect(1, "P1", 1), WorkerEffect(1, "P2", 2), WorkerEffect(0, "M3", 2, 6),
        WorkerEffect(0, "M2", 1, 2), WorkerEffect(0, "S", 0), WorkerEffect(0, "G1", 1),
        WorkerEffect(0, "G2", 4),
    ]  # fmt: skip
    assert gains.told(acts, {1: "Bo"}) == [
        "moves 3 fields along the water (→ 0)",
        "Bo takes 3 cacao",
        "sells 3 cacao for 8 gold",
        "takes 5 gold",
    ]
    assert [gains.short(one) for one in gains.added(acts)] == ["+3", "+3", "3→8", "+5"]
    lost = [Lost(0, (0, 1), 0, "P1", 1), Lost(0, (0, 1), 1, "P2", 2), Lost(1, (1, 0), 3, "S", 1)]
    acts = [WorkerEffect(0, "P2", 2), WorkerEffect(0, "P1", 1), *of(lost)]
    assert gains.told(acts, {1: "Bo"}) == [
        "takes 3 cacao (no room for 3 more)",
        "Bo has no room for 1 sun token",
    ]
    assert gains.told(acts, you=0)[0] == "you take 3 cacao (no room for 3 more)"
    assert gains.told(of(lost), you=0)[0] == "you have no room for 3 cacao"
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


def test_space_that_the_pile_fills_is_told() -> None:
    game = example("three_spaces_blind").game()
    game.play("JG2@2,0")
    [done, filled, *_rest] = narration.events(game, [Move.parse("JG1@3,-1")], SITTERS)
    assert done.endswith("fills 3,-1: gold mine (value 1).")
    [space] = set(game.open_spaces) - {(3, -1)}
    assert filled == f"The pile fills {words.cell_name(space)}: sun-worshipping site."


def test_neighbours_of_a_cell_are_told_clockwise() -> None:
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


@awaited
async def test_moves_and_calls_are_told_in_order(page: StandIn, app: App) -> None:
    begin(page, name_0="Ana", kind_1="person", name_1="Bo", ask_all="on")
    assert page.told[-1] == "Ana’s turn, round 1/11. Hand the device to Ana."
    page.intent("uncover", "")
    page.intent("cell", "1,0")
    page.intent("confirm", "")
    await settled(app)
    session = app.game
    edges = session.record.moves[0].what
    assert f"Ana places workers {'-'.join(edges)} on 1,0." in page.told
    assert page.told[-1].startswith("Ana’s turn, round 1/11. Your workers act.")


@pytest.mark.long
@awaited
async def test_thinking_of_computers_is_not_told(page: StandIn, app: App) -> None:
    """That is over before it could be read out."""
    begin(page, kind_0="easy", kind_2="medium")
    await settled(app)
    assert app.game.game.is_over
    assert len(page.told) > len(app.game.record.moves)
    assert not [told for told in page.told if "thinking" in told]
    assert page.told[-1] == "The game is over."


@awaited
async def test_choice_is_said_with_what_it_brings(page: StandIn) -> None:
    begin(page, name_0="Ana")
    page.intent("rotate", "1")
    assert page.said[-1] == "Workers: 1 north, 2 east, 1 south."
    page.intent("rotate", "-1")
    page.intent("cell", "1,0")
    assert page.said[-1] == (
        "Workers: 2 north, 1 east, 1 west. score ±0 · takes 1 cacao. "
        "Press Enter to place it, Escape to cancel."
    )


@awaited
async def test_earlier_turn_is_said_when_it_is_looked_at(page: StandIn, app: App) -> None:
    begin(page, name_0="Ana", kind_1="person", name_1="Bo")
    page.intent("uncover", "")
    for _move in range(12):
        app.table.play_exactly(str(app.game.game.legal_moves()[0]))
    page.intent("look", "3")
    assert page.said[-1].startswith("Turn 2 of 4 · Bo: places workers ")


NAMES = ("Ana", "Bo", "Cleo", "Dan")


def session_of(players: int, *kinds: str) -> Session:
    """A new game; seats without a kind are people at this device."""
    given = [*kinds, *["person"] * (players - len(kinds))]
    sitters = tuple(map(Sitter, NAMES, given))[:players]
    session = Session("x", Record(Deal.shuffled(players, 5)), sitters)
    session.covered = False
    return session


@pytest.mark.parametrize("players", [2, 3, 4])
def test_round_is_numbered_in_every_phase(players: int) -> None:
    session, overlays = session_of(players), Overlays()
    total = sum(BASE.worker_tiles[players].values())
    placed, phases = [0] * players, set[Phase]()
    while not session.game.is_over:
        game = session.game
        phases.add(game.phase)
        number = placed[game.turn] + (game.phase is Phase.PLACE)
        wanted = f"{NAMES[game.turn]}’s turn, round {number}/{total}."
        assert wanted in tray.task(session, overlays)
        assert tray.said(session, overlays).startswith(wanted)
        move = ai.choose(game, "easy")
        placed[game.turn] += move.starts_turn
        session.play(move)
        session.covered = False
    assert placed == [total] * players
    assert phases == {Phase.PLACE, Phase.FILL, Phase.ACTIVATE}
    assert "turn" not in tray.said(session, overlays)


def test_turn_is_yours_or_named() -> None:
    session, overlays = session_of(2, "person", "easy"), Overlays()
    assert "Your turn, round 1/11." in tray.task(session, overlays)
    while session.game.turn == 0:
        session.play(ai.choose(session.game, "easy"))
    session.thinking = True
    assert "Bo’s turn, round 1/11." in tray.task(session, overlays)
    assert "thinking" in tray.task(session, overlays)


def test_turn_is_said_whatever_else_is_shown() -> None:
    session, overlays = session_of(2, "person", "easy"), Overlays()
    session.choosing.propose(session.choosing.targets[0])
    assert "Your turn, round 1/11." in tray.task(session, overlays)
    overlays.add(Overlay(task=lambda _session: "Hint 1"))
    assert "Your turn, round 1/11." in tray.task(session, overlays)
    session, overlays = session_of(2, ELSEWHERE, "person"), Overlays()
    assert "Ana’s turn, round 1/11." in tray.task(session, overlays)
    session, overlays = session_of(3), Overlays()
    session.covered = True
    assert "Ana’s turn, round 1/10." in tray.task(session, overlays)


def test_replay_counts_the_turns_of_the_game_only() -> None:
    session = session_of(3, "easy", "person", "easy")
    while turns_begun(session.record.moves) < 8:
        session.play(ai.choose(session.game, "easy"))
    session.look_at(len(session.record.moves) - 1)
    told = tray.task(session, Overlays())
    assert f"Turn {caption_number(session)} of 8 · " in told
    assert "round" not in told
    fifth = turn_starts(session.record.moves)[4]
    session.look_at(fifth + 1)
    assert caption.spoken(session).startswith(f"Turn 5 of 8 · {session.sitters[1].said}: ")


def test_places_tell_the_same_number_of_a_turn() -> None:
    session = session_of(3, "person", "easy", "easy")
    while len(session.record.turns()) < 8 or session.game.phase is Phase.PLACE:
        session.play(ai.choose(session.game, "easy"))
    assert "turn-8" in log.turns(session)
    assert "turn 8" in link.cover(session.sitters, session.record).lower()
    assert words.present_turn(session.record) == 8
    assert "round 3/10" in tray.task(session, Overlays())
    session.look_at(len(session.record.moves))
    assert caption.spoken(session).startswith("Turn 8 of 8 · ")
    assert log.shown_entry(session) == "turn-8"


def caption_number(session: Session) -> int:
    return turns_begun(session.shown_moves)


@awaited
async def test_player_has_one_name_on_the_board_and_everywhere(page: StandIn, app: App) -> None:
    begin(page, name_0="Ana", kind_1="person", name_1="Bo", hide_hands="off")
    for _move in range(9):
        app.table.play_exactly(str(app.game.game.legal_moves()[0]))
    workers = page.regions["board-workers"]
    assert "workers of Bo: " in workers
    assert not re.search("workers of (red|purple)", workers)


@awaited
async def test_nothing_is_told_twice(page: StandIn, app: App) -> None:
    begin(page, name_0="Ana", kind_1="person", name_1="Bo", hide_hands="off")
    before = len(page.told)
    app.table.changed(None, automatic=False)  # drawn once more, for example after saving
    assert len(page.told) == before
    while len(app.game.record.moves) == 0 or app.game.game.phase is not Phase.PLACE:
        app.table.play_exactly(str(app.game.game.legal_moves()[0]))
    assert len(page.told) > before
    before = len(page.told)
    page.intent("look", "0")
    page.intent("now", "")
    assert len(page.told) == before + 1, "who has looked elsewhere hears where the game stands"


@awaited
async def test_village_board_tells_each_fact_once(page: StandIn) -> None:
    begin(page, name_0="Ana", kind_1="person", name_1="Bo", hide_hands="off")
    [board] = re.findall(r'<section[^>]*id="village-0".*?</section>', page.regions["villages"])
    facts = re.findall(r'aria-label="([^"]*\d[^"]*)"', board)
    assert facts
    shown = [one for one in facts if not one.startswith("score now")]  # one of two is shown
    assert len(shown) == len(set(shown))
