"""A puzzle about gold asks: until it is answered, nothing on the page tells what moves bring."""

from __future__ import annotations

import re

from cacao_core import Game, Phase, ai, puzzles
from cacao_core.puzzles import Puzzle
from cacao_core.rules import JUNGLE
from cacao_web.game.session import Session
from tests.web.driven import App
from tests.web.standin import StandIn
from tests.web.test_app import run, settled
from tests.web.test_puzzles import BEST, GOLD, opened, page_with, play_badly, said, shown

FIGURES = re.compile(r"[+−±]\d|→|\bscore\b|\bgold\b(?! mine)|\d+ cacao|\d+ fields?")
"""How the page tells gains in words and signs."""
DRAWN = ("board-ghost", "board-stars", "board-hints", "board-tick", "task", "content", "hints")
"""The regions in which a preview is drawn."""


def told(page: StandIn) -> str:
    """All that the page tells about what is chosen, also to screen readers."""
    return " ".join(said(page.regions[id]) for id in DRAWN) + " ".join(page.said)


def many_cells(session: Session) -> list[str]:
    return [f"{x},{y}" for x, y in session.targets]


def test_no_gain_is_told_while_a_tile_is_tried_anywhere() -> None:
    async def scenario() -> None:
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
        assert session.preview is None

    run(scenario)


def test_what_would_act_is_shown_whatever_it_brings() -> None:
    async def scenario() -> None:
        page = page_with()
        app = await opened(page, GOLD)
        session, trial = shown(app)
        game = session.game.copy()
        for move in [move for move in GOLD.solution if move.kind != "A"]:
            await settled(app)
            if session.game.phase is Phase.ACTIVATE:
                break
            session.take(move)
            app.table.drawing.chosen()
            game.play(move)
            assert "Would act here:" in said(page.regions["task"])
            assert page.said[-1].count("Would act here:") == 1
            drawn, task = page.regions["board-ghost"], said(page.regions["task"])
            page.intent("confirm", "")
        assert game.phase is Phase.ACTIVATE
        assert drawn.count("edge-mark") >= len(game.open_edges) > 0
        workers = re.findall(r"(\d) workers? at the", task)
        assert sum(map(int, workers)) >= sum(edge.workers for edge in game.open_edges)
        assert trial.verdict is None

    run(scenario)


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
        session.take(move)
        page.intent("confirm", "")
    await settled(app)
    assert session.game.open_edges == game.open_edges
    assert trial.verdict is None
    return app


def test_no_order_is_proposed_and_no_sale_is_told() -> None:
    async def scenario() -> None:
        puzzle, game = trading()
        page = page_with(puzzle)
        app = await at_the_trade(page, puzzle, game)
        session, _trial = shown(app)
        content = page.regions["content"]
        assert 'id="act-all"' not in content
        assert "primary" not in content
        assert page.regions["board-ghost"].count("edge-mark") == len(game.open_edges)
        sales = [label for label in re.findall(r'class="long">([^<]*)', content) if "Sell" in label]
        assert sales
        assert not any("gold" in label or "→" in label for label in sales)
        assert "As shown" not in said(page.regions["task"])
        assert "score" not in said(page.regions["task"])
        before = session.record
        page.intent("accept", "")  # Enter would play what is shown
        assert session.record is before
        values = re.findall(r'data-command="activate" data-value="([^"]*)"', content)
        offered = {value for value in values if value}
        assert {str(move) for move in game.legal_moves()} <= {
            one for value in offered for one in value.split()
        }

    run(scenario)


def test_other_puzzles_and_the_answer_tell_what_moves_bring() -> None:
    async def scenario() -> None:
        page = page_with()
        app = await opened(page, BEST)
        session, trial = shown(app)
        session.take(trial.first)
        app.table.drawing.chosen()
        assert session.preview is not None
        assert "score" in said(page.regions["task"])
        page = page_with()
        app = await opened(page, GOLD)
        await play_badly(page, app)
        assert "You have taken" in said(page.regions["coach"])
        page.intent("puzzle-show", "")
        assert not shown(app)[0].asks_gains

    run(scenario)
