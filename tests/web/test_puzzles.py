"""Puzzles, with a stand-in for the page: rating, choice, hints, verdicts, and the way out."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest

from cacao_core import Move, Phase, Record, ai
from cacao_core.puzzles import Puzzle, load
from cacao_core.puzzles.text import encode
from cacao_web.browser.store import MemoryStore
from cacao_web.features.puzzles import model, why
from cacao_web.features.puzzles.address import named
from cacao_web.features.puzzles.model import FIRST, LATER, NOT_YET, START, Progress
from cacao_web.features.puzzles.trial import Trial, on_board
from cacao_web.game.mode import Moment
from cacao_web.game.session import Session
from cacao_web.game.setup.form import Setup
from cacao_web.saves.days import days_in_a_row
from tests.web.driven import App, awaited, settled, started, text_of
from tests.web.standin import StandIn

GOLD = Puzzle("gold", 1000, "market", 9, 36, "1UAdlurGfLkf05hnYIlPYAAAAGBRxT0Ntf")
THREE = Puzzle("gold", 1400, "market", 9, 97, "1HUmVp2Qu9gx5ooN0AippqEHY7aLxF-O-Q9q3ZJHT9wB6bl4AAAAGRHC-tC8K")  # fmt: skip  # noqa: E501
WIN = Puzzle("win", 1200, "overbuilding", None, 83, "1DzZStJEEBQQ55gOgLQysAPxzoWJuTeof05hnYIlhAAAAAGBcL27P8R")  # fmt: skip  # noqa: E501
BEST = Puzzle("best", 1300, "double", None, 63, "1CNmIj5Vlr0ukT0NRHCL-q3pHT9wB6bZ4AAAAGRW9owWsZ")
ALL = [GOLD, THREE, WIN, BEST]
TODAY = date(2026, 11, 20)
"""The day of the stand-in."""


def page_with(*puzzles: Puzzle, fragment: str = "") -> StandIn:
    """A page that can fetch these puzzles."""
    page = StandIn(fragment)
    page.catalogues["./puzzles.txt"] = encode(puzzles or ALL).encode()
    return page


def kept(store: MemoryStore) -> Progress:
    return model.from_text(store.get("cacao.puzzles") or "")


def shown(app: App) -> tuple[Session, Trial]:
    session = app.game
    assert isinstance(session.mode, Trial)
    return session, session.mode


async def opened(page: StandIn, puzzle: Puzzle, store: MemoryStore | None = None) -> App:
    """The app with a puzzle on the board, by its address."""
    page.address_fragment = f"puzzle={puzzle.id}"
    app = await started(page, store)
    await settled(app)
    assert shown(app)[1].puzzle == puzzle
    return app


async def play(page: StandIn, app: App, *moves: Move) -> None:
    """Play moves by the ordinary controls; what comes by itself may do some of them."""
    session, trial = shown(app)
    for move in moves:
        await settled(app)
        if move in session.record.moves[trial.start :]:
            continue
        if move.kind == "A":
            page.intent("activate", str(move))
        else:
            session.choosing.take(move)
            page.intent("confirm", "")
    await settled(app)


async def play_badly(page: StandIn, app: App) -> None:
    """Play a whole turn that does not solve the puzzle."""
    session, trial = shown(app)
    first = trial.first.cell
    move = next(move for move in session.legal if move.cell != first and not gains(session, move))
    session.choosing.take(move)
    page.intent("confirm", "")
    await settled(app)
    while not session.is_paused:
        game = session.game
        filling = game.phase is Phase.FILL
        following = game.legal_moves()[0] if filling else ai.suggest(game)
        app.table.play(following)
        await settled(app)


def gains(session: Session, move: Move) -> bool:
    """Whether a placement alone may bring as much as the best turn."""
    game = session.record.game()
    before = game.players[game.turn].gold
    seat = game.turn
    game.play(move)
    while game.turn == seat and not game.is_over:
        game.play(game.legal_moves()[0] if game.phase is Phase.FILL else ai.suggest(game))
    return game.players[seat].gold - before >= 9


# --- What is kept --------------------------------------------------------------------------------


def test_rating_moves_as_elo_says_within_bounds() -> None:
    assert model.expected(1000, 1000) == 0.5
    assert model.expected(1400, 1000) == pytest.approx(10 / 11)
    new = Progress()
    assert model.change(new, START, solved=True, hints=0) == 40
    assert model.change(new, START, solved=False, hints=0) == -40
    assert model.change(new, START + 400, solved=True, hints=0) == 73
    for tried, step in ((9, 40), (10, 20), (29, 20), (30, 10), (500, 10)):
        some = Progress(results={str(number): FIRST for number in range(tried)})
        assert model.change(some, START, solved=True, hints=0) == step
    gained = [model.change(Progress(), START, solved=True, hints=hints) for hints in range(3)]
    assert gained == [40, 20, 0]
    assert model.change(Progress(), START, solved=False, hints=2) == -40
    low, high = Progress(rating=model.LOWEST), Progress(rating=model.HIGHEST)
    assert model.change(low, model.LOWEST, solved=False, hints=0) == 0
    assert model.change(high, model.HIGHEST, solved=True, hints=0) == 0


def test_first_try_counts_and_a_row_ends_with_a_failure() -> None:
    failed = model.tried(Progress(), GOLD, solved=False, hints=0)
    assert (failed.rating, failed.results, failed.solved) == (960, {GOLD.id: NOT_YET}, 0)
    later = model.tried(failed, GOLD, solved=True, hints=0)
    assert (later.rating, later.results, later.solved) == (960, {GOLD.id: LATER}, 1)
    assert later.row == 0
    again = model.tried(later, GOLD, solved=False, hints=0)
    assert again == later
    progress = model.tried(Progress(), GOLD, solved=True, hints=0)
    progress = model.tried(progress, THREE, solved=True, hints=1)
    assert (progress.row, progress.longest) == (1, 1)
    progress = model.tried(progress, WIN, solved=True, hints=0)
    progress = model.tried(progress, BEST, solved=False, hints=0)
    assert (progress.row, progress.longest, progress.solved) == (0, 2, 3)


def test_day_counts_by_its_first_try() -> None:
    before = TODAY - timedelta(days=1)
    progress = model.tried(Progress(), GOLD, solved=True, hints=0, day=before)
    assert days_in_a_row(progress.days, TODAY) == 1  # today is still open
    failed = model.tried(progress, WIN, solved=False, hints=0, day=TODAY)
    assert days_in_a_row(failed.days, TODAY) == 0
    assert model.tried(failed, WIN, solved=True, hints=0, day=TODAY).days == failed.days
    solved = model.tried(progress, WIN, solved=True, hints=0, day=TODAY)
    assert days_in_a_row(solved.days, TODAY) == 2
    assert days_in_a_row(solved.days, TODAY + timedelta(days=2)) == 0


def test_progress_survives_storage_and_damage() -> None:
    progress = Progress(
        1234,
        {"a": FIRST, "b": NOT_YET},
        2,
        7,
        {TODAY: True},
        {"a": 2, "b": 1},
        ("b", TODAY),
        seen=frozenset({"c", "d"}),
    )
    assert model.from_text(model.to_text(progress)) == progress
    for text in ("", "[", "[1]", "{}", '{"rating": "x", "row": -1, "days": [], "results": 3}'):
        assert model.from_text(text) == Progress()
    some = json.loads(model.to_text(progress)) | {
        "days": {"never": True},
        "hinted": {"a": 2, "b": 9},
    }
    some["results"]["c"] = "cheated"
    assert model.from_text(json.dumps(some)) == progress._replace(days={}, hinted={"a": 2})


# --- Which puzzle --------------------------------------------------------------------------------


def many(count: int) -> list[Puzzle]:
    return [GOLD.__class__("gold", 600 + 10 * number, "water", 5, number, "x")
            for number in range(count)]  # fmt: skip


def test_puzzle_of_a_day_is_the_same_for_all() -> None:
    puzzles = many(40)
    assert max(puzzle.rating for puzzle in puzzles) < 1000
    days = [model.of_day(puzzles, TODAY + timedelta(days=ahead)) for ahead in range(40)]
    assert len({puzzle.id for puzzle in days}) == 40
    assert model.of_day(reversed(puzzles), TODAY) == days[0]
    ratings = [puzzle.rating for puzzle in days]
    assert ratings != sorted(ratings)


def test_puzzle_of_a_day_is_for_beginners_too() -> None:
    shipped = load()
    days = [model.of_day(shipped, TODAY + timedelta(days=ahead)) for ahead in range(150)]
    assert max(puzzle.rating for puzzle in days) <= 1250
    assert len({puzzle.id for puzzle in days}) == 150


def test_puzzles_of_a_theme_are_near_to_ones_rating() -> None:
    blocking = [one for one in load() if "blocking" in one.themes]
    for rating in range(700, 2100, 50):
        nearest = min(abs(one.rating - rating) for one in blocking)
        for tried in range(10):
            results = {str(number): FIRST for number in range(tried)}
            puzzle = model.following(blocking, Progress(rating=rating, results=results), GOLD)
            assert abs(puzzle.rating - rating) <= max(100, nearest + 40)


def test_next_puzzle_is_new_and_near_to_ones_rating() -> None:
    puzzles = many(100)
    today = model.of_day(puzzles, TODAY)
    progress, seen = Progress(), set[str]()
    for number in range(60):
        puzzle = model.following(puzzles, progress, today)
        assert puzzle == model.following(puzzles, progress, today)  # until it is tried
        assert abs(puzzle.rating - progress.rating) <= 60 + 10 * number
        assert puzzle.id not in {*seen, today.id}
        seen.add(puzzle.id)
        progress = model.tried(progress, puzzle, solved=number % 2 == 0, hints=0)


def test_unsolved_puzzles_come_again_oldest_first() -> None:
    results = {GOLD.id: FIRST, WIN.id: NOT_YET, THREE.id: NOT_YET}
    assert model.following(ALL, Progress(results=results), BEST) == WIN
    solved = dict.fromkeys(results, FIRST)
    assert model.following(ALL, Progress(results=solved), BEST) == GOLD
    assert model.following([BEST], Progress(), BEST) == BEST


def test_addresses_of_puzzles() -> None:
    assert named("puzzle=12ab") == named("https://x.org/c/#puzzle=12ab ") == "12ab"
    for text in ("", "puzzle", "puzzle=", "puzzles=1", "puzzle=a&b", "puzzle=ä", GOLD.link):
        assert named(text) == ""


# --- On the page ---------------------------------------------------------------------------------


@awaited
async def test_puzzle_is_solved_from_the_first_screen() -> None:
    page, store = page_with(GOLD, WIN), MemoryStore()
    app = await started(page, store)
    page.intent("puzzles", "")
    assert "Fetching the puzzles" in page.dialog
    await settled(app)
    assert "0 of 2" in page.dialog
    page.intent("puzzle-today", "")
    session, trial = shown(app)
    assert trial.puzzle == model.of_day([GOLD, WIN], TODAY)
    assert page.address_fragment == f"puzzle={trial.puzzle.id}"
    page.intent("home", "")
    page.intent("puzzle-any", "")
    session, trial = shown(app)
    other = {GOLD, WIN} - {model.of_day([GOLD, WIN], TODAY)}
    assert {trial.puzzle} == other
    await play(page, app, *trial.puzzle.solution)
    assert session.is_paused
    assert "Right!" in page.regions["coach"]
    assert "puzzle-next" in page.regions["coach"]
    assert kept(store).results == {trial.puzzle.id: FIRST}
    assert kept(store).rating > START
    assert app.saves.ids() == []
    assert page.requests == []
    assert page.dialog == ""
    page.intent("puzzles", "")
    assert "1 of 2" in page.dialog


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: f"{puzzle.kind}-{puzzle.rating}")
@awaited
async def test_kind_of_a_puzzle_says_what_is_asked(puzzle: Puzzle) -> None:
    page = page_with()
    app = await opened(page, puzzle)
    session, trial = shown(app)
    told = text_of(page.regions["coach"])
    asked = {"gold": "as much gold", "win": "you win", "best": "the best turn"}[puzzle.kind]
    assert asked in told
    assert ("Temples and water do not count" in told) == (puzzle.kind == "gold")
    assert f"You ({session.sitters[puzzle.seat].colour})" in told
    assert f"Puzzle {puzzle.rating}" in told
    assert session.deciding
    assert session.viewer == puzzle.seat
    await play(page, app, *puzzle.solution)
    assert "Right!" in text_of(page.regions["coach"])
    assert trial.verdict is not None
    assert trial.verdict.right


@awaited
async def test_wrong_turn_is_compared_and_can_be_tried_again() -> None:
    page, store = page_with(), MemoryStore()
    app = await opened(page, GOLD, store)
    await play_badly(page, app)
    told = text_of(page.regions["coach"])
    assert "Not the best turn" in told
    assert re.search(r"You have taken \d gold. 9 were possible", told)
    assert "The best turn sells 3 cacao fruits for 9 gold." in told
    assert "960 (−40)" in told
    assert kept(store).results == {GOLD.id: NOT_YET}
    page.intent("puzzle-again", "")
    assert shown(app)[0].record.moves == GOLD.record.moves
    await play(page, app, *GOLD.solution)
    told = text_of(page.regions["coach"])
    assert "You have taken 9 gold: more is not possible" in told
    assert "only the first try counts" in told
    assert kept(store).results == {GOLD.id: LATER}
    assert kept(store).rating == 960


@pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: f"{puzzle.kind}-{puzzle.rating}")
@awaited
async def test_right_turn_and_solution_say_what_decides(puzzle: Puzzle) -> None:
    page = page_with()
    app = await opened(page, puzzle)
    await play(page, app, *puzzle.solution)
    assert "Your turn " in text_of(page.regions["coach"])
    page.intent("puzzle-show", "")
    for _step in range(9):
        page.intent("puzzle-step", "1")
    assert re.search(r"The best turn .* gold", text_of(page.regions["coach"]))


def test_solutions_name_their_themes() -> None:
    told = {"temple": "temples|would have got", "water": "water", "blocking": "would have got",
            "double": "older workers", "overbuilding": "overbuilds", "market": "sells"}  # fmt: skip
    named = dict.fromkeys(told, 0)
    total = dict.fromkeys(told, 0)
    for puzzle in load()[::4]:
        trial = Trial(puzzle, 0, None)
        session = on_board(trial, Setup(), confirm=True)
        total[puzzle.theme] += 1
        named[puzzle.theme] += bool(re.search(told[puzzle.theme], why.best(trial, session)))
    for theme, number in total.items():
        assert named[theme] >= 0.7 * number, theme


@awaited
async def test_missed_win_shows_the_reply_that_refutes_it() -> None:
    page = page_with()
    app = await opened(page, WIN)
    for move in shown(app)[0].legal:
        app.table.play_exactly(str(move))
        await settled(app)
        while not shown(app)[0].is_paused:
            game = app.game.game
            filling = game.phase is Phase.FILL
            app.table.play(game.legal_moves()[0] if filling else ai.suggest(game))
            await settled(app)
        given = shown(app)[1].verdict
        if given and not given.right:
            break
        page.intent("puzzle-again", "")
    session, trial = shown(app)
    assert trial.verdict is not None
    assert trial.verdict.reply is not None
    told = text_of(page.regions["coach"])
    assert "can still keep you from winning" in told
    assert "answers on" in told
    own = session.record.moves
    page.intent("puzzle-reply", "")
    assert session.shown_moves == (*own, trial.verdict.reply.moves[0])
    assert "The answer to your turn" in text_of(page.regions["coach"])
    page.intent("puzzle-show", "")
    assert session.shown_moves == (*WIN.record.moves, trial.first)
    assert "The best turn" in text_of(page.regions["coach"])


@awaited
async def test_within_the_turn_one_may_take_back() -> None:
    page = page_with()
    app = await opened(page, GOLD)
    session, trial = shown(app)
    assert 'data-command="undo"' in page.regions["steps"]
    session.choosing.take(trial.first)
    page.intent("confirm", "")
    assert len(session.record.moves) == trial.start + 1
    page.intent("undo", "")
    assert session.record.moves == GOLD.record.moves
    assert session.choosing.chosen_edges == trial.first.what  # as it was turned


@awaited
async def test_hints_tell_the_tile_then_the_cell_and_are_kept() -> None:
    page, store = page_with(), MemoryStore()
    app = await opened(page, GOLD, store)
    session, trial = shown(app)
    assert "meant" not in page.regions["board-stars"]
    page.intent("puzzle-hint", "")
    assert "right market" in text_of(page.regions["coach"])
    assert session.choosing.chosen_tile is not None
    assert sorted(session.choosing.chosen_tile) == sorted(trial.first.what)
    assert "meant" not in page.regions["board-stars"]
    page.intent("key", "h")  # as in other games
    assert page.regions["board-stars"].count("meant") == 1
    assert session.choosing.chosen_edges == trial.first.what
    assert kept(store).hints(GOLD.id) == 2
    again = page_with()
    app = await opened(again, GOLD, store)  # as after a reload
    assert again.regions["board-stars"].count("meant") == 1
    await play(again, app, *GOLD.solution)
    assert "1000 (±0)" in text_of(again.regions["coach"])
    assert kept(store).row == 0
    assert kept(store).results == {GOLD.id: FIRST}


@awaited
async def test_hints_stay_with_their_puzzle() -> None:
    page, store = page_with(), MemoryStore()
    app = await opened(page, GOLD, store)
    for _hint in range(2):
        page.intent("puzzle-hint", "")
    await opened(page_with(), WIN, store)
    page = page_with()
    app = await opened(page, WIN, store)
    page.intent("puzzle-hint", "")
    page.address_fragment = f"puzzle={GOLD.id}"
    page.intent("address", "")
    await settled(app)
    await play(page, app, *GOLD.solution)
    assert "1000 (±0)" in text_of(page.regions["coach"])
    assert kept(store).hints(WIN.id) == 1


@pytest.mark.parametrize("reloaded", [False, True])
@awaited
async def test_puzzle_counts_for_the_day_of_its_beginning(reloaded: bool) -> None:
    page, store = page_with(), MemoryStore()
    page.time = "2026-11-20T23:58:00.000+00:00"
    app = await started(page, store)
    page.intent("puzzle-today", "")
    await settled(app)
    puzzle = shown(app)[1].puzzle
    page.time = "2026-11-21T00:02:00.000+00:00"
    if reloaded:
        page = page_with()
        page.time = "2026-11-21T00:02:00.000+00:00"
        app = await opened(page, puzzle, store)
    await play(page, app, *puzzle.solution)
    assert kept(store).days == {date(2026, 11, 20): True}
    again = page_with()
    again.time = "2026-11-23T12:00:00.000+00:00"
    other = await opened(again, puzzle, store)
    await play(again, other, *puzzle.solution)
    assert set(kept(store).days) <= {date(2026, 11, 20), date(2026, 11, 23)}


@awaited
async def test_best_turn_is_stepped_through_on_the_board() -> None:
    page, store = page_with(), MemoryStore()
    app = await opened(page, GOLD, store)
    page.intent("puzzle-show", "")
    session, trial = shown(app)
    total = len(GOLD.solution)
    assert kept(store).results == {GOLD.id: NOT_YET}  # shown without a try
    for number in range(1, total + 1):
        assert f"{number} of {total}" in text_of(page.regions["coach"])
        assert session.shown_moves == (*GOLD.record.moves, *GOLD.solution[:number])
        assert not session.deciding
        page.intent("puzzle-step", "1")
    assert "In all: 9 gold" in text_of(page.regions["coach"])
    assert len(session.shown_moves) == trial.start + total
    for _step in range(total + 2):
        page.intent("puzzle-step", "-1")
    assert session.shown_moves == GOLD.record.moves
    page.intent("puzzle-again", "")
    session, trial = shown(app)
    assert session.deciding
    assert kept(store).rating == 960


@awaited
async def test_going_on_from_here_starts_an_ordinary_game() -> None:
    page = page_with()
    app = await opened(page, THREE)
    await play(page, app, *THREE.solution)
    moves = shown(app)[0].record.moves
    page.intent("puzzle-on", "")
    page.write("level", str(ai.LEVELS.index("easy")))
    assert "quick gains" in page.dialog
    page.intent("puzzle-game", "")
    session = app.game
    assert not session.mode.guides
    assert session.record.moves[: len(moves)] == moves
    assert [sitter.kind for sitter in session.sitters].count("easy") == 2
    assert session.sitters[THREE.seat].is_person
    await settled(app)
    assert app.saves.ids() == [session.id]
    assert len(session.record.moves) > len(moves)  # the others play
    assert page.regions["coach"] == ""


@awaited
async def test_last_turn_is_judged_and_no_result_is_shown() -> None:
    page = page_with()
    app = await opened(page, WIN)
    await play(page, app, *WIN.solution)
    session, trial = shown(app)
    if session.game.is_over:
        assert trial.best.margin is not None
        assert "puzzle-on" not in page.regions["content"]
    assert page.dialog == ""
    assert page.celebrations == 0
    assert "You win" in text_of(page.regions["coach"])


@awaited
async def test_unknown_puzzle_and_a_missing_file_are_told() -> None:
    page = page_with(fragment="puzzle=nobody")
    app = await started(page)
    await settled(app)
    assert app.session is None
    assert "not in the collection" in page.regions["notice"]
    lost = StandIn()
    app = await started(lost)
    lost.intent("puzzles", "")
    await settled(app)
    assert "did not arrive" in lost.dialog
    lost.catalogues["./puzzles.txt"] = encode(ALL).encode()
    lost.intent("puzzles", "")
    await settled(app)
    assert "0 of 4" in lost.dialog


@awaited
async def test_puzzle_is_shared_by_its_address() -> None:
    page = page_with()
    app = await opened(page, GOLD)
    page.intent("share", "")  # the button of every game
    await settled(app)
    assert page.shared[-1].endswith(f"#puzzle={GOLD.id}")


def test_best_turn_is_a_record_of_the_game() -> None:
    for puzzle in ALL:
        trial = Trial(puzzle, 0, None)
        assert isinstance(trial.solution, Record)
        assert trial.solution.moves[: trial.start] == puzzle.record.moves
        assert trial.solves(trial.solution)
        assert trial.pauses(Moment(trial.solution, trial.solution.game(), ()))
        assert not trial.solves(puzzle.record)
