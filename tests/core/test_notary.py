"""docs/api.md, Unknown tiles: a notary writes down what people say of a game at a real table."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, IllegalMove, Record
from cacao_core.knowledge.notary import Notary, Wanted
from cacao_core.rules import expanded
from cacao_core.tiles import COLOURS, UNKNOWN
from tests.core.helpers import example, play_at_random
from tests.core.test_knowledge import GOLDEN, in_order_of_play


def said_of(record: Record, open_hands: tuple[int, ...] = ()) -> Notary:
    """A game entered word by word: always what the notary wants next, as seen at the table."""
    deal = Deal.unknown(record.deal.players, record.deal.rules, record.deal.huts or None)
    notary = Notary(deal, record.seats, open_hands)
    moves = list(record.moves)
    game = record.game(0)
    while notary.wanted.kind != "nothing":
        wanted = notary.wanted
        if wanted.kind == "jungle":
            at = notary.record.deal.jungle_pile.index(UNKNOWN)
            notary = notary.enter(f"+{record.deal.jungle_pile[at]}")
        elif wanted.kind == "gems":
            at = notary.record.deal.gems.index(UNKNOWN)
            notary = notary.enter(f"+g{record.deal.gems[at : at + wanted.number]}")
        elif wanted.kind == "hand":
            seat = wanted.seat or 0
            tile = game.players[seat].hand[-wanted.number]
            notary = notary.enter(f"+{COLOURS[seat][0]}{tile}")
        elif moves:
            assert wanted == Wanted("move", game.to_move, 1)
            move = moves.pop(0)
            notary = notary.enter(str(move))
            game.apply(move)
        else:
            break
    assert not moves
    return notary


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_game_entered_word_by_word(name: str) -> None:
    original = example(name)
    notary = said_of(original)
    assert (notary.record.moves, notary.record.seats) == (original.moves, original.seats)
    assert notary.record.game().known_to(None) == original.game().known_to(None)
    assert Notary.from_text(notary.to_text()) == notary
    if original.game().is_over:
        assert notary.record.deal == in_order_of_play(original)
        everybody = said_of(original, tuple(range(original.deal.players)))
        assert everybody.record == original.with_notes(None)
        assert Notary.from_text(everybody.to_text()).record == everybody.record


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("modules", [("map",), ("gems", "huts"), ("map", "gems")])
def test_games_with_modules_are_entered_word_by_word(
    modules: tuple[str, ...], players: int
) -> None:
    """docs/api.md: tiles of the map board and gems are named as they turn up, in that order."""
    game = Game(Deal.shuffled(players, 3, expanded(*modules)))
    deal, rng = Deal.shuffled(players, 3, expanded(*modules)), Random(8)
    record = Record(deal, play_at_random(game, rng))
    everybody = tuple(range(players))
    for hands in ((), everybody):
        notary = said_of(record, hands)
        told = notary.record
        assert told.moves == record.moves
        assert told.game().score() == record.game().score()
        assert Record(told.deal, told.moves).game() == told.game()
        assert Record.from_text(told.to_text()) == told
        assert Notary.from_text(notary.to_text()) == notary
        whole = told.completed(1)
        assert whole.deal.is_known
        assert whole.game().score() == record.game().score()
        if hands:
            assert told.game().known_to(None) == record.game().known_to(None)
        for count in (1, 5, 40):
            earlier = notary.undone(count).record.game()
            assert earlier.completed(2).is_known


def test_gems_are_named_only_where_they_lie() -> None:
    notary = Notary(Deal.unknown(2, expanded("gems"))).enter("+D +P1")
    assert notary.wanted == Wanted("gems", None, 6)
    for entry, reason in (
        ("+gRRRRRRR", "7 revealed, but 6 unknown gems lie on mines"),
        ("+gX", "no 'X' is left"),
        ("+gRRRRRR", None),
    ):
        if reason is None:
            assert notary.enter(entry).wanted.kind == "move"
        else:
            with pytest.raises(CacaoError, match=reason):
                notary.enter(entry)
    with pytest.raises(CacaoError, match="no unknown gem"):
        Notary(Deal.unknown(2)).enter("+M4 +G1 +gR")


def test_undo_takes_back_what_a_tile_was() -> None:
    notary = said_of(example("golden_v1_2_seed"))
    for count in (1, 2, 7, 40):
        shorter = notary.undone(count)
        assert shorter.entries == notary.entries[: -count or None]
        again = shorter.enter(" ".join(notary.entries[-count:]))
        assert again.record == notary.record
    start = notary.undone(10**6)
    assert start.entries == ()
    assert start.record.deal == Deal.unknown(2)
    assert start.wanted == Wanted("jungle", None, 2)


def test_mistake_three_turns_ago_is_put_right() -> None:
    """A wrong amount was typed: only it is typed again."""
    notary = said_of(example("golden_v1_3_seed"))
    at = next(
        at for at, entry in enumerate(notary.entries) if entry[0] == "A" and entry[2] not in "01"
    )
    right = notary.entries[at]
    wrong = notary.edited(at, 1, f"{right[:2]}{int(right[2]) - 1}{right[3:]}")
    assert wrong.record != notary.record
    assert wrong.edited(at, 1, right) == notary
    assert wrong.edited(at, 1, right).misfit is None


def test_moves_that_no_longer_fit_wait_with_the_reason() -> None:
    said = "+M4 +G1 W2101@1,0 Aw1@1,0 W1111@-1,0 Ae1@-1,0 W1111@1,2 An0@1,2"
    notary = Notary(Deal.unknown(2)).enter(said)
    moved = notary.edited(notary.entries.index("W1111@-1,0"), 1, "W2101@-1,0")
    assert moved.record.moves[-1].amount == 0
    moved = notary.edited(notary.entries.index("W2101@1,0"), 1, "W1111@0,-1")
    assert moved.misfit is not None
    assert moved.misfit.startswith("Aw1@1,0: not possible on 1,0")
    assert moved.waiting == notary.entries[3:]
    assert moved.entries[moved.turn_begins] == "W1111@0,-1"
    rest = moved.edited(moved.fitting, moved.next_turn - moved.fitting).enter("As1@0,-1")
    assert rest.misfit == (
        "Ae1@-1,0: seat 1 cannot activate an edge now; expected: fill a jungle space"
    )
    rest = rest.enter("JM4@-1,-1")
    assert rest.misfit is not None
    assert rest.misfit.endswith("cannot place a worker tile now; expected: activate an edge")
    rest = rest.enter("An1@-1,0 Aw1@0,-1")
    assert rest.misfit is not None
    assert (
        rest.misfit == "An0@1,2: seat 1 cannot activate an edge now; expected: place a worker tile"
    )
    assert rest.waiting == ("An0@1,2",)


def test_wrong_words_change_nothing() -> None:
    notary = Notary(Deal.unknown(2)).enter("+M4 +G1")
    for entry, reason in (
        ("W3100@5,5", "not possible on 5,5"),
        ("+M4", "jungle tiles: 1 revealed, but no unknown tile is there"),
        ("+r3009", "hand of red: no '3009' is left"),
        ("+w1111", "seat 2: expected 0 to 1"),
        ("hello", "expected something such as W2101@1,0"),
        ("W2101@1,0 W2101@2,1", "cannot place a worker tile now"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            notary.enter(entry)
    for wrong, reason in (
        (lambda: Notary(Deal.unknown(2), None, [4]), "expected seats from 0 to 1"),
        (lambda: Notary(Deal.unknown(2), None, (), ["a b"]), "entry 'a b'"),
        (lambda: Notary(Deal.unknown(2), None, (), ["+M4"] * 1001), "1001 entries"),
        (lambda: Notary.from_text(Record(Deal.unknown(2)).to_text()), "expected a line 'x-entr"),
        (lambda: Notary.from_text(_with_open("green")), "'green' is not a colour"),
    ):
        with pytest.raises(CacaoError, match=reason):
            wrong()  # type: ignore[no-untyped-call]


def _with_open(colour: str) -> str:
    return Notary(Deal.unknown(2), None, [0]).to_text().replace("hands: red", f"hands: {colour}")


def test_game_that_was_laid_already_goes_on() -> None:
    original = example("golden_v1_4_seed")
    turn = original.turns()[9]
    laid = original.game(turn.at).known_to(None)
    notary = Notary(laid.as_deal(), original.seats)
    rest = [str(move) for move in original.turns()[9].moves]
    assert notary.wanted == Wanted("move", turn.seat, 1)
    assert notary.enter(rest[0]).record.turns()[0].round == turn.round
    assert Notary.from_text(notary.enter(rest[0]).to_text()) == notary.enter(rest[0])
