"""Themes of puzzles, what was tried, and the curve of the rating."""

from __future__ import annotations

import re
from dataclasses import replace

from cacao_core import puzzles
from cacao_web.browser.store import MemoryStore
from cacao_web.features.puzzles import model
from cacao_web.features.puzzles.history_view import curve, history
from cacao_web.features.puzzles.model import FIRST, LATER, NOT_YET, Progress
from cacao_web.features.puzzles.themes import KINDS, THEMES, Wish, shares
from tests.web.test_app import run, settled, started
from tests.web.test_puzzles import (
    BEST,
    GOLD,
    THREE,
    TODAY,
    WIN,
    kept,
    page_with,
    play,
    play_badly,
    said,
    shown,
)

WATER = replace(BEST, theme="water", also=("filling",), rating=1010)


def test_every_puzzle_has_a_kind_and_a_theme_that_can_be_chosen() -> None:
    shipped = puzzles.load()
    found = {share.wish: share for share in shares(shipped, Progress())}
    assert set(found) == {*(Wish(kind=one) for one in KINDS), *(Wish(theme=one) for one in THEMES)}
    assert sum(found[Wish(kind=kind)].total for kind in KINDS) == len(shipped)
    main = [found[Wish(theme=theme)].total for theme in puzzles.THEMES]
    assert sum(main) == len(shipped)
    assert {*puzzles.THEMES, *puzzles.ALSO} == set(THEMES)
    filled = [one for one in shipped if sum(move.kind == "J" for move in one.solution) > 1]
    assert found[Wish(theme="filling")].total == len(filled)
    assert min(share.total for share in found.values()) >= 20


def test_shares_count_what_was_solved_at_any_try() -> None:
    progress = Progress(results={GOLD.id: LATER, THREE.id: NOT_YET, WIN.id: FIRST})
    found = {share.wish: share[1:] for share in shares([GOLD, THREE, WIN, WATER], progress)}
    assert found[Wish(kind="gold")] == (1, 2)
    assert found[Wish(theme="market")] == (1, 2)
    assert found[Wish(theme="filling")] == found[Wish(theme="water")] == (0, 1)
    assert Wish(theme="temple") not in found
    assert Wish.of("nonsense").allows(GOLD)


def test_a_theme_is_kept_for_the_next_puzzle_and_counts_like_a_hint() -> None:
    async def scenario() -> None:
        other = replace(WATER, rating=2000, at=BEST.at)
        page, store = page_with(GOLD, THREE, WIN, WATER, other), MemoryStore()
        app = await started(page, store)
        page.intent("puzzle-more", "puzzle-themes")
        await settled(app)
        assert "0 of 2 solved" in said(page.dialog)
        today = model.of_day([GOLD, THREE, WIN, WATER], TODAY)
        page.intent("puzzle-theme", "market")
        _session, trial = shown(app)
        assert trial.puzzle in {GOLD, THREE} - {today}
        assert "Think about selling" in said(page.regions["coach"])  # the theme was chosen
        await play(page, app, *trial.puzzle.solution)
        progress = kept(store)
        full = model.change(Progress(), trial.puzzle.rating, solved=True, hints=0)
        assert progress.rating - model.START == round(full / 2)
        assert progress.row == 0
        page.intent("puzzle-next", "")
        assert shown(app)[1].puzzle.theme == "market"
        page.intent("puzzle-any", "")
        assert not shown(app)[1].told

    run(scenario)


def test_a_kind_does_not_tell_the_idea() -> None:
    async def scenario() -> None:
        page = page_with(GOLD, THREE, WIN, BEST)
        app = await started(page)
        page.intent("puzzle-theme", "win")
        await settled(app)
        trial = shown(app)[1]
        assert (trial.puzzle.kind, trial.known) == ("win", 0)
        assert "Think about" not in said(page.regions["coach"])

    run(scenario)


def test_what_failed_comes_first_and_can_be_tried_again() -> None:
    async def scenario() -> None:
        page, store = page_with(), MemoryStore()
        app = await started(page, store)
        page.intent("puzzle-more", "puzzle-history")
        await settled(app)
        assert "not tried any puzzle" in said(page.dialog)
        page.intent("puzzle-open", WIN.id)
        await play(page, app, *WIN.solution)
        page.intent("puzzle-open", GOLD.id)
        await play_badly(page, app)
        page.intent("puzzle-more", "puzzle-history")
        told = said(page.dialog)
        assert told.index("Not solved yet") < told.index("not solved yet") < told.index("Solved 1")
        assert re.search(r"The most gold Puzzle 1000 · not solved yet", told)
        assert re.search(r"Win from here Puzzle 1200 · Overbuilding · at the first try", told)
        assert "<polyline" in page.dialog
        page.intent("puzzle-open", GOLD.id)
        assert shown(app)[1].puzzle == GOLD

    run(scenario)


def test_long_lists_say_how_many_are_left_out() -> None:
    many = [replace(GOLD, at=number) for number in range(35)]
    tried = Progress(results=dict.fromkeys((one.id for one in many), NOT_YET))
    drawn = history(tried, {one.id: one for one in many})
    assert drawn.count("puzzle-open") == 30
    assert "5 more, tried earlier." in said(drawn)


def test_the_curve_has_each_first_try_and_says_its_ends() -> None:
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


def test_progress_of_older_versions_has_no_curve_yet() -> None:
    old = '{"rating": 1300, "results": {"a": "first"}, "row": 1, "longest": 1, "days": {}}'
    progress = model.from_text(old)
    assert (progress.rating, progress.ratings) == (1300, ())
    after = model.tried(progress, GOLD, solved=True, hints=0)
    assert after.ratings == (1300, after.rating)
    damaged = model.from_text('{"ratings": [1, "x", 1200, true, 99999]}')
    assert damaged.ratings == (1200,)
