"""docs/api.md, Errors: no input raises anything but CacaoError, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cacao_core import CacaoError, Deal, Game, Move, Record, ai
from cacao_core.knowledge.notary import Notary
from cacao_core.notes import Notes, Variation
from tests import hostile


class Spiteful:
    """Cannot even be described."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


class OddText(str):
    """Text that cannot be a key."""

    __hash__ = None  # type: ignore[assignment]


def nested(depth: int) -> list[Any]:
    junk: list[Any] = []
    for _ in range(depth):
        junk = [junk]
    return junk


HUGE = 10**6000
JUNK: list[Any] = [
    None, True, -1, 7, HUGE, 1.5, float("nan"), float("inf"), 1j, "", "x", "x" * 10**5, "\ud800",
    b"W1", bytearray(b"x"), (), (1, 2), [HUGE], {}, {1}, {"a": 1}, object(), Spiteful(),
    nested(10_000), OddText("easy"), OddText("1111"), iter(()), (i for i in range(3)),
    Move("W", "1111", (0, 1)), Move("W", "1111", (HUGE, 0)), Move("W", "1111", (0, -1), 3),
    Move("W", HUGE, (0, 1)), Move(None, None, None),  # type: ignore[arg-type]
    ("W", "1111", (0, -1), 0), Game, Deal.shuffled(2, 1),
]  # fmt: skip
DEAL = Deal.shuffled(2, 5)
RECORD = Record(DEAL, [str(Game(DEAL).legal_moves()[0])])
MOVES = RECORD.moves
PILES = DEAL.worker_piles
UNKNOWN = Deal.unknown(2)

DOORS: dict[str, Callable[[Any], object]] = {
    "Move.parse": Move.parse,
    "Record.from_text": Record.from_text,
    "Record.from_link": Record.from_link,
    "Deal(workers)": lambda junk: Deal(junk, DEAL.jungle_pile),
    "Deal(worker pile)": lambda junk: Deal((junk, PILES[1]), DEAL.jungle_pile),
    "Deal(worker)": lambda junk: Deal(((*PILES[0][:-1], junk), PILES[1]), DEAL.jungle_pile),
    "Deal(jungle)": lambda junk: Deal(PILES, junk),
    "Deal.shuffled(players)": lambda junk: Deal.shuffled(junk, 1),
    "Record(deal)": lambda junk: Record(junk) if not isinstance(junk, Deal) else None,
    "Record(moves)": lambda junk: Record(DEAL, junk) if junk not in ((), [], {}) else None,
    "Record(move)": lambda junk: Record(DEAL, [junk]),
    "Record(seats)": lambda junk: Record(DEAL, (), junk) if junk is not None else None,
    "Record(seat)": lambda junk: Record(DEAL, (), ["A", junk]),
    "record.up_to": lambda junk: RECORD.up_to(junk),
    "record.common_prefix": lambda junk: RECORD.common_prefix(junk),
    "Record(notes)": lambda junk: Record(DEAL, (), None, junk) if junk is not None else None,
    "record.with_notes": lambda junk: RECORD.with_notes(junk) if junk is not None else None,
    "Notes(headers)": lambda junk: Notes(junk) if junk != {} else None,
    "Notes(header)": lambda junk: Notes(
        {"x-a": junk} if junk not in ("", "x", "1111") else {"": "a"}
    ),
    "Notes(comments)": lambda junk: Notes({}, junk) if junk != {} else None,
    "Notes(comment)": lambda junk: Notes({}, {1: junk}),
    "Notes(variations)": lambda junk: Notes({}, {}, junk) if junk != () else None,
    "Notes(variation)": lambda junk: Notes({}, {}, [junk]),
    "Variation(turn)": lambda junk: RECORD.with_notes(Notes({}, {}, [Variation(junk, MOVES)])),
    "Variation(moves)": lambda junk: RECORD.with_notes(Notes({}, {}, [Variation(1, junk)])),
    "Variation(move)": lambda junk: RECORD.with_notes(Notes({}, {}, [Variation(1, (junk,))])),
    "Variation(comment)": lambda junk: Notes({}, {}, [Variation(1, MOVES, junk)]),
    "Game.from_text": Game.from_text,
    "game.events": lambda junk: Game(DEAL).events(junk),
    "Game": lambda junk: Game(junk) if not isinstance(junk, Deal) else None,
    "game.view": lambda junk: Game(DEAL).view(junk, Random(1)),
    "game.view(rng)": lambda junk: Game(DEAL).view(0, junk),
    "game.known_to": lambda junk: Game(DEAL).known_to(junk),
    "game.hidden": lambda junk: Game(DEAL).hidden(junk),
    "game.reveal": lambda junk: Game(UNKNOWN).reveal(junk),
    "game.reveal(worker)": lambda junk: Game(UNKNOWN).reveal(junk, seat=0),
    "game.reveal(seat)": lambda junk: Game(UNKNOWN).reveal("1111", seat=junk),
    "record.completed": lambda junk: Record(UNKNOWN).completed(junk),
    "Deal.unknown": Deal.unknown,
    "Deal(table)": lambda junk: Deal(PILES, DEAL.jungle_pile, DEAL.rules, junk),
    "Notary(open_hands)": lambda junk: Notary(UNKNOWN, None, junk),
    "notary.enter": lambda junk: Notary(UNKNOWN).enter(junk),
    "notary.edited": lambda junk: Notary(UNKNOWN).edited(junk, junk, junk),
    "notary.undone": lambda junk: Notary(UNKNOWN).undone(junk),
    "Notary.from_text": Notary.from_text,
    "ai.choose(game)": lambda junk: ai.choose(junk, level="easy"),
    "ai.choose(level)": lambda junk: ai.choose(Game(DEAL), junk),
    "ai.choose(budget)": lambda junk: ai.choose(Game(DEAL), "easy", seed=1, budget=junk),
}


@pytest.mark.parametrize("door", DOORS)
def test_errors_are_cacao_errors_only(door: str) -> None:
    refused = 0
    for junk in JUNK:
        try:
            DOORS[door](junk)
        except CacaoError as error:
            assert 0 < len(str(error)) < 400
            refused += 1
    assert refused >= len(JUNK) - 5  # the others are good at this door


def test_play_refuses_junk_and_keeps_the_position() -> None:
    game = Game(DEAL)
    before = game.key()
    for junk in JUNK:
        if junk == Move("W", "1111", (0, 1)) and isinstance(junk, Move):
            continue
        with pytest.raises(CacaoError):
            game.play(junk)
        assert game.key() == before


def test_mutated_texts_and_links_never_escape() -> None:
    rng = Random(7)
    noted = Notes({"x-a": "b"}, {0: "c", 1: "d"}, [Variation(1, MOVES, "e")])
    text, link = RECORD.with_notes(noted).to_text(), RECORD.to_link()
    doors = [(RECORD.to_text(), Record.from_text), (text, Record.from_text)]
    refused = 0
    for _ in range(3000):
        source, read = rng.choice([*doors, (link, Record.from_link)])
        at, width = rng.randrange(len(source)), rng.randrange(4)
        junk = "".join(
            rng.choice("09AZaz -_:#\n\r\t@,é\u2028\ud800") for _ in range(rng.randrange(4))
        )
        try:
            record = read(source[:at] + junk + source[at + width :])
        except CacaoError:
            refused += 1
            continue
        assert Record.from_text(record.to_text()) == record
    assert 100 < 3000 - refused < refused


def test_shuffle_or_order_of_moves_that_is_another_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program with other rules refuses a link; it never shows another game."""
    link = RECORD.to_link()
    original = Game.legal_moves
    monkeypatch.setattr(Game, "legal_moves", lambda game: original(game)[::-1])
    with pytest.raises(CacaoError, match="another game"):
        Record.from_link(link)


def test_hostile_words_in_notes_are_kept_as_words_or_left_out() -> None:
    kept = 0
    words = [text for text in hostile.TEXTS if len(text) < 1000]
    for text in words:
        record = Record.from_text(hostile.noted(text))
        assert record.with_notes(None) == hostile.RECORD
        assert Record.from_text(record.to_text()) == record
        kept += text.strip() in record.notes.comments.get(0, "")
    assert kept > len(words) / 2
    for text in hostile.records():
        try:
            record = Record.from_text(text)
        except CacaoError as error:
            assert 0 < len(str(error)) < 400
        else:
            assert Record.from_text(record.to_text()) == record
