"""Games with other devices, between browser contexts: live, by link, cut and mended.

The contexts share nothing. They are connected by WebRTC, without any server.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.core import curve
from tests.e2e.conftest import READY, OpenPage, reload, settled
from tests.e2e.forms import choose_player
from tests.e2e.pages import PATIENCE
from tests.e2e.probe import CAN_DECIDE
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


_SPARES: Final = """() => new Promise((done, fail) => {
    const opening = indexedDB.open("cacao-spares", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("spares");
    opening.onerror = fail;
    opening.onsuccess = () => {
        const database = opening.result, transaction = database.transaction("spares");
        const asked = transaction.objectStore("spares").getAll();
        transaction.onabort = fail;
        transaction.oncomplete = () => {
            database.close();
            done((asked.result ?? []).map(one => one.since));
        };
    };
})"""
"""When the ends that a browser keeps were made."""


def await_spares(pages: Sequence[Page], number: int, since: float = 0) -> float:
    """Wait until the browsers keep so many ends that were made since a time; returns now."""
    for _look in range(200):
        kept = [made for page in pages for made in page.evaluate(_SPARES) if made > since]
        if len(kept) >= number:
            return float(pages[0].evaluate("Date.now()"))
        pages[0].wait_for_timeout(50)
    raise AssertionError(f"{len(kept)} spares of {number}")


_CAN_POINT = "!!document.querySelector('#board-targets .target, #tray .edges')"
_PLAY_ON = f"""async last => {{
    const isOver = () => document.querySelector("dialog[open] .scores");  // or tiles are drawn
    for (let frame = 0, before = "", end; ; frame += 1) {{
        const decides = {CAN_DECIDE};
        if (decides || frame % 10 === 0) {{
            const record = cacao.record();
            if (isOver() || record.split("@").length > last) return;
            if (record !== before) [before, end] = [record, performance.now() + {PATIENCE}];
            if (performance.now() > end) throw new Error(`nobody decides: ${{record}}`);
        }}
        const moves = decides ? cacao.legalMoves() : [];
        if (moves.length) await cacao.play(moves[Math.floor(moves.length / 2)]);
        await cacao.painted();
    }}
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


_WITHOUT_FRAMES = """() => {
    window.paint = requestAnimationFrame;
    window.unpainted = [];
    window.requestAnimationFrame = work => window.unpainted.push(work);
}"""
_WITH_FRAMES = """() => {
    window.requestAnimationFrame = window.paint;
    window.unpainted.forEach(work => window.paint(work));
}"""
_DECIDE_NEXT = """async decided => {
    let reason = "";
    for (let look = 0; look < 10000; look += 1) {
        const moves = cacao.legalMoves();
        const refused = error => { reason = error.message; };  // until all tiles are drawn
        cacao.play(moves[Math.floor(moves.length / 2)]).catch(refused);
        if (cacao.record().split("@").length - 1 > decided) return;
        await new Promise(resolve => setTimeout(resolve, 10));
    }
    throw new Error(`cannot decide: ${reason}`);
}"""


def play_unpainted(pages: Sequence[Page], tiles: int) -> None:
    """Decide until the players have so few tiles left, in browsers that paint nothing meanwhile.

    The middle of a game is like the rest; it is quick, because only who decides draws anything.
    """
    for page in pages:
        page.evaluate(_WITHOUT_FRAMES)
    record = record_of(pages[0])
    while sum(len(player.pile + player.hand) for player in record.game().players) > tiles:
        seat = record.game().to_move
        assert seat is not None
        pages[seat].evaluate(_DECIDE_NEXT, len(record.moves))
        record = record_of(pages[seat])
    for page in pages:
        page.evaluate(_WITH_FRAMES)
    same_moves(pages)


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
            page.wait_for_function(arrived, arg=decisions, polling=50)
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


def test_invitation_is_answered_by_taps(open_page: OpenPage) -> None:
    """Invited, answered and connected by touch alone: three taps at the host, two at the guest."""
    ana = open_page(has_touch=True, permissions=["clipboard-read", "clipboard-write"])
    ana.locator("#home [data-command=new-game]").tap()
    ana.locator("#play-together").tap()
    ana.locator("[name=first]").select_option("0")  # who starts is drawn if nobody chooses
    ana.locator("dialog .primary.big").tap()
    expect(ana.locator("dialog .qr")).to_be_visible()
    code = ana.locator("dialog .qr").bounding_box()
    assert code is not None
    assert code["width"] >= 200  # it can be scanned
    link = ana.locator("#link").input_value()
    bo = open_page(fragment(link), has_touch=True)
    expect(bo.locator("dialog")).to_contain_text("invites you")
    bo.locator("dialog [name=name-1]").fill("Bo")
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
    expect(bo.locator("#board-ghost .tried")).to_be_attached()
    ana.locator("#content [data-command=confirm]").tap()
    expect(bo.locator("#turns .turn").first).to_be_attached()
    same_moves([ana, bo])
    assert fragment(ana.url).startswith("g=")  # and tells nothing hidden
    assert len(fragment(ana.url)) == 14
    stored = ana.evaluate("JSON.stringify(localStorage)")
    secret = bo.evaluate("Object.values(localStorage).find(text => text.includes('dealer'))")
    assert secret not in stored


@pytest.mark.nightly
def test_live_game_of_four_contexts_to_its_end(open_page: OpenPage) -> None:
    """With a reload of a guest, and of the host, after which nobody sends a link."""
    pages = [open_page(has_touch=bool(number % 2)) for number in range(4)]
    ana, bo, cem, dora = pages
    begin_together(ana, "person", "elsewhere", "elsewhere", "elsewhere")
    for guest in (bo, cem, dora):
        invite(ana, guest)
    for seat, page in enumerate(pages):
        where = {f"s{n}": "here" if n == seat else "live" for n in range(4)}
        expect_table(page, **where)
    play_by_hand(pages, 4)
    same_moves(pages)

    reload(dora)  # a guest
    expect_table(dora, s0="live", s1="live", s2="live", s3="here")
    assert record_of(dora).moves == record_of(ana).moves
    expect_table(ana, s0="here", s1="live", s2="live", s3="live")
    play_by_hand(pages, 2)
    same_moves(pages)

    reload(ana)  # the host
    expect_table(ana, s0="here", s1="live", s2="live", s3="live")
    expect_table(bo, s0="live", s1="here", s2="live", s3="live")
    play_by_hand(pages, 2)
    play_unpainted(pages, len(pages))  # up to the last turns
    play(pages, 100)
    for page in pages:
        expect(page.locator("dialog")).to_contain_text("Checked")
    assert len({record_of(page).to_text() for page in pages}) == 1
    assert record_of(ana).game().is_over


def test_reload_and_closed_tab_of_the_host_cost_nobody_a_link(open_page: OpenPage) -> None:
    ana, bo = pages = [open_page(has_touch=True) for _number in range(2)]
    begin_together(ana, "person", "elsewhere", "nobody", "nobody", first="1")
    invite(ana, bo)
    expect_table(bo, s0="here", s1="live")
    before = await_spares(pages, 2)
    reload(bo)
    expect_table(bo, s0="here", s1="live")
    await_spares(pages, 2, before)  # there are new ones

    address = ana.url
    ana.goto("about:blank")
    expect_table(bo, s0="here", s1="link")
    expect(bo.locator("#task")).to_contain_text("The page connects again")
    bo.evaluate("cacao.play(cacao.legalMoves()[0])")
    ana.goto(address)
    ana.wait_for_selector(READY, state="attached")
    expect_table(ana, s0="live", s1="here")
    _wait_for([ana], 1)
    expect(bo.locator("#task")).not_to_contain_text("The page connects again")
    same_moves(pages)


def test_answer_that_is_opened_in_another_tab(open_page: OpenPage) -> None:
    ana, bo = open_page(), open_page()
    begin_together(ana, "person", "elsewhere")
    answer = bo.evaluate("link => cacao.load(link)", ana.evaluate("cacao.invite()"))
    tab = ana.context.new_page()
    tab.goto(answer)
    expect(tab.locator("dialog")).to_contain_text("You can close this tab")
    expect_table(ana, s0="here", s1="live")
    tab.goto("about:blank")
    tab.goto(ana.url)
    expect(tab.locator("dialog")).to_contain_text("in one tab only")
    tab.locator("[data-command=take-over]").click()
    expect(ana.locator("dialog")).to_contain_text("in one tab only")
    expect(tab.locator("#tray .slot").first).to_be_visible()
    tab.close()


@pytest.mark.nightly
def test_signatures_are_checked_in_the_page_as_elsewhere(open_page: OpenPage) -> None:
    """docs/fair.md, "Signatures": what is valid must not depend on where it is checked."""
    told = open_page().evaluate(
        """async vectors => {
            const { loadPyodide } = await import('./app/python.mjs');
            const pyodide = await loadPyodide({});
            pyodide.globals.set('vectors', vectors);
            return pyodide.runPython(`
                import json
                from cacao_core.fair import signatures
                json.dumps([
                    signatures.is_signed(*(bytes.fromhex(one[name])
                                           for name in ('key', 'message', 'signature')))
                    for one in json.loads(vectors)
                ])
            `);
        }""",
        curve.FILE.read_text(),
    )
    assert json.loads(told) == [one.valid for one in curve.vectors()]
