"""The page around the game: dialogs, links, saved games, messages, awkward input."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect

from cacao_core import Phase, Record
from cacao_web.game import plans
from tests.core.helpers import DATA, example
from tests.e2e.conftest import OpenPage, at_sizes, settled, some
from tests.e2e.test_board import GOLDEN
from tests.e2e.test_game import begin, record_of


def load(page: Page, record: Record) -> None:
    page.evaluate("text => window.cacao.load(text)", record.to_text())


def test_golden_games_are_the_same_in_the_page(open_page: OpenPage) -> None:
    """They are the same inside Pyodide."""
    page = open_page()
    load(page, example("temple"))
    for name in ("2_seed", "4_explicit"):
        text = (DATA / f"golden_v1_{name}.txt").read_text("utf-8")
        link = text.partition("\n")[0].removeprefix("# link: ")
        record, before = Record.from_text(text), page.evaluate("window.cacao.record()")
        page.evaluate("link => { location.hash = link }", link)
        page.wait_for_function("before => cacao.record() !== before", arg=before)
        shown = record_of(page)
        assert (shown.deal, shown.moves) == (record.deal, record.moves), name
        assert page.url.partition("#")[2].partition("&")[0] == link
        page.evaluate("text => window.cacao.load(text)", text)
        assert page.evaluate("window.cacao.record()") == record.to_text(), name


def test_pasted_link_opens_a_game(open_page: OpenPage) -> None:
    page = open_page()
    page.locator("#home [data-command=open]").click()
    _choose_a_file(page)
    page.locator("dialog textarea").fill("no link at all")
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("dialog .problem")).to_contain_text("does not open a game")
    expect(page.locator("dialog textarea")).to_have_value("no link at all")
    record = example("temple")
    page.locator("dialog textarea").fill(f"https://example.org/somewhere/#{record.to_link()}")
    page.locator("dialog button[type=submit]").click()
    expect(page.locator("#board-tiles .workers")).not_to_have_count(0)
    assert record_of(page).moves == record.moves


AWAKE = """
window.locks = [];
const request = async kind => {
  const release = async () => { lock.released = true; window.locks.push("off"); };
  const lock = { released: false, release };
  window.locks.push(kind);
  return window.lock = lock;
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def test_screen_stays_on_at_the_table_and_files_of_spreadsheets_are_read(
    open_page: OpenPage,
) -> None:
    page = open_page(script=AWAKE)
    page.locator("#home [data-command=companion]").click()
    page.wait_for_function("locks.join() === 'screen'")
    # As when the tab was hidden, and is shown again.
    page.evaluate("lock.released = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("locks.join() === 'screen,screen'")
    page.locator("dialog [data-value='played/list']").click()
    table = "Day;Name;Total\r5.3.2026;Zoë;31\r5.3.2026;'t Hooft;28\r".encode("cp1252")
    for data, told in ((table, "1 game added"), (table.decode("cp1252").encode("utf-16"), "here")):
        file = {"name": "games.csv", "mimeType": "text/csv", "buffer": data}
        page.locator("#played-file").set_input_files(file)  # type: ignore[arg-type]
        expect(page.locator("#notice")).to_contain_text(told)
    expect(page.locator("dialog .were-there")).to_contain_text("Zoë 31")
    page.locator("dialog [data-command=close]").click()
    page.wait_for_function("locks.join() === 'screen,screen,off'")


def double_click(page: Page, button: Locator) -> None:
    """Click twice as a person does: there is time to draw between the two."""
    button.hover()
    for number in (1, 2):
        page.mouse.down(click_count=number)
        page.mouse.up(click_count=number)
        page.evaluate("cacao.painted().then(cacao.painted)")


def test_activation_clicked_twice_decides_once(open_page: OpenPage) -> None:
    """The next activation comes up under the pointer; the second half must not decide it."""
    page = open_page()
    record = example("fill_activates_others")
    load(page, record)
    page.locator("#singly").click()
    double_click(page, page.locator("#content .stops .edge .primary").first)
    assert len(record_of(page).moves) == len(record.moves) + 1


def test_workers_clicked_twice_act_as_shown_once(open_page: OpenPage) -> None:
    """What was shown is played; what comes up under the pointer then is not decided or folded."""
    page = open_page()
    record = next(
        GOLDEN.up_to(at)
        for at in range(len(GOLDEN.moves))
        if (game := GOLDEN.game(at)).phase is Phase.ACTIVATE and len(plans.stops(game)) == 3
    )
    load(page, record)
    wanted = str(page.locator("#act-all").get_attribute("data-value")).split()
    assert len(wanted) == 3
    double_click(page, page.locator("#act-all"))
    settled(page)
    played = [str(move) for move in record_of(page).moves[len(record.moves) :]]
    assert played == wanted


def test_double_click_places_once(open_page: OpenPage) -> None:
    """It decides once."""
    page = open_page()
    begin(page, kind_1="person")
    page.locator("[data-command=uncover]").click()
    page.keyboard.press("2")  # 1-1-1-1, which faces a plantation and a market there
    page.locator("#board-targets [data-cell='1,0']").click()
    double_click(page, page.locator("#tray [data-command=confirm-singly]"))
    expect(page.locator("#act-all")).to_be_visible()
    assert [move.kind for move in record_of(page).moves] == ["W"]


def test_enter_held_down_decides_once(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person")
    page.locator("[data-command=uncover]").click()
    page.locator("#board-targets [data-cell='0,-1']").focus()
    page.keyboard.press("Enter")
    for _ in range(6):
        page.keyboard.down("Enter")  # the second and later ones are repeats
    page.keyboard.up("Enter")
    expect(page.locator("[data-command=uncover]")).to_be_visible()
    assert page.locator("[data-hand]").count() == 0


def test_enter_pressed_too_often_uncovers_nothing(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person")
    page.locator("[data-command=uncover]").click()
    page.locator("#board-targets [data-cell='0,-1']").focus()
    while not page.locator("[data-command=uncover]").count():
        page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Enter")
        settled(page)
        assert page.locator("[data-hand]").count() == 0
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand]")).to_have_count(3)


def test_copied_link_is_told_above_the_dialog(open_page: OpenPage) -> None:
    """Messages lie above dialogs."""
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    begin(page)
    page.locator("#bar [data-command=share]").click()
    page.locator("dialog [data-command=copy]").click()
    expect(page.locator("#notice")).to_contain_text("Link copied")
    assert page.locator("#notice").evaluate("e => e.matches(':popover-open')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_tiles_that_are_there_do_not_fly_in_again(open_page: OpenPage) -> None:
    """Only what is new flies in: elements of old tiles are kept, not made again."""
    page = open_page()
    record = example("fill_activates_others")
    load(page, record.up_to(13))
    page.evaluate("document.querySelectorAll('.tile').forEach(tile => (tile.old = true))")
    count = page.locator("#board-tiles .tile").count()
    page.evaluate(
        """() => {
            window.moved = 0;
            const gone = change => (window.moved += change.removedNodes.length);
            new MutationObserver(changes => changes.forEach(gone))
              .observe(document.getElementById('board-tiles'), {childList: true, subtree: true});
            return window.cacao.play('JM3@0,2');
        }"""
    )
    tiles = page.locator("#board-tiles .tile")
    assert tiles.count() == count + 1
    assert tiles.evaluate_all("tiles => tiles.filter(tile => tile.old).length") == count
    assert page.evaluate("window.moved") <= 1  # the mark of the last tile may go


def test_long_names_push_nothing_out(open_page: OpenPage) -> None:
    """They push nothing out."""
    page = open_page()
    names = ["W" * 40, "<img src=x onerror=alert(1)>", "Ana", "B" * 40]
    load(page, example("temple").renamed(names))
    for size in at_sizes(page, [(1440, 900), (1024, 768), (390, 844), (320, 640)]):
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        for selector in (".village", ".village .total", ".turns li"):
            for box in page.locator(selector).evaluate_all(
                "list => list.map(e => e.getBoundingClientRect()).map(r => [r.left, r.right])"
            ):
                assert box[0] >= 0
                assert box[1] <= size[0]
        for village in some(page.locator(".village")):
            assert village.evaluate("e => e.scrollWidth <= e.clientWidth + 1")


ON_TOP: Final = """() => {
    document.getElementById("task").style.pointerEvents = "auto";
    const tile = document.querySelector(".hand .slot.chosen").getBoundingClientRect();
    const top = document.elementFromPoint(tile.left + tile.width / 2, tile.top + 1);
    document.getElementById("task").style.pointerEvents = "";
    return top.closest(".slot.chosen") !== null;
}"""


def test_board_stays_while_cells_are_chosen(open_page: OpenPage) -> None:
    """Nothing jumps under a finger, unless a sentence longer than its place would hide a cell."""
    page = open_page()
    load(page, example("overbuild"))
    page.locator("[data-command=uncover]").click()
    for _size in at_sizes(page, [(1440, 900), (390, 844), (320, 640), (844, 390)]):
        page.keyboard.press("Escape")
        page.keyboard.press("0")
        expect(page.locator("#task")).not_to_contain_text("costs a sun token")
        before = page.locator("#board").bounding_box()
        for name in ("0,-3", "-1,0", "1,4"):
            page.locator(f"#board-targets [data-cell='{name}']").click()
            expect(page.locator("#task")).to_contain_text("costs a sun token")
            if not page.locator("#task[data-grown=yes]").count():
                assert page.locator("#board").bounding_box() == before
            assert page.evaluate(ON_TOP), "the sentence does not lie over the chosen tile"


def test_theme_of_the_system_is_followed_until_one_is_chosen(open_page: OpenPage) -> None:
    """It is followed while the page is open."""
    page = open_page()
    html, frame = page.locator("html"), page.locator("meta[name=theme-color]").first
    light = frame.get_attribute("content")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(frame).not_to_have_attribute("content", light or "")
    page.emulate_media(color_scheme="light")
    expect(html).to_have_attribute("data-theme", "light")
    page.locator("#home [data-command=theme]").click()  # from now on the person's own
    expect(html).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    page.evaluate("cacao.painted()")
    expect(html).to_have_attribute("data-theme", "dark")


def test_colours_are_chosen_by_mouse_and_keyboard(open_page: OpenPage) -> None:
    """By mouse and by keyboard."""
    page = open_page()
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator("#home [data-command=new-game]").click()
    mine, other = page.locator("#swatch-0"), page.locator("#swatch-1")
    mine.click()
    page.locator(".pick-colour[open] [data-value='0-white']").click()
    expect(mine).to_have_accessible_name("Colour of player 1: white")
    expect(page.locator(".pick-colour[open]")).to_have_count(0)
    other.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".pick-colour[open] [data-value='1-red']")).to_be_focused()
    box = page.locator(".pick-colour[open] .swatches").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320
    page.keyboard.press("Enter")
    expect(other).to_have_accessible_name("Colour of player 2: red")
    expect(other).to_be_focused()
    for beside in (None, page.locator("dialog h2")):
        other.click()
        expect(page.locator(".pick-colour[open]")).to_have_count(1)
        if beside:
            beside.click()
        else:
            page.keyboard.press("Escape")
        expect(page.locator(".pick-colour[open]")).to_have_count(0)
        expect(page.locator("#dialog")).to_be_visible()


def _choose_a_file(page: Page) -> None:
    """There is a zone with a button."""
    file = page.locator("dialog [name=file]")
    expect(file).to_have_accessible_name("Choose a file or drop it here")
    with page.expect_file_chooser():
        file.click()  # it lies over the button
    file.focus()
    assert page.locator(".drop-zone").evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_style_is_understood_by_the_browser_to_the_last_rule(open_page: OpenPage) -> None:
    """A mistake in one rule also takes away the next one; nothing else would tell."""
    page = open_page(ready=False)
    page.wait_for_load_state("load")
    text, understood = page.evaluate(_RULES)
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    foreign = re.findall(r"::-moz-[^{]*\{", bare)
    assert understood == bare.count("{") - len(foreign)


_RULES = """async () => {
    const [sheet] = document.styleSheets;
    const count = rules => [...(rules ?? [])].reduce(
        (sum, rule) => sum + 1 + count(rule.cssRules), 0);
    return [await (await fetch(sheet.href)).text(), count(sheet.cssRules)];
}"""
"""The text of the style sheet, and the number of its rules, with those inside others."""
