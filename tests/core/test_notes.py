"""A record keeps what is noted in it: comments, headers of others, and variations."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from cacao_core import BadRecord, CacaoError, Deal, IllegalMove, Move, Record
from cacao_core.notes import Notes, Variation
from tests.core.helpers import DATA, play_at_random
from tests.core.test_record import GAME, finished


def variation(record: Record, turn: int, moves: int, comment: str = "") -> Variation:
    """So many other moves from the start of a turn on."""
    game = record.game(record.turns()[turn - 1].at)
    line = islice(play_at_random(game, Random(turn)), moves)
    return Variation(turn, tuple(line), comment)


NOTES = Notes(
    {"x-event": "at home # 3", "x-": ""},
    {0: "A long game.\n> of three", 1: "# well played", 30: "the end\ntoo late"},
    (
        variation(GAME, 1, 1),
        variation(GAME, 2, 12, "better: for purple"),
        variation(GAME, 2, 3),
        variation(GAME, 30, 2, "#"),
    ),
)
NOTED = GAME.with_notes(NOTES)


def test_notes_round_trip_and_are_part_of_the_value() -> None:
    text = NOTED.to_text()
    assert text.startswith("cacao-record 2\n")
    assert Record.from_text(text) == NOTED != GAME
    assert Record.from_text(text).to_text() == text
    assert hash(Record.from_text(text)) == hash(NOTED)
    names = {"Record": Record, "Deal": Deal, "Notes": Notes, "Variation": Variation, "Move": Move}
    assert eval(repr(NOTED), names) == NOTED
    assert Record(GAME.deal, GAME.moves, GAME.seats, NOTES) == NOTED
    assert NOTED.with_notes(None) == NOTED.with_notes(Notes()) == GAME


def test_record_without_variations_is_for_older_programs_too() -> None:
    text = GAME.with_notes(Notes(NOTES.headers, NOTES.comments)).to_text()
    assert text.startswith("cacao-record 1\n")
    assert GAME.to_text().startswith("cacao-record 1\n")
    bare = [line.partition("  #")[0] for line in text.split("\n") if line[:2] not in ("x-", "# ")]
    assert bare == GAME.to_text().split("\n")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_notes_follow_the_game(players: int) -> None:
    game = finished(players, players)
    turns = len(game.turns())
    lines = [variation(game, turn, 5) for turn in (1, turns // 2, turns)]
    noted = game.with_notes(Notes({"x-a": "b"}, dict.fromkeys(range(turns + 1), "so"), lines))
    for at in range(0, len(game.moves), 7):
        part = noted.up_to(at)
        begun = len(part.turns())
        assert sorted(part.notes.comments) == list(range(begun + 1))
        assert [line.turn for line in part.notes.variations] == [
            line.turn for line in lines if line.turn <= begun
        ]
        assert Record.from_text(part.to_text()) == part
        longer = part.play(game.moves[at])
        assert longer.notes == part.notes
        assert longer.renamed(None).notes == part.notes
        assert longer.to_link() == game.up_to(at + 1).to_link()
    assert all(turn.comment == "so" for turn in noted.turns())
    assert noted.seen_by(0, Random(1)).notes == Notes()  # they may tell what is hidden


def test_version_2_without_variations_and_version_1_with_them() -> None:
    text = NOTED.to_text()
    assert Record.from_text(GAME.to_text().replace("record 1", "record 2", 1)) == GAME
    with pytest.raises(BadRecord, match="expected '1 purple' and its moves"):
        Record.from_text(text.replace("cacao-record 2", "cacao-record 1"))


def test_variation_ends_where_the_next_one_or_the_game_goes_on() -> None:
    lines = [line for line in NOTED.to_text().split("\n") if line.startswith("> 1 purple")]
    assert len(lines) == 2
    assert [line.turn for line in NOTED.notes.variations] == [1, 2, 2, 30]
    assert len(NOTED.notes.variations[1].moves) == 12


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("> 2 red W1111@1,0", "line 10: expected '1 red' and its moves"),
        ("> 1 red", "line 10: expected '1 red' and its moves"),
        (">", "line 10: expected '1 red' and its moves"),
        ("> 1 red W1111@9,9", "line 10: W1111@9,9: not possible"),
        ("> 1 red JP1@1,0", "line 10: JP1@1,0: seat 0 cannot fill"),
    ],
)
def test_bad_variation_tells_its_line(line: str, reason: str) -> None:
    lines = GAME.to_text().replace("record 1", "record 2", 1).split("\n")
    with pytest.raises(BadRecord, match=reason):
        Record.from_text("\n".join([*lines[:9], line, *lines[9:]]))


def test_notes_that_no_line_can_hold_are_left_out() -> None:
    """Readers of version 1 skipped it; it must not make old records unreadable."""
    text = GAME.to_text().replace("seed:", "x-a\x00: \u202eb\nx-a: c\nseed:")
    read = Record.from_text(text + "#\n#\x07\n# a\tb\u2028c  \n")
    assert read.notes == Notes({"x-a": "c"}, {30: "a\tbc"})
    assert Record.from_text(read.to_text()) == read


BAD: list[tuple[Any, str]] = [
    (({"event": "x"},), "expected x-… without a colon"),
    (({"x-a:": "x"},), "without a colon"),
    (({"x-a ": "x"},), "spaces around"),
    (({"x-a": "x\ny"},), "control characters"),
    (({"x-a": 3},), "expected text, got 3"),
    (({3: "a"},), "expected text, got 3"),
    ((3,), "headers: expected"),
    (({}, {-1: "x"}), "turn -1: expected 0 to 1000"),
    (({}, {"1": "x"}), "expected 0 to 1000"),
    (({}, {1: ""}), "something in it"),
    (({}, {1: "a\n\nb"}), "something in it"),
    (({}, {1: " a"}), "spaces around"),
    (({}, {1: "\ud800"}), "control characters"),
    (({}, {1: None}), "expected text, got None"),
    (({}, {31: "x"}), "turn 31: expected 0 to 30"),
    (({}, {}, 3), "variations: expected"),
    (({}, {}, [(1, (), "")]), "expected a Variation"),
    (({}, {}, [Variation(0, GAME.moves[:1])]), "turn 0: expected 1 to 1000"),
    (({}, {}, [Variation(31, GAME.moves[:1])]), "turn 31: expected 1 to 30"),
    (({}, {}, [Variation(1, ())]), "expected moves"),
    (({}, {}, [Variation(1, 5)]), "expected moves"),  # type: ignore[arg-type]
    (({}, {}, [Variation(1, GAME.moves[1:])]), "variation of turn 1, move 1: "),
    (({}, {}, [Variation(1, GAME.moves[:1], "a\nb")]), "control characters"),
    (({}, {1: "x" * 40_000}), "notes of 40004 characters: expected up to 32768"),
]


@pytest.mark.parametrize(("arguments", "reason"), BAD)
def test_notes_that_do_not_fit(arguments: Any, reason: str) -> None:
    with pytest.raises(CacaoError, match=reason) as caught:
        GAME.with_notes(Notes(*arguments))
    assert isinstance(caught.value, BadRecord | IllegalMove)


def test_positions_turns_and_what_games_have_in_common() -> None:
    positions = list(GAME.positions())
    assert [game == GAME.game(at) for at, game in enumerate(positions)] == [True] * len(positions)
    assert len(positions) == len(GAME.moves) + 1
    positions[3].play(positions[3].legal_moves()[0])
    assert positions[4] == GAME.game(4)
    turns = GAME.turns()
    assert [move for turn in turns for move in turn.moves] == list(GAME.moves)
    for number, turn in enumerate(turns):
        assert (turn.number, turn.round, turn.seat) == (number + 1, number // 3 + 1, number % 3)
        assert GAME.game(turn.at).turn == turn.seat
    fork = GAME.up_to(20)
    other = next(move for move in fork.game().legal_moves() if move != GAME.moves[20])
    assert GAME.common_prefix(fork.play(other)) == GAME.moves[:20]
    assert GAME.common_prefix(fork) == fork.common_prefix(GAME) == GAME.moves[:20]
    assert GAME.common_prefix(GAME.renamed(None)) == GAME.moves
    assert GAME.common_prefix(Record(Deal.shuffled(3, 6), ())) == ()


def test_record_of_version_2_stays_readable() -> None:
    """A golden file: see what is there, and write it back."""
    text = (DATA / "golden_v2_2_notes.txt").read_text("utf-8")
    record = Record.from_text(text)
    assert record.to_text() == text
    assert record.game().is_over
    assert record.notes.comments[0] == "A game by chance."
    assert [len(line.moves) for line in record.notes.variations] == [1, 9]
