"""One verdict for a turn: list, panel, curve, turning points, totals and statistics agree."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from cacao_core import Record
from cacao_web.engine.requests import JOBS
from cacao_web.features.analysis import codec, costly_view, luck, model, view
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from tests.core.helpers import example
from tests.web.driven import text_of

RECORD = example("worker_choices")
"""Purple, Desk, sells 1 of 3 cacao at a market for 2 in turn 14, and waives more later."""


@cache
def review(budget: int = 12) -> Review:
    job = JOBS["review"]({"record": RECORD.to_text(), "budget": budget})
    for _share, turns in job.steps:
        found = turns
    return codec.read(RECORD, json.loads(json.dumps(job.answer(found)))["turns"])


def session_of(record: Record = RECORD) -> Session:
    return Session("x", record, (Sitter("Otto", COMPUTER), Sitter("Desk")))


def figures(text: str) -> list[int]:
    return [int(found.replace("−", "-")) for found in re.findall(r"−\d+", text)]


@pytest.mark.long
def test_list_adds_up_to_what_each_player_gave_away() -> None:
    session = session_of()
    _adds_up(session)
    session.sitters = (Sitter("Otto"), Sitter("Desk"))
    _adds_up(session)


def _adds_up(session: Session) -> None:
    shown = "".join(map(str, costly_view.turns(session, review())))
    listed = dict.fromkeys(("Otto", "Desk"), 0)
    for title, loss in re.findall(r"<b>Turn \d+, ([^<]*)</b> <b[^>]*>(−\d+)", shown):
        listed[title.removeprefix("workers of ")] += figures(loss)[0]
    for name, loss in re.findall(r"(Otto|Desk): (−\d+) in \d+ other turn", shown):
        listed[name] += figures(loss)[0]
    assert listed == {"Otto": review().parts[0].own, "Desk": review().parts[1].own}
    sums = luck.sums(review())
    assert sums
    for seat, part in enumerate(review().parts):
        assert sums.given[seat].total == pytest.approx(-part.own, abs=1)
        assert sums.skill[seat][seat] == pytest.approx(part.own, abs=1)


def bad_turn() -> Reviewed:
    """Turn 14: docs/rules.md 4.C."""
    return review().turns[13]


@pytest.mark.long
def test_panel_tells_what_was_played() -> None:
    turn, session = bad_turn(), session_of()
    assert [str(move) for move in turn.played.line[-2:]] == ["Aw1@0,-3", "An0@1,-2"]
    session.look_at(turn.at)
    shown = text_of(view.ways(session, review(), turn, marking=False))
    assert "You played: sells 1 cacao at 2" in shown


@pytest.mark.long
def test_list_and_panel_and_turning_point_tell_the_same_numbers() -> None:
    turn, session = bad_turn(), session_of()
    session.look_at(turn.at)
    made = review().of(turn)
    leads = []
    for card in view.ways(session, review(), turn, marking=False).split('data-command="vary"')[1:]:
        lead = re.search(r"(\d+) gold (ahead|behind)|level", card)
        assert lead
        leads.append(int(lead[1] or 0) * (-1 if lead[2] == "behind" else 1))
    assert leads[1] - leads[0] == made.gave > 5
    assert sorted(leads[1:], reverse=True) == leads[1:]
    [point] = [one for one in review().turning_points({1}) if one.turn is turn]
    assert point.decider == 1
    assert (point.before, point.after) == (turn.best.win, turn.played.win)


@pytest.mark.long
def test_turning_point_says_whether_tiles_or_a_decision_made_it() -> None:
    session = session_of()
    drawn = model.TurningPoint(review().turns[2], None, 0, 0.38, 0.17)
    decided = drawn._replace(decider=0)
    assert "The tiles after turn 3" in text_of(view.turning(session, review(), drawn))
    assert "Turn 3, Otto" in text_of(view.turning(session, review(), decided))
    assert "Turn 3, your workers" in text_of(
        view.turning(session, review(), drawn._replace(decider=1))
    )


@pytest.mark.long
def test_line_behind_the_number_is_told_and_shown_step_by_step() -> None:
    turn, session = bad_turn(), session_of()
    session.look_at(turn.at)
    shown = text_of(view.ways(session, review(), turn, marking=False))
    assert "Then: Otto: moves 2 fields along the water (lead −9); Desk: " in shown
    assert len(re.findall(r"Likely then: Otto: [^;]+; Desk: [^.]+\.", shown)) == len(turn.ways) - 1
    for number, way in enumerate(turn.ways):
        moves, ahead = model.shown_line(RECORD, turn, number)
        assert [one.seat for one in way.follows] == [0, 1]
        assert ahead == way.follows[0].moves + way.follows[1].moves
        game = RECORD.game(turn.at)
        for move in (*moves, *ahead):
            game.play(move)
        assert game.turn == 0
