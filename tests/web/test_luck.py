"""Luck and skill on the page: parts that add up, the draws that mattered, and what is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from functools import cache
from itertools import pairwise

import pytest

from cacao_core import Game, Move, Record
from cacao_web.engine.requests import JOBS
from cacao_web.features.analysis import codec, luck, luck_view
from cacao_web.features.analysis.model import Review
from cacao_web.features.analysis.parts import adding_up
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.saves import sums
from cacao_web.saves.sums import Given
from tests.core.helpers import example
from tests.web.driven import App, run, started, text_of, within
from tests.web.standin import StandIn

RECORD = example("golden_v1_3_seed")
OF_TWO = example("golden_v1_2_seed")
KINDS = {"p": "person", "h": "hard"}


@cache
def answers(record: Record = RECORD) -> list[dict[str, object]]:
    """A quick review, as the worker sends it."""
    job = JOBS["review"]({"record": record.to_text(), "budget": 2})
    for _share, turns in job.steps:
        found = turns
    return list(json.loads(json.dumps(job.answer(found)))["turns"])


@cache
def reviewed() -> Review:
    return codec.read(RECORD, answers())


def session_of(kinds: str, record: Record = RECORD) -> Session:
    names = zip(("Ana", "Bo", "Cem"), kinds, strict=False)
    return Session("x", record, tuple(Sitter(name, KINDS[kind]) for name, kind in names))


def numbers(text: str) -> list[int]:
    return [
        int(found.replace("−", "-").replace("±", "")) for found in re.findall(r"[−+±]\d+", text)
    ]


def lead(seat: int) -> int:
    gold = [score.total for score in RECORD.game().score()]
    return gold[seat] - max(gold[:seat] + gold[seat + 1 :])


@pytest.mark.long
def test_parts_that_are_shown_add_up_to_the_result() -> None:
    for seat in range(3):
        part = reviewed().parts[seat]
        assert part.result == lead(seat)
        assert part.tiles + part.own + part.of_others == part.result
        points = luck.course(reviewed(), seat)
        assert len(points) == len(reviewed().turns) + 1
        assert sum(points[-1]) == pytest.approx(part.result)
        assert points[-1] == pytest.approx((part.tiles, part.own + part.of_others), abs=1.5)


@pytest.mark.parametrize(
    ("parts", "total", "whole"),
    [
        ([-7.6, -1.8, 0.4], -9, [-7, -2, 0]),
        ([0.5, 0.5], 1, [1, 0]),
        ([1.0, 2.0, -3.0], 0, [1, 2, -3]),
        ([0.4, 0.4, 0.2], 1, [1, 0, 0]),
    ],
)
def test_rounded_parts_add_up(parts: list[float], total: int, whole: list[int]) -> None:
    assert adding_up(parts, total) == whole


@pytest.mark.long
def test_headline_of_one_person_says_what_made_the_result() -> None:
    told = text_of("".join(luck_view.headline(session_of("hph"), reviewed())))
    assert told.startswith(f"You {'won' if lead(1) > 0 else 'lost'} by {abs(lead(1))}. ")
    part = reviewed().parts[1]
    assert re.search(rf"\b[Yy]ou (gave away )?{-part.own}\b", told)
    assert "The decisions of the others " in told
    assert " = ".join((f"{part.tiles:+}"[1:], f"{lead(1):+}")).replace("-", "−") in told


def shared(golds: list[int], me: int | None = None) -> str:
    """What is said of so much gold that each seat gave away."""
    session = session_of("phh", RECORD)
    session.sitters = tuple(Sitter(name, "hard") for name in ("Ana", "Bo", "Cem", "Dan"))
    return " ".join(luck_view.given_away(session, dict(enumerate(golds)), me))


@pytest.mark.parametrize(
    ("golds", "me", "told"),
    [
        ([28, 37], 0, "Bo gave away 37 gold, you 28."),
        ([28, 7], 0, "You gave away 28 gold, Bo 7."),
        ([3, 0], 0, "You gave away 3 gold, Bo nothing."),
        ([0, 3], 0, "Bo gave away 3 gold, you nothing."),
        ([0, 0], 0, "Nobody gave away anything."),
        ([4, 12, 0, 9], 3, "Bo gave away 12 gold, you 9, Ana 4, Cem nothing."),
        ([4, 12, 7], None, "Bo gave away 12 gold, Cem 7, Ana 4."),
    ],
)  # fmt: skip
def test_sentence_says_who_gave_away_how_much(golds: list[int], me: int | None, told: str) -> None:
    assert shared(golds, me) == told


def test_parts_of_two_players_mirror_each_other() -> None:
    one, other = codec.read(OF_TWO, answers(OF_TWO)).parts
    assert (one.result, one.tiles, one.own, one.of_others) == (
        -other.result, -other.tiles, -other.of_others, -other.own,
    )  # fmt: skip
    found = codec.read(OF_TWO, answers(OF_TWO))
    told = text_of("".join(luck_view.headline(session_of("ph", OF_TWO), found)))
    assert "the others" not in told
    assert f"= {words.signed(one.result)}" in told


def test_accuracy_names_a_level_beside_the_share() -> None:
    found = codec.read(OF_TWO, answers(OF_TWO))
    told = text_of(luck_view.accuracies(session_of("ph", OF_TWO), found))
    like = r"\d+%, about like Computer \d+ \(\w+\)"
    assert re.search(f"Ana {like}; Bo {like}", told)
    of_three = text_of(luck_view.accuracies(session_of("hph"), reviewed()))
    assert "Computer" not in of_three
    assert "only whole games of two" in of_three
    assert "only whole games of two" not in told


def test_several_people_have_a_line_each() -> None:
    told = str("".join(luck_view.headline(session_of("pph"), reviewed())))
    rows = re.findall(r"<tr>(?:(?!</tr>).)*</tr>", told)[1:]
    assert len(rows) == 3
    for row in rows:
        result, *parts = numbers(text_of(row))
        assert sum(parts) == result
    assert sorted(numbers(text_of(row))[0] for row in rows) == sorted(map(lead, range(3)))


def test_draws_that_mattered_say_what_came_and_lead_there() -> None:
    best, worst = luck.extremes(reviewed(), 1)
    assert best is not None
    assert worst is not None
    starts = [turn.at for turn in reviewed().turns]
    left = [len(RECORD.game(at).jungle_pile) for at in starts]
    changes = reviewed().luck[1][1:]
    drawing = [changes[at] for at, (one, other) in enumerate(pairwise(left)) if one != other]
    assert (best.change, worst.change) == (max(drawing), min(drawing))
    for draw in (best, worst):
        before, after = RECORD.game(draw.turn.at), RECORD.game(draw.following)
        assert before.jungle_pile == (*draw.came.jungle, *after.jungle_pile)
        assert before.players[draw.turn.seat].pile[:1] == (draw.came.worker,)
    drawn = str("".join(luck_view.course(session_of("hph"), reviewed())))
    assert f'data-command="review" data-value="{best.following}"' in drawn
    assert f"after turn {worst.turn.number}" in drawn
    assert "-".join(best.came.worker) not in drawn
    assert "drew a tile with " in drawn


def test_drawing_again_plays_no_move_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session, found = session_of("hph"), codec.read(RECORD, answers())
    drawn = luck_view.course(session, found)
    monkeypatch.setattr(Game, "apply", lambda _game, move: pytest.fail(f"{move}"))
    assert luck_view.course(session, found) == drawn


def test_game_that_goes_on_has_an_expected_result() -> None:
    record = RECORD.up_to(20)
    found = codec.read(record, answers(record))
    told = text_of("".join(luck_view.headline(session_of("hph", record), found)))
    assert re.match(r"You are about (level|\d+ gold (ahead|behind))\.", told)
    assert luck.sums(found) is None, "it counts for nothing"


def test_gold_given_away_adds_up() -> None:
    for seat in range(3):
        own = sum(turn.skill[seat][seat] for turn in reviewed().turns)
        assert luck.given(reviewed(), seat).total == pytest.approx(-own, abs=0.02)


@pytest.mark.parametrize(
    ("played", "best", "kind"),
    [
        ("W0013@-1,0", "W1210@-1,0", "placing"),
        ("W0013@-1,0 JM3@-1,1", "W0013@-1,2 JM3@-1,1", "placing"),
        ("W0013@-1,0 JM3@-1,1", "W0013@-1,0 JT@-1,1", "filling"),
        ("W0013@-1,0", "W0013@-1,0 JT@-1,1", "filling"),
        ("O0013@-1,0", "W0013@-1,0", "overbuilding"),
        ("W0013@-1,0", "O0013@-1,0", "overbuilding"),
        ("O0013@-1,0", "O0013@1,0", "overbuilding"),
        ("W0013@-1,0 JT@-1,1 Ae0@-1,0", "W0013@-1,0 JT@-1,1 Ae1@-1,0", "using"),
    ],
)
def test_turn_counts_where_it_differs_from_the_best(played: str, best: str, kind: str) -> None:
    """2 gold in one's own turn, and 0.5 by workers in the turn of somebody else."""
    turn, following = reviewed().turns[:2]
    ways = [tuple(map(Move.parse, line.split())) for line in (played, best)]
    first = turn._replace(
        played=turn.played._replace(line=ways[0]),
        best=turn.best._replace(line=ways[1]),
        skill=((-2.0, 0.0, 0.0), *turn.skill[1:]),
    )
    second = following._replace(skill=((-0.5, 0.0, 0.0), *following.skill[1:]))
    found = luck.given(Review(RECORD, (first, second)), 0)
    own = Given(0, 0, 0, 0.5)._asdict()
    assert found == Given(**{**own, kind: own[kind] + 2.0})


def test_sums_are_kept_with_the_analysis() -> None:
    kept = codec.to_text(RECORD, answers(), luck.sums(reviewed()))
    assert codec.from_text(RECORD, kept) == reviewed()
    found = sums.of_analysis(kept, RECORD.to_link())
    assert found == luck.sums(reviewed())
    assert found is not None
    assert found.result == tuple(map(lead, range(3)))
    for seat in range(3):
        total = found.luck[seat] + sum(found.skill[seat])
        assert total == pytest.approx(found.result[seat], abs=0.05)
        assert found.loss(seat) == pytest.approx(-found.skill[seat][seat] / found.turns[seat])
        assert found.given[seat].total == pytest.approx(-found.skill[seat][seat], abs=0.05)
    assert sums.of_analysis(kept, RECORD.up_to(20).to_link()) is None, "of another game"


@pytest.mark.parametrize(
    "spoilt",
    ["", '"sums"', "[]", "null", '{"game": "x", "sums": 1}', '{"game": "x", "sums": {}}',
     '{"game": "x", "sums": {"result": [1], "luck": [1], "skill": [[1, 2]], "turns": [3]}}'],
)  # fmt: skip
def test_damaged_sums_are_none(spoilt: str) -> None:
    assert sums.of_analysis(spoilt, "x") is None


def older(record: Record) -> Review:
    """An analysis of an earlier version."""
    names = ("leads", "skill")
    turns = [{name: it for name, it in one.items() if name not in names} for one in answers()]
    found = codec.from_text(record, codec.to_text(record, turns))
    assert found is not None
    return found


def driven(scenario: Callable[[StandIn, App, Session], Awaitable[None]]) -> None:
    async def play() -> None:
        page = StandIn()
        page.wide = True
        app = await started(page)
        session = session_of("phh")
        app.enter(session)
        await scenario(page, app, session)

    run(play)


@within(driven)
async def test_analysis_of_an_earlier_version_is_made_again(
    page: StandIn, app: App, session: Session
) -> None:
    """It judged turns without what their workers did."""
    text = codec.to_text(session.record, answers())
    assert codec.from_text(session.record, text)
    assert codec.from_text(session.record, text.replace('"version": 2', '"version": 1')) is None
    bare = [{name: one[name] for name in one if name != "after"} for one in answers()]
    assert codec.from_text(session.record, codec.to_text(session.record, bare)) is None


@within(driven)
async def test_result_is_the_first_that_an_analysis_tells(
    page: StandIn, app: App, session: Session
) -> None:
    app.analysis.show(codec.read(session.record, answers()))
    page.intent("analyse", "")
    told = text_of(page.regions["beside"])
    assert told.index("gave away") < told.index("Chance of winning") < told.index("Accuracy")
    best = luck.extremes(reviewed(), 0)[0]
    assert best
    page.intent("review", str(best.following))
    assert session.look.at == best.following
