"""docs/api.md, Unknown tiles: games at a real table, of which not every tile is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cacao_core import (
    BadDeal,
    BadLink,
    BadRecord,
    CacaoError,
    Deal,
    Game,
    IllegalMove,
    Phase,
    Record,
    ai,
    learning,
    pettingzoo,
    svg,
)
from cacao_core.formats import link
from cacao_core.rules import BASE
from cacao_core.tiles import UNKNOWN
from tests.core.helpers import DATA, example, game_after, play_at_random

GOLDEN = sorted(
    file.stem for file in DATA.glob("*.txt") if "cacao-record" in file.read_text("utf-8")
)


def with_reveals(told: Record, game: Game) -> Record:
    """Name the jungle tiles that lie face up in a game, as anybody at the table sees them."""
    while told.game().awaits_draw:
        space = told.game().open_spaces[0]
        told = told.reveal(game.jungle[space])
    unknown = told.game().display.count(UNKNOWN)
    return told.reveal(*game.display[len(game.display) - unknown :])


def told_at_the_table(record: Record) -> Iterator[Record]:
    """A game entered by a notary, who sees no hand: the record after each decision."""
    start = Deal.unknown(record.deal.players, record.deal.rules)
    told = Record(start, (), record.seats)
    positions = record.positions()
    told = with_reveals(told, next(positions))
    yield told
    for move, after in zip(record.moves, positions, strict=True):
        told = with_reveals(told.play(move), after)
        yield told


def in_order_of_play(record: Record) -> Deal:
    """The deal with each worker pile in the order of play, which is all that a notary can know."""
    tiles = [move.tile for move in record.moves if move.starts_turn]
    seats = record.deal.players
    piles = tuple(tuple(tiles[seat::seats]) for seat in range(seats))
    return Deal(piles, record.deal.jungle_pile, record.deal.rules)


@pytest.mark.parametrize("name", GOLDEN)
def test_game_entered_by_a_notary_is_the_original(name: str) -> None:
    original = example(name)
    *_, told = told_at_the_table(original)
    assert told.moves == original.moves
    assert told.seats == original.seats
    assert told.game().known_to(None) == original.game().known_to(None)
    for now, then in zip(told.positions(), original.positions(), strict=True):
        assert (now.display, now.jungle, now.workers) == (then.display, then.jungle, then.workers)
        assert now.score() == then.score()
    if original.game().is_over:
        assert told.deal == in_order_of_play(original)
        assert Record.from_link(told.to_link()).deal == told.deal
        assert Record(told.deal, told.moves).game() == original.game()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_told_records_can_be_kept_and_completed_on_the_way(players: int) -> None:
    deal = Deal.shuffled(players, 11)
    record = Record(deal, list(play_at_random(Game(deal), Random(3))))
    for at, told in enumerate(told_at_the_table(record)):
        if at % 7:
            continue
        game = told.game()
        assert Record.from_text(told.to_text()) == told
        assert Record.from_link(told.to_link()).deal == told.deal
        assert Game.from_text(game.to_text()) == game
        assert record.moves[at : at + 1] == () or record.moves[at] in game.legal_moves()
        whole = told.completed(at)
        assert whole.deal.is_known
        assert whole.moves == told.moves
        assert whole.game().known_to(None) == record.game(at).known_to(None)
        assert game.completed(at).known_to(None) == whole.game().known_to(None)
        assert told.seen_by(0, at).game().known_to(None) == whole.game().known_to(None)


def test_knowledge_of_a_seat_is_all_that_is_real_in_its_view() -> None:
    for seed in range(1):
        game = Game(Deal.shuffled(3, seed))
        for _move in play_at_random(game, Random(seed)):
            for seat in range(3):
                known, view = game.known_to(seat), game.view(seat, seed)
                assert view.known_to(seat) == known == known.known_to(seat)
                assert view.key(seat) == game.key(seat) == known.key(seat)
                assert known.view(seat, seed).known_to(seat) == known
                assert Game.from_text(known.to_text()) == known
                if seat == game.to_move:
                    assert known.legal_moves() == game.legal_moves()


def test_key_of_a_seat_differs_when_it_knows_more() -> None:
    game = Game(Deal.shuffled(2, 7))
    other = Game(Deal.shuffled(2, 8))
    assert game.key(0) != other.key(0)
    assert game.key(0) != game.key(1)
    assert hash(game.key(0)) == hash(game.view(0).key(0))


def test_hidden_counts_what_is_unseen() -> None:
    game = game_after(Deal.shuffled(2, 7), "W2101@1,0", "Aw1@1,0")
    hidden = game.hidden(1)
    assert (hidden.hands, hidden.piles) == ((3, 0), (7, 8))
    assert hidden.workers[0] == {"1111": 4, "2101": 4, "3001": 1, "3100": 1}
    assert sum(hidden.workers[1].values()) == 8
    assert (hidden.display, hidden.jungle_pile) == (0, 17)
    assert hidden.jungle["T"] == 4
    assert "M4" not in hidden.jungle
    assert hidden.total == 3 + 7 + 8 + 17
    assert game.hidden(None).hands == (3, 3)


def test_unknown_hand_may_place_whatever_is_left() -> None:
    deal = Deal.unknown(2)
    game = game_after(deal, "W3001@1,0", "Aw1@1,0")
    assert {move.tile for move in game.legal_moves()} == set(BASE.worker_tiles[2])
    game = game_after(deal, "W3001@1,0", "Aw1@1,0", "W3001@-1,0")
    assert {move.tile for move in game.legal_moves()} == set(BASE.worker_tiles[2]) - {"3001"}
    with pytest.raises(IllegalMove, match="no 3001 in the hand; expected one of 1111"):
        game.play("W3001@0,1")


def test_fill_names_an_unknown_tile_of_the_display() -> None:
    record = Record(Deal.unknown(2), ["W2101@1,0", "Aw1@1,0", "W1111@0,-1", "JM4@1,-1"])
    assert record.deal.jungle_pile[:2] == ("M4", UNKNOWN)
    assert record.game().display == (UNKNOWN,)
    assert record.game().jungle[1, -1] == "M4"
    with pytest.raises(BadDeal, match="no 'M4' is left"):
        record.reveal("M4")


def test_tile_drawn_for_a_space_is_awaited() -> None:
    original = example("three_spaces_blind")
    while original.game().phase is Phase.FILL:
        original = original.play(original.game().legal_moves()[0])
    *_, told = told_at_the_table(original)
    assert told.game().jungle == original.game().jungle
    game = Game(Deal.unknown(original.deal.players))
    waited = 0
    for move, after in zip(original.moves, list(original.positions())[1:], strict=True):
        game.play(move)
        while game.awaits_draw:
            waited += 1
            assert game.legal_moves() == []
            assert Game.from_text(game.to_text()) == game
            with pytest.raises(IllegalMove, match="has to be revealed first"):
                game.play("W1111@5,5")
            assert not game.completed(1).awaits_draw
            game.reveal(after.jungle[game.open_spaces[0]])
        game.reveal(*after.display[len(after.display) - game.display.count(UNKNOWN) :])
    assert waited
    assert game.known_to(None) == original.game().known_to(None)


@pytest.mark.parametrize(
    ("tiles", "seat", "reason"),
    [
        (["M4", "M3", "T"], None, "3 revealed, but 2 unknown tiles have turned up"),
        (["G2", "G2"], None, "no 'G2' is left; expected one of"),
        (["X"], None, "no 'X' is left"),
        ([7], None, "no 7 is left"),
        (["3100", "3100"], 0, "hand of red: no '3100' is left"),
        (["1111"] * 4, 1, "hand of purple: 4 revealed, but 3"),
        (["1111"], 2, "seat 2: expected 0 to 1"),
    ],
)
def test_tiles_that_cannot_turn_up_are_refused(
    tiles: list[str], seat: int | None, reason: str
) -> None:
    game = Game(Deal.unknown(2))
    before = game.key()
    with pytest.raises(CacaoError, match=reason):
        game.reveal(*tiles, seat=seat)
    with pytest.raises(CacaoError, match=reason):
        Record(Deal.unknown(2)).reveal(*tiles, seat=seat)
    assert game.key() == before


def test_known_games_have_no_tile_to_reveal() -> None:
    game = Game(Deal.shuffled(2, 7))
    with pytest.raises(BadDeal, match="no unknown tile is there"):
        game.reveal("M4")
    with pytest.raises(BadDeal, match="no unknown tile is there"):
        game.reveal("1111", seat=0)
    assert game.completed() == game
    assert game.is_known


def test_computers_play_from_what_they_know_or_say_what_they_miss() -> None:
    game = Game(Deal.unknown(2))
    with pytest.raises(CacaoError, match="jungle tile that has turned up is not known"):
        ai.choose(game, "easy")
    game.reveal("M4", "G1")
    for door in (ai.analyse, lambda it: ai.choose(it, "medium"), ai.candidates):
        with pytest.raises(CacaoError, match="hand of red is not known"):
            door(game)
    game.reveal("2101", "1111", "3001", seat=0)
    known = Game(Deal.shuffled(2, 7))
    assert known.known_to(0) == game
    for level in ("newcomer", "medium"):
        assert ai.choose(game, level, seed=1) in known.legal_moves()
    assert ai.candidates(game) == ai.candidates(known)
    assert ai.analyse(game, budget=4)[0].move in known.legal_moves()
    assert (learning.effects(game)[0] == learning.effects(known)[0]).all()


def test_learner_is_given_a_whole_game() -> None:
    env = pettingzoo.env(2)
    unknown = Game(Deal.unknown(2))
    for seed in (1, 2):
        env.reset(seed=seed, options={"position": unknown})
        assert env.unwrapped.game.is_known
    with pytest.raises(CacaoError, match="reveal it first"):
        learning.effects(unknown)


def test_tables_that_cannot_be_are_refused() -> None:
    text = Game(Deal.unknown(2)).to_text()
    for wrong, reason in (
        (text.replace("cacao-position 3 base", "cacao-position 1"), "need version 3"),
        (text.replace("?,?,?/", "?,?,?,?/", 1), "red has not the worker tiles of a game"),
        (text.replace("?,?,?/?,", "?,?,?,?/", 1), "has 4 worker tiles in the hand; expected 3"),
        (text.replace("?,?,?/?,?,?,", "/?,?,?,?,?,?,", 1), "red has an empty hand; expected 3"),
        (text.replace("?,?,?/", "3001,3001,?/", 1), "has not the worker tiles of a game"),
        (text.replace("P1@0,0", "?@0,0"), "expected such as P1@0,0"),
        (text.replace("0,0,0,0;", "0,0,0,0/1111;", 1), "cannot be these"),
    ):
        with pytest.raises(BadRecord, match=reason):
            Game.from_text(wrong)
    record = Record(Deal.unknown(2)).to_text()
    with pytest.raises(BadRecord, match="unknown tiles need version 3"):
        Record.from_text(record.replace("cacao-record 3", "cacao-record 1"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_game_that_starts_in_the_middle(players: int) -> None:
    deal = Deal.shuffled(players, 5)
    whole = Record(deal, list(play_at_random(Game(deal), Random(2))))
    turn = whole.turns()[2 * players + 1]
    middle = Record(whole.game(turn.at).as_deal(), whole.moves[turn.at :])
    assert middle.game() == whole.game()
    assert [(t.round, t.seat, t.moves) for t in middle.turns()] == [
        (t.round, t.seat, t.moves) for t in whole.turns()[2 * players + 1 :]
    ]
    assert Record.from_text(middle.to_text()) == middle
    for seat in range(players):
        view = middle.seen_by(seat, 3)
        assert view.moves == middle.moves
        assert view.game().known_to(seat) == whole.game().known_to(seat)
    laid = Record(whole.game(turn.at).known_to(None).as_deal())
    for move, after in zip(middle.moves, list(middle.positions())[1:], strict=True):
        laid = with_reveals(laid.play(move), after)
    assert laid.moves == middle.moves
    assert laid.game().score() == whole.game().score()
    assert Record.from_text(laid.to_text()) == laid
    assert laid.completed(1).moves == laid.moves
    assert Record.from_link(laid.to_link()) == laid


def test_link_with_a_table_is_read_only_if_all_lies_as_it_may() -> None:
    whole = example("golden_v1_3_seed")
    turn = whole.turns()[12]
    deal = whole.game(turn.at).known_to(None).as_deal()
    assert deal.table is not None
    record = Record(deal)
    assert Record.from_link(record.to_link()) == record
    cells = dict(deal.table.jungle)
    far = tuple(((x + 20, y), code) for (x, y), code in cells.items())
    twice = (*deal.table.jungle[:-1], (deal.table.jungle[0][0], deal.table.jungle[-1][1]))
    for jungle, reason in ((far, "start tiles"), (twice, "one place")):
        moved = replace(deal, table=replace(deal.table, jungle=jungle))
        with pytest.raises(BadLink, match=reason):
            Record.from_link(link.encode(moved, ()))
    rich = replace(deal.table, goods=((5000, 0, 0, 0), *deal.table.goods[1:]))
    with pytest.raises(BadLink, match="no link"):
        Record(replace(deal, table=rich)).to_link()


def test_covered_tile_need_not_be_known() -> None:
    record = example("overbuild")
    at = next(at for at, move in enumerate(record.moves) if move.kind == "O")
    positions = list(record.positions())
    later = next(game for game in positions[at + 1 :] if game.phase.value == "place")
    text = later.known_to(None).to_text()
    told = Game.from_text(text)
    assert told == later.known_to(None)
    forgotten = Game.from_text(_without_unseen(text))
    seat = later.workers[record.moves[at].cell].owner
    hidden = forgotten.hidden(None)
    assert sum(hidden.workers[seat].values()) == hidden.hands[seat] + hidden.piles[seat] + 1
    assert forgotten.completed(2).is_known
    assert Game.from_text(forgotten.to_text()) == forgotten


def _without_unseen(text: str) -> str:
    """A position that does not say what its unknown tiles may be."""
    words = text.split(" ")
    seats = ["/".join(seat.split("/")[:3]) for seat in words[7].split(";")]
    return " ".join([*words[:7], ";".join(seats), *words[8:]])


def test_position_in_a_turn_is_no_start() -> None:
    with pytest.raises(BadDeal, match="not in activate"):
        game_after(Deal.shuffled(2, 7), "W2101@1,0").as_deal()


def test_views_take_a_generator_a_seed_or_nothing() -> None:
    game = Game(Deal.shuffled(2, 7))
    assert game.view(0, 5) == game.view(0, Random(5))
    assert game.view(0).known_to(0) == game.known_to(0)
    with pytest.raises(CacaoError, match="rng 'five': expected a random"):
        game.view(0, "five")  # type: ignore[arg-type]


def test_players_are_compared_by_what_they_have() -> None:
    game = Game(Deal.shuffled(2, 7))
    other = game.copy()
    assert game.players == other.players
    other.play("W2101@1,0")
    assert game.players != other.players
    assert game.players[0] != "red"


def test_pictures_show_that_a_tile_is_not_known() -> None:
    record = Record(Deal.unknown(2))
    assert svg.board(record.game(), villages=True).count(">?</text>") == 2
    assert ">?</text>" in svg.film(record)
    assert str(record.game()).count("hand ? ? ? + 8") == 2


def test_messages_tell_whole_numbers_of_other_kinds() -> None:
    with pytest.raises(CacaoError, match=r"seat 0 \(an int64\): expected 0 to 1"):
        Game(Deal.shuffled(2, 7)).view(np.int64(0))  # type: ignore[arg-type]


def test_damaged_texts_with_unknown_tiles_never_escape() -> None:
    rng = Random(7)
    record = list(told_at_the_table(example("golden_v1_2_seed")))[40]
    laid = Record(example("overbuild").game(0).known_to(None).as_deal())
    covered = example("golden_v1_4_seed").game(100).known_to(None)
    doors = (
        (record.to_text(), Record.from_text),
        (laid.to_text(), Record.from_text),
        (record.game().to_text(), Game.from_text),
        (covered.to_text(), Game.from_text),
    )
    read = 0
    for _ in range(500):
        source, reader = rng.choice(doors)
        at, width = rng.randrange(len(source)), rng.randrange(3)
        junk = "".join(rng.choice("?012345,;/@- rpW\n") for _ in range(rng.randrange(3)))
        try:
            found = reader(source[:at] + junk + source[at + width :])
        except CacaoError:
            continue
        read += 1
        assert type(found).from_text(found.to_text()) == found
        whole = found.game() if isinstance(found, Record) else found
        for _move in play_at_random(whole.completed(rng), rng):
            pass
        assert whole.hidden(0).total >= 0
    assert 40 < read < 460
