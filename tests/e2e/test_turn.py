"""A turn that surprises nobody: the board stays as large, and whatever was done can be undone.

What the others did stays in sight, and one press plays all that is shown. By touch and by mouse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from cacao_core import Move, Phase, Record
from cacao_core.moves import turns_begun
from cacao_core.tiles import TILE_OF_EDGES, Seat
from cacao_web.game import plans
from cacao_web.game.texts import words
from tests.e2e.conftest import OpenPage, at_first, at_sizes, reload, settled
from tests.e2e.languages import speak
from tests.e2e.legible import hidden_on_board
from tests.e2e.test_board import GOLDEN, STARTS, view
from tests.e2e.test_game import begin, enter, record_of

ACTING = next(
    at
    for at in range(len(GOLDEN.moves))
    if (game := GOLDEN.game(at)).phase is Phase.ACTIVATE and len(plans.stops(game)) == 3
)
"""Number of moves up to a decision about workers at three jungle tiles."""
PLACING = max(start for start in STARTS if start < ACTING)
"""Number of moves up to the beginning of that turn."""
MINE: Seat = GOLDEN.game(PLACING).turn


class Hands(NamedTuple):
    """A person with a mouse or with a finger."""

    page: Page
    touch: bool

    def press(self, selector: str) -> None:
        found = self.page.locator(selector).first
        if self.touch:
            found.tap()
        else:
            found.click()

    def place(self, move: Move) -> None:
        """Choose the tile, turn it, choose its cell, unless that is done, and confirm."""
        game, page = record_of(self.page).game(), self.page
        if move.kind == "J":
            self.press(f"[data-display='{game.display.index(move.what)}']")
        else:
            index = game.players[game.turn].hand.index(TILE_OF_EDGES[move.what])
            hand = page.locator(f"#hand-{index}")
            while hand.get_attribute("aria-pressed") != "true":
                self.press(f"#hand-{index}")  # again, if it was taken for half of a double tap
            while words.edges(move.what) not in str(hand.get_attribute("aria-label")):
                self.press("#content [data-command=rotate]")
        cell = f"#board-targets [data-cell='{words.cell_name(move.cell)}']"
        if page.locator(cell).get_attribute("aria-pressed") != "true":
            self.press(cell)
        self.press("#content [data-command=confirm]")

    def follow(self, course: Record, end: int) -> None:
        """Place and fill as recorded, up to a number of moves; some fills come by themselves."""
        settled(self.page)
        while (at := len(record_of(self.page).moves)) < end:
            self.place(course.moves[at])
            settled(self.page)
        assert record_of(self.page).moves == course.moves[:end]

    def finish(self, turn: int) -> None:
        """Go on as is shown until this turn is over, and those of computers after it.

        Args:
            turn: its number, from 1.
        """
        while not self.page.locator("dialog .scores, [data-command=uncover]").count():
            settled(self.page)
            game = record_of(self.page).game()
            if game.phase is Phase.PLACE and _turns(record_of(self.page)) > turn:
                return
            if game.phase is Phase.ACTIVATE:
                self.press("#content .edges .primary")
            else:
                self.press("#board-targets .target")
                self.press("#content [data-command=confirm]")
            settled(self.page)


def _turns(record: Record) -> int:
    return turns_begun(record.moves)


_TOUCH = pytest.mark.parametrize(
    "hands", ["touch", pytest.param("mouse", marks=pytest.mark.nightly)], indirect=True
)
_MOUSE = pytest.mark.parametrize(
    "hands", ["mouse", pytest.param("touch", marks=pytest.mark.nightly)], indirect=True
)
"""Each test once, and the other way every night: what is pressed is the same."""


@pytest.fixture
def hands(open_page: OpenPage, request: pytest.FixtureRequest) -> Hands:
    """Somebody with a phone, or at a desk."""
    touch = request.param == "touch"
    size: ViewportSize = {"width": 390, "height": 844} if touch else {"width": 1440, "height": 900}
    return Hands(open_page(viewport=size, has_touch=touch, is_mobile=touch), touch)


# --- The board keeps its scale -----------------------------------------------------------------

_WATCH = """() => {
    const world = document.getElementById("world"), table = document.getElementById("table");
    window.scales = new Set();
    const look = () => {
        const { a } = new DOMMatrix(getComputedStyle(world).transform);
        scales.add(JSON.stringify([a.toFixed(4), table.clientWidth, table.clientHeight]));
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes the scale of the board and the size of its window in every frame."""

Look = tuple[float, int, int]


def looks(page: Page) -> set[Look]:
    """Every scale that the board had, with the size of its window."""
    view(page)
    found = (json.loads(one) for one in page.evaluate("[...scales]"))
    return {(float(scale), width, height) for scale, width, height in found}


@_TOUCH
@pytest.mark.usefixtures("quick_analysis")
def test_board_keeps_its_scale_in_the_own_turn(hands: Hands) -> None:
    """Whatever the person does; below hints and choices it may be smaller for as long."""
    page = hands.page
    enter(page, GOLDEN.up_to(PLACING), 0, 1, 2, 3)
    hands.press("[data-command=uncover]")
    settled(page)
    first = view(page)[0]
    page.evaluate(_WATCH)
    hands.press("#hand-1")
    hands.press("#board-targets .target")
    assert [scale for scale, _width, _height in looks(page)] == [pytest.approx(first, abs=0.001)]
    hands.press("#content [data-command=hint]")
    expect(page.locator("#hints .hint")).to_have_count(3)
    hands.press("#hints .hint")
    expect(page.locator("#hints .hint.chosen")).to_have_count(1)
    view(page)
    assert hidden_on_board(page) == []
    hands.press("#hints [data-command=no-hint]")
    expect(page.locator("#hints")).to_be_empty()
    assert view(page)[0] == pytest.approx(first, abs=0.001)
    hands.follow(GOLDEN, ACTING)
    hands.press("#singly")
    expect(page.locator("#content .stops .edge")).to_have_count(3)
    view(page)
    assert hidden_on_board(page) == []
    hands.press("#content .stops .edge .primary")
    settled(page)
    assert len(record_of(page).moves) > ACTING
    hands.press("#act-all")
    settled(page)
    assert view(page)[0] == pytest.approx(first, rel=0.08)


@_TOUCH
def test_board_is_fitted_anew_after_turns_of_others(hands: Hands) -> None:
    """Others act, computers play, and the device is handed over: the board gets smaller only."""
    page = hands.page
    enter(page, GOLDEN.up_to(PLACING), MINE, (MINE + 2) % 4)
    page.evaluate(_WATCH)
    hands.press("[data-command=uncover]")
    hands.follow(GOLDEN, ACTING)
    hands.finish(_turns(GOLDEN.up_to(ACTING)))
    expect(page.locator("[data-command=uncover]")).to_be_visible()  # after a computer's turn
    hands.press("[data-command=uncover]")
    hands.press("#board-targets .target")
    record = record_of(page)
    assert {tile.owner for tile in record.game().workers.values()} == {0, 1, 2, 3}
    seen = looks(page)
    assert len({(width, height) for _scale, width, height in seen}) == 1
    assert hidden_on_board(page) == []


_SCREENS = [
    (1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (360, 740), (320, 568),
    (844, 390), (667, 375),
]  # fmt: skip
_TIGHT = [(1280, 720), (390, 844), (320, 568), (667, 375)]
_TIGHTEST = [(320, 568), (667, 375)]
_WORDS = {"en": _TIGHT, "de": _SCREENS, "es": _TIGHTEST, "it": _TIGHTEST, "nl": _TIGHTEST}


@pytest.mark.parametrize(
    "spoken",
    [{"de": _TIGHTEST}, pytest.param(_WORDS, marks=pytest.mark.nightly)],
    ids=["de", "all"],
)
def test_window_of_the_board_has_one_size(
    open_page: OpenPage, spoken: dict[str, list[tuple[int, int]]]
) -> None:
    """However long the words are: while a tile is placed, spaces are filled and workers act."""
    page = open_page()
    reload(page)  # after many other tests, the language could not be changed without an error
    filling = next(at for at in STARTS if GOLDEN.game(at + 1).phase is Phase.FILL) + 1
    sizes: dict[tuple[str, int, int], set[tuple[int, int]]] = {}
    for language, screens in spoken.items():
        speak(page, language)
        seen = 0
        for at in (PLACING, filling, ACTING):
            for _shown in _steps_of(page, at):
                seen += 1
                for size in at_sizes(page, screens):
                    table = page.locator("#table").bounding_box()
                    assert table is not None
                    whole = (round(table["width"]), round(table["height"]))
                    sizes.setdefault((language, *size), set()).add(whole)
        assert seen == 5
    assert {where: found for where, found in sizes.items() if len(found) > 1} == {}


def _steps_of(page: Page, at: int) -> Iterator[None]:
    """What is shown after a number of moves: covered and not, all decisions and single ones."""
    page.evaluate("text => cacao.load(text)", GOLDEN.up_to(at).to_text())
    yield
    step = page.locator("[data-command=uncover], #singly")
    while step.count():
        step.click()
        yield


# --- Taking back ---------------------------------------------------------------------------------


def around(hands: Hands) -> tuple[Record, Record]:
    """A new game against two computers: before one's own first turn, and when the second begins."""
    page = hands.page
    page.locator("#home [data-command=new-game]").click()
    page.locator("dialog [name=undo_turns]").check()
    page.keyboard.press("Escape")
    begin(page, name_0="Ana", kind_1="easy", kind_2="easy")
    before = record_of(page)
    hands.press("#board-targets .target")
    hands.press("#content [data-command=confirm]")
    hands.finish(1)
    after = record_of(page)
    assert _turns(after) == 3
    return before, after


def moves(page: Page) -> tuple[Move, ...]:
    settled(page)
    return record_of(page).moves


@_MOUSE
def test_turns_of_computers_are_told_and_taken_back_with_the_own(hands: Hands) -> None:
    before, after = around(hands)
    if not hands.touch:
        _take_back_by_keys(hands.page, before, after)
    _take_back_by_buttons(hands, before, after)
    assert moves(hands.page) == after.moves
    _show_again(hands, after)
    _hear_what_computers_did(hands, after)
    _play_otherwise(hands, before, after)
    expect(hands.page.locator("#saves .save")).to_have_count(2)
    expect(hands.page.locator("#saves .save").nth(1)).to_contain_text("taken back at turn 7")


def _take_back_by_buttons(hands: Hands, before: Record, after: Record) -> None:
    page, notice = hands.page, hands.page.locator("#notice")
    undo, redo = "#steps [data-command=undo]", "#steps [data-command=redo]"
    expect(page.locator(redo)).to_have_count(0)
    placed = after.moves[len(before.moves)]
    hands.press(undo)
    assert moves(page) == before.moves
    expect(notice).to_contain_text("Taken back to turn 1.")
    expect(page.locator(undo)).to_be_disabled()
    expect(page.locator("[data-hand][aria-pressed=true]")).to_have_attribute(
        "aria-label", re.compile(words.edges(placed.what))
    )
    hands.press("#notice [data-command=redo]")
    assert moves(page) == after.moves
    expect(page.locator(redo)).to_have_count(0)
    hands.press(undo)
    assert moves(page) == before.moves
    hands.press(redo)
    assert moves(page) == after.moves


def _take_back_by_keys(page: Page, before: Record, after: Record) -> None:
    for undo, redo in (("u", "Shift+U"), ("Control+z", "Control+y"),
                       ("Control+z", "Control+Shift+Z")):  # fmt: skip
        page.keyboard.press(undo)
        assert moves(page) == before.moves, undo
        expect(page.locator("#notice [data-command=redo]")).to_have_text("Redo")
        page.keyboard.press(undo)  # there is nothing before
        assert moves(page) == before.moves, undo
        page.keyboard.press(redo)
        assert moves(page) == after.moves, redo
        page.keyboard.press(redo)  # nor after that
        assert moves(page) == after.moves, redo


def _play_otherwise(hands: Hands, before: Record, after: Record) -> None:
    """Another course begins; the one that was left is kept."""
    page, placed = hands.page, after.moves[len(before.moves)]
    while moves(page) != before.moves:
        hands.press("#steps [data-command=undo]")
    hands.place(next(move for move in before.game().legal_moves() if move != placed))
    expect(page.locator("#steps [data-command=redo]")).to_have_count(0)
    settled(page)
    hands.press("#bar [data-command=home]")


# --- What the others did -------------------------------------------------------------------------


def cells_of_turns(record: Record, first: int) -> list[str]:
    """The cells of the tiles of each turn from a number on, from 0."""
    found: list[list[str]] = []
    for move in record.moves:
        if move.starts_turn:
            found.append([])
        if move.kind != "A":
            found[-1].append(words.cell_name(move.cell))
    return [" ".join(cells) for cells in found[first:]]


def _hear_what_computers_did(hands: Hands, after: Record) -> None:
    """It is told until the own turn is done; and then what they have done since."""
    page, lines = hands.page, hands.page.locator("#recap li")

    def tells(record: Record, first: int) -> None:
        """A line for each turn of the two computers, all in sight, and their tiles are marked."""
        expect(lines.locator(".name")).to_have_text(list((after.seats or ())[1:]))
        cells = cells_of_turns(record, first)
        assert [line.get_attribute("data-lights") for line in lines.all()] == cells
        assert page.locator("#board-just .just").count() == len(" ".join(cells).split())
        for line in lines.all():
            expect(line).to_be_in_viewport(ratio=0.9)

    tells(after, 1)
    hands.press("#hand-1")
    hands.press("#board-targets .target")
    expect(page.locator("#board-tick .tick")).to_be_visible()
    tells(after, 1)
    hands.press("#content [data-command=confirm]")
    settled(page)
    if record_of(page).game().turn == 0:  # workers act, or spaces are to be filled
        tells(after, 1)
    hands.finish(4)
    tells(record_of(page), 4)


def _show_again(hands: Hands, after: Record) -> None:
    """See what the computers did once more, by a press or by a key."""
    page = hands.page
    lines = page.locator("#recap li").all_inner_texts()
    with at_first(page, "#slide"):
        if hands.touch:
            hands.press("#recap [data-command=again]")
        else:
            page.keyboard.press("w")
    assert moves(page) == after.moves
    expect(page.locator("#slide")).to_have_count(0)  # it has come to the present by itself
    expect(page.locator("#board-targets .target")).not_to_have_count(0)
    assert page.locator("#recap li").all_inner_texts() == lines


@_TOUCH
def test_turn_of_several_people_is_taken_back_alone(hands: Hands) -> None:
    """With several people nothing but that turn is taken back."""
    page = hands.page
    enter(page, GOLDEN.up_to(ACTING), 0, 1, 2, 3)
    hands.press("#steps [data-command=undo]")
    back = moves(page)
    assert back == GOLDEN.moves[: len(back)]
    assert PLACING <= len(back) < ACTING
    expect(page.locator("#notice [data-command=redo]")).to_have_count(0)  # nobody is surprised
    hands.press("#steps [data-command=redo]")
    assert moves(page) == GOLDEN.moves[:ACTING]
    hands.press("#act-all")
    settled(page)
    expect(page.locator("[data-command=uncover]")).to_be_visible()
    expect(page.locator("#steps [data-command=undo]")).to_have_count(0)  # the turn is over
