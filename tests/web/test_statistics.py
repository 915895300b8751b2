"""Statistics of finished games: sources of gold, groups, averages, records."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Deal, Record
from cacao_web.features.statistics import model as statistics
from cacao_web.features.statistics.model import Group, Outcome
from cacao_web.features.statistics.sources import Sources, sources
from cacao_web.game.origin import About
from cacao_web.game.players import sitters
from cacao_web.game.session import Session
from cacao_web.game.setup import levels
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
        assert [one.total for one in sources(part)] == [s.total for s in part.game().score()]


def test_sources_of_an_example() -> None:
    [red, *_others] = sources(example("temple"))
    assert red.temples == example("temple").game().score()[0].temples


def session(*kinds: str, seed: int = 1) -> Session:
    record = finished(len(kinds), seed)
    return Session(f"g{seed}", record, sitters([f"P{n}" for n in range(len(kinds))], kinds))


def test_only_finished_games_of_one_person_against_levels_count() -> None:
    game = session("easy", "person", "hard")
    one = statistics.outcome(game, "2026-01-01")
    assert one is not None
    assert (one.players, one.level, one.seat) == (3, "hard", 1)
    assert one.own.total == game.game.score()[1].total
    assert one.margin == one.own.total - max(game.game.score()[at].total for at in (0, 2))
    assert one.won == (1 in game.game.winners()) / len(game.game.winners())
    assert statistics.outcome(session("person", "person"), "") is None
    assert statistics.outcome(session("person", "bot:mine"), "") is None
    assert statistics.outcome(session("easy", "hard"), "") is None
    real = Session("x", game.record, game.sitters, about=About(real=True))
    assert statistics.outcome(real, "") is None
    assert levels.result_of(real) is None
    going_on = Session("x", game.record.up_to(5), game.sitters)
    assert statistics.outcome(going_on, "") is None


def played(day: int, level: str, own: int, best: int, players: int = 2) -> Outcome:
    gained = Sources(own - 4, 1, 1, 1, 1)
    won = float(own > best)
    return Outcome(f"g{day}", f"2026-01-{day:02}", players, level, 0, gained, best, won)


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
    assert sum(found.average) == pytest.approx((60 + 50 + 30 + 55 + 41) / 5)
    assert found.highest is games[0]
    assert found.widest is games[0]
    assert found.row == 3
    assert statistics.summary([]) is None
    short = played(6, "easy", 99, 98)._replace(rules="short")
    both = statistics.summary([*games, short])
    assert both is not None
    assert both == found._replace(groups={**found.groups, ("short", "easy", 2): Group(1, 1, 99, 1)})
    alone = statistics.summary([short])
    assert alone is not None
    assert (alone.highest, alone.counted) == (short, 1)
    lost = statistics.summary([played(1, "easy", 1, 2)])
    assert lost is not None
    assert (lost.widest, lost.row) == (None, 0)


def test_table_for_spreadsheets() -> None:
    lines = statistics.table([played(2, "hard", 30, 45), played(1, "easy", 9, 8)]).splitlines()
    assert lines == [
        "begun,players,level,seat,markets,mines,temples,suns,water,total,best other,won,rules,"
        "luck,own decisions,others' decisions",
        "2026-01-01,2,easy,1,5,1,1,1,1,9,8,1.0,base",
        "2026-01-02,2,hard,1,26,1,1,1,1,30,45,0.0,base",
    ]
