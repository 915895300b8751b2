"""docs/rules.md 8: the three worked examples, through the public interface."""

from __future__ import annotations

from cacao_core.rules import BASE
from tests.core.helpers import example


def test_8_overbuild() -> None:
    game = example("overbuild").game()
    red = game.players[0]
    assert game.display == game.jungle_pile == ()
    before = (red.gold, red.cacao, red.suns, BASE.water[red.water])
    assert before == (14, 0, 3, 0)
    assert (game.workers[0, -3].owner, game.workers[0, -3].overbuilt) == (0, False)
    game.play("O1012@0,-3")
    assert game.players[0].suns == 2
    tile = game.workers[0, -3]
    assert (tile.owner, tile.edges, tile.overbuilt) == (0, "1012", True)
    faced = {code: workers for _cell, _side, code, workers in game.open_edges}
    assert faced == {"P2": 1, "M4": 2, "W": 1}
    letters = {code: "nesw"[side] for _cell, side, code, _workers in game.open_edges}
    game.play(f"A{letters['P2']}2@0,-3")
    assert red.cacao == 2
    game.play(f"A{letters['M4']}2@0,-3")
    assert (red.cacao, red.gold) == (0, 14 + 8)
    game.play(f"A{letters['W']}1@0,-3")
    assert BASE.water[red.water] == 2
    assert game.turn == 1


def test_8_temple() -> None:
    [temple] = [temple for temple in example("temple").game().temples() if temple.cell == (2, 0)]
    red, purple, _white, yellow = range(4)
    assert (temple.workers[yellow], temple.workers[red], temple.workers[purple]) == (2, 2, 1)
    assert (temple.gold[yellow], temple.gold[red], temple.gold[purple]) == (3, 3, 0)


def test_8_fill_activates_others() -> None:
    record = example("fill_activates_others")
    assert str(record.moves[-1]) == "JM3@0,2"
    game = record.game()
    red, yellow = game.players[0], game.players[3]
    assert (game.turn, game.to_move) == (3, 3)
    assert (yellow.cacao, yellow.gold, red.cacao) == (0, 0, 1)
    gold = red.gold
    game.play("An1@-1,2")
    assert yellow.cacao == 1
    game.play("Ae1@-1,2")
    assert (yellow.cacao, yellow.gold) == (0, 3)
    assert (game.turn, game.to_move) == (3, 0)
    [sale] = [move for move in game.legal_moves() if move.amount == 1]
    game.play(sale)
    assert (red.cacao, red.gold) == (0, gold + 3)
    assert (game.turn, game.to_move) == (0, 0)
