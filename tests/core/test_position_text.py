"""A position as one line: all of it comes back, and what is damaged is refused."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import BadRecord, Deal, Game, Phase
from cacao_core.formats.position_text import WORDS
from cacao_core.formats.textboard import draw
from tests.core.helpers import example, play_at_random


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_all_come_back(players: int) -> None:
    phases = set()
    for seed in range(4):
        game = Game(Deal.shuffled(players, seed))
        for _move in play_at_random(game, Random(seed)):
            line = game.to_text()
            again = Game.from_text(line)
            assert again == game
            assert again.to_text() == line
            assert again.legal_moves() == game.legal_moves()
            assert (list(again.jungle), list(again.workers)) == (
                list(game.jungle),
                list(game.workers),
            )
            phases.add(game.phase)
        assert Game.from_text(game.to_text()) == game
        assert Game.from_text(game.to_text()).winners() == game.winners()
    assert phases == {Phase.PLACE, Phase.FILL, Phase.ACTIVATE}


def test_line_of_a_start() -> None:
    deal = Deal.shuffled(2, 7)
    words = Game(deal).to_text().split(" ")
    assert len(words) == len(WORDS)
    red, purple = (
        f"{','.join(pile[:3])}/{','.join(pile[3:])}/0,0,0,0" for pile in deal.worker_piles
    )
    assert words == [
        *("cacao-position", "1", "P1@0,0;M2@1,1", "-", ",".join(deal.jungle_pile[:2])),
        *(",".join(deal.jungle_pile[2:]), f"{red};{purple}", "r", "place", "0,0", "-", "-"),
    ]


def test_text_of_a_game_is_its_board() -> None:
    game = example("overbuild").game()
    assert str(game) == draw(game)
    assert "Display: -; 0 in the pile." in str(game)


def edited(name: str, before: str, after: str, game: Game | None = None) -> str:
    """The line of a position with one word changed."""
    words = (game or FILLING).to_text().split(" ")
    at = WORDS.index(name)
    assert before in words[at]
    words[at] = words[at].replace(before, after, 1) or "-"
    return " ".join(words)


FILLING = example("fill_activates_others").up_to(13).game()
ACTING = example("fill_activates_others").game()
PLACING = Game(Deal.shuffled(2, 7))
OVER = example("golden_v1_2_seed").game()
LAST_SEAT = OVER.copy()
LAST_SEAT.turn = 0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "expected 'cacao-position 1', got ''"),
        ("cacao-position 2 x", "does not know the rules 'x'"),
        ("cacao-position 4 x", "expected 'cacao-position 1', got 'cacao-position 4'"),
        ("cacao-position 1 - -", "position of 4 words: expected 12"),
        ("x" * 5000, "position of 5000 characters: expected up to 4096"),
        (edited("jungle tiles", "P1@0,0", "Q1@0,0"), "jungle tiles: no tile 'Q1'; expected P1"),
        (edited("jungle tiles", "P1@0,0", "P1@0"), "such as P1@0,0, got 'P1@0'"),
        (edited("jungle tiles", "P1@0,0", "P1@00,0"), "such as P1@0,0, got 'P1@00,0'"),
        (edited("jungle tiles", "P1@0,0", "P2@0,0"), "there are .* not those of a game"),
        (edited("jungle tiles", "P1@0,0;M2@1,1", "M2@0,0;P1@1,1"), "start tiles are not at"),
        (edited("jungle tiles", "M2@1,1", "M2@0,0"), "jungle tiles: two on 0,0"),
        (edited("jungle tiles", "M2@1,1", "M2@1,0"), "jungle tiles: 1,0 is a space for others"),
        (edited("worker tiles", "W", "X"), "worker tiles: expected such as rW2101@1,0"),
        (edited("worker tiles", "rW1111", "rW1112"), "no worker tile has workers 1112"),
        (edited("worker tiles", "rW1111", "rO1111"), "red has not the worker tiles"),
        (edited("worker tiles", "rW", "pW"), "red has not the worker tiles of a game"),
        (edited("worker tiles", "rW", "gW"), "expected such as rW2101@1,0"),
        (edited("display", ",", ",T,"), "not those of a game"),
        (edited("seats", "/", "|"), "expected hand/pile/goods"),
        (edited("seats", "/", ",2101/"), "red has not the worker tiles of a game"),
        (edited("seats", "/0,", "/1000,"), "'1000' gold; expected 0 to 999"),
        (edited("turn", "y", "x"), "turn: expected one of r p w y"),
        (edited("turn", "y", "r"), "seats: "),
        (
            edited("phase", "fill", "think"),
            "'think'; expected one of place fill activate decide over",
        ),
        (edited("phase", "fill", "place"), "seats: "),
        (edited("phase", "fill", "over"), "seats: "),
        (edited("phase", "fill", "activate"), "edges: 0 in the phase activate"),
        (edited("latest worker tile", "-1,2", "0,0"), "no worker tile of yellow lies there"),
        (edited("filled spaces", "-", "0,0"), "expected jungle tiles beside the latest"),
        (edited("edges", "-", "n@-1,2"), "edges: 1 in the phase fill"),
        (edited("edges", "n@-1,2", "-", ACTING), "edges: expected such as n@1,0"),
        (edited("edges", "n@-1,2", "s@-1,2", ACTING), "these do not act in this turn"),
        (edited("seats", ";", ";;", PLACING), "expected hand/pile/goods"),
        (edited("seats", "0,0,0,0", "0,6,0,0", PLACING), "'6' cacao; expected 0 to 5"),
        (edited("seats", "0,0,0,0", "0,0,0,9", PLACING), "'9' water; expected 0 to 8"),
        (edited("display", ",", ";", PLACING), "display: no tile"),
        (edited("turn", "r", "p", PLACING), "seats: red has 11 worker tiles left"),
        (edited("phase", "place", "over", PLACING), "seats: red has 11 worker tiles left"),
        (edited("phase", "over", "place", OVER), "seats: red has 0 worker tiles left"),
        (edited("phase", "over", "place", LAST_SEAT), "phase: no worker tile is left"),
        (edited("turn", "p", "r", OVER), "the last turn is that of the last seat"),
    ],
)
def test_damaged_lines_are_refused_with_word_and_reason(line: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Game.from_text(line)


@pytest.mark.parametrize("line", [None, 7, b"cacao-position 1", ["cacao-position 1"]])
def test_position_must_be_text(line: object) -> None:
    with pytest.raises(BadRecord, match="a position is text"):
        Game.from_text(line)  # type: ignore[arg-type]


def test_positions_that_are_read_can_be_played_to_their_end() -> None:
    """Lines damaged at random: refused, or a position in which the rules go on working."""
    rng = Random(3)
    lines = []
    for players in (2, 3, 4):
        game = Game(Deal.shuffled(players, players))
        lines += [game.to_text() for _move in play_at_random(game, rng)]
    accepted = refused = 0
    while refused < 400:
        words = rng.choice(lines).split(" ")
        at = rng.randrange(2, len(words))
        words[at] = _damaged(words[at], rng)
        try:
            game = Game.from_text(" ".join(words))
        except BadRecord as error:
            assert 0 < len(str(error)) < 400
            refused += 1
            continue
        accepted += 1
        assert Game.from_text(game.to_text()) == game
        for _move in play_at_random(game, rng):
            assert game.score()
        assert game.winners()
    assert accepted > 20


def _damaged(word: str, rng: Random) -> str:
    """A word with some of its characters, or some of its parts, changed."""
    mark = rng.choice(";,/")
    parts = word.split(mark)
    way = rng.randrange(4)
    if way == 0:
        rng.shuffle(parts)
    elif way == 1:
        parts.pop(rng.randrange(len(parts)))
    elif way == 2:
        at = rng.randrange(len(word))
        return word[:at] + rng.choice("0123-,;/@nesWOrpPMT") + word[at + 1 :]
    else:
        parts.append(rng.choice(parts))
    return mark.join(parts) or "-"
