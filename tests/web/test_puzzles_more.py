"""Themes, history and rating of puzzles; and that no gain is told until a puzzle is answered."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cacao_core import Game, Phase, ai, puzzles
from cacao_core.jungle import JUNGLE
from cacao_core.puzzles import Puzzle
from cacao_web.browser.store import MemoryStore
from cacao_web.features.puzzles import model
from cacao_web.features.puzzles.history_view import curve, history
from cacao_web.features.puzzles.model import FIRST, LATER, NOT_YET, Progress
from cacao_web.features.puzzles.themes import KINDS, THEMES, PuzzleWish, shares
from cacao_web.game.session import Session
from tests.web.driven import App, awaited, settled, started, text_of
from tests.web.standin import StandIn
from tests.web.test_puzzles import (
    BEST,
    GOLD,
    THREE,
    TODAY,
    WIN,
    kept,
    opened,
    page_with,
    play,
    play_badly,
    shown,
)

WATER = replace(BEST, theme="water", also=("filling",), rating=1010)


@pytest.mark.long
def test_puzzles_have_a_kind_and_a_theme() -> None:
    shipped = puzzles.load()
    found = {share.wish: share for share in shares(shipped, Progress())}
    assert set(found) == {
        *(PuzzleWish(kind=one) for one in KINDS),
        *(PuzzleWish(theme=one) for one in THEMES),
    }
    assert sum(found[PuzzleWish(kind=kind)].total for kind in KINDS) == len(shipped)
    main = [found[PuzzleWish(theme=theme)].total for theme in puzzles.THEMES]
    assert sum(main) == len(shipped)
    assert {*puzzles.THEMES, *puzzles.ALSO} == set(THEMES)
    filled = [one for one in shipped if sum(move.kind == "J" for move in one.solution) > 1]
    assert found[PuzzleWish(theme="filling")].total == len(filled)
    assert min(share.total for share in found.values()) >= 20


def test_shares_count_what_was_solved_at_any_try() -> None:
    progress = Progress(results={GOLD.id: LATER, THREE.id: NOT_YET, WIN.id: FIRST})
    found = {share.wish: share[1:] for share in shares([GOLD, THREE, WIN, WATER], progress)}
    assert found[PuzzleWish(kind="gold")] == (1, 2)
    assert found[PuzzleWish(theme="market")] == (1, 2)
    assert found[PuzzleWish(theme="filling")] == found[PuzzleWish(theme="water")] == (0, 1)
    assert PuzzleWish(theme="temple") not in found
    assert PuzzleWish.of("nonsense").allows(GOLD)


@awaited
async def test_theme_is_kept_and_counts_like_a_hint() -> None:
    other = replace(WATER, rating=2000, at=BEST.at)
    page, store = page_with(GOLD, THREE, WIN, WATER, other), MemoryStore()
    app = await started(page, store)
    page.intent("puzzle-more", "puzzle-themes")
    await settled(app)
    assert "0 of 2 solved" in text_of(page.dialog)
    today = model.of_day([GOLD, THREE, WIN, WATER], TODAY)
    page.intent("puzzle-theme", "market")
    _session, trial = shown(app)
    assert trial.puzzle in {GOLD, THREE} - {today}
    assert "Think about selling" in text_of(page.regions["coach"])  # the theme was chosen
    await play(page, app, *trial.puzzle.solution)
    progress = kept(store)
    full = model.change(Progress(), trial.puzzle.rating, solved=True, hints=0)
    assert progress.rating - model.START == round(full / 2)
    assert progress.row == 0
    page.intent("puzzle-next", "")
    assert shown(app)[1].puzzle.theme == "market"
    page.intent("puzzle-any", "")
    assert not shown(app)[1].told


@awaited
async def test_kind_does_not_tell_the_idea() -> None:
    page = page_with(GOLD, THREE, WIN, BEST)
    app = await started(page)
    page.intent("puzzle-theme", "win")
    await settled(app)
    trial = shown(app)[1]
    assert (trial.puzzle.kind, trial.known) == ("win", 0)
    assert "Think about" not in text_of(page.regions["coach"])


@awaited
async def test_failed_puzzles_come_first() -> None:
    page, store = page_with(), MemoryStore()
    app = await started(page, store)
    page.intent("puzzle-more", "puzzle-history")
    await settled(app)
    assert "not tried any puzzle" in text_of(page.dialog)
    page.intent("puzzle-open", WIN.id)
    await play(page, app, *WIN.solution)
    page.intent("puzzle-open", GOLD.id)
    await play_badly(page, app)
    page.intent("puzzle-more", "puzzle-history")
    told = text_of(page.dialog)
    assert told.index("Not solved yet") < told.index("not solved yet") < told.index("Solved 1")
    assert re.search(r"The most gold Puzzle 1000 · not solved yet", told)
    assert re.search(r"Win from here Puzzle 1200 · Overbuilding · at the first try", told)
    assert "<polyline" in page.dialog
    page.intent("puzzle-open", GOLD.id)
    assert shown(app)[1].puzzle == GOLD


def test_long_lists_say_how_many_are_left_out() -> None:
    many = [replace(GOLD, at=number) for number in range(35)]
    tried = Progress(results=dict.fromkeys((one.id for one in many), NOT_YET))
    drawn = history(tried, {one.id: one for one in many})
    assert drawn.count("puzzle-open") == 30
    assert "5 more, tried earlier." in text_of(drawn)


def test_curve_has_each_first_try_and_says_its_ends() -> None:
    progress = Progress()
    for puzzle, solved in ((GOLD, True), (WIN, False), (GOLD, True), (BEST, True)):
        progress = model.tried(progress, puzzle, solved=solved, hints=0)
    assert progress.ratings[0] == model.START
    assert len(progress.ratings) == 4  # the second try of a puzzle changes nothing
    assert progress.ratings[-1] == progress.rating
    assert model.from_text(model.to_text(progress)) == progress
    [_title, drawn] = curve(progress.ratings)
    assert f"from 1000 to {progress.rating}" in drawn
    assert curve((1000,)) == []


def test_curve_begins_with_the_rating_before_the_first_try() -> None:
    stored = '{"rating": 1300, "results": {"a": "first"}, "row": 1, "longest": 1, "days": {}}'
    progress = model.from_text(stored)
    assert (progress.rating, progress.ratings) == (1300, ())
    after = model.tried(progress, GOLD, solved=True, hints=0)
    assert after.ratings == (1300, after.rating)
    damaged = model.from_text('{"ratings": [1, "x", 1200, true, 99999]}')
    assert damaged.ratings == (1200,)


FIGURES = re.compile(r"[+−±]\d|→|\bscore\b|\bgold\b(?! mine)|\d+ cacao|\d+ fields?")
"""How the page tells gains in words and signs."""
DRAWN = ("board-ghost", "board-stars", "board-hints", "board-tick", "task", "content", "hints")
"""The regions in which a preview is drawn."""


def told(page: StandIn) -> str:
    """All that the page tells about what is chosen, also to screen readers."""
    return " ".join(text_of(page.regions[id]) for id in DRAWN) + " ".join(page.said)


def many_cells(session: Session) -> list[str]:
    return [f"{x},{y}" for x, y in session.choosing.targets]


@awaited
async def test_gains_are_not_told_while_a_tile_is_tried() -> None:
    page = page_with()
    app = await opened(page, GOLD)
    session, _trial = shown(app)
    tried = 0
    for index in range(3):
        page.intent("take-hand", str(index))
        for _turned in range(4):
            page.intent("rotate", "1")
            for cell in many_cells(session):
                page.intent("point", cell)
                page.intent("cell", cell)
                assert FIGURES.search(told(page)) is None, told(page)
                assert 'class="badge' not in page.regions["board-ghost"]
                tried += 1
    assert tried > 100
    assert session.choosing.preview is None


@awaited
async def test_workers_that_would_act_are_shown() -> None:
    page = page_with()
    app = await opened(page, GOLD)
    session, trial = shown(app)
    game = session.game.copy()
    for move in [move for move in GOLD.solution if move.kind != "A"]:
        await settled(app)
        if session.game.phase is Phase.ACTIVATE:
            break
        session.choosing.take(move)
        app.table.drawing.chosen()
        game.play(move)
        assert "Would act here:" in text_of(page.regions["task"])
        assert page.said[-1].count("Would act here:") == 1
        drawn, task = page.regions["board-ghost"], text_of(page.regions["task"])
        page.intent("confirm", "")
    assert game.phase is Phase.ACTIVATE
    assert drawn.count("edge-mark") >= len(game.open_edges) > 0
    workers = re.findall(r"(\d) workers? at the", task)
    assert sum(map(int, workers)) >= sum(edge.workers for edge in game.open_edges)
    assert trial.verdict is None


def trading() -> tuple[Puzzle, Game]:
    """A puzzle whose workers are asked at several tiles, and the position then."""
    for puzzle in puzzles.load():
        game = puzzle.record.game()
        if puzzle.kind != "gold":
            continue
        for move in puzzle.solution:
            if game.phase is Phase.ACTIVATE and ai.obvious(game) is None:
                sells = any(JUNGLE[edge.code].good == "market" for edge in game.open_edges)
                if sells and game.players[puzzle.seat].cacao and len(game.open_edges) > 1:
                    return puzzle, game
                break
            game.play(move)
    raise AssertionError("no puzzle trades")


async def at_the_trade(page: StandIn, puzzle: Puzzle, game: Game) -> App:
    app = await opened(page, puzzle)
    session, trial = shown(app)
    for move in puzzle.solution:
        await settled(app)
        if session.game.phase is Phase.ACTIVATE:
            break
        session.choosing.take(move)
        page.intent("confirm", "")
    await settled(app)
    assert session.game.open_edges == game.open_edges
    assert trial.verdict is None
    return app


@awaited
async def test_orders_and_sales_are_not_proposed() -> None:
    puzzle, game = trading()
    page = page_with(puzzle)
    app = await at_the_trade(page, puzzle, game)
    session, _trial = shown(app)
    content = page.regions["content"]
    assert 'id="act-all"' not in content
    assert "primary" not in content
    assert page.regions["board-ghost"].count("edge-mark") == len(game.open_edges)
    sales = [label for label in re.findall(r'class="long">([^<]*)', content) if "Sell" in label]
    assert "Sell 2 for 6 gold" in sales, "the price is no secret"
    assert "As shown" not in text_of(page.regions["task"])
    assert "score" not in text_of(page.regions["task"])
    before = session.record
    page.intent("accept", "")  # Enter would play what is shown
    assert session.record is before
    values = re.findall(r'data-command="activate" data-value="([^"]*)"', content)
    offered = {value for value in values if value}
    assert {str(move) for move in game.legal_moves()} <= {
        one for value in offered for one in value.split()
    }


@awaited
async def test_other_puzzles_and_the_answer_tell_gains() -> None:
    page = page_with()
    app = await opened(page, BEST)
    session, trial = shown(app)
    session.choosing.take(trial.first)
    app.table.drawing.chosen()
    assert session.choosing.preview is not None
    assert "score" in text_of(page.regions["task"])
    page = page_with()
    app = await opened(page, GOLD)
    await play_badly(page, app)
    assert "You have taken" in text_of(page.regions["coach"])
    page.intent("puzzle-show", "")
    assert not shown(app)[1].asks_gains
