"""What the others did: one line for each of their turns, as the rules' events tell it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from cacao_core import Deal, Game, Move, Record
from cacao_core.events import Activated, Event, Lost, TempleChanged
from cacao_core.moves import turn_starts
from cacao_web.board import recap
from cacao_web.browser.effects import duration
from cacao_web.game.others_turns import EventLog, since_own_turn
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import telling
from tests.core.helpers import play_at_random
from tests.web.driven import App, awaited, begin, settled
from tests.web.standin import StandIn
from tests.web.test_views import parsed


def recorded(players: int, seed: int) -> Record:
    deal = Deal.shuffled(players, seed)
    return Record(deal, tuple(play_at_random(Game(deal), Random(seed))))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("me", [0, 1])
def test_recap_tells_each_turn_since_the_own_last_one(players: int, me: int) -> None:
    record = recorded(players, 3 + me)
    event_log = EventLog()
    starts = turn_starts(record.moves)
    for at in range(1, len(record.moves), 3):
        part = record.up_to(at)
        found = since_own_turn(part, me, event_log)
        begun = [turn for turn, start in enumerate(starts) if start < at]
        own_over = [
            turn
            for turn in begun
            if turn % players == me and ((turn + 1) in begun or part.game().turn != me)
        ]
        wanted = [turn for turn in begun if turn > max(own_over, default=-1)]
        assert [turn.seat for turn in found.turns] == [
            t % players for t in wanted if t % players != me
        ]
        assert found.at == (starts[wanted[0]] if wanted else at)


def test_turn_is_told_with_all_that_it_brought() -> None:
    record = recorded(3, 8)
    gold = temples = 0
    for at in range(1, len(record.moves)):
        part = record.up_to(at)
        found = since_own_turn(part, None, EventLog())
        [turn] = found.turns
        game, told = part.game(found.at), list[Event]()
        for move in part.moves[found.at :]:
            told += game.events(move)
            game.play(move)
        acted = tuple(one for one in told if isinstance(one, Activated) and one.amount)
        assert [one[:4] for one in turn.effects if one.amount] == [
            (one.seat, one.code, one.amount, one.change.gold) for one in acted
        ]
        assert turn.temples == tuple(
            one for one in told if isinstance(one, TempleChanged) and any(one.change)
        )
        gold += sum(one.change.gold for one in acted)
        temples += len(turn.temples)
    assert gold > 20
    assert temples > 5


def test_events_are_right_after_something_was_taken_back() -> None:
    record = recorded(2, 5)
    event_log = EventLog()
    whole = event_log.of(record)[10:]
    event_log.of(record.up_to(20))
    assert event_log.of(record)[10:] == whole
    other = record.up_to(20)
    other = other.play(next(m for m in other.game().legal_moves() if m != record.moves[20]))
    assert event_log.of(other)[10:20] == whole[:10]
    assert event_log.of(other)[20] == other.game(20).events(other.moves[20])


def told_by(moves: tuple[Move, ...], deal: Deal, *sitters: Sitter) -> Session:
    session = Session("x", Record(deal, moves), sitters)
    session.tell_others()
    return session


def test_line_names_goods_and_temples_of_everybody() -> None:
    seen = set()
    for seed in range(12):
        record = recorded(2, seed)
        for at in range(1, len(record.moves), 3):
            session = told_by(
                record.moves[:at], record.deal, Sitter("Ana"), Sitter("Comp", COMPUTER)
            )
            for turn in session.others.turns:
                line = recap.told(session, turn)
                if any(one.seat == 0 and one.amount for one in turn.effects):
                    assert re.search("(^|; )you (take|sell|move) ", line)
                    assert "Ana" not in line
                    seen.add("another's gain")
                if sum(one.change[0] for one in turn.temples):
                    assert "you " in line
                    seen.add("my temple")
                assert "alone" not in line  # what was not done is not told
    assert seen == {"another's gain", "my temple"}


def test_losses_are_told_in_recap_and_log() -> None:
    seen = set()
    for seed in range(1, 7):
        record = recorded(2, seed)
        starts = turn_starts(record.moves)
        for start, end in pairwise([*starts, len(record.moves)]):
            session = told_by(record.moves[:end], record.deal, Sitter("Ana"), Sitter("Bo"))
            lost, game = Counter[tuple[int, bool]](), record.game(start)
            for move in record.moves[start:end]:
                for one in game.events(move):
                    if isinstance(one, Lost):
                        lost[one.seat, one.code == "S"] += one.amount
                game.play(move)
            turn = since_own_turn(session.record, None, EventLog()).turns[-1]
            for said in (
                recap.told(session, turn),
                telling.log(session.record.moves, session.told, session.sitters)[-1].did,
            ):
                found = re.findall(r"no room for (\d+)", said)
                assert sorted(map(int, found)) == sorted(lost.values())
            seen |= {(seat == turn.seat, suns) for seat, suns in lost}
    assert seen >= {(True, False), (False, False), (True, True)}


@awaited
async def test_lines_and_marks_last_until_the_own_next_turn_is_done(
    page: StandIn, app: App
) -> None:
    begin(page, kind_0="person", kind_1=COMPUTER, kind_2=COMPUTER)
    await play_a_turn(page, app)
    tree = parsed(page.regions["villages"])
    [panel] = [el for el in tree.iter("section") if el.get("id") == "recap"]
    lines = list(panel.iter("li"))
    assert len(lines) == 2
    assert all(line.get("data-lights") for line in lines)
    marks = page.regions["board-just"]
    assert "seat-purple" in marks
    assert "seat-white" in marks
    session = app.game
    session.choosing.take(session.game.legal_moves()[0])
    app.table.drawing.chosen()
    assert len(session.others.turns) == 2  # also while one chooses
    await play_a_turn(page, app)
    assert len(session.others.turns) == 2  # the next turns of both


async def play_a_turn(page: StandIn, app: object) -> None:
    from tests.web.test_table import play_turn  # noqa: PLC0415  # which imports much

    await play_turn(page, app)  # type: ignore[arg-type]
    await settled(app)  # type: ignore[arg-type]


@awaited
async def test_recap_comes_after_the_motion_and_is_shown_again(page: StandIn, app: App) -> None:
    begin(page, kind_0="person", kind_1=COMPUTER)
    await play_a_turn(page, app)
    session = app.game
    assert duration(page.effects) > 0
    assert duration(page.effects) in page.pauses
    at = session.others.at
    page.intent("key", "w")
    assert session.look.at == at
    assert session.look.replaying
    await settled(app)
    assert session.look.at is None
