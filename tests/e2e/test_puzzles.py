"""Puzzles in a real browser: solved by mouse, wrongly and again, by keyboard, after a reload."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from playwright.sync_api import Page, expect

from cacao_core import Move, Phase, Record, ai, puzzles
from cacao_core.puzzles import Puzzle
from cacao_core.tiles import TILE_OF_EDGES
from cacao_web.game.texts import words
from cacao_web.game.texts.words import cell_name
from tests.e2e.conftest import UPRIGHT, OpenPage, reload, settled
from tests.e2e.forms import choose_level
from tests.e2e.test_game import record_of

CARD = "#coach .coach-card"
TOP = "e => e.getBoundingClientRect().top"


def as_suggested(puzzle: Puzzle, *opening: Move) -> bool:
    """Whether a turn solves the puzzle if its workers do what is suggested."""
    record = puzzle.record
    for move in opening:
        record = record.play(move)
    return puzzle.accepts(whole(record, puzzle).moves[len(puzzle.record.moves) :])


def whole(record: Record, puzzle: Puzzle) -> Record:
    """A record up to the end of the turn: the first fills, and the suggested activations."""
    while (game := record.game()).turn == puzzle.seat and not game.is_over:
        filling = game.phase is Phase.FILL
        record = record.play(game.legal_moves()[0] if filling else ai.suggest(game))
    return record


def laid(puzzle: Puzzle) -> list[Move]:
    """The placement and the fills of the best turn."""
    return [move for move in puzzle.solution if move.kind != "A"]


@cache
def example() -> tuple[Puzzle, Move]:
    """A puzzle that is solved by its placement and its fills, and a placement that fails."""
    for puzzle in puzzles.load():
        if puzzle.kind == "gold" and as_suggested(puzzle, *laid(puzzle)):
            for move in failures(puzzle):
                return puzzle, move
    raise AssertionError("no puzzle is simple enough")


def failures(puzzle: Puzzle) -> Iterator[Move]:
    """Placements after which nothing has to be filled, and that do not solve the puzzle."""
    for move in puzzle.record.game().legal_moves():
        game = puzzle.record.game()
        game.play(move)
        if game.phase is not Phase.FILL and not as_suggested(puzzle, move):
            yield move


def opened(open_page: OpenPage) -> tuple[Page, Puzzle, Move]:
    puzzle, wrong = example()
    page = open_page(f"puzzle={puzzle.id}")
    expect(page.locator(CARD)).to_contain_text("take as much gold as you can")
    settled(page)
    return page, puzzle, wrong


def put(page: Page, move: Move) -> None:
    """Place or fill with the mouse."""
    game = record_of(page).game()
    if move.kind == "J":
        page.locator(f'[data-display="{game.display.index(move.what)}"]').click()
    else:
        index = game.players[game.turn].hand.index(TILE_OF_EDGES[move.what])
        tile = page.locator(f"#hand-{index}")
        if tile.get_attribute("aria-pressed") != "true":
            tile.click()
        while words.edges(move.what) not in (tile.get_attribute("aria-label") or ""):
            page.locator("[data-command=rotate]").click()
    cell = page.locator(f'[id="c{cell_name(move.cell)}"]')
    if cell.get_attribute("aria-pressed") != "true":
        cell.click()
    expect(page.locator("#board-ghost .ghost")).to_have_count(1)
    expect(page.locator("#board-ghost .badge")).to_have_count(0)  # what it brings is not told
    expect(page.locator("#task")).not_to_contain_text("score")
    page.locator("#content [data-command=confirm]").click()
    settled(page)


def work(page: Page) -> None:
    """Let the workers do what the rules' package suggests: the page itself proposes nothing."""
    settled(page)
    while page.locator("#content .edges").count():
        expect(page.locator("#content .edges .primary")).to_have_count(0)
        page.locator(suggested(page)).first.click()
        settled(page)


def suggested(page: Page) -> str:
    """The button of the suggested activation."""
    move = ai.suggest(record_of(page).game())
    return f'#content [data-command=activate][data-value~="{move}"]'


def solve(page: Page, puzzle: Puzzle) -> None:
    for move in laid(puzzle):
        put(page, move)
    work(page)


def asking() -> Puzzle:
    """A puzzle whose best turn fills a space by choice, and then asks what the workers do."""
    return next(puzzle for puzzle in puzzles.load() if puzzle.kind == "gold" and _asks(puzzle))


def _asks(puzzle: Puzzle) -> bool:
    game, chosen = puzzle.record.game(), True
    for move in laid(puzzle):
        chosen = chosen and (move.kind != "J" or len(set(game.display)) > 1)
        game.play(move)
    acts = game.phase is Phase.ACTIVATE and game.to_move == puzzle.seat
    return chosen and acts and ai.obvious(game) is None


def test_choices_of_workers_leave_the_board_of_a_phone_free(open_page: OpenPage) -> None:
    puzzle = asking()
    page = open_page(f"puzzle={puzzle.id}", viewport=UPRIGHT)
    settled(page)
    for move in laid(puzzle):
        put(page, move)
    choices, table = (page.locator(name) for name in ("#content .stops", "#table"))
    expect(choices).to_be_visible()
    assert choices.evaluate(TOP) >= table.evaluate(TOP) + table.evaluate("e => e.clientHeight") - 1


def test_puzzle_solved_by_mouse_then_the_next_one(open_page: OpenPage) -> None:
    page = open_page("puzzle=nobody")
    expect(page.locator("#notice")).to_contain_text("not in the collection")
    expect(page.locator("#home")).to_be_visible()
    page.locator("#home [data-command=puzzles]").click()
    expect(page.locator("dialog")).to_contain_text("Your rating")
    page.locator("dialog [data-command=puzzle-today]").click()
    expect(page.locator(CARD)).to_be_visible()
    assert "#puzzle=" in page.url
    puzzle, _wrong = example()
    page.evaluate("id => { location.hash = `puzzle=${id}` }", puzzle.id)
    expect(page.locator(CARD)).to_contain_text(f"Puzzle {puzzle.rating}")
    settled(page)
    solve(page, puzzle)
    expect(page.locator(CARD)).to_contain_text("Right!")
    expect(page.locator(CARD)).to_contain_text(f"You have taken {puzzle.goal} gold")
    page.locator("#puzzle-next").click()
    expect(page.locator("#puzzle-hint")).to_be_visible()
    assert puzzle.id not in page.url
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#saves li")).to_have_count(0)
    page.locator("#home [data-command=puzzles]").click()
    expect(page.locator("dialog .tally")).to_contain_text(f"1 of {len(puzzles.load())}")


def test_puzzle_wrong_then_shown_then_right_then_on_as_a_game(open_page: OpenPage) -> None:
    page, puzzle, wrong = opened(open_page)
    put(page, wrong)
    work(page)
    expect(page.locator(CARD)).to_contain_text("Not the best turn")
    expect(page.locator(CARD)).to_contain_text(f"{puzzle.goal} were possible")
    page.locator("#puzzle-show").click()
    for number in range(1, len(puzzle.solution)):
        expect(page.locator(CARD)).to_contain_text(f"{number} of ")
        page.locator("#puzzle-step").click()
    while not page.locator("#puzzle-step[aria-disabled]").count():  # what others do in it
        page.locator("#puzzle-step").click()
        settled(page)
    expect(page.locator(CARD)).to_contain_text("In all: ")
    page.locator("#puzzle-again").click()
    settled(page)
    solve(page, puzzle)
    expect(page.locator(CARD)).to_contain_text("only the first try counts")
    _go_on_as_a_game(page)


def _go_on_as_a_game(page: Page) -> None:
    moves = record_of(page).moves
    page.locator("#puzzle-on").click()
    choose_level(page, "easy")
    page.locator("dialog [type=submit]").click()
    expect(page.locator("#coach")).to_be_empty()
    settled(page)
    assert record_of(page).moves[: len(moves)] == moves
    assert len(record_of(page).moves) > len(moves)
    expect(page.locator("#villages")).to_contain_text("Tula")


def test_puzzle_by_keyboard_with_hints_after_a_reload(open_page: OpenPage) -> None:
    page, puzzle, _wrong = opened(open_page)
    press_on(page, "#puzzle-hint")
    expect(page.locator(CARD)).to_contain_text("right tile in your hand is already selected")
    press_on(page, "#puzzle-hint")
    expect(page.locator("#board-stars .meant")).to_be_visible()
    reload(page)
    expect(page.locator("#board-stars .meant")).to_be_visible()
    settled(page)
    [first, *fills] = laid(puzzle)
    press_on(page, f'[id="c{cell_name(first.cell)}"]', "PageDown", ".target")
    page.keyboard.press("Enter")
    settled(page)
    for fill in fills:
        page.keyboard.press(str(record_of(page).game().display.index(fill.what) + 1))
        if not page.locator(".target[aria-pressed=true]").count():
            press_on(page, f'[id="c{cell_name(fill.cell)}"]', "PageDown", ".target")
        page.keyboard.press("Enter")
        settled(page)
    while page.locator("#content .edges").count():
        press_on(page, suggested(page))
        settled(page)
    expect(page.locator(CARD)).to_contain_text("Right!")
    expect(page.locator("#puzzle-next")).to_be_focused()


def press_on(page: Page, wanted: str, key: str = "Tab", first: str = "") -> None:
    """Press Enter on something that the keyboard reaches, through something else if need be."""
    if first:
        reach(page, first, "Tab")
    reach(page, wanted, key)
    page.keyboard.press("Enter")


def reach(page: Page, wanted: str, key: str) -> None:
    for _step in range(60):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not come to {wanted}")


def test_storm_runs_against_the_clock_and_shows_what_was_missed(open_page: OpenPage) -> None:
    page = open_page("")
    page.locator("#home [data-command=puzzles]").click()
    page.locator("dialog [data-command=storm]").click()
    page.locator("dialog [data-value=three]").click()
    clock = page.locator("#storm-clock")
    expect(clock).to_have_attribute("data-left", re.compile("[0-2]:.."))
    for missed in (1, 2):
        page.locator("#storm-skip").click()
        expect(page.locator(CARD)).to_contain_text(f"× {missed}/3")
        expect(page.locator("#storm-skip")).to_be_visible()
    page.keyboard.press("h")  # there are no hints
    expect(page.locator("#board-stars .meant")).to_have_count(0)
    page.locator("#storm-skip").click()
    expect(page.locator("dialog")).to_contain_text("0 puzzles solved")
    page.locator("dialog .puzzle-list button").first.click()
    expect(page.locator("#puzzle-hint")).to_be_visible()
