"""Learning from mistakes: the costly turns of a finished game are played once more."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from functools import cache

import pytest

from cacao_core import Move, Record
from cacao_web.browser.store import MemoryStore
from cacao_web.engine.requests import JOBS
from cacao_web.features.analysis import codec, model
from cacao_web.features.analysis.learning import mistakes_view
from cacao_web.features.analysis.learning.retry import Rank, Retry
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from tests.core.helpers import example
from tests.web.driven import App, run, settled, started, within
from tests.web.standin import StandIn
from tests.web.test_analysis import certain

RECORD = example("golden_v1_2_seed")


@cache
def answers_of(record: Record, since: int = 0) -> list[dict[str, object]]:
    """A quick review, as the worker sends it, but as if it were certain."""
    job = JOBS["review"]({"record": record.to_text(), "budget": 40, "since": since})
    for _share, turns in job.steps:
        found = turns
    return certain(json.loads(json.dumps(job.answer(found)))["turns"])


@cache
def whole_review() -> Review:
    """Of the game of these tests. Made when a test needs it: a module is read by every process."""
    return codec.read(RECORD, answers_of(RECORD))


def learning(
    scenario: Callable[[StandIn, App, Session], Awaitable[None]],
    kinds: tuple[str, str] = ("person", COMPUTER),
) -> None:
    """Run a scenario that begins with the first costly turn on the board."""

    async def play() -> None:
        page, store = StandIn(), MemoryStore()
        page.wide = True
        app = await started(page, store)
        sitters = tuple(Sitter(name, kind) for name, kind in zip("AB", kinds, strict=True))
        session = Session("x", RECORD, sitters)
        app.enter(session)
        app.analysis.show(codec.read(session.record, answers_of(RECORD)))
        page.intent("mistakes", "")
        await scenario(page, app, session)

    run(play)


def shown(app: App) -> tuple[Session, Retry]:
    session = app.game
    assert isinstance(session.mode, Retry)
    return session, session.mode


async def play(page: StandIn, app: App, moves: tuple[Move, ...]) -> None:
    """Play moves by the ordinary controls; what comes by itself may do some of them."""
    session, retry = shown(app)
    for move in moves:
        await settled(app)
        if session.is_paused or move in session.record.moves[retry.start :]:
            continue
        if move.kind == "A":
            page.intent("activate", str(move))
        else:
            session.choosing.take(move)
            page.intent("confirm-singly", "")
    await settled(app)


def mistakes_of(seat: int) -> list[Reviewed]:
    costly = (one for one in whole_review().costly() if one.is_turn and one.seat == seat)
    own = [one.turn for one in costly][: model.MOST_MISTAKES]
    return sorted(own, key=lambda turn: turn.at)


# --- The model ---------------------------------------------------------------------------------


def test_mistakes_are_ones_own_or_those_of_all_people() -> None:
    own = Session("x", RECORD, (Sitter("A"), Sitter("B", COMPUTER)))
    both = Session("x", RECORD, (Sitter("A"), Sitter("B")))
    assert {turn.seat for turn in whole_review().costly()} == {0, 1}
    assert model.mistakes(own, whole_review()) == mistakes_of(0)
    found = model.mistakes(both, whole_review())
    assert {turn.seat for turn in found} == {0, 1}
    assert [turn.at for turn in found] == sorted(turn.at for turn in found)


def test_review_can_begin_late_in_a_game() -> None:
    late = whole_review().turns[-2].at
    turns = codec.read(RECORD, answers_of(RECORD, late)).turns
    assert [turn.at for turn in turns] == [turn.at for turn in whole_review().turns[-2:]]
    assert turns == whole_review().turns[-2:] or len(turns) == 2


@pytest.mark.parametrize(
    ("loss", "error", "how"),
    [
        (0.2, 0.0, Rank.GOOD),
        (2.0, 2.5, Rank.GOOD),  # within its interval
        (2.0, 0.5, Rank.BETTER),
        (4.8, 0.5, Rank.WORSE),
        (4.0, 1.5, Rank.WORSE),  # a gold better is within the interval
    ],
)
def test_new_turn_is_compared_with_best_and_played(loss: float, error: float, how: Rank) -> None:
    turn = whole_review().costly()[0].turn
    better = turn.best._replace(margin=turn.played.margin + 5.0)
    retry = Retry(RECORD, turn._replace(best=better), "")
    assert retry.judged(turn.played._replace(error=error), loss).how is how


def test_other_best_turn_counts_and_is_said() -> None:
    first = whole_review().costly()[0].turn
    retry = Retry(RECORD, first, "")
    game = RECORD.game(first.at)
    cell = first.best.move.cell
    other = next(move for move in game.legal_moves() if move.cell != cell)
    best = first.best._replace(line=(other,))
    tried = first.best._replace(margin=best.margin - 3.0, error=1.0)
    same = first._replace(played=tried)
    assert "On a second look" not in _judged_as(retry, same)
    assert retry.best is first.best
    assert "On a second look" in _judged_as(retry, same._replace(best=best))
    assert retry.better().moves[first.at] == other  # what is shown is what the verdict means
    session = Session("x", RECORD, (Sitter("A"), Sitter("B")))
    retry.show(session, retry.better())
    session.look_at(first.at + 1)
    card = mistakes_view.card(session, retry, mistakes_view.MistakePlace(1, 1, "Back"))
    assert "Compared with your turn just now: " in card


def _judged_as(retry: Retry, turn: Reviewed) -> str:
    """The verdict in words."""
    retry.verdict = retry.compared(turn)
    session = Session("x", RECORD, (Sitter("A"), Sitter("B")))
    return mistakes_view.verdict(session, retry)


def test_turning_points_are_the_largest_changes() -> None:
    """A decision, or the tiles after a turn: (before, after its decisions) for the first seat."""
    chances = [(0.5, 0.5), (0.5, 0.5), (0.8, 0.75), (0.75, 0.3), (0.3, 0.3), (0.3, 0.5)]
    turns = [
        turn._replace(wins=(before, 1 - before), after=(after, 1 - after), workers=())
        for turn, (before, after) in zip(whole_review().turns, chances, strict=False)
    ]
    points = Review(RECORD.up_to(turns[-1].at), tuple(turns)).turning_points()
    told = [(point.turn.number, point.decider, round(point.change, 2)) for point in points]
    assert told == [(2, None, 0.3), (4, turns[3].seat, 0.45), (6, turns[5].seat, 0.2)]
    assert (points[1].before, points[1].after) in {(0.75, 0.3), (0.25, 0.7)}


def test_turning_points_tell_ones_own_chance() -> None:
    points = whole_review().turning_points()
    assert points
    for seat in (0, 1):
        own = whole_review().turning_points({seat})
        assert {point.seat for point in own} == {seat}
        assert [point.turn for point in own] == [point.turn for point in points]


def test_last_turn_ends_with_the_result() -> None:
    last = whole_review().turns[-1]
    winner = RECORD.game().winners()[0]
    surprised = last._replace(wins=tuple(0.1 if seat == winner else 0.9 for seat in range(2)))
    points = Review(RECORD, (*whole_review().turns[:-1], surprised)).turning_points()
    assert (points[-1].turn.at, points[-1].decider) == (last.at, last.seat)
    assert round(points[-1].change, 2) == 0.9


# --- On the page -------------------------------------------------------------------------------


@within(learning)
async def test_first_costly_turn_is_shown_and_not_saved(
    page: StandIn, app: App, game: Session
) -> None:
    session, retry = shown(app)
    first = mistakes_of(0)[0]
    assert (retry.start, session.deciding) == (first.at, True)
    assert f"1 of {len(mistakes_of(0))}" in page.regions["coach"]
    assert "Find a better turn" in page.regions["coach"]
    assert {saved.session.id for saved in app.shell.saves.of_deal(game.record.deal)} == {game.id}
    assert page.address_fragment.startswith(game.record.to_link())


@within(learning)
async def test_better_turn_is_right_and_leads_on(page: StandIn, app: App, game: Session) -> None:
    session, retry = shown(app)
    await play(page, app, retry.better().moves[retry.start :])
    assert retry.verdict is not None
    assert retry.verdict.how is Rank.GOOD
    assert "Right!" in page.regions["coach"]
    page.intent("mistake-next", "")
    assert shown(app)[1].start == mistakes_of(0)[1].at
    assert session is not app.session


def is_usual(retry: Retry, game: Session) -> bool:
    """Whether the turn was played with the suggested activations."""
    placed = [move for move in retry.turn.played.line if move.kind != "A"]
    usual = retry.completed(placed).moves
    return game.record.moves[: len(usual)] == usual


def fills(retry: Retry) -> bool:
    """Whether a decision followed the placement."""
    return any(move.kind == "J" for move in retry.turn.played.line)


@within(learning)
async def test_nothing_is_shown_in_the_middle_of_another_turn(
    page: StandIn, app: App, game: Session
) -> None:
    session, retry = shown(app)
    while not fills(retry):
        page.intent("mistake-next", "")
        session, retry = shown(app)
    await play(page, app, game.record.moves[retry.start : retry.start + 1])
    page.intent("key", "h")
    assert (session.is_paused, retry.shown) == (False, None)


@within(learning)
async def test_played_turn_is_no_answer(page: StandIn, app: App, game: Session) -> None:
    session, retry = shown(app)
    while not is_usual(retry, game):
        page.intent("mistake-next", "")
        session, retry = shown(app)
    await play(page, app, game.record.moves[retry.start :])
    assert retry.verdict is not None
    assert retry.verdict.how is Rank.SAME
    assert "what was played" in page.regions["coach"]
    page.intent("mistake-again", "")
    session, again = shown(app)
    assert (again.start, again.verdict) == (retry.start, None)
    assert len(session.record.moves) == retry.start


@within(learning)
async def test_new_turn_is_judged_by_the_computer(page: StandIn, app: App, game: Session) -> None:
    session, retry = shown(app)
    known = {way.move for way in retry.turn.ways}
    new = next(move for move in session.legal if move not in known)
    await play(page, app, retry.completed([new]).moves[retry.start :])
    while retry.verdict is None and not retry.failed:
        await settled(app)
    assert retry.verdict is not None
    told = {Rank.GOOD: "Right!", Rank.BETTER: "Better than before",
            Rank.WORSE: "Not better"}  # fmt: skip
    assert told[retry.verdict.how] in page.regions["coach"]


@within(learning)
async def test_better_turn_is_shown_step_by_step(page: StandIn, app: App, game: Session) -> None:
    session, retry = shown(app)
    page.intent("key", "h")  # the key of hints
    own = len(retry.better().moves) - retry.start
    follows = retry.best.follows
    count = own + sum(len(one.moves) for one in follows)
    for number in range(1, count):
        assert f"{number} of {count}" in page.regions["coach"]
        assert ("gold better at the end" in page.regions["coach"]) == (number in (1, own))
        assert ("Likely then: B: " in page.regions["coach"]) == (
            number == own + len(follows[0].moves)
        )
        page.intent("mistake-step", "1")
    assert "Likely then: A: " in page.regions["coach"]
    assert len(session.shown_moves) == retry.start + count
    page.intent("mistake-step", "-1")
    assert len(session.shown_moves) == retry.start + count - 1


@within(learning)
async def test_game_and_analysis_return_after_the_last_turn(
    page: StandIn, app: App, game: Session
) -> None:
    _session, retry = shown(app)
    await play(page, app, retry.better().moves[retry.start :])
    for _turn in mistakes_of(0):
        assert app.session is not game
        page.intent("mistake-next", "")
    assert app.session is game
    assert "Accuracy" in page.regions["beside"]
    assert f"1 of {len(mistakes_of(0))} turns found" in page.regions["notice"]


@within(learning)
async def test_retry_can_be_left_for_the_analysis(page: StandIn, app: App, game: Session) -> None:
    page.intent("mistakes-leave", "")
    assert app.session is game
    assert re.search(r'id="mistakes"', page.regions["beside"])
    await settled(app)
    assert app.shell.dialogs.open == ""  # the result does not open over the analysis


def test_unfinished_game_offers_nothing_to_learn() -> None:
    async def play_it() -> None:
        page = StandIn()
        page.wide = True
        app = await started(page)
        half = RECORD.up_to(whole_review().turns[8].at)
        session = Session("x", half, (Sitter("A"), Sitter("B", COMPUTER)))
        app.enter(session)
        app.analysis.show(codec.read(session.record, answers_of(RECORD)[:8]))
        page.intent("analyse", "")
        assert "Accuracy" in page.regions["beside"]
        assert 'id="mistakes"' not in page.regions["beside"]
        page.intent("mistakes", "")
        assert app.session is session

    run(play_it)
