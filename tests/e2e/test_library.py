"""Saved games in a real browser: the list, files, two tabs, storage that fails or is full."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Record
from tests.core.helpers import example
from tests.e2e.conftest import READY, OpenPage, at_sizes, reload
from tests.e2e.forms import choose_player
from tests.e2e.test_game import begin, record_of
from tests.e2e.test_page import load

FILL = """() => {
  // Until not one more character goes in: then a saved game cannot either.
  for (let size = 2 ** 21; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; ; at += 1)
      try {
        localStorage.setItem(`filler.${size}.${at}`, "x".repeat(size));
      } catch (error) {
        break;
      }
}"""


def go_home(page: Page) -> None:
    page.locator("[data-command=home]:visible").first.click()
    expect(page.locator("#home")).to_be_visible()


def open_menu(page: Page, index: int = 0) -> None:
    page.locator("#saves [data-command=saved-game]").nth(index).click()
    expect(page.locator("#dialog")).to_be_visible()


def play(page: Page, count: int = 1) -> None:
    for _time in range(count):
        page.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")


def test_game_is_renamed_duplicated_deleted_and_brought_back(open_page: OpenPage) -> None:
    page = open_page()
    load(page, example("temple"))
    go_home(page)
    open_menu(page)
    page.locator("dialog [name=title]").fill("  Sunday <b>evening</b> ")
    page.keyboard.press("Enter")
    expect(page.locator("#saves .save b")).to_have_text("Sunday <b>evening</b>")
    open_menu(page)
    page.locator("dialog [data-command=duplicate]").click()
    expect(page.locator("#saves .save")).to_have_count(2)
    open_menu(page, 1)
    page.locator("dialog [data-command=delete]").click()
    expect(page.locator("#saves .save")).to_have_count(1)
    page.locator("#notice [data-command=restore]").click()
    expect(page.locator("#saves .save")).to_have_count(2)
    page.evaluate("localStorage.setItem('cacao.game.bad', '{\"version\": 2, \"saved\": ')")
    reload(page)
    expect(page.locator("#saves .save")).to_have_count(3)
    _a_damaged_entry_is_shown_exported_and_stays(page)


def _a_damaged_entry_is_shown_exported_and_stays(page: Page) -> None:
    page.locator("#save-bad .save").click()
    expect(page.locator("dialog textarea")).to_contain_text('{"version": 2, "saved":')
    with page.expect_download() as file:
        page.locator("dialog [data-command=export]").click()
    assert json.loads(Path(file.value.path()).read_text())["games"] == ['{"version": 2, "saved": ']
    assert page.evaluate("localStorage.getItem('cacao.game.bad')") == '{"version": 2, "saved": '
    page.locator("dialog [data-command=delete]").click()
    expect(page.locator("#saves .save")).to_have_count(2)
    page.locator("#notice [data-command=restore]").click()
    assert page.evaluate("localStorage.getItem('cacao.game.bad')") == '{"version": 2, "saved": '


SIZES = [(390, 844), (1024, 768), (1440, 900)]


def test_first_screen_offers_the_lesson_first_and_shows_games(open_page: OpenPage) -> None:
    page = open_page()
    learn, begin = (page.locator(f"#home [data-command={name}]") for name in ("learn", "new-game"))
    green = "e => getComputedStyle(e).backgroundColor"
    sizes = []
    for _size in at_sizes(page, SIZES):
        large, other = learn.bounding_box(), begin.bounding_box()
        assert large is not None
        assert other is not None
        assert large["width"] * large["height"] > other["width"] * other["height"]
        assert large["y"] <= other["y"]
        sizes.append((large["width"], large["height"]))
    assert learn.evaluate(green) != begin.evaluate(green)
    load(page, example("temple"))
    go_home(page)
    first = page.locator("#saves .save").first
    for (_width, height), (wide, high) in zip(at_sizes(page, SIZES), sizes, strict=True):
        now, shown = learn.bounding_box(), first.bounding_box()
        assert now is not None
        assert shown is not None
        assert (now["width"], now["height"]) == pytest.approx((wide, high), abs=6)  # bold or not
        assert shown["y"] + shown["height"] <= height
    assert learn.evaluate(green) == begin.evaluate(green)
    page.locator("#saves .save").first.click()
    _many_games_are_listed_a_part_at_a_time(page)


def _many_games_are_listed_a_part_at_a_time(page: Page) -> None:
    page.evaluate(
        """() => {
            const [key] = Object.keys(localStorage).filter(key => key.startsWith("cacao.game."));
            for (let n = 0; n < 30; n += 1)
                localStorage.setItem(`cacao.game.copy${n}`, localStorage.getItem(key));
        }"""
    )
    go_home(page)
    expect(page.locator("#saves .save")).to_have_count(12)
    page.locator("#more-games").click()
    expect(page.locator("#saves .save")).to_have_count(31)


def test_games_go_out_as_files_and_come_back(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    for name in ("temple", "fill_activates_others", "overbuild"):
        load(page, example(name))
    go_home(page)
    open_menu(page)
    with page.expect_download() as one:
        page.locator("dialog [data-command=export]").click()
    page.locator("dialog [data-command=close]").click()
    with page.expect_download() as all_of_them:
        page.locator("#export-all").click()
    single, several = tmp_path / "one.json", tmp_path / "all.json"
    one.value.save_as(single)
    all_of_them.value.save_as(several)
    assert len(json.loads(single.read_text("utf-8"))["games"]) == 1

    page.evaluate("localStorage.clear()")  # as on another device
    _files_are_opened(page, single, several)


def _files_are_opened(page: Page, single: Path, several: Path) -> None:
    page.locator("#home [data-command=open]").click()
    page.locator("dialog [name=file]").set_input_files(single)
    expect(page.locator("#saves .save")).to_have_count(1)
    expect(page.locator("#notice")).to_contain_text("1 game added")
    drop(page, "all.json", several.read_text("utf-8"))
    expect(page.locator("#saves .save")).to_have_count(3)
    expect(page.locator("#notice")).to_contain_text("2 games added. 1 was already here.")
    drop(page, "broken.json", '{"format": "cacao-games"')
    expect(page.locator("dialog .problem")).to_contain_text("damaged")
    expect(page.locator("#saves .save")).to_have_count(3)
    drop(page, "record.txt", example("temple").to_text())  # dropped files open, too
    expect(page.locator("#game")).to_be_visible()
    assert record_of(page).moves == example("temple").moves


def drop(page: Page, name: str, text: str) -> None:
    """Let a file fall on the page."""
    page.evaluate(
        """([name, text]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], name));
            document.body.dispatchEvent(
                new DragEvent("drop", {dataTransfer: carried, bubbles: true, cancelable: true}));
        }""",
        [name, text],
    )


# --- Two tabs --------------------------------------------------------------------------------


def second_tab(page: Page) -> Page:
    other = page.context.new_page()
    other.goto(page.url, wait_until="commit")
    other.wait_for_selector(READY, state="attached")
    return other


def record_of_stored(page: Page) -> list[Record]:
    page.wait_for_function(  # what another tab has written may come a moment later
        """() => Object.keys(localStorage).filter(key => key.startsWith("cacao.game."))
                 .every(key => localStorage.getItem(key))"""
    )
    texts = page.evaluate(
        """() => Object.keys(localStorage).filter(key => key.startsWith("cacao.game."))
                 .map(key => JSON.parse(localStorage.getItem(key)).record)"""
    )
    return [Record.from_text(text) for text in texts]


def until_stored(page: Page, record: Record) -> None:
    """Wait until a tab has what another one has stored."""
    while record.moves not in [stored.moves for stored in record_of_stored(page)]:
        page.evaluate("cacao.painted()")


def test_two_tabs_never_overwrite_each_other(open_page: OpenPage) -> None:
    page = open_page()
    load(page, example("temple"))
    before = record_of(page)
    other = second_tab(page)  # the same game: the first tab rests
    expect(page.locator("#dialog")).to_contain_text("is open in another tab")
    play(other)
    assert record_of(other).moves[:-1] == before.moves
    until_stored(page, record_of(other))
    page.locator("dialog [data-command=resume]").click()  # now the second one rests
    expect(other.locator("#dialog")).to_contain_text("is open in another tab")
    assert record_of(page).moves == record_of_stored(page)[0].moves
    play(page)
    assert len(record_of(page).moves) == len(before.moves) + 2
    until_stored(other, record_of(page))
    other.keyboard.press("Escape")
    expect(other.locator("#home")).to_be_visible()
    expect(other.locator("#saves .save")).to_have_count(1)


# --- Storage that fails ----------------------------------------------------------------------


def test_quota_that_is_really_full(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person", seed="7", first="0")
    stored = record_of_stored(page)[0]
    page.evaluate(FILL)
    play(page, 3)
    expect(page.locator("#notice")).to_contain_text("no room left")
    played = record_of(page)
    assert len(played.moves) > len(stored.moves)
    assert record_of_stored(page) == [stored]  # what was there is still whole
    link = page.url
    go_home(page)
    page.locator("#saves .save").click()  # of this visit
    assert record_of(page).moves == played.moves
    page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('filler')).forEach("
                  "key => localStorage.removeItem(key))")  # fmt: skip
    play(page)
    longer = record_of(page)
    assert [record.moves for record in record_of_stored(page)] == [longer.moves]
    page.goto(link)
    expect(page.locator("#dialog")).to_contain_text("earlier point")
    page.locator("dialog [data-command=keep-own]").click()
    assert record_of(page).moves == longer.moves


@pytest.mark.parametrize(
    "refused",
    [
        "localStorage",
        *(pytest.param(one, marks=pytest.mark.nightly) for one in ("getItem", "setItem")),
    ],
)
def test_games_work_for_the_visit_without_storage(open_page: OpenPage, refused: str) -> None:
    """They also begin before Python is there: the choice is carried out."""
    whole = (
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }});"
    )
    part = f"Storage.prototype.{refused} = () => {{ throw new DOMException('no'); }};"
    page = open_page(ready=False, script=whole if refused == "localStorage" else part)
    page.locator("#home [data-command=new-game]").click()
    expect(page.locator("dialog[open] form")).to_be_visible()
    assert page.evaluate("window.cacao.ready.then(() => 1)") == 1
    page.locator("dialog [name=first]").select_option("0")
    choose_player(page, 1, "person")
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("#notice")).to_contain_text("does not let the page save")
    play(page, 2)
    played = record_of(page)
    go_home(page)
    open_menu(page)
    page.locator("dialog [data-command=duplicate]").click()
    expect(page.locator("#saves .save")).to_have_count(2)
    with page.expect_download() as file:
        page.locator("#export-all").click()
    assert len(json.loads(Path(file.value.path()).read_text())["games"]) == 2
    page.locator("#saves .save").first.click()
    assert record_of(page).moves == played.moves
