"""The guided first game in a real browser: by mouse, by keyboard, by touch, wrongly, resumed."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Move
from cacao_core.tiles import ROTATIONS, TILE_OF_EDGES
from cacao_web.features.lesson import model as lesson
from cacao_web.features.lesson.model import CHAPTERS
from cacao_web.game.texts import words
from cacao_web.game.texts.words import cell_name
from tests.e2e.conftest import OpenPage, at_sizes, settled, some
from tests.e2e.legible import Sight, everywhere, unreadable
from tests.e2e.pages import DESKTOP
from tests.e2e.test_game import record_of

SCRIPT = lesson.script().moves
READ_AT: Final[list[Sight]] = [
    *((390, 844, ""), (360, 640, ""), (844, 390, ""), (1024, 768, ""), (1440, 900, "")),
    *((390, 844, "largest"), (844, 390, "largest"), (1280, 800, "largest")),
    *((1024, 768, "largest"), (1440, 900, "largest")),
]
"""Not a small phone with the largest text: it shows the longest cards in part, and they scroll."""


def chapter_shows(page: Page, number: int) -> None:
    """Wait until a chapter has begun, and the turns before it have been shown."""
    expect(page.locator("#coach h2")).to_contain_text(f"{number} of {len(CHAPTERS)}")
    expect(page.locator("#task")).not_to_contain_text(re.compile("A few turns later|plays…"))


def at(cell: tuple[int, int]) -> str:
    return f'[id="c{cell_name(cell)}"]'


def play(page: Page, move: Move, press: str = "click") -> None:
    """Play a move by the page's ordinary controls."""

    def hit(selector: str) -> None:
        getattr(page.locator(selector), press)()

    game = record_of(page).game()
    if move.kind == "A":
        act(page, move, press)
        return
    if move.kind == "J":
        index = game.display.index(move.what)
        if index:
            hit(f'[data-display="{index}"]')
    else:
        tile = TILE_OF_EDGES[move.what]
        index = game.players[lesson.PUPIL].hand.index(tile)
        if page.locator(f"#hand-{index}[aria-pressed=true]").count() == 0:
            hit(f"#hand-{index}")
        turned = words.edges(move.what)
        while turned not in (page.locator(f"#hand-{index}").get_attribute("aria-label") or ""):
            hit("[data-command=rotate]")
    if page.locator(f'{at(move.cell)}[aria-pressed="true"]').count() == 0:
        hit(at(move.cell))
    hit("#content [data-command=confirm]")


def act(page: Page, move: Move, press: str) -> None:
    """With the mouse one edge after the other; with a finger all at once, as is shown."""
    everything = page.locator("#act-all")
    if press == "tap" and everything.count():
        at = len(record_of(page).moves)
        shown = str(everything.get_attribute("data-value")).split()
        assert shown == [str(one) for one in SCRIPT[at : at + len(shown)]]
        everything.tap()
        return
    if page.locator("#singly").count():
        getattr(page.locator("#singly"), press)()
    getattr(page.locator(f'[id="act-{move}"]'), press)()


def do_turn(page: Page, press: str = "click") -> None:
    """Do what a chapter means; what has only one sensible outcome happens by itself."""
    told = page.locator("#coach-on")
    while True:
        page.wait_for_function(
            "document.querySelector('#coach-on, #board-targets .target, #content .edges')"
        )
        if told.count():
            return
        moves = record_of(page).moves
        play(page, SCRIPT[len(moves)], press)
        settled(page)  # what comes by itself


def learn(page: Page, upto: int, start: int = 1) -> None:
    """From the beginning of a chapter to that of another one."""
    for number, chapter in enumerate(CHAPTERS[start - 1 : upto - 1], start):
        chapter_shows(page, number)
        if chapter.goal:
            do_turn(page)
            expect(page.locator("#coach .reached")).to_be_visible()
        page.locator("#coach-on").click()
    chapter_shows(page, upto)


def skip_to(page: Page, number: int) -> None:
    """Leave the lesson, and go on with another chapter, as if that had been reached."""
    page.locator("#coach [data-command=home]").click()
    page.evaluate(_REACH, number)
    page.locator("[data-command=learn]").click()
    chapter_shows(page, number)
    assert len(record_of(page).moves) == CHAPTERS[number - 1].start


_REACH = """number => {
    const name = "cacao.game.lesson", kept = JSON.parse(localStorage[name]);
    kept.about.key = String(number);
    localStorage[name] = JSON.stringify(kept);
}"""


def test_lesson_by_mouse(open_page: OpenPage) -> None:
    """With a mistake; some chapters are left out."""
    page = open_page("learn")  # the address of a lesson
    learn(page, upto=2)
    _make_another_move(page)
    page.locator("#coach-on").click()
    learn(page, start=3, upto=5)
    _see_nothing_over_the_coach(page)
    page.set_viewport_size(DESKTOP)
    skip_to(page, 10)
    learn(page, start=10, upto=len(CHAPTERS))
    expect(page.locator("dialog")).to_contain_text("You have learned Cacao")
    expect(page.locator("dialog")).to_contain_text("You have 65 gold")
    assert record_of(page).moves == SCRIPT
    page.locator("dialog [data-command=first-game]").click()
    expect(page.locator("#coach")).to_be_empty()
    expect(page.locator("#villages")).to_contain_text("Rosa")
    expect(page.locator("#board-stars .star").first).to_be_attached()
    expect(page.locator("#content .good-tile").first).to_be_visible()


@pytest.mark.nightly
def test_coach_is_whole_on_every_screen_in_every_language(open_page: OpenPage) -> None:
    """Also with the largest text: what it explains, and the longest of its cards."""
    page = open_page("learn")
    learn(page, upto=2)
    _do_something_else(page)
    for where in everywhere(page, [size for size in READ_AT if size[2]]):
        assert unread(page) == [], where
    page.set_viewport_size(DESKTOP)
    skip_to(page, 6)
    for where in everywhere(page, READ_AT):
        assert unread(page) == [], where


def unread(page: Page) -> list[str]:
    """Parts of the coach's card, and of what is around it, that cannot be read."""
    cut = [] if page.locator(".coach-card").evaluate(_IS_WHOLE) else ["the card"]
    return [*unreadable(page, "#coach, #villages, #task"), *cut]


def _make_another_move(page: Page) -> None:
    """It is explained and taken back; the coach covers nothing, neither before nor after it."""
    sizes = [(320, 568), (667, 375), (1440, 900)]
    for _size in at_sizes(page, sizes):
        page.wait_for_function(APART)
    _do_something_else(page)
    for _size in at_sizes(page, sizes):
        page.wait_for_function(APART)
    page.set_viewport_size(DESKTOP)
    page.locator("#coach-back").click()
    expect(page.locator("#board-targets .target").first).to_be_attached()
    assert record_of(page).moves == ()
    do_turn(page)
    expect(page.locator("#coach .reached")).to_contain_text("2 cacao fruits")


def _do_something_else(page: Page) -> None:
    page.locator(at((0, -1))).click()
    page.locator("#content [data-command=confirm]").click()
    expect(page.locator("#coach .missed")).to_contain_text("it did something else")
    expect(page.locator("#coach .missed")).to_contain_text("you take 1 cacao")
    expect(page.locator("#board-targets .target")).to_have_count(0)
    chapter_shows(page, 2)


def _see_nothing_over_the_coach(page: Page) -> None:
    """Not even the story of what the computer did, after its turn."""
    for size in at_sizes(page, [(390, 844), (320, 568), (844, 390), (1440, 900)]):
        expect(page.locator("#recap li")).not_to_have_count(0)
        if size[1] > 720:
            expect(page.locator("#recap")).to_be_in_viewport()
        for part in ("#coach h2", "#coach p", "#coach button"):
            for element in some(page.locator(part).filter(visible=True)):
                assert element.evaluate(_ON_TOP), (size, part)


def test_lesson_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page()
    keyboard = page.keyboard

    def tab_to(selector: str) -> None:
        for _step in range(40):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                return
            keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not come to {selector}")

    tab_to("[data-command=learn]")
    keyboard.press("Enter")
    chapter_shows(page, 1)
    tab_to("#coach-on")
    keyboard.press("Enter")
    chapter_shows(page, 2)
    keyboard.press("3")
    for _quarter in range(ROTATIONS["2101"].index(SCRIPT[0].what)):
        keyboard.press("r")
    tab_to(".target")
    for _cell in range(10):
        if page.evaluate("id => document.activeElement.id === id", f"c{cell_name(SCRIPT[0].cell)}"):
            break
        keyboard.press("PageDown")
    keyboard.press("Enter")
    keyboard.press("Enter")
    expect(page.locator("#coach-on")).to_be_focused()
    keyboard.press("Enter")
    for number in (3, 4):
        chapter_shows(page, number)
        while not page.locator("#coach-on").count():
            moves = record_of(page).moves
            if page.locator("#coach-show").count():
                tab_to("#coach-show")
                keyboard.press("Enter")
                expect(page.locator(at(SCRIPT[len(moves)].cell))).to_be_focused()
                keyboard.press("Enter")
            elif page.locator("#content .edges").count():
                if page.locator("#singly").count():
                    tab_to("#singly")
                    keyboard.press("Enter")
                    expect(page.locator("#content .stops .primary")).to_be_focused()
                tab_to(f'[id="act-{SCRIPT[len(moves)]}"]')
                keyboard.press("Enter")
            settled(page)
        expect(page.locator("#coach .reached")).to_be_visible()
        tab_to("#coach-on")
        keyboard.press("Enter")
    chapter_shows(page, 5)
    tab_to("#coach [data-command=home]")
    keyboard.press("Enter")
    tab_to("#learn-anew button")
    keyboard.press("Enter")
    chapter_shows(page, 1)


APART = """() => {
  const box = (wanted) => document.querySelector(wanted).getBoundingClientRect();
  const all = ["#coach .coach-card", "#table", "#task", "#content", "#villages", "#bar"].map(box);
  const [coach] = all;
  const apart = (one, other) =>
    one.bottom <= other.top + 1 || other.bottom <= one.top + 1 ||
    one.right <= other.left + 1 || other.right <= one.left + 1;
  const inside = (one) =>
    one.top >= -1 && one.left >= -1 && one.right <= innerWidth + 1 && one.bottom <= innerHeight + 1;
  const cut = [...document.querySelectorAll("#coach button")].filter((one) => {
    const place = one.getBoundingClientRect();
    return !inside(place) || place.height < 40 || one.scrollWidth > one.clientWidth + 1;
  });
  const buttons = document.querySelector("#content .actions");
  return all.every((one, at) => inside(one) && (!at || apart(coach, one))) &&
    (!buttons || apart(box(".hand"), buttons.getBoundingClientRect())) && !cut.length &&
    document.documentElement.scrollWidth <= innerWidth;
}"""


UNCOVERED = """() => {
  const title = document.querySelector("#coach h2").getBoundingClientRect();
  const found = document.elementFromPoint(title.left + 4, title.top + title.height / 2);
  const place = (element) => element.getBoundingClientRect();
  const buttons = [...document.querySelectorAll(".coach-ways button")].map(place);
  return Boolean(found.closest("#coach h2")) && title.height < 40 &&
    buttons.every((one) => one.left >= title.right - 1 || one.top >= title.bottom - 1);
}"""


_IS_WHOLE = "card => card.scrollHeight <= card.clientHeight + 1"
_ON_TOP = """element => {
    const box = element.getBoundingClientRect();
    const at = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
    return element.contains(document.elementFromPoint(...at));
}"""


@pytest.mark.nightly
def test_lesson_by_touch_on_a_phone_from_beginning_to_end(open_page: OpenPage) -> None:
    """What the coach speaks of is in sight, though the village boards are folded."""
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator("[data-command=learn]").tap()
    _see_the_storage_when_it_is_spoken_of(page)
    for number in (6, 7, 8):
        chapter_shows(page, number)
        if number == 8:
            expect(page.locator("#village-0 .stone.here")).to_be_in_viewport()
        do_turn(page, "tap")
        if number == 8:
            expect(page.locator("#village-0 .stone.here")).to_have_text("2")
            expect(page.locator("#village-0 .stone.here")).to_be_in_viewport()
        page.locator("#coach-on").tap()
    for number in (9, 10):
        chapter_shows(page, number)
        do_turn(page, "tap")
        if number == 9:
            suns = page.locator('#village-0 .dents[data-anchor^="suns"] .dent')
            for one in some(suns):
                expect(one).to_be_in_viewport()
        expect(page.locator("#coach-on")).to_have_text("Skip ahead")
        page.locator("#coach-on").tap()
    chapter_shows(page, 11)
    expect(page.locator("dialog")).to_contain_text("You have learned Cacao")
    page.locator("dialog [data-command=close]").tap()
    assert page.evaluate(UNCOVERED)


def _see_the_storage_when_it_is_spoken_of(page: Page) -> None:
    """In the first five chapters; before them, the water on which both begin."""
    storage = page.locator("#village-0 .dent").first
    expect(page.locator("#village-0 .water")).to_be_visible()
    page.locator("#coach-on").tap()
    expect(page.locator("#coach-show")).to_be_visible()
    expect(storage).to_be_hidden()
    do_turn(page, "tap")
    expect(storage).to_be_visible()
    assert page.evaluate(APART)
    page.locator("#coach-on").tap()
    for number in (3, 4):
        chapter_shows(page, number)
        expect(storage).to_be_hidden()
        do_turn(page, "tap")
        page.locator("#coach-on").tap()
    chapter_shows(page, 5)
    expect(storage).to_be_visible()
    assert page.evaluate(APART)
    do_turn(page, "tap")
    assert page.evaluate(APART)
    page.locator("#coach-on").tap()
