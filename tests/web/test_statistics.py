"""Statistics of finished games: sources of gold, groups, averages, records."""

from __future__ import annotations

import re
from random import Random

import pytest

from cacao_core import Deal, Record
from cacao_web.features.statistics import gold_view
from cacao_web.features.statistics import model as statistics
from cacao_web.features.statistics.model import GameGroup, GameOutcome
from cacao_web.features.statistics.sources import (
    Gained,
    Means,
    Sources,
    gained,
    mean,
    means,
    per_turn,
)
from cacao_web.game.origin import About
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.game.setup import levels
from cacao_web.saves import spreadsheet
from tests.core.helpers import example


def finished(players: int, seed: int) -> Record:
    """A game to its end, by chance."""
    rng, record = Random(seed), Record(Deal.shuffled(players, seed))
    game = record.game()
    moves = []
    while game.to_move is not None:
        move = rng.choice(game.legal_moves())
        game.play(move)
        moves.append(move)
    return Record(record.deal, moves=tuple(moves))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sources_add_up_to_the_score_of_every_position(players: int) -> None:
    """docs/rules.md 5: gold taken in the game, temples, suns and water are the total."""
    record = finished(players, players)
    for at in (0, len(record.moves) // 2, len(record.moves)):
        part = record.up_to(at)
        assert [one.sources.total for one in gained(part)] == [s.total for s in part.game().score()]


def test_sources_of_an_example() -> None:
    [red, *_others] = gained(example("temple"))
    assert red.sources.temples == example("temple").game().score()[0].temples


def session(*kinds: str, seed: int = 1) -> Session:
    record = finished(len(kinds), seed)
    return Session(f"g{seed}", record, sitters([f"P{n}" for n in range(len(kinds))], kinds))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_thirds_are_the_gold_of_markets_and_mines(players: int) -> None:
    record = finished(players, players)
    for one in gained(record):
        assert sum(one.thirds) == one.sources.markets + one.sources.mines
    ends = [at for at, move in enumerate(record.moves) if move.kind in "WO"]
    early = record.up_to(ends[-(-len(ends) // 3)])  # up to the first turn of the second third
    for one, begun in zip(gained(record), gained(early), strict=True):
        assert one.thirds[0] == begun.sources.markets + begun.sources.mines


def test_opponents_are_compared_by_their_mean() -> None:
    game = session("easy", "person", "hard")
    one = statistics.outcome(game, "2026-01-01")
    assert one is not None
    found = gained(game.record)
    assert one.own == found[1]
    total = mean([found[at].sources.total for at in (0, 2)])
    assert sum(one.others.sources) == pytest.approx(total)
    assert one.others.thirds[0] == mean([found[0].thirds[0], found[2].thirds[0]])


def test_outcomes_are_of_one_person_against_levels() -> None:
    game = session("easy", "person", "hard")
    one = statistics.outcome(game, "2026-01-01")
    assert one is not None
    assert (one.players, one.level, one.seat) == (3, "hard", 1)
    assert one.gold == game.game.score()[1].total
    assert one.margin == one.gold - max(game.game.score()[at].total for at in (0, 2))
    assert one.won == (1 in game.game.winners()) / len(game.game.winners())
    assert statistics.outcome(session("person", "person"), "") is None
    assert statistics.outcome(session("person", "bot:mine"), "") is None
    assert statistics.outcome(session("easy", "hard"), "") is None
    real = Session("x", game.record, game.sitters, about=About(real=True))
    assert statistics.outcome(real, "") is None
    assert levels.result_of(real) is None
    going_on = Session("x", game.record.up_to(5), game.sitters)
    assert statistics.outcome(going_on, "") is None


def test_games_with_hints_or_marked_cells_are_helped() -> None:
    assert (own := statistics.outcome(session("person", "easy"), "2026-11-21"))
    assert not own.helped
    asked = session("person", "easy")
    asked.about = asked.about._replace(hinted=True)
    assert (found := statistics.outcome(asked, "2026-11-21"))
    assert found.helped
    marked = session("person", "easy")
    marked.options = marked.options._replace(suggestions=True)
    assert (found := statistics.outcome(marked, "2026-11-21"))
    assert found.helped


def played(day: int, level: str, own: int, best: int, players: int = 2) -> GameOutcome:
    gold, others = Gained(Sources(own - 4, 1, 1, 1, 1)), means([Gained(Sources())])
    won = float(own > best)
    return GameOutcome(
        f"g{day}", f"2026-01-{day:02}", players, 11, level, 0, gold, others, best, won
    )


def test_summary() -> None:
    games = [
        played(5, "easy", 60, 20),
        played(1, "hard", 50, 40),
        played(2, "hard", 30, 45),
        played(3, "hard", 55, 54, players=3),
        played(4, "easy", 41, 40),
    ]
    found = statistics.summary(games)
    assert found is not None
    assert list(found.groups) == [("base", "easy", 2), ("base", "hard", 2), ("base", "hard", 3)]
    assert found.groups["base", "hard", 2] == (2, 1, 40, -2.5)
    assert sum(found.gold.own.sources) == pytest.approx((60 + 50 + 30 + 55 + 41) / 5)
    assert found.highest is games[0]
    assert found.widest is games[0]
    assert found.row == 3
    assert statistics.summary([]) is None
    short = played(6, "easy", 99, 98)._replace(rules="short")
    both = statistics.summary([*games, short])
    assert both is not None
    kind = ("short", "easy", 2)
    groups = {**found.groups, kind: GameGroup(1, 1, 99, 1)}
    assert both == found._replace(groups=groups, kinds={**found.kinds, kind: both.kinds[kind]})
    assert both.kinds[kind].own == ((95, 1, 1, 1, 1), (0, 0, 0))
    alone = statistics.summary([short])
    assert alone is not None
    assert (alone.highest, alone.gold.games) == (short, 1)
    lost = statistics.summary([played(1, "easy", 1, 2)])
    assert lost is not None
    assert (lost.widest, lost.row) == (None, 0)


def test_gold_is_told_of_all_games_and_each_kind() -> None:
    games = [played(1, "easy", 60, 20), played(2, "hard", 30, 45)]
    for some, folded in ((games[:1], 0), (games, 2)):
        found = statistics.summary(some)
        assert found is not None
        told = "".join(map(str, gold_view.compared(found)))
        assert told.count("<details") == folded
        assert told.count("<table") == 2 * (1 + folded)
    assert "Computer 11 (hard), 2 players: 1 game<" in told
    assert "<b>41.0</b>" in told  # (56 + 26) / 2 from markets


def test_gold_of_a_turn_compares_games_of_any_length() -> None:
    """docs/rules.md 2: the more players, the fewer turns each of them has."""
    games = [statistics.outcome(session(*["person"], *["easy"] * n), "") for n in (1, 2, 3)]
    turns = [one.turns for one in games if one]
    assert turns == [11, 10, 9]
    one = Gained(Sources(markets=22, water=-11), (11, 0, 11))
    assert per_turn(one, 11) == ((2, 0, 0, 0, -1), (3, 0, 3))
    some = [played(1, "easy", 37, 20), played(2, "easy", 22, 20)._replace(turns=9)]
    found = statistics.summary(some, by_turn=True)
    assert found is not None
    assert found.gold.own.sources[0] == pytest.approx((33 / 11 + 18 / 9) / 2)
    told = "".join(map(str, gold_view.compared(found)))
    assert "<b>2.50</b>" in told
    assert "<b>0.10</b>" in told  # (1 / 11 + 1 / 9) / 2 from mines


def test_loss_looks_different_from_a_gain() -> None:
    one = played(1, "easy", 60, 20)
    against = Means((0.0, 0.0, 0.0, 0.0, -1.5), (0.0, 0.0, 0.0))
    lost = one._replace(own=Gained(Sources(water=-3)), others=against)
    for some, minus in ((one, []), (lost, ["own minus", "other minus"])):
        found = statistics.summary([some])
        assert found is not None
        drawn = "".join(map(str, gold_view.compared(found)))
        assert re.findall(r'class="([a-z]+ minus)"', drawn) == minus


def test_few_games_say_little() -> None:
    games = [played(day, "easy", 60, 20) for day in range(1, 11)]
    for count, said in ((1, ["1 game"]), (9, ["9 games"]), (10, [])):
        found = statistics.summary(games[:count])
        assert found is not None
        told = "".join(map(str, gold_view.compared(found)))
        assert re.findall("From (.*?): this says little yet.", told) == said


def test_table_for_spreadsheets() -> None:
    games = [played(2, "hard", 30, 45), played(1, "easy", 9, 8)]
    lines = spreadsheet.written(statistics.table(games), comma=False)[1:].splitlines()
    assert lines == [
        "begun,players,turns,level,seat,markets,mines,temples,suns,water,early,middle,late,"
        "others' markets,others' mines,others' temples,others' suns,others' water,"
        "others' early,others' middle,others' late,"
        "total,best other,won,rules,luck,own decisions,others' decisions,"
        "given away: placing,given away: overbuilding,given away: filling,given away: using",
        f"2026-01-01,2,11,easy,1,5,1,1,1,1,0,0,0{',0.0' * 8},9,8,1.0,base",
        f"2026-01-02,2,11,hard,1,26,1,1,1,1,0,0,0{',0.0' * 8},30,45,0.0,base",
    ]
