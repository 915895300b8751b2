"""The session: what is chosen, what may be confirmed, taken back, and who sees what."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, Phase, Record, ai
from cacao_core.moves import turns_begun
from cacao_core.tiles import TILE_OF_EDGES
from cacao_web.board import board
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import tray
from cacao_web.features.lesson.model import CHAPTERS, script
from cacao_web.features.lesson.tutor import Tutor
from cacao_web.game import plans
from cacao_web.game.options import Options
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import forecast
from tests.core.helpers import deal_starting, example, play_at_random

ANA, BO, COMP = Sitter("Ana"), Sitter("Bo"), Sitter("Comp", COMPUTER)
HANDS = [("2101", "1111", "3001"), ("1111", "2101", "3100")]


def session(
    *players: Sitter, jungle: tuple[str, ...] = (), options: Options | None = None
) -> Session:
    return Session.new("x", deal_starting(2, HANDS, jungle), players or (ANA, COMP), options)


def test_choosing_placing_and_turning() -> None:
    s = session()
    assert (s.choosing.chosen_tile, s.choosing.chosen_edges) == ("2101", "2101")
    assert set(s.choosing.targets) == {(0, -1), (1, 0), (0, 1), (-1, 0), (2, 1), (1, 2)}
    assert s.choosing.candidate is None
    s.choosing.choose_cell((1, 0))
    assert str(s.choosing.candidate) == "W2101@1,0"
    s.choosing.choose_cell((1, 0))  # a second tap turns
    assert str(s.choosing.candidate) == "W1210@1,0"
    s.choosing.choose_hand(0)  # and so does a second click on the tile
    assert str(s.choosing.candidate) == "W0121@1,0"
    s.choosing.rotate(-1)
    assert str(s.choosing.candidate) == "W1210@1,0"
    s.choosing.choose_hand(1)
    assert str(s.choosing.candidate) == "W1111@1,0"
    s.choosing.cancel()
    assert s.choosing.candidate is None
    s = session()
    s.choosing.choose_cell((7, 7))
    assert s.choice.cell is None
    assert not s.choosing.point_at((0, 0))
    assert s.choosing.point_at((1, 0))
    assert str(s.choosing.shown_move) == "W2101@1,0"
    assert s.choosing.candidate is None


def test_filling() -> None:
    s = session(ANA, BO, jungle=("W", "T"), options=Options(hide_hands=False))
    for move in ("W0121@0,-1", "As2@0,-1", "W1111@1,0"):
        s.play(move)
    assert s.game.phase is Phase.FILL
    assert s.choosing.chosen_code == "W"
    s.choosing.choose_display(1)
    assert s.choosing.chosen_code == "T"
    s.choosing.choose_cell((1, -1))
    assert str(s.choosing.candidate) == "JT@1,-1"


def test_computers_and_covered_hands_decide_nothing() -> None:
    s = session(COMP, ANA)
    assert (s.deciding, s.legal, s.choosing.targets, s.choosing.chosen_tile) == (
        False,
        [],
        [],
        None,
    )
    assert s.viewer == 1  # the only person sees the own hand all the time
    s = session(ANA, BO)
    assert (s.covered, s.deciding, s.viewer) == (True, False, None)
    s.uncover()
    assert (s.deciding, s.viewer) == (True, 0)
    s = session(ANA, BO)
    s.uncover()
    s.play("W1111@0,-1")
    s.play("As1@0,-1")
    assert (s.game.turn, s.covered, s.viewer) == (1, True, None)
    open_hands = session(ANA, BO, options=Options(hide_hands=False))
    assert not open_hands.covered


def test_hands_are_hidden_while_another_person_activates() -> None:
    record = example("fill_activates_others")
    s = Session("x", record, (ANA, BO, Sitter("C"), Sitter("D")))
    s.play("An1@-1,2")
    s.play("Ae1@-1,2")
    assert (s.game.turn, s.game.to_move) == (3, 0)
    assert s.viewer is None
    assert s.deciding


def test_undo_within_a_turn() -> None:
    s = session(ANA, COMP, jungle=("W", "T"))
    assert not s.can_undo
    s.play("W1111@1,0")
    assert s.can_undo
    s.undo()
    assert s.record.moves == ()
    assert not s.can_undo
    with pytest.raises(CacaoError):
        s.undo()
    s = session(ANA, COMP, options=Options(undo_turns=True))
    for move in ("W1111@1,0", "Aw1@1,0", "An0@1,0", "W1111@0,1", "An1@0,1", "Ae1@0,1"):
        if move in map(str, s.game.legal_moves()):
            s.play(move)
    s.undo()
    assert s.record.moves == ()
    assert not s.can_undo


def test_blind_fill_cannot_be_undone() -> None:
    record = example("three_spaces_blind")
    players = (ANA, COMP, COMP)
    s = Session("x", record, players, Options(undo_turns=False))
    assert s.can_undo
    s.play("JG2@2,0")
    assert s.can_undo
    s.play("JG1@3,-1")
    assert s.game.phase is Phase.ACTIVATE
    assert not s.can_undo


def test_sensible_moves_come_by_themselves() -> None:
    s = session(ANA, COMP)
    s.play("W1111@0,-1")
    assert str(s.automatic_move()) == "As1@0,-1"
    asked = session(ANA, COMP, options=Options(ask_all=True))
    asked.play("W1111@0,-1")
    assert asked.automatic_move() is None
    s = session(ANA, COMP)
    s.play("W1111@1,0")  # plantation and market: the order is Ana's
    assert s.automatic_move() is None


def test_move_that_comes_by_itself_leaves_nothing_to_choose() -> None:
    s = session(ANA, COMP)
    s.play("W1111@0,-1")
    s.onward.coming = s.automatic_move()
    assert not s.deciding
    s.play("As1@0,-1")
    assert s.onward.coming is None


def test_failed_moves_change_nothing() -> None:
    s = session()
    s.choosing.choose_cell((1, 0))
    record, choice = s.record, s.choice
    with pytest.raises(CacaoError):
        s.play("JT@1,-1")
    assert (s.record, s.choice) == (record, choice)


def test_random_clicks_never_break_the_session() -> None:
    rng = Random(3)
    for seed in range(6):
        s = Session.new("x", Deal.shuffled(3, seed), (ANA, BO, Sitter("C")))
        while not s.game.is_over:
            rng.choice(
                [
                    lambda: s.choosing.choose_hand(rng.randrange(3)),
                    lambda: s.choosing.choose_display(rng.randrange(2)),
                    lambda: s.choosing.rotate(rng.choice([-1, 1])),
                    lambda: s.choosing.choose_cell(rng.choice(s.choosing.targets or [(0, 0)])),
                    lambda: s.choosing.point_at(rng.choice(s.choosing.targets or [(9, 9)])),
                    s.uncover,
                    s.choosing.cancel,
                ]
            )()
            move = s.choosing.candidate or (
                s.legal[-1] if s.game.phase is Phase.ACTIVATE and s.legal else None
            )
            if move and rng.random() < 0.7:
                s.play(move)
        assert Record.from_text(s.record.to_text()) == s.record


def test_looking_back_shows_what_was_and_decides_nothing() -> None:
    s = session(ANA, COMP)
    s.play("W1111@0,-1")
    s.play("As1@0,-1")
    s.look_at(1)
    assert s.look.at == 1
    assert s.shown.phase is Phase.ACTIVATE
    assert (s.game.turn, s.shown.turn) == (1, 0)
    assert (s.deciding, s.legal, s.can_undo) == (False, [], False)
    assert [str(move) for move in s.shown_moves] == ["W1111@0,-1"]
    s.look_at(-5)
    assert s.look.at == 0
    s.look_at(2)  # the present
    assert s.look.at is None
    assert s.shown is s.game
    s.look_at(99)
    assert s.look.at is None


def test_whole_turns_are_taken_back_with_the_option() -> None:
    def played(*players: Sitter, options: Options) -> Session:
        s = session(*players, jungle=("W", "T"), options=options)
        for move in ("W1111@0,-1", "As1@0,-1", "W1111@2,1"):
            s.play(move)
        s.uncover()
        return s

    s = played(ANA, COMP, options=Options(undo_turns=True))
    assert (s.game.turn, s.game.phase, s.can_undo) == (0, Phase.PLACE, True)
    s.undo()
    assert s.record.moves == ()
    assert not s.can_undo
    assert not played(ANA, COMP, options=Options(undo_turns=False)).can_undo
    assert not played(ANA, BO, options=Options(undo_turns=True)).can_undo


def test_undo_finds_the_start_of_a_changed_turn() -> None:
    """What is remembered of a turn's start must not be that of a turn that was taken back."""
    rng = Random(4)
    undone = 0
    for seed in range(4):
        s = Session.new("x", Deal.shuffled(2, seed), (ANA, COMP), Options(undo_turns=True))
        for _step in range(160):
            if s.game.is_over:
                break
            if s.can_undo and rng.random() < 0.25:
                before = s.record
                s.undo()
                assert s.record.moves == before.moves[: len(s.record.moves)]
                assert s.record.game() == Record(s.record.deal, s.record.moves).game()
                assert s.game.turn == s.game.to_move == 0
                undone += 1
            else:
                s.play(rng.choice(s.game.legal_moves()))
    assert undone > 40


def test_suggestions_are_the_best_of_all_tiles_and_the_first_is_ready() -> None:
    s = session(options=Options(suggestions=True))
    best, *others = s.choosing.suggestions
    good = ai.candidates(s.game)
    assert [best, *others] == good[: 1 + len(others)]
    s.entered()
    assert s.choosing.chosen_edges == best.what, "its tile is held, turned like that"
    assert s.choice.cell is None, "nothing is placed by one hasty tap"
    s.choosing.choose_cell(best.cell)
    assert s.choosing.candidate == best
    assert session().choosing.suggestions == []
    assert session().choice.hand == 0
    s.play(best)
    assert s.choosing.suggestions == []


def test_suggestion_does_not_change_how_other_tiles_are_turned() -> None:
    s = session(options=Options(suggestions=True))
    kinds = {TILE_OF_EDGES[move.what] for move in s.choosing.suggestions}
    assert set(s.game.players[0].hand) - kinds, "some tile is not suggested"
    usual = session().choice.edges(0, s.game.players[0].hand)
    ours = s.choice.edges(0, s.game.players[0].hand)
    for tile, one, other in zip(s.game.players[0].hand, usual, ours, strict=True):
        assert tile in kinds or one == other


def test_tap_on_a_proposed_tile_turns_it() -> None:
    s = session(options=Options(suggestions=True))
    s.choosing.take_hand(next(n for n, tile in enumerate(s.game.players[0].hand) if tile != "1111"))
    cell, before = s.choosing.suggestions[0].cell, s.choosing.chosen_edges
    s.choosing.choose_cell(cell)
    s.choosing.choose_cell(cell)
    assert s.choosing.candidate is not None
    assert s.choosing.candidate.cell == cell
    assert s.choosing.candidate.what == s.choosing.chosen_edges != before
    s = session()
    s.choosing.rotate()
    s.choosing.take_hand(0)
    assert s.choosing.chosen_edges == "1210"
    s.choosing.take_hand(1)
    assert s.choosing.chosen_edges == "1111"
    s.choosing.take_hand(8)
    assert s.choosing.chosen_edges == "1111"


def test_colours_follow_the_players_and_are_different() -> None:
    s = session(Sitter("Ana", colour="white"), Sitter("Bo"))
    assert [sitter.colour for sitter in s.sitters] == ["white", "red"]
    with pytest.raises(CacaoError):
        session(Sitter("Ana", colour="white"), Sitter("Bo", colour="white"))
    with pytest.raises(CacaoError):
        session(Sitter("Ana", colour="green"), Sitter("Bo"))


def test_preview_is_worked_out_once_and_always_fits() -> None:
    s = session(jungle=("W", "T"))
    s.choosing.choose_cell((1, 0))
    first = s.choosing.preview
    assert first is not None
    assert s.choosing.preview is first
    s.choosing.rotate()
    assert s.choosing.preview is not None
    assert s.choosing.preview.move.what == "1210"
    s.choosing.cancel()
    assert s.choosing.preview is None


def test_tile_taken_back_is_turned_as_before() -> None:
    s = session(ANA, COMP)
    s.play("W1012@1,0")
    s.undo()
    assert (s.choice.hand, s.choosing.chosen_edges, s.choice.cell) == (0, "1012", None)


def test_redo_goes_forward_again_step_by_step() -> None:
    s = Session("x", example("three_spaces_blind"), (ANA, COMP, COMP), Options(undo_turns=True))
    seen = [s.record]
    while s.can_undo and len(seen) < 6:
        s.undo()
        seen.append(s.record)
    assert len(seen) == 6
    assert all(len(one.moves) > len(other.moves) for one, other in pairwise(seen))
    for record in reversed(seen[:-1]):
        assert s.can_redo
        s.redo()
        assert s.record is record
    assert not s.can_redo
    with pytest.raises(CacaoError):
        s.redo()
    s = Session("x", example("three_spaces_blind"), (ANA, COMP, COMP), Options(undo_turns=True))
    whole = s.record
    for _ in range(4):
        s.undo()
    at = len(s.record.moves)
    for move in whole.moves[at : at + 2]:
        s.play(move)
        assert s.left is None
    while s.can_redo:
        s.redo()
    assert s.record.moves == whole.moves


def test_other_move_leaves_a_course() -> None:
    s = Session("x", example("three_spaces_blind"), (ANA, COMP, COMP), Options(undo_turns=True))
    whole = s.record
    while turns_begun(whole.moves[len(s.record.moves) :]) < 4:
        s.undo()
    others = [move for move in s.game.legal_moves() if move != whole.moves[len(s.record.moves)]]
    s.play(others[0])
    assert s.left == whole
    assert not s.can_redo
    s.undo()
    s.play(others[1])
    assert s.left is None  # within the turn nothing of others was lost


def test_whole_turns_are_taken_back_while_a_computer_thinks() -> None:
    deal = deal_starting(2, HANDS, ())
    s = Session.new("x", deal, (ANA, COMP), Options(undo_turns=True))
    s.play("W1111@0,-1")
    s.play("As1@0,-1")
    assert s.actor is not None
    assert s.actor.is_computer
    assert s.can_undo
    s.undo()
    assert s.record.moves == ()


# --- Workers that act ------------------------------------------------------------------------


def test_activations_chosen_together_follow_each_other() -> None:
    s = session(ANA, COMP)
    s.play("W1111@1,0")
    plan = plans.shown(s.game, ai.suggest(s.game))
    assert len(plan.moves) == 2
    s.activate(plan.moves)
    assert s.record.moves[-1] == plan.moves[0]
    assert s.automatic_move() == plan.moves[1]
    s.undo()
    assert s.automatic_move() is None


@pytest.mark.long
def test_choices_for_all_workers_reach_every_result() -> None:
    """docs/rules.md 4.C: order and amounts are the player's."""
    tried: Counter[bool] = Counter()
    for seed in range(60):
        deal = Deal.shuffled(2 + seed % 3, seed)
        game = Game(deal)
        for move in play_at_random(game, Random(seed)):
            assert move
            if game.phase is not Phase.ACTIVATE or not 2 <= len(game.open_edges) <= 4:
                continue
            merged = len(plans.stops(game)) < len(game.open_edges)
            if merged or len(tried) < 2 or tried[False] < 40:
                tried[merged] += 1
                assert _results(game, stops=True) == _results(game, stops=False)
    assert tried[True] > 10


def _results(game: Game, stops: bool) -> set[object]:
    """What the seat to move may own after its activations."""
    seat, turn, results = game.to_move, game.turn, set[object]()
    assert seat is not None

    def go_on(position: Game) -> None:
        if position.phase is not Phase.ACTIVATE or (position.to_move, position.turn) != (
            seat,
            turn,
        ):
            player = position.players[seat]
            results.add((player.gold, player.cacao, player.suns, player.water))
            return
        single = [(move,) for move in position.legal_moves()]
        groups = [amount.moves for stop in plans.stops(position) for amount in stop.amounts]
        for moves in groups if stops else single:
            trial = position.copy()
            for move in moves:
                if move in trial.legal_moves():  # the last edges may have been dropped
                    trial.play(move)
            go_on(trial)

    go_on(game)
    return results


def test_workers_do_what_the_preview_has_shown() -> None:
    """Whoever confirms a tile with all its effects in sight is not asked for them again."""
    followed = 0
    for seed in range(40):
        s = Session.new("x", Deal.shuffled(2, seed), (ANA, COMP))
        for move in play_at_random(Game(s.record.deal), Random(seed)):
            if s.game.turn == 0 and move.kind != "A":
                s.choosing.take(move)
                if s.choosing.may_follow:
                    seen = s.choosing.preview
                    assert seen is not None
                    before = [score.total for score in s.game.score()]
                    follower = Session("y", s.record, s.sitters)
                    follower.play(move, follows=True)
                    while follower.game.turn == 0 and not follower.game.is_over:
                        if follower.game.to_move != 0:
                            follower.play(ai.suggest(follower.game))
                            continue
                        coming = follower.automatic_move()
                        assert coming is not None, "nothing is asked"
                        follower.play(coming)
                    after = [score.total for score in follower.game.score()]
                    assert tuple(b - a for a, b in zip(before, after, strict=True)) == seen.change
                    assert not follower.onward.follows  # only in this turn
                    followed += 1
            s.play(move)
            s.uncover()
    assert followed > 20


def test_preview_tells_what_workers_at_a_market_leave_undone() -> None:
    """With three players, the first fruit is worth more at first than the lowest price."""
    told = 0
    for seed in range(20):
        s = Session.new("x", Deal.shuffled(3, seed), (ANA, COMP, COMP))
        while turns_begun(s.record.moves) < 8:
            for move in s.legal if s.game.turn == 0 and s.game.phase is Phase.PLACE else ():
                s.choosing.take(move)
                seen = s.choosing.preview
                assert seen is not None
                kept = sum(one.kept for one in seen.effects if one.seat == 0)
                if kept and s.choosing.may_follow:
                    after = s.game.copy()
                    after.play(move)
                    while after.phase is Phase.ACTIVATE and after.turn == 0:
                        after.play(ai.suggest(after))
                    assert after.players[0].cacao >= kept
                    assert f"keeps {kept} cacao" in forecast.effects(seen, s, 0)
                    assert re.search(rf">\d/{kept}\b|>\d/\d→", str(board.ghost(s, Overlays())))
                    told += 1
            s.play(ai.choose(s.game, "medium", seed=seed))
    assert told > 5


def test_another_person_at_this_device_is_asked_for_their_workers() -> None:
    asked = 0
    for seed in range(30):
        s = Session.new("x", Deal.shuffled(2, seed), (ANA, BO), Options(hide_hands=False))
        for move in play_at_random(Game(s.record.deal), Random(seed)):
            game = s.game
            others = game.phase is Phase.ACTIVATE and game.to_move != game.turn
            if others and ai.obvious(game) is None:
                s.onward.follows = True  # of the person whose turn it is
                assert s.automatic_move() is None
                assert s.deciding
                asked += 1
            s.play(move)
    assert asked > 5


@pytest.mark.parametrize("chapter", ["sell", "temple"])
def test_lesson_asks_for_workers_as_games_do(chapter: str) -> None:
    number = next(n for n, one in enumerate(CHAPTERS, 1) if one.name == chapter)
    record = script().up_to(CHAPTERS[number - 1].start)
    s = Session("x", record, (ANA, COMP), mode=Tutor(number))
    moves = script().moves[len(record.moves) :]
    s.choosing.take(moves[0])
    assert s.choosing.follows_preview is (chapter == "sell")
    assert s.choosing.may_follow is (chapter == "sell")
    assert ("confirm-singly" in str(tray.content(s, Overlays()))) is (chapter == "sell")


def test_workers_are_asked_if_not_all_is_known() -> None:
    s = session(ANA, COMP, options=Options(ask_all=True))
    s.choosing.take_hand(1)
    s.choosing.choose_cell((1, 0))
    assert s.choosing.preview is not None
    assert s.choosing.preview.asks  # plantation and market: the order and amounts are Ana's
    assert not s.choosing.may_follow
    blind = Session("x", example("three_spaces_blind"), (ANA, COMP, COMP))
    assert len(blind.game.open_spaces) == 3
    for move in blind.game.legal_moves():
        blind.choosing.take(move)
        assert not blind.choosing.may_follow
    blind.play("JG2@2,0")
    for move in blind.game.legal_moves():  # the third space is filled from the pile
        blind.choosing.take(move)
        assert not blind.choosing.may_follow


def test_single_space_is_chosen_already() -> None:
    s = Session("x", example("fill_activates_others").up_to(12), tuple(map(Sitter, "ABCD")))
    s.uncover()
    assert s.choice.cell is None
    s.play(example("fill_activates_others").moves[12])
    [space] = s.game.open_spaces
    assert s.choosing.candidate is not None
    assert s.choosing.candidate.cell == space
    again = Session("x", s.record, s.sitters)
    assert again.choosing.candidate == s.choosing.candidate
