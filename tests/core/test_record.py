"""docs/api.md: records, their text and their links."""

from __future__ import annotations

from random import Random

import pytest

import cacao_core
from cacao_core import BadLink, BadRecord, Deal, Game, IllegalMove, Record
from tests.core.helpers import DATA, play_at_random

NAMES = ("Ana", "hard", "Łucja de la Ñ", "阿明")


def finished(players: int, seed: int, *, explicit: bool = False) -> Record:
    """A whole game played at random."""
    deal = Deal.shuffled(players, seed)
    if explicit:
        deal = Deal(deal.worker_piles, deal.jungle_pile)
    moves = list(play_at_random(Game(deal), Random(seed)))
    return Record(deal, moves, NAMES[:players])


GAME = finished(3, 5)
LINES = GAME.to_text().split("\n")
"""Header: version, rules, players, seed, three names, empty line; the turns start at index 8."""


def test_game_at_a_point_that_is_not_there() -> None:
    wrong: tuple[object, ...] = (-1, len(GAME.moves) + 1, "3", 1.0)
    for nowhere in wrong:
        with pytest.raises(BadRecord, match="expected 0 to"):
            GAME.game(nowhere)  # type: ignore[arg-type]


def test_records_are_values() -> None:
    start = Record(GAME.deal, seats=GAME.seats)
    longer = start.play(GAME.moves[0])
    assert (start.moves, longer.moves) == ((), GAME.moves[:1])
    longer.game().play(GAME.moves[1])
    assert longer.moves == GAME.moves[:1]
    assert len({start, longer, Record(GAME.deal, seats=GAME.seats)}) == 2
    names = {"Record": Record, "Deal": Deal}
    assert eval(repr(GAME), names) == GAME
    assert GAME.renamed(None).seats is None


def test_moves_may_be_notations_and_are_checked() -> None:
    assert Record(GAME.deal, [str(move) for move in GAME.moves], GAME.seats) == GAME
    with pytest.raises(IllegalMove, match="move 2: "):
        Record(GAME.deal, [GAME.moves[0], GAME.moves[0]])


@pytest.mark.parametrize(
    "seats",
    [
        ("Ana",), ("Ana", "B", "C", "D"), "ABC", 3, ("Ana", "B", 3), ("Ana", "B", ""),
        ("Ana", "B", " C"), ("Ana", "B", "C\nD"), ("Ana", "B", "x" * 41), ("Ana", "B", "\u202eC"),
        ("Ana", "B", "\x00"), ("Ana", "B", "\ud800"), ("Ana", "B", "\u200d"),
        ("Ana", "B", "\u2066C"),
    ],
)  # fmt: skip
def test_bad_names(seats: object) -> None:
    with pytest.raises(BadRecord, match="name"):
        Record(GAME.deal, seats=seats)  # type: ignore[arg-type]


def test_late_names_are_there_all_the_same() -> None:
    assert all(hasattr(cacao_core, name) for name in cacao_core.__all__)
    assert not hasattr(cacao_core, "Nothing")


def test_bad_deal() -> None:
    with pytest.raises(BadRecord, match="starts from a Deal"):
        Record(None)  # type: ignore[arg-type]


def test_text_is_for_people() -> None:
    assert LINES[:8] == [
        "cacao-record 1", "rules: 1", "players: 3", "seed: 5", "red: Ana", "purple: hard",
        "white: Łucja de la Ñ", "",
    ]  # fmt: skip
    assert LINES[8].startswith("1 red W")
    assert LINES[9].startswith("1 purple W")
    assert LINES[11].startswith("2 red W")
    assert len(LINES) == 8 + 30 + 1


def test_comments_blank_lines_and_foreign_line_ends_are_read() -> None:
    lines = ["\ufeff# a comment", *LINES[:7], "x-event:  anything", LINES[7], "# the game", ""]
    lines += [f"  {line}   # well played" if line else "" for line in LINES[8:]]
    record = Record.from_text("\r\n".join(lines))
    assert record.with_notes(None) == GAME
    assert dict(record.notes.headers) == {"x-event": "anything"}
    assert record.notes.comments == {0: "the game"} | dict.fromkeys(range(1, 31), "well played")


@pytest.mark.parametrize(
    "name",
    [
        "#1",
        "a: b",
        "red pile: 1111",
        "1 red W1111@1,0",
        "#",
        ":",
        "🦊",
        "東京\u3000太郎",
        "\U0001fa75",
        "نام\u200cها",
    ],
)
def test_odd_names_survive(name: str) -> None:
    record = GAME.up_to(4).renamed([name, "B", "C"])
    assert Record.from_text(record.to_text()) == record


def edited(index: int, line: str | None) -> str:
    """The text with one line changed or left out."""
    lines = [*LINES[:index], *([] if line is None else [line]), *LINES[index + 1 :]]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: expected 'cacao-record 1'"),
        ("hello", "line 1: expected 'cacao-record 1'"),
        (edited(0, "cacao-record 4"), "line 1: version '4'; expected 1, 2 or 3"),
        (edited(1, None), "header: no line 'rules: …'"),
        (edited(1, "rules: 9"), "line 2: rules '9': this program does not know them"),
        (edited(2, "players: 03"), "line 3: players: expected a number, got '03'"),
        ("cacao-record 1\n" * 9000, "characters: expected up to 65536"),
        (edited(2, None), "header: no line 'players: …'"),
        (edited(2, "players: 5"), "line 3: 5 players: expected 2 to 4"),
        (edited(2, "players: three"), "line 3: players: expected a number, got 'three'"),
        (edited(2, "players: ٣"), "line 3: players: expected a number"),
        (edited(3, "seed: 99999999999999999999"), "line 4: seed"),
        (edited(3, "seed: " + "9" * 9999), "line 4: seed: expected a number"),
        (edited(3, None), "header: no line 'red pile: …'"),
        (edited(3, "seed 5"), "line 4: 'seed 5' is not 'key: value'"),
        (edited(4, "seed: 5"), "line 5: 'seed' is there twice"),
        (edited(6, "green: Bo"), "header: no line 'white: …'"),
        (edited(6, "white: Bo\nyellow: Di"), "line 8: unexpected 'yellow'"),
        (edited(6, "white: " + "x" * 41), "line 7: white: expected 1 to 40 characters"),
        (edited(8, "1 purple W1111@1,0"), "line 9: expected '1 red' and its moves"),
        (edited(8, "1 red"), "line 9: expected '1 red' and its moves"),
        (edited(8, "1 red W9@1,0"), "line 9: .*no worker tile"),
        (edited(8, "1 red JT@1,0"), "line 9: JT@1,0: seat 0 cannot fill"),
        (edited(9, None), "line 10: expected '1 purple' and its moves"),
        (edited(8, LINES[8] + " " + LINES[9].split(" ", 2)[2]), "one line holds one whole turn"),
    ],
)
def test_bad_text_tells_line_and_reason(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Record.from_text(text)


def test_wrong_piles_tell_their_line() -> None:
    explicit = Record(Deal(GAME.deal.worker_piles, GAME.deal.jungle_pile)).to_text()
    lines = explicit.split("\n")
    assert lines[4].startswith("purple pile: ")
    for index, colour in ((3, "red worker"), (4, "purple worker"), (6, "jungle")):
        wrong = [*lines[:index], lines[index].rpartition(" ")[0], *lines[index + 1 :]]
        with pytest.raises(BadRecord, match=rf"^line {index + 1}: {colour} pile: \d × "):
            Record.from_text("\n".join(wrong))


@pytest.mark.parametrize("text", [None, 7, b"cacao-record 1", ["cacao-record 1"]])
def test_text_must_be_text(text: object) -> None:
    with pytest.raises(BadRecord, match="a record is text"):
        Record.from_text(text)  # type: ignore[arg-type]
    with pytest.raises(BadLink, match="a link payload is text"):
        Record.from_link(text)  # type: ignore[arg-type]


def test_finished_game_of_four_fits_in_80_characters() -> None:
    links = [finished(4, seed).to_link() for seed in range(40)]
    assert all(link.replace("-", "a").replace("_", "a").isalnum() for link in links)
    assert all(link.isascii() for link in links)
    lengths = [len(link) for link in links]
    assert sum(lengths) / len(lengths) <= 80
    assert max(lengths) <= 90


def damaged(link: str, rng: Random) -> str:
    """A link that was mistyped, cut off, mixed up, or is none at all."""
    at, alphabet = rng.randrange(len(link)), "ABCXYZabcxyz0189-_"
    return rng.choice(
        [
            link[:at] + rng.choice(alphabet) + link[at + 1 :],
            link[:at] + link[at + 1 :],
            link[:at] + link[at] + link[at:],
            link[:at],
            link[at + 1 :],
            link[: at - 1] + link[at : at + 1] + link[at - 1 : at] + link[at + 1 :],
            link + rng.choice(alphabet),
            link[:at] + link[at:][::-1],
            "".join(rng.choice(alphabet) for _ in range(rng.randrange(120))),
            f"tab={link[:at]}",
            f"/room/{at}",
        ]
    )


@pytest.mark.parametrize("number", [2_000, pytest.param(20_000, marks=pytest.mark.nightly)])
def test_damaged_links_are_bad_links(number: int) -> None:
    rng = Random(1)
    links = [finished(players, players, explicit=players == 3).to_link() for players in (2, 3, 4)]
    refused = 0
    while refused < number:
        link = rng.choice(links)
        wrong = damaged(link, rng)
        if wrong != link:
            try:
                Record.from_link(wrong)
            except BadLink:
                refused += 1
            else:
                pytest.fail(f"{wrong} was read")


@pytest.mark.parametrize("payload", ["", "1", "A" * 8, "é", "1" + "A" * 2000, "x y", "🦊", "1%20"])
def test_foreign_links(payload: str) -> None:
    with pytest.raises(BadLink):
        Record.from_link(payload)


@pytest.mark.parametrize("name", ["2_seed", "3_seed", "4_seed", "4_explicit"])
def test_old_records_and_links_stay_readable(name: str) -> None:
    """Golden files of version 1: their first line holds the link of the same game."""
    text = (DATA / f"golden_v1_{name}.txt").read_text("utf-8")
    link = text.partition("\n")[0].removeprefix("# link: ")
    record = Record.from_text(text)
    assert record.game().is_over
    assert Record.from_link(link) == record.renamed(None)
    assert record.to_link() == link
    assert f"# link: {link}\n{record.to_text()}" == text


def test_link_is_the_same_whether_played_on_or_made_at_once() -> None:
    """A record keeps the digits of its link as it grows; they must be those of the whole game."""
    record = Record(Deal.shuffled(3, 5))
    for move in play_at_random(Game(record.deal), Random(5)):
        record.to_link()
        record = record.play(move)
    assert record.to_link() == Record(record.deal, record.moves).to_link()
    half = record.up_to(len(record.moves) // 2)
    assert half.to_link() == Record(half.deal, half.moves).to_link()
    assert record.renamed(["a", "b", "c"]).to_link() == record.to_link()
