"""Comments and variations in links."""

from __future__ import annotations

import binascii
import zlib
from random import Random

import pytest

from cacao_core import BadLink, Deal, Game, Move, Record
from cacao_core.formats import link, link_notes
from cacao_core.notes import Notes, Variation
from tests.core.helpers import play_at_random

DEAL = Deal.shuffled(3, 7)
GAME = Record(DEAL, list(play_at_random(Game(DEAL), Random(7))))


def variation(turn: int, length: int, seed: int = 1, comment: str = "") -> Variation:
    """Some turns that were not played, by chance."""
    game, rng, moves = GAME.game(GAME.turns()[turn - 1].at), Random(seed), list[Move]()
    while len(moves) < length and not game.is_over:
        moves.append(rng.choice(game.legal_moves()))
        game.play(moves[-1])
    return Variation(turn, tuple(moves), comment)


NOTES = Notes(
    comments={0: "Who sees it?", 3: "[%marks 1,0] two\nlines", 5: "«Ñandú» 日本語 & <b>"},
    variations=[variation(4, 5, comment="[%eval 1.3,0.61] safer"), variation(4, 9, 2)],
)
NOTED = GAME.with_notes(NOTES)


def squeezed(text: bytes) -> str:
    """A word with right check digits."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return signed(squeezer.compress(text) + squeezer.flush())


def signed(data: bytes) -> str:
    coded = binascii.b2a_base64(data, newline=False).decode().translate({43: 45, 47: 95})
    word = coded.rstrip("=")
    return word + link.lowest_digits(link.hashed(f"{GAME.to_link()}&{word}"), 4)


def test_notes_come_back_as_they_were() -> None:
    word = link_notes.encode(NOTED)
    assert len(word) < 250
    assert link_notes.decode(word, Record.from_link(GAME.to_link())) == NOTES
    assert link_notes.fits(word, GAME)
    assert link_notes.encode(GAME) == ""
    assert link_notes.encode(GAME.with_notes(Notes(headers={"x-event": "at home"}))) == ""


def test_notes_of_each_part_of_a_game_come_back() -> None:
    for at in range(0, len(GAME.moves), 3):
        part = NOTED.up_to(at)
        if word := link_notes.encode(part):
            assert link_notes.decode(word, Record.from_link(part.to_link())) == part.notes


@pytest.mark.parametrize(
    "notes",
    [
        Notes(comments={1: " ".join(str(Random(5).random()) + str(n) for n in range(900))}),
        Notes(comments=dict.fromkeys(range(1, 30), "".join(map(chr, range(0x4E00, 0x4E80))))),
        Notes(variations=[variation(1, 200)]),
        Notes(variations=[variation(2, 1, seed) for seed in range(70)]),
    ],
)
def test_long_notes_are_refused_and_not_cut(notes: Notes) -> None:
    noted = GAME.with_notes(notes)
    try:
        word = link_notes.encode(noted)
    except BadLink as error:
        assert "a link has up to" in str(error)
    else:
        assert len(word) <= link_notes.LONGEST
        assert link_notes.decode(word, GAME) == notes


def test_damaged_notes_are_refused() -> None:
    word, rng = link_notes.encode(NOTED), Random(3)
    for _ in range(200):
        at = rng.randrange(len(word))
        other = word[:at] + rng.choice(link.ALPHABET) + word[at + 1 :]
        if other != word:
            with pytest.raises(BadLink):
                link_notes.decode(other, GAME)
    for end in range(len(word)):
        with pytest.raises(BadLink):
            link_notes.decode(word[:end], GAME)
    with pytest.raises(BadLink, match="another game"):
        link_notes.decode(word, GAME.up_to(30))


@pytest.mark.parametrize(
    "word",
    [
        "",
        "x",
        "A" * 1001,
        "ä" * 50,
        5,
        None,
        squeezed(b""),
        squeezed(b"B"),  # a comment without a text
        squeezed(b"A\0more"),
        squeezed(b"\xff\xfe"),
        squeezed("日本".encode()),
        squeezed(b"_" * 5000),
        squeezed(b"_" * 300 + b"\0" * 100),
        squeezed(b"BB\0\x1b[2J"),
        squeezed(b"A" * 300_000),
        signed(b"\x00\x00"),
        signed(squeezed(b"A").encode()),
    ],
)
def test_forged_notes_are_refused_with_a_reason(word: object) -> None:
    with pytest.raises(BadLink, match="notes"):
        link_notes.decode(word, GAME)  # type: ignore[arg-type]


def test_random_numbers_are_notes_or_refused() -> None:
    """Nothing else is raised, whatever the number says; and it does not take long."""
    rng = Random(11)
    for _ in range(60):
        digits = "".join(rng.choices(link.ALPHABET, k=rng.randrange(1, 400)))
        texts = b"\0x" * rng.randrange(20)
        try:
            found = link_notes.decode(squeezed(digits.encode() + texts), GAME)
        except BadLink as error:
            assert str(error).startswith("notes")
        else:
            assert GAME.with_notes(found).notes == found
