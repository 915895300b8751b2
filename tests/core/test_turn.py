"""docs/rules.md 4: placing, filling, activating, end of the turn; on small positions."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Game, IllegalMove, Phase
from tests.core.helpers import deal_starting, example, game_after, notations, play_at_random


def test_4a_rotations_of_hand_tiles_are_there_once() -> None:
    game = Game(deal_starting(2, [("2101", "1111", "2101")]))
    here = [move for move in notations(game) if move.endswith("@1,0")]
    assert here == ["W1111@1,0", "W2101@1,0", "W1210@1,0", "W0121@1,0", "W1012@1,0"]


def test_4a_worker_tiles_need_a_jungle_tile_beside() -> None:
    game = Game(deal_starting(2, [("1111",)]))
    for cell in ("5,0", "2,-1", "0,0", "1,1"):
        with pytest.raises(IllegalMove, match=f"not possible on {cell}"):
            game.play(f"W1111@{cell}")


def test_4a_cell_holds_one_worker_tile() -> None:
    game = game_after(deal_starting(2, [("1111",), ("1111",)]), "W1111@-1,0", "Ae1@-1,0")
    assert game.turn == 1
    with pytest.raises(IllegalMove, match="not possible on -1,0"):
        game.play("W1111@-1,0")


def test_4a_placing_is_mandatory_before_anything_else() -> None:
    game = Game(deal_starting(2))
    with pytest.raises(IllegalMove, match="cannot fill a jungle space now"):
        game.play("JT@2,0")
    with pytest.raises(IllegalMove, match="cannot activate an edge now"):
        game.play("An1@1,0")


def test_4b_spaces_stay_empty_after_the_first_placement() -> None:
    game = game_after(deal_starting(2, [("3001",)]), "W3001@0,-1")
    assert game.phase is not Phase.FILL


def test_4b_one_space_every_display_kind() -> None:
    deal = deal_starting(2, [("3001",), ("3001",)], ["W", "T"])
    game = game_after(deal, "W3001@0,-1", "W3001@1,0")
    assert (game.phase, game.to_move, game.turn) == (Phase.FILL, 1, 1)
    assert game.open_spaces == ((1, -1),)
    assert notations(game) == ["JT@1,-1", "JW@1,-1"]


def test_4b_two_equal_display_tiles_are_one_move() -> None:
    deal = deal_starting(2, [("3001",), ("3001",)], ["T", "T"])
    game = game_after(deal, "W3001@0,-1", "W3001@1,0")
    assert notations(game) == ["JT@1,-1"]


def test_4b_owner_of_the_other_tile_does_not_matter() -> None:
    """The space touches a red and a purple tile; purple, whose turn it is, fills it."""
    deal = deal_starting(2, [("3001",), ("3001",)], ["T", "T"])
    game = game_after(deal, "W3001@0,-1", "W3001@1,0", "JT@1,-1")
    assert game.jungle[1, -1] == "T"


TWO_SPACES = ("W1111@0,-1", "As1@0,-1", "W1111@2,1", "W1111@1,0")


def test_4b_two_spaces_any_tile_on_any_space_first() -> None:
    deal = deal_starting(3, [("1111",)] * 3, ["W", "T"])
    game = game_after(deal, *TWO_SPACES)
    assert game.open_spaces == ((1, -1), (2, 0))
    assert notations(game) == ["JT@1,-1", "JT@2,0", "JW@1,-1", "JW@2,0"]
    game.play("JW@2,0")
    assert game.display == ("T",)
    assert notations(game) == ["JT@1,-1"]


def test_4b_display_is_refilled_at_the_end_of_the_turn_only() -> None:
    deal = deal_starting(3, [("1111",)] * 3, ["W", "T", "G2", "S"])
    game = game_after(deal, *TWO_SPACES, "JW@2,0")
    assert (game.display, game.jungle_pile[:2]) == (("T",), ("G2", "S"))
    game.play("JT@1,-1")
    while game.phase is Phase.ACTIVATE:
        assert game.display == ()
        game.play(game.legal_moves()[-1])
    assert game.display == ("G2", "S")
    assert game.turn == 0


def test_4b_three_spaces_the_third_is_filled_from_the_pile() -> None:
    game = example("three_spaces_blind").game()
    spaces, pile = game.open_spaces, game.jungle_pile
    assert (len(spaces), len(game.display)) == (3, 2)
    game.play(f"JG2@{spaces[1][0]},{spaces[1][1]}")
    game.play(f"JG1@{spaces[0][0]},{spaces[0][1]}")
    assert [game.jungle[space] for space in spaces] == ["G1", "G2", pile[0]]
    assert game.phase is not Phase.FILL
    assert game.jungle_pile == pile[1:] or game.display == pile[1:3]


def test_4b_blindly_filled_tile_activates_too() -> None:
    """Here it is a sun-worshipping site, which a worker of the new tile faces."""
    game = example("three_spaces_blind").game()
    assert game.jungle_pile[0] == "S"
    game.play("JG2@2,0")
    game.play("JG1@3,-1")
    assert "S" in [code for _cell, _side, code, _workers in game.open_edges]


def test_4b_two_last_tiles_leave_one_of_three_spaces_empty() -> None:
    game = example("three_spaces_two_tiles").game()
    spaces = game.open_spaces
    assert (len(spaces), len(game.display), game.jungle_pile) == (3, 2, ())
    game.play("JM3@-1,3")
    assert notations(game) == ["JP1@-2,4", "JP1@-1,5"]
    game.play("JP1@-1,5")
    assert game.phase is not Phase.FILL
    assert (-2, 4) not in game.jungle
    for _move in play_at_random(game, Random(1)):
        assert (-2, 4) not in game.jungle


def test_4b_last_tile_goes_to_the_space_that_the_player_chooses() -> None:
    game = example("three_spaces_one_tile").game()
    assert notations(game) == ["JM3@-3,1", "JM3@-2,0", "JM3@-1,1"]
    game.play("JM3@-2,0")
    assert game.phase is not Phase.FILL
    assert {(-3, 1), (-1, 1)}.isdisjoint(game.jungle)


def test_4c_market_without_cacao_is_dropped_without_a_decision() -> None:
    deal = deal_starting(2, [("1111",), ("1111",)])
    game = game_after(deal, "W1111@2,1")
    assert (game.turn, game.phase) == (1, Phase.PLACE)


def test_4c_edge_at_0_stays_while_another_is_above_0() -> None:
    """A plantation visited first may give the market something to sell."""
    deal = deal_starting(2, [("1111",)])
    game = game_after(deal, "W1111@1,0")
    assert notations(game) == ["As0@1,0", "Aw0@1,0", "Aw1@1,0"]
    game.play("Aw1@1,0")
    assert notations(game) == ["As0@1,0", "As1@1,0"]
    game.play("As1@1,0")
    assert (game.players[0].gold, game.players[0].cacao) == (2, 0)
    assert game.turn == 1


def test_4c_edge_waived_at_0_is_gone() -> None:
    deal = deal_starting(2, [("1111",)])
    game = game_after(deal, "W1111@1,0", "As0@1,0", "Aw1@1,0")
    assert (game.players[0].gold, game.players[0].cacao) == (0, 1)
    assert game.turn == 1


def test_4c_waiving_everything() -> None:
    game = game_after(deal_starting(2, [("1111",)]), "W1111@1,0", "Aw0@1,0")
    assert (game.turn, game.phase) == (1, Phase.PLACE)
    assert game.players[0].cacao == 0


def test_4c_temple_needs_no_decision() -> None:
    deal = deal_starting(2, [("3001",), ("3100",)], ["T", "T"])
    game = game_after(deal, "W3001@0,-1", "W3100@1,0", "JT@1,-1")
    assert (game.turn, game.phase) == (0, Phase.PLACE)


def test_4c_only_workers_that_face_the_new_tile_or_stand_on_it_act() -> None:
    """Red's workers at 0,0 acted in red's turn; purple's placement does not wake them again."""
    deal = deal_starting(2, [("1111",), ("1111",)], ["T", "T"])
    game = game_after(deal, "W1111@0,-1", "As1@0,-1", "W1111@-1,0", "JT@-1,-1")
    assert (game.to_move, notations(game)) == (1, ["Ae0@-1,0", "Ae1@-1,0"])


def test_4c_turns_player_first_then_the_others() -> None:
    """White's placement fills a gold mine that faces a worker of white and one of purple."""
    deal = deal_starting(4, [("1111",)] * 4, ["G1", "T", "T", "T", "G2"])
    moves = [
        "W1111@0,-1", "As1@0,-1",  # red
        "W1111@1,0", "JT@1,-1", "Aw1@1,0", "As0@1,0",  # purple, who keeps the cacao
        "W1111@2,1", "JG1@2,0",  # white
    ]  # fmt: skip
    game = game_after(deal, *moves)
    assert (game.turn, game.to_move, notations(game)) == (2, 2, ["An0@2,1", "An1@2,1", "Aw0@2,1"])
    game.play("An1@2,1")
    assert (game.turn, game.to_move, notations(game)) == (2, 1, ["Ae0@1,0", "Ae1@1,0"])
    game.play("Ae1@1,0")
    assert (game.turn, game.to_move, game.phase) == (3, 3, Phase.PLACE)
    assert [player.gold for player in game.players] == [0, 1, 1, 0]


def test_4c_full_storage_takes_no_more() -> None:
    """With 3 fruits, two workers at a double plantation find 2 free spaces, not 4 fruits."""
    deal = deal_starting(2, [("3001", "2101"), ("1111",)], ["P2", "T"])
    game = game_after(deal, "W0130@0,-1", "As3@0,-1", "W1111@1,2", "W2101@1,0", "JP2@1,-1")
    amounts = [move.amount for move in game.legal_moves() if str(move).startswith("An")]
    assert amounts == [0, 1, 2]


def test_4d_player_draws_the_top_tile_at_the_end_of_the_turn() -> None:
    deal = deal_starting(2, [("1111", "2101", "3001", "3100")])
    game = game_after(deal, "W1111@0,-1", "As1@0,-1")
    assert game.players[0].hand == ("2101", "3001", "3100")
    assert len(game.players[0].pile) == 7


def test_illegal_moves_say_why_and_change_nothing() -> None:
    game = game_after(deal_starting(2, [("1111", "1111", "1111")]), "W1111@1,0")
    before = game.copy()
    for move, reason in [
        ("Aw2@1,0", "amount 2 is too much; expected 0 to 1"),
        ("An1@1,0", "edge n has nothing to activate; expected one of s w"),
        ("Aw1@0,1", "not possible on 0,1; expected one of 1,0"),
        ("W1111@0,1", "seat 0 cannot place a worker tile now; expected: activate an edge"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            game.play(move)
        assert game == before
    start = Game(deal_starting(2, [("1111", "1111", "1111")]))
    with pytest.raises(IllegalMove, match="no 2101 in the hand; expected one of 1111"):
        start.play("W2101@1,0")


@pytest.mark.parametrize("move", [None, 7, (), ("W",), object(), b"W1111@1,0", [], {}])
def test_foreign_objects_are_illegal_moves(move: object) -> None:
    game = Game(deal_starting(2))
    with pytest.raises(IllegalMove, match="not a move"):
        game.play(move)  # type: ignore[arg-type]
