"""docs/rules.md 7: notation of moves."""

from __future__ import annotations

import pytest

from cacao_core import IllegalMove, Move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("W2101@1,0", Move("W", "2101", (1, 0))),
        ("O0310@-1,2", Move("O", "0310", (-1, 2))),
        ("JM3@2,0", Move("J", "M3", (2, 0))),
        ("An2@1,0", Move("A", "n", (1, 0), 2)),
    ],
)
def test_7_examples(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text
    assert eval(repr(move), {"Move": Move}) == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected something such as"),
        ("W2101", "expected something such as"),
        ("W2101@", "expected something such as"),
        ("W2101@1", "expected something such as"),
        ("W2101@1,0 ", "expected something such as"),
        (" W2101@1,0", "expected something such as"),
        ("W2101@1,0\n", "expected something such as"),
        ("w2101@1,0", "expected something such as"),
        ("W2110@1,0", "no worker tile has workers '2110'"),
        ("W@1,0", "no worker tile has workers ''"),
        ("W210@1,0", "no worker tile has workers '210'"),
        ("O5000@1,0", "no worker tile"),
        ("Jx@1,0", "no jungle tile 'x'"),
        ("Jm3@1,0", "no jungle tile 'm3'"),
        ("Ax1@1,0", "expected an edge n, e, s or w"),
        ("An@1,0", "expected an edge"),
        ("An12@1,0", "expected an edge"),
        ("Z1@1,0", "starts with W, O, J, K, A or H"),
        ("W2101@01,0", "to be written W2101@1,0"),
        ("W2101@-0,1", "to be written W2101@0,1"),
        ("W2101@1111,0", "expected something such as"),
        ("W2101@१,0", "expected something such as"),
        ("W" + "1" * 10**6, "expected something such as"),
        ("W" + "1" * 10**6 + "@1,0", "no worker tile has workers"),
    ],
)
def test_7_malformed(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason) as caught:
        Move.parse(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [None, 7, b"W2101@1,0", ["W2101@1,0"], Move("J", "T", (0, 0))])
def test_7_not_text(text: object) -> None:
    with pytest.raises(IllegalMove, match="a move is text"):
        Move.parse(text)  # type: ignore[arg-type]


def test_moves_are_frozen_values() -> None:
    move = Move.parse("W2101@1,0")
    with pytest.raises(AttributeError):
        move.kind = "O"  # type: ignore[misc]
    assert len({move, Move.parse("W2101@1,0")}) == 1
    assert (move.tile, Move.parse("JM3@2,0").tile) == ("2101", "M3")
    assert (Move("W", "2101", (1, 0)).amount, Move.parse("As2@1,0").amount) == (0, 2)
    assert [Move.parse(f"A{letter}1@1,0").side for letter in "nesw"] == [0, 1, 2, 3]
    assert move.side == -1
    with pytest.raises(IllegalMove, match="has no tile"):
        _ = Move.parse("An1@1,0").tile
