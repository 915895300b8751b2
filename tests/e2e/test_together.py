"""Games with other devices, between browser contexts: live, by link, cut and mended.

The contexts share nothing. They are connected by WebRTC, without any server.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.e2e.conftest import READY, OpenPage, settled
from tests.e2e.forms import choose_player
from tests.e2e.test_game import record_of
from tests.e2e.test_links import follow, fragment

Table = dict[str, str]


def begin_together(page: Page, *kinds: str, first: str = "0") -> None:
    """A new game with other devices, by clicks."""
    page.locator("#home [data-command=new-game]").click()
    page.locator("#play-together").click()
    for chair, kind in enumerate(kinds):
        choose_player(page, chair, kind)
    page.locator("[name=first]").select_option(first)
    page.locator("dialog .primary.big").click()
    expect(page.locator("dialog .qr")).to_be_visible()


def table_of(page: Page) -> Table:
    found: Table = page.evaluate("cacao.table()")
    return found


def expect_table(page: Page, **seats: str) -> None:
    """Wait until everybody is where they should be; ``s0`` is seat 0."""
    wanted = {seat[1:]: where for seat, where in seats.items()}
    page.wait_for_function(
        "wanted => JSON.stringify(cacao.table()) === wanted",
        arg=str(wanted).replace("'", '"').replace(" ", ""),
    )


def invite(host: Page, guest: Page) -> None:
    """Connect two pages, as programs do."""
    invitation = host.evaluate("cacao.invite()")
    answer = guest.evaluate("link => cacao.load(link)", invitation)
    assert host.evaluate("link => cacao.load(link)", answer) is None


def is_over(page: Page) -> bool:
    return bool(page.evaluate("!cacao.legalMoves().length"))


# What the page offers to whoever has to decide, not only what the rules allow: the tray follows
# the record a moment later.
_CAN_DECIDE = """!!document.querySelector(
    "#tray [data-hand]:enabled, #tray .edges, #display [data-display]"
)"""
_CAN_POINT = "!!document.querySelector('#board-targets .target, #tray .edges')"
_PLAY_ON = f"""async last => {{
    const isDone = () => !cacao.legalMoves().length || cacao.record().split("@").length > last;
    for (let frame = 0; frame < 20000; frame += 1) {{
        const decides = {_CAN_DECIDE};
        if ((decides || frame % 10 === 0) && isDone()) return;
        const moves = decides ? cacao.legalMoves() : [];
        if (moves.length) await cacao.play(moves[Math.floor(moves.length / 2)]);
        await cacao.painted();
    }}
    throw new Error(`nobody decides: ${{cacao.record()}}`);
}}"""
"""Decides whenever the page can, until there are so many decisions or the game is over."""


def play(pages: Sequence[Page], decisions: int) -> None:
    """So many decisions more, by the interface for programs; all pages play at the same time."""
    last = max(map(_decisions, pages)) + decisions
    for page in pages:
        page.evaluate(f"last => {{ window.playing = ({_PLAY_ON})(last) }}", last)
    for page in pages:
        page.evaluate("window.playing")
    for page in pages:
        settled(page)


def play_by_hand(pages: Sequence[Page], steps: int) -> None:
    """Some decisions by clicks and taps: every other device has a touch screen."""
    for _step in range(steps):
        number = _who_decides(pages, _CAN_POINT)
        page, before = pages[number], _decisions(pages[number])
        press = Locator.tap if number % 2 else Locator.click
        if page.locator("#tray .edges").count():
            press(page.locator("#tray .edges .primary").first)
        else:
            press(page.locator("#board-targets .target").first)
            press(page.locator("#tray [data-command=confirm]"))
        _wait_for(pages, before + 1)


def _who_decides(pages: Sequence[Page], shown: str) -> int:
    """Wait until a page shows that it can decide; which one is not known before."""
    for _look in range(6000):
        for number, page in enumerate(pages):
            if page.evaluate(shown):
                return number
        pages[0].wait_for_timeout(10)
    raise AssertionError(f"nobody can decide: {_told(pages)}")


def _decisions(page: Page) -> int:
    return len(record_of(page).moves)


def _wait_for(pages: Sequence[Page], decisions: int) -> None:
    """Wait until this many decisions are on all pages."""
    arrived = "count => cacao.record().split('@').length > count"
    for page in pages:
        try:
            page.wait_for_function(arrived, arg=decisions)
        except Error as error:
            raise AssertionError(f"decision {decisions} is missing: {_told(pages)}") from error


def _told(pages: Sequence[Page]) -> list[tuple[int, Table, str]]:
    """For a failure: how far each page is, who is where, and what it says."""
    return [(_decisions(page), table_of(page), page.title()) for page in pages]


def same_moves(pages: Sequence[Page]) -> None:
    """All pages have the same moves, once everything that follows by itself has arrived."""
    for _look in range(100):
        for page in pages:
            settled(page)
        if len({record_of(page).moves for page in pages}) == 1:
            return
    raise AssertionError(f"the moves are not the same: {_told(pages)}")


def test_two_people_by_taps(open_page: OpenPage) -> None:
    """Invited, answered and connected by touch alone: three taps at the host, two at the guest."""
    ana = open_page(has_touch=True, permissions=["clipboard-read", "clipboard-write"])
    ana.locator("#home [data-command=new-game]").tap()
    ana.locator("#play-together").tap()
    ana.locator("[name=first]").select_option("0")  # who starts is drawn if nobody chooses
    ana.locator("dialog .primary.big").tap()
    expect(ana.locator("dialog .qr")).to_be_visible()
    link = ana.locator("#link").input_value()
    bo = open_page(fragment(link), has_touch=True)
    expect(bo.locator("dialog")).to_contain_text("invites you")
    bo.locator("dialog .primary.big").tap()
    expect(bo.locator("dialog .qr")).to_be_visible()
    follow(ana, bo.locator("#link").input_value())
    expect(ana.locator("dialog")).to_be_hidden()
    expect(bo.locator("dialog")).to_be_hidden()
    expect_table(ana, s0="here", s1="live")
    expect_table(bo, s0="live", s1="here")
    expect(ana).to_have_title("Your turn – Cacao")
    expect(bo.locator("#tray .slot")).to_have_count(3)
    ana.locator("#board-targets .target").first.tap()
    expect(bo.locator("#board-ghost .distant")).to_be_attached()
    ana.locator("#content [data-command=confirm]").tap()
    expect(bo.locator("#turns .turn").first).to_be_attached()
    same_moves([ana, bo])


@pytest.mark.long
def test_four_contexts_play_a_whole_game(open_page: OpenPage) -> None:
    """With a cut, a reload of the host, one of a guest, and a change to link and back."""
    pages = [open_page(has_touch=bool(number % 2)) for number in range(4)]
    ana, bo, cem, dora = pages
    begin_together(ana, "person", "elsewhere", "elsewhere", "elsewhere")
    for guest in (bo, cem, dora):
        invite(ana, guest)
    for seat, page in enumerate(pages):
        where = {f"s{n}": "here" if n == seat else "live" for n in range(4)}
        expect_table(page, **where)
    play_by_hand(pages, 8)
    same_moves(pages)

    dora.reload()  # a guest
    expect(dora.locator(READY)).to_be_attached()
    expect_table(ana, s0="here", s1="live", s2="live", s3="link")
    expect(ana.locator("#notice")).to_contain_text("is lost")
    assert record_of(dora).moves == record_of(ana).moves
    invite(ana, dora)
    expect_table(ana, s0="here", s1="live", s2="live", s3="live")
    play_by_hand(pages, 6)
    same_moves(pages)

    ana.reload()  # the host: all are cut
    expect(ana.locator(READY)).to_be_attached()
    for guest in (bo, cem, dora):
        expect(guest.locator("#notice")).to_contain_text("is lost")
        invite(ana, guest)
    expect_table(bo, s0="live", s1="here", s2="live", s3="live")
    play_by_hand(pages, 6)
    play(pages, 400)
    for page in pages:
        expect(page.locator("dialog")).to_contain_text("Checked")
    assert len({record_of(page).to_text() for page in pages}) == 1
    assert record_of(ana).game().is_over


@pytest.mark.long
def test_a_live_game_goes_on_by_link_and_back(open_page: OpenPage) -> None:
    ana, bo = pages = [open_page(), open_page()]
    begin_together(ana, "person", "elsewhere")
    invite(ana, bo)
    expect_table(bo, s0="live", s1="here")
    play(pages, 4)
    bo.reload()
    expect(bo.locator(READY)).to_be_attached()
    expect_table(ana, s0="here", s1="link")
    for _link in range(60):
        sender, reader = _who_sends(ana, bo)
        if sender is None or reader is None:
            break
        sender.locator("#send-on").click()
        link = sender.locator("#link").input_value()
        sender.locator("dialog [data-command=close]").click()
        follow(reader, link)
        settled(reader)
        if len(record_of(reader).moves) > 14:
            break
    assert len(record_of(ana).moves) > 10
    invite(ana, bo)
    expect_table(bo, s0="live", s1="here")
    expect_table(ana, s0="here", s1="live")
    play(pages, 300)
    for page in pages:
        expect(page.locator("dialog")).to_contain_text("Checked")
    assert record_of(ana) == record_of(bo)


def _who_sends(ana: Page, bo: Page) -> tuple[Page | None, Page | None]:
    """Decide all that can be decided; then who has to send a link, and to whom."""
    for _decision in range(30):
        for page in (ana, bo):
            settled(page)  # what waits for a link is drawn with the next paint
        free = [page for page in (ana, bo) if not page.locator("#send-on").count()]
        if not free or is_over(ana):
            break
        page = free[0]
        moves = page.evaluate("cacao.legalMoves()")
        page.evaluate("move => cacao.play(move)", moves[0])
    if len(record_of(ana).moves) >= len(record_of(bo).moves):
        return ana, bo
    return bo, ana


@pytest.mark.long
def test_an_answer_that_is_opened_in_another_tab(open_page: OpenPage) -> None:
    ana, bo = open_page(), open_page()
    begin_together(ana, "person", "elsewhere")
    answer = bo.evaluate("link => cacao.load(link)", ana.evaluate("cacao.invite()"))
    tab = ana.context.new_page()
    tab.goto(answer)
    expect(tab.locator("dialog")).to_contain_text("you can close this tab")
    expect_table(ana, s0="here", s1="live")
    tab.goto("about:blank")
    tab.goto(ana.url)
    expect(tab.locator("dialog")).to_contain_text("in one tab only")
    tab.locator("[data-command=take-over]").click()
    expect(ana.locator("dialog")).to_contain_text("in one tab only")
    expect(tab.locator("#tray .slot").first).to_be_visible()
    tab.close()


def test_nothing_hidden_is_in_address_and_record(open_page: OpenPage) -> None:
    ana, bo = pages = [open_page(), open_page()]
    begin_together(ana, "person", "elsewhere")
    invite(ana, bo)
    expect_table(bo, s0="live", s1="here")
    play(pages, 9)
    assert fragment(ana.url).startswith("g=")
    assert len(fragment(ana.url)) == 14
    stored = ana.evaluate("JSON.stringify(localStorage)")
    secret = bo.evaluate("Object.values(localStorage).find(text => text.includes('dealer'))")
    assert secret not in stored


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_dialogs_fit(open_page: OpenPage, size: tuple[int, int]) -> None:
    ana = open_page(viewport={"width": size[0], "height": size[1]})
    begin_together(ana, "person", "elsewhere", "elsewhere")
    box = ana.locator("dialog").bounding_box()
    assert box is not None
    assert box["width"] <= size[0]
    code = ana.locator("dialog .qr").bounding_box()
    assert code is not None
    assert code["width"] >= 200
