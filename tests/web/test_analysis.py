"""What is made of an analysis on the page: accuracy, the costly turns, and the way through them."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

import pytest

from cacao_core import Move, Record
from cacao_core.ai.explaining.reasons import Reason
from cacao_core.moves import by_turn, turn_starts
from cacao_web.engine.advice import Hint
from cacao_web.engine.requests import BETTER, JOBS
from cacao_web.features.analysis import codec, view
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.ui.markup import join
from tests.core.helpers import example
from tests.web.driven import App, awaited, run, started, within
from tests.web.standin import StandIn
from tests.web.standin import markup as markup_of

RECORD = example("temple")
PLAYERS = RECORD.deal.players
STARTS = turn_starts(RECORD.moves)
LOSSES = (0.0, 2.0, 0.25, 4.0, 1.0)
"""Gold that the first turns gave away."""


def review_of(record: Record) -> Review:
    turns = []
    for number, (at, loss) in enumerate(zip(STARTS, LOSSES, strict=False), start=1):
        hint = Hint((record.moves[at],), 2.0, 0.5, Reason("later"))
        played, equal = hint._replace(margin=2.0 - loss), (1 / PLAYERS,) * PLAYERS
        seat, even = (number - 1) % PLAYERS, (0.0,) * PLAYERS
        skill = tuple(
            (*even[:own], -loss * (own == seat), *even[own + 1 :]) for own in range(PLAYERS)
        )
        turn = Reviewed(at, number, seat, played, hint, equal, (), even, skill, equal)
        turns.append(turn)
    return Review(record, tuple(turns))


def test_accuracy_halves_with_every_two_gold_given_away() -> None:
    accuracies = [turn.accuracy for turn in review_of(RECORD).turns]
    assert accuracies == pytest.approx([1, 0.5, 0.5 ** (1 / 8), 0.25, 0.5**0.5])
    assert PLAYERS == 4
    expected = [(1 + 0.5**0.5) / 2, 0.5, 0.5 ** (1 / 8), 0.25]
    assert review_of(RECORD).accuracies() == pytest.approx(expected)
    nothing = Review(RECORD, ())
    assert nothing.accuracies() == [None] * PLAYERS
    assert [one.loss for one in review_of(RECORD).costly()] == [4.0, 2.0, 1.0]


@awaited
async def test_button_leads_from_one_costly_turn_to_the_next(page: StandIn, app: App) -> None:
    session = Session("x", RECORD, tuple(map(Sitter, "ABCD")))
    app.enter(session)
    app.analysis.show(review_of(session.record))
    page.intent("look", "0")
    looked = []
    for _turn in range(4):
        page.intent("next-costly", "")
        looked.append(session.look.at)
    assert looked == [STARTS[3], STARTS[1], STARTS[4], STARTS[3]]


@cache
def answers_of(record: Record) -> list[dict[str, Any]]:
    """A quick review of a game, as the worker sends it, but as if it were certain."""
    job = JOBS["review"]({"record": record.to_text(), "budget": 12})
    for _share, turns in job.steps:
        found = turns
    answer = json.loads(json.dumps(job.answer(found)))
    return certain(answer["turns"])


def worst_of(review: Review) -> Reviewed:
    """The turn that gave away most."""
    return next(one.turn for one in review.costly() if one.is_turn)


def certain(turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Turns of a quick review without the intervals of their few playouts."""
    for turn in turns:
        for hint in (turn["played"], turn["best"], *turn["others"]):
            hint["error"] = 0.0
    return turns


def analysed(
    scenario: Callable[[StandIn, App, Session, Review], Awaitable[None]],
    kinds: str = "pmmm",
    wide: bool = True,
) -> None:
    """Run a scenario with a finished analysis of the game."""

    async def play() -> None:
        page = StandIn()
        page.wide = wide
        app = await started(page)
        kind = {"p": "person", "m": "medium"}
        sitters = (Sitter(name, kind[k]) for name, k in zip("ABCD", kinds, strict=True))
        session = Session("x", RECORD, tuple(sitters))
        app.enter(session)
        review = codec.read(session.record, answers_of(RECORD))
        app.analysis.show(review)
        page.intent("look", "0")
        await scenario(page, app, session, review)

    run(play)


def test_better_turns_are_told_as_far_as_they_are_known() -> None:
    review = codec.read(RECORD, answers_of(RECORD))
    assert max(len(turn.ways) for turn in review.turns) == 1 + BETTER
    for turn in review.turns:
        margins = [way.margin for way in turn.ways[1:]]
        assert margins == sorted(margins, reverse=True)
        assert all(margin > turn.played.margin for margin in margins)
        assert len({way.line for way in turn.ways}) == len(turn.ways)


def test_turn_is_crossed_out_if_a_better_one_is_certain() -> None:
    review = codec.read(RECORD, answers_of(RECORD))
    worst = worst_of(review)
    open_ = worst._replace(played=worst.played._replace(error=worst.loss + 0.1))
    session = Session("x", RECORD, tuple(map(Sitter, "ABCD")))
    session.look_at(worst.at)
    blamed, equal = (
        markup_of(join(view.badges(session, turn), view.panel(session, review, turn)))
        for turn in (worst, open_)
    )
    assert ("×" in blamed, "Better:" in blamed, "About as good:" in blamed) == (True, True, False)
    assert ("×" in equal, "Better:" in equal, "About as good:" in equal) == (False, False, True)


@within(analysed, wide=False)
async def test_better_turn_is_played_on_the_board_and_comes_back(
    page: StandIn, app: App, session: Session, review: Review
) -> None:
    worst = worst_of(review)
    page.intent("review", str(worst.at))
    assert session.look.at == worst.at
    assert f"Before turn {worst.number} of " in page.regions["task"]
    for number, way in enumerate(worst.ways):
        page.intent("vary", str(number))
        assert session.look.variation
        placed = [move for move in session.look.variation if move.kind != "A"]
        assert placed[0] == way.move
        assert session.shown.to_move != worst.seat or session.shown.is_over
        pressed = re.findall(r'id="(way-\d)"[^>]*aria-pressed="true"', page.regions["hints"])
        assert pressed == [f"way-{number}"]
        assert session.look.is_off(session.record) == (number > 0)
        page.intent("key", "Escape")
        assert (session.look.at, session.look.variation) == (worst.at, ())
    page.intent("vary", "1")
    page.intent("vary", "1")  # the same again
    assert session.look.variation == ()
    page.intent("key", "Escape")
    assert session.look.at is None


@within(analysed)
async def test_turn_as_played_is_shown_as_it_was_played(
    page: StandIn, app: App, session: Session, review: Review
) -> None:
    worst = worst_of(review)
    page.intent("review", str(worst.at))
    page.intent("vary", "0")
    played: list[Move] = by_turn(RECORD.moves[worst.at :])[0]
    assert session.look.variation == tuple(played)
    assert f"Turn {worst.number} of " in page.regions["task"]
    assert "Variation" not in page.regions["task"]


@within(analysed)
async def test_analysis_is_beside_the_board_on_a_wide_screen(
    page: StandIn, app: App, session: Session, review: Review
) -> None:
    page.intent("analyse", "")
    assert (app.dialog, page.dialog) == ("", "")
    assert "Accuracy" in page.regions["beside"]
    page.intent("review", str(worst_of(review).at))
    assert 'id="way-0"' in page.regions["beside"]
    assert page.regions["hints"] == ""
    page.intent("close-analysis", "")
    assert page.regions["beside"] == ""
    assert 'id="way-0"' in page.regions["hints"]
    page.intent("analyse", "")
    app.enter(Session("y", RECORD.up_to(9), session.sitters))
    assert page.regions["beside"] == ""


@within(analysed, wide=False)
async def test_analysis_is_a_dialog_on_a_small_screen(
    page: StandIn, app: App, session: Session, review: Review
) -> None:
    page.intent("analyse", "")
    assert app.dialog == "analysis"
    assert page.regions["beside"] == ""


@within(analysed, kinds="mmpm")
async def test_costly_turns_begin_with_ones_own_in_words(
    page: StandIn, app: App, session: Session, review: Review
) -> None:
    page.intent("analyse", "")
    beside = page.regions["beside"]
    listed = [int(at) for at in re.findall(r'id="costly-(\d+)"', beside)]
    seats = [turn.seat for at in listed for turn in review.turns if turn.at == at]
    assert seats[0] == 2
    assert seats == sorted(seats, key=lambda seat: seat != 2)
    losses = [turn.loss for at in listed for turn in review.turns if turn.at == at]
    own = seats.count(2)
    assert losses[:own] == sorted(losses[:own], reverse=True)
    assert losses[own:] == sorted(losses[own:], reverse=True)
    shown = re.sub(
        r'<code class="notation">.*?</code>|<span class="in-words">.*?</span>', "", beside
    )
    assert "@" not in shown
    assert len(re.findall(r'data-lights="[^"]+" id="costly-', shown)) == len(listed)
    page.intent("review", str(listed[-1]))
    for at in listed:
        page.intent("next-costly", "")
        assert session.look.at == at
